"""The shapes of what was recalled, how, and why something else was not."""

from datetime import datetime
from typing import Any
from uuid import UUID

from typing_extensions import TypedDict

from lumina.models import Hit
from lumina.recall.explanations import Absence, ArmReport, Dropped, Explanation, Place, Weighed
from lumina.reports import Pack, Recollection
from lumina.shapes.plain import all_plain
from lumina.shapes.talk import name_of


class PackShape(TypedDict):
    """What fits the budget of tokens; `text` is what the model reads."""

    tokens: int
    budget: int
    text: str
    sections: dict[str, str]
    grade: str
    remarks: list[str]


class HitShape(TypedDict):
    """`turns` are what the source turns are called, the best matching first; `why` has each part of the score."""

    memory: UUID | None
    source: str
    tier: str
    text: str
    turns: list[str]
    at: datetime
    score: float
    why: dict[str, Any]


class RecollectionShape(TypedDict):
    """`hits` are best first; `missing` names the sources that did not answer."""

    pack: PackShape
    hits: list[HitShape]
    missing: list[str]
    timings_ms: dict[str, float]


class PlaceShape(TypedDict):
    """The rank (from 1) and the score in an arm."""

    rank: int
    score: float


class ArmShape(TypedDict):
    """How many entries a way of searching found, how many of them go on, and the score of the last that does."""

    found: int
    go_on: int
    last: float


class WeighedShape(TypedDict):
    """`entry` is the id of the turn, or of the memory where it is its summary."""

    entry: UUID
    memory: UUID | None
    turn: str | None
    place: int
    of: int
    score: float
    terms: dict[str, float]
    sources: dict[str, PlaceShape]
    arms: dict[str, PlaceShape]


class DroppedShape(TypedDict):
    """Something that a source brought and that is not shown; `repeats` is the better entry that it repeats."""

    reason: str
    entry: UUID
    turn: str | None
    score: float | None
    repeats: UUID | None


class ExplanationShape(TypedDict):
    """How a recollection came about."""

    limit: int
    arms: dict[str, ArmShape]
    hits: list[WeighedShape]
    dropped: list[DroppedShape]


class AbsenceShape(TypedDict):
    """Why something is not among the hits; `reason` is null where it is."""

    sentence: str
    reason: str | None
    wanted: UUID
    limit: int
    entry: WeighedShape | None
    last_hit: WeighedShape | None
    lacks: dict[str, float]
    repeats: UUID | None


def pack(value: Pack) -> PackShape:
    return {
        "tokens": value.tokens,
        "budget": value.budget,
        "text": value.text,
        "sections": dict(value.sections),
        "grade": value.grade,
        "remarks": list(value.remarks),
    }


def hit(value: Hit) -> HitShape:
    return {
        "memory": value.memory,
        "source": value.source,
        "tier": value.tier,
        "text": value.text,
        "turns": [name_of(turn) for turn in value.turns],
        "at": value.at,
        "score": value.score,
        "why": all_plain(value.why),
    }


def recollection(value: Recollection) -> RecollectionShape:
    return {
        "pack": pack(value.pack),
        "hits": [hit(each) for each in value.hits],
        "missing": list(value.missing),
        "timings_ms": dict(value.timings_ms),
    }


def explanation(value: Explanation) -> ExplanationShape:
    return {
        "limit": value.limit,
        "arms": {name: _arm(arm) for name, arm in value.arms.items()},
        "hits": [weighed(each) for each in value.hits],
        "dropped": [dropped(each) for each in value.dropped],
    }


def absence(value: Absence, sentence: str) -> AbsenceShape:
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


def weighed(value: Weighed) -> WeighedShape:
    return {
        "entry": value.entry,
        "memory": value.memory,
        "turn": name_of(value.turn) if value.turn else None,
        "place": value.place,
        "of": value.of,
        "score": value.score,
        "terms": dict(value.terms),
        "sources": {name: _place(place) for name, place in value.sources.items()},
        "arms": {name: _place(place) for name, place in value.arms.items()},
    }


def dropped(value: Dropped) -> DroppedShape:
    return {
        "reason": value.reason,
        "entry": value.entry,
        "turn": name_of(value.turn) if value.turn else None,
        "score": value.score,
        "repeats": value.repeats,
    }


def _place(value: Place) -> PlaceShape:
    return {"rank": value.rank, "score": value.score}


def _arm(value: ArmReport) -> ArmShape:
    return {"found": value.found, "go_on": value.go_on, "last": value.last}
