"""Memories as the catalogue's rows, and rows as how memories stand."""

import json
from collections.abc import Iterable
from datetime import UTC

from lumina.databases.postgres_connection import Row
from lumina.models import Memory, MemoryState, TierName


def as_json(memories: Iterable[Memory]) -> str:
    rows = [
        {
            "nr": nr,
            "id": str(memory.id),
            "room": memory.room,
            "thread": str(memory.thread),
            "kind": memory.kind,
            "born": memory.born.astimezone(UTC).isoformat(),
            "salience": memory.salience,
            "witnesses": sorted(memory.witnesses),
            "turns": [str(turn) for turn in memory.turns],
            "detail": memory.detail,
        }
        for nr, memory in enumerate(memories, 1)
    ]
    return json.dumps(rows, ensure_ascii=False)


def states_of(rows: Iterable[Row]) -> list[MemoryState]:
    return [
        MemoryState(
            id=row[0],
            person=row[1],
            room=row[2],
            thread=row[3],
            kind=row[4],
            tier=TierName(row[5]),
            born=row[6],
            salience=row[7],
            pinned=row[8],
            uses=tuple(row[9] or ()),
            detail=row[10],
            witnesses=frozenset(row[11]),
            turns=tuple(row[12]),
        )
        for row in rows
    ]
