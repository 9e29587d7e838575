"""What was searched last of some persons, as long as it is what lies here."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from lumina.memory.exact_search import Kept

State = tuple[bytes | None, list[UUID]]
"""The version of what lies here of a person, None where it is not known, and the ids of the living memories."""


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """The entries of one person: `kept`, and those of each memory in their order; the memories without entries, packed,
    where the tier has them apart."""

    by_memory: Mapping[bytes, Sequence[bytes]]
    kept: Kept
    bodies: Mapping[bytes, bytes]

    @classmethod
    def of(cls, by_memory: Mapping[bytes, Sequence[bytes]], bodies: Mapping[bytes, bytes] | None = None) -> "Loaded":
        return cls(by_memory, Kept.of(entry for entries in by_memory.values() for entry in entries), bodies or {})


class Searched:
    """The persons asked for last, of whom some 30,000 entries together stay (160 MB)."""

    _LIMIT = 30_000

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[State, Loaded]] = OrderedDict()

    def get(self, person: str, state: State) -> Loaded | None:
        """None where it was loaded in another state, or in one that is not known."""
        known = self._known.get(person)
        if known is None or state[0] is None or known[0] != state:
            return None
        self._known.move_to_end(person)
        return known[1]

    def put(self, person: str, state: State, loaded: Loaded) -> Loaded:
        self._known[person] = state, loaded
        self._known.move_to_end(person)
        while len(self._known) > 1 and self._entries() > self._LIMIT:
            self._known.popitem(last=False)
        return loaded

    def drop(self, persons: Iterable[str]) -> None:
        for person in persons:
            self._known.pop(person, None)

    def clear(self) -> None:
        self._known.clear()

    def _entries(self) -> int:
        return sum(len(loaded.kept.packed) for _, loaded in self._known.values())
