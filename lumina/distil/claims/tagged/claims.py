"""What a tagged sentence claims, where no rule has understood it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lumina.distil.claims.tagged.tagger import Value, values
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.english import is_content
from lumina.language.japanese import stop_words
from lumina.language.kinds import kinds
from lumina.language.scripts import fold
from lumina.language.trained.tokens import Token, tokens

WHO, RELATION, PET = "who", "rel", "pet"
SURE, ANEW, LIKELY = 0.93, 0.88, 0.8
"""How sure the tagger must be for a value of which there is but one to be asserted, for one where a change is told, and
for any other."""

DOUBTED, POSSIBLE = 0.5, 0.4
"""The same, for what is asked about."""

FAINTLY = 0.3
"""The same, for what is only looked at where nothing else is made of a sentence."""

COUNTED = frozenset({"name", "age", "birthday"})
"""Kinds whose values are names, numbers and days in a form of their own: rules read them."""

ASSERTED, ASKED_ABOUT, FAINT, MENTIONED = 0.71, 0.6, 0.45, 0.5
"""The confidence of a claim of such a value, and that somebody is spoken of."""

BESIDE = 12
"""Characters that stand at most between what somebody is and their name."""

TELLING = frozenset({"名詞", "動詞", "形容詞", "形状詞"})
BROKEN_OFF = frozenset({"助詞", "副詞", "接続詞", "連体詞"})
APART = re.compile(r"[.!?;。！？]|\b(?:and|but|or|lives?|works?|near|moved|went)\b|から|には")
"""What stands between two who are not one: 父からは「さっちゃん」 is how one's father calls one."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What is known of a sentence before it is tagged: whom its grammar says that a value is about ("" where that
    cannot be told), whom it means where it is about somebody else, the claims that rules read out of it, whether a
    value stands in a part of it that states something, whether it tells of a change, how a relation is called, whether
    words may be a name, and the fact that the speaker has somebody."""

    subject: Callable[[Value], str]
    meant: str
    found: Sequence[Claim]
    states: Callable[[Value], bool]
    changes: bool
    normal: Callable[[str], str]
    is_name: Callable[[str], bool]
    had: Callable[[Claim], Iterator[Claim]]


def tagged(sentence: str, language: str, heard: Heard) -> list[Claim]:
    """The claims of a sentence's values, the people first."""
    told = [one for one in values(sentence, language) if one.confidence >= _least(one) and heard.states(one)]
    people = [*_people(sentence, told, heard)]
    return [*people, *_facts(sentence, language, told, [*heard.found, *people], heard)]


def unless_faint(found: Sequence[Claim], kept: Sequence[Claim]) -> list[Claim]:
    """What was found in a sentence, without what is faint where something else is kept of it."""
    return [one for one in found if not is_faint(one)] if kept else [*found]


def is_faint(claim: Claim) -> bool:
    return claim.type is ClaimType.FACT and claim.confidence == FAINT


def _least(one: Value) -> float:
    return LIKELY if one.kind == "partner" else FAINTLY if one.kind in kinds() else POSSIBLE


def _people(sentence: str, told: Sequence[Value], heard: Heard) -> Iterator[Claim]:
    named = {fold(name) for one in heard.found if one.type is ClaimType.PERSON for name in (one.value, *one.names)}
    own = {fold(one.value) for one in heard.found if one.kind == "name" and one.about == ME}
    for one in told:
        if one.kind != WHO or fold(one.text) in named | own or not heard.is_name(one.text):
            continue
        what = _beside(sentence, one, told)
        relation = heard.normal(what.text) if what else ""
        sure = _sure(min(one.confidence, what.confidence), LIKELY) if what else MENTIONED
        person = Claim(ClaimType.PERSON, ME, relation, one.text, sentence, sure)
        yield person
        yield from heard.had(person) if relation else ()


def _beside(sentence: str, name: Value, told: Sequence[Value]) -> Value | None:
    """What somebody is to the speaker, said right beside their name."""
    near = [
        (abs(one.start - name.start), one)
        for one in told
        if one.kind in {RELATION, PET} and not one.of_other and _are_beside(sentence, *sorted((one, name), key=_start))
    ]
    return min(near, key=lambda one: one[0])[1] if near else None


def _start(one: Value) -> int:
    return one.start


def _are_beside(sentence: str, first: Value, second: Value) -> bool:
    between = sentence[first.end : second.start]
    return len(between) <= BESIDE and not APART.search(between)


def _facts(
    sentence: str, language: str, told: Sequence[Value], found: Sequence[Claim], heard: Heard
) -> Iterator[Claim]:
    taken = [one for one in found if one.type is ClaimType.FACT]
    for one in told:
        if one.kind not in kinds() or one.kind in COUNTED or not _is_whole(one.text, language):
            continue
        about = heard.subject(one) or (_about(one, told, heard) if one.of_other else ME)
        if about and not any(_says(claim, one, about, language) for claim in taken):
            claim = _fact(sentence, one, about, changes=heard.changes)
            taken.append(claim)
            yield claim


def _about(value: Value, told: Sequence[Value], heard: Heard) -> str:
    """Of whom a value is that is not the speaker's: who was named last before it, or first behind it."""
    people = [one for one in told if one.kind in {WHO, RELATION} and not one.of_other]
    before = [one for one in people if one.start < value.start]
    one = before[-1] if before else people[0] if people and not heard.meant else None
    if one is None:
        return heard.meant or ME
    name = next((two for two in people if two.kind == WHO and two is not one and abs(two.start - one.end) <= 2), None)
    return one.text if one.kind == WHO else name.text if name else heard.normal(one.text)


def _says(claim: Claim, value: Value, about: str, language: str) -> bool:
    """Whether a claim says the same already, or another of its kind: of one sentence, rules know better."""
    if claim.mode is Mode.ENDS and not value.is_over:
        return False
    same = claim.about == about and claim.kind == value.kind and not value.is_over
    return same or not _content(claim.value, language).isdisjoint(_content(value.text, language))


def _is_whole(text: str, language: str) -> bool:
    """Whether words tell something, and are not broken off."""
    words = tokens(text, language)
    is_whole = language == "en" or (words[0].classes[0] != "助詞" and words[-1].classes[0] not in BROKEN_OFF)
    return is_whole and bool(_content(text, language))


def _content(text: str, language: str) -> frozenset[str]:
    """The words that tell something."""
    return frozenset(word.normal for word in tokens(text, language) if _tells(word, language))


def _tells(word: Token, language: str) -> bool:
    if language == "ja":
        return word.classes[0] in TELLING and word.normal not in stop_words()
    return word.text.isdigit() or is_content(word.text)


def _sure(confidence: float, limit: float) -> float:
    return ASSERTED if confidence >= limit else ASKED_ABOUT


def _fact(sentence: str, value: Value, about: str, *, changes: bool) -> Claim:
    """Of what there is but one, a value takes the place of what is known: it must be surer."""
    sure = _sure(value.confidence, LIKELY if kinds()[value.kind].many else ANEW if changes else SURE)
    if value.confidence < (POSSIBLE if kinds()[value.kind].many else DOUBTED):
        sure = FAINT
    mode = Mode.IS if not value.is_over else Mode.WAS if not kinds()[value.kind].many else Mode.ENDS
    return Claim(ClaimType.FACT, about, value.kind, value.text, sentence, sure, mode)
