"""Engines as an older version left them: digests, on which names can be tried, stand for persons."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from lumina.databases.neo4j import Graph
from lumina.databases.pseudonyms import SIZE, Pseudonyms
from lumina.databases.seals import NOTHING, measured, seal
from lumina.memory.index_qdrant_server import WRITTEN


@dataclass(frozen=True, slots=True)
class Digests(Pseudonyms):
    """What an older version wrote to Qdrant and Neo4j."""

    secret: bytes = b""

    def key(self, name: str) -> str:
        return blake2b(name.encode(), digest_size=SIZE).hexdigest()


def guesses(person: str) -> list[bytes]:
    """What whoever tries names would look for: digests for which no secret is needed."""
    made = sha256(person.encode()), blake2b(person.encode(), digest_size=SIZE)
    return [form for one in made for form in (one.digest(), one.hexdigest().encode())]


def age_pointer(folder: Path) -> None:
    """Of an index in a data folder, whose points were written with Digests."""
    for pointer in folder.rglob("current.json"):
        pointer.write_text(json.dumps(json.loads(pointer.read_text()) | {"format": 1}))
        seal(pointer.parent, measured(pointer.parent, before=NOTHING))


async def age_points(client: Any, pseudonyms: Pseudonyms, names: Iterable[str]) -> None:
    """All collections of a Qdrant server, in which nobody stands but these."""
    old = {pseudonyms.key(name): Digests().key(name) for name in names}
    for collection in (await client.get_collections()).collections:
        points, _ = await client.scroll(collection.name, limit=100_000, with_payload=True)
        for point in points:
            payload = {field: _aged(value, old) for field, value in point.payload.items()}
            await client.batch_update_points(
                collection.name, [{"set_payload": {"payload": payload, "points": [point.id]}}]
            )
        await client.update_collection(collection.name, metadata={WRITTEN: 1})


def _aged(value: Any, old: dict[str, str]) -> Any:
    if isinstance(value, list):
        several: list[Any] = [*value]  # pyright: ignore[reportUnknownArgumentType]
        return [_aged(one, old) for one in several]
    return old[value] if isinstance(value, str) else value


async def age_graph(graph: Graph, pseudonyms: Pseudonyms, names: Iterable[str]) -> None:
    """All nodes of these."""
    rows = [[pseudonyms.key(name), Digests().key(name)] for name in names]
    for label in ("LuminaConcept", "LuminaMemory"):
        await graph.run(
            f"unwind $rows as row match (n:{label} {{person: row[0]}}) set n.person = row[1]",  # pyright: ignore[reportArgumentType]
            {"rows": rows},
        )
    await graph.run("match (s:LuminaSchema) set s.version = 1", {})
