"""What this process knows already of the first day: memories that were decoded, columns that were searched."""

import logging
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from uuid import UUID

from lumina.errors import Damaged
from lumina.memory.brute import Columns, columns_of
from lumina.memory.codec import unpack_memory
from lumina.models import Entry, Memory

_log = logging.getLogger(__name__)

State = tuple[bytes | None, list[UUID]]
"""The version of what lies here of a person, None where it is not known, and the ids of the living memories."""


class Decoded:
    """The memories decoded last, for as long as their bytes stay the same."""

    _LIMIT = 1_000

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[bytes, Memory]] = OrderedDict()

    def all(self, keys: Sequence[str], bodies: Sequence[bytes | None]) -> list[Memory | None]:
        return [(body and self._one(key, body)) or None for key, body in zip(keys, bodies, strict=True)]

    def _one(self, key: str, body: bytes) -> Memory | None:
        known = self._known.get(key)
        if known is None or known[0] != body:
            try:
                known = body, unpack_memory(body)
            except Damaged as error:
                _log.warning("%s is dropped, the catalogue has it still: %s", key, error)
                return None
        self._known[key] = known
        self._known.move_to_end(key)
        if len(self._known) > self._LIMIT:
            self._known.popitem(last=False)
        return known[1]

    def drop(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._known.pop(key, None)


class Searched:
    """What was searched last of some persons; it serves again while the version and the living are the same."""

    _LIMIT = 16

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[State, int, tuple[list[Entry], Columns]]] = OrderedDict()

    def get(self, person: str, state: State, dimensions: int) -> tuple[list[Entry], Columns] | None:
        known = self._known.get(person)
        if known is None or state[0] is None or known[:2] != (state, dimensions):
            return None
        self._known.move_to_end(person)
        return known[2]

    def put(self, person: str, state: State, dimensions: int, entries: list[Entry]) -> tuple[list[Entry], Columns]:
        """The entries in the order of their ids, and their columns."""
        entries = sorted(entries, key=lambda entry: entry.id.int)
        self._known[person] = state, dimensions, (entries, columns_of(entries, dimensions))
        self._known.move_to_end(person)
        if len(self._known) > self._LIMIT:
            self._known.popitem(last=False)
        return self._known[person][2]

    def drop(self, person: str) -> None:
        self._known.pop(person, None)
