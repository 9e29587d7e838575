"""Ranked entries as hits: single turns, or memories with their best turns first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from lumina.models import Hit, Memory, MemoryState, TierName, Turn
from lumina.recall.scorer import Scored


def single_turns(scored: Sequence[Scored], limit: int) -> list[list[Scored]]:
    """Every turn by itself, best first; summaries are left out."""
    return [[item] for item in scored if not item.candidate.entry.is_summary][:limit]


def by_memory(scored: Sequence[Scored], limit: int) -> list[list[Scored]]:
    """Memories by their best entry; with each its entries, the best first. A turn that no memory has yet stands for
    itself."""
    groups: dict[int, list[Scored]] = {}
    for item in scored:
        memory = item.candidate.entry.memory.int
        if memory in groups:
            groups[memory].append(item)
        elif len(groups) < limit:
            groups[memory] = [item]
    return list(groups.values())


def as_hits(
    groups: Sequence[Sequence[Scored]],
    states: Mapping[UUID, MemoryState],
    turns: Mapping[UUID, Turn],
    bodies: Mapping[UUID, Memory],
) -> list[Hit]:
    """A hit of each group, with those of its turns that are in `turns`; where there is the body of its memory, the text
    is the summary."""
    return [_hit(group, states.get(group[0].candidate.entry.memory), turns, bodies) for group in groups]


def with_all_turns(hit: Hit, states: Mapping[UUID, MemoryState], turns: Mapping[UUID, Turn]) -> Hit:
    """The hit with those of its memory's turns that did not match, as far as they are in `turns`, behind those that
    did."""
    if hit.memory is None:
        return hit
    matched = {turn.id for turn in hit.turns}
    rest = [turns[id_] for id_ in states[hit.memory].turns if id_ in turns and id_ not in matched]
    return replace(hit, turns=(*hit.turns, *rest))


def _hit(
    group: Sequence[Scored], state: MemoryState | None, turns: Mapping[UUID, Turn], bodies: Mapping[UUID, Memory]
) -> Hit:
    best = group[0]
    entry = best.candidate.entry
    matched = tuple(turns[item.candidate.entry.id] for item in group if item.candidate.entry.id in turns)
    body = bodies.get(entry.memory)
    return Hit(
        memory=entry.memory if state else None,
        source=best.candidate.source,
        tier=state.tier if state else TierName.WINDOW,
        text=body.text if body else matched[0].text if matched else "",
        turns=matched,
        at=matched[0].at if matched else entry.at,
        score=round(best.score, 6),
        why={**best.why, **_history(state)},
    )


def _history(state: MemoryState | None) -> dict[str, object]:
    if state is None:
        return {"not_yet_distilled": True}
    if state.tier in {TierName.ARCHIVE, TierName.FADED}:
        return {"dug_out": True}
    return {}
