"""Short vectors of words, by which words are alike in meaning: `tools.ranker.vectors` made them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


def vectors_of(words: Iterable[Sequence[str]], language: str) -> Vectors:
    """A row of length 1 for each word that has one; a word is given in its forms, of which the first that is known
    counts."""
    rows, vectors = rows_of_words(language), _vectors(language)
    found = (next((rows[form] for form in forms if form in rows), None) for forms in words)
    return vectors[[row for row in found if row is not None]]


def has_vector(word: str, language: str) -> bool:
    """Whether a folded word is one of those that have one: a common word, or a common name."""
    return word in rows_of_words(language)


@cache
def rows_of_words(language: str) -> Mapping[str, int]:
    """By word. Words on one line of the file have one vector."""
    text = files("lumina.language.trained").joinpath(f"vectors.{language}.txt").read_text(encoding="utf-8")
    return {word: row for row, line in enumerate(text.splitlines()) for word in line.split()}


@cache
def _vectors(language: str) -> Vectors:
    with as_file(files("lumina.language.trained").joinpath(f"vectors.{language}.npy")) as file:
        vectors = np.load(file).astype(np.float32)
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6)
