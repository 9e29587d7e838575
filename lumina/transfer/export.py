"""All there is of a person, as files of JSON lines to take along; `take_in` brings them in again, whole."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from lumina.dialogue.characters import Cast
from lumina.errors import BadInput, UnknownPerson, because
from lumina.known import Claimed, Known
from lumina.lifecycle.importance import importance
from lumina.memory.images_postgres import Shown
from lumina.models import Network, Policy
from lumina.stores.kept import Kept, Said
from lumina.stores.notified_postgres import Notification
from lumina.stores.opening import Stores
from lumina.stores.personal_data import personal_data
from lumina.summaries import Summary
from lumina.transfer.claims import claim_line
from lumina.transfer.images import image_lines
from lumina.transfer.life import Life
from lumina.transfer.package import (
    ASSOCIATIONS,
    CLAIMS,
    IMAGES,
    LIFE,
    MANIFEST,
    MEMORIES,
    NOTIFICATIONS,
    ROOMS,
    SCHEMA,
    SUMMARIES,
    THREADS,
    TRANSCRIPT,
    TYPED,
    Line,
    Writer,
)
from lumina.transfer.person import memory_line, name_of, network_lines, notification_line, thread_line, turn_line
from lumina.transfer.schema import schema_text
from lumina.transfer.summaries import summary_line

Files = Mapping[str, Sequence[Line]]


@dataclass(frozen=True, slots=True)
class Telling:
    """When, and what each turn is called in all of the files."""

    now: datetime
    names: Mapping[UUID, str]


async def export_person(stores: Stores, person: str, folder: Path, now: datetime, cast: Cast) -> dict[str, int]:
    """Write all there is of the person, a page to read it on, and the schema of the rest; counts by file. Raises
    UnknownPerson, BadInput where the folder cannot be written."""
    if not (await stores.transcript.counts(person))["people"]:
        raise UnknownPerson(person=person)
    await stores.engines.heal(stores.associations, person)
    try:
        writer = await asyncio.to_thread(Writer, folder)
        async with stores.database.writing(person) as guard:
            await guard.alone()
            values = await _values(stores, person)
            known = await stores.knowing.of(person, now, None)
        told = {"exported": now.isoformat(), "embedder": stores.embedder.identity}
        policy: Policy | None = values["transcript"].policy
        told |= {"policy": policy} if policy else {}
        page = partial(_life, person, now, values, known, cast)
        return await asyncio.to_thread(_write, writer, person, _lines(values, now), page, told)
    except OSError as error:
        raise BadInput(
            why=because("{path} cannot be written ({error})", path=error.filename or folder, error=error.strerror)
        ) from error


async def exported(stores: Stores, person: str, now: datetime) -> dict[str, Sequence[Line]]:
    """The lines by file, store by store in the order of the list of personal data: what refers is read before what it
    refers to, as the talk goes on. Nobody moves or changes the person's memories meanwhile."""
    return _lines(await _values(stores, person), now)


async def _values(stores: Stores, person: str) -> Mapping[str, Any]:
    return {one.name: await one.export(person) for one in personal_data(stores) if one.export}


def _lines(values: Mapping[str, Any], now: datetime) -> dict[str, Sequence[Line]]:
    telling = Telling(now, {turn.id: name_of(turn) for turn in values["transcript"].turns})
    return {name: lines for store, value in values.items() for name, lines in FILES_OF[store](value, telling).items()}


def _write(
    writer: Writer, person: str, files: Files, page: Callable[[], str], told: Mapping[str, str]
) -> dict[str, int]:
    """The manifest is written last: without it nothing is whole."""
    written = {name: writer.write(name, rows) for name, rows in files.items()}
    beside = {LIFE: writer.lay(LIFE, page()), SCHEMA: writer.lay(SCHEMA, schema_text())}
    return {**written, **beside, MANIFEST: writer.finish(person, **told)}


def _life(person: str, now: datetime, values: Mapping[str, Any], known: Known, cast: Cast) -> str:
    memories = [(kept, _weight(kept, now)) for kept in values["catalogue"]]
    said, summaries, images = values["transcript"], values["summaries"], values["images"]
    return Life(person, now, said.turns, known, memories, summaries, images, cast).page()


def _transcript(said: Said, _: Telling) -> Files:
    return {
        TRANSCRIPT: list(map(turn_line, said.turns)),
        ROOMS: [{"room": room.name, "present": room.present} for room in said.rooms],
        THREADS: list(map(thread_line, said.threads)),
    }


def _memories(memories: Sequence[Kept], telling: Telling) -> Files:
    return {MEMORIES: [memory_line(kept, _weight(kept, telling.now), telling.names) for kept in memories]}


def _associations(network: Network, _: Telling) -> Files:
    return {ASSOCIATIONS: network_lines(network)}


def _claims(claims: Sequence[Claimed], _: Telling) -> Files:
    return {CLAIMS: list(map(claim_line, claims))}


def _summaries(summaries: Sequence[Summary], telling: Telling) -> Files:
    return {SUMMARIES: [summary_line(one, telling.names) for one in summaries]}


def _images(images: Shown, telling: Telling) -> Files:
    return {IMAGES: image_lines(images, telling.names)}


def _notifications(told: Sequence[Notification], _: Telling) -> Files:
    return {NOTIFICATIONS: list(map(notification_line, told))}


def _typed(lines: Sequence[str], _: Telling) -> Files:
    return {TYPED: [{"line": line} for line in lines]}


FILES_OF: Final[Mapping[str, Callable[[Any, Telling], Files]]] = {
    "transcript": _transcript,
    "catalogue": _memories,
    "associations": _associations,
    "claims": _claims,
    "summaries": _summaries,
    "images": _images,
    "notifications": _notifications,
    "history": _typed,
}
"""What a store of the list that is exported becomes."""


def _weight(kept: Kept, now: datetime) -> float:
    uses = [use.at for use in kept.uses]
    return importance(kept.memory.salience, kept.memory.born, uses, now, kept.pinned)
