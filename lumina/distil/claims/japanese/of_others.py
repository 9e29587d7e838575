"""Whose an operation or a wedding is that is told with whoever has it (お母さんの手術, 美咲の結婚式); who was taken for
somebody else (わたしじゃなくてお母さん); and how old one is only going to be."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.phrases import name
from lumina.distil.claims.japanese.relations import HUMAN, normal
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.names import bare_name

BODILY = r"(?:再|精密|定期)?(?:手術|オペ|入院|退院|通院|検査|骨折|リハビリ|検診|健診|点滴|予防接種)"
FEAST = r"(?:結婚式|挙式|披露宴|葬儀|お葬式|葬式|卒業式|入学式|発表会|運動会|個展|誕生日会|送別会|出産|式)"
HONORIFIC = r"(?:さん|ちゃん|くん|君|先生|先輩)"
OF_ONE = re.compile(
    rf"(?:^|[、。 はがもにで]|今日|明日|昨日|あした|日曜|土曜)(?:(?P<kin>{HUMAN})(?:さん|ちゃん)?"
    rf"|(?P<n>[一-龠々]{{1,4}}|[ァ-ヴー]{{2,6}}|[ぁ-んー]{{2,5}}?)(?P<h>{HONORIFIC})?)の(?P<v>{BODILY}|{FEAST})"
)
NOT_ME = re.compile(
    rf"(?P<v>手術|入院|退院|結婚|骨折|出産|転職|離婚)(?:した|する|してる|になった)のは、?{I}(?:じゃ|では)なくて?、?(?P<who>{HUMAN})(?:さん|ちゃん)?"
)
FETCHED = re.compile(rf"(?:{HUMAN})(?:さん|ちゃん)?が、?迎えに|(?:だ|た)って[。!]*$")
LEFT_HOSPITAL = re.compile("退院")
NOT_YET = re.compile(
    r"(?:来月|来年|再来月|来週|もうすぐ|もうじき|今度|明日|あした|今年|[0-9]{1,2}月)(?:で|に|の[^、。]{1,6}(?:で|に)|、|[0-9]{1,2}日(?:で|に)?)?[^、。]{0,8}?"
    r"(?P<n>[1-9][0-9]?)(?:歳|才)?(?:になる|になります|なんだ|です|だよ)"
)
"""An age that is yet to come: 来月わたし32歳になる."""

MENTIONED, LIKELY = 0.5, 0.75


def not_ones_own(claims: Iterable[Claim], whole: str, names: Mapping[str, str]) -> Iterator[Claim]:
    """The claims of a turn with the text `whole`, what the speaker seems to have as that of whom it says; `names` are
    those of people."""
    wrong = NOT_ME.search(whole)
    if wrong:
        who = normal(wrong["who"])
        yield Claim(ClaimType.FACT, ME, "health", wrong["v"], whole, LIKELY, Mode.ENDS)
        yield Claim(
            ClaimType.FACT, who, "health" if re.fullmatch(BODILY, wrong["v"]) else "event", wrong["v"], whole, LIKELY
        )
    for one in claims:
        is_theirs = one.about != ME and not _is_carried(one)
        if one.type is not ClaimType.FACT or is_theirs or one.mode not in {Mode.IS, Mode.COMES}:
            yield one
        elif not (wrong or _is_to_come(one) or _is_heard(one, whole)):
            yield from _of_whom(one, names)


def _is_carried(one: Claim) -> bool:
    """Whether it is told of somebody whom its sentence does not name."""
    return one.kind in {"health", "event"} and one.about not in one.text and normal(one.about) == one.about


def _is_to_come(one: Claim) -> bool:
    ahead = NOT_YET.search(one.text) if one.kind == "age" else None
    return ahead is not None and one.value.startswith(ahead["n"])


def _is_heard(one: Claim, whole: str) -> bool:
    """Whether one left hospital whom somebody else fetched, or of whom it was heard."""
    is_left = one.kind == "health" and LEFT_HOSPITAL.fullmatch(one.value) is not None
    return is_left and bool(FETCHED.search(whole)) and not re.search(I, whole)


def _of_whom(one: Claim, names: Mapping[str, str]) -> Iterator[Claim]:
    told = OF_ONE.search(one.text) if one.kind in {"health", "event"} else None
    event = re.escape(one.value.partition("（")[0])
    is_it = told and re.match(rf"(?:再|精密|定期)?{event}", told["v"])
    if not told or not is_it or re.fullmatch(I, told["kin"] or told["n"] or ""):
        yield one
    elif told["kin"]:
        yield replace(one, about=normal(told["kin"]))
    elif (who := bare_name(told["n"])) in names or told["h"] or name(who):
        if who not in names:
            yield Claim(ClaimType.PERSON, ME, "", who, one.text, MENTIONED)
        yield replace(one, about=who) if names.get(who) != ME else one
    else:
        yield one
