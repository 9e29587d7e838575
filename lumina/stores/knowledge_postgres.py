"""The knowledge base in PostgreSQL: documents in namespaces, their chunks, and the index that follows them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from uuid import UUID

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Connection
from lumina.databases.postgres_values import BigInts
from lumina.errors import UnknownNamespace
from lumina.memory.indexed import IndexedEntries, Place
from lumina.memory.tier import Projection
from lumina.models import Chunk, Cue, Document, Entry, Found
from lumina.reports import DocumentReport, DocumentRow
from lumina.stores import knowledge_sql as sql

EMBED_BATCH = 200
HEAL_BATCH = 1_000

Counted = tuple[Entry, Sequence[int]]
"""The index entry of a chunk (`person` is its namespace, `memory` its document), and the distinct ids of the terms that
the statistics count it for."""


@dataclass(frozen=True, slots=True)
class Namespace:
    """How much a namespace holds; `waiting` chunks are not found yet."""

    name: str
    documents: int
    chunks: int
    waiting: int


class Knowledge:
    """Adding does not wait for vectors: chunks wait until somebody has embedded them."""

    def __init__(self, database: Database, index: Projection) -> None:
        self._database = database
        self._entries = IndexedEntries(database, index, "chunk_entries")

    async def add(self, documents: Sequence[Document], at: datetime) -> list[DocumentReport]:
        """Add documents of one namespace, all or none. One of the same name is replaced, and what its new version has
        in common with the former keeps its vectors; the same version again changes nothing."""
        if not documents:
            return []
        [namespace] = {document.namespace for document in documents}
        async with self._database.transaction() as connection:
            await connection.execute(sql.HOLD, (namespace,))
            ids = [document.id for document in documents]
            known: dict[UUID, bytes] = dict(await connection.fetch(sql.DOCUMENTS, (namespace, ids)))
            changed = [document for document in documents if known.get(document.id) != document.digest]
            buried = await self._replace(connection, namespace, changed, at)
        await self._entries.follow((), buried)
        replaced = {document.id for document in changed if document.id in known}
        return [DocumentReport(namespace, one.name, len(one.chunks), one.id in replaced) for one in documents]

    async def waiting(self, limit: int = EMBED_BATCH) -> list[Chunk]:
        """Chunks that have no vectors yet."""
        return [Chunk(*row) for row in await self._database.fetch(sql.WAITING, (limit,))]

    async def embedded(self, counted: Sequence[Counted]) -> int:
        """Take the entries of chunks in; returns how many of the chunks were still there. The same chunk is counted
        for the statistics once, however often it is embedded."""
        here: list[Entry] = []
        async with self._database.transaction() as connection:
            for namespace, group in groupby(sorted(counted, key=_namespace), key=_namespace):
                here += await self._embed(connection, namespace, list(group))
            changed = await self._entries.put(connection, here)
        await self._entries.follow(changed)
        return len(here)

    async def embed_again(self) -> int:
        """Let all chunks wait for vectors of another embedder; returns how many."""
        return await self._database.execute(sql.EMBED_AGAIN)

    async def search(self, namespace: str | None, cue: Cue) -> list[Found]:
        """Chunks of a namespace, or of each; the source is "kb:" and the namespace. Raises UnknownNamespace."""
        names = await self._named(namespace)
        return [await self._entries.search(replace(cue, person=name), f"kb:{name}") for name in names]

    async def read(self, ids: Sequence[UUID]) -> dict[UUID, Chunk]:
        """The chunks of these ids that are here."""
        return {row[0]: Chunk(*row) for row in await self._database.fetch(sql.READ, (list(ids),))}

    async def statistics(self, namespace: str | None, terms: Sequence[int]) -> tuple[int, dict[int, int]]:
        """The number of embedded chunks of a namespace, or of all, and in how many of them each term occurs (only
        terms that do)."""
        async with self._database.connection() as connection:
            names = [row[0] for row in await connection.fetch(sql.NAMES)] if namespace is None else [namespace]
            count = (await connection.fetch(sql.COUNTED, (names,)))[0][0]
            return count, dict(await connection.fetch(sql.FREQUENCIES, (names, BigInts(terms))))

    async def names(self) -> list[str]:
        """Of the namespaces, in order."""
        return [name for (name,) in await self._database.fetch(sql.NAMES)]

    async def documents(self, namespace: str | None) -> list[DocumentRow]:
        """Of a namespace, or of each, by name. Raises UnknownNamespace."""
        rows = await self._database.fetch(sql.DOCUMENTS_OF, (await self._named(namespace),))
        return [DocumentRow(*row) for row in rows]

    async def _named(self, namespace: str | None) -> list[str]:
        known = await self.names()
        if namespace is not None and namespace not in known:
            raise UnknownNamespace(namespace=namespace, known=", ".join(known) or "-")
        return known if namespace is None else [namespace]

    async def namespaces(self) -> list[Namespace]:
        """By name, with what is in them; that takes as long as there is much."""
        return [Namespace(*row) for row in await self._database.fetch(sql.NAMESPACES)]

    async def remove(self, namespace: str, name: str) -> bool:
        """Remove a document; False if there is none of that name. The last one takes its namespace along."""
        async with self._database.transaction() as connection:
            await connection.execute(sql.HOLD, (namespace,))
            ids = [row[0] for row in await connection.fetch(sql.FIND_DOCUMENT, (namespace, name))]
            buried = await self._drop_outdated(connection, namespace, ids, ())
            await connection.execute(sql.DELETE_DOCUMENTS, (namespace, ids))
            await connection.execute(sql.DROP_NAMESPACE, (namespace,))
        await self._entries.follow((), buried)
        return bool(ids)

    async def heal(self, limit: int = HEAL_BATCH) -> int:
        """Index what is not indexed, as `LongtermTier.heal` does."""
        return await self._entries.heal(limit)

    async def compare(self) -> int:
        """See IndexedEntries.compare."""
        return await self._entries.compare()

    async def _replace(
        self, connection: Connection, namespace: str, documents: Sequence[Document], at: datetime
    ) -> list[Place]:
        ids = [document.id for document in documents]
        chunks = [chunk for document in documents for chunk in document.chunks]
        columns = (ids, [document.name for document in documents], [document.digest for document in documents])
        await connection.execute(sql.PUT_DOCUMENTS, (namespace, at, *columns))
        buried = await self._drop_outdated(connection, namespace, ids, [chunk.id for chunk in chunks])
        values = (
            [chunk.id for chunk in chunks],
            [chunk.document for chunk in chunks],
            [chunk.position for chunk in chunks],
            [chunk.text for chunk in chunks],
            [chunk.place for chunk in chunks],
        )
        await connection.execute(sql.PUT_CHUNKS, (namespace, *values))
        return buried

    async def _drop_outdated(
        self, connection: Connection, namespace: str, documents: Sequence[UUID], kept: Sequence[UUID]
    ) -> list[Place]:
        """The chunks of these documents but the `kept` go, with what the statistics count of them."""
        rows = await connection.fetch(sql.OUTDATED, (namespace, list(documents), list(kept)))
        ids = [row[0] for row in rows]
        if not ids:
            return []
        named = {"namespace": namespace, "ids": ids}
        await connection.execute(sql.UNCOUNT_TERMS, named)
        await connection.execute(sql.DROP_TERMS, (namespace,))
        await connection.execute(sql.UNCOUNT_CHUNKS, named)
        await connection.execute(sql.DELETE_CHUNKS, (namespace, ids))
        return await self._entries.bury(connection, namespace, ids)

    async def _embed(self, connection: Connection, namespace: str, counted: Sequence[Counted]) -> list[Entry]:
        await connection.execute(sql.HOLD, (namespace,))
        here: dict[UUID, bool] = dict(await connection.fetch(sql.HERE, (namespace, [one.id for one, _ in counted])))
        for entry, terms in counted:
            if entry.id in here:
                await connection.execute(sql.EMBEDDED, (BigInts(terms), namespace, entry.id))
        await self._count(connection, namespace, [terms for entry, terms in counted if here.get(entry.id)])
        await connection.execute(sql.DROP_NAMESPACE, (namespace,))
        return [entry for entry, _ in counted if entry.id in here]

    async def _count(self, connection: Connection, namespace: str, chunks: Sequence[Iterable[int]]) -> None:
        counts = Counter(term for terms in chunks for term in terms)
        terms = sorted(counts)
        values = (namespace, BigInts(terms), BigInts([counts[term] for term in terms]))
        await connection.execute(sql.COUNT_TERMS, values)
        await connection.execute(sql.COUNT_CHUNKS, (len(chunks), namespace))


def _namespace(counted: Counted) -> str:
    return counted[0].person
