"""The shapes of what an operator asks for: the doctor's report, a move, passages of documents."""

from typing import Any

from typing_extensions import TypedDict

from lumina.reports import ChunkHit, DoctorReport, MoveReport
from lumina.shapes.plain import all_plain


class StoreShape(TypedDict):
    """`state` is ok, degraded or down; `detail` says what to do about it."""

    state: str
    version: str
    detail: str


class DoctorShape(TypedDict):
    ok: bool
    stores: dict[str, StoreShape]


class PartShape(TypedDict):
    """A count on either side, and whether it is the same, content for content."""

    source: int
    target: int
    same: bool


class MovedShape(TypedDict):
    ok: bool
    place: str
    folder: str
    parts: dict[str, PartShape]


class ChunkShape(TypedDict):
    """A passage of a document, the `position`-th from 0; `place` is a heading or a page."""

    namespace: str
    document: str
    position: int
    place: str
    text: str
    score: float
    why: dict[str, Any]


def doctor(value: DoctorReport) -> DoctorShape:
    stores: dict[str, StoreShape] = {
        name: {"state": one.state, "version": one.version, "detail": one.detail} for name, one in value.stores.items()
    }
    return {"ok": value.ok, "stores": stores}


def moved(value: MoveReport) -> MovedShape:
    parts: dict[str, PartShape] = {
        part.name: {"source": part.source, "target": part.target, "same": part.same} for part in value.parts
    }
    return {"ok": value.ok, "place": value.place, "folder": str(value.folder), "parts": parts}


def chunk(value: ChunkHit) -> ChunkShape:
    return {
        "namespace": value.namespace,
        "document": value.document,
        "position": value.position,
        "place": value.place,
        "text": value.text,
        "score": value.score,
        "why": all_plain(value.why),
    }
