"""Texts that say the same once more."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from math import ceil

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
    looked_at = texts[:LOOKED_AT]
    sets, some = [trigrams(text) for text in looked_at], [_some(trigrams(text)) for text in looked_at]
    found: dict[int, int] = {}
    kept: dict[str, list[int]] = {}
    for at, speaker in enumerate(speakers[:LOOKED_AT]):
        earlier = kept.setdefault(speaker, [])
        like = (place for place in earlier if not sets[place].isdisjoint(some[at]))
        twin = next((place for place in like if dice(texts[place], texts[at]) >= SAME), None)
        if twin is None:
            earlier.append(at)
        else:
            found[at] = twin
    return found


def _some(grams: frozenset[str]) -> tuple[str, ...]:
    """So many of m that a set as alike as 0.9 has one of them: its like shares SAME / (2 - SAME) · m at least."""
    return tuple(islice(grams, len(grams) - ceil(SAME / (2 - SAME) * len(grams)) + 1))
