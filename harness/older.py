"""Data folders and engines as an older version left them: digests, on which names can be tried, stand for persons, and
nothing is sealed."""

import json
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import duckdb
import numpy as np

from harness.copies import without_keys
from lumina.databases.ciphers import place
from lumina.databases.folder import Folder
from lumina.databases.neo4j import Graph
from lumina.databases.person_keys import Keys
from lumina.databases.postgres import Database
from lumina.databases.postgres_embedded import embedded_postgres
from lumina.databases.pseudonyms import SIZE, Pseudonyms
from lumina.databases.schema import MIGRATIONS
from lumina.databases.seals import NOTHING, measured, seal
from lumina.memory import midterm_duckdb
from lumina.memory.associations_postgres import Associations
from lumina.memory.associations_sealed import opening, translated
from lumina.memory.entries import Flag, instant
from lumina.memory.entry_halves import HALVES
from lumina.memory.frames import HEAD, packb
from lumina.memory.index_qdrant_server import WRITTEN
from lumina.models import Entry
from lumina.stores.unsealed import TABLES, Table
from lumina.stores.unsealed_concepts import TABLES as CONCEPTS


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


SEALING = ("0035.sealed-bodies", "0036.sealed-turns", "0042.sealed-concepts")
"""The migrations from which on nothing else is written."""

UNDO: Sequence[str] = (
    "alter table turns alter column text type text using convert_from(text, 'UTF8')",
    "alter table longterm drop column detail",
    "truncate checkpoints, checkpoint_blobs, checkpoint_writes",
)


async def unseal(folder: Folder, keys: Keys) -> None:
    """Let a closed data folder be as the version before it knew of keys left it."""
    async with embedded_postgres(folder.postgres) as dsn, Database.open(dsn, keys=keys) as database:
        run: Any = database.execute
        for table in TABLES:
            await run(f"alter table {table.name} drop constraint {table.name}_sealed")
            await _unseal(database, table)
        await unseal_concepts(database)
        for statement in (*UNDO, (MIGRATIONS / "0031.unread.sql").read_text().partition("create or replace")[2]):
            await run(statement if statement in UNDO else f"create or replace{statement}")
        await run("delete from _yoyo_migration where migration_id = any(%s)", (list(SEALING),))
    _unseal_days(folder, keys)
    without_keys(folder.home)


async def unseal_concepts(database: Database) -> None:
    """Let concepts stand there as they were said, as the version before wrote them."""
    run: Any = database.execute
    for table in CONCEPTS:
        await run(f"alter table {table} drop constraint if exists {table}_sealed")
    within = Associations(database)
    for (person,) in await database.fetch("select distinct person from concepts"):
        async with database.writing(person) as guard:
            read = opening(database.keys.of(person))
            await within.load(guard, translated(await within.network(person), read))


async def _unseal(database: Database, table: Table) -> None:
    fetch: Any = database.fetch
    for row in await fetch(f"select {', '.join((*table.key, *table.columns))} from {table.name}"):
        key, sealed = row[: len(table.key)], row[len(table.key) :]
        at = table.id_of(key)
        plain = [
            database.keys.of(key[0]).open(one, place(kind, at)) if one else one
            for kind, one in zip(table.columns.values(), sealed, strict=True)
        ]
        await database.execute(table.put, [[one] for one in (*key, *plain)])


def _unseal_days(folder: Folder, keys: Keys) -> None:
    with duckdb.connect(folder.duckdb) as file:
        file.execute("update format set version = 2")
        for table, number, id_ in (("memories", "born", "id"), ("entries", "position", "memory")):
            for person, at, nr, body in file.execute(f"select person, {id_}, {number}, body from {table}").fetchall():
                kind = midterm_duckdb.SEALED if table == "memories" else midterm_duckdb.entry_kind(nr)
                plain = keys.of(person.decode()).open(body, place(kind, at))
                file.execute(f"update {table} set body = ? where {id_} = ? and {number} = ?", [plain, at, nr])


def as_halves(entry: Entry) -> bytes:
    """An index entry as the version before packed it: vectors in half precision, weights in full."""
    window, sentences, terms = entry.window, entry.sentences, entry.terms
    vectors = [array.ravel() for array in (window, sentences) if array is not None]
    microseconds, offset = instant(entry.at)
    scene = packb((entry.person, entry.speaker, entry.people, sorted(entry.witnesses), offset))
    told = entry.is_summary, entry.is_question, entry.follows_question, entry.has_digit
    flags = sum(int(flag) for flag, holds in zip(Flag, told, strict=True) if holds)
    fields = struct.pack(
        "<16s16s16sqIIIIII",
        *(entry.id.bytes, entry.memory.bytes, entry.thread.bytes, microseconds),
        flags | (window is not None) << 16 | (sentences is not None) << 17,
        next((array.shape[-1] for array in (window, sentences) if array is not None), 0),
        *(0 if sentences is None else len(sentences), len(terms.ids), len(entry.words), len(scene)),
    )
    halves = np.concatenate([np.empty(0, np.float32), *vectors]).astype("<f2").tobytes()
    numbers = np.concatenate([terms.ids, terms.weights.astype("<f4").view("<u4"), entry.words]).astype("<u4").tobytes()
    parts = (fields, halves, bytes(-len(halves) % 4), numbers, scene, bytes(-len(scene) % 4))
    body = b"".join(parts)
    return HEAD.pack(b"EN", HALVES, crc32(body)) + body
