"""The knowledge base as those see it who fill it and ask it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from uuid import UUID

import numpy as np

from lumina.clock import Clock
from lumina.distil.indexing import index_turns, turn_terms
from lumina.embedding.embedder import Embedder
from lumina.errors import BadInput, because
from lumina.knowledge.documents import read_documents
from lumina.knowledge.halves import questions_in
from lumina.knowledge.places import excerpt
from lumina.language.tokens import analyse
from lumina.memory.entries import Entries
from lumina.memory.entry_codec import unpack_entries
from lumina.models import EVERYBODY, Chunk, Cue, Found, Role, Turn
from lumina.recall.ask import Ask
from lumina.recall.question import Question, read_question
from lumina.recall.scorer import Ranking, rank
from lumina.recall.selection import ranks
from lumina.recall.statistics import Statistics
from lumina.recall.terms import asked_terms, sorted_terms
from lumina.reports import ChunkHit, DocumentReport, DocumentRow, Passage
from lumina.stores.knowledge_postgres import Counted, Knowledge
from lumina.texts import wrong_with_name

ENOUGH = 0.5
"""The score from which a passage is worth telling a character."""

WORDS_ENOUGH = 0.25
"""What the words must have added to it: being about the like is not enough. Of the passages that come nearest, both let
through 98 % for JSQuAD's questions and 4 % for what is asked and said about a life (of 8 documents 100 % and 0 %)."""

FLOOR = 100
"""Passages that there are taken to be, at least: of a handful none says how rare a word is."""

FEW = 50
"""A single word tells of a passage where one passage in so many has it, at most; else it takes two."""

OWN = 0.1
"""What a namespace that a character knows best is ahead of others."""

TOLD = 3
EXCERPT = 120
"""Tokens of a passage in a pack, in which some 300 are for knowledge."""

OF_ALL = "kb:"
"""Before the name of a namespace, whether or not it was added with it."""


@dataclass(frozen=True, slots=True)
class Library:
    """Documents come in by namespace, are embedded, and answer by the one scorer. To whom something is said (`names`)
    is not what it is about."""

    knowledge: Knowledge
    embedder: Embedder
    clock: Clock
    names: Sequence[str] = ()

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

    async def documents(self, namespace: str | None) -> list[DocumentRow]:
        """What is there, of a namespace or of each, by name. Raises UnknownNamespace."""
        return await self.knowledge.documents(namespace)

    async def remove(self, namespace: str, name: str) -> None:
        """Take a document out; the last one takes its namespace along. Raises UnknownNamespace, BadInput."""
        here = [document.name for document in await self.documents(namespace)]
        if name not in here or not await self.knowledge.remove(namespace, name):
            raise BadInput(
                why=because(
                    "there is no document {name} in {namespace}; there are: {known}",
                    name=name,
                    namespace=namespace,
                    known=", ".join(here),
                )
            )

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
        found = await self._find(namespace, query)
        ranking = found.ranking
        return [_hit(ranking, row, found.chunks[row], found.found) for row in ranking.rows[:limit]]

    async def passages(self, ask: Ask) -> list[Passage]:
        """What all namespaces say to a cue, or to one of its questions, where it is worth telling; the asker's own come
        first."""
        if not await self.knowledge.names():
            return []
        told = [await self._told(text, ask.namespaces) for text in (ask.text, *questions_in(ask.text))]
        best_first = [one for of_all in zip_longest(*told) for one in of_all if one]
        return [*{(one.source, one.text): one for one in best_first}.values()][:TOLD]

    async def _told(self, text: str, namespaces: Sequence[str]) -> list[Passage]:
        found = await self._find(None, text)
        own = {_bare(namespace) for namespace in namespaces}
        ahead = {row: OWN * (_bare(found.chunks[row].namespace) in own) for row in found.worth_telling()}
        best = sorted(ahead, key=lambda row: -found.ranking.scores[row] - ahead[row])
        return [found.passage(row) for row in best[:TOLD]]

    async def _find(self, namespace: str | None, query: str) -> "_Findings":
        now = self.clock()
        question = replace(
            read_question(query, asker=(), people=self.names, at=now), periods=()
        )  # a document has no day
        count, frequency = await self.knowledge.statistics(namespace, asked_terms(question))
        statistics = Statistics(max(count, FLOOR), frequency)
        vector = await self.embedder.question(question.encoder_text, question.weigher(statistics))
        cue = Cue(namespace or "", query, now, sorted_terms(question.terms, statistics), vector)
        found = await self.knowledge.search(namespace, cue)
        packed = {id_: entry for one in found for id_, entry in (await one.read(_ids(one))).items()}
        chunks = await self.knowledge.read([UUID(bytes=id_) for id_ in packed])
        known = unpack_entries({id_: entry for id_, entry in packed.items() if UUID(bytes=id_) in chunks})
        passages = [chunks[UUID(bytes=id_)] for id_ in known.ids]
        full = await self._with_words(namespace, statistics, known)
        ranking = rank(question, known, [chunk.text for chunk in passages], full, vector, {})
        return _Findings(question, full, found, ranking, passages)

    async def _with_words(self, namespace: str | None, known: Statistics, entries: Entries) -> Statistics:
        _, frequency = await self.knowledge.statistics(namespace, np.unique(entries.words).tolist())
        return Statistics(known.turns, {**frequency, **known.frequency})


@dataclass(frozen=True, slots=True, eq=False)
class _Findings:
    """The passages that a question found, ranked."""

    question: Question
    statistics: Statistics
    found: Sequence[Found]
    ranking: Ranking
    chunks: Sequence[Chunk]

    def worth_telling(self) -> list[int]:
        """The rows that answer to the question, best first; those that repeat a better one do not."""
        return [row for row in self.ranking.rows if row not in self.ranking.repeats and self._is_worth_telling(row)]

    def _is_worth_telling(self, row: int) -> bool:
        ranking, statistics = self.ranking, self.statistics
        if ranking.scores[row] < ENOUGH or float(ranking.parts["words"][row]) < WORDS_ENOUGH:
            return False
        entries = ranking.entries
        its = entries.terms.ids[entries.term_owners == row]
        shared: list[int] = np.intersect1d(its, self.question.terms).tolist()
        return len(shared) > 1 or any(statistics.frequency[term] <= max(1, statistics.turns // FEW) for term in shared)

    def passage(self, row: int) -> Passage:
        """The part of a chunk that answers."""
        chunk, asked = self.chunks[row], frozenset(self.question.words)

        def weigh(sentence: str) -> float:
            return sum(self.statistics.idf_of(word) for word in asked.intersection(analyse(sentence).words))

        text, place = excerpt(chunk.text, chunk.place, weigh, EXCERPT)
        return Passage(chunk.name, place, text)


def _bare(namespace: str) -> str:
    return namespace.removeprefix(OF_ALL)


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
    score = round(ranking.scores[row], 6)
    return ChunkHit(chunk.namespace, chunk.name, chunk.position, chunk.text, score, why, chunk.place)
