"""What is known of a person: facts with their history, people and pets, what is open."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from lumina.api.callers import Person
from lumina.api.house import Inside, Open
from lumina.api.paging import IfMatch, check, mark
from lumina.api.problems import documented
from lumina.app import Lumina
from lumina.errors import BadTime, UnknownUnit
from lumina.known import Fact, Known, Loop
from lumina.language.scripts import fold
from lumina.models import Policy
from lumina.shapes import units as shapes
from lumina.shapes.policy import PolicyShape
from lumina.shapes.policy import policy as policy_shape
from lumina.shapes.profile import ProfileShape
from lumina.shapes.profile import profile as as_shape
from lumina.shapes.talk import TurnShape

router = APIRouter(tags=["what is known"])

All = Annotated[bool, Query(alias="all", description="Also what held before, and what was revoked or is over.")]
About = Annotated[str | None, Query(max_length=300, description="Only of this one: me, a name, or a relation.")]
At = Annotated[datetime | None, Query(description="As it was at this moment (ISO 8601 with its zone).")]


class Facts(TypedDict):
    facts: list[shapes.FactShape]


class FactInFull(shapes.FactShape):
    """With the turns by which it is known, and every version of it."""

    said: datetime
    turns: list[TurnShape]
    history: list[shapes.ChangeShape]


class People(TypedDict):
    people: list[shapes.SomebodyShape]


class SomebodyInFull(shapes.SomebodyShape):
    """With what is known of them, and the turns that name them."""

    facts: list[shapes.FactShape]
    turns: list[TurnShape]


class Loops(TypedDict):
    loops: list[shapes.LoopShape]


class FactChange(BaseModel):
    """What to do with a fact: confirm it, put another value in its place, revoke it, or let it be as it was."""

    model_config = ConfigDict(extra="forbid")

    do: Literal["confirm", "edit", "forget", "restore"]
    value: str = Field(default="", description="The new value, for edit.")
    version: int | None = Field(default=None, ge=1, le=2**31, description="For restore (default: the one before).")


class PolicyChoice(BaseModel):
    """All of the talk, or what was distilled of it."""

    model_config = ConfigDict(extra="forbid")

    policy: Policy | None = Field(description="`full`, `summary-only`, or null: as LUMINA_POLICY says.")


class LoopChange(BaseModel):
    """What to do with what is open: it is done, is put off, or nobody is to come back to it."""

    model_config = ConfigDict(extra="forbid")

    do: Literal["close", "later", "drop"]
    day: str = Field(default="", max_length=200, description="For later: 2026-05-14, or words.")


class Merging(BaseModel):
    """The other one, who is the same."""

    model_config = ConfigDict(extra="forbid")

    other: UUID


class Splitting(BaseModel):
    """What belongs to somebody else: names, or a relation."""

    model_config = ConfigDict(extra="forbid")

    names: list[Annotated[str, Field(max_length=300)]] = Field(min_length=1, max_length=50)


@router.get("/facts", responses=documented(404))
async def facts(lumina: Open, person: Person, every: All = False, about: About = None, at: At = None) -> Facts:
    """What is known; `about` is "me", a name, or a relation."""
    known = await _known(lumina, person, at)
    chosen = [one for one in known.facts if (every or one.is_open) and (about is None or _is_of(one, about, known))]
    turns = await lumina.known.turns(person, [turn for one in chosen for turn in one.evidence])
    return {"facts": [shapes.fact(one, turns) for one in chosen]}


@router.get("/facts/{fact}", responses=documented(404))
async def fact(fact: UUID, response: Response, lumina: Open, person: Person) -> FactInFull:
    """One fact in full; its ETag goes with a change."""
    return await _fact(lumina, person, await lumina.known.fact(person, fact), response)


@router.post("/facts/{fact}", responses=documented(404, 412))
async def change_fact(
    fact: UUID, change: FactChange, response: Response, house: Inside, person: Person, if_match: IfMatch = None
) -> FactInFull:
    """Confirm it, edit it, forget it (nobody asserts it any more), or restore a version."""
    known = house.lumina.known
    acts: dict[str, Callable[[], Awaitable[Fact]]] = {
        "confirm": lambda: known.confirm(person, fact),
        "edit": lambda: known.edit(person, fact, change.value),
        "forget": lambda: known.forget(person, fact),
        "restore": lambda: known.restore(person, fact, change.version),
    }
    async with house.changing(person):
        if if_match:
            check(if_match, await _plain_fact(house.lumina, person, await known.fact(person, fact)))
        changed = await acts[change.do]()
        return await _fact(house.lumina, person, changed, response)


@router.get("/profile", responses=documented(404))
async def profile(lumina: Open, person: Person) -> ProfileShape:
    """What somebody likes, with which characters they talk how often, and of what most."""
    found = await lumina.profiles.of(person)
    turns = await lumina.known.turns(person, [turn for fact in found.likings for turn in fact.evidence])
    return as_shape(found, turns)


@router.get("/policy", responses=documented(404))
async def policy(lumina: Open, person: Person) -> PolicyShape:
    """What is kept of the talk, and of how many turns the words are not kept any more."""
    return policy_shape(await lumina.policies.of(person))


@router.put("/policy", responses=documented(404))
async def choose_policy(choice: PolicyChoice, house: Inside, person: Person) -> PolicyShape:
    """Choose what is kept from now on (null: the default). What was let go stays gone."""
    async with house.changing(person):
        return policy_shape(await house.lumina.policies.choose(person, choice.policy))


@router.get("/people", responses=documented(404))
async def people(lumina: Open, person: Person, at: At = None) -> People:
    """The people and pets that were spoken of."""
    return {"people": [shapes.somebody(one) for one in (await _known(lumina, person, at)).people]}


@router.get("/people/{somebody}", responses=documented(404))
async def somebody(somebody: UUID, lumina: Open, person: Person) -> SomebodyInFull:
    """One of them, with what is known of them."""
    known = await _known(lumina, person, None)
    one = next((one for one in known.people if one.id == somebody), None)
    if one is None:
        raise UnknownUnit(person=person, unit=somebody)
    own = [
        each for each in known.facts if each.is_open and fold(each.about) in {fold(one.name), *map(fold, one.aliases)}
    ]
    turns = await lumina.known.turns(person, [*one.mentions, *(turn for each in own for turn in each.evidence)])
    facts = [shapes.fact(each, turns) for each in own]
    return {**shapes.somebody(one), "facts": facts, "turns": shapes.sources(one.mentions, turns)}


@router.post("/people/{somebody}/merge", responses=documented(404))
async def merge(somebody: UUID, merging: Merging, house: Inside, person: Person) -> People:
    """The two are one."""
    async with house.changing(person):
        return {"people": [shapes.somebody(await house.lumina.known.merge(person, somebody, merging.other))]}


@router.post("/people/{somebody}/split", responses=documented(404))
async def split(somebody: UUID, splitting: Splitting, house: Inside, person: Person) -> People:
    """Those names are somebody else's. Answers with whom there are now in place of the one."""
    async with house.changing(person):
        found = await house.lumina.known.split(person, somebody, splitting.names)
        return {"people": [shapes.somebody(one) for one in found]}


@router.get("/loops", responses=documented(404))
async def loops(lumina: Open, person: Person, every: All = False, at: At = None) -> Loops:
    """What was left open."""
    chosen = [one for one in (await _known(lumina, person, at)).loops if every or one.state == "open"]
    turns = await lumina.known.turns(person, [turn for one in chosen for turn in (*one.evidence, *one.closed_by)])
    return {"loops": [shapes.loop(one, turns) for one in chosen]}


@router.post("/loops/{loop}", responses=documented(404, 412))
async def change_loop(
    loop: UUID, change: LoopChange, response: Response, house: Inside, person: Person, if_match: IfMatch = None
) -> shapes.LoopShape:
    """Close it, put it off to a day, or drop it."""
    known = house.lumina.known
    acts: dict[str, Callable[[], Awaitable[Loop]]] = {
        "close": lambda: known.close(person, loop),
        "later": lambda: known.later(person, loop, change.day),
        "drop": lambda: known.drop(person, loop),
    }
    async with house.changing(person):
        if if_match:
            before = next((one for one in (await known.known(person)).loops if one.id == loop), None)
            check(if_match, await _loop(house.lumina, person, before) if before else {})
        shape = await _loop(house.lumina, person, await acts[change.do]())
    mark(response, shape)
    return shape


async def _known(lumina: Lumina, person: str, at: datetime | None) -> Known:
    if at and at.tzinfo is None:
        raise BadTime(text=at.isoformat())
    return await lumina.known.known(person, at)


def _is_of(fact: Fact, about: str, known: Known) -> bool:
    related = [one.name for one in known.people if one.relation and fold(one.relation) == fold(about)]
    return fold(fact.about) in {fold(about), fold(known.names.get(fold(about), about)), *map(fold, related)}


async def _plain_fact(lumina: Lumina, person: str, found: Fact) -> shapes.FactShape:
    return shapes.fact(found, await lumina.known.turns(person, found.evidence))


async def _fact(lumina: Lumina, person: str, found: Fact, response: Response) -> FactInFull:
    by = [change.turn for change in found.history if change.turn]
    turns = await lumina.known.turns(person, [*found.evidence, *by])
    shape = shapes.fact(found, turns)
    mark(response, shape)
    history = [shapes.change(change, turns) for change in found.history]
    return {**shape, "said": found.said, "turns": shapes.sources(found.evidence, turns), "history": history}


async def _loop(lumina: Lumina, person: str, found: Loop) -> shapes.LoopShape:
    return shapes.loop(found, await lumina.known.turns(person, [*found.evidence, *found.closed_by]))
