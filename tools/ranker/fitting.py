"""Fits the two models of the ranker: L-BFGS (Liu and Nocedal 1989) over what is minus the logarithm of how likely the
corpus is, with the square of the weights (L2)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from lumina.voices.ranking.features import Features

Floats = NDArray[np.float64]
Loss = Callable[[Floats], tuple[float, Floats]]

L2 = 5.0
LEAST = 4
"""Lines that have a feature, for it to count."""
ROUNDS, KEPT, HALVINGS, ENOUGH = 300, 10, 20, 1e-5


def fit_lines(found: Sequence[Sequence[Features]], answers: Sequence[Sequence[bool]]) -> Mapping[str, float]:
    """The weights with which each line that answers is the likeliest of its question. Every question has one."""
    names, table = _table([one for lines in found for one in lines])
    sizes = [len(lines) for lines in found]
    starts, owner = np.cumsum([0, *sizes[:-1]]), np.repeat(np.arange(len(sizes)), sizes)
    right = np.array([float(one) for lines in answers for one in lines])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = table @ weights
        powers = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        chances = powers / np.add.reduceat(powers, starts)[owner]
        hits = np.add.reduceat(chances * right, starts)
        gradient = table.T @ (chances - chances * right / hits[owner])
        return float(-np.log(hits).sum() + L2 / 2 * weights @ weights), gradient + L2 * weights

    return dict(zip(names, minimised(loss, np.zeros(len(names))).tolist(), strict=True))


def fit_any(found: Sequence[Features], answered: Sequence[bool]) -> Mapping[str, float]:
    """The weights by which a question is answered by any of its lines; its constant ("one") is free."""
    names, table = _table(found)
    held = np.array([0.0 if name == "one" else L2 for name in names])
    right = np.array(answered, dtype=float)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = table @ weights
        costs = np.logaddexp(0, scores) - right * scores
        gradient = table.T @ (1 / (1 + np.exp(-scores)) - right)
        return float(costs.sum() + held @ weights**2 / 2), gradient + held * weights

    return dict(zip(names, minimised(loss, np.zeros(len(names))).tolist(), strict=True))


def _table(found: Sequence[Features]) -> tuple[list[str], Floats]:
    counts = Counter(name for one in found for name, value in one.items() if value)
    names = sorted(name for name, count in counts.items() if count >= LEAST)
    column = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(found), len(names)))
    for row, one in enumerate(found):
        for name, value in one.items():
            if name in column:
                table[row, column[name]] = value
    return names, table


def minimised(loss: Loss, start: Floats) -> Floats:
    """Where a convex loss is least; it tells how much it is somewhere, and its gradient."""
    at, (cost, slope) = start, loss(start)
    steps = list[tuple[Floats, Floats]]()
    for _ in range(ROUNDS):
        way = -_turned(slope, steps)
        length = 1.0
        for _ in range(HALVINGS):
            new_cost, new_slope = loss(at + length * way)
            if new_cost <= cost + 1e-4 * length * slope @ way:
                break
            length /= 2
        else:
            return at
        step, bend = length * way, new_slope - slope
        steps = [*steps, (step, bend)][-KEPT:] if step @ bend > 1e-9 else steps
        at, slope = at + step, new_slope
        if abs(cost - new_cost) < ENOUGH * abs(cost):
            return at
        cost = new_cost
    return at


def _turned(slope: Floats, steps: Sequence[tuple[Floats, Floats]]) -> Floats:
    """The slope by the inverse of the curvature that the last steps showed (the two loops of L-BFGS)."""
    turned, shares = slope.copy(), list[float]()
    for step, bend in reversed(steps):
        shares.append(float(step @ turned / (bend @ step)))
        turned -= shares[-1] * bend
    if steps:
        turned *= steps[-1][0] @ steps[-1][1] / (steps[-1][1] @ steps[-1][1])
    else:
        turned /= max(1.0, float(np.linalg.norm(slope)))
    for (step, bend), share in zip(steps, reversed(shares), strict=True):
        turned += (share - bend @ turned / (bend @ step)) * step
    return turned
