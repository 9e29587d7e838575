"""Of whom hardly anything was told: what comes nearest is held out rather than denied; and what must have been told of
for an answer."""

import re
from collections.abc import Sequence
from typing import Final

from lumina.language.acts import LIKELY, does
from lumina.language.scripts import CJK, fold
from lumina.language.trained.wants import Want, wants
from lumina.voices.circle import BEASTS
from lumina.voices.material import Evidence
from lumina.voices.ranking.whose import whose

LITTLE: Final = 6
HELD_OUT: Final = 2
RATHER: Final = 0.5
"""Lines that a person has told: of so few the likeliest is held out rather than that anything was told denied; and so
many of them, where it is less likely than this."""


LOOSELY: Final = frozenset({"friend", "colleague", "boss", "teacher", "neighbour", "flatmate"})
"""What somebody, or a tortoise, may be called in passing."""

OLD_ONE: Final = re.compile(r"\bthe old (?:girl|boy|lad|lady)\b")
"""What people call a thing of theirs that they are fond of, over folded text."""


def is_of_little(said: str, own: Sequence[Evidence]) -> bool:
    """Whether an English question is for the person's own, of whom hardly anything was told: then what comes nearest is
    held out."""
    if CJK.search(said) or len(own) > LITTLE:
        return False
    return whose(said).own or wants(said)[Want.ASK] >= LIKELY


def wants_to_be_met(said: str, own: Sequence[Evidence]) -> bool:
    """Whether nothing answers a question but what speaks of what it asks for: it is a mere yes or no, or of somebody of
    whom nothing was told."""
    unheard = _whom_it_needs(said, own)
    unheard = bool(unheard) and not any(unheard & whose(piece["text"]).relations for piece in own)
    return unheard or does("yes_no", said)


def _whom_it_needs(said: str, own: Sequence[Evidence]) -> frozenset[str]:
    """Those by what they are to the person who must have been spoken of, for a question to be answered: no beast in
    English, which has many names; nor, where hardly anything was told, whoever may only be called a friend."""
    asked = whose(said).relations
    if CJK.search(said):
        return asked
    if OLD_ONE.search(fold(said)):
        return frozenset()
    return asked - BEASTS - (LOOSELY if len(own) <= LITTLE else frozenset())
