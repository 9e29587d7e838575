"""An index in memory: the entries of `index_turns`, searched exactly; of each arm as many go on as in recall."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from bench.conversations import Asked, Conversation
from lumina.distil.indexing import index_turns, turn_terms
from lumina.embedding.embedder import Embedder, Passage
from lumina.memory.entries import Entries
from lumina.memory.entry_codec import pack_entry, unpack_entries
from lumina.models import Entry, Grade, Matrix, Turn, Vector
from lumina.recall.hits import quoted
from lumina.recall.pack import Material, Quote, make_pack
from lumina.recall.question import Question, read_question
from lumina.recall.recollect import LIMIT
from lumina.recall.selection import going_on
from lumina.recall.statistics import Statistics


class Silent:
    """An embedder that knows no language: words count alone."""

    identity = "none"
    dimensions = 1

    async def passages(self, texts: Sequence[str]) -> list[Passage | None]:
        return [None] * len(texts)

    async def question(self, text: str, idf: Callable[[str], float]) -> Vector | None:  # noqa: ARG002
        return None


@dataclass(frozen=True, eq=False)
class MemoryIndex:
    """A conversation, indexed. `postings` are (entry, weight) by term."""

    conversation: Conversation
    embedder: Embedder
    entries: list[Entry]
    packed: dict[UUID, bytes]
    statistics: Statistics
    postings: dict[int, list[tuple[int, float]]]
    windows: Matrix

    @property
    def turns(self) -> dict[UUID, Turn]:
        return {turn.id: turn for turn in self.conversation.turns}

    async def read(self, asked: Asked) -> tuple[Question, Vector | None]:
        """The question as it is asked a day after the last turn."""
        at = max(turn.at for turn in self.conversation.turns) + timedelta(days=1)
        talk = self.conversation
        question = read_question(asked.text, asker=talk.asker, people=talk.speakers, at=at)
        return question, await self.embedder.question(question.encoder_text, question.weigher(self.statistics))

    def candidates(self, question: Question, vector: Vector | None) -> Entries:
        """{dense, sparse} x {all, the preferred speaker's, the month asked for}."""
        found: dict[bytes, bytes] = {}
        for mask in self._filters(question):
            for arm, least, scores in self._arms(question, vector):
                allowed = np.where(mask & (scores > least), scores, -np.inf)
                best: list[int] = np.argsort(-allowed, kind="stable")[: going_on(arm, LIMIT)].tolist()
                ids = [self.entries[at].id for at in best if allowed[at] > -np.inf]
                found |= {id_.bytes: self.packed[id_] for id_ in ids}
        return unpack_entries(found)

    def _filters(self, question: Question) -> Iterator[NDArray[np.bool_]]:
        yield np.ones(len(self.entries), bool)
        if question.speaker:
            yield np.array([entry.speaker == question.speaker for entry in self.entries])
        if question.month:
            yield np.array([(entry.at.year, entry.at.month) == question.month for entry in self.entries])

    def _arms(self, question: Question, vector: Vector | None) -> Iterator[tuple[str, float, NDArray[np.floating]]]:
        """Scores, and what a find must have more than."""
        sparse = np.zeros(len(self.entries))
        for term, idf in zip(question.terms.tolist(), self.statistics.idf(question.terms).tolist(), strict=True):
            for at, weight in self.postings.get(term, ()):
                sparse[at] += idf * weight
        yield "sparse", 0.0, sparse
        if vector is not None:
            yield "dense", -1.0, self.windows @ vector


async def index(conversation: Conversation, embedder: Embedder) -> MemoryIndex:
    """Index a conversation thread by thread."""
    entries: list[Entry] = []
    for thread, turns in conversation.threads.items():
        people = sorted({turn.speaker for turn in turns})
        entries += await index_turns(turns, dict.fromkeys((turn.id for turn in turns), thread), people, embedder)
    frequency = Counter(term for turn in conversation.turns for term in turn_terms(turn.text).tolist())
    postings: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for at, entry in enumerate(entries):
        for term, weight in zip(entry.terms.ids.tolist(), entry.terms.weights.tolist(), strict=True):
            postings[term].append((at, weight))
    silent = np.zeros(embedder.dimensions, np.float32)
    windows = np.stack([silent if entry.window is None else entry.window for entry in entries])
    statistics = Statistics(len(conversation.turns), frequency)
    packed = {entry.id: pack_entry(entry) for entry in entries}
    return MemoryIndex(conversation, embedder, entries, packed, statistics, postings, windows)


def pack(ranked: list[Turn], words: Collection[str], budget: int, count: Callable[[str], int]) -> set[str]:
    """The refs of the turns in the MemoryPack of a question with these words."""
    shown = {
        turn.id: Quote(turn.id.bytes, turn.thread.bytes, turn.speaker, turn.at, quoted(turn.text, words), turn.position)
        for turn in ranked
    }
    made = make_pack(Material({}, [*shown.values()], Grade.STRONG), budget=budget, language="en", count=count)
    return {turn.ref for turn in ranked if turn.id in made.quoted}
