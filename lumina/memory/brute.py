"""Exact search over entries that are in memory: what a few hundred entries need, and the yardstick of the indexes."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from lumina.models import Cue, Entry, Terms, Vector, may_see

Scores = NDArray[np.float64]
Mask = NDArray[np.bool_]


def month_of(entry: Entry) -> tuple[int, int]:
    """Year and month on the calendar of the place where it was said."""
    return entry.at.year, entry.at.month


def search_entries(entries: Iterable[Entry], cue: Cue) -> list[tuple[Entry, dict[str, int]]]:
    """The entries of `cue.person` that `cue.viewer` may see and an arm ranks, with their ranks from 1; the best rank
    first, ties by id.

    The arms are "dense" (cosine with the window) and "sparse" (sum of idf times weight over the cue's terms), each also
    among the turns of `cue.speaker` ("dense/speaker") and of `cue.month` ("dense/month"). An arm ranks at most
    `cue.limit` entries, only those with a positive score, ties by id.
    """
    rows = sorted(
        (entry for entry in entries if entry.person == cue.person and may_see(cue.viewer, entry.witnesses)),
        key=lambda entry: entry.id.int,
    )
    if not rows:
        return []
    ranks: dict[int, dict[str, int]] = {}
    groups = _groups(rows, cue)
    for arm, scores in (("dense", _dense(rows, cue.vector)), ("sparse", _sparse(rows, cue.terms))):
        for group, mask in groups.items():
            for rank, row in enumerate(_best(scores, mask, cue.limit), 1):
                ranks.setdefault(row, {})[arm + group] = rank
    return [(rows[row], ranks[row]) for row in sorted(ranks, key=lambda row: (min(ranks[row].values()), row))]


def _groups(rows: Sequence[Entry], cue: Cue) -> dict[str, Mask]:
    groups = {"": np.ones(len(rows), bool)}
    if cue.speaker is not None:
        groups["/speaker"] = np.array([entry.speaker == cue.speaker for entry in rows])
    if cue.month is not None:
        groups["/month"] = np.array([month_of(entry) == cue.month for entry in rows])
    return groups


def _dense(rows: Sequence[Entry], question: Vector | None) -> Scores:
    scores = np.zeros(len(rows))
    windows = [(row, entry.window) for row, entry in enumerate(rows) if entry.window is not None]
    if question is None or not windows:
        return scores
    matrix = np.stack([window for _, window in windows])
    lengths = np.linalg.norm(matrix, axis=1) * np.linalg.norm(question)
    scores[[row for row, _ in windows]] = (matrix @ question) / np.maximum(lengths, np.finfo(np.float32).tiny)
    return scores


def _sparse(rows: Sequence[Entry], question: Terms) -> Scores:
    if not len(question.ids):
        return np.zeros(len(rows))
    ids = np.concatenate([entry.terms.ids for entry in rows])
    owners = np.repeat(np.arange(len(rows)), [len(entry.terms.ids) for entry in rows])
    weights = np.concatenate([entry.terms.weights for entry in rows])
    places = np.minimum(np.searchsorted(question.ids, ids), len(question.ids) - 1)
    found = question.ids[places] == ids
    products = weights[found] * question.weights[places[found]]
    return np.bincount(owners[found], products, len(rows)).astype(np.float64)


def _best(scores: Scores, mask: Mask, limit: int) -> list[int]:
    (rows,) = np.nonzero(mask & (scores > 0))
    return rows[np.argsort(-scores[rows], kind="stable")][:limit].tolist()
