"""That somebody is not to the speaker what they were taken for, but something else (娘じゃなくて猫), or is that to
somebody else (健太くんは千夏の旦那さん); and that what ails one ails another (腎臓が悪いのは大輔じゃなくてきなこ)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.relations import RELATION, kind_of, normal
from lumina.distil.claims.japanese.sentences import Sentence
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.japanese import content_morphemes
from lumina.language.names import bare_name

WHO = (
    r"(?:^|[、。 ]|(?<=[はもがって]))"
    r"(?P<who>[一-龠々]{1,4}|[ァ-ヴー]{2,8}|[ぁ-んー]{2,6}?|[一-龠々](?:(?![のはがとも])[ァ-ヴぁ-んー]){1,4}|[A-Z][a-z]+)"
    r"(?:さん|ちゃん|くん|君|様)?"
)
MINE = rf"(?:{I}の|うちの)?"
NOT_SO = re.compile(
    rf"{WHO}(?:は|って|が|も)、?(?:別に|もう|全然)?{MINE}(?P<old>{RELATION})(?:とか|なんか)?(?:じゃ|では|や)(?:な[いく]|ありません|あらへん)(?:て|って)?(?:です)?(?:よ|ね|って|てば|から|けど|し)*"
    rf"(?:[、。]?、?(?P<of>[^\s、。はがを]{{1,8}}の)?(?P<new>{RELATION})(?=です|だ|や|な[のん]|ね|よ|$|、|。|!))?"
)
"""Who is not what: きなこは娘じゃなくて猫."""

THEIRS = re.compile(
    rf"{WHO}(?:は|って|が|も)、?(?P<of>[^\s、。はがをもの]{{1,8}}?)(?:さん|ちゃん|くん|君)?の(?P<new>{RELATION})(?:さん|ちゃん|くん)?(?=です|だ|や|な[のん]|ね|よ|さ|$|、|。|!|で)"
)
"""Who is what to whom: 健太くんは千夏の旦那さん."""

NOT_THEIRS = re.compile(
    rf"(?P<what>[^、。は]{{2,20}}?)(?:の|ん)は、?(?P<old>{I}|[^\s、。はがをもの]{{1,8}}?)(?:さん|ちゃん|くん|君)?(?:じゃ|では|や)(?:な[いく]|ありません)"
)
"""Of whom it is not so: 腎臓が悪いのは大輔じゃなくて."""

BODILY = ("health", "event")
SURE = 0.8


def as_what_they_are(claims: Iterable[Claim], told: Sequence[Sentence], names: Mapping[str, str]) -> Iterator[Claim]:
    """The claims of a turn, with those of whom its sentences tell that they are not what they were taken for; `names`
    are known."""
    found = [*_denied(told, names)]
    gone = {(one.kind, one.value) for one in found if one.mode is Mode.DENIES}
    named = {one.value for one in found if one.type is ClaimType.PERSON}
    for one in claims:
        is_person = one.type is ClaimType.PERSON and one.value in named
        if not is_person and (one.about != ME or (one.kind, one.value) not in gone):
            yield one
    yield from found


def _denied(told: Sequence[Sentence], names: Mapping[str, str]) -> Iterator[Claim]:
    for sentence in told:
        for match in NOT_SO.finditer(sentence.text):
            if _is_somebody(match["who"], names):
                yield from _not_so(match, sentence.text)
        for match in NOT_THEIRS.finditer(sentence.text):
            old = ME if re.fullmatch(I, match["old"]) else normal(bare_name(match["old"]))
            if old == ME or old in names or kind_of(old):
                yield from _not_theirs(old, match["what"], sentence.text)
        for match in THEIRS.finditer(sentence.text):
            if _is_somebody(match["who"], names) and not re.fullmatch(rf"{I}|うち", match["of"]):
                yield from _theirs(match, sentence.text)


def _is_somebody(who: str, names: Mapping[str, str]) -> bool:
    """Whether a name is that of somebody who is known, and not the speaker."""
    return names.get(bare_name(who), ME) != ME and normal(who) == who


def _not_so(match: re.Match[str], text: str) -> Iterator[Claim]:
    who, old = bare_name(match["who"]), normal(match["old"])
    new = normal(match["new"]) if match["new"] else ""
    yield from _never(who, old, text)
    if not new:
        return
    theirs = f"{match['of']}{new}" if match["of"] else new
    yield Claim(ClaimType.PERSON, ME, theirs, who, text, SURE)
    if not match["of"] and (kind := kind_of(new)):
        yield Claim(ClaimType.FACT, ME, kind, f"{who}（{new}）", text, SURE)


def _theirs(match: re.Match[str], text: str) -> Iterator[Claim]:
    who, new, of = bare_name(match["who"]), normal(match["new"]), normal(bare_name(match["of"]))
    yield from _never(who, new, text)
    yield Claim(ClaimType.PERSON, ME, f"{of}の{new}", who, text, SURE)


def _not_theirs(who: str, what: str, text: str) -> Iterator[Claim]:
    """That nothing of what is told ails somebody, happens to them, or is what they are going to do."""
    for noun in (word.surface for word in content_morphemes(what) if word.part[0] == "名詞"):
        yield from (Claim(ClaimType.FACT, who, kind, noun, text, SURE, Mode.DENIES) for kind in BODILY)


def _never(who: str, relation: str, text: str) -> Iterator[Claim]:
    yield Claim(ClaimType.PERSON, ME, relation, who, text, SURE, Mode.DENIES)
    if kind := kind_of(relation):
        yield Claim(ClaimType.FACT, ME, kind, f"{who}（{relation}）", text, SURE, Mode.DENIES)
