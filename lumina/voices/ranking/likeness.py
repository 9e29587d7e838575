"""How like a question lines are: by words, by the groups of words of like meaning, by parts of words, by vectors."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter

import numpy as np

from lumina.language.trained.vectors import Vectors
from lumina.voices.ranking.lines import Line

SHARED = ("words", "narrow", "wide", "parts")
BY_VECTORS = ("soft", "most", "mean", "weakest")
LIKENESSES = (*SHARED, *BY_VECTORS)
"""The share of what is asked that a line has, by how rare it is among the lines; then by vectors: how like the words
of the question their likest ones are, on the whole and at most, how like the middle of both is, and how like the word
of the question is that has the least like it."""


def likenesses(asked: Line, lines: Sequence[Line]) -> list[Mapping[str, float]]:
    """Of each line, 0 to 1 each; which is the likest of all, and by how much others fall short of it."""
    columns = {name: _shares(asked, lines, name) for name in SHARED}
    by_meaning = by_vectors(asked.vectors, [told.vectors for told in lines])
    columns |= dict(zip(BY_VECTORS, by_meaning, strict=True))
    best = {name: max(column) for name, column in columns.items()}
    found = list[Mapping[str, float]]()
    for at, told in enumerate(lines):
        own = {name: column[at] for name, column in columns.items()}
        found.append(
            {
                **own,
                **{f"{name} best": float(0 < value >= best[name]) for name, value in own.items()},
                "words*words": own["words"] ** 2,
                "some": float(own["words"] > 0),
                "many": min(len(asked.words & told.words), 3) / 3,
                "soft to best": own["soft"] - best["soft"],
                "mean to best": own["mean"] - best["mean"],
            }
        )
    return found


def _shares(asked: Line, lines: Sequence[Line], name: str) -> list[float]:
    parts = attrgetter(name)
    wanted, counts = parts(asked), Counter(one for told in lines for one in parts(told))
    weights = {one: math.log((len(lines) + 1) / (counts[one] + 0.5)) for one in wanted}
    whole = sum(weights.values())
    return [sum(weights[one] for one in wanted & parts(told)) / whole if whole > 0 else 0.0 for told in lines]


def by_vectors(asked: Vectors, lines: Sequence[Vectors]) -> Sequence[list[float]]:
    """What all lines are like says little of any."""
    if not len(asked):
        return [[0.0] * len(lines) for _ in BY_VECTORS]
    nearest = np.array([_nearest(asked, told) for told in lines])
    usual = nearest.mean(axis=0)
    weights = 1.05 - usual
    soft, most = np.vecdot(nearest, weights) / weights.sum(), (nearest - usual).max(axis=1)
    middles = np.array([_middle(told) if len(told) else np.zeros(asked.shape[1]) for told in lines])
    return soft.tolist(), most.tolist(), np.vecdot(middles, _middle(asked)).tolist(), nearest.min(axis=1).tolist()


def _nearest(asked: Vectors, told: Vectors) -> Vectors:
    """How like each word of the question the likest word of a line is."""
    return np.vecdot(asked[:, None], told[None]).max(axis=1, initial=0.0)


def _middle(vectors: Vectors) -> Vectors:
    middle = vectors.mean(axis=0)
    return middle / (np.linalg.norm(middle) + 1e-6)
