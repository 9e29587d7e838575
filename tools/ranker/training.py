"""Trains the ranker on examples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lumina.voices.ranking.features import Candidates, Features, candidates
from lumina.voices.ranking.ranker import Weights, of_all, scores_of
from tools.ranker.fitting import fit_any, fit_lines
from tools.ranker.histories import Example

FOLDS = 4
SLIGHT = 5e-3
"""Weights below this are left away."""


@dataclass(frozen=True, slots=True)
class Read:
    """An example with what the ranker sees of its lines."""

    example: Example
    candidates: Candidates


def read(examples: Sequence[Example]) -> list[Read]:
    """Those that have a line."""
    return [Read(one, candidates(one.asked, one.lines)) for one in examples if one.lines]


def train(examples: Sequence[Read]) -> Weights:
    """The weights of the lines, and of whether any answers: these by how lines stand that the others were not trained
    on, a fourth of the histories at a time."""
    found, answered = list[Features](), list[bool]()
    for fold in range(FOLDS):
        kept = [one for at, one in _by_history(examples) if at % FOLDS != fold]
        weights = _of_lines(kept)
        for one in (one for at, one in _by_history(examples) if at % FOLDS == fold):
            found.append(of_all(one.candidates.features, scores_of(one.candidates, weights)))
            answered.append(any(one.example.answers))
    return replace(_of_lines(examples), any=_rounded(fit_any(found, answered)))


def _by_history(examples: Sequence[Read]) -> list[tuple[int, Read]]:
    """Each with the number of its history."""
    numbers: dict[str, int] = {}
    return [(numbers.setdefault(one.example.history, len(numbers)), one) for one in examples]


def _of_lines(examples: Sequence[Read]) -> Weights:
    told = [one for one in examples if any(one.example.answers)]
    named, meanings = fit_lines([one.candidates for one in told], [one.example.answers for one in told])
    return Weights(_rounded(named), [round(weight, 4) for weight in meanings], any={})


def _rounded(weights: Mapping[str, float]) -> Mapping[str, float]:
    return {name: round(weight, 3) for name, weight in sorted(weights.items()) if abs(weight) >= SLIGHT}
