"""The one scorer: every candidate, from whatever tier, on the same scale (RECALL.md, "The formula")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

import numpy as np

from lumina.memory.entries import Entries
from lumina.models import Vector
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
    time: float = 0.08
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


@dataclass(frozen=True, eq=False)
class Ranking:
    """Entries in their order: `rows` are their places in the columns, best first, near-duplicates of better ones at the
    end. `scores` and, for each term, `parts` (what it added) have a value for every entry; `repeats` are the
    near-duplicates, each with the better entry that it repeats."""

    entries: Entries
    rows: Sequence[int]
    scores: Sequence[float]
    parts: Mapping[str, Numbers]
    repeats: Mapping[int, int]

    def why(self, row: int) -> Mapping[str, float | str]:
        """What each term added; terms that say nothing of any entry are left out."""
        added: dict[str, float | str] = {term: round(float(self.parts[term][row]), 4) for term in self._telling}
        if row in self.repeats:
            added["duplicate_of"] = str(UUID(bytes=self.entries.ids[self.repeats[row]]))
        return added

    @cached_property
    def _telling(self) -> Sequence[str]:
        return [term for term, part in self.parts.items() if part.any()]


def rank(
    question: Question,
    entries: Entries,
    texts: Sequence[str],
    statistics: Statistics,
    vector: Vector | None,
    priors: Mapping[bytes, Prior],
) -> Ranking:
    """Distinct entries by score, best first, ties by id, near-duplicates of better ones at the end.

    `texts` has the text of each turn ("" for a summary), `priors` what is known of each memory, by the bytes of its id;
    what it lacks counts nothing. Pure: the same arguments give the same ranking.
    """
    parts = contributions(measure(question, entries, texts, statistics, vector), vector is not None)
    parts |= _prior_parts(entries, priors)
    scores: list[float] = np.round(np.sum(list(parts.values()), axis=0, dtype=np.float64), 6).tolist()
    order = sorted(range(len(entries)), key=lambda row: (-scores[row], entries.ids[row]))
    speakers = entries.by_scene(lambda scene: scene.speaker)
    twins = duplicates([texts[row] for row in order], [speakers[row] for row in order])
    repeats = {order[at]: order[twin] for at, twin in sorted(twins.items())}
    return Ranking(entries, [*(row for row in order if row not in repeats), *repeats], scores, parts, repeats)


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
        "time": weights.time * features.time,
        "period": weights.period * features.period,
    }


def _prior_parts(entries: Entries, priors: Mapping[bytes, Prior]) -> dict[str, Numbers]:
    """Recency, importance and the archive, so weak that they only part what is as good as equal."""
    nothing = Prior()
    known = [priors.get(memory, nothing) for memory in entries.memories]
    weights = WITH_VECTORS
    return {
        "recency": np.array([weights.recency * prior.recency for prior in known], np.float32),
        "importance": np.array([weights.importance * prior.importance for prior in known], np.float32),
        "archived": np.array([weights.archived * prior.archived for prior in known], np.float32),
    }
