"""Texts that say the same once more."""

from collections.abc import Sequence
from functools import lru_cache

from lumina.language.scripts import fold

SAME = 0.9
LENGTHS_DIFFER = 0.25
LOOKED_AT = 60
"""How far down the ranking duplicates are looked for; a pack holds fewer items."""


@lru_cache(maxsize=4096)
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
    for at, text in enumerate(texts[:LOOKED_AT]):
        earlier = kept.setdefault(speakers[at], [])
        twin = next((place for place in earlier if _alike(texts[place], text)), None)
        if twin is None:
            earlier.append(at)
        else:
            found[at] = twin
    return found


def _alike(one: str, other: str) -> bool:
    """Dice >= 0.9, looking no further where the lengths make it unlikely."""
    return abs(len(one) - len(other)) <= max(len(one), len(other)) * LENGTHS_DIFFER and dice(one, other) >= SAME
