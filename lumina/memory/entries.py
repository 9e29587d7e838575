"""Index entries by columns: hundreds are searched and scored at once, without an object each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from enum import IntFlag
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lumina.models import Matrix, Terms, Vector

Mask = NDArray[np.bool_]
Places = NDArray[np.intp]
T = TypeVar("T")

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = 1_000_000


class Flag(IntFlag):
    """What is true of an entry, as in models.Entry."""

    SUMMARY = 1
    QUESTION = 2
    FOLLOWS_QUESTION = 4
    DIGIT = 8


@dataclass(frozen=True, slots=True)
class Scene:
    """What a speaker's entries of one thread have in common: whose memory it is, who speaks, among whom, who heard it,
    and how many seconds the clocks of the place are before UTC's."""

    person: str
    speaker: str
    people: tuple[str, ...]
    witnesses: frozenset[str]
    offset: float


@dataclass(frozen=True, eq=False)
class Entries:
    """Entries as in models.Entry, a value for each in every column.

    `ids`, `memories` and `threads` are the bytes of UUIDs, `at` microseconds since 1970, `scene_of` places in `scenes`.
    `windows` (shape (k, d)) are the vectors of the entries `with_window`. Sentences, terms and words are those of all
    entries, one after the other, and their `owners` the entry of each, ascending.
    """

    ids: Sequence[bytes]
    memories: Sequence[bytes]
    threads: Sequence[bytes]
    scenes: Sequence[Scene]
    scene_of: Places
    at: NDArray[np.int64]
    flags: NDArray[np.uint32]
    windows: Matrix
    with_window: Places
    sentences: Matrix
    sentence_owners: Places
    terms: Terms
    term_owners: Places
    words: NDArray[np.uint32]
    word_owners: Places

    def __len__(self) -> int:
        return len(self.ids)

    def are(self, flag: Flag) -> Mask:
        return np.not_equal(self.flags & int(flag), 0)

    def scene(self, row: int) -> Scene:
        return self.scenes[int(self.scene_of[row])]

    def by_scene(self, tell: Callable[[Scene], T]) -> list[T]:
        """What is told of each entry's scene; each scene is looked at once."""
        told: list[T] = [tell(scene) for scene in self.scenes]
        places: list[int] = self.scene_of.tolist()
        return [told[place] for place in places]

    def moment(self, row: int) -> datetime:
        """When it was said, by the clocks of the place."""
        return moment(int(self.at[row]), self.scene(row).offset)

    @cached_property
    def months(self) -> NDArray[np.int64]:
        """Months since year 0, on the calendar of the place."""
        local = self.at + np.array(self.by_scene(lambda scene: scene.offset * _SECOND), np.int64)
        return local.astype("datetime64[us]").astype("datetime64[M]").astype(np.int64) + month_number(1970, 1)

    @cached_property
    def lengths(self) -> Vector:
        """The lengths of the windows, none of them 0."""
        return lengths_of(self.windows)

    @cached_property
    def postings(self) -> tuple[NDArray[np.uint32], Places]:
        """The ids of all terms, ascending, and their places in `terms`."""
        places = np.argsort(self.terms.ids, kind="stable")
        return self.terms.ids[places], places


def month_number(year: int, month: int) -> int:
    """Months since year 0."""
    return year * 12 + month - 1


def lengths_of(matrix: Matrix) -> Vector:
    """The rows' lengths, none of them 0."""
    return np.maximum(np.sqrt(np.vecdot(matrix, matrix)), np.finfo(np.float32).tiny)


def moment(microseconds: int, offset: float) -> datetime:
    """The moment so long after 1970, where the clocks are so many seconds before UTC's."""
    return (EPOCH + timedelta(microseconds=microseconds)).astimezone(_zone(offset))


def instant(at: datetime) -> tuple[int, float]:
    """Microseconds since 1970, and the zone's offset in seconds."""
    offset = at.utcoffset()
    if offset is None:
        raise ValueError("a moment needs its zone")
    return (at - EPOCH) // timedelta(microseconds=1), offset.total_seconds()


@lru_cache(maxsize=128)
def _zone(offset: float) -> tzinfo:
    return timezone(timedelta(seconds=offset)) if offset else UTC
