"""A tiny encoder for tests: every word has a direction of its own, made from the encoder's name."""

from collections.abc import Callable, Sequence
from hashlib import blake2b

import numpy as np

from lumina.embedding.calibration import Calibration
from lumina.embedding.embedder import Passage
from lumina.embedding.opening import CalibratedEmbedder
from lumina.language.tokens import analyse
from lumina.models import Vector


class WordEncoder:
    """Knows every language. The first dimension is that of the direction that all texts share: it stays 0."""

    inline = 1_000

    def __init__(self, name: str, dimensions: int) -> None:
        self.identity = f"words/{name}"
        self.dimensions = dimensions

    def passages(self, texts: Sequence[str]) -> list[Passage | None]:
        vectors = [self._sum(text) for text in texts]
        return [None if vector is None else Passage(vector, vector[np.newaxis]) for vector in vectors]

    def question(self, text: str, idf: Callable[[str], float]) -> Vector | None:
        return self._sum(text)

    def _sum(self, text: str) -> Vector | None:
        words = analyse(text).words
        return np.ones(len(words), np.float32) @ np.stack([self._of(word) for word in words]) if words else None

    def _of(self, word: str) -> Vector:
        seed = int.from_bytes(blake2b(f"{self.identity}/{word}".encode(), digest_size=8).digest())
        vector = np.random.default_rng(seed).standard_normal(self.dimensions).astype(np.float32)
        vector[0] = 0
        return vector


def word_embedder(name: str, dimensions: int) -> CalibratedEmbedder:
    shared = np.zeros(dimensions, np.float32)
    shared[0] = 1
    return CalibratedEmbedder(WordEncoder(name, dimensions), Calibration(shared, {"ja": 0.0, "en": 0.0}))
