"""How a turn is read with its neighbours, and how often a word counts (RECALL.md, "window" and "B")."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from lumina.embedding.directions import total, unit
from lumina.embedding.embedder import Passage
from lumina.models import Vector

REACH = 5
BEFORE = 0.65
AFTER = 0.5
SATURATION = 1.0
LENGTH_SHARE = 0.5


def weight(distance: int) -> float:
    """What a turn `distance` places on (negative: before) counts in the window of a turn."""
    return BEFORE**-distance if distance < 0 else AFTER**distance


def window_of(at: int, count: int) -> range:
    """The places that the window of place `at` covers in a thread of `count` turns."""
    return range(max(0, at - REACH), min(count, at + REACH + 1))


def window_vector(passages: Sequence[Passage | None], at: int) -> Vector | None:
    """The unit mean vector of a turn with its neighbours; None where none of them says anything."""
    parts = [
        weight(place - at) * passage.sum
        for place in window_of(at, len(passages))
        if (passage := passages[place]) is not None
    ]
    return unit(total(parts)) if parts else None


def window_counts(counts: Sequence[Mapping[int, int]], at: int) -> dict[int, float]:
    """How often each word stands in a turn with its neighbours."""
    total: defaultdict[int, float] = defaultdict(float)
    for place in window_of(at, len(counts)):
        share = weight(place - at)
        for word, count in counts[place].items():
            total[word] += share * count
    return total


def saturated(count: float, length: float, average: float) -> float:
    """BM25 without idf (k1 1, b 0.5): what a word counts that stands `count` times in `length` words, from 0 to 1."""
    norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / average)
    return count / (count + norm)
