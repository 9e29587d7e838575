"""The knowledge base as those see it who fill it and ask it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from uuid import UUID

import numpy as np

from lumina.clock import Clock
from lumina.distil.documents import read_documents
from lumina.distil.indexing import index_turns, turn_terms
from lumina.entries import Entries
from lumina.errors import BadInput, because
from lumina.language.embedder import Embedder
from lumina.memory.codec import unpack_entries
from lumina.memory.knowledge_postgres import Counted, Knowledge
from lumina.models import EVERYBODY, Chunk, Cue, Found, Role, Turn
from lumina.recall.question import read_question
from lumina.recall.recollect import Ask, asked_terms, sorted_terms
from lumina.recall.scorer import Ranking, rank
from lumina.recall.selection import ranks
from lumina.recall.statistics import Statistics
from lumina.reports import ChunkHit, DocumentReport
from lumina.texts import wrong_with_name

ENOUGH = 0.45
"""The score from which a passage is worth telling a character."""

TOLD = 3


@dataclass(frozen=True, slots=True)
class Library:
    """Documents come in by namespace, are embedded, and answer by the one scorer."""

    knowledge: Knowledge
    embedder: Embedder
    clock: Clock

    async def add(self, namespace: str, paths: Sequence[Path]) -> list[DocumentReport]:
        """All of these files and folders or none; what was added before is replaced. Raises BadFile, BadInput."""
        if why := wrong_with_name(namespace):
            raise BadInput(
                why=because("the namespace {name} cannot be kept: {why}", name=repr(namespace[:40]), why=why)
            )
        documents = await read_documents(namespace, paths)
        reports = await self.knowledge.add(documents, self.clock())
        await self.embed_pending()
        return reports

    async def embed_pending(self) -> int:
        """Vectors for chunks that have none; returns for how many."""
        embedded = 0
        while waiting := await self.knowledge.waiting():
            embedded += await self.knowledge.embedded([await self._counted(chunk) for chunk in waiting])
        while await self.knowledge.heal():
            pass
        return embedded

    async def _counted(self, chunk: Chunk) -> Counted:
        turn = _as_turn(chunk, self.clock())
        entries = await index_turns([turn], {turn.id: chunk.document}, (), self.embedder)
        return entries[0], turn_terms(chunk.text).tolist()

    async def search(self, namespace: str, query: str, limit: int) -> list[ChunkHit]:
        """Passages of a namespace, best first. Raises UnknownNamespace."""
        now = self.clock()
        question = replace(read_question(query, asker=(), people=(), at=now), periods=())  # a document has no day
        statistics = Statistics(*await self.knowledge.statistics(namespace, asked_terms(question)))
        vector = await self.embedder.question(question.encoder_text, question.weigher(statistics))
        cue = Cue(namespace, query, now, sorted_terms(question.terms, statistics), vector)
        found = await self.knowledge.search(namespace, cue)
        packed = {id_: entry for one in found for id_, entry in (await one.read(_ids(one))).items()}
        chunks = await self.knowledge.read([UUID(bytes=id_) for id_ in packed])
        known = unpack_entries({id_: entry for id_, entry in packed.items() if UUID(bytes=id_) in chunks})
        passages = [chunks[UUID(bytes=id_)] for id_ in known.ids]
        full = await self._with_words(namespace, statistics, known)
        ranking = rank(question, known, [chunk.text for chunk in passages], full, vector, {})
        return [_hit(ranking, row, passages[row], found) for row in ranking.rows[:limit]]

    async def lines(self, ask: Ask) -> list[str]:
        """What the namespaces that a character knows best say to its cue, where it is worth telling."""
        told: list[ChunkHit] = []
        known = await self.knowledge.names()
        for namespace in sorted({*known}.intersection(ask.namespaces)):
            told += await self.search(namespace, ask.text, TOLD)
        best = sorted((hit for hit in told if hit.score >= ENOUGH), key=lambda hit: (-hit.score, hit.document))
        return [f"{hit.document}: {' '.join(hit.text.split())}" for hit in best[:TOLD]]

    async def _with_words(self, namespace: str, known: Statistics, entries: Entries) -> Statistics:
        _, frequency = await self.knowledge.statistics(namespace, np.unique(entries.words).tolist())
        return Statistics(known.turns, {**frequency, **known.frequency})


def _as_turn(chunk: Chunk, at: datetime) -> Turn:
    """A chunk reads like a turn that nobody said."""
    return Turn(
        id=chunk.id,
        person=chunk.namespace,
        room="",
        thread=chunk.document,
        speaker="",
        role=Role.GUEST,
        text=chunk.text,
        at=at,
        witnesses=frozenset({EVERYBODY}),
        position=chunk.position,
    )


def _ids(found: Found) -> list[bytes]:
    return [*dict.fromkeys(id_ for arm in found.arms.values() for id_ in arm.ids)]


def _hit(ranking: Ranking, row: int, chunk: Chunk, found: Sequence[Found]) -> ChunkHit:
    why = {**ranking.why(row), **ranks(found, ranking.entries.ids[row])}
    return ChunkHit(chunk.namespace, chunk.name, chunk.position, chunk.text, round(ranking.scores[row], 6), why)
