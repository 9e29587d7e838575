"""From claims to what is known. A pure fold: the same claims give the same facts, in whatever order they came in."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from lumina.distil.loops import loops
from lumina.known import ME, Change, Claimed, ClaimType, Day, Fact, Known, Mode, Somebody, Topic, UnitState
from lumina.language.japanese import reading
from lumina.language.kinds import Kind, kinds
from lumina.language.scripts import CJK, fold
from lumina.models import derived_id, may_see

CERTAIN = 0.7
"""A claim of at least this confidence is confirmed at once; below it, once it has been said a second time."""

ADDED = 0.15
"""What each further turn that says the same adds to the confidence."""


def known(person: str, claims: Iterable[Claimed], at: datetime, viewer: str | None = None) -> Known:
    """What a viewer (None: the owner) could know at a moment: of what had been said by then and was heard."""
    heard = [one for one in claims if one.at <= at and may_see(viewer, one.witnesses)]
    ordered = sorted(_preferred(heard), key=lambda one: (one.at, one.recorded, one.id))
    people = _People(person)
    for one in ordered:
        people.meet(one)
    facts = _Facts(person, people)
    for one in ordered:
        facts.take(one)
    topics = (
        Topic(one.turn, one.at, frozenset(one.claim.value.split()))
        for one in ordered
        if one.turn and one.claim.type is ClaimType.TOPIC
    )
    return Known(tuple(facts.told()), people.told(), loops(person, ordered), tuple(topics), people.names())


def _preferred(claims: Sequence[Claimed]) -> Iterable[Claimed]:
    """What a model read out of a turn stands in place of what the rules did."""
    by_model = {one.turn for one in claims if one.source == "model"}
    return (one for one in claims if one.source != "rules" or one.turn not in by_model)


def same_value(one: str, other: str) -> bool:
    """Whether two values say the same: folded, one of them within the other (the 8th is not within the 18th)."""
    short, long = sorted((_bare(one), _bare(other)), key=len)
    whole = rf"(?<!\d){re.escape(short)}(?!\d)" if short[:1].isdigit() or short[-1:].isdigit() else re.escape(short)
    return bool(short) and (short == long or (len(short) > 1 and bool(re.search(whole, long))))


def _bare(value: str) -> str:
    return "".join(character for character in fold(value) if character.isalnum())


@dataclass(slots=True)
class _People:
    """Somebody by each of the names they are called."""

    person: str
    found: dict[str, Somebody] = field(default_factory=dict[str, Somebody])
    called: dict[str, str] = field(default_factory=dict[str, str])

    def meet(self, one: Claimed) -> None:
        claim = one.claim
        if claim.type is not ClaimType.PERSON:
            return
        names = [name for name in (claim.value, *claim.names) if name]
        known_as = next((self.called[fold(name)] for name in names if fold(name) in self.called), names[0])
        before = self.found.get(known_as) or Somebody(
            derived_id("somebody", self.person, known_as), known_as, (), "", ()
        )
        aliases = tuple(dict.fromkeys([*before.aliases, *(name for name in names if name != known_as)]))
        mentions = (*before.mentions, one.turn) if one.turn and one.turn not in before.mentions else before.mentions
        self.found[known_as] = replace(
            before, aliases=aliases, relation=claim.kind or before.relation, mentions=mentions
        )
        self.called |= {fold(name): known_as for name in names}

    def name_of(self, about: str) -> str:
        """The name of whoever is called so, or is the only one who is that to the person."""
        if about == ME or fold(about) in self.called:
            return self.called.get(fold(about), about)
        related = [one.name for one in self.found.values() if one.relation and fold(one.relation) == fold(about)]
        return related[0] if len(related) == 1 else about

    def told(self) -> tuple[Somebody, ...]:
        """With how each name is read, and the relation of those who alone have it: by these they are called, too."""
        relations = Counter(fold(one.relation) for one in self.found.values())
        called = [
            replace(one, aliases=tuple(dict.fromkeys([*one.aliases, *self._also(one, relations)])))
            for one in self.found.values()
        ]
        return tuple(sorted(called, key=lambda one: (-len(one.mentions), one.name)))

    def _also(self, one: Somebody, relations: Mapping[str, int]) -> Iterator[str]:
        if one.relation and relations[fold(one.relation)] == 1 and fold(one.relation) not in self.called:
            yield one.relation
        if CJK.search(one.name) and (read := reading(one.name)) not in {*self.called, fold(one.name)}:
            yield read

    def names(self) -> Mapping[str, str]:
        return dict(self.called)


@dataclass(slots=True)
class _Facts:
    """Facts by whom they are about and by kind, in the order in which they were said."""

    person: str
    people: _People
    found: dict[tuple[str, str], list[Fact]] = field(default_factory=lambda: defaultdict(list))

    def take(self, one: Claimed) -> None:
        claim = one.claim
        if claim.target is not None:
            self._owner_says(one, claim.target)
        elif claim.type is ClaimType.FACT and claim.kind in kinds():
            self._said(one, self.people.name_of(claim.about), kinds()[claim.kind])

    def _said(self, one: Claimed, about: str, kind: Kind) -> None:
        claim = one.claim
        if claim.mode is Mode.ENDS:
            return self._end(one, about, kind)
        if claim.replaces and claim.mode is not Mode.CORRECTS:
            self._end(replace(one, claim=replace(claim, value=claim.replaces)), about, kind)
        if kind.opposite:
            self._end(one, about, kinds()[kind.opposite])
        here = self.found[about, kind.name]
        place = next((at for at, fact in enumerate(here) if _is_open(fact) and same_value(fact.value, claim.value)), -1)
        if claim.mode is Mode.WAS:
            return self._was(one, about, kind)
        if place >= 0:
            here[place] = _said_again(here[place], one)
            return None
        if claim.mode is Mode.CORRECTS or (not kind.many and claim.confidence >= CERTAIN):
            self._give_way(one, here, claim.replaces if kind.many else "")
        here.append(self._new(one, about, kind, here))
        return None

    def _was(self, one: Claimed, about: str, kind: Kind) -> None:
        """Something that held before, and holds no more."""
        here = self.found[about, kind.name]
        self._end(one, about, kind)
        if any(same_value(fact.value, one.claim.value) for fact in here):
            return
        fact = self._new(one, about, kind, here)
        here.insert(0, _changed(replace(fact, valid_to=one.claim.until), one, UnitState.SUPERSEDED, "was"))

    def _give_way(self, one: Claimed, here: list[Fact], only: str) -> None:
        """What held until now holds no more; what was said wrongly never did. Of many, `only` what is named."""
        wrong = one.claim.mode is Mode.CORRECTS
        for at, fact in enumerate(here):
            if _is_open(fact) and (not only or same_value(fact.value, only)):
                ended = fact if wrong else replace(fact, valid_to=one.claim.since or Day(one.at.date()))
                state = UnitState.REVOKED if wrong else UnitState.SUPERSEDED
                here[at] = _changed(ended, one, state, "corrected" if wrong else "changed")

    def _end(self, one: Claimed, about: str, kind: Kind) -> None:
        here = self.found[about, kind.name]
        for at, fact in enumerate(here):
            meant = same_value(fact.value, one.claim.value) if one.claim.value or kind.many else True
            if _is_open(fact) and meant:
                ended = replace(fact, valid_to=one.claim.until or one.claim.since or Day(one.at.date()))
                here[at] = _changed(ended, one, UnitState.SUPERSEDED, "ended")

    def _new(self, one: Claimed, about: str, kind: Kind, here: Sequence[Fact]) -> Fact:
        claim = one.claim
        often = sum(same_value(fact.value, claim.value) for fact in here)
        state = UnitState.CONFIRMED if claim.confidence >= CERTAIN else UnitState.CANDIDATE
        fact = Fact(
            id=derived_id("fact", self.person, about, kind.name, _bare(claim.value), often),
            about=about,
            kind=kind.name,
            value=claim.value,
            text=claim.text,
            state=state,
            valid_from=claim.since,
            valid_to=None,
            recorded=one.recorded,
            said=one.at,
            confidence=claim.confidence,
            evidence=(one.turn,) if one.turn else (),
        )
        return _changed(fact, one, state, "said")

    def _owner_says(self, one: Claimed, target: UUID) -> None:
        for here in self.found.values():
            for at, fact in enumerate(here):
                if fact.id == target:
                    here[at] = _by_owner(fact, one)

    def told(self) -> Iterable[Fact]:
        """By kind, the person's own before others', what holds before what held."""
        order = list(kinds())
        facts = [fact for here in self.found.values() for fact in here]
        return sorted(
            facts,
            key=lambda fact: (fact.about != ME, fact.about, order.index(fact.kind), not _is_open(fact), fact.said),
        )


def _is_open(fact: Fact) -> bool:
    return fact.state in {UnitState.CANDIDATE, UnitState.CONFIRMED}


def _said_again(fact: Fact, one: Claimed) -> Fact:
    if one.turn is None or one.turn in fact.evidence:
        return fact
    sure = min(1.0, max(fact.confidence, one.claim.confidence) + ADDED)
    longer = one.claim.value if len(one.claim.value) > len(fact.value) and fact.kind != "name" else fact.value
    again = replace(
        fact,
        confidence=sure,
        evidence=(*fact.evidence, one.turn),
        value=longer,
        valid_from=fact.valid_from or one.claim.since,
    )
    if again.value == fact.value and fact.state is UnitState.CONFIRMED:
        return again
    return _changed(again, one, UnitState.CONFIRMED, "said again")


def _by_owner(fact: Fact, one: Claimed) -> Fact:
    if one.claim.mode is Mode.FORGETS:
        return _changed(fact, one, UnitState.REVOKED, "forgotten by the owner")
    if one.claim.mode is Mode.EDITS:
        return _changed(replace(fact, value=one.claim.value), one, UnitState.CONFIRMED, "edited by the owner")
    return _changed(replace(fact, confidence=1.0), one, UnitState.CONFIRMED, "confirmed by the owner")


def _changed(fact: Fact, one: Claimed, state: UnitState, why: str) -> Fact:
    """The next version; the same payload again is none."""
    last = fact.history[-1] if fact.history else None
    if last and (last.value, last.state) == (fact.value, state):
        return replace(fact, state=state)
    change = Change(len(fact.history) + 1, one.at, fact.value, state, why, one.turn)
    return replace(fact, state=state, history=(*fact.history, change))
