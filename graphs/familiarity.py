"""How what is distilled stands to what its person said before, and to what is distilled together with it."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphs.flush import Familiarity, Segment
from lumina.distil.distillate import Distillate
from lumina.language.tokens import analyse, term_id
from lumina.recall.statistics import Statistics


def one_by_one(
    segments: Sequence[Segment],
    distillates: Sequence[Distillate],
    statistics: Statistics,
    mentions: Mapping[str, int],
) -> list[Familiarity]:
    """The standing of each once those before it are stored, so that it does not matter which are flushed together.

    `statistics` must have the terms of all keywords, `mentions` all concepts that are known so far.
    """
    turns, frequency, known = statistics.turns, Counter(statistics.frequency), Counter(mentions)
    standings: list[Familiarity] = []
    for segment, distillate in zip(segments, distillates, strict=True):
        standings.append(_standing(distillate, Statistics(turns, frequency), known))
        turns += len(segment.turns)
        frequency.update(segment.terms)
        known.update(set(distillate.concepts))
    return standings


def keyword_terms(keywords: Sequence[str]) -> NDArray[np.uint32]:
    """The ids of the words of keywords, ascending, distinct."""
    return np.array(sorted({term_id(word) for keyword in keywords for word in analyse(keyword).words}), np.uint32)


def _standing(distillate: Distillate, statistics: Statistics, known: Mapping[str, int]) -> Familiarity:
    mentioned = {concept: known[concept] for concept in distillate.concepts if concept in known}
    idfs = tuple(statistics.idf(keyword_terms(distillate.keywords)).tolist())
    return Familiarity(idfs, statistics.highest, frozenset(mentioned), max(mentioned.values(), default=0))
