"""Exact search over entries that are in memory: what some thousand entries need, and the yardstick of the indexes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from lumina.models import Cue, Entry, Matrix, Places, Terms, Vector, may_see

Scores = NDArray[np.float32]
Mask = NDArray[np.bool_]
T = TypeVar("T")
Key = TypeVar("Key", int, UUID)


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What is searched of one person's entries, by columns, in the order of the entries' ids.

    `months` (since year 0), `spoken_by` (places in `speakers`) and `heard_by` (places in `audiences`) have a value for
    each entry. `windows` (shape (k, d)) are the vectors of the entries `with_window`, `lengths` their lengths. `terms`
    are those of all entries, one after the other, and `term_owners` the entry of each.
    """

    months: NDArray[np.int32]
    speakers: Sequence[str]
    spoken_by: NDArray[np.intp]
    audiences: Sequence[frozenset[str]]
    heard_by: NDArray[np.intp]
    windows: Matrix
    lengths: Vector
    with_window: NDArray[np.intp]
    terms: Terms
    term_owners: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.months)


def month_of(entry: Entry) -> int:
    """Months since year 0 on the calendar of the place where it was said."""
    return month_number(entry.at.year, entry.at.month)


def month_number(year: int, month: int) -> int:
    return year * 12 + month - 1


def coded(values: Iterable[T]) -> tuple[list[T], NDArray[np.intp]]:
    """The distinct values, and the place among them of each value."""
    places: dict[T, int] = {}
    codes = [places.setdefault(value, len(places)) for value in values]
    return list(places), np.array(codes, np.intp)


def columns_of(entries: Sequence[Entry], dimensions: int) -> Columns:
    """The columns of entries that are in the order of their ids; vectors of other dimensions are left out."""
    speakers, spoken_by = coded(entry.speaker for entry in entries)
    audiences, heard_by = coded(entry.witnesses for entry in entries)
    windows = [(row, entry.window) for row, entry in enumerate(entries) if entry.window is not None]
    windows = [(row, window) for row, window in windows if len(window) == dimensions]
    matrix = np.stack([window for _, window in windows]) if windows else np.empty((0, 0), np.float32)
    sizes = [len(entry.terms.ids) for entry in entries]
    return Columns(
        months=np.array([month_of(entry) for entry in entries], np.int32),
        speakers=speakers,
        spoken_by=spoken_by,
        audiences=audiences,
        heard_by=heard_by,
        windows=matrix,
        lengths=lengths_of(matrix),
        with_window=np.array([row for row, _ in windows], np.intp),
        terms=Terms(
            np.concatenate([np.empty(0, np.uint32), *(entry.terms.ids for entry in entries)]),
            np.concatenate([np.empty(0, np.float32), *(entry.terms.weights for entry in entries)]),
        ),
        term_owners=np.repeat(np.arange(len(entries)), sizes),
    )


def lengths_of(matrix: Matrix) -> Vector:
    """The rows' lengths, none of them 0."""
    return np.maximum(np.sqrt(np.vecdot(matrix, matrix)), np.finfo(np.float32).tiny)


def search_entries(entries: Iterable[Entry], cue: Cue) -> list[tuple[Entry, Places]]:
    """The entries of `cue.person` that `cue.viewer` may see and an arm ranks, with their places; see `ranked`."""
    rows = sorted((entry for entry in entries if entry.person == cue.person), key=lambda entry: entry.id.int)
    if not rows:
        return []
    columns = columns_of(rows, 0 if cue.vector is None else len(cue.vector))
    return [(rows[row], places) for row, places in ranked(columns, cue)]


def ranked(columns: Columns, cue: Cue) -> list[tuple[int, Places]]:
    """The rows that `cue.viewer` may see and an arm ranks, with their places: the best rank first, ties by id.

    The arms are "dense" (cosine with the window) and "sparse" (sum of idf times weight over the cue's terms), each also
    among the turns of `cue.speaker` ("dense/speaker") and of `cue.month` ("dense/month"). An arm ranks at most
    `cue.limit` entries, only those with a positive score, ties by id.
    """
    arms: dict[str, list[tuple[int, float]]] = {}
    groups = _groups(columns, cue)
    for arm, scores in (("dense", _dense(columns, cue.vector)), ("sparse", _sparse(columns, cue.terms))):
        for group, mask in groups.items():
            rows = _best(scores, mask, cue.limit)
            arms[arm + group] = list(zip(rows.tolist(), scores[rows].tolist(), strict=True))
    return by_best_rank(arms)


def by_best_rank(arms: dict[str, list[tuple[Key, float]]]) -> list[tuple[Key, Places]]:
    """What each arm has, best first, as places of each: the best rank first, ties by key."""
    found: dict[Key, tuple[dict[str, int], dict[str, float]]] = {}
    for arm, best in arms.items():
        for rank, (key, score) in enumerate(best, 1):
            ranks, scores = found.get(key) or found.setdefault(key, ({}, {}))
            ranks[arm] = rank
            scores[arm] = score
    ordered = sorted((min(ranks.values()), key) for key, (ranks, _) in found.items())
    return [(key, Places(*found[key])) for _, key in ordered]


def _groups(columns: Columns, cue: Cue) -> dict[str, Mask]:
    seen = np.array([may_see(cue.viewer, audience) for audience in columns.audiences], bool)[columns.heard_by]
    groups = {"": seen}
    if cue.speaker is not None:
        asked_for = columns.speakers.index(cue.speaker) if cue.speaker in columns.speakers else -1
        groups["/speaker"] = seen & (columns.spoken_by == asked_for)
    if cue.month is not None:
        groups["/month"] = seen & (columns.months == month_number(*cue.month))
    return groups


def _dense(columns: Columns, question: Vector | None) -> Scores:
    scores = np.zeros(len(columns), np.float32)
    if question is None or columns.windows.shape[1] != len(question):
        return scores
    [length] = lengths_of(question[np.newaxis])
    # vecdot keeps to this thread; the threads of a matrix product wait for each other where cores are busy (0.7 ms to
    # 16, measured). The last bit of a product may depend on where in the matrix a row lies: equal is to be equal.
    cosines = np.vecdot(columns.windows, question) / (columns.lengths * length)
    scores[columns.with_window] = np.round(cosines, 6)
    return scores


def _sparse(columns: Columns, question: Terms) -> Scores:
    scores = np.zeros(len(columns))
    for term, idf in zip(question.ids, question.weights, strict=True):
        (found,) = np.nonzero(columns.terms.ids == term)
        scores[columns.term_owners[found]] += idf * columns.terms.weights[found]
    return scores.astype(np.float32)


def _best(scores: Scores, mask: Mask, limit: int) -> NDArray[np.intp]:
    (rows,) = np.nonzero(mask & (scores > 0))
    return rows[np.argsort(-scores[rows], kind="stable")][:limit]
