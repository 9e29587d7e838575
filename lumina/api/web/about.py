"""About me: what is known of the person, since when and from what; who there is, and what is open."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import Person
from lumina.api.house import Open
from lumina.api.web.moments import end_of_day
from lumina.api.web.shown import Shown, render
from lumina.app import Lumina
from lumina.distil.summaries.told import lines
from lumina.errors import UnknownPerson
from lumina.known import ME, Fact, Known, Loop, Somebody
from lumina.language.kinds import kinds
from lumina.language.scripts import fold
from lumina.lifecycle.profile import Profile
from lumina.lifecycle.units import Units
from lumina.models import Turn
from lumina.summaries import Summary, SummaryKind

router = APIRouter(prefix="/me", include_in_schema=False)

SUMMED: Final = (SummaryKind.WEEK, SummaryKind.PERSON, SummaryKind.TOPIC, SummaryKind.RELATIONSHIP)
"""The kinds of summaries that are shown, in this order."""

SOON: Final = 2.0
"""Seconds for which summaries that are due are waited for."""

MOST: Final = {"facts": 60, "past": 30, "people": 40, "loops": 30}
"""Of a long life so many of each are shown at first: the newest facts, and whoever is spoken of most."""

SAME: Final = 24
"""People whom somebody may be taken for with a choice."""

All = Annotated[bool, Query(alias="all")]

KANA = range(0x3041, 0x30FF)


@router.get("")
async def about(
    request: Request, lumina: Open, person: Person, at: str = "", whole: All = False, plain: bool = False
) -> HTMLResponse:
    """What is known, now or at another moment; of a long life the most of it only where it is asked for. To gather it
    may take seconds: it comes after the page, but where that is to be `plain` (a browser without scripts)."""
    told: Mapping[str, Any] = await _told(request, lumina, person, at, whole=whole) if plain else {"at": at}
    return render(request, "about.html", whole=whole, plain=plain, **told)


@router.get("/known")
async def gathered(request: Request, lumina: Open, person: Person, at: str = "", whole: All = False) -> HTMLResponse:
    """What is known, in the place that the page has for it."""
    return render(request, "about_known.html", **await _told(request, lumina, person, at, whole=whole))


@router.get("/summaries")
async def summed(request: Request, lumina: Open, person: Person, at: str = "") -> HTMLResponse:
    """What weeks, people, topics and the talk with each character were about, now or as of another day. Those of years,
    where they were brought along, take minutes to be made: what stands is shown meanwhile."""
    found, made = await _summaries(lumina, person, end_of_day(at))
    turns = await lumina.known.turns(person, [turn for one in found for turn in one.evidence])
    kinds = {kind: sorted((one for one in found if one.kind == kind), key=_newest_first) for kind in SUMMED}
    told = partial(lines, present=end_of_day(at) or lumina.clock())
    return render(request, "summaries.html", kinds=kinds, lines=told, quotes=_quotes(turns), made=made, at=at)


@router.get("/profile")
async def profile(request: Request, lumina: Open, person: Person) -> HTMLResponse:
    """What is liked, who is talked with, and of what most."""
    try:
        found = await lumina.profiles.of(person)
    except UnknownPerson:
        found = Profile((), (), (), ())
    return render(request, "profile.html", profile=found)


async def _summaries(lumina: Lumina, person: str, at: datetime | None) -> tuple[list[Summary], bool]:
    """With whether all are made that are due. Of somebody who has said nothing yet, none."""
    try:
        return await lumina.summaries.soon(person, at, SOON)
    except UnknownPerson:
        return [], True


def _newest_first(one: Summary) -> tuple[int, str]:
    return -one.last.toordinal(), one.about


@router.post("/facts/{fact}/{deed}")
async def fact(
    request: Request,
    lumina: Open,
    person: Person,
    fact: UUID,
    deed: str,
    value: Annotated[str, Form()] = "",
    version: Annotated[int | None, Form()] = None,
) -> HTMLResponse:
    """Confirm it, put another value in its place, take it back, or let it be as it was."""
    known = lumina.known
    match deed:
        case "confirm":
            await known.confirm(person, fact)
        case "edit":
            await known.edit(person, fact, value)
        case "restore":
            await known.restore(person, fact, version)
        case _:
            deed = "forget"
            await known.forget(person, fact)
    undo = f"/me/facts/{fact}/restore" if deed == "forget" else ""
    return await _parts(request, lumina, person, f"fact_{deed}", undo)


@router.post("/loops/{loop}/{deed}")
async def loop(
    request: Request, lumina: Open, person: Person, loop: UUID, deed: str, day: Annotated[str, Form()] = ""
) -> HTMLResponse:
    """It is done, it comes later, or nobody is to come back to it."""
    known = lumina.known
    if deed == "later":
        await known.later(person, loop, day)
    else:
        await (known.close if deed == "close" else known.drop)(person, loop)
    told = deed if deed in {"later", "close"} else "drop"
    return await _parts(request, lumina, person, f"loop_is_{told}")


@router.post("/people/{somebody}/merge")
async def merge(
    request: Request, lumina: Open, person: Person, somebody: UUID, other: Annotated[UUID, Form()]
) -> HTMLResponse:
    """The two are one."""
    await lumina.known.merge(person, somebody, other)
    return await _parts(request, lumina, person, "people_merged")


@router.post("/people/{somebody}/split")
async def split(
    request: Request, lumina: Open, person: Person, somebody: UUID, name: Annotated[str, Form()]
) -> HTMLResponse:
    """That name is somebody else's."""
    await lumina.known.split(person, somebody, [name])
    return await _parts(request, lumina, person, "people_split")


async def _parts(request: Request, lumina: Lumina, person: str, done: str, undo: str = "") -> HTMLResponse:
    """What is known now that the owner did something with it; what was done is told, and how it is undone."""
    return render(request, "about_parts.html", done=done, undo=undo, **await _told(request, lumina, person))


async def _told(
    request: Request, lumina: Lumina, person: str, at: str = "", *, whole: bool = False
) -> Mapping[str, Any]:
    """What the templates tell of what is known."""
    units = _at(lumina.known, at)
    all_known = await _known(units, person)
    known = all_known if whole else _first_of(all_known)
    turns = await units.turns(person, _evidence(known))
    shown = Shown(request)
    return {
        "groups": _grouped(known, shown),
        "past": [(_label(one, shown), one) for one in known.facts if not one.is_open],
        "people": [(one, _reading(one)) for one in known.people],
        "loops": sorted(known.loops, key=_open_first),
        "same": known.people[:SAME],
        "more": sum(len(getattr(all_known, name)) - len(getattr(known, name)) for name in ("facts", "people", "loops")),
        "turns": turns,
        "quotes": _quotes(turns),
        "at": at,
    }


def _at(units: Units, at: str) -> Units:
    """As they were at the end of a day. Raises BadInput."""
    then = end_of_day(at)
    return replace(units, clock=lambda: then) if then else units


async def _known(units: Units, person: str) -> Known:
    """Of somebody who has said nothing yet, nothing."""
    try:
        return await units.known(person)
    except UnknownPerson:
        return Known()


def _first_of(known: Known) -> Known:
    """What is shown of it at first, in its order."""
    by_age = sorted(known.facts, key=lambda one: one.said, reverse=True)
    kept = [one for one in by_age if one.is_open][: MOST["facts"]]
    kept += [one for one in by_age if not one.is_open][: MOST["past"]]
    ids = {one.id for one in kept}
    return replace(
        known,
        facts=tuple(one for one in known.facts if one.id in ids),
        people=known.people[: MOST["people"]],
        loops=tuple(sorted(known.loops, key=_open_first)[: MOST["loops"]]),
    )


def _open_first(one: Loop) -> tuple[bool, float]:
    return one.state != "open", -one.said.timestamp()


def _evidence(known: Known) -> Iterable[UUID]:
    for fact in known.facts:
        yield from fact.evidence
        yield from (change.turn for change in fact.history if change.turn)
    for loop in known.loops:
        yield from (*loop.evidence, *loop.closed_by)


def _quotes(turns: Mapping[UUID, Turn]) -> Callable[[Iterable[UUID]], list[Turn]]:
    return lambda ids: [turns[id_] for id_ in ids if id_ in turns]


def _label(fact: Fact, shown: Shown) -> str:
    return kinds()[fact.kind].label.of(shown.language)


def _grouped(known: Known, shown: Shown) -> Mapping[str, list[tuple[str, Fact]]]:
    """What holds, by whom it is about; the person first."""
    told = [one for one in known.facts if one.is_open]
    about = dict.fromkeys(one.about for one in sorted(told, key=lambda one: one.about != ME))
    names = {who: shown.words("about_you") if who == ME else who for who in about}
    return {names[who]: [(_label(one, shown), one) for one in told if one.about == who] for who in about}


def _reading(one: Somebody) -> str:
    """How a name with kanji is read, where somebody is also called so in kana."""
    if all(ord(letter) in KANA for letter in fold(one.name)) or one.name.isascii():
        return ""
    return next((alias for alias in one.aliases if alias and all(ord(letter) in KANA for letter in alias)), "")
