"""All there is of a person, as files of JSON lines to take along; `take_in` brings them in again, whole."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID

from lumina.errors import BadInput, UnknownPerson, because
from lumina.lifecycle.importance import importance
from lumina.memory.histories_postgres import Histories
from lumina.models import MemoryState
from lumina.stores.history import history_file
from lumina.stores.opening import Stores
from lumina.summaries import Summary
from lumina.transfer.claims import claim_line
from lumina.transfer.images import image_lines
from lumina.transfer.package import (
    ASSOCIATIONS,
    CLAIMS,
    IMAGES,
    MANIFEST,
    MEMORIES,
    NOTIFICATIONS,
    ROOMS,
    SUMMARIES,
    THREADS,
    TRANSCRIPT,
    TYPED,
    Line,
    Writer,
)
from lumina.transfer.person import Kept, memory_line, name_of, network_lines, notification_line, thread_line, turn_line
from lumina.transfer.reembed import bodiless

PAGE = 500


async def export_person(stores: Stores, person: str, folder: Path, now: datetime) -> dict[str, int]:
    """Write all there is of the person; counts by file. Raises UnknownPerson, BadInput where the folder cannot be
    written."""
    if not (await stores.transcript.counts(person))["people"]:
        raise UnknownPerson(person=person)
    await stores.engines.heal(stores.associations, person)
    try:
        writer = await asyncio.to_thread(Writer, folder)
        async with stores.database.writing(person) as guard:
            await guard.alone()
            written = await _write_all(stores, writer, person, now)
        told = {"exported": now.isoformat(), "embedder": stores.embedder.identity}
        return {**written, MANIFEST: await asyncio.to_thread(writer.finish, person, **told)}
    except OSError as error:
        raise BadInput(
            why=because("{path} cannot be written ({error})", path=error.filename or folder, error=error.strerror)
        ) from error


async def _write_all(stores: Stores, writer: Writer, person: str, now: datetime) -> dict[str, int]:
    """What refers is read before what it refers to: the talk goes on meanwhile."""
    network = await stores.associations.network(person)
    memories = await _memories(stores, person, now)
    claims = await stores.claims.of(person)
    summaries = await stores.summaries.all(person)
    threads = await stores.transcript.threads(person)
    images = await stores.images.all(person)
    turns = [turn async for turn in stores.transcript.export(person)]
    rooms = await stores.transcript.rooms(person)
    begun, names = {turn.thread for turn in turns}, {turn.id: name_of(turn) for turn in turns}
    files: Mapping[str, Sequence[Line]] = {
        TRANSCRIPT: list(map(turn_line, turns)),
        ROOMS: [{"room": room.name, "present": room.present} for room in rooms],
        THREADS: [thread_line(thread) for thread in threads if thread.id in begun],
        MEMORIES: [memory_line(kept, weight, names) for kept, weight in memories],
        ASSOCIATIONS: network_lines(network),
        CLAIMS: list(map(claim_line, claims)),
        SUMMARIES: [_summary_line(one, names) for one in summaries],
        IMAGES: image_lines(images, names),
        NOTIFICATIONS: [notification_line(one) for one in await stores.notifications.all(person)],
        TYPED: [{"line": line} for line in await asyncio.to_thread(_typed, history_file(stores.folder.home, person))],
    }
    return {name: await asyncio.to_thread(writer.write, name, rows) for name, rows in files.items()}


async def _memories(stores: Stores, person: str, now: datetime) -> list[tuple[Kept, float]]:
    """All memories, the youngest first, each with its importance."""
    found: list[tuple[Kept, float]] = []
    while page := await stores.catalogue.list(person, now, None, PAGE, len(found)):
        kept = await _kept(stores, person, page)
        found += [(one, _weight(state, now)) for one, state in zip(kept, page, strict=True)]
    return found


async def _kept(stores: Stores, person: str, states: Sequence[MemoryState]) -> list[Kept]:
    ids = [state.id for state in states]
    bodies = await stores.bodies.bodies(person, states)
    archived = await stores.archive.archived(person, ids)
    histories = Histories(stores.database)
    uses, logs = await histories.uses(person, ids), await histories.logs(person, ids)
    return [
        Kept(
            memory=bodies.get(state.id) or bodiless(state),
            tier=state.tier,
            detail=state.detail,
            pinned=state.pinned,
            uses=tuple(uses.get(state.id, ())),
            log=tuple(logs.get(state.id, ())),
            archived=archived.get(state.id),
        )
        for state in states
    ]


def _summary_line(one: Summary, names: Mapping[UUID, str]) -> Line:
    """A version. It is not taken in again: what a summary is made of is, and so it is made anew."""
    told = [
        {"text": each.text, "told": each.told, "evidence": [names.get(turn, str(turn)) for turn in each.evidence]}
        for each in one.sentences
    ]
    return {
        "id": str(one.id),
        "kind": one.kind,
        "about": one.about,
        "from": one.first.isoformat(),
        "to": one.last.isoformat(),
        "at": one.at.isoformat(),
        "version": one.version,
        "why": one.why,
        "by": one.by,
        "sentences": told,
    }


def _weight(state: MemoryState, now: datetime) -> float:
    return importance(state.salience, state.born, state.uses, now, state.pinned)


def _typed(path: Path) -> list[str]:
    """The lines that were typed into the chat."""
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
