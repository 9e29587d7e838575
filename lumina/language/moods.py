"""What a talk feels like: what was grieved over goes on until something else is told, or good news comes."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from lumina.language.acts import LAUGHTER, TEARS, Mood, asks, does, last_of, mood, smalltalk
from lumina.language.concepts import concepts
from lumina.language.tokens import fold

REMEMBERED_LINES = 6
"""So many of the person's lines back, what was heavy weighs on the talk."""

Feeling = Literal["", "joy", "relief", "hardship", "fun"]

STAYS = frozenset({"nods", "thanked", "calls", "consoles", "encourages", "forgives", "opines", "entertains"})
"""Small talk in which what was felt goes on."""


def feeling(said: str) -> Feeling:
    """What a statement that is not heavy carries: of joy and hardship in one, what is told last."""
    if does("joy", said) or does("relief", said):
        good = max(last_of("joy", said), last_of("relief", said))
        if good > last_of("hardship", said):
            return "relief" if does("relief", said) else "joy"
    if LAUGHTER.search(fold(said)) or does("funny", said):
        return "fun"
    return "hardship" if does("hardship", said) and not does("dislikes", said) else ""


def lasting_mood(said: str, before: Sequence[str]) -> Mood:
    """The mood of a talk. Danger and violence outlast every other line. Grief and sorrow go on in what speaks of the
    same, and end with good news, laughter, or another subject; one line that may be either is still listened to, but
    not mourned over. Tears at good news are of joy."""
    felt, about, is_astray = Mood.LIGHT, set[str](), False
    for earlier, text in pairwise(("", *before, said)):
        own = mood(TEARS.sub("", fold(text)) if feeling(earlier) == "joy" else text)
        if own is not Mood.LIGHT or felt >= Mood.VIOLENCE:
            felt, is_astray = max(felt, own), False
        elif felt is not Mood.LIGHT and not _goes_on(text, about):
            felt, is_astray = (Mood.LIGHT if is_astray or _is_over(text) else Mood.SORROW), True
        if felt is not Mood.LIGHT and not is_astray:
            about.update(concepts(text))
    return felt


def _goes_on(text: str, about: set[str]) -> bool:
    """Whether a line that is not heavy itself is of what was."""
    if feeling(text) in ("joy", "relief", "fun"):
        return False
    kind = smalltalk(text)
    if kind or not text.strip():
        return kind in STAYS or not kind
    if about.intersection(concepts(text)) or does("illness", text) or does("funerals", text) or asks(text):
        return True
    if does("turns", text):
        return False
    return does("same_one", text) or not concepts(text)


def _is_over(text: str) -> bool:
    """Whether a line that is of something else leaves no doubt of it."""
    return bool(feeling(text) or smalltalk(text) or does("turns", text) or text.rstrip().endswith(("!", "！")))
