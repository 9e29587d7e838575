"""Points and questions in the terms of Qdrant Edge."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import qdrant_edge as edge

from lumina.memory.points import SLACK, Condition, Key, by_payload, groups_of
from lumina.models import Cue, Entry

Step = tuple[edge.UpdateOperation, ...]
"""What is done together: no search comes in between."""

FIELDS = {
    "person": edge.PayloadSchemaType.Keyword,
    "speaker": edge.PayloadSchemaType.Keyword,
    "month": edge.PayloadSchemaType.Integer,
    "witnesses": edge.PayloadSchemaType.Keyword,
}

MORTAL = "import ctypes; ctypes.CDLL(None).prctl(1, 9)\n" if sys.platform == "linux" else ""
"""Who runs this is killed when the process dies that began it, and writes into no folder that is another's by then
(PR_SET_PDEATHSIG, SIGKILL)."""

LOOK = """
import sys, time, qdrant_edge as e
shard, at, end = e.EdgeShard.load(sys.argv[1]), None, time.monotonic() + float(sys.argv[2])
shard.query(e.QueryRequest(1, query=e.Query.Nearest([0.1] * int(sys.argv[3]), "window")))
for field in sys.argv[4:]:
    shard.count(e.CountRequest(filter=e.Filter(must=[e.FieldCondition(field, e.MatchValue(""))])))
while time.monotonic() < end:
    _, at = shard.scroll(e.ScrollRequest(at, 200, with_payload=True, with_vector=True))
    if at is None:
        break
"""
"""Goes through a shard, as far as it comes in so many seconds."""

LOOKING_SECONDS = 3
MOST_LOOKING_SECONDS = 15


def look_through(shard: Path, dimensions: int) -> None:
    """In another process, as a damaged file may end it: raises subprocess.SubprocessError where that fails, dies, or
    hangs."""
    given = str(shard), str(LOOKING_SECONDS), str(dimensions), *FIELDS
    command = (sys.executable, "-c", MORTAL + LOOK, *given)
    subprocess.run(command, check=True, capture_output=True, timeout=MOST_LOOKING_SECONDS)


def shard_config(dimensions: int) -> edge.EdgeConfig:
    return edge.EdgeConfig(
        vectors={"window": edge.EdgeVectorParams(dimensions, edge.Distance.Cosine)},
        sparse_vectors={"terms": edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)},
        wal_enabled=False,
    )


def take(shard: edge.EdgeShard, step: Step) -> None:
    for operation in step:
        shard.update(operation)


def writing(entries: Sequence[Entry], dimensions: int, key: Key) -> Step:
    """The points first, with nothing but whose they are, so that an erasure finds them should the process die; then all
    that is filtered by, once for the points that have the same. A point's own takes Edge four times as long to
    understand as its vectors."""
    payloads = by_payload(entries, key)
    points = [
        edge.Point(entry.id, _vectors(entry, dimensions), {"person": payload["person"]})
        for payload, alike in payloads
        for entry in alike
    ]
    shared = (edge.UpdateOperation.set_payload([entry.id for entry in alike], {**own}) for own, alike in payloads)
    return edge.UpdateOperation.upsert_points(points), *shared


def _vectors(entry: Entry, dimensions: int) -> dict[str, Any]:
    """Without the vector of another embedder, as its length tells: until it is made anew, words alone find it."""
    vectors: dict[str, Any] = {}
    if entry.window is not None and len(entry.window) == dimensions:
        vectors["window"] = entry.window.tolist()
    if len(entry.terms.ids):
        vectors["terms"] = edge.SparseVector(entry.terms.ids.tolist(), entry.terms.weights.tolist())
    return vectors


def queries_of(cue: Cue, dimensions: int, key: Key, *, alone: bool) -> dict[str, edge.QueryRequest]:
    """Each arm's query. The engine multiplies the idf, which it counts over the person's points; where there are no
    others, it knows it (and a question takes 1.3 ms less)."""
    params = None if alone else edge.SearchParams(idf=edge.IdfParams(filter_of([("person", key(cue.person))])))
    queries: dict[str, tuple[edge.Query, edge.SearchParams | None]] = {}
    if cue.vector is not None and len(cue.vector) == dimensions:
        queries["dense"] = edge.Query.Nearest(cue.vector.tolist(), "window"), None
    if len(cue.terms.ids):
        ones = edge.SparseVector(cue.terms.ids.tolist(), [1.0] * len(cue.terms.ids))
        queries["sparse"] = edge.Query.Nearest(ones, "terms"), params
    return {
        arm + group: edge.QueryRequest(
            cue.limit + SLACK,
            query=query,
            filter=filter_of(conditions),
            params=params,
        )
        for arm, (query, params) in queries.items()
        for group, conditions in groups_of(cue, key).items()
    }


def filter_of(conditions: Sequence[Condition]) -> edge.Filter:
    """All of them hold."""
    return edge.Filter(must=conditions_of(conditions))


def conditions_of(conditions: Sequence[Condition]) -> list[Any]:
    """As Edge has them."""
    return [_condition(field, value) for field, value in conditions]


def _condition(field: str, value: str | int | Sequence[str]) -> edge.FieldCondition:
    match = edge.MatchValue(value) if isinstance(value, str | int) else edge.MatchAny([*value])
    return edge.FieldCondition(field, match=match)
