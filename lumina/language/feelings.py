"""What a statement that is not heavy carries: by its words where they leave no doubt, else by what was learnt."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from lumina.language.acts import LAUGHTER, does, last_of
from lumina.language.bilingual import Language
from lumina.language.scripts import CJK, fold, language_of
from lumina.language.trained.moods import GOOD, HEAVY, Felt, felt

CHEERFUL: Final = frozenset({"joy", "relief", "fun"})

SURE, BITTER = 0.55, 0.72
"""How likely a feeling must be to be what a hardship is beside; and the heavy ones of a line that laughs, for it to be
bitter."""

BORDERS: Final[Mapping[Language, Mapping[str, float]]] = {
    "en": {
        **{"good": 0.9, "fun": 0.8, "hardship": 0.7, "worry": 0.8, "nerves": 0.65, "alarm": 0.65, "anger": 0.85},
        **{"shame": 0.6, "mixed": 0.65, "doubt": 0.6, "distress": 0.75, "sore": 0.75, "heavy": 0.95},
    },
    "ja": {
        **{"good": 0.78, "fun": 0.8, "hardship": 0.73, "worry": 0.75, "nerves": 0.65, "alarm": 0.65, "anger": 0.8},
        **{"shame": 0.6, "mixed": 0.5, "doubt": 0.65, "distress": 0.6, "sore": 0.68, "heavy": 0.87},
    },
}
"""How likely each must be for its phrase to be said: from there on, of lines of authors that were left out, some .8 of
the phrases fit. All good ones together, all that grieves (sore), and all heavy ones, of which none is likely enough."""

SURELY_GOOD = 0.9
"""How likely a line with words of sorrow must be good."""

ADDRESSED = 0.8
TO_IT = re.compile(r"\b(?:you|u|your|ur|robots?|machine|bot)\b|[\u3040-\u30ff]")
"""The same of what complains about the character, and how one speaks to it."""

FINER: Final = (Felt.WORRY, Felt.NERVES, Felt.ALARM, Felt.ANGER, Felt.SHAME, Felt.MIXED)
"""What hardship may be besides."""

LONG_AGO: Final = re.compile(
    r"\b(?:in|back in|since) (?:19\d\d|20[01]\d)\b|\b(?:[3-9]|\d\d) years ago\b"
    r"|(?:19\d\d|20[01]\d)年|(?:[3-9]|\d\d)年(?:も)?前"
)
"""What is told of so long ago is no news of the day."""

LEAST = 5
"""Letters of a line that carries anything but what its words say."""


@lru_cache(maxsize=512)
def feeling(said: str) -> str:
    """What a statement carries, as `Felt` names it, or "": of joy and hardship in one, what is told last. "heavy" is
    what is no good thing, and nobody can say which."""
    for kind in ("torn", "dreads", "frets", "frights"):
        if does(kind, said):
            return _RULED[kind]
    ruled = by_its_words(said)
    if ruled == "fun" and not does("funny", said) and _heavy(said) >= BITTER:
        return _finer(said) or "hardship"
    if ruled in GOOD and felt(said)[Felt.MIXED] >= BITTER and "!" not in fold(said):
        return "mixed"
    if ruled == "hardship":
        return _finer(said) or ruled
    return ruled or ("nerves" if does("nerves", said) else _learnt(said))


_RULED: Final = {"torn": "mixed", "dreads": "worry", "frets": "worry", "frights": "alarm"}


def by_its_words(said: str) -> Literal["", "joy", "relief", "hardship", "fun"]:
    """The same by words alone that leave no doubt."""
    if does("ungood", said):
        return "hardship"
    if does("joy", said) or does("relief", said):
        good = max(last_of("joy", said), last_of("relief", said))
        if good > last_of("hardship", said):
            return "relief" if does("relief", said) else "joy"
    if LAUGHTER.search(fold(said)) or does("funny", said):
        return "fun"
    return "hardship" if does("hardship", said) and not does("dislikes", said) else ""


def is_certain(said: str) -> bool:
    """Whether words say what a statement carries."""
    return bool(by_its_words(said)) or does("nerves", said) or any(does(kind, said) for kind in _RULED)


def is_distress(said: str) -> bool:
    """Whether a line is of sorrow or of a death by all that was learnt, and of nothing good by its words."""
    chances = felt(said)
    is_good = by_its_words(said) in CHEERFUL or does("dislikes", said) or does("torn", said) or LONG_AGO.search(said)
    return chances[Felt.DISTRESS] + chances[Felt.GRIEF] >= _border("sore", said) and not is_good


def is_glad(said: str) -> bool:
    """Whether a line is of something good beyond doubt by what was learnt, though it has words of sorrow: she is out of
    surgery."""
    chances = felt(said)
    return (
        sum(chances[one] for one in GOOD) >= SURELY_GOOD and by_its_words(said) != "hardship" and not CJK.search(said)
    )


def _finer(said: str) -> str:
    if does("nerves", said):
        return "nerves"
    chances = felt(said)
    likeliest = max(FINER, key=lambda one: chances[one])
    return likeliest.value if chances[likeliest] >= SURE else ""


def _learnt(said: str) -> str:
    if len(said) < LEAST or does("dislikes", said):
        return ""
    chances = felt(said)
    likeliest = max(chances, key=lambda one: chances[one])
    if chances[Felt.COMPLAINT] >= ADDRESSED and TO_IT.search(fold(said)):
        return "complaint"
    if likeliest in HEAVY and likeliest is not Felt.GRIEF and chances[likeliest] >= _border(likeliest, said):
        return likeliest.value
    if chances[Felt.FUN] >= _border("fun", said):
        return "fun"
    if sum(chances[one] for one in GOOD) >= _border("good", said):
        return "relief" if chances[Felt.RELIEF] > chances[Felt.JOY] else "joy"
    return "heavy" if _heavy(said) >= _border("heavy", said) else ""


def _border(kind: str, said: str) -> float:
    return BORDERS["en" if language_of(said) == "en" else "ja"][kind]


def _heavy(said: str) -> float:
    return sum(felt(said)[one] for one in HEAVY)
