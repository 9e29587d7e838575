"""All there is of a person, as files of JSON lines to take along."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from uuid import UUID

from lumina.errors import BadInput, because
from lumina.lifecycle.desk import Desk
from lumina.models import Turn
from lumina.reports import ImportedTurn, MemoryRow
from lumina.stores import Stores
from lumina.transcripts import write_transcript

PAGE = 500


async def export_person(stores: Stores, desk: Desk, person: str, folder: Path) -> dict[str, int]:
    """Write `transcript.jsonl` (which import reads), `memories.jsonl` and `associations.jsonl`; counts by file. Raises
    BadInput where the folder cannot be written."""
    try:
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        return await _write_all(stores, desk, person, folder)
    except OSError as error:
        raise BadInput(
            why=because("{path} cannot be written ({error})", path=error.filename or folder, error=error.strerror)
        ) from error


async def _write_all(stores: Stores, desk: Desk, person: str, folder: Path) -> dict[str, int]:
    turns = [turn async for turn in stores.transcript.export(person)]
    names = {turn.id: _name(turn) for turn in turns}
    memories = [await _memory(stores, row, names) for row in await _all(desk, person)]
    associations = await stores.associations.export(person)
    return {
        "transcript.jsonl": await asyncio.to_thread(write_transcript, folder / "transcript.jsonl", map(_line, turns)),
        "memories.jsonl": await asyncio.to_thread(_write, folder / "memories.jsonl", memories),
        "associations.jsonl": await asyncio.to_thread(_write, folder / "associations.jsonl", associations),
    }


def _name(turn: Turn) -> str:
    """What a turn is called in all of the files."""
    return turn.ref or str(turn.id)


def _line(turn: Turn) -> ImportedTurn:
    return ImportedTurn(
        speaker=turn.speaker,
        text=turn.text,
        at=turn.at,
        ref=_name(turn),
        room=turn.room,
        thread=str(turn.thread),
        witnesses=turn.witnesses,
    )


async def _all(desk: Desk, person: str) -> list[MemoryRow]:
    rows: list[MemoryRow] = []
    while page := await desk.list(person, tier=None, limit=PAGE, offset=len(rows)):
        rows += page
    return rows


async def _memory(stores: Stores, row: MemoryRow, names: Mapping[UUID, str]) -> Mapping[str, object]:
    state = row.state
    return {
        "id": str(state.id),
        "text": row.text,
        "tier": state.tier,
        "room": state.room,
        "thread": str(state.thread),
        "born": state.born.isoformat(),
        "salience": state.salience,
        "importance": row.importance,
        "pinned": state.pinned,
        "uses": [use.isoformat() for use in state.uses],
        "detail": state.detail,
        "witnesses": sorted(state.witnesses),
        "turns": [names[turn] for turn in state.turns],
        "log": [{**entry, "at": str(entry["at"])} for entry in await stores.catalogue.history(state.person, state.id)],
    }


def _write(path: Path, rows: Iterable[Mapping[str, object]]) -> int:
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)
