"""What stands in brackets behind somebody, read apart: how old they are, or what they are to the speaker: ひより(6歳),
千夏(妹)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.phrases import name
from lumina.distil.claims.japanese.relations import RELATION, kind_of, normal
from lumina.distil.claims.japanese.sentences import Sentence
from lumina.known import ME, Claim, ClaimType
from lumina.language.names import bare_name
from lumina.language.when.japanese_calendar import NUMBER, number

WHO = (
    r"(?P<who>[一-龠々]{1,4}|[ァ-ヴー]{2,8}|[ぁ-んー]{2,6}?|[一-龠々](?:(?![のはがとも])[ァ-ヴぁ-んー]){1,4}"
    r"|[A-Z][a-z]+)"
)
HON = r"(?P<h>さん|ちゃん|くん|君)?"
CLASS = (
    r"年[少中長]|[小中高大][1-6]|(?:小学|中学|高校|大学)[1-6]年生?|[小中高]校?生|大学生|園児|幼稚園児?|保育園児?|社会人"
)
AGE = rf"(?P<age>{NUMBER})(?:歳|才|さい)?半?"
SEX = r"(?:、?(?:[男女]の子|[男女]|[♂♀]|オス|メス))?"
ASIDE = re.compile(
    rf"(?:(?<=[のとはがもにをや、。!? ])|^){WHO}{HON}"
    rf"[(](?:もうすぐ|今年)?(?:{AGE}|(?P<class>{CLASS})|(?P<of>{RELATION})){SEX}[)]"
)
OLDEST = 120
SURE = 0.8


def apart_from_brackets(told: Sequence[Sentence]) -> tuple[list[Sentence], list[Claim]]:
    """The sentences without what stands in brackets behind somebody, and what that claims."""
    bare = [replace(one, text=ASIDE.sub(_without, one.text)) for one in told]
    return bare, [claim for one, left in zip(told, bare, strict=True) if one.states for claim in _aside(one, left.text)]


def _without(match: re.Match[str]) -> str:
    return f"{match['who']}{match['h'] or ''}" if _is_meant(match) else match.group()


def _is_meant(match: re.Match[str]) -> bool:
    who = match["who"]
    is_somebody = re.fullmatch(I, who) or normal(who) != who or kind_of(who) or match["h"] or name(bare_name(who))
    is_beside = re.search(rf"(?:{RELATION})の$", match.string[: match.start()])
    years = number(match["age"]) if match["age"] else 0
    return bool(is_somebody or is_beside) and (years or 0) <= OLDEST


def _aside(sentence: Sentence, left: str) -> Iterator[Claim]:
    for match in ASIDE.finditer(sentence.text):
        if not _is_meant(match):
            continue
        who = ME if re.fullmatch(I, match["who"]) else normal(bare_name(match["who"]))
        if match["age"]:
            yield Claim(ClaimType.FACT, who, "age", f"{number(match['age'])}歳", left, SURE)
        elif match["class"]:
            yield Claim(ClaimType.FACT, who, "school", match["class"], left, SURE)
        elif who != ME:
            of = normal(match["of"])
            yield Claim(ClaimType.PERSON, ME, of, who, left, SURE)
            if kind := kind_of(of):
                yield Claim(ClaimType.FACT, ME, kind, f"{who}（{of}）", left, SURE)
