"""Recall: from a cue to a MemoryPack with a reason for every item. No model is called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal, Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from lumina.language.concepts import concepts
from lumina.language.embedder import Embedder
from lumina.models import Candidate, Cue, Hit, Memory, MemoryState, Role, Terms, TierName, Turn, Vector, may_see
from lumina.recall.asking import Panel
from lumina.recall.grade import grade, remarks
from lumina.recall.hits import as_memories, as_turns, completed
from lumina.recall.pack import Count, Material, make_pack
from lumina.recall.question import Question, read_question
from lumina.recall.scorer import Prior, Scored, rank
from lumina.recall.speakers import Preference
from lumina.recall.statistics import Statistics
from lumina.recall.timing import Stopwatch
from lumina.reports import Pack, Recollection

YEAR = timedelta(days=365)
ANAPHORIC = 2
"""A cue with fewer content words than this is read together with the last messages."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be recalled. `viewer` is the character who asks, None the owner; `recent` are the last messages,
    `hidden` the turns that stand in the window already; `room` gives the recent history, where it is named."""

    person: str
    text: str
    at: datetime
    language: str
    budget: int
    limit: int = 10
    unit: Literal["memory", "turn"] = "memory"
    viewer: str | None = None
    room: str = ""
    recent: Sequence[str] = ()
    hidden: frozenset[UUID] = frozenset()
    namespaces: Sequence[str] = ()


class Record(Protocol):
    """What recall reads from transcript and catalogue."""

    async def speakers(self, person: str) -> Sequence[tuple[str, Role]]: ...

    async def statistics(self, person: str, terms: Sequence[int]) -> tuple[int, dict[int, int]]: ...

    async def states(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, MemoryState]: ...

    async def turns(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Turn]: ...

    async def memories(self, person: str, states: Sequence[MemoryState]) -> dict[UUID, Memory]: ...


class Background(Protocol):
    """The small sections of a pack: lines by section, apart from the episodes. Of a tier that is missing, none."""

    async def lines(self, ask: Ask, missing: Sequence[str]) -> Mapping[str, Sequence[str]]: ...


class Weigh(Protocol):
    """The importance of a memory at a moment."""

    def __call__(self, state: MemoryState, at: datetime) -> float: ...


@dataclass(frozen=True, slots=True)
class Recaller:
    """Asks, scores, packs. `aliases` gives the speaker that stands in the transcript for each name of a character."""

    panel: Panel
    record: Record
    background: Background
    embedder: Embedder
    weigh: Weigh
    count: Count
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])

    async def recollect(self, ask: Ask) -> Recollection:
        """The MemoryPack for a cue and the hits it was made from. The same question twice gives the same answer."""
        watch = Stopwatch()
        question, statistics, vector = await self._read(ask)
        watch.lap("read")
        candidates, missing = await self.panel.ask(self._cue(ask, question, statistics, vector))
        watch.lap("sources")
        scored, turns, states = await self._rank(ask, question, statistics, vector, candidates)
        watch.lap("score")
        hits = await self._hits(ask, scored, turns, states, missing)
        lines = await self.background.lines(ask, missing)
        pack = self._pack(ask, question, scored, turns, vector is not None, lines)
        watch.lap("pack")
        return Recollection(pack, tuple(hits), tuple(missing), watch.laps_ms)

    def _pack(
        self,
        ask: Ask,
        question: Question,
        scored: Sequence[Scored],
        turns: Mapping[UUID, Turn],
        has_vector: bool,
        lines: Mapping[str, Sequence[str]],
    ) -> Pack:
        material = Material(
            lines=lines,
            turns=[turns[item.candidate.entry.id] for item in scored if not item.candidate.entry.is_summary],
            grade=grade(question, scored, has_vector),
            remarks=tuple(remark.text(ask.language) for remark in remarks(question, scored)),
        )
        return make_pack(material, budget=ask.budget, language=ask.language, count=self.count)

    async def _read(self, ask: Ask) -> tuple[Question, Statistics, Vector | None]:
        speakers = await self.record.speakers(ask.person)
        asker = [ask.person, *(name for name, role in speakers if role is Role.PERSON and name != ask.person)]
        people = [*dict.fromkeys([*asker, *(name for name, _ in speakers), *self.aliases])]
        question = self._question(ask, asker, people)
        statistics = Statistics(*await self.record.statistics(ask.person, asked_terms(question)))
        vector = await self.embedder.question(question.encoder_text, question.weigher(statistics))
        return question, statistics, vector

    def _question(self, ask: Ask, asker: Sequence[str], people: Sequence[str]) -> Question:
        question = read_question(ask.text, asker=asker, people=people, at=ask.at)
        if len(question.words) < ANAPHORIC and ask.recent:
            together = "\n".join([*ask.recent, ask.text])
            question = read_question(together, asker=asker, people=people, at=ask.at)
        return replace(question, preference=_as_spoken(question.preference, self.aliases))

    def _cue(self, ask: Ask, question: Question, statistics: Statistics, vector: Vector | None) -> Cue:
        return Cue(
            person=ask.person,
            text=question.text,
            at=ask.at,
            terms=sorted_terms(question.terms, statistics),
            vector=vector,
            viewer=ask.viewer,
            speaker=question.speaker,
            month=question.month,
            concepts=concepts(question.text),
        )

    async def _rank(
        self,
        ask: Ask,
        question: Question,
        statistics: Statistics,
        vector: Vector | None,
        candidates: Sequence[Candidate],
    ) -> tuple[list[Scored], dict[UUID, Turn], dict[UUID, MemoryState]]:
        memories = list({candidate.entry.memory for candidate in candidates})
        states = await self.record.states(ask.person, memories, ask.at)
        seen = [c for c in candidates if self._passes(ask, c, states)]
        turns = await self.record.turns(ask.person, list({c.entry.id for c in seen if not c.entry.is_summary}))
        known = [c for c in seen if c.entry.is_summary or c.entry.id in turns]
        full = await self._with_words(ask.person, statistics, known)
        priors = {memory: self._prior(state, ask.at) for memory, state in states.items()}
        return rank(question, known, turns, full, vector, priors), turns, states

    def _passes(self, ask: Ask, candidate: Candidate, states: Mapping[UUID, MemoryState]) -> bool:
        """The gate: whoever brings it, nothing passes that the viewer did not witness, or that was put away."""
        entry = candidate.entry
        if entry.person != ask.person or not may_see(ask.viewer, entry.witnesses) or entry.id in ask.hidden:
            return False
        if candidate.source == TierName.WINDOW:
            return True
        return entry.memory in states and states[entry.memory].tier is not TierName.FORGOTTEN

    async def _with_words(self, person: str, statistics: Statistics, candidates: Sequence[Candidate]) -> Statistics:
        if not candidates:
            return statistics
        words = np.unique(np.concatenate([candidate.entry.words for candidate in candidates]))
        _, frequency = await self.record.statistics(person, words.tolist())
        return Statistics(statistics.turns, {**frequency, **statistics.frequency})

    def _prior(self, state: MemoryState, at: datetime) -> Prior:
        age = max((at - state.born) / YEAR, 0.0)
        archived = state.tier in {TierName.ARCHIVE, TierName.FADED}
        return Prior(recency=1 / (1 + age), importance=self.weigh(state, at), archived=archived)

    async def _hits(
        self,
        ask: Ask,
        scored: Sequence[Scored],
        turns: Mapping[UUID, Turn],
        states: Mapping[UUID, MemoryState],
        missing: Sequence[str],
    ) -> list[Hit]:
        """Of a memory that the viewer heard in part, only that part. A tier that is missing is not read."""
        if ask.unit == "turn":
            return as_turns(scored, turns, states, ask.limit)
        hits = as_memories(scored, turns, states, ask.limit)
        wanted = [states[hit.memory] for hit in hits if hit.memory is not None and hit.memory in states]
        whole = [state for state in wanted if may_see(ask.viewer, state.witnesses) and state.tier not in missing]
        bodies = await self.record.memories(ask.person, whole)
        sources = await self.record.turns(ask.person, [turn for state in wanted for turn in state.turns])
        heard = {turn.id: turn for turn in sources.values() if may_see(ask.viewer, turn.witnesses)}
        return [completed(hit, bodies, states, heard) for hit in hits]


def _as_spoken(preference: Preference, aliases: Mapping[str, str]) -> Preference:
    """With the names of characters as they stand in the transcript."""
    return replace(
        preference,
        speakers={aliases.get(name, name): weight for name, weight in preference.speakers.items()},
        companions=frozenset(aliases.get(name, name) for name in preference.companions),
    )


def asked_terms(question: Question) -> list[int]:
    """The ids of a question's words and grams."""
    return np.concatenate([question.terms, question.gram_terms]).tolist()


def sorted_terms(ids: NDArray[np.uint32], statistics: Statistics) -> Terms:
    """Term ids, ascending, with their idf."""
    ascending = np.sort(ids)
    return Terms(ascending, statistics.idf(ascending))
