"""That somebody is well again: an injury or illness that is told as healed is over."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.japanese.bodily import BONES
from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.relations import KIND_OF, normal
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.names import bare_name
from lumina.language.when.reckoning import Found

PART = rf"(?:{BONES}|腰|首|目|歯|胃|背中|頭|手|足|心臓|喉|お腹)"
AILMENT = (
    r"(?:骨折|捻挫|打撲|脱臼|火傷|やけど|けが|怪我|ケガ|傷|風邪|インフル(?:エンザ)?|コロナ|熱|ぎっくり腰|肺炎|胃腸炎|口内炎|結膜炎|中耳炎|膀胱炎"
    r"|[一-龠]{1,3}炎|腰痛|頭痛|貧血|蕁麻疹|じんましん|湿疹)"
)
HEALED = re.compile(
    r"治(?:った(?!ら)|りまし|ってき)|なおった(?!ら)|完治|全快|快復|回復し(?:た(?!ら)|まし)|(?:良|よ)くな(?:った(?!ら)|りまし)|(?:痛み|腫れ|熱)(?:が|は|も)(?:取れた|引いた|なくなった|下がった)|(?:もう|全然|ぜんぜん|まったく|すっかり)[^。、]{0,6}(?:痛くな(?:い|くなっ)|痛みはない|平気)"
)
WEIGHED = re.compile(r"(?P<who>[^\s、。!はがもを]{1,12})(?:の|、|は|が|も)体重")
NOT_YET = re.compile(r"治ら|治って(?:い)?な|まだ|なかなか|たら|れば|治るまで|ない|かな$|いつ")
PAINLESS = re.compile(r"痛くな(?:い|くなっ)|痛みはない")
SURE = 0.8


def healed(text: str, found: Sequence[Found], at: datetime, whom: Callable[[str], str]) -> Iterator[Claim]:
    """What is over, by the part of the body or the illness where the sentence names one; `whom` tells of whom it is."""
    if not HEALED.search(text) or NOT_YET.search(PAINLESS.sub("", text)):
        return
    named = re.search(
        rf"(?P<v>{AILMENT}|{PART})(?:の(?:痛み|腫れ|調子|具合|けが|怪我))?(?:は|が|も|って|、|、?もう|、?すっかり)",
        text,
    )
    is_cured = re.search(r"治|なお(?:った)|完治|全快|快復", text)
    if named or is_cured:
        day = next((Day(one[0], one[2]) for one in found if one[0] <= at.date()), Day(at.date()))
        what = named["v"] if named else ""
        yield Claim(ClaimType.FACT, whom(text), "health", what, text, SURE, Mode.ENDS, until=day)


def but_the_healed(claims: Iterable[Claim], over: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a sentence by which somebody is well, without what ailed them."""
    for one in claims:
        if not over or one.type is not ClaimType.FACT or one.kind != "health" or one.mode is Mode.ENDS:
            yield one


def of_the_weighed(claims: Iterable[Claim], names: Mapping[str, str]) -> Iterator[Claim]:
    """The claims of a sentence, a weight as that of whoever it says; of somebody unknown it is nobody's."""
    for one in claims:
        whose = WEIGHED.search(one.text) if one.kind == "health" and one.value.startswith("体重") else None
        who = bare_name(whose["who"].rpartition("の")[2]) if whose else ""
        if not who or re.fullmatch(I, who):
            yield one
        elif who in names or normal(who) in KIND_OF:
            yield replace(one, about=who if who in names else normal(who))


def named_in(text: str, names: Iterable[str], who: str) -> str:
    """Whoever of those known is named in a text, else who was spoken of, else the speaker."""
    found = [
        name
        for name in names
        if re.search(rf"{re.escape(name)}(?:さん|ちゃん|くん|君)?(?:たち|達|一家|夫婦)?(?:の|は|が|も|って|、)", text)
    ]
    return max(found, key=len) if found else who or ME
