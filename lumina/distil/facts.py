"""Facts by whom they are about and by kind, from claims in the order in which they were said."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from lumina.distil import lasting, slots
from lumina.distil.awaited import Awaited
from lumina.distil.called import KINDS as CALLED_SO
from lumina.distil.called import end_called
from lumina.distil.over import end_of_what_it_was, well_again
from lumina.distil.people import People
from lumina.distil.redating import another_day, end_of_its_sort, moved_of, not_to_come
from lumina.distil.values import measured_anew, named_so, same_value, same_words, saying
from lumina.distil.versions import aimed, by_owner, changed, given_up, new_id, said_again, untrue
from lumina.known import Claimed, ClaimType, Day, Fact, Mode, UnitState
from lumina.language.kinds import Kind, kinds


@dataclass(slots=True)
class Facts:
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
        if claim.target is not None and one.source == "model":
            here = self.found[about, claim.kind]
            here[:] = [given_up(fact, one) for fact in here]
        elif claim.target is not None:
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
        elif (
            since
            and since.first <= one.at.date()
            and any(fact.is_open and lasting.is_awaited(fact, since) for fact in here)
        ):
            self._comes_true(one, about, kind)

    def _said(self, one: Claimed, about: str, kind: Kind) -> None:
        """What is over, or comes true; else what is so, as it may stand in the place of something."""
        claim = one.claim
        lasting.settle(self.found[about, kind.name], one.at.date())
        if claim.mode is Mode.ENDS:
            self._ends(one, about, kind)
        elif claim.mode is Mode.DENIES:
            here = self.found[about, kind.name]
            here[:] = [untrue(fact, one) if named_so(claim.value, fact.value) else fact for fact in here]
        elif not claim.value and claim.mode is Mode.IS:
            self._comes_true(one, about, kind)
        elif claim.mode is Mode.CORRECTS and lasting.BRACKETED.fullmatch(claim.value):
            another_day(one, self.found[about, kind.name])
        elif held := self._in_place_of(one, about, kind):
            self._holds(held, about, kind)

    def _ends(self, one: Claimed, about: str, kind: Kind) -> None:
        """What is over; where anything is, how its end was told is something that happened."""
        self._over(one, about, kind)
        here = (fact for name in kinds() for fact in self.found[about, name] if not fact.is_open)
        if one.claim.replaces and one.source == "rules" and any(lasting.ends_with(fact, one) for fact in here):
            self._holds(replace(one, claim=lasting.as_told(one.claim)), about, kinds()["event"])

    def _in_place_of(self, one: Claimed, about: str, kind: Kind) -> Claimed | None:
        """The claim, once what it says that was before is over; nothing where it holds in the place of that alone, and
        nothing was. What is put on another day is on its old one no more from today on."""
        claim = one.claim
        if claim.replaces and not lasting.is_beside(claim) and claim.mode is not Mode.CORRECTS:
            before = replace(one, claim=replace(claim, value=claim.replaces))
            if kind.name == "event" or (kind.name in slots.MATTERS and lasting.BRACKETED.search(claim.value)):
                before = replace(before, claim=replace(before.claim, since=None, until=None))
            if claim.confidence <= lasting.ONLY_IN_PLACE:
                return self._only_in_place(before, one, about, kind)
            if not self._end(before, about, kind):
                if kind.name in ("possession", "event"):
                    end_of_its_sort(before, self.found[about, kind.name])
                one = moved_of(one, self.found, about, kind.name) if lasting.BRACKETED.search(claim.value) else one
        if kind.opposite:
            self._end(one, about, kinds()[kind.opposite])
        return one

    def _only_in_place(self, before: Claimed, one: Claimed, about: str, kind: Kind) -> Claimed | None:
        """What is done on another day, or at another hour, than it was; no single day that the turn was read to name
        is meant by that."""
        is_plan, figure = kind.name == "plan", ""

        def gives_way(what: str, value: str) -> bool:
            nonlocal figure
            figure = (same_words(what, value) and measured_anew(one.claim.value, value)) or figure
            return (is_plan or bool(figure) or slots.is_timed(value)) and same_words(what, value)

        if not self._end(before, about, kind, gives_way):
            return None
        one = replace(one, claim=replace(one.claim, value=figure or one.claim.value))
        for name in slots.MATTERS:
            here = self.found[about, name]
            here[:] = [fact for fact in here if fact.said < one.at or not same_words(before.claim.value, fact.value)]
        return replace(one, claim=replace(one.claim, confidence=lasting.IN_PLACE, replaces=""))

    def _holds(self, one: Claimed, about: str, kind: Kind) -> None:
        """What is so, or was: new, or said again."""
        claim, here = one.claim, self.found[about, kind.name]
        older = (fact.value for fact in here if kind.name == "age" and fact.is_open)
        if claim.mode is Mode.IS and any(lasting.says_nothing_new(claim, age) for age in older):
            return
        place = next((at for at in lasting.places_of(claim, here) if here[at].is_open), -1)
        if claim.mode is Mode.WAS:
            self._was(one, about, kind)
        elif place >= 0:
            self._holds_again(one, here, place, kind)
        else:
            self._add(one, about, kind)

    def _holds_again(self, one: Claimed, here: list[Fact], place: int, kind: Kind) -> None:
        """What was told before; of a kind of which one holds, what was not sure until now replaces the rest."""
        unsure = here[place].state is UnitState.CANDIDATE and one.claim.confidence >= lasting.CERTAIN
        here[place] = said_again(here[place], one)
        if unsure and not kind.many and not lasting.is_beside(one.claim):
            others = [fact for fact in here if fact is not here[place]]
            again = here[place]
            self._give_way(one, others, "")
            here[:] = [*others, again]

    def _add(self, one: Claimed, about: str, kind: Kind) -> None:
        """What was not known: beside what is, or in its place."""
        claim, here = one.claim, self.found[about, kind.name]
        if lasting.is_beside(claim) and any(fact.is_open for fact in here):
            if not all(lasting.is_ahead(fact, one.at.date()) for fact in here if fact.is_open):
                one = replace(one, claim=replace(claim, confidence=min(claim.confidence, lasting.BESIDE)))
        elif claim.mode is Mode.CORRECTS or (not kind.many and claim.confidence >= lasting.CERTAIN):
            given = self._give_way(one, here, claim.replaces if kind.many else "")
            if given and kind.name == "workplace" and claim.mode is not Mode.CORRECTS:
                self._end_bosses(one, about)
        elif not kind.many and slots.says_now(claim.text):
            here[:] = [lasting.doubted(fact, one) if fact.said < one.at else fact for fact in here]
        if kind.name == "workplace" and claim.mode is Mode.IS and claim.confidence >= lasting.CERTAIN:
            self._end(one, about, kinds()["job"], lambda _, job: bool(lasting.WORKLESS.fullmatch(job)))
        if kind.many and claim.mode is Mode.IS and not lasting.is_beside(claim):
            slots.give_way(self.found, one, about, kind.name)
        here.append(self._new(one, about, kind, here))

    def _comes_true(self, one: Claimed, about: str, kind: Kind) -> None:
        """The move is made, the new job begun: what was told of ahead, or is not sure yet, holds from now on. Of a home
        and of where one works what held is over, even if nothing was told of the new one."""
        here = self.found[about, kind.name]
        since = one.claim.since or Day(one.at.date())
        if any(fact.is_open and fact.said == one.at for fact in here):
            return
        ahead = [at for at, fact in enumerate(here) if fact.is_open and lasting.is_awaited(fact, since)]
        if not ahead:
            if kind.name in lasting.LEFT_BEHIND:
                self._over(one, about, kind)
            return
        place = ahead[-1]
        sure = max(here[place].confidence, lasting.CERTAIN)
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

    def _give_way(self, one: Claimed, here: list[Fact], only: str) -> bool:
        """What held until now holds no more, or on the day from which something else does; what was said wrongly never
        did. Of many, `only` what is named. Whether anything did."""
        wrong, since, given = one.claim.mode is Mode.CORRECTS, one.claim.since or Day(one.at.date()), False
        for at, fact in enumerate(here):
            if fact.is_open and (not only or same_value(fact.value, only)):
                held = fact if wrong else replace(fact, valid_to=since)
                state = UnitState.REVOKED if wrong else lasting.state_till(since, fact, one)
                here[at] = changed(held, one, state, "corrected" if wrong else "changed")
                given = True
        return given

    def _end_bosses(self, one: Claimed, about: str) -> None:
        """With a place of work one leaves whoever was one's boss there; not whom the same turn names."""
        here = self.found[about, "friend"]
        here[:] = [lasting.ended(fact, one) if lasting.is_boss(fact) and fact.said < one.at else fact for fact in here]

    def _over(self, one: Claimed, about: str, kind: Kind) -> None:
        """What is called so is over; where nothing is called just so, what has its words in its value. Of plans without
        a name those are whose end was told."""
        if kind.name == "plan" and not one.claim.value:
            here = self.found[about, kind.name]
            here[:] = [lasting.ended(fact, one) if fact.is_open and fact.valid_to else fact for fact in here]
            return
        if kind.name == "plan" and one.claim.value.startswith(lasting.TO_GET):
            self._end(one, about, kind, lambda what, plan: lasting.is_to_get(plan, what))
            return
        ended_any = self._end(one, about, kind, named_so)
        if not ended_any and one.claim.value and kind.many:
            ended_any = self._end(one, about, kind, same_words)
            if not ended_any and kind.name in CALLED_SO:
                end_called(one, self.found[about, kind.name])
        if not ended_any and one.claim.value and kind.name in lasting.LEFT_BEHIND:
            not_to_come(one, self.found[about, kind.name])
        if ended_any and kind.name == "workplace":
            self._end_bosses(one, about)
        if kind.name == "workplace" and one.claim.value:
            self._end(one, about, kinds()["job"], told_with=True)
        if kind.name in lasting.TOGETHER:
            self._end(one, about, kinds()[lasting.TOGETHER[kind.name]], same_words)
        if kind.name == "health":
            well_again(one, self.found[about, "health"])
        if kind.name == "hobby":
            end_of_what_it_was(one, self.found[about, "hobby"], self.found[about, "habit"])

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
            own = lasting.is_of_the_turn(fact, one)
            ahead = not one.claim.value and lasting.is_of_days_to_come(fact, one)
            if fact.is_open and meant and not own and not ahead:
                ended_any = True
                here[at] = lasting.ended(fact, one)
        return ended_any

    def _new(self, one: Claimed, about: str, kind: Kind, here: Sequence[Fact]) -> Fact:
        id_ = new_id(self.person, one.claim, here, self.taken[about, kind.name])
        self.taken[about, kind.name].add(id_)
        return lasting.begun(id_, one, about, kind.name)

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
