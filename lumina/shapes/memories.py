"""The shapes of memories, one by one and in full."""

from datetime import datetime
from typing import Any
from uuid import UUID

from typing_extensions import TypedDict

from lumina.reports import MemoryDetail, MemoryRow
from lumina.shapes.plain import all_plain
from lumina.shapes.talk import TurnShape, turn


class MemoryShape(TypedDict):
    """`importance` is that of the moment, `salience` that at birth; `text` is empty where the body is gone."""

    memory: UUID
    tier: str
    kind: str
    text: str
    born: datetime
    room: str
    importance: float
    salience: float
    pinned: bool
    uses: int
    detail: str
    witnesses: list[str]


class MemoryDetailShape(MemoryShape):
    """With its source turns, and what happened to it (no words of anybody)."""

    keywords: list[str]
    concepts: list[str]
    valence: float
    turns: list[TurnShape]
    log: list[dict[str, Any]]


def memory(row: MemoryRow) -> MemoryShape:
    state = row.state
    return {
        "memory": state.id,
        "tier": state.tier,
        "kind": state.kind,
        "text": row.text,
        "born": state.born,
        "room": state.room,
        "importance": row.importance,
        "salience": state.salience,
        "pinned": state.pinned,
        "uses": len(state.uses),
        "detail": state.detail,
        "witnesses": sorted(state.witnesses),
    }


def memory_detail(value: MemoryDetail) -> MemoryDetailShape:
    return {
        **memory(value.row),
        "keywords": list(value.keywords),
        "concepts": list(value.concepts),
        "valence": value.valence,
        "turns": [turn(each) for each in value.turns],
        "log": [all_plain(entry) for entry in value.log],
    }
