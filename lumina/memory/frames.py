"""What is kept as bytes stands behind a kind, a format version and a checksum, and most of it is msgpack."""

import struct
from collections.abc import Callable, Mapping
from typing import Any, Final
from zlib import crc32

import msgpack  # pyright: ignore[reportMissingTypeStubs]

from lumina.errors import Damaged, because

HEAD: Final = struct.Struct("<2sHI")

KINDS: Final[Mapping[bytes, tuple[str, int]]] = {
    b"ME": ("memory", 2),
    b"EN": ("index entry", 3),
    b"CL": ("claim", 2),
    b"NO": ("notification", 2),
    b"SU": ("summary", 2),
    b"TX": ("text", 2),
    b"IM": ("image", 2),
}
"""What each kind is, and the version of its format."""

packb: Callable[..., bytes] = msgpack.packb  # pyright: ignore
_unpackb: Callable[..., tuple[Any, ...]] = msgpack.unpackb  # pyright: ignore


def frame(kind: bytes, body: bytes) -> bytes:
    return HEAD.pack(kind, KINDS[kind][1], crc32(body)) + body


def version_of(packed: bytes) -> int:
    """The version of its format, 0 of what is too short to have one."""
    return HEAD.unpack_from(packed)[1] if len(packed) >= HEAD.size else 0


def unframe(kind: bytes, packed: bytes, wanted: int | None = None) -> memoryview:
    """Raises Damaged where this is no such thing of the version `wanted` (None: of now)."""
    what, now = KINDS[kind]
    wanted = wanted or now
    if len(packed) < HEAD.size:
        raise Damaged(what=what, why=because("{length} bytes are too few", length=len(packed)))
    found, version, checksum = HEAD.unpack_from(packed)
    body = memoryview(packed)[HEAD.size :]
    if found != kind:
        raise Damaged(what=what, why=because("it is something else"))
    if version != wanted:
        raise Damaged(
            what=what,
            why=because("its format {found} is not the format {wanted} of this LUMINA", found=version, wanted=wanted),
        )
    if crc32(body) != checksum:
        raise Damaged(what=what, why=because("its checksum is wrong"))
    return body


def row(packed: bytes | memoryview) -> Any:
    return _unpackb(packed, unicode_errors="surrogatepass", use_list=False)
