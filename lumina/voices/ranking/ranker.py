"""The ranker: how likely each line answers a question, and how likely any does. A conditional logit over the lines
(McFadden 1974), and a logistic regression over how they stand; `tools.ranker` trains both."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

from lumina.language.scripts import CJK
from lumina.voices.circle import Circle
from lumina.voices.material import Evidence
from lumina.voices.ranking.features import Features, features

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line with the chance that it answers, if any does (0 to 1)."""

    piece: Evidence
    chance: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """The lines, the likeliest first, and how likely any of them answers (0 to 1)."""

    lines: Sequence[Ranked]
    answered: float


def ranking(said: str, pieces: Sequence[Evidence], known: Circle | None = None) -> Ranking:
    """Of what was told, what answers what is asked."""
    if not pieces:
        return Ranking((), 0.0)
    weights = _weights("ja" if CJK.search(said) else "en")
    found = features(said, pieces, known)
    scores = [score(one, weights["lines"]) for one in found]
    powers = [math.exp(one - max(scores)) for one in scores]
    lines = [Ranked(piece, power / sum(powers)) for piece, power in zip(pieces, powers, strict=True)]
    return Ranking(sorted(lines, key=lambda one: -one.chance), chance_of_any(found, scores, weights["any"]))


def chance_of_any(found: Sequence[Features], scores: Sequence[float], weights: Weights) -> float:
    """How likely any of the lines of these features and scores answers."""
    return 1 / (1 + math.exp(-score(of_all(found, scores), weights)))


def score(found: Features, weights: Weights) -> float:
    """The logit of these features."""
    return sum(value * weights[name] for name, value in found.items() if value and name in weights)


def of_all(found: Sequence[Features], scores: Sequence[float]) -> Features:
    """What tells whether any line answers: how the likeliest one stands, by itself and by the others."""
    highest, second = [*sorted(scores, reverse=True), min(scores) - 3][:2]
    best = found[scores.index(highest)]
    return {
        "one": 1.0,
        "highest": highest / 3,
        "gap": min(highest - second, 3.0),
        "spread": -math.log(sum(math.exp(one - highest) for one in scores)),
        "all": math.log(len(scores)),
        "most words": max(one["words"] for one in found),
        "most soft": max(one["soft"] for one in found),
        "most weakest": max(one["weakest"] for one in found),
        "most meant": max(one["meant"] for one in found),
        **{f"best {name}": value for name, value in best.items()},
    }


@cache
def _weights(language: str) -> Mapping[str, Weights]:
    text = files("lumina.voices.ranking").joinpath(f"weights.{language}.json").read_text(encoding="utf-8")
    return cast("Mapping[str, Weights]", json.loads(text))
