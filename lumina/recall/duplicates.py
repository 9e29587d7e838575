"""Texts that say the same once more."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from heapq import nsmallest

from lumina.language.scripts import fold
from lumina.language.tokens import term_id

SAME = 0.9
LOOKED_AT = 40
"""How far down the ranking duplicates are looked for; a pack holds fewer items."""

SKETCH = 8
"""3-grams (those of the lowest hash) by which near-duplicates are looked up. Of two texts that are alike by 0.9 about
six of the eight are the same; half of them must be."""


@lru_cache(maxsize=8192)
def trigrams(text: str) -> frozenset[str]:
    """The character 3-grams of a text, folded; its ends count as a space."""
    padded = f" {' '.join(fold(text).split())} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


@lru_cache(maxsize=8192)
def sketch(text: str) -> tuple[str, ...]:
    """The 3-grams with the lowest CRC-32, ties by spelling."""
    return tuple(nsmallest(SKETCH, trigrams(text), key=lambda gram: (term_id(gram), gram)))


def dice(one: str, other: str) -> float:
    """How alike two texts are by their 3-grams, from 0 to 1."""
    first, second = trigrams(one), trigrams(other)
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 0.0


def duplicates(texts: Sequence[str], speakers: Sequence[str]) -> dict[int, int]:
    """Of ranked texts: the place of each near-duplicate (Dice of 3-grams >= 0.9, same speaker), with the place of what
    it repeats."""
    found: dict[int, int] = {}
    kept: dict[tuple[str, str], list[int]] = {}
    for at, (text, speaker) in enumerate(zip(texts[:LOOKED_AT], speakers[:LOOKED_AT], strict=True)):
        keys = [(speaker, gram) for gram in sketch(text)]
        shared = Counter(place for key in keys for place in kept.get(key, ()))
        earlier = sorted(place for place, count in shared.items() if 2 * count >= len(keys))
        twin = next((place for place in earlier if dice(texts[place], text) >= SAME), None)
        if twin is not None:
            found[at] = twin
            continue
        for key in keys:
            kept.setdefault(key, []).append(at)
    return found
