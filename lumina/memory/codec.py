"""Memories as bytes: msgpack, with their entries. Packing what was unpacked gives the same bytes."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from lumina.memory.entries import instant, moment
from lumina.memory.entry_codec import pack_entry, unpack_entry
from lumina.memory.frames import frame, packb, row, unframe
from lumina.models import Memory


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
        *instant(memory.born),
        b"".join(turn.bytes for turn in memory.turns),
        sorted(memory.witnesses),
        memory.language,
        memory.detail,
        [pack_entry(entry) for entry in memory.entries],
    )
    return frame(b"ME", packb(row, unicode_errors="surrogatepass"))


def unpack_memory(packed: bytes) -> Memory:
    """Raises Damaged when these are not the bytes of a memory."""
    return _memory(*row(unframe(b"ME", packed)))


def pack_text(text: str) -> bytes:
    """The text of a memory, by itself."""
    return frame(b"TX", packb(text, unicode_errors="surrogatepass"))


def unpack_text(packed: bytes) -> str:
    """Raises Damaged as unpack_memory()."""
    return row(unframe(b"TX", packed))


def packed_entries(packed: bytes) -> Sequence[bytes]:
    """The entries of a packed memory, packed. Raises Damaged as unpack_memory()."""
    return row(unframe(b"ME", packed))[-1]


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
        moment(born, offset),
        tuple(UUID(bytes=turns[start : start + 16]) for start in range(0, len(turns), 16)),
        frozenset(witnesses),
        language,
        detail,
        tuple(unpack_entry(entry) for entry in entries),
    )
