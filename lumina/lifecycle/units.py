"""What the owner does with what is known: look at facts, people and loops as they were at a moment, and correct them.

Nothing is changed in place: what the owner does is a claim, too, which stands behind the moment at which it was done.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final, Protocol, TypeVar
from uuid import UUID

from lumina.clock import Clock
from lumina.errors import BadInput, Reason, UnknownPerson, UnknownUnit, because
from lumina.known import (
    Change,
    Claim,
    Claimed,
    ClaimType,
    Day,
    Fact,
    Known,
    Loop,
    Mode,
    Somebody,
    owner_claim_id,
)
from lumina.language.scripts import fold
from lumina.language.when.moments import moments
from lumina.models import EVERYBODY, Turn
from lumina.texts import checked_text

ALL: Final = frozenset({EVERYBODY})
"""Whoever knows of a unit knows what the owner says of it; who does not, learns nothing by it."""


Unit = TypeVar("Unit", Fact, Somebody, Loop)


class Claims(Protocol):
    async def put(self, guard: Any, claims: Sequence[Claimed]) -> int: ...
    async def of(self, person: str) -> Sequence[Claimed]: ...


class Knowing(Protocol):
    async def of(self, person: str, at: datetime, viewer: str | None) -> Known: ...


class Transcript(Protocol):
    async def counts(self, person: str) -> dict[str, int]: ...
    async def read(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Turn]: ...


@dataclass(frozen=True, slots=True)
class Units:
    """All of it at the clock's moment: what had been said, and done by the owner, until then. Units are named by their
    ids. Raises UnknownPerson, UnknownUnit."""

    claims: Claims
    knowing: Knowing
    transcript: Transcript
    guarding: Callable[[str], AbstractAsyncContextManager[Any]]
    clock: Clock

    async def known(self, person: str, at: datetime | None = None) -> Known:
        """All that is known (or was at a moment), what held before and what was revoked among it."""
        if not (await self.transcript.counts(person))["people"]:
            raise UnknownPerson(person=person)
        return await self.knowing.of(person, at or self.clock(), None)

    async def turns(self, person: str, ids: Iterable[UUID]) -> dict[UUID, Turn]:
        """The turns by which something is known."""
        return await self.transcript.read(person, [*dict.fromkeys(ids)])

    async def fact(self, person: str, fact: UUID) -> Fact:
        return _one((await self.known(person)).facts, fact, person)

    async def confirm(self, person: str, fact: UUID) -> Fact:
        """It holds, whatever was said of it; of a kind of which one holds at once, no other does."""
        return await self._of_fact(person, fact, Mode.CONFIRMS, value="")

    async def edit(self, person: str, fact: UUID, value: str) -> Fact:
        """Another value in its place. Raises BadText."""
        return await self._of_fact(person, fact, Mode.EDITS, value=" ".join(checked_text(value).split()))

    async def forget(self, person: str, fact: UUID) -> Fact:
        """Revoke it: nobody asserts it any more."""
        return await self._of_fact(person, fact, Mode.FORGETS, value="")

    async def restore(self, person: str, fact: UUID, version: int | None = None) -> Fact:
        """Let it be as it was in a version (default: the one before). Raises BadInput where it has none such."""
        found = await self.fact(person, fact)
        was = _version(found, version)
        back = {"value": was.value, "since": was.valid_from, "until": was.valid_to, "state": was.state}
        return await self._of_fact(person, fact, Mode.RESTORES, **back)

    async def _of_fact(self, person: str, fact: UUID, mode: Mode, **more: Any) -> Fact:
        found = await self.fact(person, fact)
        claim = Claim(
            ClaimType.FACT, found.about, found.kind, text="", confidence=1.0, mode=mode, target=found.id,
            replaces=found.value, **more,
        )  # fmt: skip
        await self._act(person, claim)
        return await self.fact(person, fact)

    async def merge(self, person: str, somebody: UUID, other: UUID) -> Somebody:
        """The two are one, who keeps the first name. Raises BadInput where they are one already."""
        people = (await self.known(person)).people
        one, another = _one(people, somebody, person), _one(people, other, person)
        if one.id == another.id:
            raise BadInput(why=because("{name} cannot be merged with themselves", name=one.name))
        await self._act(person, _by_hand(Mode.MERGES, one, (another.name,)))
        return _one((await self.known(person)).people, somebody, person)

    async def split(self, person: str, somebody: UUID, names: Sequence[str]) -> list[Somebody]:
        """Those names are somebody else's; or, of two who are called alike, the one of that relation is somebody else.
        Returns whom there are now in place of the one. Raises BadInput for what nobody was called."""
        before = (await self.known(person)).people
        one = _one(before, somebody, person)
        own = {fold(name): name for name in (one.name, *one.aliases)}
        asked = [own.get(fold(name), name) for name in dict.fromkeys(names)]
        by_name = [name for name in asked if fold(name) in own]
        if by_name != asked and not (len(asked) == 1 and fold(asked[0]) in await self._relations(person, own)):
            raise BadInput(why=_nobody_called(one, next(name for name in asked if fold(name) not in own)))
        if len(by_name) == len(own):
            raise BadInput(why=because("no name of {who} would be left", who=one.name))
        claim = _by_hand(Mode.SPLITS, one, tuple(by_name))
        await self._act(person, claim if by_name else replace(claim, kind=asked[0]))
        others = {each.id for each in before} - {one.id}
        return [each for each in (await self.known(person)).people if each.id not in others]

    async def _relations(self, person: str, names: Container[str]) -> set[str]:
        """What those who are called so were said to be to the person, where they are more than one thing."""
        claims = [one.claim for one in await self.claims.of(person) if one.claim.type is ClaimType.PERSON]
        found = {fold(one.kind) for one in claims if one.kind and fold(one.value) in names}
        return found if len(found) > 1 else set()

    async def close(self, person: str, loop: UUID) -> Loop:
        """It is done."""
        return await self._of_loop(person, loop, ClaimType.CLOSE)

    async def later(self, person: str, loop: UUID, day: str) -> Loop:
        """Put it off to a day, written in ISO 8601 or in words; one that was closed is open again. Raises BadInput."""
        return await self._of_loop(person, loop, ClaimType.LOOP, until=_day(day, self.clock()))

    async def drop(self, person: str, loop: UUID) -> Loop:
        """Nobody is to come back to it."""
        return await self._of_loop(person, loop, ClaimType.LOOP, mode=Mode.FORGETS)

    async def _of_loop(self, person: str, loop: UUID, type_: ClaimType, **more: Any) -> Loop:
        found = _one((await self.known(person)).loops, loop, person)
        claim = Claim(type_, "", "", value="", text="", confidence=1.0, target=found.id, replaces=found.what, **more)
        await self._act(person, claim)
        return _one((await self.known(person)).loops, loop, person)

    async def _act(self, person: str, claim: Claim) -> None:
        """The next act of the owner, done now."""
        now = self.clock()
        async with self.guarding(person) as guard:
            acts = [one.claim.act for one in await self.claims.of(person)]
            claim = replace(claim, act=max(acts, default=0) + 1)
            done = Claimed(owner_claim_id(person, None, claim), claim, None, now, now, ALL, "owner")
            await self.claims.put(guard, [done])


def _one(units: Iterable[Unit], id_: UUID, person: str) -> Unit:
    found = next((one for one in units if one.id == id_), None)
    if found is None:
        raise UnknownUnit(person=person, unit=id_)
    return found


def _version(fact: Fact, number: int | None) -> Change:
    wanted = fact.version - 1 if number is None else number
    was = next((change for change in fact.history if change.version == wanted), None)
    if was is None:
        raise BadInput(
            why=because("the fact {fact} has the versions 1 to {last}, and no other", fact=fact.id, last=fact.version)
        )
    return was


def _by_hand(mode: Mode, one: Somebody, names: tuple[str, ...]) -> Claim:
    return Claim(ClaimType.PERSON, "", "", one.name, "", 1.0, mode, names=names, target=one.id)


def _nobody_called(one: Somebody, name: str) -> Reason:
    return because(
        "{who} is not called {name}: `lumina people show {id}` has the names", who=one.name, name=name, id=one.id
    )


def _day(text: str, now: datetime) -> Day:
    try:
        return Day(date.fromisoformat(text.strip()))
    except ValueError:
        named = moments(text, now)
    if not named:
        raise BadInput(why=because("'{text}' names no day: write 2026-05-14, or next Tuesday", text=text))
    return Day(named[0].first, named[0].precision)
