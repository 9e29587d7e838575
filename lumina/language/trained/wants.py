"""What a line wants of who reads it, where no word or mark of it says so: by a classifier that `tools.tagger` trained
on talks written for it."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files

from lumina.language.scripts import SURROGATE, language_of
from lumina.language.tokens import fold, split_sentences
from lumina.language.trained.field import Field
from lumina.language.trained.tokens import Token, tokens

MOST = 60
"""Words of a line that count."""

LONGEST = 240
"""Letters of a line that count."""

CALLED = re.compile(
    r"^(?:(?:hey|hi|ok|so|ねえ|ねぇ)[\s,、]*)?@?(?:lumina|clarisse|nox|ルミナ|クラリス|ノクス)(?:さん|ちゃん)?[\s,、!！…〜~ー]+(?=\w)",
    re.IGNORECASE,
)


class Want(StrEnum):
    """To hear what one told, or all that is known, or whether something was told or is so; advice; what the world
    knows, or work; something of the companion itself. What muses only sounds like a question: one wonders, cries out,
    lets guess. It, what tells and what is small talk want nothing of the kind."""

    ASK = "ask"
    CHECK = "check"
    ALL = "all"
    ADVICE = "advice"
    WORLD = "world"
    BOT = "bot"
    MUSE = "muse"
    TELL = "tell"
    SMALL = "small"


REQUESTS = (Want.ASK, Want.CHECK, Want.ALL, Want.ADVICE, Want.WORLD, Want.BOT)


@lru_cache(maxsize=512)
def wants(line: str) -> Mapping[Want, float]:
    """How likely each is (0 to 1)."""
    language = "en" if language_of(line) == "en" else "ja"
    return wants_by(_field(language), line, language)


def wants_by(field: Field, line: str, language: str) -> Mapping[Want, float]:
    """How likely each is by another field."""
    line = unaddressed(line)
    words = tokens(line, language)[:MOST]
    if not words:
        return {want: float(want is Want.SMALL) for want in Want}
    [chances] = field.chances([of_line(line, words)])
    return {want: chances.get(want, 0.0) for want in Want}


def unaddressed(line: str) -> str:
    """A line without whom it is said to: that tells nothing of what it wants."""
    return CALLED.sub("", line)


def requests(line: str) -> float:
    """How likely a line wants something to be told or done."""
    chances = wants(line)
    return sum(chances[want] for want in REQUESTS)


def of_line(line: str, words: Sequence[Token]) -> list[str]:
    """The features of a line of these words: which there are, two and three of them in a row, its two ends, and two
    and three letters in a row."""
    written = SURROGATE.sub("\ufffd", fold(line)[:LONGEST])
    normals = [word.normal for word in words]
    first, last = words[:2], words[:-3:-1]
    return [
        "bias",
        *(f"word={one}" for one in normals),
        *(f"is={one}" for word in words for one in word.classes),
        *(f"two={one}|{other}" for one, other in zip(["^", *normals], [*normals, "$"], strict=True)),
        *(f"three={'|'.join(three)}" for three in zip(normals, normals[1:], normals[2:], strict=False)),
        *(f"first{at}={one}" for at, one in enumerate(normals[:3])),
        *(f"last{at}={one}" for at, one in enumerate(normals[:-5:-1])),
        *(f"first{at}is={one}" for at, word in enumerate(first) for one in word.classes),
        *(f"last{at}is={one}" for at, word in enumerate(last) for one in word.classes),
        *(f"letters={written[at : at + size]}" for size in (2, 3) for at in range(len(written) - size + 1)),
        f"length={min(len(words) // 3, 6)}",
        f"sentences={min(len(split_sentences(line)), 3)}",
    ]


@cache
def _field(language: str) -> Field:
    return Field(files("lumina.language.trained").joinpath(f"wants.{language}.crfsuite"))
