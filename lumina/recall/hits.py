"""Ranked entries as hits: single turns, or memories with their best turns first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from lumina.models import Hit, Memory, MemoryState, TierName, Turn
from lumina.recall.scorer import Scored


def as_turns(
    scored: Sequence[Scored], turns: Mapping[UUID, Turn], states: Mapping[UUID, MemoryState], limit: int
) -> list[Hit]:
    """Every turn by itself, best first; summaries are left out."""
    single = [item for item in scored if not item.candidate.entry.is_summary][:limit]
    return [_hit(item, (turns[item.candidate.entry.id],), states) for item in single]


def as_memories(
    scored: Sequence[Scored], turns: Mapping[UUID, Turn], states: Mapping[UUID, MemoryState], limit: int
) -> list[Hit]:
    """Memories by their best entry; the turns that matched stand best first. A turn that no memory has yet stands for
    itself."""
    best: dict[UUID, Scored] = {}
    matched: dict[UUID, list[Turn]] = {}
    for item in scored:
        entry = item.candidate.entry
        best.setdefault(entry.memory, item)
        if not entry.is_summary:
            matched.setdefault(entry.memory, []).append(turns[entry.id])
    return [_hit(item, tuple(matched.get(memory, ())), states) for memory, item in list(best.items())[:limit]]


def completed(
    hit: Hit, bodies: Mapping[UUID, Memory], states: Mapping[UUID, MemoryState], sources: Mapping[UUID, Turn]
) -> Hit:
    """The hit with the summary of its memory, where there is a body, and with those of its source turns that did not
    match behind those that did."""
    if hit.memory is None or hit.memory not in states:
        return hit
    matched = {turn.id for turn in hit.turns}
    rest = tuple(sources[turn] for turn in states[hit.memory].turns if turn in sources and turn not in matched)
    text = bodies[hit.memory].text if hit.memory in bodies else hit.text
    return replace(hit, text=text, turns=hit.turns + rest)


def _hit(item: Scored, turns: tuple[Turn, ...], states: Mapping[UUID, MemoryState]) -> Hit:
    entry = item.candidate.entry
    state = states.get(entry.memory)
    return Hit(
        memory=entry.memory if state else None,
        source=item.candidate.source,
        tier=state.tier if state else TierName.WINDOW,
        text=turns[0].text if turns else "",
        turns=turns,
        at=turns[0].at if turns else entry.at,
        score=round(item.score, 6),
        why={**item.why, **_history(state)},
    )


def _history(state: MemoryState | None) -> dict[str, object]:
    if state is None:
        return {"not_yet_distilled": True}
    if state.tier in {TierName.ARCHIVE, TierName.FADED}:
        return {"dug_out": True}
    return {}
