"""Trains the ranker on examples."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from lumina.voices.ranking.features import Features, features
from lumina.voices.ranking.meaning import Tables
from lumina.voices.ranking.ranker import Weights, of_all, score
from tools.ranker.fitting import fit_any, fit_lines
from tools.ranker.histories import Example

FOLDS = 4
SLIGHT = 5e-3
"""Weights below this are left away."""


@dataclass(frozen=True, slots=True)
class Read:
    """An example with the features of its lines."""

    example: Example
    features: Sequence[Features]


def read(examples: Iterable[Example], of_author: Callable[[str], Tables] | None = None) -> list[Read]:
    """Those that have a line; by which tables of what words mean, if not by ours, depends on the author."""
    told = (one for one in examples if one.lines)
    return [Read(one, features(one.asked, one.lines, table=of_author and of_author(one.author))) for one in told]


def train(examples: Sequence[Read]) -> Mapping[str, Weights]:
    """The weights of the lines, and of whether any answers: these by how lines stand that the others were not trained
    on, a fourth of the histories at a time."""
    found, answered = list[Features](), list[bool]()
    for fold in range(FOLDS):
        kept = [one for at, one in _by_history(examples) if at % FOLDS != fold]
        weights = _of_lines(kept)
        for one in (one for at, one in _by_history(examples) if at % FOLDS == fold):
            found.append(of_all(one.features, [score(each, weights) for each in one.features]))
            answered.append(any(one.example.answers))
    return {"lines": _rounded(_of_lines(examples)), "any": _rounded(fit_any(found, answered))}


def _by_history(examples: Sequence[Read]) -> list[tuple[int, Read]]:
    """Each with the number of its history."""
    numbers: dict[str, int] = {}
    return [(numbers.setdefault(one.example.history, len(numbers)), one) for one in examples]


def _of_lines(examples: Sequence[Read]) -> Weights:
    told = [one for one in examples if any(one.example.answers)]
    return fit_lines([one.features for one in told], [one.example.answers for one in told])


def _rounded(weights: Weights) -> Weights:
    return {name: round(weight, 3) for name, weight in sorted(weights.items()) if abs(weight) >= SLIGHT}
