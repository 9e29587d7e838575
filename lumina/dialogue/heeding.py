"""What the person says of what is known: that it is wrong, that it is to be forgotten, that it is to be remembered.

It is done at once, as acts of the owner that are bound to the turn, so that the answer can say truthfully what was
done.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import takewhile
from typing import Any, Final, Protocol
from uuid import UUID

from lumina.clock import Clock
from lumina.dialogue.correcting import concerns as corrects
from lumina.dialogue.correcting import correct
from lumina.dialogue.forgetting import forget
from lumina.dialogue.heeded import NOTHING, Acts, Heeded, Unit, act_on, note, units
from lumina.dialogue.meant import asserted, core, last_said, pointed_at, stated_in, words_of
from lumina.distil.claims.reading import stated
from lumina.distil.claims.reminders import is_reminder
from lumina.known import ME, NOTE, Claim, Claimed, ClaimType, Fact, Known, Loop, Mode, UnitState, owner_claim_id
from lumina.language.acts import asks, does, smalltalk, without
from lumina.language.kinds import asked_kinds
from lumina.language.scripts import fold
from lumina.models import EVERYBODY, Role, Turn

SHORT: Final = 24
"""Characters of an answer to "which?" at most."""

LEAST: Final = 4
"""Characters of a clause that is worth a note."""


UNHEARD: Final = 2
"""Acts by which what nobody spoke of is forgotten: a note of the turn alone, and that it is taken back."""


ANSWERS: Final = 4
"""Turns behind one that is forgotten among which its answers are looked for."""


class Claims(Protocol):
    async def put(self, guard: Any, claims: Sequence[Claimed]) -> int: ...
    async def of(self, person: str) -> Sequence[Claimed]: ...


class Knowing(Protocol):
    async def of(self, person: str, at: datetime, viewer: str | None) -> Known: ...


class Turns(Protocol):
    async def read(self, person: str, ids: Sequence[UUID]) -> Mapping[UUID, Turn]: ...
    async def spans(self, person: str, spans: Sequence[tuple[UUID, int, int]]) -> Sequence[Sequence[Turn]]: ...


Way = Callable[[Known, Turn, Sequence[Turn]], tuple[Heeded, Acts]]


@dataclass(frozen=True, slots=True)
class Heeding:
    """Reads a turn whose claims have been read. The same turn again does nothing more, and tells the same."""

    claims: Claims
    knowing: Knowing
    turns: Turns
    clock: Clock

    def concerns(self, text: str) -> bool:
        """Whether a text speaks by itself of what is known; an answer to "which?" does not."""
        return _way_of(text) is not None

    async def heed(self, guard: Any, turn: Turn, before: Sequence[Turn]) -> Heeded:
        """What this turn, behind those `before` it, does to what is known."""
        heeded, acts = await self._read(turn, before)
        await self.claims.put(guard, acts)
        return heeded

    async def did(self, turn: Turn, before: Sequence[Turn]) -> Heeded:
        """What this turn did when it was said. Does nothing."""
        return (await self._read(turn, before))[0]

    async def _read(self, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, list[Claimed]]:
        """What the turn does, or did, and the acts that are still to be done for that."""
        kind = _way_of(turn.text) or await self._which(turn, before)
        if kind is None:
            return NOTHING, []
        claims = await self.claims.of(turn.person)
        known = await self.knowing.of(turn.person, turn.at, None)
        if done := [one.claim for one in claims if _is_act_of(turn, one)]:
            return _told_again(kind, done, stated_in(turn, known)), []
        way: Way = partial(forget, said=await self._all_said(turn, claims)) if kind is _forget else kind
        heeded, acts = way(known, turn, before)
        acts = await self._with_answers(turn, acts) if kind is _forget else acts
        first = max((one.claim.act for one in claims), default=0) + 1
        return heeded, [
            self._done(turn, source, replace(claim, act=first + at)) for at, (source, claim) in enumerate(acts)
        ]

    async def _all_said(self, turn: Turn, claims: Sequence[Claimed]) -> list[Turn]:
        """Everything that the person stated until then, where something is to be forgotten of it by name."""
        told = [one.turn for one in claims if one.turn and one.at <= turn.at and one.claim.type is not ClaimType.ASKED]
        return [*(await self.turns.read(turn.person, [*dict.fromkeys(told)])).values()]

    async def _with_answers(self, turn: Turn, acts: Acts) -> Acts:
        """Acts that hide turns, hiding what characters answered to these, too."""
        hidden = [
            (one, claim) for one, claim in acts if claim.kind == NOTE and claim.mode is Mode.IS and one.id != turn.id
        ]
        spans = [(one.thread, one.position + 1, one.position + ANSWERS) for one, _ in hidden]
        behind = await self.turns.spans(turn.person, spans)
        said = (takewhile(lambda one: one.role is Role.CHARACTER, after) for after in behind)
        answers = [(answer, claim) for (_, claim), after in zip(hidden, said, strict=True) for answer in after]
        return [*answers, *acts]

    async def _which(self, turn: Turn, before: Sequence[Turn]) -> Way | None:
        """What a short answer goes on with: the words before it that did not say which of several they meant."""
        last = last_said(before)
        if last is None or len(turn.text) > SHORT or asks(turn.text) or smalltalk(turn.text):
            return None
        way = _way_of(last.text)
        if way is None or way is _keep:
            return None
        then = await self.did(last, before[: before.index(last)])
        return partial(_answer_which, way) if then.deed == "unclear" else None

    async def told_first(self, turn: Turn) -> tuple[Fact | Loop, ...]:
        """What the turn told for the first time: what holds, and what is still to come, on a day that it names."""
        known = await self.knowing.of(turn.person, turn.at, None)
        facts = [one for one in known.facts if one.is_open and one.evidence[:1] == (turn.id,)]
        ahead = [one for one in known.loops if one.state == "open" and one.evidence[-1:] == (turn.id,)]
        return (*facts, *(one for one in ahead if one.due and one.due.first >= turn.at.date()))

    async def name_told(self, turn: Turn, viewer: str) -> str:
        """The name that the person gave as their own, as far as the viewer heard it; "" where there is none."""
        facts = (await self.knowing.of(turn.person, turn.at, viewer)).facts
        own = [one for one in facts if one.about == ME and one.kind == "name" and one.state is UnitState.CONFIRMED]
        return max(own, key=lambda one: one.said).value if own else ""

    async def withdrawn(self, turn: Turn) -> frozenset[UUID]:
        """The turns that are not quoted in answer to this one: those that speak of what is forgotten, or told a number
        that was wrong; those that would answer it with what the owner has taken back, and with nothing that holds; and
        those that did no more than say so."""
        facts = (await self.knowing.of(turn.person, turn.at, None)).facts
        asked, folded = asked_kinds(turn.text), fold(turn.text)
        whys = ("forgotten",) if does("first_said", turn.text) else ("forgotten", "corrected")
        away = [fact for fact in facts if not fact.is_open and fact.history[-1].why in whys]
        gone = [fact for fact in away if fact.kind in asked or core(fact) in folded]
        meant = {*asked, *(fact.kind for fact in gone)}
        said = _evidence(gone, held=False) - _evidence([fact for fact in facts if fact.kind in meant])
        acts = {one.turn for fact in facts for one in fact.history if one.source == "owner" and one.turn}
        never = _evidence([fact for fact in away if fact.kind == NOTE], held=False)
        return frozenset(said | (acts - _evidence(facts)) | never)

    def _done(self, turn: Turn, source: Turn, claim: Claim) -> Claimed:
        """Who knows of a unit knows what becomes of it; a note is known to those who heard it."""
        of_all = claim.target or claim.mode is Mode.FORGETS
        witnesses = frozenset({EVERYBODY}) if of_all else turn.witnesses & source.witnesses
        id_ = _act_id(turn, source.id, claim)
        return Claimed(id_, claim, source.id, turn.at, self.clock(), witnesses, "owner")


def _act_id(turn: Turn, source: UUID, claim: Claim) -> UUID:
    """Of what a turn does: of the same about several turns, each once."""
    bare = replace(claim, act=0)
    return owner_claim_id(turn.person, turn.id, bare if source == turn.id else replace(bare, names=(str(source),)))


def _is_act_of(turn: Turn, one: Claimed) -> bool:
    """Whether it is something that this turn did, and no other turn of the same moment."""
    return one.source == "owner" and one.turn is not None and one.id == _act_id(turn, one.turn, one.claim)


def _way_of(text: str) -> Way | None:
    if smalltalk(text):
        return None
    if is_reminder(text):
        return _remind
    if does("forgets", text):
        return _forget
    if corrects(text):
        return correct
    return _keep if does("keeps", text) else None


def _forget(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    return forget(known, turn, before, ())


def _answer_which(way: Way, known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    named = [fact for fact in pointed_at(asserted(known, before), turn.text) if turn.id not in fact.evidence]
    if not named:
        return NOTHING, []
    deed = "forgotten" if way is _forget else "taken back"
    return Heeded(deed, units(named)), [(turn, act_on(fact, Mode.FORGETS)) for fact in named]


def _remind(known: Known, turn: Turn, _: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """What is to be done was left open by the turn itself."""
    loops = [loop for loop in known.loops if turn.id in loop.evidence]
    told = tuple(Unit("", loop.what) for loop in loops)
    return Heeded("noted", told, next((loop.due for loop in loops if loop.due), None)) if told else NOTHING, []


def _keep(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """What the turn states is certain from now on, or else what the person said last; what is no fact becomes a
    note."""
    clause = next((one for one in _clauses(turn.text) if len(one) >= LEAST), "")
    source, own = (turn, [clause]) if clause else (last_said(before), [])
    if source is None:
        return NOTHING, []
    facts = [fact for fact in known.facts if fact.is_open and source.id in fact.evidence] or _meant(known, clause)
    if facts:
        return Heeded("kept", units(facts)), [(turn, act_on(fact, Mode.CONFIRMS)) for fact in facts]
    notes = own or [one for one in stated(source.text) if len(one) >= LEAST]
    told = tuple(Unit(NOTE, one) for one in notes)
    return Heeded("kept", told) if told else NOTHING, [(source, note(one)) for one in notes]


ITS_DAY: Final = re.compile(r"(?P<what>.+?)の(?:日|日にち|日程|日付|予定|こと)")
"""What is to be remembered by name: 手術の日."""


def _meant(known: Known, clause: str) -> list[Fact]:
    """What is known that a clause only names."""
    match = ITS_DAY.fullmatch(clause)
    words = words_of(match["what"]) if match else frozenset[str]()
    return [one for one in known.facts if one.is_open and words and words <= words_of(f"{one.about} {one.value}")]


def _clauses(text: str) -> list[str]:
    return [without("keeps", one).strip(" 。、,.:;!-—") for one in stated(text)]


def _evidence(facts: Iterable[Fact], *, held: bool = True) -> set[UUID]:
    """The turns by which those are known that hold, or that do not."""
    return {id_ for fact in facts if fact.is_open is held for id_ in fact.evidence}


def _told_again(way: Way, done: Sequence[Claim], right: Sequence[Fact]) -> Heeded:
    """What a turn that comes once more did the first time."""
    if way is _keep:
        return Heeded("kept", tuple(Unit(one.kind, one.replaces or one.value, one.about) for one in done))
    if way is not correct:
        gone = [one for one in done if one.mode is Mode.FORGETS and one.type is not ClaimType.PERSON]
        named = [one for one in gone if one.kind != NOTE] or gone
        if sum(one.type is not ClaimType.PERSON for one in done) == UNHEARD and all(one.kind == NOTE for one in gone):
            return Heeded("unheard of", tuple(Unit("", one.replaces) for one in named))
        return Heeded("forgotten", tuple(Unit(one.kind, one.replaces, one.about or ME) for one in named))
    if over := [one for one in done if one.mode is Mode.ENDS]:
        return Heeded("over", tuple(Unit(one.kind, one.replaces, one.about) for one in over))
    anew = [one for one in done if one.value and (one.mode is not Mode.IS or one.kind != NOTE)]
    anew = [one for one in anew if one.kind != NOTE] or anew
    if told := [*units(right), *(Unit(one.kind, one.value, one.about) for one in anew)]:
        return Heeded("set right", tuple(dict.fromkeys(told)))
    return Heeded("taken back", tuple(Unit(one.kind, one.replaces, one.about) for one in done))
