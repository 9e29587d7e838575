"""Parameters that go to PostgreSQL in a form of our own: in binary where a list would take 1 ms, and moments in UTC."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import numpy as np
import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.types.datetime import DatetimeBinaryDumper, DatetimeDumper


@dataclass(frozen=True, slots=True)
class BigInts:
    """A parameter of type bigint[]: 1,000 numbers go out in 0.05 ms, where a list takes 1 ms."""

    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class Uuids:
    """A parameter of type uuid[], of UUIDs or their bytes: 200 go out in 0.05 ms, where a list takes 1 ms."""

    values: Sequence[UUID] | Sequence[bytes]


class _BigIntsDumper(Dumper):
    """The binary form of an array: dimensions, no nulls, element type, length, lower bound, then (size, value) each."""

    format = Format.BINARY
    oid = 1016

    def dump(self, obj: BigInts) -> bytes:
        items = np.empty(len(obj.values), dtype=[("size", ">i4"), ("value", ">i8")])
        items["size"] = 8
        items["value"] = obj.values
        return struct.pack(">iiiii", 1, 0, 20, len(items), 1) + items.tobytes()


class _UuidsDumper(Dumper):
    """As that of bigint[]."""

    format = Format.BINARY
    oid = 2951

    def dump(self, obj: Uuids) -> bytes:
        size = struct.pack(">i", 16)
        head = struct.pack(">iiiii", 1, 0, 2950, len(obj.values), 1)
        return head + b"".join([size + (id_ if isinstance(id_, bytes) else id_.bytes) for id_ in obj.values])


class _MomentDumper(DatetimeDumper):
    """As text, which it is in a list. PostgreSQL knows no zone beyond ±15:59, and none with fractions."""

    def dump(self, obj: datetime) -> bytes:
        return str(obj.astimezone(UTC)).encode()


psycopg.adapters.register_dumper(datetime, _MomentDumper)
psycopg.adapters.register_dumper(datetime, DatetimeBinaryDumper)
psycopg.adapters.register_dumper(BigInts, _BigIntsDumper)
psycopg.adapters.register_dumper(Uuids, _UuidsDumper)
