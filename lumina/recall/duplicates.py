"""Texts that say the same once more."""

from collections.abc import Sequence
from functools import lru_cache

from lumina.language.scripts import fold

SAME = 0.9
LOOKED_AT = 40
"""How far down the ranking duplicates are looked for; a pack holds fewer items."""


@lru_cache(maxsize=8192)
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
    found: dict[int, int] = {}
    kept: dict[str, list[int]] = {}
    for at, (text, speaker) in enumerate(zip(texts[:LOOKED_AT], speakers[:LOOKED_AT], strict=True)):
        earlier = kept.setdefault(speaker, [])
        twin = next((place for place in earlier if _same(texts[place], text)), None)
        if twin is None:
            earlier.append(at)
        else:
            found[at] = twin
    return found


def _same(one: str, other: str) -> bool:
    """Dice of sets of m and n is at most 2·min(m, n)/(m + n): most pairs need no look into them."""
    first, second = len(trigrams(one)), len(trigrams(other))
    return 2 * min(first, second) >= SAME * (first + second) and dice(one, other) >= SAME
