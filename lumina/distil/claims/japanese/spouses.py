"""Whose husband, wife or child it is of whom one speaks with respect (旦那さんの健太くん): where the speaker's own is
known by another name, or the talk is of somebody who has just married, it is theirs; and who has found somebody
(友達に彼氏ができた)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.relations import HUMAN, RELATION, kind_of, normal
from lumina.distil.claims.japanese.sentences import plain
from lumina.known import ME, Claim, ClaimType
from lumina.models import Role, Turn

ALWAYS = r"(?:彼氏|彼女|婚約者|お?子|お?孫|娘|息子|お嬢|弟|妹|婿|恋人)(?:さん|くん)"
"""So one calls nobody of one's own."""

MOSTLY = r"(?:旦那|だんな|ダンナ|お?嫁)(?:さん|様|さま)|奥(?:さん|様|さま)|ご?主人(?:さん|様)?|ご主人"
"""So one's own are called, too."""

OWN = re.compile(rf"(?:{I}|うち|我が家)(?:ら)?の(?:{ALWAYS}|{MOSTLY})")
WEDS = re.compile(
    rf"(?P<who>{HUMAN}|[^\s、。はがもをの]{{1,6}})(?:さん|ちゃん|くん|君)?(?:の(?:結婚|披露宴|挙式|式|新居|新婚)|(?:が|は|も|って)、?[^、。]{{0,12}}?(?:結婚|入籍|挙式|婚約))"
)
"""Who has married of late."""

FOUND = re.compile(
    rf"(?P<who>{HUMAN}|[^\s、。はがもをの]{{1,6}}(?:さん|ちゃん|くん|君))(?:さん|ちゃん)?に(?:は|も)?、?[^、。はが]{{0,6}}?(?P<r>彼氏|彼女|恋人|婚約者)(?:が|も)?(?:でき|い(?:る|て|た))"
)
OF_ANOTHER = rf"(?P<of>{HUMAN}|[^\s、。はがもをのと]{{1,6}}?)(?:さん|ちゃん|くん|君)?の(?P<r>{RELATION})(?:の|、)"
TURNS = 4
ONES_OWN = frozenset({"partner", "family"})
LIKELY, MENTIONED = 0.72, 0.5


def of_their_own(claims: Iterable[Claim], lately: Sequence[Turn], names: Mapping[str, str]) -> Iterator[Claim]:
    """The claims, those whom another has as theirs; `names` are known, with what each is to the speaker."""
    told = [*claims]
    theirs = {one.value: one.kind for one in told if one.type is ClaimType.PERSON and _is_anothers(one, lately, names)}
    kin = {kind for one in told if (kind := _found_by_another(one))}
    for one in told:
        who, of = one.value.partition("（")[0], normal(one.value.removesuffix("がいる"))
        if one.type is ClaimType.FACT and one.about == ME and one.kind in ONES_OWN and (who in theirs or of in kin):
            continue
        if one.type is ClaimType.PERSON and one.value in theirs:
            yield from _as_theirs(one, _whose(lately, names))
        elif one.type is not ClaimType.PERSON or one.kind not in kin:
            yield _as_stated(one, names)


def _is_anothers(one: Claim, lately: Sequence[Turn], names: Mapping[str, str]) -> bool:
    """Whether somebody who is told to be the speaker's is another's."""
    if kind_of(one.kind) not in ONES_OWN or one.value == one.kind or OWN.search(one.text):
        return False
    beside = rf"の?(?:名前は|、)?、?{re.escape(one.value)}|(?:の名前)?(?:は|が|って)、?{re.escape(one.value)}"
    if re.search(rf"{ALWAYS}(?:{beside})", one.text):
        return True
    spoken = re.search(rf"(?:{MOSTLY})(?:{beside})(?P<h>さん|様)?", one.text)
    if not spoken or spoken["h"]:
        return spoken is not None
    own = [name for name, of in names.items() if normal(of) == one.kind and name not in {one.value, one.kind}]
    return bool(own or _whose(lately, names))


def _whose(lately: Sequence[Turn], names: Mapping[str, str]) -> str:
    """Who has married, by what the speaker said lately; "" where nobody has, or they themselves have."""
    mine = [plain(turn.text) for turn in lately if turn.role is Role.PERSON][-TURNS:]
    for text in reversed(mine):
        for match in reversed([*WEDS.finditer(text)]):
            who = normal(match["who"])
            if not re.fullmatch(I, match["who"]) and (names.get(who, ME) != ME or kind_of(who)):
                return who
    return ""


def _as_theirs(one: Claim, of: str) -> Iterator[Claim]:
    """Somebody as another's, where it is known whose."""
    if not of or of == one.value:
        yield replace(one, kind="", confidence=MENTIONED)
        return
    yield replace(one, kind=f"{of}の{one.kind}", confidence=LIKELY)
    yield Claim(ClaimType.FACT, of, "partner", f"{one.value}（{one.kind}）", one.text, LIKELY)


def _as_stated(one: Claim, names: Mapping[str, str]) -> Claim:
    """Who is spoken of by name, as what they are said to be to another: 妹の旦那さんの健太くん."""
    if one.type is not ClaimType.PERSON or one.kind:
        return one
    match = re.search(rf"{OF_ANOTHER}{re.escape(one.value)}", one.text)
    of = normal(match["of"]) if match else ""
    is_somebody = kind_of(of) in {"family", "friend", "partner"} or names.get(of, ME) != ME
    return replace(one, kind=f"{of}の{normal(match['r'])}") if match and is_somebody else one


def _found_by_another(one: Claim) -> str:
    """What somebody else has found: 友達に彼氏ができた."""
    if one.type is not ClaimType.PERSON or one.value != one.kind:
        return ""
    match = FOUND.search(one.text)
    is_it = match and not re.fullmatch(I, match["who"]) and normal(match["r"]) == one.kind
    return one.kind if is_it else ""
