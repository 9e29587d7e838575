"""The port of embedders."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from lumina.models import Matrix, Vector


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """What an embedder makes of one text: `sum` is the vector that windows are summed from (not normalised; its length
    says how much the text holds), `sentences` the unit vectors of its sentences, shape (k, d), k >= 1."""

    sum: Vector
    sentences: Matrix


class Embedder(Protocol):
    """Turns text into vectors. Where it does not know the language of a text it says nothing (None), and words
    alone count.

    `identity` names model and version: vectors of different identities never meet.
    """

    @property
    def identity(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def passages(self, texts: Sequence[str]) -> list[Passage | None]:
        """One for each text, in order. The constant direction that all texts share is already removed."""
        ...

    async def question(self, text: str, idf: Callable[[str], float]) -> Vector | None:
        """The unit vector of a question; `idf` weighs its words by how rare they are for the person."""
        ...
