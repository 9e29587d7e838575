"""Index entries as an older version packed them, vectors in half precision and weights in full; never written."""

import struct
from typing import Final
from uuid import UUID

import numpy as np

from lumina.memory.entries import Flag, moment
from lumina.memory.frames import row, unframe
from lumina.models import Entry, Terms

HALVES: Final = 2
"""The version of that format."""

_FIELDS = struct.Struct("<16s16s16sqIIIIII")
_HAS_WINDOW, _HAS_SENTENCES = 1 << 16, 1 << 17


def unpack_halves(packed: bytes) -> Entry:
    """Raises Damaged when these are not the bytes of such an entry."""
    body = unframe(b"EN", packed, HALVES)
    id_, memory, thread, at, flags, dimensions, sentences, terms, words, size = _FIELDS.unpack_from(body)
    own = dimensions if flags & _HAS_WINDOW else 0
    halves = np.frombuffer(body, "<f2", own + sentences * dimensions, _FIELDS.size)
    after = _FIELDS.size + halves.nbytes + -halves.nbytes % 4
    numbers = np.frombuffer(body, "<u4", 2 * terms + words, after)
    after += numbers.nbytes
    person, speaker, people, witnesses, offset = row(bytes(body[after : after + size]))
    vectors = halves.astype(np.float32)
    return Entry(
        id=UUID(bytes=id_),
        memory=UUID(bytes=memory),
        person=person,
        thread=UUID(bytes=thread),
        is_summary=bool(flags & Flag.SUMMARY),
        speaker=speaker,
        people=people,
        at=moment(at, offset),
        witnesses=frozenset(witnesses),
        window=vectors[:own] if flags & _HAS_WINDOW else None,
        sentences=vectors[own:].reshape(sentences, dimensions) if flags & _HAS_SENTENCES else None,
        terms=Terms(numbers[:terms], numbers[terms : 2 * terms].view("<f4")),
        words=numbers[2 * terms :],
        is_question=bool(flags & Flag.QUESTION),
        follows_question=bool(flags & Flag.FOLLOWS_QUESTION),
        has_digit=bool(flags & Flag.DIGIT),
    )
