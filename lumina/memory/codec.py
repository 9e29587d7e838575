"""Memories and index entries as bytes: msgpack behind a kind, a format version and a checksum.

Vectors are kept in half precision (cosines move by 1e-4), all else exactly, a time with its zone's offset. Packing what
was unpacked gives the same bytes.
"""

import struct
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Any
from uuid import UUID
from zlib import crc32

import msgpack  # pyright: ignore[reportMissingTypeStubs]
import numpy as np

from lumina.errors import Damaged
from lumina.models import Entry, Memory, Terms, Vector

VERSION = 1
_HEAD = struct.Struct("<cBI")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NO_VECTOR = np.empty(0, np.float32)
_packb: Callable[..., bytes] = msgpack.packb  # pyright: ignore
_unpackb: Callable[..., tuple[Any, ...]] = msgpack.unpackb  # pyright: ignore
_MICROSECOND = timedelta(microseconds=1)


def pack_memory(memory: Memory) -> bytes:
    """The memory with its entries."""
    row = (
        memory.id.bytes,
        memory.person,
        memory.room,
        memory.thread.bytes,
        memory.kind,
        memory.text,
        memory.keywords,
        memory.concepts,
        memory.valence,
        memory.salience,
        *_moment(memory.born),
        b"".join(turn.bytes for turn in memory.turns),
        sorted(memory.witnesses),
        memory.language,
        memory.detail,
        [_entry_row(entry) for entry in memory.entries],
    )
    return _frame(b"M", row)


def unpack_memory(packed: bytes) -> Memory:
    """Raises Damaged when these are not the bytes of a memory."""
    return _memory(*_unframe(b"M", packed))


def pack_entry(entry: Entry) -> bytes:
    return _frame(b"E", _entry_row(entry))


def unpack_entry(packed: bytes, searched: tuple[Vector | None, Terms] | None = None) -> Entry:
    """The entry; `searched` are its window and terms where they were packed apart from the rest. Raises Damaged when
    these are not the bytes of an entry."""
    return _entry(*_unframe(b"E", packed), searched=searched)


@lru_cache(maxsize=4096)
def known_entry(packed: bytes) -> Entry:
    """As unpack_entry(); the entries unpacked last are remembered, and a talk comes back to the same ones."""
    return unpack_entry(packed)


def _frame(kind: bytes, row: tuple[object, ...]) -> bytes:
    body = _packb(row, unicode_errors="surrogatepass")
    return _HEAD.pack(kind, VERSION, crc32(body)) + body


def _unframe(kind: bytes, packed: bytes) -> tuple[Any, ...]:
    what = {b"M": "memory", b"E": "index entry"}[kind]
    if len(packed) < _HEAD.size:
        raise Damaged(what=what, why=f"{len(packed)} bytes are too few")
    found, version, checksum = _HEAD.unpack_from(packed)
    body = memoryview(packed)[_HEAD.size :]
    if found != kind:
        raise Damaged(what=what, why="it is something else")
    if version != VERSION:
        raise Damaged(what=what, why=f"its format {version} is not the format {VERSION} of this LUMINA")
    if crc32(body) != checksum:
        raise Damaged(what=what, why="its checksum is wrong")
    return _unpackb(body, unicode_errors="surrogatepass", use_list=False)


def _entry_row(entry: Entry) -> tuple[object, ...]:
    """The vectors lie together, and so do the ids and weights: cutting arrays is cheaper than making them."""
    window, sentences = entry.window, entry.sentences
    vectors = [array.ravel() for array in (window, sentences) if array is not None]
    weights = entry.terms.weights.astype("<f4").view("<u4")
    return (
        entry.id.bytes,
        entry.memory.bytes,
        entry.person,
        entry.thread.bytes,
        entry.is_summary | entry.is_question << 1 | entry.follows_question << 2 | entry.has_digit << 3,
        entry.speaker,
        entry.people,
        *_moment(entry.at),
        sorted(entry.witnesses),
        None if window is None else len(window),
        None if sentences is None else sentences.shape,
        np.concatenate([_NO_VECTOR, *vectors]).astype("<f2").tobytes(),
        len(weights),
        np.concatenate([entry.terms.ids, weights, entry.words]).astype("<u4").tobytes(),
    )


def _entry(*row: Any, searched: tuple[Vector | None, Terms] | None = None) -> Entry:
    id_, memory, person, thread, flags, speaker, people, at, offset, witnesses, *arrays = row
    length, shape, halves, count, numbers = arrays
    vectors = np.frombuffer(halves, "<f2").astype(np.float32)
    integers = np.frombuffer(numbers, "<u4")
    window, terms = searched or (
        None if length is None else vectors[:length],
        Terms(integers[:count], integers[count : 2 * count].view("<f4")),
    )
    return Entry(
        UUID(bytes=id_),
        _uuid(memory),
        person,
        _uuid(thread),
        bool(flags & 1),
        speaker,
        people,
        _at(at, offset),
        frozenset(witnesses),
        window,
        None if shape is None else vectors[length or 0 :].reshape(shape),
        terms,
        integers[2 * count :],
        bool(flags & 2),
        bool(flags & 4),
        bool(flags & 8),
    )


def _memory(*row: Any) -> Memory:
    id_, person, room, thread, kind, text, keywords, concepts, valence, salience, born, offset, *rest = row
    turns, witnesses, language, detail, entries = rest
    return Memory(
        UUID(bytes=id_),
        person,
        room,
        UUID(bytes=thread),
        kind,
        text,
        keywords,
        concepts,
        valence,
        salience,
        _at(born, offset),
        tuple(UUID(bytes=turns[start : start + 16]) for start in range(0, len(turns), 16)),
        frozenset(witnesses),
        language,
        detail,
        tuple(_entry(*entry) for entry in entries),
    )


def _moment(at: datetime) -> tuple[int, float]:
    """Microseconds since 1970, and the zone's offset in seconds."""
    offset = at.utcoffset()
    if offset is None:
        raise ValueError("a moment needs its zone")
    return (at - _EPOCH) // _MICROSECOND, offset.total_seconds()


def _at(microseconds: int, offset: float) -> datetime:
    return (_EPOCH + timedelta(microseconds=microseconds)).astimezone(_zone(offset))


@lru_cache(maxsize=128)
def _zone(offset: float) -> tzinfo:
    return timezone(timedelta(seconds=offset)) if offset else UTC


@lru_cache(maxsize=4096)
def _uuid(id_: bytes) -> UUID:
    """Entries that lie together share their memory and thread."""
    return UUID(bytes=id_)
