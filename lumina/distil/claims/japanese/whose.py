"""Whose an age and a death are: who is a girl of seven right behind a pet is the pet, and of the speaker nobody tells
that they are dead."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.relations import KIND_OF, PETS, kind_of, normal
from lumina.known import ME, Claim, ClaimType
from lumina.language.when.japanese_calendar import NUMBER

OF_A_SEX = re.compile(
    rf"(?P<n>{NUMBER})(?:歳|才)の(?:男の子|女の子|男子|女子|おとこのこ|おんなのこ|オス|メス|おす|めす|[雄雌]|おじいちゃん|おばあちゃん|おじいさん|おばあさん)"
    r"(?:$|[、。!]|で|だ|な|や|よ|ー)"
)
"""How old and of which sex, of which a pet is."""

BEING = re.compile(rf"(?P<pet>{PETS})|娘|息子|子ども|子供|孫|姪|甥|妹|弟|{I}(?:は|、|、?実は)")
HOUSEHOLD = re.compile(rf"{NUMBER}人(?:と{NUMBER}匹)?(?:家族|暮らし|ぐらし)")
DIED = "亡くなった"


def whose_they_are(claims: Iterable[Claim], before: str, pets: Collection[str]) -> Iterator[Claim]:
    """The claims of a turn with the ages of `pets` and the deaths where they belong; `before` is what the speaker said
    up to its end."""
    for one in claims:
        if one.type is not ClaimType.FACT:
            yield one
        elif one.kind == "age" and one.about == ME and (match := OF_A_SEX.search(one.text)):
            yield from _aged(one, match, before, pets)
        elif one.kind == "family" and HOUSEHOLD.fullmatch(one.value) and not _is_told_of(one):
            yield replace(one, about=ME)
        elif one.value == DIED and one.kind in {"family", "event"}:
            yield from _dead(one)
        else:
            yield one


def _is_told_of(one: Claim) -> bool:
    """Whether a sentence is about whom it tells of, and does not only list them: 弟は4人家族."""
    return (
        re.search(rf"{re.escape(one.about)}(?:さん|ちゃん|くん)?(?:は|が|も|って|の(?:家|うち|とこ))", one.text)
        is not None
    )


def _aged(one: Claim, match: re.Match[str], before: str, pets: Collection[str]) -> Iterator[Claim]:
    """The age as that of the pet that was named last, or else of the animal; of nobody where neither was."""
    if len(OF_A_SEX.findall(one.text.replace("と", "。"))) > 1:
        return
    told = before[: before.rfind(match.group())]
    beings = [*BEING.finditer(told)]
    named = max((name for name in pets if name in told), key=told.rfind, default="")
    if named and not (beings and not beings[-1]["pet"] and beings[-1].start() > told.rfind(named)):
        yield replace(one, about=named)
    elif beings and beings[-1]["pet"]:
        yield replace(one, about=normal(beings[-1]["pet"]))
    elif beings and re.match(I, beings[-1].group()):
        yield one


def _dead(one: Claim) -> Iterator[Claim]:
    """That somebody has died: of a relation it is how the family is, of others what happened."""
    if one.about == ME:
        return
    is_kin = one.about in KIND_OF and kind_of(one.about) in {"family", "partner"}
    if one.kind == "family" and is_kin:
        yield replace(one, about=ME, value=f"{one.about}は{DIED}")
    else:
        yield replace(one, kind="event")


def pets_of(names: Mapping[str, str]) -> Collection[str]:
    """Those of the names that are pets'."""
    return {name for name, of in names.items() if kind_of(normal(of)) == "pet"}
