"""What a line feels like, where no word that is known to say so does: by a classifier that `tools.tagger` trained on
lines written for it."""

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import cast

from lumina.language.scripts import fold, language_of
from lumina.language.trained.field import Features, Field
from lumina.language.trained.tokens import Token, tokens
from lumina.language.trained.vectors import vectors_of
from lumina.language.trained.wants import of_line

MOST = 60
"""Words of a line that count."""

MEANING = 6.0
"""The length of the mean of the words' vectors, beside words that count 1."""

PICTURES = {
    "glad": "🎉🥳🎊😊😄😁❤♥😍🥰✨☺😻💕🙌💪",
    "sad": "😭😢😞😔💔",
    "shocked": "😱😨😰🤯😳",
    "laughs": "😂🤣😆",
    "angry": "😡😠💢",
}


class Felt(StrEnum):
    """Of a line about the character itself: COMPLAINT. Of one that feels like two at once: MIXED."""

    JOY = "joy"
    RELIEF = "relief"
    FUN = "fun"
    HARDSHIP = "hardship"
    WORRY = "worry"
    NERVES = "nerves"
    ALARM = "alarm"
    GRIEF = "grief"
    DISTRESS = "distress"
    ANGER = "anger"
    SHAME = "shame"
    MIXED = "mixed"
    DOUBT = "doubt"
    COMPLAINT = "complaint"
    NEUTRAL = "neutral"


GOOD = (Felt.JOY, Felt.RELIEF)
LIGHT = (*GOOD, Felt.FUN, Felt.COMPLAINT, Felt.NEUTRAL)
HEAVY = tuple(felt for felt in Felt if felt not in LIGHT)


@lru_cache(maxsize=512)
def felt(line: str) -> Mapping[Felt, float]:
    """How likely each is (0 to 1)."""
    language = "en" if language_of(line) == "en" else "ja"
    return felt_by(_field(language), line, language)


def felt_by(field: Field, line: str, language: str) -> Mapping[Felt, float]:
    """How likely each is by another field."""
    words = tokens(line, language)[:MOST]
    if not words:
        return {felt: float(felt is Felt.NEUTRAL) for felt in Felt}
    [chances] = field.chances([of_mood(line, words, language)])
    return {felt: chances.get(felt, 0.0) for felt in Felt}


def of_mood(line: str, words: Sequence[Token], language: str) -> Features:
    """The features of a line of these words: those of what it wants, its pictures, and what its words mean together."""
    shown = [f"shows={name}" for name, pictures in PICTURES.items() if any(one in line for one in pictures)]
    cries = ["cries"] if "!!" in fold(line) else []
    return {**dict.fromkeys([*of_line(line, words), *shown, *cries], 1.0), **_meant(words, language)}


def _meant(words: Sequence[Token], language: str) -> Mapping[str, float]:
    """The mean of the words' vectors, of one length whatever they are."""
    vectors = vectors_of([(word.text.lower(), word.normal) for word in words], language)
    if not len(vectors):
        return {}
    mean = cast(list[float], vectors.mean(axis=0).tolist())  # pyright: ignore[reportUnknownMemberType]
    length = math.hypot(*mean) or 1.0
    return {f"meaning{at}": one / length * MEANING for at, one in enumerate(mean)}


@cache
def _field(language: str) -> Field:
    return Field(files("lumina.language.trained").joinpath(f"moods.{language}.crfsuite"))
