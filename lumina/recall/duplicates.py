"""Texts that say the same once more."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lumina.language.scripts import fold

SAME = 0.9
LOOKED_AT = 40
"""How far down the ranking duplicates are looked for; a pack holds fewer items."""


@lru_cache(maxsize=512)
def trigrams(text: str) -> frozenset[str]:
    """The character 3-grams of a text, folded; its ends count as a space."""
    padded = f" {' '.join(fold(text).split())} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


def dice(one: str, other: str) -> float:
    """How alike two texts are by their 3-grams, from 0 to 1."""
    first, second = trigrams(one), trigrams(other)
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 0.0


def duplicates(texts: Sequence[str], speakers: Sequence[str]) -> dict[int, int]:
    """Of ranked texts: the place of each near-duplicate (Dice of 3-grams >= 0.9, same speaker), with the place of what
    it repeats."""
    same = _alike([trigrams(text) for text in texts[:LOOKED_AT]]) >= SAME
    found: dict[int, int] = {}
    kept: dict[str, list[int]] = {}
    for at, speaker in enumerate(speakers[:LOOKED_AT]):
        earlier = kept.setdefault(speaker, [])
        twin = next((place for place in earlier if same[place, at]), None)
        if twin is None:
            earlier.append(at)
        else:
            found[at] = twin
    return found


def _alike(sets: Sequence[frozenset[str]]) -> NDArray[np.float64]:
    """How alike each two are, as dice() says: the sets as rows of ones, and what rows have in common as a product."""
    places: dict[str, int] = {}
    columns = [places.setdefault(gram, len(places)) for grams in sets for gram in grams]
    sizes = np.array([len(grams) for grams in sets], np.intp)
    ones = np.zeros((len(sets), len(places)), np.float32)
    ones[np.repeat(np.arange(len(sets)), sizes), columns] = 1
    return 2.0 * (ones @ ones.T) / np.maximum(sizes[:, np.newaxis] + sizes, 1)
