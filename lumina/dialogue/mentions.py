"""Where a text names a character, and what stands around the name. Whether the name is spoken to, `address` decides."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import cast

from lumina.dialogue.characters import Cast, name_key
from lumina.language.scripts import fold
from lumina.models import EVERYBODY

HIDDEN = "\ufffc"
"""Stands for every character of what is quoted or is no speech: it is never part of a name."""

NOT_SPEECH = re.compile(
    r"```[^`]{0,2000}```|`[^`\n]{0,500}`|https?://\S+|www\.\S+|^[ \t]*>[^\n]*"
    r"|(?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+"
    r"|「[^」]{0,500}」|『[^』]{0,500}』|“[^”]{0,500}”|‘[^’]{0,500}’|\"[^\"]{0,500}\"|(?<!\w)'[^'\n]{0,500}'(?!\w)",
    re.IGNORECASE | re.MULTILINE,
)
WRAPPED = re.compile(r"\s*(?:「([^「」]*)」|『([^『』]*)』|“([^”]*)”|\"([^\"]*)\"|\(([^()]*)\))\s*")
LATIN_LEFT = r"(?<![a-z0-9_])(?<![a-z0-9][.\-])"
LATIN_RIGHT = r"(?![a-z0-9_])(?!-[a-z])(?!\.[a-z0-9])"
KATAKANA = re.compile(r"[ァ-ヺー]")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text made ready: `plain` after NFKC with what is no speech hidden, `folded` the same without case and kana
    differences, letter for letter of one length."""

    plain: str
    folded: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in the folded text, with its honorific; `at` says that it is spoken to whatever stands around it, as after
    an @."""

    character: str
    start: int
    end: int
    at: bool


@cache
def phrases() -> Mapping[str, tuple[str, ...]]:
    """The lists of address.toml, folded."""
    table = tomllib.loads(files("lumina.dialogue").joinpath("address.toml").read_text(encoding="utf-8"))
    lists = cast("dict[str, list[str]]", table)
    return MappingProxyType({name: tuple(map(fold_letters, entries)) for name, entries in lists.items()})


def alternatives(phrases: Iterable[str]) -> str:
    """One pattern for any of the plain phrases, the longest first."""
    return "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))


def fold_letters(text: str) -> str:
    """Fold letter by letter, so that places in the text stay what they are."""
    return "".join(folded if len(folded := fold(letter)) == 1 else letter for letter in text)


def read(text: str) -> Spoken:
    """Make a text ready. What is wholly in quotes is read as if it were not."""
    plain = unicodedata.normalize("NFKC", text)
    plain = "".join(letter for letter in plain if unicodedata.category(letter) not in ("Cf", "Mn"))
    if wrapped := WRAPPED.fullmatch(plain):
        plain = next(inside for inside in wrapped.groups() if inside is not None)
    plain = NOT_SPEECH.sub(lambda match: HIDDEN * len(match.group()), plain)
    return Spoken(plain, fold_letters(plain))


def mentions(spoken: Spoken, cast: Cast) -> tuple[Mention, ...]:
    """The names in the text, in its order, each as long as it can be."""
    names = _names(cast)
    found: list[Mention] = []
    for match in _pattern(cast).finditer(spoken.folded):
        if match["at"] and not _may_stand(spoken.folded, match.start(), found):
            continue
        if not _within_katakana(spoken.plain, match.start(), match.end()):
            character = names[match["named"]] if match["named"] else EVERYBODY
            found.append(Mention(character, match.start(), match.end(), at=bool(match["at"] or match["you_all"])))
    return tuple(found)


def _may_stand(folded: str, start: int, before: Sequence[Mention]) -> bool:
    """Whether an @ here begins a mention: a@lumina.com does not, @lumina@nox does twice."""
    follows_mention = bool(before) and before[-1].at and before[-1].end == start
    return follows_mention or not re.match(r"[a-z0-9_.+\-/]", folded[max(start - 1, 0) : start])


def _within_katakana(plain: str, start: int, end: int) -> bool:
    """Whether the name is a part of a longer katakana word, as in ルミナス."""
    before, after = plain[max(start - 1, 0) : start], plain[end : end + 1]
    begins, ends = plain[start], plain[end - 1]
    return bool((KATAKANA.match(begins) and KATAKANA.match(before)) or (KATAKANA.match(ends) and KATAKANA.match(after)))


@cache
def _names(cast: Cast) -> Mapping[str, str]:
    return MappingProxyType({name_key(name): character.id for character in cast for name in character.names()})


@cache
def _pattern(cast: Cast) -> re.Pattern[str]:
    said = phrases()
    honorific = f"(?:{alternatives(said['honorifics']).replace('ん', 'ー*ん')})?"
    drawn_out = r"(?:[ー〜~]+|[っぁぃぅぇぉ]+(?=$|[、,!?。~〜ー….\s]))?"
    return re.compile(
        f"(?:(?P<at>@)|{LATIN_LEFT})(?:"
        f"(?P<named>{alternatives(_names(cast))})"
        f"|(?P<all>(?<=@)(?:{alternatives(said['everyone_after_at'])}))"
        f"|(?P<every>{alternatives(said['everyone'])})"
        f"|(?P<you_all>{alternatives(said['you_all'])})"
        f"){drawn_out}{honorific}{drawn_out}{LATIN_RIGHT}"
    )


def neighbours(found: Sequence[Mention], folded: str) -> Iterator[list[Mention]]:
    """The mentions, those of one list together: 「ルミナ、ノクス」, "Lumina and Nox", 「ノクスかルミナ」."""
    chain: list[Mention] = []
    for mention in found:
        if chain and not _linked(folded[chain[-1].end : mention.start]):
            yield chain
            chain = []
        chain.append(mention)
    if chain:
        yield chain


def _linked(between: str) -> bool:
    said = phrases()
    if not between.strip():
        return "\n" not in between
    return bool(re.fullmatch(rf"\s*(?:{'|'.join((*said['lists'], *said['choices']))})\s*", between))
