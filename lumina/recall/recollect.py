"""Recall: from a cue to a MemoryPack with a reason for every item. No model is called."""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from lumina.embedding.embedder import Embedder
from lumina.language.acts import asks
from lumina.language.concepts import concepts
from lumina.language.tokens import analyse
from lumina.models import Cue, Grade, Hit, Role, Standing, TierName, Turn, Vector, may_see
from lumina.recall.ask import Ask, Background, Reads, Record, Weigh
from lumina.recall.asking import Panel
from lumina.recall.candidates import Candidates, find_candidates
from lumina.recall.facts import Wanted, fact_lines, loop_lines, wanted
from lumina.recall.grade import Remark, RemarkKind, grade, remarks
from lumina.recall.hits import Shown, as_hit, matched_by, quotes, single_turns, with_all_turns
from lumina.recall.pack import SUMMED, Count, Material, Quote, make_pack, with_days
from lumina.recall.question import Question, read_question
from lumina.recall.scorer import Prior, Ranking, rank
from lumina.recall.selection import ranks
from lumina.recall.speakers import as_spoken
from lumina.recall.statistics import Statistics
from lumina.recall.terms import asked_terms, sorted_terms
from lumina.recall.timing import Stopwatch
from lumina.reports import UNRECALLED, Pack, Passage, Recollection, Said

YEAR = timedelta(days=365)
LIMIT = 100
"""Candidates of each arm by words (RECALL.md, "Two stages"); selection.py has how many go on by vectors."""

ANAPHORIC = 2
"""A cue with fewer content words than this, of which the last messages have none, is read together with them; they
cannot answer it then: they would by their own words."""

RECENT = 6
"""So many of them."""

BEST, LATELY = 48, 152
"""Turns that come one by one, in a talk; and to a question, so many of the person's latest, whether or not anything
brings them to mind: of who has told little yet, that is all."""

DATED = 8
"""Turns that tell which days they name, where that is asked."""

KNOWLEDGE = "knowledge"
"""As the knowledge base is called where it is missing."""


@dataclass(frozen=True, slots=True, eq=False)
class Considered:
    """How far a recollection has come once everything is ranked: what was asked, of whom, and what they brought."""

    question: Question
    statistics: Statistics
    vector: Vector | None
    cue: Cue
    candidates: Candidates
    missing: Sequence[str]
    ranking: Ranking


@dataclass(frozen=True, slots=True)
class Recaller:
    """Asks, scores, packs; `reads` says from where. `aliases` gives the speaker that stands in the transcript for each
    name of a character."""

    panel: Panel
    record: Record
    background: Background
    embedder: Embedder
    weigh: Weigh
    count: Count
    reads: Reads
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])

    async def recollect(self, ask: Ask) -> Recollection:
        """The MemoryPack for a cue and the hits it was made from. The same question twice gives the same answer."""
        return await self.reads(ask.person, partial(self._recollect, ask))

    async def _recollect(self, ask: Ask) -> Recollection:
        watch = Stopwatch()
        return await self.present(ask, await self.consider(ask, watch), watch)

    async def consider(self, ask: Ask, watch: Stopwatch) -> Considered:
        """Ask every source, and rank what they bring."""
        question, statistics, vector = await self._read(ask)
        watch.lap("read")
        cue = self._cue(ask, question, statistics, vector)
        candidates, missing = await find_candidates(self.panel, self.record, cue, watch.laps_ms)
        watch.lap("sources")
        ranking = self.rank(ask, question, statistics, vector, candidates)
        watch.lap("score")
        return Considered(question, statistics, vector, cue, candidates, missing, ranking)

    async def present(self, ask: Ask, considered: Considered, watch: Stopwatch) -> Recollection:
        """The pack and the hits of what was ranked."""
        candidates, missing = considered.candidates, considered.missing
        known = await self.record.known(ask.person, ask.at, ask.viewer)
        wants = wanted(ask.text, ask.window, known, ask.person, ask.at.date())
        (pack, lacking), (hits, best) = await asyncio.gather(
            self._pack(ask, considered, wants, watch), self._hits(ask, considered.ranking, wants, candidates, missing)
        )
        watch.lap("hits")
        return Recollection(
            pack, tuple(hits), (*missing, *lacking), watch.laps_ms, tuple(best), wants.facts, frozenset(wants.instead)
        )

    async def _pack(
        self, ask: Ask, considered: Considered, wants: Wanted, watch: Stopwatch
    ) -> tuple[Pack, Sequence[str]]:
        """The pack, and what it lacks beside what is missing already."""
        around, passages = await asyncio.gather(
            self.background.lines(ask, considered.missing),
            self.panel.told(KNOWLEDGE, partial(self.background.passages, ask), watch.laps_ms),
        )
        question, ranking, has_vector = considered.question, considered.ranking, considered.vector is not None
        facts = [*around.get("facts", ()), *fact_lines(wants.facts, ask.language, ask.at)]
        graded = grade(question, ranking, has_vector)
        material = Material(
            lines={**around, "facts": facts, "loops": loop_lines(wants.loops, ask.language, ask.at)},
            turns=_dated(
                quotes(ranking, considered.candidates.particulars, question.words, ask.shown, SUMMED[ask.language]),
                question,
            ),
            grade=Grade.MEDIUM if passages and graded is Grade.WEAK else graded,
            remarks=tuple(remark.text(ask.language) for remark in _remarks(ask, considered, passages or ())),
            passages=passages or (),
            asks_when=question.wants_time,
        )
        pack = make_pack(material, budget=ask.budget, language=ask.language, count=self.count)
        watch.lap("pack")
        return pack, [KNOWLEDGE] if passages is None else []

    async def _read(self, ask: Ask) -> tuple[Question, Statistics, Vector | None]:
        speakers = await self.record.speakers(ask.person)
        mine = [name for name, role in speakers if role is Role.PERSON]
        asker = sorted(mine, key=lambda name: name != ask.person) or [ask.person]  # who never spoke is no second one
        people = [*dict.fromkeys([*asker, *(name for name, _ in speakers), *self.aliases])]
        question = self._question(ask, asker, people)
        statistics = Statistics(*await self.record.statistics(ask.person, asked_terms(question)))
        vector = await self.embedder.question(question.encoder_text, question.weigher(statistics))
        return question, statistics, vector

    def _question(self, ask: Ask, asker: Sequence[str], people: Sequence[str]) -> Question:
        question = read_question(ask.text, asker=asker, people=people, at=ask.at)
        around = "\n".join(ask.window[-RECENT:])
        if len(question.words) < ANAPHORIC and around and not {*question.words}.intersection(analyse(around).words):
            question = read_question(f"{around}\n{ask.text}", asker=asker, people=people, at=ask.at)
        return replace(question, preference=as_spoken(question.preference, self.aliases))

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
            hidden=ask.hidden if question.text == ask.text else ask.hidden | ask.before,
        )

    def rank(
        self, ask: Ask, question: Question, statistics: Statistics, vector: Vector | None, candidates: Candidates
    ) -> Ranking:
        """By the one scorer."""
        entries = candidates.entries
        standings = dict(zip(entries.memories, (one.standing for one in candidates.particulars), strict=True))
        priors = {memory: self._prior(standing, ask.at) for memory, standing in standings.items() if standing}
        full = Statistics(statistics.turns, {**candidates.frequency, **statistics.frequency})
        return rank(question, entries, [one.text or "" for one in candidates.particulars], full, vector, priors)

    def _prior(self, standing: Standing, at: datetime) -> Prior:
        age = max((at - standing.born) / YEAR, 0.0)
        archived = standing.tier in {TierName.ARCHIVE, TierName.FADED}
        return Prior(recency=1 / (1 + age), importance=self.weigh(standing, at), archived=archived)

    async def _lately(self, ask: Ask, wants: Wanted) -> list[Turn]:
        """What the person said last, to a question in a talk, as far as the viewer heard it."""
        if not ask.room or not asks(ask.text):
            return []
        turns = await self.record.lately(ask.person, ask.at, LATELY)
        away = ask.hidden | wants.instead.keys()
        return [turn for turn in turns if turn.id not in away and may_see(ask.viewer, turn.witnesses)]

    async def _hits(
        self, ask: Ask, ranking: Ranking, wants: Wanted, candidates: Candidates, missing: Sequence[str]
    ) -> tuple[list[Hit], list[Said]]:
        """The best memories, or turns, in full, and the best turns one by one. Of a memory that the viewer heard in
        part, only that part. A tier that is missing is not read."""
        by_turn = ask.unit == "turn"
        matches = matched_by(ask.unit, ranking, ask.limit)
        best = _best(ranking, wants, ask.hidden) if ask.room else dict[UUID, float]()
        lately = await self._lately(ask, wants)
        states = await self.record.states(ask.person, [match.memory for match in matches], ask.at)
        shown = partial(Shown, lambda id_: candidates.brought[id_].source, partial(ranks, candidates.found), states)
        matched = [*best, *(id_ for match in matches for id_ in match.ids)]
        if by_turn:
            turns = await self.record.turns(ask.person, matched)
            return [as_hit(ranking, match, shown(turns, {})) for match in matches], _said(best, turns, lately)
        told = (s for s in states.values() if s.born <= ask.at and s.tier not in missing)
        whole = [state for state in told if may_see(ask.viewer, state.witnesses)]
        sources = [*matched, *(turn for state in states.values() for turn in state.turns)]
        bodies, turns = await asyncio.gather(
            self.record.memories(ask.person, whole), self.record.turns(ask.person, [*dict.fromkeys(sources)])
        )
        said = (turn for turn in turns.values() if turn.at <= ask.at)
        heard = {turn.id: turn for turn in said if may_see(ask.viewer, turn.witnesses)}
        hits = (as_hit(ranking, match, shown(heard, bodies)) for match in matches)
        return [with_all_turns(hit, states, heard) for hit in hits], _said(best, heard, lately)


def _remarks(ask: Ask, considered: Considered, passages: Sequence[Passage]) -> Iterator[Remark]:
    ranking, particulars = considered.ranking, considered.candidates.particulars
    before = [*ask.window, *(f"{passage.source} {passage.text}" for passage in passages)]
    for remark in remarks(considered.question, ranking, considered.vector is not None, before):
        if remark.kind is not RemarkKind.WORDS_NOT_FOUND or not ask.room or asks(ask.text):
            yield remark
    standings = (particulars[row].standing for row in ranking.rows[: ask.limit])
    if any(one and one.let_go for one in standings):
        yield Remark(RemarkKind.SUMMARIES_ALONE, {})


def _best(ranking: Ranking, wants: Wanted, hidden: Collection[UUID]) -> Mapping[UUID, float]:
    """The turns that answer best, by their words and by what is known of them."""
    scores = {match.ids[0]: ranking.scores[match.row] for match in single_turns(ranking, len(ranking.rows))}
    for turn, bonus in wants.bonuses().items():
        if turn not in hidden:
            scores[turn] = scores.get(turn, 0.0) + bonus
    for turn, later in wants.instead.items():
        if turn in scores and later not in hidden:
            scores[later] = max(scores.pop(turn), scores.get(later, 0.0))
    return dict(sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:BEST])


def _dated(turns: Iterable[Quote], question: Question) -> list[Quote]:
    """The turns, the best with the days that they name by their distance, where it is asked when something was."""
    ranked = list(turns)
    return [*map(with_days, ranked[:DATED]), *ranked[DATED:]] if question.wants_time else ranked


def _said(best: Mapping[UUID, float], turns: Mapping[UUID, Turn], lately: Sequence[Turn]) -> list[Said]:
    """The best ones; behind them, what was said lately."""
    recalled = [Said(turns[id_], score) for id_, score in best.items() if id_ in turns]
    others = [Said(turn, UNRECALLED) for turn in lately if turn.id not in best]
    return [said for said in (*recalled, *others) if not said.turn.let_go]
