"""Reads a turn in Japanese sentence by sentence: whom the talk is about, and what each sentence claims."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from lumina.distil.claims.japanese.able_by_now import able_by_now
from lumina.distil.claims.japanese.abstaining import abstaining
from lumina.distil.claims.japanese.across import ACROSS
from lumina.distil.claims.japanese.ages import ages, ages_of_others
from lumina.distil.claims.japanese.ailments import AILMENTS
from lumina.distil.claims.japanese.at_heart import AT_HEART
from lumina.distil.claims.japanese.belongings import BELONGINGS
from lumina.distil.claims.japanese.birthdays import birthdays, of_their_owners
from lumina.distil.claims.japanese.bodily import BODILY
from lumina.distil.claims.japanese.called_off import but_called_off, called_off
from lumina.distil.claims.japanese.changing import changes
from lumina.distil.claims.japanese.circumstances import CIRCUMSTANCES
from lumina.distil.claims.japanese.clauses.discourse import OF_ONE_SUBJECT, Discourse, Told
from lumina.distil.claims.japanese.clauses.kin import claims_of
from lumina.distil.claims.japanese.corrections import instead
from lumina.distil.claims.japanese.customs import CUSTOMS
from lumina.distil.claims.japanese.days import whole_days
from lumina.distil.claims.japanese.fondness import FONDNESS
from lumina.distil.claims.japanese.giving_up import but_what_ends, given_up
from lumina.distil.claims.japanese.gone import but_changed, gone
from lumina.distil.claims.japanese.graded import grades
from lumina.distil.claims.japanese.healing import but_the_healed, healed, named_in, of_the_weighed
from lumina.distil.claims.japanese.heard_of import of_whom_it_is_heard
from lumina.distil.claims.japanese.in_plain import IN_PLAIN
from lumina.distil.claims.japanese.inner import is_of_the_speaker, is_own_day
from lumina.distil.claims.japanese.leanings import LEANINGS
from lumina.distil.claims.japanese.lessons import lessons
from lumina.distil.claims.japanese.living import HOME, IDENTITY
from lumina.distil.claims.japanese.loops import another_day, loops, put_off, returned
from lumina.distil.claims.japanese.merging import introduced_so, merged, not_understood
from lumina.distil.claims.japanese.moving import but_left, moves
from lumina.distil.claims.japanese.no_more import no_more
from lumina.distil.claims.japanese.passing import deaths
from lumina.distil.claims.japanese.people import Person, as_bosses, mentioned, people, related, spelt
from lumina.distil.claims.japanese.placed import placed
from lumina.distil.claims.japanese.prowess import PROWESS
from lumina.distil.claims.japanese.put_off_to import but_put_off, put_off_to
from lumina.distil.claims.japanese.relations import KIND_OF, PETS, kind_of, normal
from lumina.distil.claims.japanese.replacing import replacements
from lumina.distil.claims.japanese.rules import Rule, values
from lumina.distil.claims.japanese.sentences import QUESTION, SAID_BY_OTHERS, Sentence
from lumina.distil.claims.japanese.settled import but_of_others, settled
from lumina.distil.claims.japanese.sound import THAT_ONE
from lumina.distil.claims.japanese.subjects import NEIGHBOURS, Topic, topics
from lumina.distil.claims.japanese.tastes import BODY, DOINGS, LIKES
from lumina.distil.claims.japanese.trading import but_traded, opposed, traded
from lumina.distil.claims.japanese.untold import in_full, lasts, not_told
from lumina.distil.claims.japanese.working import STUDY, WORK
from lumina.distil.claims.tagged.claims import is_faint, unless_faint
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.kinds import kinds
from lumina.language.when.japanese import moments_in_japanese
from lumina.language.when.reckoning import Found, reckoned

RULES: tuple[Rule, ...] = (
    *(*IDENTITY, *HOME, *WORK, *STUDY, *LEANINGS, *LIKES, *BODY, *DOINGS, *CIRCUMSTANCES, *BODILY),
    *(*AILMENTS, *FONDNESS, *PROWESS, *BELONGINGS, *CUSTOMS, *IN_PLAIN, *AT_HEART),
)
CHANGES = re.compile(
    r"から|引っ?越|転職|就職|入社|異動|転勤|配属|なった|なりました|始め|はじめ|入院|退院|"
    r"(?:に|へ)戻|やめ|辞め|別れ|飼い"
)
APART = re.compile(
    r"(?:(?:別れ|わかれ)(?:た|まし|ちゃ|てん|ることに)|離婚し(?:た|まし)|破局)(?!ら|り|と[きか]|時|人|子|後|の[はが]|[元あの]*(?:女房|夫|旦那|妻|嫁|彼|亭主|かみさん|カミさん|奥さん|男|女|相手|家内|主人))"
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

PUT_RIGHT = re.compile("違|ちが|ちゃう|じゃなく|やなく")
"""Whoever says so puts right what somebody was taken for."""

CHILD = re.compile("子ども|子供|こども|赤ちゃん|双子|孫|息子|娘|[犬猫]")
"""Whose age it is that stands behind, even without a particle: 子どもまだ3歳なのに."""

YOUNG = re.compile(r"(?<![0-9])[1-6](?:歳|才)(?:です|になり|だ|なん|、|$)")
"""Behind such an age a birthday is not the speaker's: 来月で5歳です。8月9日が誕生日。"""

OFFSPRING = frozenset({"子", "息子", "娘", "孫"})

WORKS = frozenset({"店長", "先生", "院長", "園長", "校長", "所長", "社長"})
"""What somebody is to the speaker and to everybody."""

SOMEBODY = re.compile(
    r"(?:生|仲間|友|人|員|長|さん|相手|メイト|メート|者|師|医|姉|兄|弟|妹|親|子|甥|姪|先|輩|手|主|役|係|隣|同士|家|ペット|[父母孫夫妻嫁婿])$"
)
"""With what a word ends for what somebody is to one; a hobby is no relation, nor is a school."""

HELD = frozenset({"family", "partner", "friend", "pet", "possession", "name"})
"""Whom and what one has."""

KEPT = re.compile(
    rf"(?P<r>(?:(?:{PETS})[とや、])?(?:{PETS}))(?:を|が|も)?(?:[0-9一二三]匹)?、?"
    r"(?:飼って(?:い)?(?:る|ます|て)|飼っとる|飼い始め|飼うこと|お迎え|もらってき|引き取|拾っ(?:た|て)き?)"
)
FORMER = re.compile("元(?![気旦町])")
SURE = 0.8
SINGLE_OUT = 0.75
MENTIONED = 0.5
GUESSED_OF = 0.72
"""The confidence of what is said of whoever was spoken of before."""

GUESSED = 0.85
"""How much is left of a confidence where whom it is about was said before."""


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
class Reading:
    """What is read sentence by sentence: whom the talk is about just now, and what was claimed."""

    at: datetime
    who: str = ME
    guessed: bool = False
    context: str = ""
    last: tuple[Person, ...] = ()
    talk: Discourse = field(default_factory=Discourse)
    claims: list[Claim] = field(default_factory=list[Claim])
    unnamed: frozenset[str] = frozenset()
    """Those who are known by no more than what they are to the speaker."""

    nearest: str = ""
    """Whom the turns before named last."""

    own_words: bool = True
    """Whether the turn tells of nothing that others said."""

    put_off: str = ""
    """What was said to be put off, without its new day yet."""

    def listen(self, sentence: Sentence) -> None:
        """Note whom a sentence is about, and what it puts off, and claim nothing."""
        found, spoken = self._begun(sentence)
        self.talk.read(sentence.text)
        if self._is_own(sentence, spoken):
            self._moved(sentence.text, reckoned(moments_in_japanese, sentence.text, self.at))
        self._go_on(sentence.text, found, spoken)

    def _begun(self, sentence: Sentence) -> tuple[list[Person], list[Topic]]:
        """Who is introduced in a sentence, and of whom it speaks. What turns to something else is of the speaker."""
        text = sentence.text
        if is_of_the_speaker(text) or sentence.anew or (is_own_day(text) and not self.context):
            self.who = self.talk.who = ME
        found = [*as_bosses(people(text, self.context), text), *related(text, self.last)]
        return found, self._whose([self._meant(one) for one in topics(text, found, self._others())])

    def _others(self) -> frozenset[str]:
        """Those who are known by name, and are not the speaker."""
        return frozenset(name for name, of in self.talk.names.items() if of != ME)

    def read(self, sentence: Sentence) -> None:
        text = sentence.text
        found, spoken = self._begun(sentence)
        spelled = [one for person in self.last if (one := spelt(person, text))]
        introduced = [one for one in (*found, *spelled) if self._may_be(one)]
        told = self.talk.read(text)
        if sentence.states:
            self.claims += _introductions(introduced, text)
            self.claims += grades(text)
            self.claims += introduced_so(self.talk.found, text, but={one.name for one in found})
            if self._is_own(sentence, spoken):
                self.claims += self._pets(text, spoken, {one.name for one in introduced if one.is_pet})
            own = self._stated(text, spoken) if self._is_own(sentence, spoken) else ()
            claims = [one for one in own if not self._is_of_another(one)]
            said = [*self._told(text, [one for one in told if not one.said.kept])] if not sentence.echoes else []
            self.claims += [Claim(ClaimType.CLOSE, ME, "", one, text, MENTIONED) for one in self.talk.done]
            self.claims += merged(claims, said)
            self.claims += self._kin(text) if not sentence.echoes else ()
            self.claims += self._tagged(text, spoken) if not sentence.echoes else ()
            as_stated = [*self._told(text, [one for one in told if one.said.kept])] if not sentence.echoes else []
            self._keep(as_stated, text)
            own = self._is_own(sentence, spoken)
            self._begin_anew(text, own=own, stated=not sentence.echoes, mine=own and self._about(spoken) == ME)
        elif SAID_BY_OTHERS.search(text) and not QUESTION.search(text):
            self.claims += [one for one in self._kin(text) if one.type is ClaimType.PERSON]
        self._go_on(text, found, spoken)

    def _pets(self, text: str, spoken: Sequence[Topic], pets: Collection[str]) -> Iterator[Claim]:
        """The animals that are kept by whoever the sentence names before them, or else by the speaker; by nobody whom
        one knows, where that is somebody else."""
        match = KEPT.search(text)
        named = self._whom(text, match.start(), [one for one in spoken if one.who]) if match and spoken else ME
        who = ME if named in pets or self.talk.is_pet(named) or not any(one.who == named for one in spoken) else named
        near = NEIGHBOURS.search(text, 0, match.start()) if match else None
        if match and not (who == ME and (self.talk.of_another or near)):
            yield from (Claim(ClaimType.FACT, who, "pet", pet, text, SURE) for pet in re.split("と|や|、", match["r"]))

    def _keep(self, as_stated: Sequence[Claim], text: str) -> None:
        """What is kept as it was said, where nothing else was made of it but faintly."""
        last = next((one.name for one in self.last if not one.is_pet), self.nearest)
        who = next((one for one in (self.who, self.talk.who) if one not in {ME, ""}), last)
        here = [*of_their_owners((one for one in self.claims if one.text == text), self.talk.is_called)]
        whose = "" if self.talk.is_pet(who) else who
        here = [*of_whom_it_is_heard(here, whose)]
        kept = [*of_whom_it_is_heard(not_understood(as_stated, [one for one in here if not is_faint(one)]), whose)]
        self.claims = [*(one for one in self.claims if one.text != text), *unless_faint(here, kept), *kept]

    def _begin_anew(self, text: str, *, own: bool, stated: bool, mine: bool) -> None:
        """Where the speaker lives, or is going to; what they go to no more; and who is well again."""
        found = reckoned(moments_in_japanese, text, self.at)
        moved = [*moves(text, found, self.at, self.context)] if own else []
        ended = [*given_up(text, found, self.at)] if own else []
        well = [*healed(text, found, self.at, self._whose_body)]
        anew = [*gone(text, self._whose_body, mine)] if stated else []
        anew += changes(text, found, self.at, self.context, mine, own) if stated else ()
        if stated:
            anew += no_more(text, found, self.at.date(), self._whose_body, mine)
            anew += settled(text, self.context, self.at.date(), self._whose_body, mine)
            anew += able_by_now(text, self._whose_body)
            anew += abstaining(text) if mine else ()
        later = [*put_off_to(text, found, self.at.date(), self.talk.names)] if stated else []
        here = of_the_weighed((one for one in self.claims if one.text == text), self.talk.names)
        here = but_what_ends(here, ended)
        named = self.talk.is_called
        others = [*traded(text, named, self.who), *opposed(text, named)] if stated else []
        here = but_put_off(but_traded(here, others), later)
        anew = [*but_put_off(anew, later), *later]
        here = but_called_off(here, [*called_off(text, self.at)] if own else [])
        before = [one for one in self.claims if one.text != text]
        here = but_of_others(here, anew)
        here = but_changed([*but_the_healed(but_left(here, moved), well), *moved, *ended, *well], anew)
        self.claims = [*before, *here, *anew]

    def _whose_body(self, text: str) -> str:
        others = [name for name, of in self.talk.names.items() if of != ME]
        return named_in(text, [*others, *KIND_OF], self.talk.who or self.who)

    def _tagged(self, text: str, spoken: Sequence[Topic]) -> Sequence[Claim]:
        """What no rule understood of it."""
        here = [one for one in self.claims if one.text == text]
        found = not_told(text, [*spoken], here, self.who if self.who != ME else "", changes=bool(CHANGES.search(text)))
        return [self._as_known(self._of_whom_it_goes_on(in_full(one), spoken)) for one in found if lasts(in_full(one))]

    def _of_whom_it_goes_on(self, one: Claim, spoken: Sequence[Topic]) -> Claim:
        """Who was just told of goes on being told of, as long as the sentence names nobody."""
        is_own = one.type is ClaimType.FACT and one.about == ME and one.kind not in {*HELD, "plan", "event"}
        is_open = not any(topic.who for topic in spoken) and not is_of_the_speaker(one.text)
        return replace(one, about=self.who) if is_own and is_open and self.who not in {ME, ""} else one

    def _as_known(self, one: Claim) -> Claim:
        """Who is something to the speaker already is not what else they share: 高校の同級生, フットサル仲間."""
        if one.type is not ClaimType.PERSON or one.kind in KIND_OF:
            return one
        return replace(one, kind="") if self.talk.names.get(one.value) or not SOMEBODY.search(one.kind) else one

    def _meant(self, topic: Topic) -> Topic:
        """「あの人」 is whoever was named last."""
        if topic.who != THAT_ONE:
            return topic
        who = self.talk.who if self.talk.who != ME else next((one.name for one in self.last), self.nearest)
        if who:
            self.talk.speak_of(who)
        return replace(topic, who=who or THAT_ONE)

    def _kin(self, text: str) -> Iterator[Claim]:
        """Whom the speaker has, as long as no name of theirs is known."""
        named = {of for name, of in self.talk.names.items() if normal(name) != of}
        here = [claim for claim in self.claims if claim.text == text]
        named |= {claim.kind for claim in here if claim.type is ClaimType.PERSON}
        named |= OFFSPRING if named & OFFSPRING else frozenset[str]()
        told = " ".join(claim.value for claim in here if claim.kind in {"family", "partner"})
        for one in self.talk.kin:
            if one.relation not in named and not (one.called == "彼女" and self.who != ME):
                new = self.own_words and one.name not in self.unnamed and one.called not in told
                yield from claims_of(one, text, new=new)

    def _may_be(self, one: Person) -> bool:
        """Whether it does not contradict what somebody is known to be: a mother-in-law is called ばあちゃん, too."""
        known = self.talk.names.get(one.name, "")
        return not (one.relation and known and known not in {one.relation, ME}) or bool(PUT_RIGHT.search(self.context))

    def _whose(self, spoken: Sequence[Topic]) -> list[Topic]:
        """A bare relation is the speaker's, by name where one alone is known so; spoken of with respect it belongs to
        whoever was spoken of before, as long as the speaker has nobody of it: 千冬は…。旦那さんは…"""
        whose, found = self.who, list[Topic]()
        for one in spoken:
            named = [name for name, of in self.talk.names.items() if normal(of) == one.who] if one.bare else []
            is_theirs = one.respected and not named and whose not in {ME, "", one.who} and "の" not in whose
            who = named[0] if len(named) == 1 else f"{whose}の{one.who}" if is_theirs else one.who
            found.append(replace(one, who=who))
            whose = who if who and not one.bare else whose
        return found

    def _is_own(self, sentence: Sentence, spoken: Sequence[Topic]) -> bool:
        """Whether the speaker states it of their own accord, or repeats of themselves what was said before."""
        return sentence.states and (not sentence.echoes or any(one.who == ME for one in spoken))

    def _stated(self, text: str, spoken: Sequence[Topic]) -> Iterator[Claim]:
        found = reckoned(moments_in_japanese, text, self.at)
        about = self._about(spoken)
        guessed = self.guessed and about != ME and not any(one.who for one in spoken)
        yield from self._facts(text, spoken, found)
        yield from (*birthdays(text, found, about), *ages(text, about), *ages_of_others(text))
        yield from lessons(text, about, self.talk.names)
        yield from placed(text, found, about, self.talk.names)
        yield from _partings(text, found)
        if about == ME:
            yield from replacements(text)
        pets = [name for name in self.talk.names if self.talk.is_pet(name)]
        yield from deaths(text, found, self.at, pets, self.talk.who)
        yield from returned(text, found, self.at, about)
        if moved := self._moved(text, found):
            yield from moved
            return
        put_right = instead(text, self.context, about)
        for claim in put_right or loops(text, whole_days(found, text), self.at, about, self.context):
            yield replace(claim, confidence=round(claim.confidence * GUESSED, 3)) if guessed else claim

    def _about(self, spoken: Sequence[Topic]) -> str:
        """Whom a sentence is about; what is told of a pet is told of whose it is."""
        about = next((one.who for one in spoken if one.who), self.who)
        return ME if self.talk.is_pet(about) or self._is_of_a_pet(about) else about

    def _moved(self, text: str, found: list[Found]) -> list[Claim]:
        """The new day of what was put off, if the sentence tells it; else what it puts off is noted."""
        moved = [*another_day(self.put_off, text, found, self.at)] if self.put_off else []
        self.put_off = "" if moved else put_off(text, found, self.at) or self.put_off
        return moved

    def _is_of_another(self, claim: Claim) -> bool:
        """Whether a rule took for the speaker's what the sentence says of somebody who is not known."""
        is_so = claim.type is ClaimType.FACT and claim.mode is Mode.IS and claim.about == ME
        is_childs = is_so and claim.kind == "birthday" and YOUNG.search(self.context)
        return bool(is_childs) or (self.talk.of_another and is_so and claim.kind in OF_ONE_SUBJECT - {"plan"})

    def _told(self, text: str, told: Sequence[Told]) -> Iterator[Claim]:
        """What the clauses of a sentence say."""
        time = _since(text, reckoned(moments_in_japanese, text, self.at))
        for one in told:
            if one.about not in {ME, *self.talk.names} and one.about not in KIND_OF and "の" not in one.about:
                of = normal(one.about)
                yield Claim(ClaimType.PERSON, ME, of if of != one.about else "", one.about, text, MENTIONED)
            yield _said(one, text, time)

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
        near = [one for one in before if one.who or _is_told_of(text[one.begin : start])]
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


def _matches(text: str) -> Iterator[tuple[Rule, re.Match[str], str]]:
    """The rules that a sentence meets, with the value of each."""
    for rule in RULES:
        for match in rule.pattern.finditer(text):
            yield from ((_as_it_was(rule, value), match, value) for value in values(rule, match))


def _as_it_was(rule: Rule, value: str) -> Rule:
    """Who is 元力士 is one no more."""
    return replace(rule, mode=Mode.WAS) if rule.kind == "job" and FORMER.match(value) else rule


def _is_told_of(between: str) -> bool:
    """Whether what stands between a topic and a value still is of the topic, and the value no part of it."""
    return bool(re.search("[はが]", between)) and not BREAKS.search(between)


def _said(told: Told, text: str, time: Day | None) -> Claim:
    said, over = told.said, told.said.mode in {Mode.ENDS, Mode.WAS}
    since = None if over or said.kind in {"birthday", "age"} else time
    sure = said.sure if told.named or told.about == ME else min(said.sure, GUESSED_OF)
    return Claim(
        type=ClaimType.FACT,
        about=told.about,
        kind=said.kind,
        value=said.value,
        text=text,
        confidence=sure,
        mode=said.mode,
        since=since,
        until=time if over else None,
        replaces=said.ends,
    )


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


def _partings(text: str, found: list[Found]) -> Iterator[Claim]:
    """Who parts from somebody has nobody any more; where it may be somebody else, only what held is over."""
    apart = APART.search(text)
    if apart and not re.search(r"(?:友|友達|友人|親友|同僚|先輩|後輩|親|姉|兄|妹|弟|さん|くん|ちゃん)(?:が|は)", text):
        day = next((Day(one[0], one[2]) for one in found), None)  # type: ignore[arg-type]
        if ALONE.fullmatch(text[: apart.start()]):
            yield Claim(ClaimType.FACT, ME, "partner", NOBODY, text, SINGLE_OUT, since=day)
        else:
            yield Claim(ClaimType.FACT, ME, "partner", "", text, SINGLE_OUT, Mode.ENDS, None, day)
