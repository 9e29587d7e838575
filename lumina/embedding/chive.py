"""The default encoder: frequency-weighted sums of chiVe word vectors. Japanese only, nothing downloaded."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from lumina.embedding.embedder import Passage
from lumina.embedding.word_vectors import WordVectors, open_word_vectors, version
from lumina.language.tokens import Word, analyse
from lumina.models import Vector

PASSAGE_POWER = 1.25
QUESTION_POWER = 0.5


class ChiveEncoder:
    """A turn is Σ zipf^1.25 v over its content words, a question Σ idf zipf^0.5 v, with
    zipf = ln(10 + row) / ln 20000 (RECALL.md), so a turn's vector never changes. It says nothing where the text is
    not Japanese, or where it knows no word of it."""

    inline = 64

    def __init__(self, vectors: WordVectors, identity: str) -> None:
        self._vectors = vectors
        self.identity = identity

    def passages(self, texts: Sequence[str]) -> list[Passage | None]:
        return [self._passage(text) for text in texts]

    def question(self, text: str, idf: Callable[[str], float]) -> Vector | None:
        return self._sum(text, lambda word, rank: idf(word.normal) * rank**QUESTION_POWER)

    def _passage(self, text: str) -> Passage | None:
        total = self._sum(text, lambda _, rank: rank**PASSAGE_POWER)
        return None if total is None else Passage(total, total[np.newaxis])

    def _sum(self, text: str, weigh: Callable[[Word, float], float]) -> Vector | None:
        analysis = analyse(text)
        if analysis.language != "ja":
            return None
        known = [(word, row) for word in analysis.content if (row := self._vectors.row(*word.forms)) is not None]
        if not known:
            return None
        weights = np.array([weigh(word, zipf(row)) for word, row in known], np.float32)
        vectors = self._vectors.of([row for _, row in known])
        return (weights[:, np.newaxis] * vectors).sum(axis=0) if weights.any() else None


def zipf(row: int) -> float:
    """How rare the word of a row is, from .23 (the most frequent) to 1."""
    return math.log(10 + row) / math.log(20_000)


def open_chive(cache: Path) -> ChiveEncoder:
    """Open the vectors of the package `ja-ginza`. Raises BadSetting where it is missing."""
    return ChiveEncoder(open_word_vectors(cache), f"chive/{version()}")
