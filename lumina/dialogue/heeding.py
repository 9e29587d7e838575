"""What the person says of what is known: that it is wrong, that it is to be forgotten, that it is to be remembered.

It is done at once, as acts of the owner that are bound to the turn, so that the answer can say truthfully what was
done.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import takewhile
from typing import Any, Final, Literal, Protocol
from uuid import UUID

from lumina.clock import Clock
from lumina.distil.claims.instead import put_right
from lumina.distil.claims.reading import stated
from lumina.known import ME, Claim, Claimed, ClaimType, Fact, Known, Loop, Mode, UnitState, owner_claim_id
from lumina.language.acts import asks, does, smalltalk, without
from lumina.language.kinds import asked_kinds, kinds
from lumina.language.scripts import fold
from lumina.models import EVERYBODY, Role, Turn
from lumina.recall.facts import wanted

NOTE: Final = "note"
"""The kind of what is to be remembered and is no fact of any other kind."""

SHORT = 24
"""Characters of an answer to "which?" at most."""

LEAST = 4
"""Characters of a clause that is worth a note."""

Deed = Literal["", "taken back", "set right", "forgotten", "kept", "unclear"]


@dataclass(frozen=True, slots=True)
class Heeded:
    """What was done, and of which facts (what was left open has a kind of ""): each as (kind, value)."""

    deed: Deed = ""
    units: tuple[tuple[str, str], ...] = ()


ABOUT: Final = ("のこと", "の話", "の件")

NOTHING: Final = Heeded()


class Claims(Protocol):
    async def put(self, guard: Any, claims: Sequence[Claimed]) -> int: ...
    async def of(self, person: str) -> Sequence[Claimed]: ...


class Knowing(Protocol):
    async def of(self, person: str, at: datetime, viewer: str | None) -> Known: ...


@dataclass(frozen=True, slots=True)
class Heeding:
    """Reads a turn whose claims have been read. The same turn again does nothing more, and tells the same."""

    claims: Claims
    knowing: Knowing
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
        way = _way_of(turn.text) or _which(turn, before)
        if way is None:
            return NOTHING, []
        claims = await self.claims.of(turn.person)
        known = await self.knowing.of(turn.person, turn.at, None)
        if done := [one.claim for one in claims if one.source == "owner" and one.turn and one.at == turn.at]:
            return _told_again(way, done, _stated_in(turn, known)), []
        heeded, acts = way(known, turn, before)
        first = max((one.claim.act for one in claims), default=0) + 1
        return heeded, [
            self._done(turn, source, replace(claim, act=first + at)) for at, (source, claim) in enumerate(acts)
        ]

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
        """The turns that are not quoted in answer to this one: those that would answer it with what the owner has taken
        back, and with nothing that holds, and those that did no more than say so."""
        facts = (await self.knowing.of(turn.person, turn.at, None)).facts
        asked, folded = asked_kinds(turn.text), fold(turn.text)
        away = [fact for fact in facts if not fact.is_open and fact.history[-1].why == "forgotten"]
        gone = [fact for fact in away if fact.kind in asked or _core(fact) in folded]
        meant = {*asked, *(fact.kind for fact in gone)}
        said = _evidence(gone, held=False) - _evidence([fact for fact in facts if fact.kind in meant])
        acts = {one.turn for fact in facts for one in fact.history if one.source == "owner" and one.turn}
        return frozenset(said | (acts - _evidence(facts))) if said or acts else frozenset()

    def _done(self, turn: Turn, source: Turn, claim: Claim) -> Claimed:
        """Who knows of a unit knows what becomes of it; a note is known to those who heard it."""
        witnesses = frozenset({EVERYBODY}) if claim.target else turn.witnesses & source.witnesses
        id_ = owner_claim_id(turn.person, turn.id, replace(claim, act=0))
        return Claimed(id_, claim, source.id, turn.at, self.clock(), witnesses, "owner")


SAID_WRONGLY = re.compile(r"\bI (?:said|told you|wrote)\b.*\b(?:but|actually|it's|it is|not)\b", re.I)
"""Who says what they said wrongly sets it right, however long ago that was."""

Acts = list[tuple[Turn, Claim]]
"""What the owner does, each by the turn that says it."""

Way = Callable[[Known, Turn, Sequence[Turn]], tuple[Heeded, Acts]]


def _way_of(text: str) -> Way | None:
    if smalltalk(text):
        return None
    if does("forgets", text):
        return _forget
    if does("corrects", text) or does("denies", text) or SAID_WRONGLY.search(text):
        return _correct
    return _keep if does("keeps", text) else None


def _which(turn: Turn, before: Sequence[Turn]) -> Way | None:
    """What a short answer goes on with: the words before it that did not say which of several they meant."""
    last = _last_said(before)
    if last is None or len(turn.text) > SHORT or asks(turn.text) or smalltalk(turn.text):
        return None
    way = _way_of(last.text)
    return partial(_answer_which, way) if way is not None and way is not _keep else None


def _answer_which(way: Way, known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    named = [fact for fact in _named(_asserted(known, before), turn.text) if turn.id not in fact.evidence]
    if not named:
        return NOTHING, []
    deed: Deed = "forgotten" if way is _forget else "taken back"
    return Heeded(deed, _told(named)), [(turn, _act_on(fact, Mode.FORGETS)) for fact in named]


def _correct(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """What was asserted is revoked, unless the turn itself says how it is."""
    asserted = _asserted(_until(known, turn), before)
    named = _named(asserted, turn.text)
    if not named and not does("corrects", turn.text):
        open_ = [fact for fact in _until(known, turn).facts if fact.is_open and SAID_WRONGLY.search(turn.text)]
        edits = _edits(open_, turn)
        return _set_right(edits) if edits else NOTHING, edits
    meant = {fact.id for fact in named or asserted}
    right = _stated_in(turn, known)
    wrong = [fact for fact in known.facts if fact.is_open and fact.id in meant and turn.id not in fact.evidence]
    if not named and not right and len({(fact.about, fact.kind) for fact in wrong}) > 1:
        return Heeded("unclear", _told(wrong)), []
    if right:
        here = {(fact.about, fact.kind) for fact in right}
        wrong = [fact for fact in wrong if named or (fact.about, fact.kind) in here]
    if not right and (edits := _edits(wrong, turn)):
        return _set_right(edits), edits
    acts = [(turn, _act_on(fact, Mode.FORGETS)) for fact in wrong]
    if right:
        return Heeded("set right", _told(right)), acts
    return Heeded("taken back", _told(wrong)) if wrong else NOTHING, acts


def _set_right(edits: Acts) -> Heeded:
    return Heeded("set right", tuple((claim.kind, claim.value) for _, claim in edits))


def _edits(wrong: Sequence[Fact], turn: Turn) -> Acts:
    """What of the values is said to be otherwise, put in its place."""
    old, new = put_right(turn.text) or ("", "")
    meant = [fact for fact in wrong if old and old in fact.value]
    return [(turn, replace(_act_on(fact, Mode.EDITS), value=fact.value.replace(old, new))) for fact in meant]


def _evidence(facts: Iterable[Fact], *, held: bool = True) -> set[UUID]:
    """The turns by which those are known that hold, or that do not."""
    return {id_ for fact in facts if fact.is_open is held for id_ in fact.evidence}


def _stated_in(turn: Turn, known: Known) -> list[Fact]:
    return [fact for fact in known.facts if fact.is_open and turn.id in fact.evidence]


def _until(known: Known, turn: Turn) -> Known:
    """What was known when the turn was said: without what it states, and with what it ends."""
    facts = [fact for fact in known.facts if fact.evidence[:1] != (turn.id,)]
    return replace(known, facts=tuple(_reopened(fact) if fact.history[-1].turn == turn.id else fact for fact in facts))


def _reopened(fact: Fact) -> Fact:
    return fact if fact.is_open else replace(fact, state=UnitState.CONFIRMED)


def _forget(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """What is named is revoked, or else what was asserted, or what the person said last, its loops among it."""
    held = [fact for fact in known.facts if fact.is_open]
    last = _last_said(before)
    said = [fact for fact in held if last and last.id in fact.evidence]
    named = [fact for fact in held if _core(fact) in fold(turn.text) or _is_topic(fact, fold(turn.text))]
    meant = named or said or [fact for fact in _asserted(known, before) if fact.is_open]
    loops = [loop for loop in known.loops if loop.state == "open" and last and last.id in loop.evidence and not named]
    if not named and not said and len({(fact.about, fact.kind) for fact in meant}) > 1:
        return Heeded("unclear", _told(meant)), []
    told = (*_told(meant), *(("", loop.what) for loop in loops))
    acts = [*((turn, _act_on(fact, Mode.FORGETS)) for fact in meant), *((turn, _dropping(loop)) for loop in loops)]
    return Heeded("forgotten", told) if told else NOTHING, acts


def _keep(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """What the turn states is certain from now on, or else what the person said last; what is no fact becomes a
    note."""
    clause = next((one for one in _clauses(turn.text) if len(one) >= LEAST), "")
    source, own = (turn, [clause]) if clause else (_last_said(before), [])
    if source is None:
        return NOTHING, []
    facts = [fact for fact in known.facts if fact.is_open and source.id in fact.evidence]
    if facts:
        return Heeded("kept", _told(facts)), [(turn, _act_on(fact, Mode.CONFIRMS)) for fact in facts]
    notes = own or [one for one in stated(source.text) if len(one) >= LEAST]
    claims = [Claim(ClaimType.FACT, ME, NOTE, note, note, 1.0) for note in notes]
    told = tuple((NOTE, note) for note in notes)
    return Heeded("kept", told) if told else NOTHING, [(source, claim) for claim in claims]


def _clauses(text: str) -> list[str]:
    return [without("keeps", one).strip(" 。、,.:;!-—") for one in stated(text)]


def _last_said(before: Sequence[Turn]) -> Turn | None:
    return next((turn for turn in reversed(before) if turn.role is Role.PERSON), None)


def _asserted(known: Known, before: Sequence[Turn]) -> list[Fact]:
    """The facts whose values stand in the answers just given: those that the question wanted before all others."""
    answers = [*takewhile(lambda one: one.role is Role.CHARACTER, reversed(before))]
    text = fold("\n".join(one.text for one in answers if not one.failed))
    asked = _last_said(before)
    given = wanted(asked.text, [], known).facts if asked and asks(asked.text) else ()
    held = [fact for fact in known.facts if fact.is_open]
    return [fact for fact in given if _core(fact) in text] or [fact for fact in held if _core(fact) in text]


def _named(facts: Iterable[Fact], said: str) -> list[Fact]:
    """Those whose value is named, or what somebody is to the person; or else whose kind. Whoever is named only to say
    something of them is who they are."""
    folded = fold(said)
    facts = [fact for fact in facts if not _is_spoken_of(fact, folded)]
    by_kind = (fact for fact in facts if any(fold(label) in folded for label in _labels(fact)))
    return [fact for fact in facts if _core(fact) in folded or _relation(fact) in folded] or [*by_kind]


def _is_spoken_of(fact: Fact, folded: str) -> bool:
    """Whether it is no more than who somebody is of whom a folded text says something: 悠斗 in 悠斗は4年生."""
    who, what = re.escape(_core(fact)), _relation(fact)
    of_them = rf"{who}(?:さん|ちゃん|くん|君)?(?:は|が|も|って|の)|\b{who}(?:'s| is| was| has| isn't| does| did)\b"
    return what not in {fold(fact.value), _core(fact)} and what not in folded and bool(re.search(of_them, folded))


def _labels(fact: Fact) -> tuple[str, str]:
    label = kinds()[fact.kind].label
    return label.ja, label.en


def _is_topic(fact: Fact, folded: str) -> bool:
    """Whether a text is about this kind of fact of the person: 仕事のこと, about my job."""
    ja, en = map(fold, _labels(fact))
    return (fact.about == ME and any(f"{ja}{tail}" in folded for tail in ABOUT)) or f"about my {en}" in folded


def _core(fact: Fact) -> str:
    """The value as one says it: 結衣（妹） is 結衣."""
    core = fold(re.split(r"[（(]", fact.value)[0]).strip()
    return core if len(core) > 1 else fold(fact.value)


def _relation(fact: Fact) -> str:
    """What somebody is who is named with it: of 結衣（妹） 妹; else the value."""
    match = re.search(r"[（(]([^）)]{2,})[）)]$", fact.value)
    return fold(match[1] if match else fact.value)


def _act_on(fact: Fact, mode: Mode) -> Claim:
    return Claim(ClaimType.FACT, fact.about, fact.kind, "", "", 1.0, mode, replaces=fact.value, target=fact.id)


def _dropping(loop: Loop) -> Claim:
    return Claim(ClaimType.LOOP, "", "", "", "", 1.0, Mode.FORGETS, replaces=loop.what, target=loop.id)


def _told(facts: Iterable[Fact]) -> tuple[tuple[str, str], ...]:
    return tuple((fact.kind, fact.value) for fact in facts)


def _told_again(way: Way, done: Sequence[Claim], right: Sequence[Fact]) -> Heeded:
    """What a turn that comes once more did the first time."""
    if way is _correct and right:
        return Heeded("set right", _told(right))
    deed: Deed = "taken back" if way is _correct else "forgotten" if way is _forget else "kept"
    return Heeded(deed, tuple((claim.kind, claim.replaces or claim.value) for claim in done))
