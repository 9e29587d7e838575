"""The one scorer: every candidate, from whatever tier, on the same scale (RECALL.md, "The formula")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import numpy as np

from lumina.models import Candidate, Entry, Vector
from lumina.recall.duplicates import duplicates
from lumina.recall.features import Features, Numbers, measure
from lumina.recall.question import Question
from lumina.recall.statistics import Statistics


@dataclass(frozen=True, slots=True)
class Weights:
    """What each term counts. The last three are the weak priors."""

    window: float = 0.6
    sentence: float = 0.15
    words: float = 0.65
    characters: float = 0.4
    speaker: float = 0.15
    companion: float = 0.05
    is_question: float = -0.065
    follows_question: float = 0.035
    rarest: float = 0.17
    number: float = 0.07
    period: float = 0.2
    recency: float = 0.002
    importance: float = 0.004
    archived: float = -0.004


WORDS_TRUSTED = 0.75
"""How far vectors step back where the words of the question are all found (0: not at all)."""

WITH_VECTORS = Weights()
WORDS_ONLY = Weights(words=1.0, characters=0.5)


@dataclass(frozen=True, slots=True)
class Prior:
    """What is known of a memory apart from its words: recency and importance from 0 to 1, and whether it must be dug
    out of the archive."""

    recency: float = 0.0
    importance: float = 0.0
    archived: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A candidate with its score and its ranks in each arm of each source ("longterm:sparse/speaker": 3). `parts` has
    what each term added to the score, for all candidates of a question; `row` is this one's place there. `repeats` is
    the better entry of which it is a near-duplicate."""

    candidate: Candidate
    score: float
    ranks: Mapping[str, int]
    parts: Mapping[str, Numbers]
    row: int
    repeats: UUID | None = None

    def part(self, term: str) -> float:
        """What a term added to the score."""
        return float(self.parts[term][self.row])

    @property
    def why(self) -> Mapping[str, float | int | str]:
        """What each term added and where each arm had it; terms that say nothing of any candidate are left out."""
        added = {term: round(self.part(term), 4) for term, part in self.parts.items() if part.any()}
        repeated = {} if self.repeats is None else {"duplicate_of": str(self.repeats)}
        return {**added, **self.ranks, **repeated}


def rank(
    question: Question,
    candidates: Sequence[Candidate],
    texts: Mapping[UUID, str],
    statistics: Statistics,
    vector: Vector | None,
    priors: Mapping[UUID, Prior],
) -> list[Scored]:
    """Candidates by score, best first, ties by entry id; each entry once, near-duplicates of better ones at the end.

    `texts` has the text of each entry's turn, `priors` what is known of each memory; what they lack counts nothing.
    Pure: the same arguments give the same list.
    """
    merged = _merged(candidates)
    if not merged:
        return []
    entries = [candidate.entry for candidate, _ in merged]
    said = [texts.get(entry.id, "") for entry in entries]
    parts = contributions(measure(question, entries, said, statistics, vector), vector is not None)
    parts |= _prior_parts(entries, priors)
    scores = np.round(np.sum(list(parts.values()), axis=0, dtype=np.float64), 6).tolist()
    order = sorted(range(len(entries)), key=lambda at: (-scores[at], entries[at].id.int))
    scored = [Scored(merged[at][0], scores[at], merged[at][1], parts, at) for at in order]
    return _duplicates_last(scored, duplicates([said[at] for at in order], [entries[at].speaker for at in order]))


def contributions(features: Features, has_vector: bool, weights: Weights | None = None) -> dict[str, Numbers]:
    """What each term adds to the score of each candidate. Where words answer, vectors step back."""
    weights = weights or (WITH_VECTORS if has_vector else WORDS_ONLY)
    back = (1 - WORDS_TRUSTED * min(float(features.words.max(initial=0)), 1.0)) ** 2
    return {
        "window": back * weights.window * features.window,
        "sentence": back * weights.sentence * features.sentence,
        "words": weights.words * features.words,
        "characters": weights.characters * features.characters,
        "speaker": weights.speaker * features.speaker,
        "companion": weights.companion * features.companion,
        "is_question": weights.is_question * features.is_question,
        "follows_question": weights.follows_question * features.follows_question,
        "rarest": weights.rarest * features.rarest,
        "number": weights.number * features.number,
        "period": weights.period * features.period,
    }


def _merged(candidates: Sequence[Candidate]) -> list[tuple[Candidate, dict[str, int]]]:
    """Each entry once, with its ranks in every arm of every source."""
    found: dict[UUID, tuple[Candidate, dict[str, int]]] = {}
    for candidate in candidates:
        ranks = {f"{candidate.source}:{arm}": place for arm, place in candidate.ranks.items()}
        found.setdefault(candidate.entry.id, (candidate, {}))[1].update(ranks)
    return list(found.values())


def _prior_parts(entries: Sequence[Entry], priors: Mapping[UUID, Prior]) -> dict[str, Numbers]:
    """Recency, importance and the archive, so weak that they only part what is as good as equal."""
    nothing = Prior()
    known = [priors.get(entry.memory, nothing) for entry in entries]
    weights = WITH_VECTORS
    return {
        "recency": np.array([weights.recency * prior.recency for prior in known], np.float32),
        "importance": np.array([weights.importance * prior.importance for prior in known], np.float32),
        "archived": np.array([weights.archived * prior.archived for prior in known], np.float32),
    }


def _duplicates_last(scored: Sequence[Scored], twins: Mapping[int, int]) -> list[Scored]:
    """Near-duplicates after all others, each naming the better entry that it repeats."""
    repeated = [replace(scored[at], repeats=scored[twin].candidate.entry.id) for at, twin in sorted(twins.items())]
    return [item for at, item in enumerate(scored) if at not in twins] + repeated
