"""Advice on a matter of the person's own: nothing is decided for them, yet something is said that helps."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, cast

from lumina.language.acts import Mood, asks_all, does
from lumina.language.questions import OWN_WAYS, RECALLS
from lumina.language.scripts import CJK, fold
from lumina.language.trained.wants import Want, wants
from lumina.voices.material import Material
from lumina.voices.matter import nouns_about
from lumina.voices.picking import pick
from lumina.voices.voice import Phrases

BEFORE: Final = 3
"""So many of the person's lines back, a question that names no matter may be about what was told."""

BARE: Final = 4
"""Words of an English line that only asks for ideas."""

FRAMING: Final = re.compile(r"案|方法|やり方|手|コツ|こつ|あいであ|あいでぃあ|知恵|助言|おすすめ|お勧め")
"""What is asked for: it names no matter."""

NAMED: Final = 2
"""What names so many things is about these."""

ADVISES: Final = "advises_"

RATHER: Final = 0.65
"""How likely it must be that advice is wanted."""

ASKS_WHAT_THEY_THINK: Final = re.compile(
    r"^(?:で、?|ねえ、?|それで、?)?どう思(?:う|います)(?:か|かな)?[?。]*$|どうかな[?。]*$|てあげられる[^。!?]{0,4}(?:かな|だろう|でしょう)"
)
JUDGES: Final = re.compile(
    r"(?:だった|でした|[いたるうくす]|だ)(?:な[あぁ]?)?と思(?:う|います|った|いました)[よわねな。!]*$"
)
"""Who says what they think themselves wants no advice, either."""

OF_SELF: Final = re.compile(r"\bwho i am\b")
"""Who asks for an idea of that wants none."""

TOLD: Final = re.compile(r"\b(?:did|was|were|again|last|told|said|mentioned)\b|っけ|言っ|話し|覚えて|した[?]")
"""With what one asks for what was told."""

OF_SOMEBODY: Final = re.compile(r"(?:どんな|どういう)(?:人|ひと|子|方|やつ)")
"""Who asks what somebody is like wants no advice."""


def counsel(said: str, material: Material, voice: Phrases) -> str:
    """On what to wear, on how it will come out, or on what to do: of what it names, else of what was told before it."""
    kind = next((kind for kind in ("dresses", "foresees") if does(kind, said)), "") or _of_matter(said, material)
    return pick(voice, kind or "advises", material)


def advised(said: str, felt: Mood, material: Material, voice: Phrases) -> str:
    """Advice, where it is clear both that it is wanted and on what matter; "" else. Who mourns is given none, and who
    is in sorrow only on what they name themselves."""
    is_open, is_idea = felt is not Mood.SORROW or ASKS_WHAT_THEY_THINK.search(fold(said)), seeks_ideas(said)
    if felt is Mood.LIGHT and is_idea and does("dresses", said):
        return pick(voice, "dresses", material)
    if felt >= Mood.GRIEF or not _wants_it(said) or does("dresses", said) or does("foresees", said):
        return ""
    kind = _named(said) or (_of_matter(said, material) if is_open and not (is_idea and _names_matter(said)) else "")
    kind = kind or ("cannot_advise" if is_open and is_idea else "")
    return pick(voice, kind, material) if kind else ""


def seeks_ideas(said: str) -> bool:
    """Whether one asks for ideas, a way to do something, or what to choose, of which no memory tells."""
    folded = fold(said)
    return (
        does("seeks_ideas", said)
        and not OF_SELF.search(folded)
        and not RECALLS.search(folded)
        and not TOLD.search(folded)
    )


def _names_matter(said: str) -> bool:
    """Whether it is said of what the ideas are to be, though it is nothing that is known: any tips for a goldfish?"""
    words = FRAMING.sub("", fold(said))
    return len(nouns_about(words)) > 0 if CJK.search(said) else len(words.split()) > BARE


def _wants_it(said: str) -> bool:
    folded = fold(said)
    if seeks_ideas(said):
        return True
    if OWN_WAYS.search(folded) or asks_all(said):
        return False
    if RECALLS.search(folded) or OF_SOMEBODY.search(folded) or JUDGES.search(folded):
        return False
    chances = wants(said)
    return bool(does("advises", said) or ASKS_WHAT_THEY_THINK.search(folded) or chances[Want.ADVICE] >= RATHER)


def _named(said: str) -> str:
    matter = _matter(said)
    return ADVISES + matter if matter else ""


def _of_matter(said: str, material: Material) -> str:
    is_bare = CJK.search(said) is None or len(nouns_about(said)) < NAMED
    before = [text for text in material["told"] if text != said][-BEFORE:] if is_bare else []
    matter = next((found for text in (said, *reversed(before)) if (found := _matter(text))), "")
    return ADVISES + matter if matter else ""


def _matter(text: str) -> str:
    folded = fold(text)
    return next((name for name, pattern in _matters().items() if pattern.search(folded)), "")


@cache
def _matters() -> Mapping[str, re.Pattern[str]]:
    text = files("lumina.voices").joinpath("matters.toml").read_text(encoding="utf-8")
    return {name: re.compile(fold(one)) for name, one in cast("dict[str, str]", tomllib.loads(text)).items()}
