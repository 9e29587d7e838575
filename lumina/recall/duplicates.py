"""Texts that say the same once more."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lumina.language.scripts import fold

SAME = 0.9
LOOKED_AT = 40
"""How far down the ranking duplicates are looked for; a pack holds fewer items."""

_BITS = 21
"""Of a character's number."""

_NONE = np.empty(0, np.uint64)


def alike(texts: Sequence[str]) -> NDArray[np.float64]:
    """How alike each two texts are by their character 3-grams (Dice's coefficient), from 0 to 1; shape (k, k)."""
    grams = [_trigrams(text) for text in texts]
    rows = np.repeat(np.arange(len(texts)), [len(one) for one in grams])
    distinct, columns = np.unique(np.concatenate([_NONE, *grams]), return_inverse=True)
    has = np.zeros((len(texts), len(distinct)), bool)
    has[rows, columns] = True
    sizes = has.sum(axis=1)
    bits = np.packbits(has, axis=1)
    common = np.bitwise_count(bits[:, np.newaxis] & bits).sum(axis=2, dtype=np.intp)
    return 2.0 * common / np.maximum(sizes[:, np.newaxis] + sizes, 1)


@lru_cache(maxsize=512)
def _trigrams(text: str) -> NDArray[np.uint64]:
    """The 3-grams of a text, folded, each as a number; its ends count as a space."""
    padded = f" {' '.join(fold(text).split())} "
    codes = np.frombuffer(padded.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    return codes[:-2] | codes[1:-1] << np.uint64(_BITS) | codes[2:] << np.uint64(2 * _BITS)


def duplicates(texts: Sequence[str], speakers: Sequence[str]) -> dict[int, int]:
    """Of ranked texts: the place of each near-duplicate (Dice of 3-grams >= 0.9, same speaker), with the place of what
    it repeats."""
    same = alike(texts[:LOOKED_AT]) >= SAME
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
