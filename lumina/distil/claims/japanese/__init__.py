"""Claims in Japanese, by rules."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from lumina.distil.claims.japanese.bodily import BODILY
from lumina.distil.claims.japanese.circumstances import CIRCUMSTANCES
from lumina.distil.claims.japanese.corrections import answers, corrections, instead
from lumina.distil.claims.japanese.discourse import OF_ONE_SUBJECT, PET, Discourse, Introduced, Told
from lumina.distil.claims.japanese.introducing import introduction
from lumina.distil.claims.japanese.living import ACROSS, HOME, IDENTITY
from lumina.distil.claims.japanese.loops import loops
from lumina.distil.claims.japanese.people import Person, mentioned, people, related, spelt
from lumina.distil.claims.japanese.relations import FRIEND, KIND_OF, PETS, kind_of
from lumina.distil.claims.japanese.rules import Rule, values
from lumina.distil.claims.japanese.sentences import DREAMT, Sentence, plain, sentences
from lumina.distil.claims.japanese.subjects import Topic, topics
from lumina.distil.claims.japanese.tastes import BODY, DOINGS, LIKES
from lumina.distil.claims.japanese.working import STUDY, WORK
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.kinds import kinds
from lumina.language.names import bare_name
from lumina.language.when.japanese import moments_in_japanese
from lumina.language.when.reckoning import Found, reckoned
from lumina.models import Role, Turn

RULES: tuple[Rule, ...] = (*IDENTITY, *HOME, *WORK, *STUDY, *LIKES, *BODY, *DOINGS, *CIRCUMSTANCES, *BODILY)
CHANGES = re.compile(
    r"から|引っ?越|転職|就職|入社|異動|転勤|配属|なった|なりました|始め|はじめ|入院|退院|"
    r"(?:に|へ)戻|やめ|辞め|別れ|飼い"
)
APART = re.compile(
    r"(?:(?:別れ|わかれ)(?:た|まし|ちゃ|てん|ることに)|離婚し(?:た|まし)|破局)(?!ら|り|と[きか]|時|人|子|後|の[はが])"
)
ALONE = re.compile(
    r"(?:実は|結局|ついに|とうとう|やっぱり|もう|昨日|きのう|今日|先週|先月|去年|ほんで|あんな|うち|私|僕|俺|"
    r"(?:[^\s、。友親兄姉弟妹家皆輩]{1,6}(?<!みんな)|彼[氏女]|恋人|旦那|夫|妻|嫁|元カ[レノ])と|[、は ]|\d+[月日])*"
)
"""What may stand before it where one's own parting is told, and no goodbye to friends."""
NOBODY = "恋人はいない（別れた）"
ABSENT = re.compile(r"(?:い(?:ない|なく|ません)|おらん|くれ(?:る|た|て|ない|ます|まし|へん)|もら(?:っ|う|い|え))")
"""Who is spoken of so is not whom the next sentence is about: it is not there, or does something for the speaker."""

BREAKS = re.compile("から|ので|けど|やし|だし|、")
"""Where a topic that is nobody ends."""

TURNED = {Mode.IS, Mode.ENDS}
"""One word may say that something begins and that something else is over: 退院した."""

PEOPLES = frozenset({"event", "plan", "job", "workplace", "school", "partner", "family", "home", "hometown", "skill"})
"""Kinds of facts that are about people."""

CHILD = re.compile("子ども|子供|こども|赤ちゃん|双子|孫|息子|娘|[犬猫]")
"""Whose age it is that stands behind, even without a particle: 子どもまだ3歳なのに."""

WORKS = frozenset({"店長", "先生"})
"""What somebody is to the speaker and to everybody."""

KEPT = re.compile(
    rf"(?P<r>(?:(?:{PETS})[とや、])?(?:{PETS}))(?:を|が|も)?(?:[0-9一二三]匹)?、?"
    r"(?:飼って(?:い)?(?:る|ます|て)|飼っとる|飼い始め|飼うこと|お迎え|もらってき|引き取|拾っ(?:た|て)き?)"
)
NOBODY_KNOWN: Mapping[str, str] = {}
SURE = 0.8
SINGLE_OUT = 0.75
MENTIONED = 0.5
GUESSED_OF = 0.72
"""The confidence of what is said of whoever was spoken of before."""

GUESSED = 0.85
"""How much is left of a confidence where whom it is about was said before."""


GREETING = re.compile(
    r"(?:こんにちは|こんばんは|おはよう(?:ございます)?|はじめまして|初めまして|どうも|やあ|やっほー)[、。!?~ー ]*"
)


@dataclass(frozen=True, slots=True)
class _Caught:
    """Where a rule caught a value, which begins at `start`."""

    begin: int
    start: int
    end: int
    mode: Mode

    def meets(self, other: "_Caught") -> bool:
        """Whether both are about the same words. That something is so and was so may stand side by side."""
        if {self.mode, other.mode} == TURNED:
            return False
        if self.mode is other.mode:
            return self.begin < other.end and other.begin < self.end
        return self.start < other.end and other.start < self.end


@dataclass(slots=True)
class _Reading:
    """What is read sentence by sentence: whom the talk is about just now, and what was claimed."""

    at: datetime
    who: str = ME
    guessed: bool = False
    context: str = ""
    last: tuple[Person, ...] = ()
    talk: Discourse = field(default_factory=Discourse)
    claims: list[Claim] = field(default_factory=list[Claim])

    def read(self, sentence: Sentence) -> None:
        text = sentence.text
        found = [*people(text, self.context), *related(text, self.last)]
        spelled = [one for person in self.last if (one := spelt(person, text))]
        spoken = self._whose(topics(text, found))
        told = self.talk.read(text)
        if sentence.states:
            self.claims += _introductions([*found, *spelled], text)
            named = {one.name for one in found}
            self.claims += _introduced_so([one for one in self.talk.found if one.name not in named], text)
            if not sentence.echoes or any(one.who == ME for one in spoken):
                self.claims += _pets(text)
            claims = [one for one in self._stated(text, spoken, sentence.echoes) if not self._is_of_another(one)]
            said = [*self._told(text, told)] if not sentence.echoes else []
            self.claims += [Claim(ClaimType.CLOSE, ME, "", one, text, MENTIONED) for one in self.talk.done]
            mine = [one for one in claims if not _is_someone_elses(one, said)]
            self.claims += [*mine, *(one for one in _further(said, mine) if one.about != ME or not _is_someone_elses(one, mine))]
        self._go_on(text, found, spoken)

    def _whose(self, spoken: Sequence[Topic]) -> list[Topic]:
        """A relation belongs to whoever was spoken of before: 千冬は…。旦那さんは…"""
        whose, found = self.who, list[Topic]()
        for one in spoken:
            is_theirs = one.bare and whose not in {ME, "", one.who} and "の" not in whose
            found.append(replace(one, who=f"{whose}の{one.who}") if is_theirs else one)
            whose = one.who if one.who and not one.bare else whose
        return found

    def _stated(self, text: str, spoken: Sequence[Topic], echoes: bool) -> Iterator[Claim]:
        if echoes and not any(one.who == ME for one in spoken):
            return
        found = reckoned(moments_in_japanese, text, self.at)
        about = next((one.who for one in spoken if one.who), self.who)
        if self.talk.is_pet(about) or self._is_of_a_pet(about):
            about = ME
        guessed = self.guessed and about != ME and not any(one.who for one in spoken)
        yield from self._facts(text, spoken, found)
        yield from _partings(text, found)
        put_right = instead(text, self.context, about)
        for claim in put_right or loops(text, found, self.at, about, self.context):
            yield replace(claim, confidence=round(claim.confidence * GUESSED, 3)) if guessed else claim

    def _is_of_another(self, claim: Claim) -> bool:
        """Whether a rule took for the speaker's what the sentence says of somebody who is not known."""
        is_so = claim.type is ClaimType.FACT and claim.mode is Mode.IS and claim.about == ME
        return self.talk.of_another and is_so and claim.kind in OF_ONE_SUBJECT - {"plan"}

    def _told(self, text: str, told: Sequence[Told]) -> Iterator[Claim]:
        """What the clauses of a sentence say."""
        time = _since(text, reckoned(moments_in_japanese, text, self.at))
        for one in told:
            over = one.said.mode in {Mode.ENDS, Mode.WAS}
            since, until = (None, time) if over else (time, None)
            if one.said.kind in {"birthday", "age"}:
                since = None
            sure = one.said.sure if one.named or one.about == ME else min(one.said.sure, GUESSED_OF)
            if one.about not in {ME, *self.talk.names} and one.about not in KIND_OF and "の" not in one.about:
                yield Claim(ClaimType.PERSON, ME, "", one.about, text, MENTIONED)
            yield Claim(
                ClaimType.FACT, one.about, one.said.kind, one.said.value, text, sure, one.said.mode, since, until,
                replaces=one.said.ends,
            )  # fmt: skip

    def _facts(self, text: str, spoken: Sequence[Topic], found: list[Found]) -> Iterator[Claim]:
        seen = defaultdict[str, list[_Caught]](list)
        for rule, match, value in _matches(text):
            many = kinds()[rule.kind].many
            begin, end = match.span("v")
            start = begin if rule.shown else max(end - len(value), begin)
            caught = _Caught(begin, start, end, rule.mode)
            same = seen[rule.kind]
            if any(one.meets(caught) or (one.mode is rule.mode and not many) for one in same):
                continue
            who = self._whom(text, start, spoken)
            if rule.kind in PEOPLES and self._is_of_a_pet(who):
                who = ME
            if who == ME and rule.kind == "age" and CHILD.search(text[:start]):
                continue
            if who and (who == ME or rule.kind != "name"):
                same.append(caught)
                fact = _fact(rule, value, text, who, self._sure(rule, start, spoken), found)
                yield replace(fact, replaces=match["v"]) if rule.ends else fact
        for rule in ACROSS:
            for match in rule.pattern.finditer(f"{self.context}!{text}"):
                yield from (_fact(rule, value, text, self.who, rule.confidence, found) for value in values(rule, match))

    def _is_of_a_pet(self, who: str) -> bool:
        """Whether it is only that the talk was about a pet just before."""
        return self.guessed and any(one.is_pet and one.name == who for one in self.last)

    def _whom(self, text: str, start: int, spoken: Sequence[Topic]) -> str:
        """Whom what begins at a place is about: the last topic before it."""
        before = [one for one in spoken if one.begin < start]
        near = [one for one in before if one.who or not BREAKS.search(text[one.begin : start])]
        return near[-1].who if near else self.who

    def _sure(self, rule: Rule, start: int, spoken: Sequence[Topic]) -> float:
        named = any(one.begin < start for one in spoken)
        return round(rule.confidence * (GUESSED if self.guessed and not named else 1.0), 3)

    def _go_on(self, text: str, found: Sequence[Person], spoken: Sequence[Topic]) -> None:
        told = [one.who for one in spoken if one.who]
        if told:
            self.who, self.guessed = (ME if ABSENT.search(text) else told[-1]), False
        self.last = (*found, *mentioned(text)) or self.last
        self.context = text


def claims_in_japanese(
    text: str, at: datetime, before: Sequence[Turn], names: Mapping[str, str] = NOBODY_KNOWN
) -> list[Claim]:
    """What the text claims, read behind the turns before it; `names` are known, with what each is to the speaker."""
    last = before[-1].text if before else ""
    if DREAMT.search(plain(last)) and before[-1].role is not Role.PERSON:
        return []
    told = sentences(text)
    if not told:
        return []
    reading = _Reading(at)
    _listen(reading, before, names)
    for sentence in told:
        reading.read(sentence)
    earlier = _earlier(before)
    asked = answers(told, plain(last)) if before and before[-1].role is not Role.PERSON else []
    return [*_introduced(text, before), *corrections(told, plain(text), earlier), *asked, *reading.claims]


def _introduced(text: str, before: Sequence[Turn]) -> Iterator[Claim]:
    asked = before[-1].text if before and before[-1].role is not Role.PERSON else ""
    if given := introduction(plain(text), plain(asked), _is_new(before)):
        yield Claim(ClaimType.FACT, ME, "name", given, text, SURE)


def _is_new(before: Sequence[Turn]) -> bool:
    """Whether the speaker has said nothing yet, or has greeted and no more."""
    own = [plain(turn.text) for turn in before if turn.role is Role.PERSON]
    return not before or (bool(own) and all(GREETING.fullmatch(one) for one in own))


def _listen(reading: _Reading, before: Sequence[Turn], names: Mapping[str, str]) -> None:
    """Whom the talk was about before."""
    mine = next((turn for turn in reversed(before[-2:]) if turn.role is Role.PERSON), None)
    for sentence in sentences(mine.text) if mine else []:
        reading.read(sentence)
    reading.talk = _heard(before, names)
    theirs = before[-1].text if before and before[-1].role is not Role.PERSON else ""
    if theirs:
        reading.last = (*mentioned(theirs), *reading.last)
    reading.claims.clear()
    reading.guessed = reading.who != ME and (reading.who in theirs or not theirs)
    if reading.who not in theirs or reading.who in FRIEND:
        reading.who = ME
    reading.context = ""


def _heard(before: Sequence[Turn], names: Mapping[str, str]) -> Discourse:
    """Whom the talk is about behind these turns."""
    talk = Discourse(frozenset(bare_name(turn.speaker) for turn in before if turn.role is Role.PERSON), names=dict(names))
    for turn in before:
        if turn.role is Role.PERSON:
            for sentence in sentences(turn.text):
                talk.read(sentence.text)
        else:
            talk.hear(plain(turn.text))
    talk.found = []
    return talk


def _earlier(before: Sequence[Turn]) -> list[Claim]:
    """What the person claimed in the last turns, the latest first."""
    mine = [turn for turn in before if turn.role is Role.PERSON][-2:]
    return [claim for turn in reversed(mine) for claim in _alone(turn) if claim.type is ClaimType.FACT]


def _alone(turn: Turn) -> list[Claim]:
    reading = _Reading(turn.at)
    for sentence in sentences(turn.text):
        reading.read(sentence)
    return reading.claims


def _matches(text: str) -> Iterator[tuple[Rule, re.Match[str], str]]:
    """The rules that a sentence meets, with the value of each."""
    for rule in RULES:
        for match in rule.pattern.finditer(text):
            yield from ((rule, match, value) for value in values(rule, match))


def _introduced_so(found: Sequence[Introduced], text: str) -> Iterator[Claim]:
    """Those who are called so by what the talk was about."""
    for one in found:
        names = (one.called,) if one.called != one.name else ()
        yield Claim(ClaimType.PERSON, ME, one.relation, one.name, text, one.sure, names=names)
        if kind := "pet" if one.relation == PET else kind_of(one.relation):
            yield Claim(ClaimType.FACT, ME, kind, f"{one.name}（{one.relation}）", text, one.sure)


def _is_someone_elses(claim: Claim, told: Sequence[Claim]) -> bool:
    """Whether the same is said of somebody else, and this only of the speaker."""
    return claim.kind != "family" and any(
        one.about not in {ME, claim.about}
        and one.kind == claim.kind
        and one.mode is claim.mode
        and same_words(one.value, claim.value)
        for one in told
    )


def _further(told: Sequence[Claim], claims: Sequence[Claim]) -> Iterator[Claim]:
    """What the clauses say and the rules did not."""
    for one in told:
        same = [two for two in claims if _is_alike(one, two)]
        if not any(same_words(one.value, two.value) or (one.replaces and one.replaces in two.value) for two in same):
            yield one


def _is_alike(one: Claim, two: Claim) -> bool:
    """Whether two claims may say the same: of one and the same; or what happens, or who is dead, however it is put."""
    if {one.kind, two.kind} <= {"plan", "event"} or one.kind == two.kind == "family":
        return True
    return (two.kind, two.about) == (one.kind, one.about) and two.mode is one.mode


def same_words(one: str, other: str) -> bool:
    """Whether one value stands within the other."""
    return one in other or other in one


def _since(text: str, found: list[Found]) -> Day | None:
    return next((Day(one[0], one[2]) for one in found), None) if CHANGES.search(text) else None  # type: ignore[arg-type]


def _fact(rule: Rule, value: str, text: str, who: str, sure: float, found: list[Found]) -> Claim:
    time = _since(text, found)
    ends = rule.mode in {Mode.ENDS, Mode.WAS}
    since, until = (None, time) if ends else (time, None)
    if rule.kind in {"birthday", "age"}:
        since = None
    return Claim(ClaimType.FACT, who, rule.kind, "" if value == "*" else value, text, sure, rule.mode, since, until)


def _introductions(found: Sequence[Person], text: str) -> Iterator[Claim]:
    """Those who are introduced, and what the speaker has in them."""
    for one in found:
        yield Claim(ClaimType.PERSON, ME, one.relation, one.name, text, one.sure, names=one.names)
        kind = kind_of(one.relation)
        if one.relation in WORKS:
            yield Claim(ClaimType.FACT, one.name, "job", one.relation, text, one.sure)
        if kind and not one.owner and not APART.search(text):
            yield Claim(ClaimType.FACT, ME, kind, f"{one.name}（{one.relation}）", text, one.sure)


def _pets(text: str) -> Iterator[Claim]:
    match = KEPT.search(text)
    for pet in re.split("と|や|、", match["r"]) if match else []:
        yield Claim(ClaimType.FACT, ME, "pet", pet, text, SURE)


def _partings(text: str, found: list[Found]) -> Iterator[Claim]:
    """Who parts from somebody has nobody any more; where it may be somebody else, only what held is over."""
    apart = APART.search(text)
    if apart and not re.search(r"(?:友|親|姉|兄|妹|弟|さん)(?:が|は)", text):
        day = next((Day(one[0], one[2]) for one in found), None)  # type: ignore[arg-type]
        if ALONE.fullmatch(text[: apart.start()]):
            yield Claim(ClaimType.FACT, ME, "partner", NOBODY, text, SINGLE_OUT, since=day)
        else:
            yield Claim(ClaimType.FACT, ME, "partner", "", text, SINGLE_OUT, Mode.ENDS, None, day)
