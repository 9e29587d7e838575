"""From claims to what is known. A pure fold: the same claims give the same facts, in whatever order they came in."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from uuid import UUID

from lumina.distil.awaited import Awaited
from lumina.distil.loops import OF_LOOPS, Loops
from lumina.distil.people import People
from lumina.distil.values import bare, is_next, is_younger, same_value, same_words, saying, words_of
from lumina.distil.versions import aimed, by_owner, changed, new_id, said_again
from lumina.known import ME, Claim, Claimed, ClaimType, Day, Fact, Known, Mode, Topic, UnitState
from lumina.language.acts import does
from lumina.language.kinds import Kind, kinds
from lumina.language.scripts import fold
from lumina.language.when.spans import last_day
from lumina.models import may_see

CERTAIN = 0.7
"""A claim of at least this confidence is confirmed at once; below it, once it has been said a second time."""

ASKED_ABOUT, BESIDE = 0.6, 0.55
"""The confidence of what is asked about, and of what stands beside something that is known and does not take its
place."""

LONG = timedelta(days=240)
"""So long after it was told of it may still come true."""

LEFT_BEHIND = frozenset({"home", "workplace"})
"""Kinds of which who begins anew has left the old one, whatever the new one is."""

BRACKETED = re.compile(r"\([^()]+\)$")
"""The day of an event. A value that is nothing else gives one to what was told of last."""


BOSS = re.compile(r"[(（](?:boss|manager|supervisor|上司|部長|課長|係長|主任|社長)[)）]$")
"""Whom one has at one's place of work alone, by what stands behind their name."""

TOGETHER: Mapping[str, str] = {"hobby": "habit", "habit": "hobby", "plan": "event", "event": "plan"}
"""What is over under one kind is over under the other: who gave up bowls does not bowl on Tuesdays."""


def known(person: str, claims: Iterable[Claimed], at: datetime, viewer: str | None = None) -> Known:
    """What a viewer (None: the owner) could know at a moment: of what had been said by then and was heard."""
    return holding(Fold(person, viewer).of([one for one in claims if one.at <= at]), at.date())


def holding(told: Known, day: date) -> Known:
    """What is known, on a day: a fact whose end was told ahead holds no more once that is there, the new job's old one
    among them."""
    over = {fact.id for fact in told.facts if fact.is_open and _is_past(fact, day)}
    told = _without_mourning(told, day)
    if not over:
        return told
    facts = [replace(fact, state=UnitState.SUPERSEDED) if fact.id in over else fact for fact in told.facts]
    places = {(fact.about, fact.kind): at for at, fact in reversed([*enumerate(facts)])}
    facts.sort(key=lambda fact: (places[fact.about, fact.kind], not fact.is_open))
    return replace(told, facts=tuple(facts))


def _without_mourning(told: Known, day: date) -> Known:
    """A wake is over once its day is: nobody has to say so, and nobody is to be asked."""
    gone = {one.id for one in told.loops if one.state == "open" and one.due and last_day(one.due) < day}
    gone = {one.id for one in told.loops if one.id in gone and does("grief", one.what)}
    if not gone:
        return told
    loops = [replace(one, state="closed") if one.id in gone else one for one in told.loops]
    return replace(told, loops=tuple(sorted(loops, key=lambda one: one.state != "open")))


def _is_past(fact: Fact, day: date) -> bool:
    """Whether its end is there: the day on which another takes its place, or the one behind its last."""
    if fact.valid_to is None:
        return False
    return last_day(fact.valid_to) < day if kinds()[fact.kind].many else fact.valid_to.first <= day


@dataclass(slots=True)
class Fold:
    """A fold that can go on: what was said behind everything else is added, without folding the rest again."""

    person: str
    viewer: str | None
    _ordered: list[Claimed] = field(default_factory=list[Claimed], init=False)
    _people: People = field(init=False)
    _facts: "_Facts" = field(init=False)
    _loops: Loops = field(init=False)
    _known: Known = field(init=False)

    def of(self, claims: Iterable[Claimed]) -> Known:
        """What is known by these, in whatever order."""
        heard = [one for one in claims if may_see(self.viewer, one.witnesses)]
        self._ordered = sorted(_preferred(heard), key=_order)
        self._people = People.of(self.person, self._ordered)
        self._facts, self._loops = _Facts(self.person, self._people), Loops(self.person)
        self._known = Known()
        return self._told(self._ordered, self._people)

    def go_on(self, claims: Sequence[Claimed]) -> Known | None:
        """What is known by these, too; None where one of them does not simply stand behind all others."""
        heard = sorted((one for one in claims if may_see(self.viewer, one.witnesses)), key=_order)
        if not heard:
            return self._known
        if (self._ordered and heard[0].at <= self._ordered[-1].at) or any(one.source == "model" for one in heard):
            return None
        self._ordered += heard
        people = self._people if self._people.go_on(heard) else People.of(self.person, self._ordered)
        if any(people.name_of(about) != name for about, name in self._facts.whose.items()):
            return None
        return self._told(heard, people)

    def _told(self, more: Sequence[Claimed], people: People) -> Known:
        """With what these claims change; what they do not touch is told as before."""
        before, types = self._known, {one.claim.type for one in more}
        self._people = self._facts.people = people
        for one in more:
            self._facts.take(one)
        self._loops.take_all(more)
        self._known = Known(
            self._facts.told() if ClaimType.FACT in types else before.facts,
            people.told() if ClaimType.PERSON in types else before.people,
            self._loops.sorted() if types & OF_LOOPS else before.loops,
            (*before.topics, *_topics(more)),
            people.names() if ClaimType.PERSON in types else before.names,
        )
        return self._known


def _order(one: Claimed) -> tuple[datetime, int, datetime, int, str, UUID]:
    """As they were said and done; of one turn, what says more comes first: Biscuit (hamster) before hamster."""
    return one.at, one.claim.act, one.recorded, -len(one.claim.value), one.claim.value, one.id


def _saying(value: str, here: Sequence[Fact], kind: Kind) -> Iterable[int]:
    """The places of the facts that say the same: a pet is the same one by its name, as a dog or as a whippet."""
    yield from saying(value, here)
    name = BRACKETED.sub("", value).strip()
    if kind.name == "pet" and name != value:
        yield from (at for at, fact in enumerate(here) if BRACKETED.sub("", fact.value).strip() == name)


def _ended(fact: Fact, one: Claimed) -> Fact:
    """The fact that is over, or is going to be by the day that the claim tells."""
    day = one.claim.until or one.claim.since or Day(one.at.date())
    return changed(replace(fact, valid_to=day), one, _state_till(day, fact, one), "ended")


def _state_till(day: Day, fact: Fact, one: Claimed) -> UnitState:
    """How a fact stands that holds till a day: the person's own holds until then; of others nobody tells whether they
    have not left it long since."""
    waits = day.first > one.at.date() and fact.state is UnitState.CONFIRMED and fact.about == ME
    return fact.state if waits else UnitState.SUPERSEDED


def _is_of_days_to_come(fact: Fact, one: Claimed) -> bool:
    """Whether it is known to begin, or to end, on a day behind the claim."""
    return any(day is not None and day.first > one.at.date() for day in (fact.valid_from, fact.valid_to))


def _is_beside(claim: Claim) -> bool:
    """Whether a claim stands beside what is known: it says itself to take the place of nothing else."""
    return bool(claim.value) and claim.replaces == claim.value


def _says_nothing_new(claim: Claim, age: str) -> bool:
    """Whether an age is below the one that is known; or only soon to come, where it is but a year more."""
    return is_younger(claim.value, age) or (claim.confidence < CERTAIN and is_next(claim.value, age))


def _is_awaited(fact: Fact, since: Day) -> bool:
    """Whether it was told of ahead of its day, or is not sure yet, though not merely guessed."""
    ahead = fact.valid_from is not None and fact.valid_from.first > fact.said.date()
    return since.first - LONG <= fact.said.date() <= since.first and (
        ahead or (fact.state is UnitState.CANDIDATE and fact.confidence >= ASKED_ABOUT)
    )


def _last_day(claim: Claim, said: date) -> Day | None:
    """The day behind which a plan is over: the last of the week that it fills, or of when it was to begin."""
    if claim.kind != "plan":
        return None
    fills = claim.until if claim.until and claim.until.precision == "week" else None
    begins = claim.since if claim.since and claim.since.first > said else None
    last = fills or begins
    return Day(last_day(last)) if last else None


def _topics(ordered: Iterable[Claimed]) -> Iterable[Topic]:
    for one in ordered:
        if one.turn and one.claim.type is ClaimType.TOPIC:
            yield Topic(one.turn, one.at, frozenset(one.claim.value.split()))


def _preferred(claims: Sequence[Claimed]) -> Iterable[Claimed]:
    """What a model read out of a turn, be it nothing, stands in place of what the rules did; of which kinds of facts a
    turn may speak, they alone say."""
    by_model = {one.turn for one in claims if one.source == "model"}
    return (
        one for one in claims if one.source != "rules" or one.turn not in by_model or one.claim.type is ClaimType.TOPIC
    )


@dataclass(slots=True)
class _Facts:
    """Facts by whom they are about and by kind, in the order in which they were said."""

    person: str
    people: People
    found: dict[tuple[str, str], list[Fact]] = field(default_factory=lambda: defaultdict(list))
    whose: dict[str, str] = field(default_factory=dict[str, str])
    taken: dict[tuple[str, str], set[UUID]] = field(default_factory=lambda: defaultdict(set))
    awaited: Awaited = field(default_factory=Awaited)
    """Whom each claim was taken to be about; the ids of all that was found; what may come to be."""

    def take(self, one: Claimed) -> None:
        claim = one.claim
        if claim.type is not ClaimType.FACT or claim.kind not in kinds():
            return
        about = self.whose.setdefault(claim.about, self.people.name_of(claim.about))
        if claim.target is not None:
            self._owner_says(one, about)
        elif claim.mode is Mode.AWAITS:
            self.awaited.take(one, (about, claim.kind))
        elif claim.mode is Mode.COMES:
            self._comes(one, about, kinds()[claim.kind])
        else:
            self._said(one, about, kinds()[claim.kind])

    def _comes(self, one: Claimed, about: str, kind: Kind) -> None:
        """What was awaited is so; else what was told of ahead, where its day is there; nothing where nothing was."""
        since, here = one.claim.since, self.found[about, kind.name]
        if come := self.awaited.comes(one, (about, kind.name)):
            self._said(come, about, kind)
        elif since and since.first <= one.at.date() and any(fact.is_open and _is_awaited(fact, since) for fact in here):
            self._comes_true(one, about, kind)

    def _said(self, one: Claimed, about: str, kind: Kind) -> None:
        """What is over, or comes true; else what is so, as it may stand in the place of something."""
        claim = one.claim
        self._settle(one, self.found[about, kind.name])
        if claim.mode is Mode.ENDS:
            self._over(one, about, kind)
        elif not claim.value and claim.mode is Mode.IS:
            self._comes_true(one, about, kind)
        elif claim.mode is Mode.CORRECTS and BRACKETED.fullmatch(claim.value):
            self._another_day(one, self.found[about, kind.name])
        else:
            self._holds(self._in_place_of(one, about, kind), about, kind)

    def _in_place_of(self, one: Claimed, about: str, kind: Kind) -> Claimed:
        """The claim, once what it says that was before is over."""
        claim = one.claim
        if claim.replaces and not _is_beside(claim) and claim.mode is not Mode.CORRECTS:
            before = replace(one, claim=replace(claim, value=claim.replaces))
            if not self._end(before, about, kind):
                if kind.name in ("possession", "event"):
                    self._end_of_its_sort(before, self.found[about, kind.name])
                if BRACKETED.search(claim.value):
                    one = self._moved(one, self.found[about, kind.name])
        if kind.opposite:
            self._end(one, about, kinds()[kind.opposite])
        return one

    def _holds(self, one: Claimed, about: str, kind: Kind) -> None:
        """What is so, or was: new, or said again."""
        claim, here = one.claim, self.found[about, kind.name]
        older = (fact.value for fact in here if kind.name == "age" and fact.is_open)
        if claim.mode is Mode.IS and any(_says_nothing_new(claim, age) for age in older):
            return
        wrong = bare(claim.replaces) if claim.mode is Mode.CORRECTS else ""
        alike = (at for at in _saying(claim.value, here, kind) if here[at].is_open)
        place = next((at for at in alike if not wrong or bare(here[at].value) != wrong), -1)
        if claim.mode is Mode.WAS:
            self._was(one, about, kind)
        elif place >= 0:
            here[place] = said_again(here[place], one)
        else:
            self._add(one, about, kind)

    def _add(self, one: Claimed, about: str, kind: Kind) -> None:
        """What was not known: beside what is, or in its place."""
        claim, here = one.claim, self.found[about, kind.name]
        if _is_beside(claim) and any(fact.is_open for fact in here):
            one = replace(one, claim=replace(claim, confidence=min(claim.confidence, BESIDE)))
        elif claim.mode is Mode.CORRECTS or (not kind.many and claim.confidence >= CERTAIN):
            given = self._give_way(one, here, claim.replaces if kind.many else "")
            if given and kind.name == "workplace" and claim.mode is not Mode.CORRECTS:
                self._end_bosses(one, about)
        here.append(self._new(one, about, kind, here))

    def _settle(self, one: Claimed, here: list[Fact]) -> None:
        """What was told to end on a day that is there by now."""
        for at, fact in enumerate(here):
            if fact.is_open and _is_past(fact, one.at.date()):
                here[at] = replace(fact, state=UnitState.SUPERSEDED)

    def _comes_true(self, one: Claimed, about: str, kind: Kind) -> None:
        """The move is made, the new job begun: what was told of ahead, or is not sure yet, holds from now on. Of a home
        and of where one works what held is over, even if nothing was told of the new one."""
        here = self.found[about, kind.name]
        since = one.claim.since or Day(one.at.date())
        if any(fact.is_open and fact.said == one.at for fact in here):
            return
        ahead = [at for at, fact in enumerate(here) if fact.is_open and _is_awaited(fact, since)]
        if not ahead:
            if kind.name in LEFT_BEHIND:
                self._over(one, about, kind)
            return
        place = ahead[-1]
        sure = max(here[place].confidence, CERTAIN)
        evidence = (*here[place].evidence, one.turn) if one.turn else here[place].evidence
        come = replace(here[place], confidence=sure, valid_from=since, valid_to=None, evidence=evidence)
        others = [fact for fact in here if fact is not here[place]]
        self._give_way(replace(one, claim=replace(one.claim, since=since)), others, "")
        here[:] = [*others, changed(come, one, UnitState.CONFIRMED, "said again")]

    def _was(self, one: Claimed, about: str, kind: Kind) -> None:
        """Something that held before, and holds no more."""
        here = self.found[about, kind.name]
        self._end(one, about, kind)
        if any(True for _ in saying(one.claim.value, here)):
            return
        fact = self._new(one, about, kind, here)
        here.insert(0, changed(replace(fact, valid_to=one.claim.until), one, UnitState.SUPERSEDED, "was"))

    def _moved(self, one: Claimed, here: list[Fact]) -> Claimed:
        """What has another day, as it was called when it was told of, where the words that told of it have this name of
        it, too: the left eye is the cataract surgery. It is on its old day no more."""
        for at in reversed(range(len(here))):
            fact = here[at]
            if fact.is_open and BRACKETED.search(fact.value) and same_words(one.claim.replaces, fact.text):
                day = BRACKETED.search(one.claim.value)
                here[at] = changed(replace(fact, valid_to=Day(one.at.date())), one, UnitState.SUPERSEDED, "changed")
                value = BRACKETED.sub(day[0] if day else "", fact.value)
                return replace(one, claim=replace(one.claim, value=value, replaces=fact.value))
        return one

    def _another_day(self, one: Claimed, here: list[Fact]) -> None:
        """What was told of last, and had a day, has another."""
        dated = [at for at, fact in enumerate(here) if fact.is_open and BRACKETED.search(fact.value)]
        if dated:
            fact = here[dated[-1]]
            value = BRACKETED.sub(one.claim.value, fact.value)
            evidence = (*fact.evidence, one.turn) if one.turn else fact.evidence
            here[dated[-1]] = changed(replace(fact, value=value, evidence=evidence), one, fact.state, "changed")

    def _give_way(self, one: Claimed, here: list[Fact], only: str) -> bool:
        """What held until now holds no more, or on the day from which something else does; what was said wrongly never
        did. Of many, `only` what is named. Whether anything did."""
        wrong, since, given = one.claim.mode is Mode.CORRECTS, one.claim.since or Day(one.at.date()), False
        for at, fact in enumerate(here):
            if fact.is_open and (not only or same_value(fact.value, only)):
                ended = fact if wrong else replace(fact, valid_to=since)
                state = UnitState.REVOKED if wrong else _state_till(since, fact, one)
                here[at] = changed(ended, one, state, "corrected" if wrong else "changed")
                given = True
        return given

    def _end_bosses(self, one: Claimed, about: str) -> None:
        """With a place of work one leaves whoever was one's boss there; not whom the same turn names."""
        here = self.found[about, "friend"]
        for at, fact in enumerate(here):
            if fact.is_open and fact.said < one.at and BOSS.search(fact.value):
                here[at] = _ended(fact, one)

    def _over(self, one: Claimed, about: str, kind: Kind) -> None:
        """What is called so is over; where nothing is called just so, what has its words in its value. Of plans without
        a name those are whose end was told."""
        if kind.name == "plan" and not one.claim.value:
            here = self.found[about, kind.name]
            here[:] = [_ended(fact, one) if fact.is_open and fact.valid_to else fact for fact in here]
            return
        ended = self._end(one, about, kind)
        if not ended and one.claim.value and kind.many:
            self._end(one, about, kind, same_words)
        if ended and kind.name == "workplace":
            self._end_bosses(one, about)
        if kind.name == "workplace" and one.claim.value:
            self._end(one, about, kinds()["job"], told_with=True)
        if kind.name in TOGETHER:
            self._end(one, about, kinds()[TOGETHER[kind.name]], same_words)
        if kind.name == "health":
            self._well_again(one, about)
        if kind.name == "hobby":
            self._end_of_what_it_was(one, about)

    def _well_again(self, one: Claimed, about: str) -> None:
        """What ailed the named part of the body lately is over; without one, what was told of last."""
        here, named = self.found[about, "health"], fold(one.claim.value)
        lately = [
            at
            for at, fact in enumerate(here)
            if fact.is_open and one.at - fact.said <= LONG and fact.said < one.at and named in fold(fact.value)
        ]
        for at in lately if named else lately[-1:]:
            here[at] = _ended(here[at], one)

    def _end_of_what_it_was(self, one: Claimed, about: str) -> None:
        """Of a class that is given up by all its words (guitar lessons) what a sentence with these told of it is over:
        the guitar, and Thursdays at the lessons."""
        words = words_of(one.claim.value)
        for name in ("hobby", "habit") if len(words) > 1 else ():
            here = self.found[about, name]
            for at, fact in enumerate(here):
                of_it = words <= words_of(fact.text) and words & words_of(fact.value)
                if fact.is_open and of_it and fact.said != one.at:
                    here[at] = _ended(fact, one)

    def _end(
        self,
        one: Claimed,
        about: str,
        kind: Kind,
        same: Callable[[str, str], bool] = same_value,
        told_with: bool = False,
    ) -> bool:
        """Whether anything of it was open until then: what has the value, or was `told_with` its words. What the same
        turn says that one has done is not over, nor is what has its own day to begin or to end, unless it is named."""
        here, ended_any = self.found[about, kind.name], False
        for at, fact in enumerate(here):
            meant = same(one.claim.value, fact.value) if one.claim.value or kind.many else True
            meant = same_words(one.claim.value, fact.text) if told_with else meant
            own = (
                one.claim.mode is Mode.ENDS
                and fact.said == one.at
                and fact.kind in ("hobby", "habit", "event", "friend")
            )
            ahead = not one.claim.value and _is_of_days_to_come(fact, one)
            if fact.is_open and meant and not own and not ahead:
                ended_any = True
                here[at] = _ended(fact, one)
        return ended_any

    def _end_of_its_sort(self, one: Claimed, here: list[Fact]) -> None:
        """What was told of last in words that say what it is is over: of "my car is a Prius" the Prius, for the car; of
        events one that has a day."""
        sort = fold(one.claim.value)
        such = [
            at
            for at, fact in enumerate(here)
            if fact.is_open
            and fact.said < one.at
            and sort in fold(fact.text)
            and (fact.kind == "possession" or (BRACKETED.search(fold(fact.value)) and sort in fold(fact.value)))
        ]
        if such:
            ended = replace(here[such[-1]], valid_to=one.claim.since or Day(one.at.date()))
            here[such[-1]] = changed(ended, one, UnitState.SUPERSEDED, "ended")

    def _new(self, one: Claimed, about: str, kind: Kind, here: Sequence[Fact]) -> Fact:
        claim = one.claim
        state = UnitState.CONFIRMED if claim.confidence >= CERTAIN else UnitState.CANDIDATE
        fact = Fact(
            id=new_id(self.person, claim, here, self.taken[about, kind.name]),
            about=about,
            kind=kind.name,
            value=claim.value,
            text=claim.text,
            state=state,
            valid_from=claim.since,
            valid_to=_last_day(claim, one.at.date()),
            recorded=one.recorded,
            said=one.at,
            confidence=claim.confidence,
            evidence=(one.turn,) if one.turn else (),
        )
        self.taken[about, kind.name].add(fact.id)
        return changed(fact, one, state, "said")

    def _owner_says(self, one: Claimed, about: str) -> None:
        """Of a kind of which one holds at once, what the owner says takes the place of what held."""
        kind = kinds().get(one.claim.kind)
        here = self.found[about, one.claim.kind] if kind else []
        place = aimed(here, one.claim)
        if kind is None or place < 0:
            return
        here[place] = by_owner(here[place], one)
        if here[place].is_open and not kind.many:
            others = [fact for fact in here if fact is not here[place]]
            self._give_way(one, others, "")
            here[:] = [*others, here[place]]

    def told(self) -> tuple[Fact, ...]:
        """By kind, the person's own before others', what holds before what held."""
        order = {kind: at for at, kind in enumerate(kinds())}
        places = sorted(self.found, key=lambda place: (place[0] != ME, place[0], order[place[1]]))
        return tuple(
            fact
            for place in places
            for fact in sorted(self.found[place], key=lambda fact: (not fact.is_open, fact.said))
        )
