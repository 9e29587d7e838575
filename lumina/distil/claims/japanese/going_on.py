"""What a sentence without a subject goes on to tell is of whom the sentences before told: an age behind a death or an
introduction, an illness behind who is in hospital, a club behind a child. Where it may be several, it is nobody's."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from lumina.distil.claims.japanese.clauses.nouns import DISEASE
from lumina.distil.claims.japanese.graded import GRADE
from lumina.distil.claims.japanese.patients import CARE, OWN_BODY
from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.relations import kind_of, normal
from lumina.distil.claims.japanese.sentences import QUESTION, Sentence, sentences
from lumina.distil.claims.japanese.spoken_of import (
    CLUB,
    NOBODY,
    Spoken,
    behind_all,
    by_name,
    has_children,
    mentions,
    named_as,
    subject_of,
)
from lumina.distil.claims.japanese.subjects import FIRST, RESPECTED
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.models import Role, Turn

ASKS_THE_AGE = re.compile("いくつ|何歳|何才|年齢")
BODILY = frozenset({"health", "allergy"})
DOINGS = frozenset({"hobby", "habit", "skill", "likes", "dislikes", "plan", "job", "school"})
STANDING = frozenset({"school", "workplace", "job", "home", "hometown", "hobby", "plan"})
FOR_ONE = re.compile(r"て(?:くれ(?:る|た|て|ます|まし|はる)|くれ$)")
"""Somebody does it for the speaker."""

NOT_OF_ONESELF = re.compile(
    r"(?:らし(?:い|くて|かった)|みたい(?:で|だ|$)|ん?だって(?:さ|よ|ね)?$|って(?:張り切|喜|はしゃ|落ち込|言って(?:る|た|い)|言い(?:出|張)|言うから|聞か(?:な|ん))"
    r"|が(?:って(?:い)?[るた]|る$)|(?:つら|辛|痛|嬉し|うれし|楽し|悲し|眠|しんど)そう)"
)
"""So one tells of others alone."""

DIAGNOSED = re.compile(
    r"(?:と|って|て)(?:診断|言われ|いわれ|告げられ)|(?:だった|でした|やった)(?:よ|ね|わ|の|ん|、|$)|で急に|が進"
)
A_DIAGNOSIS = re.compile(
    r"(?:^|[、。は])(?P<v>[一-龠ァ-ヴー]{2,10})(?=(?:だ|や)?(?:って|そうだ|らしい|と(?:診断|言われ|告げ|のこと))"
    r"|だった|でした|やった|で急に|が(?:進|悪化|再発|見つか))"
)
OTHER_SIDE = re.compile(
    r"(?:相手|対戦|ライバル|敵|強豪|名門|優勝候補|隣の|よその|他の|別の)(?:校|チーム)?(?:は|が|の|も|:|、|$)[^、。]{0,8}$"
)
"""What stands behind is of an opponent, or of others."""

AGAINST = re.compile(
    r"(?:の(?:子|人|選手|生徒|チーム|エース)(?:だった|が|も|に(?:負|勝|当)|と)|(?:に|と)?(?:勝|負|敗|当た|対戦|戦|あた)|も出|が(?:強|優勝|相手)|戦(?:は|で|に|が))"
)
HEAD = re.compile(
    r"[^、。はがを]{0,4}?(?:人|子|奴|やつ|ひと)(?:なのに|だけど|なので|だから|やのに|やけど|でも|だった|で(?:す|、)|だ|、|$)"
)
"""Behind what is said of them in a relative clause."""

TAKES_PART = re.compile(r"送り|送っ|迎え|弁当|応援|見に|観に|付き添|当番|差し入れ")
"""What parents do for a child's club."""

SEES_A_DOCTOR = re.compile(r"診て(?:もら|いただ)|通院|受診|診察")

MINE = re.compile(rf"{I}の")
GUESSED, LIKELY = 0.6, 0.72


def of_whom_it_goes_on(
    claims: Iterable[Claim], told: Sequence[Sentence], lately: Sequence[Turn], names: Mapping[str, str]
) -> Iterator[Claim]:
    """The claims of a turn with these sentences, behind what was said `lately`; `names` are known, with what each is to
    the speaker. Who is spoken of only as what they are, and is known by name, is spoken of."""
    claims = [*claims]
    names = {**{one.value: one.kind for one in claims if one.type is ClaimType.PERSON}, **names}
    asked = bool(lately) and lately[-1].role is not Role.PERSON and bool(ASKS_THE_AGE.search(lately[-1].text))
    spoken = Spoken() if asked else behind_all(_said(lately), names)
    before = dict[str, Spoken]()
    for sentence in told:
        before.setdefault(sentence.text, replace(spoken, who=ME) if sentence.anew else spoken)
        spoken = before[sentence.text].behind(sentence.text, names)
    new = {one.value for one in claims if one.type is ClaimType.PERSON}
    claims += _diagnosed(told, before, claims, names)
    for one in claims:
        for found in _of_whom(one, before.get(one.text), names):
            if found.about != one.about and found.about in {normal(found.about)} and kind_of(found.about) != "pet":
                yield from _somebody(found, names, new)
            yield found
    for sentence in told:
        for who in dict.fromkeys(by_name(sentence.text, names)):
            if who not in new:
                yield Claim(ClaimType.PERSON, ME, "", who, sentence.text, GUESSED)


def _diagnosed(
    told: Sequence[Sentence], before: Mapping[str, Spoken], claims: Sequence[Claim], names: Mapping[str, str]
) -> list[Claim]:
    """What somebody has who is ill, or has died, as it is heard and told with no word for them: 脳梗塞だって."""
    found = list[Claim]()
    for text, spoken in ((one.text, before[one.text]) for one in told):
        who = spoken.who if spoken.died else spoken.patient
        is_told = any(one.text == text and one.kind == "health" for one in claims)
        for match in A_DIAGNOSIS.finditer(text) if who and who != NOBODY and not is_told else ():
            if DISEASE.search(match["v"]) and not FIRST.search(text) and not subject_of(text, names):
                found.append(Claim(ClaimType.FACT, who, "health", match["v"], text, LIKELY))
    return found


def _said(lately: Sequence[Turn]) -> Iterator[str]:
    for turn in lately:
        if turn.role is Role.PERSON:
            yield from (one.text for one in sentences(turn.text) if not QUESTION.search(one.text))


def _somebody(one: Claim, names: Mapping[str, str], new: set[str]) -> Iterator[Claim]:
    """Whoever something is told of without a name is somebody."""
    if one.about not in {ME, *names, *new} and kind_of(one.about):
        new.add(one.about)
        yield Claim(ClaimType.PERSON, ME, one.about, one.about, one.text, LIKELY)


def _of_whom(one: Claim, before: Spoken | None, names: Mapping[str, str]) -> Iterator[Claim]:
    if before and _is_their_partner(one, before, names):
        return
    if before and kind_of(one.about) in {"partner", "family"} and named_as(one.about, names) == before.who:
        one = replace(one, about=before.who)
    if before is None or one.type not in {ClaimType.FACT, ClaimType.LOOP} or one.mode not in {Mode.IS, Mode.COMES}:
        yield one
    elif one.type is ClaimType.FACT and one.kind in STANDING and _is_none(one, names):
        return
    elif not _says_not_whose(one, names):
        yield one
    elif (who := _meant(one, before, names)) != NOBODY:
        yield _as_theirs(one, who) if who else one
        if who and before.beside and who == before.who and one.kind in {"age", "school"}:
            yield _as_theirs(one, before.beside)


def _says_not_whose(one: Claim, names: Mapping[str, str]) -> bool:
    """Whether whom it is about is guessed: its sentence names nobody, or nobody behind whom it stands."""
    if FIRST.search(one.text):
        return False
    if one.about not in {ME, ""} and (one.about in one.text or "の" in one.about):
        return False
    at = one.text.find(one.value.partition("（")[0])
    named = [each for each in mentions(one.text, names) if each.particle and (at < 0 or each.begin < at)]
    return not named and not (one.about != ME and any(each.who == one.about for each in mentions(one.text, names)))


def _is_their_partner(one: Claim, before: Spoken, names: Mapping[str, str]) -> bool:
    """Whether it is a husband or wife without a name, of whom one speaks with respect behind somebody who may have
    them: 弟が結婚する。嫁さんは…"""
    if before.who in {ME, NOBODY} or MINE.search(one.text) or kind_of(normal(names.get(before.who, ""))) == "partner":
        return False
    if one.type is ClaimType.PERSON:
        found = kind_of(one.kind) == "partner" and one.value == one.kind
    else:
        found = one.kind == "partner" and one.value.endswith("がいる")
    return found and RESPECTED.search(one.text) is not None


def _meant(one: Claim, before: Spoken, names: Mapping[str, str]) -> str:
    """Of whom the claim is; "" where it stays whose it is, NOBODY where that is not known."""
    if one.type is ClaimType.LOOP or one.kind == "event":
        return _meant_by_what_is_ahead(one, before)
    if one.kind == "age":
        return before.who if before.who != ME else ""
    if one.kind in BODILY and (who := _ill(one, before, names)):
        return who
    if one.kind in {"school", "hobby", "habit"} and (who := _at_school(one, before, names)):
        return who
    if one.about == ME and one.kind in DOINGS and _is_of_another(one):
        return before.who if before.who != ME else NOBODY
    return ""


def _is_pet(who: str, names: Mapping[str, str]) -> bool:
    return kind_of(normal(names.get(who, who))) == "pet"


def _ill(one: Claim, before: Spoken, names: Mapping[str, str]) -> str:
    """Who is ill, where it is not the speaker for sure."""
    if OWN_BODY.search(one.text):
        return ""
    if _is_pet(before.who, names) or before.died:
        return before.who
    if one.kind == "allergy":
        return before.who if before.who != ME and before.ago <= 1 and "アレルギー" in one.text else ""
    is_told = DIAGNOSED.search(one.text) or re.match(CARE, one.value) or NOT_OF_ONESELF.search(one.text)
    if before.patient and (is_told or before.who == before.patient):
        return before.patient
    return before.who if before.who != ME and not before.ago else ""


def _at_school(one: Claim, before: Spoken, names: Mapping[str, str]) -> str:
    """Whose a grade, a club or a practice is."""
    is_habit = one.kind == "habit" and CLUB.search(one.text) and not TAKES_PART.search(one.text)
    if not (re.search(GRADE, one.value) or CLUB.search(one.value) or one.kind == "school" or is_habit):
        return ""
    if before.who not in {ME, NOBODY} and not _is_pet(before.who, names) and before.young:
        return before.who
    is_childs = re.search(GRADE, one.value) or re.search("部活|朝練", one.value)
    return NOBODY if before.who == NOBODY or (is_childs and has_children(names)) else ""


def _meant_by_what_is_ahead(one: Claim, before: Spoken) -> str:
    """Whose a match or a treatment is that somebody has before them."""
    is_care = re.match(CARE, one.value) or (one.type is ClaimType.LOOP and SEES_A_DOCTOR.search(one.value))
    if is_care and not OWN_BODY.search(one.text):
        return before.patient
    is_match = re.search("大会|試合|発表会|コンクール|[0-9]回戦|決勝", one.value)
    return before.who if is_match and before.young and before.who not in {ME, NOBODY} else ""


def _is_of_another(one: Claim) -> bool:
    """Whether nobody says so of themselves: it is done for the speaker, or only heard, or the head of a relative clause
    is somebody."""
    at = one.text.find(one.value.partition("（")[0])
    behind = one.text[at + len(one.value) :] if at >= 0 else ""
    return bool(FOR_ONE.search(one.text, max(at, 0)) or NOT_OF_ONESELF.search(one.text) or HEAD.match(behind))


def _is_none(one: Claim, names: Mapping[str, str]) -> bool:
    """Whether what is claimed is only somebody's name, or not theirs of whom it is claimed."""
    core = one.value.partition("（")[0]
    is_name = one.kind in {"hobby", "plan"} and (core in names or kind_of(normal(core)) in {"family", "partner"})
    return is_name or _is_of_the_other_side(one, names)


def _is_of_the_other_side(one: Claim, names: Mapping[str, str]) -> bool:
    """Whether it is what an opponent is called, or what is told of somebody whom nobody knows."""
    at = one.text.rfind(one.value) if one.value else -1
    if at < 0:
        return False
    before, behind = one.text[:at], one.text[at + len(one.value) :]
    if OTHER_SIDE.search(before) or (one.kind == "school" and AGAINST.match(behind)):
        return True
    return one.about != ME and bool(before) and subject_of(before, names) == NOBODY


def _as_theirs(one: Claim, who: str) -> Claim:
    if one.type is not ClaimType.LOOP:
        return replace(one, about=who, confidence=min(one.confidence, LIKELY))
    if who in one.value:
        return one
    return replace(one, value=f"{who}の{one.value}", replaces=f"{who}の{one.replaces}" if one.replaces else "")
