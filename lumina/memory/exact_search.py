"""Exact search over entries that are in memory: what some thousand entries need, and the yardstick of the indexes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lumina.memory.entries import Entries, Mask, lengths_of, month_number
from lumina.memory.entry_codec import entry_id, unpack_entries
from lumina.models import Arm, Cue, Found, Terms, Vector, may_see

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """Entries of one person in memory: packed by their ids, and as columns in the order of the ids."""

    packed: Mapping[bytes, bytes]
    entries: Entries

    @classmethod
    def of(cls, packed: Iterable[bytes]) -> "Kept":
        by_id = dict(sorted((entry_id(one), one) for one in packed))
        return cls(by_id, unpack_entries(by_id))

    def search(self, cue: Cue, source: str) -> Found:
        """What `arms` finds among them; `source` is the name of where they lie."""
        return Found(source, arms(self.entries, cue), self.read)

    async def read(self, ids: Sequence[bytes]) -> dict[bytes, bytes]:
        return {id_: self.packed[id_] for id_ in ids if id_ in self.packed}


def arms(entries: Entries, cue: Cue) -> dict[str, Arm]:
    """What each arm finds among entries that are in the order of their ids.

    The arms are "dense" (cosine with the window) and "sparse" (sum of idf times weight over the cue's terms), each also
    among the turns of `cue.speaker` ("dense/speaker") and of `cue.month` ("dense/month"). An arm has at most
    `cue.limit` entries of `cue.person` that `cue.viewer` may see, only those with a positive score, ties by id.
    """
    groups = _groups(entries, cue)
    scored = {"dense": _dense(entries, cue.vector), "sparse": _sparse(entries, cue.terms)}
    found = {
        way + group: _best(entries, scores, mask, cue.limit)
        for way, scores in scored.items()
        for group, mask in groups.items()
    }
    return {name: arm for name, arm in found.items() if arm.ids}


def _groups(entries: Entries, cue: Cue) -> dict[str, Mask]:
    seen = _mask(entries.by_scene(lambda scene: scene.person == cue.person and may_see(cue.viewer, scene.witnesses)))
    groups = {"": seen}
    if cue.speaker is not None:
        groups["/speaker"] = seen & _mask(entries.by_scene(lambda scene: scene.speaker == cue.speaker))
    if cue.month is not None:
        groups["/month"] = seen & (entries.months == month_number(*cue.month))
    return groups


def _mask(values: Sequence[bool]) -> Mask:
    return np.array(values, bool)


def _dense(entries: Entries, question: Vector | None) -> Scores:
    scores = np.zeros(len(entries), np.float32)
    if question is None or entries.windows.shape[1] != len(question):
        return scores
    [length] = lengths_of(question[np.newaxis])
    # The last bit of a product may depend on where in the matrix a row lies: equal is to be equal.
    cosines = np.vecdot(entries.windows, question) / (entries.lengths * length)
    scores[entries.with_window] = np.round(cosines, 6)
    return scores


def _sparse(entries: Entries, question: Terms) -> Scores:
    scores = np.zeros(len(entries))
    ids, places = entries.postings
    ends = zip(np.searchsorted(ids, question.ids), np.searchsorted(ids, question.ids, "right"), strict=True)
    for (begin, end), idf in zip(ends, question.weights, strict=True):
        found = places[begin:end]
        scores[entries.term_owners[found]] += idf * entries.terms.weights[found]
    return scores.astype(np.float32)


def _best(entries: Entries, scores: Scores, mask: Mask, limit: int) -> Arm:
    (rows,) = np.nonzero(mask & (scores > 0))
    best = rows[np.argsort(-scores[rows], kind="stable")][:limit]
    places: list[int] = best.tolist()
    return Arm([entries.ids[row] for row in places], scores[best].tolist())
