"""Children who are named with their grade or age, or two at once, and with no word for what they are: 高2の大地と,
双子がいて、湊と凪."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lumina.distil.claims.japanese.phrases import FIRST_NAMES, name
from lumina.distil.claims.japanese.relations import normal
from lumina.known import Claim, ClaimType
from lumina.language.japanese import may_be_given_name, may_be_newly_coined_name

GRADE = (
    r"(?:(?:小|中|高)[1-6一二三四五六](?![0-9年月日人])|(?:小学校?|中学校?|高校|大学)[1-6一二三四五六]年(?:生)?|[1-6]年生"
    r"|年[長中少](?:さん|組)?|(?:小学|中学|高校)生)"
)
A_NAME = r"[一-龠々]{1,3}|[ァ-ヴー]{2,6}|[ぁ-んー]{2,5}?|[一-龠々][ぁ-んァ-ヴー]{1,3}"
OF_A_GRADE = re.compile(
    rf"(?P<g>{GRADE})の(?P<n>{A_NAME})(?P<h>ちゃん|くん|君|さん)?(?=と(?:[、。]|$|[一-龠ァ-ヴ0-9])|、|は|が|も|$)"
)
TWO = re.compile(
    rf"(?P<r>双子|子ども|子供|男の子|女の子|息子|娘|孫)(?:が|は|の|を|、|たち)[^。]{{0,8}}?、?(?P<n>{A_NAME})と、?(?P<m>{A_NAME})"
    r"(?=$|。|、|の(?:[2二]人|ふたり)|です|だ|で(?!も))"
)
AT_HOME = re.compile("家族|うち|我が家|子ども|子供|こども|双子")
OF_OTHERS = re.compile(r"友|同級|クラス|近所|隣|生徒|教え子|甥|姪|いとこ|[姉兄妹弟]|部活|先輩|後輩|彼")
RELATION = {"男の子": "息子", "女の子": "娘", "息子": "息子", "娘": "娘", "孫": "孫"}
SURE = 0.8
SEASONS = frozenset({"春", "夏", "秋", "冬"})


@dataclass(frozen=True, slots=True)
class Graded:
    """Somebody who is named so: where, how, and what they are to the speaker, if that is told."""

    begin: int
    name: str
    honorific: str
    relation: str


def children(sentence: str, context: str) -> Iterator[Graded]:
    """Those whom a sentence names so; `context` is what was said just before it."""
    is_own = AT_HOME.search(context + sentence) and not OF_OTHERS.search(sentence)
    for match in OF_A_GRADE.finditer(sentence):
        if _is_name(match["n"]):
            yield Graded(match.start("n"), match["n"], match["h"] or "", "子" if is_own else "")
    for match in TWO.finditer(sentence):
        if all(map(_is_name, match.group("n", "m"))) and not OF_OTHERS.search(sentence[: match.start()]):
            for group in ("n", "m"):
                yield Graded(match.start(group), match[group], "", RELATION.get(match["r"], "子"))


def grades(sentence: str) -> Iterator[Claim]:
    """The grades of those whom a sentence names with them."""
    for match in OF_A_GRADE.finditer(sentence):
        if _is_name(match["n"]):
            yield Claim(ClaimType.FACT, match["n"], "school", match["g"], sentence, SURE)


def _is_name(called: str) -> bool:
    if called in SEASONS or normal(called) != called:
        return False
    return called in FIRST_NAMES or bool(name(called)) or may_be_given_name(called) or may_be_newly_coined_name(called)
