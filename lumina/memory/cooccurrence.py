"""What the memories that are counted bring to an associative memory: mentions and bonds, whatever keeps them."""

from collections.abc import Iterable, Sequence, Set
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import pairwise
from typing import Final
from uuid import UUID

from lumina.memory.strength import pairs
from lumina.models import Activation

Met = tuple[UUID, Sequence[str], datetime]
"""A memory, its concepts in their order, and when they met."""

Bonds = dict[tuple[str, str], tuple[float, datetime]]
"""What a meeting gives to each pair of concepts, and when it was."""


Tally = tuple[int, int, int]
"""How many memories are counted, the sum of their marks, and of how many concepts each they are."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)


def moment(at: datetime) -> int:
    """In microseconds since 1970."""
    return (at - EPOCH) // MICROSECOND


def mark(one: Met) -> int:
    """32 bits of a digest: what was counted for a memory. `associations_followed` has it in SQL."""
    memory, concepts, at = one
    return int.from_bytes(sha256(f"{memory} {moment(at)} {' '.join(concepts)}".encode()).digest()[:4])


def gathered(occurrences: Iterable[tuple[str, UUID, datetime]]) -> list[Met]:
    """Concepts that are given one by one, each with its memory, memory by memory."""
    found: dict[UUID, tuple[UUID, list[str], datetime]] = {}
    for concept, memory, at in occurrences:
        found.setdefault(memory, (memory, [], at))[1].append(concept)
    return list(found.values())


def mentioned(new: Set[tuple[UUID, str]], met: Sequence[Met]) -> dict[str, list[datetime]]:
    """When each concept that is new to a memory was mentioned."""
    seen: dict[str, list[datetime]] = {}
    for memory, concepts, at in met:
        for concept in dict.fromkeys(concepts):
            if (memory, concept) in new:
                seen.setdefault(concept, []).append(at)
    return seen


def rounds(new: Set[tuple[UUID, str]], met: Sequence[Met]) -> list[Bonds]:
    """The meetings of concepts of which one is new to its memory: those that meet again do so in the next round, as
    what is left of a bond goes by the time between two meetings."""
    found: list[Bonds] = []
    for memory, concepts, at in met:
        for pair, strength in pairs(concepts).items():
            if (memory, pair[0]) in new or (memory, pair[1]) in new:
                first = next((bonds for bonds in found if pair not in bonds), None)
                if first is None:
                    found.append(first := {})
                first[pair] = strength, at
    return found


def links(activated: Activation) -> list[tuple[str, str]]:
    """The steps of its path; a concept of the cue itself is linked with itself."""
    return list(pairwise(activated.path)) or [(activated.concept, activated.concept)]
