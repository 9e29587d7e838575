"""From claims to what is known. A pure fold: the same claims give the same facts, in whatever order they came in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from lumina.distil.facts import Facts
from lumina.distil.lasting import holding
from lumina.distil.loops import OF_LOOPS, Loops
from lumina.distil.people import People
from lumina.distil.readings import united
from lumina.distil.versions import in_order
from lumina.known import Claimed, ClaimType, Known, Topic
from lumina.models import may_see


def known(person: str, claims: Iterable[Claimed], at: datetime, viewer: str | None = None) -> Known:
    """What a viewer (None: the owner) could know at a moment: of what had been said by then and was heard."""
    return holding(Fold(person, viewer).of([one for one in claims if one.at <= at]), at.date())


@dataclass(slots=True)
class Fold:
    """A fold that can go on: what was said behind everything else is added, without folding the rest again."""

    person: str
    viewer: str | None
    _ordered: list[Claimed] = field(default_factory=list[Claimed], init=False)
    _people: People = field(init=False)
    _facts: Facts = field(init=False)
    _loops: Loops = field(init=False)
    _known: Known = field(init=False)

    def of(self, claims: Iterable[Claimed]) -> Known:
        """What is known by these, in whatever order."""
        heard = [one for one in claims if may_see(self.viewer, one.witnesses)]
        ordered = sorted(heard, key=_order)
        self._people = People.of(self.person, ordered)
        self._ordered = [*united(ordered, self._people.name_of)]
        self._facts, self._loops = Facts(self.person, self._people), Loops(self.person)
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
            in_order(self._facts.found) if ClaimType.FACT in types else before.facts,
            people.told() if ClaimType.PERSON in types else before.people,
            self._loops.sorted() if types & OF_LOOPS else before.loops,
            (*before.topics, *_topics(more)),
            people.names() if ClaimType.PERSON in types else before.names,
        )
        return self._known


def _order(one: Claimed) -> tuple[datetime, int, bool, datetime, int, str, UUID]:
    """As they were said and done; of one turn, what the rules read before what a model did, so that what is known has
    the same id before and after, and what says more first: Biscuit (hamster) before hamster."""
    by_model = one.source == "model"
    return one.at, one.claim.act, by_model, one.recorded, -len(one.claim.value), one.claim.value, one.id


def _topics(ordered: Iterable[Claimed]) -> Iterable[Topic]:
    for one in ordered:
        if one.turn and one.claim.type is ClaimType.TOPIC:
            yield Topic(one.turn, one.at, frozenset(one.claim.value.split()))
