"""What distillation makes of turns, and the port of whoever does it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from lumina.distil.claims.model_answer import ClaimsAnswer
from lumina.models import Turn

KEYWORDS = 10
CONCEPTS = 12


@dataclass(frozen=True, slots=True)
class Distillate:
    """What is kept of some turns.

    `summary` says who said what; `keywords` (at most 10) come with the weightiest first, `concepts` (at most 12,
    normalised so that variants meet) in the order of their appearance; `valence` is the emotion of the person from -1
    to 1; `language` is "ja" or "en". `by` names the way that was taken, `remark` why the model was not;
    `claims` are what the model claims of the turns, where it was taken and did.
    """

    summary: str
    keywords: tuple[str, ...]
    concepts: tuple[str, ...]
    valence: float
    language: str
    by: Literal["model", "offline"]
    remark: str = ""
    claims: ClaimsAnswer | None = None


class Distiller(Protocol):
    """Makes a memory's content of turns, and sees nothing else: what was recalled is not learnt again."""

    @property
    def together(self) -> int:
        """How many memories may be distilled before they are stored: a kill costs that work again."""
        ...

    async def distil(self, turns: Sequence[Turn]) -> Distillate:
        """Never fails for want of a model, and drops nothing in silence: the remark says what was done without."""
        ...
