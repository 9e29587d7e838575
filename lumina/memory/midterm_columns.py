"""What is searched of the days: columns that lie in DuckDB as bytes and are loaded for one person at a time."""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lumina.memory.brute import Columns, coded, lengths_of, month_of
from lumina.memory.codec import pack_entry, unpack_entry
from lumina.models import Entry, Terms

_NO_TERMS = Terms(np.empty(0, np.uint32), np.empty(0, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class LoadedPerson:
    """What is searched of a person, and what the entries found are made of. `bounds` are the places in the terms at
    which an entry's begin; the last one is their end. `rows_of` are the entries of each memory, in their order,
    `unpacked` those that were asked for."""

    columns: Columns
    bounds: NDArray[np.intp]
    window_of: NDArray[np.intp]
    ids: Sequence[bytes]
    rests: Sequence[bytes]
    rows_of: Mapping[bytes, Sequence[int]]
    unpacked: dict[int, Entry] = field(default_factory=dict[int, Entry])

    def entry(self, row: int) -> Entry:
        known = self.unpacked.get(row)
        if known is None:
            known = self.unpacked[row] = self._unpack(row)
        return known

    def _unpack(self, row: int) -> Entry:
        terms = slice(self.bounds[row], self.bounds[row + 1])
        window = None if self.window_of[row] < 0 else self.columns.windows[self.window_of[row]]
        searched = window, Terms(self.columns.terms.ids[terms], self.columns.terms.weights[terms])
        return unpack_entry(self.rests[row], searched)


class LoadedPersons:
    """The persons asked for last, as many as have some 60,000 entries together (160 MB)."""

    _LIMIT = 60_000

    def __init__(self) -> None:
        self._persons: OrderedDict[str, LoadedPerson] = OrderedDict()

    def get(self, person: str) -> LoadedPerson | None:
        found = self._persons.get(person)
        if found is not None:
            self._persons.move_to_end(person)
        return found

    def put(self, person: str, searched: LoadedPerson) -> None:
        self._persons[person] = searched
        while len(self._persons) > 1 and sum(len(known.rests) for known in self._persons.values()) > self._LIMIT:
            self._persons.popitem(last=False)

    def drop(self, persons: Iterable[str]) -> None:
        for person in persons:
            self._persons.pop(person, None)


def stored_row(place: int, entry: Entry) -> tuple[object, ...]:
    """What is searched lies in columns of its own, the rest of the entry packed beside them."""
    return (
        entry.person.encode(),
        entry.memory.bytes,
        place,
        entry.id.bytes,
        entry.speaker.encode(),
        month_of(entry),
        [witness.encode() for witness in sorted(entry.witnesses)],
        None if entry.window is None else entry.window.astype("<f2").tobytes(),
        entry.terms.ids.astype("<u4").tobytes(),
        entry.terms.weights.astype("<f4").tobytes(),
        pack_entry(replace(entry, window=None, terms=_NO_TERMS)),
    )


def stored_entry(vector: bytes | None, terms: bytes, weights: bytes, rest: bytes) -> Entry:
    window = None if vector is None else np.frombuffer(vector, "<f2").astype(np.float32)
    return unpack_entry(rest, (window, Terms(np.frombuffer(terms, "<u4"), np.frombuffer(weights, "<f4"))))


def loaded(rows: Sequence[tuple[Any, ...]]) -> LoadedPerson:
    """The columns of rows in the order of their ids. While vectors are being made anew, most of one length count."""
    columns = zip(*rows, strict=True) if rows else [()] * 10
    memory, place, ids, speaker, month, witnesses, vector, terms, weights, rests = columns
    speakers, spoken_by = coded(map(bytes.decode, speaker))
    audiences, heard_by = coded(frozenset(map(bytes.decode, heard)) for heard in witnesses)
    [(length, _), *_] = Counter(len(half) for half in vector if half is not None).most_common(1) or [(0, 0)]
    with_window = [row for row, half in enumerate(vector) if half is not None and len(half) == length]
    halves = np.frombuffer(b"".join(vector[row] for row in with_window), "<f2")
    windows = halves.astype(np.float32).reshape(len(with_window), length // 2)
    window_of = np.full(len(rows), -1)
    window_of[with_window] = np.arange(len(with_window))
    sizes = [len(words) // 4 for words in terms]
    searched = Columns(
        months=np.array(month, np.int32),
        speakers=speakers,
        spoken_by=spoken_by,
        audiences=audiences,
        heard_by=heard_by,
        windows=windows,
        lengths=lengths_of(windows),
        with_window=np.array(with_window, np.intp),
        terms=Terms(np.frombuffer(b"".join(terms), "<u4"), np.frombuffer(b"".join(weights), "<f4")),
        term_owners=np.repeat(np.arange(len(rows)), sizes),
    )
    bounds = np.concatenate([[0], np.cumsum(sizes, dtype=np.intp)])
    return LoadedPerson(searched, bounds, window_of, ids, rests, _grouped(memory, place))


def _grouped(memories: Sequence[bytes], places: Sequence[int]) -> Mapping[bytes, Sequence[int]]:
    """The rows of each memory, by their places within it."""
    found: dict[bytes, list[int]] = {}
    for row in sorted(range(len(places)), key=places.__getitem__):
        found.setdefault(memories[row], []).append(row)
    return found
