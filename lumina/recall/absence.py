"""Why something that somebody expected is not among the hits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from lumina.errors import UnknownTurn
from lumina.models import MemoryState, TierName, may_see
from lumina.recall.ask import Ask
from lumina.recall.candidates import Candidates, read_candidates
from lumina.recall.depth import Depth, heard_turns, patient, weighed
from lumina.recall.explanations import Absence, Reason
from lumina.recall.hits import Match, matched_by
from lumina.recall.recollect import Considered, Recaller
from lumina.recall.scorer import Ranking
from lumina.recall.selection import going_on
from lumina.recall.timing import Stopwatch

TIERS = frozenset(map(str, TierName))
"""The sources in which entries lie; another one only points at them."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was expected: the ids of the entries that find it, as far as the viewer may know of them, and its memory, if
    it has one."""

    entries: frozenset[bytes]
    memory: MemoryState | None


async def why_not(recaller: Recaller, ask: Ask, name: UUID) -> Absence:
    """Recall, and tell where this memory, or turn, was left behind. Raises UnknownTurn."""
    wanted = await _find(recaller, ask, name)
    watch = Stopwatch()
    considered = await recaller.consider(ask, watch)
    recollection = await recaller.present(ask, considered, watch)
    missing = tuple(considered.missing)
    absence = Absence(recollection, name, considered.cue.limit, Reason.NOT_WITNESSED, missing=missing)
    if not wanted.entries:
        return absence
    if wanted.memory and wanted.memory.tier is TierName.FORGOTTEN:
        return replace(absence, reason=Reason.PUT_AWAY)
    depth = await Depth.search(patient(recaller), considered.cue)
    if not wanted.entries.isdisjoint(considered.ranking.entries.ids):
        return await _compared(recaller, ask, absence, wanted, considered, considered.ranking, depth)
    by_hand = await _by_hand(recaller, wanted, considered, depth)
    if wanted.entries.isdisjoint(by_hand.entries.ids):
        return replace(absence, reason=_barrier(wanted, by_hand, depth), missing=tuple(depth.missing))
    read = considered.question, considered.statistics, considered.vector
    return await _compared(recaller, ask, absence, wanted, considered, recaller.rank(ask, *read, by_hand), depth)


async def _find(recaller: Recaller, ask: Ask, name: UUID) -> Wanted:
    memory = await _memory(recaller, ask, name)
    turns = await recaller.record.turns(ask.person, [name, *(memory.turns if memory else ())])
    if memory is None and not turns:
        raise UnknownTurn(person=ask.person, name=name)
    heard = {id_.bytes for id_, turn in turns.items() if may_see(ask.viewer, turn.witnesses)}
    if memory and ask.unit == "memory" and may_see(ask.viewer, memory.witnesses):
        heard.add(memory.id.bytes)
    of = None if memory else await recaller.record.memory_of(ask.person, name)
    return Wanted(frozenset(heard), await _memory(recaller, ask, of) if of else memory)


async def _memory(recaller: Recaller, ask: Ask, id_: UUID) -> MemoryState | None:
    return (await recaller.record.states(ask.person, [id_], ask.at)).get(id_)


async def _by_hand(recaller: Recaller, wanted: Wanted, considered: Considered, depth: Depth) -> Candidates:
    """The candidates, and with them what is wanted, from whatever tier has it."""
    panel, candidates = patient(recaller), considered.candidates
    brought = dict(candidates.brought)
    for source in (one for one in depth.found if one.source in TIERS):
        packed, _ = await panel.read(dict.fromkeys(wanted.entries, source))
        brought |= dict.fromkeys(packed, source)
    more, _ = await read_candidates(panel, recaller.record, considered.cue, candidates.found, brought)
    return more


def _barrier(wanted: Wanted, by_hand: Candidates, depth: Depth) -> Reason:
    """What kept it from being scored at all."""
    stopped = [reason for id_, reason in sorted(by_hand.kept_back.items()) if id_ in wanted.entries]
    if stopped:
        return stopped[0]
    return Reason.SOURCE_MISSING if depth.missing else Reason.NOT_INDEXED


async def _compared(
    recaller: Recaller,
    ask: Ask,
    absence: Absence,
    wanted: Wanted,
    considered: Considered,
    ranking: Ranking,
    depth: Depth,
) -> Absence:
    """How the best of the wanted entries fares in a ranking that has it, beside the last hit that is shown."""
    row = _best(ranking, wanted, depth)
    ids = ranking.entries.ids
    shown = matched_by(ask.unit, considered.ranking, ask.limit)
    last = ids.index(shown[-1].ids[0].bytes) if shown else None
    twin = ranking.repeats.get(row)
    turns = await heard_turns(recaller, ask, [UUID(bytes=ids[at]) for at in (row, last, twin) if at is not None])
    matches = matched_by(ask.unit, ranking, len(ranking.rows))
    return replace(
        absence,
        reason=_reason(ask, ranking, row, shown, considered, depth),
        weighed=weighed(ranking, row, wanted.memory.id if wanted.memory else None, matches, depth, turns),
        last=None
        if last is None
        else weighed(ranking, last, absence.recollection.hits[-1].memory, matches, depth, turns),
        lacks={} if last is None else _lacks(ranking, row, last),
        repeats=None if twin is None else UUID(bytes=ids[twin]),
    )


def _best(ranking: Ranking, wanted: Wanted, depth: Depth) -> int:
    """The row of the best of the wanted entries: of those that some arm found, if there are any."""
    rows = [row for row in ranking.rows if ranking.entries.ids[row] in wanted.entries]
    found = [row for row in rows if _is_found(ranking, row, depth)]
    return (found or rows)[0]


def _is_found(ranking: Ranking, row: int, depth: Depth) -> bool:
    return any(ranking.entries.ids[row] in places for places in depth.arms.values())


def _reason(
    ask: Ask, ranking: Ranking, row: int, shown: Sequence[Match], considered: Considered, depth: Depth
) -> Reason | None:
    id_, memory = ranking.entries.ids[row], ranking.entries.memories[row]
    if any(match.memory.bytes == memory if ask.unit == "memory" else match.ids[0].bytes == id_ for match in shown):
        return None
    if id_ not in considered.ranking.entries.ids:
        return _left_behind(id_, considered, depth)
    return Reason.REPEATS if row in ranking.repeats else Reason.BELOW_LIMIT


def _left_behind(id_: bytes, considered: Considered, depth: Depth) -> Reason:
    """Why it was not among the candidates, though some source has it."""
    ranks = {arm: places[id_].rank for arm, places in depth.arms.items() if id_ in places}
    limit = considered.cue.limit
    if considered.missing and any(rank <= going_on(arm, limit) for arm, rank in ranks.items()):
        return Reason.SOURCE_MISSING
    return Reason.BELOW_ARMS if ranks else Reason.NOT_FOUND


def _lacks(ranking: Ranking, row: int, last: int) -> Mapping[str, float]:
    """What each term adds more to the other one, the most first."""
    more = {term: round(float(part[last] - part[row]), 4) for term, part in ranking.parts.items()}
    return {term: more[term] for term in sorted(more, key=lambda term: -more[term]) if more[term]}
