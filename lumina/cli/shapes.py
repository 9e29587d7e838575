"""The JSON shapes of what the commands answer. Scripts rely on them: names and nesting are a promise."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, cast

import numpy as np

from lumina.cli.exchange import Exchange
from lumina.cli.terminal import fit_json
from lumina.language.messages import Messages
from lumina.models import Hit, Turn
from lumina.recall.explanations import Absence, Dropped, Explanation, Weighed
from lumina.reports import ChunkHit, DoctorReport, MemoryDetail, MemoryRow, MoveReport, Pack, Recollection, Replied

Shape = dict[str, object]


def dumps(value: object) -> str:
    """One line of JSON, without anything that a terminal would obey."""
    return fit_json(json.dumps(value, ensure_ascii=False, default=_plain))


def _plain(value: Any) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, set | frozenset):
        return sorted(map(str, cast(Iterable[object], value)))
    if isinstance(value, Mapping):
        return dict(cast(Mapping[str, object], value))
    return cast(object, value.item()) if isinstance(value, np.generic) else str(value)


def name_of(turn: Turn) -> str:
    """What a turn is called: the name that its file gave it, else its id."""
    return turn.ref or str(turn.id)


def pack(value: Pack) -> Shape:
    return {
        "tokens": value.tokens,
        "budget": value.budget,
        "text": value.text,
        "sections": dict(value.sections),
        "grade": value.grade,
        "remarks": list(value.remarks),
    }


def hit(value: Hit) -> Shape:
    return {
        "memory": value.memory,
        "source": value.source,
        "tier": value.tier,
        "text": value.text,
        "turns": [name_of(turn) for turn in value.turns],
        "at": value.at,
        "score": value.score,
        "why": dict(value.why),
    }


def recollection(value: Recollection) -> Shape:
    return {
        "pack": pack(value.pack),
        "hits": [hit(each) for each in value.hits],
        "missing": list(value.missing),
        "timings_ms": dict(value.timings_ms),
    }


def explanation(value: Explanation) -> Shape:
    return {
        "limit": value.limit,
        "arms": {name: asdict(arm) for name, arm in value.arms.items()},
        "hits": [weighed(each) for each in value.hits],
        "dropped": [dropped(each) for each in value.dropped],
    }


def absence(value: Absence, sentence: str) -> Shape:
    """`reason` is null where it is among the hits."""
    return {
        "sentence": sentence,
        "reason": value.reason,
        "wanted": value.wanted,
        "limit": value.limit,
        "entry": weighed(value.weighed) if value.weighed else None,
        "last_hit": weighed(value.last) if value.last else None,
        "lacks": dict(value.lacks),
        "repeats": value.repeats,
    }


def weighed(value: Weighed) -> Shape:
    """`entry` is the id of the turn, or of the memory where it is its summary."""
    return {
        "entry": value.entry,
        "memory": value.memory,
        "turn": name_of(value.turn) if value.turn else None,
        "place": value.place,
        "of": value.of,
        "score": value.score,
        "terms": dict(value.terms),
        "sources": {name: asdict(place) for name, place in value.sources.items()},
        "arms": {name: asdict(place) for name, place in value.arms.items()},
    }


def dropped(value: Dropped) -> Shape:
    return {
        "reason": value.reason,
        "entry": value.entry,
        "turn": name_of(value.turn) if value.turn else None,
        "score": value.score,
        "repeats": value.repeats,
    }


def reply(value: Replied, messages: Messages) -> Shape:
    """`failed` stands there only where the model did not answer to the end, and says why."""
    turn = value.turn
    shape: Shape = {"speaker": turn.speaker, "text": turn.text, "turn": turn.id, "reason": value.reason}
    return shape | ({"failed": messages.failure(value.failed)} if value.failed else {})


def said(exchange: Exchange, messages: Messages) -> Shape:
    """The pack is the one that the first speaker was given."""
    heard, done = exchange.heard, exchange.done
    return {
        "thread": heard.thread if heard else None,
        "turn": heard.id if heard else None,
        "replies": [reply(each, messages) for each in exchange.replies],
        "pack": pack(exchange.recalled[0].recollection.pack) if exchange.recalled else {},
        "missing": list(done.missing) if done else [],
        "timings_ms": dict(done.timings_ms) if done else {},
    }


def memory(row: MemoryRow) -> Shape:
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
        "witnesses": state.witnesses,
    }


def turn(value: Turn) -> Shape:
    return {"turn": name_of(value), "speaker": value.speaker, "text": value.text, "at": value.at}


def memory_detail(value: MemoryDetail) -> Shape:
    return memory(value.row) | {
        "keywords": list(value.keywords),
        "concepts": list(value.concepts),
        "valence": value.valence,
        "turns": [turn(each) for each in value.turns],
        "log": [dict(entry) for entry in value.log],
    }


def doctor(value: DoctorReport) -> Shape:
    return {"ok": value.ok, "stores": {name: asdict(store) for name, store in value.stores.items()}}


def moved(value: MoveReport) -> Shape:
    """A count on either side for each part, and whether it is the same, content for content."""
    parts = {part.name: {"source": part.source, "target": part.target, "same": part.same} for part in value.parts}
    return {"ok": value.ok, "place": value.place, "folder": value.folder, "parts": parts}


def chunk(value: ChunkHit) -> Shape:
    return {
        "namespace": value.namespace,
        "document": value.document,
        "position": value.position,
        "place": value.place,
        "text": value.text,
        "score": value.score,
        "why": dict(value.why),
    }
