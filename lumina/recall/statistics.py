"""How rare a word is for one person."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lumina.language.tokens import term_id


@dataclass(frozen=True)
class Statistics:
    """`turns` indexed turns of a person, and in how many of them each term id stands. What `frequency` does not have
    counts as never said, so it must have the terms of the question and of the candidates."""

    turns: int
    frequency: Mapping[int, int] = field(default_factory=dict[int, int])

    def idf(self, ids: NDArray[np.uint32]) -> NDArray[np.float32]:
        """ln(1 + (n - df + 0.5) / (df + 0.5)) of each id; never negative."""
        get = self.frequency.get
        df = np.fromiter((get(i, 0) for i in ids.tolist()), np.float32, len(ids))
        return np.log1p((np.maximum(self.turns - df, 0) + 0.5) / (df + 0.5)).astype(np.float32)

    def idf_of(self, word: str) -> float:
        return float(self.idf(np.array([term_id(word)], np.uint32))[0])

    @cached_property
    def highest(self) -> float:
        """The idf of a word that was never said: the highest there is."""
        return math.log1p((self.turns + 0.5) / 0.5)
