"""Recall: from a cue to a MemoryPack with a reason for every item. No model is called."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal, Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from lumina.language.concepts import concepts
from lumina.language.embedder import Embedder
from lumina.models import (
    Candidate,
    Cue,
    Entry,
    Found,
    Hit,
    Memory,
    MemoryState,
    Role,
    Standing,
    Terms,
    TierName,
    Turn,
    Vector,
    may_see,
)
from lumina.recall.asking import Panel
from lumina.recall.grade import grade, remarks
from lumina.recall.hits import as_hits, by_memory, single_turns, with_all_turns
from lumina.recall.pack import Count, Material, Quote, make_pack
from lumina.recall.question import Question, read_question
from lumina.recall.scorer import Prior, Scored, rank
from lumina.recall.selection import best_of_each_arm, unpacked
from lumina.recall.speakers import Preference
from lumina.recall.statistics import Statistics
from lumina.recall.timing import Stopwatch
from lumina.reports import Pack, Recollection

YEAR = timedelta(days=365)
LIMIT = 64
"""Candidates of each arm (RECALL.md, "Two stages")."""

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

    async def standings(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, Standing]: ...

    async def said(self, person: str, ids: Sequence[UUID]) -> dict[UUID, tuple[str, int]]:
        """The text of each turn and its position in its thread."""
        ...

    async def states(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, MemoryState]: ...

    async def turns(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Turn]: ...

    async def memories(self, person: str, states: Sequence[MemoryState]) -> dict[UUID, Memory]: ...


class Background(Protocol):
    """The small sections of a pack: lines by section, apart from the episodes. Of a tier that is missing, none."""

    async def lines(self, ask: Ask, missing: Sequence[str]) -> Mapping[str, Sequence[str]]: ...


class Weigh(Protocol):
    """The importance of a memory at a moment."""

    def __call__(self, standing: Standing, at: datetime) -> float: ...


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
        found, missing = await self.panel.ask(self._cue(ask, question, statistics, vector))
        watch.lap("sources")
        scored, said = await self._rank(ask, question, statistics, vector, found)
        watch.lap("score")
        lines, hits = await asyncio.gather(self.background.lines(ask, missing), self._hits(ask, scored, missing))
        watch.lap("hits")
        pack = self._pack(ask, question, scored, said, vector is not None, lines)
        watch.lap("pack")
        return Recollection(pack, tuple(hits), tuple(missing), watch.laps_ms)

    def _pack(
        self,
        ask: Ask,
        question: Question,
        scored: Sequence[Scored],
        said: Mapping[UUID, tuple[str, int]],
        has_vector: bool,
        lines: Mapping[str, Sequence[str]],
    ) -> Pack:
        entries = (item.candidate.entry for item in scored)
        material = Material(
            lines=lines,
            turns=[
                Quote(entry.id, entry.thread, entry.speaker, entry.at, *said[entry.id])
                for entry in entries
                if not entry.is_summary
            ],
            grade=grade(question, scored, has_vector),
            remarks=tuple(remark.text(ask.language) for remark in remarks(question, scored, has_vector)),
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
            limit=LIMIT,
            hidden=ask.hidden,
        )

    async def _rank(
        self, ask: Ask, question: Question, statistics: Statistics, vector: Vector | None, found: Sequence[Found]
    ) -> tuple[list[Scored], dict[UUID, tuple[str, int]]]:
        """The candidates that pass the gate, best first, and what was said in those that are turns."""
        candidates = unpacked(best_of_each_arm(found, LIMIT))
        entries = [candidate.entry for candidate in candidates]
        standings, said, full = await asyncio.gather(
            self.record.standings(ask.person, list({entry.memory for entry in entries}), ask.at),
            self.record.said(ask.person, list({entry.id for entry in entries if not entry.is_summary})),
            self._with_words(ask.person, statistics, entries),
        )
        seen = [c for c in candidates if self._passes(ask, c, standings) and (c.entry.is_summary or c.entry.id in said)]
        texts = {turn: text for turn, (text, _) in said.items()}
        priors = {memory: self._prior(standing, ask.at) for memory, standing in standings.items()}
        return rank(question, seen, texts, full, vector, priors), said

    def _passes(self, ask: Ask, candidate: Candidate, standings: Mapping[UUID, Standing]) -> bool:
        """The gate: whoever brings it, nothing passes that the viewer did not witness, or that was put away."""
        entry = candidate.entry
        if entry.person != ask.person or not may_see(ask.viewer, entry.witnesses) or entry.id in ask.hidden:
            return False
        if candidate.source == TierName.WINDOW:
            return True
        return entry.memory in standings and standings[entry.memory].tier is not TierName.FORGOTTEN

    async def _with_words(self, person: str, statistics: Statistics, entries: Sequence[Entry]) -> Statistics:
        if not entries:
            return statistics
        words = np.unique(np.concatenate([entry.words for entry in entries]))
        _, frequency = await self.record.statistics(person, words.tolist())
        return Statistics(statistics.turns, {**frequency, **statistics.frequency})

    def _prior(self, standing: Standing, at: datetime) -> Prior:
        age = max((at - standing.born) / YEAR, 0.0)
        archived = standing.tier in {TierName.ARCHIVE, TierName.FADED}
        return Prior(recency=1 / (1 + age), importance=self.weigh(standing, at), archived=archived)

    async def _hits(self, ask: Ask, scored: Sequence[Scored], missing: Sequence[str]) -> list[Hit]:
        """The best memories, or turns, in full. Of a memory that the viewer heard in part, only that part. A tier that
        is missing is not read."""
        groups = single_turns(scored, ask.limit) if ask.unit == "turn" else by_memory(scored, ask.limit)
        states = await self.record.states(ask.person, [group[0].candidate.entry.memory for group in groups], ask.at)
        matched = [item.candidate.entry.id for group in groups for item in group]
        if ask.unit == "turn":
            return as_hits(groups, states, await self.record.turns(ask.person, matched), {})
        whole = [s for s in states.values() if may_see(ask.viewer, s.witnesses) and s.tier not in missing]
        sources = [*matched, *(turn for state in states.values() for turn in state.turns)]
        bodies, turns = await asyncio.gather(
            self.record.memories(ask.person, whole), self.record.turns(ask.person, [*dict.fromkeys(sources)])
        )
        heard = {turn.id: turn for turn in turns.values() if may_see(ask.viewer, turn.witnesses)}
        return [with_all_turns(hit, states, heard) for hit in as_hits(groups, states, heard, bodies)]


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
