"""Sections, the parts of a backup: named bytes, packed into pieces that are worth an object of their own."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgpack  # pyright: ignore[reportMissingTypeStubs]

LARGE: Final = 4 << 20
"""What is larger stands by itself, cut at these places: so of what only grows, the beginning is the same the next time,
and lies there already."""

LEVEL: Final = 1
"""Of zlib: vectors hardly shrink, whatever it takes."""

packb: Any = msgpack.packb  # pyright: ignore
unpackb: Any = msgpack.unpackb  # pyright: ignore


@dataclass(frozen=True, slots=True)
class Section:
    """Bytes under a name; of a table its rows, and of which columns they are."""

    name: str
    data: bytes
    columns: Sequence[str] = ()


def pieces_of(sections: Iterable[Section]) -> Iterator[bytes]:
    """The sections, packed and compressed; the same ones give the same pieces."""
    small: list[tuple[str, Sequence[str], bytes]] = []
    for section in sections:
        if len(section.data) <= LARGE:
            small.append((section.name, section.columns, section.data))
            continue
        for start in range(0, len(section.data), LARGE):
            yield _packed([(section.name, section.columns, section.data[start : start + LARGE])])
    yield _packed(small)


def sections_of(pieces: Iterable[bytes]) -> list[Section]:
    """What pieces_of() packed, in the order of the pieces."""
    found: dict[str, tuple[Sequence[str], list[bytes]]] = {}
    for piece in pieces:
        for name, columns, data in unpackb(zlib.decompress(piece), use_list=False):
            found.setdefault(name, (columns, []))[1].append(data)
    return [Section(name, b"".join(data), columns) for name, (columns, data) in found.items()]


def _packed(parts: Sequence[tuple[str, Sequence[str], bytes]]) -> bytes:
    return zlib.compress(packb([(name, list(columns), data) for name, columns, data in parts]), LEVEL)
