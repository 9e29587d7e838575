"""Ranked entries as hits: single turns, or memories with their best turns first. And as quotes, for a pack."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from lumina.language.captions import parted
from lumina.language.tokens import analyse
from lumina.memory.entries import Flag
from lumina.models import Hit, Memory, MemoryState, Particulars, TierName, Turn
from lumina.recall.pack import Quote
from lumina.recall.scorer import Ranking


@dataclass(frozen=True, slots=True)
class Match:
    """Entries that one hit is made of, best first: their ids, and the row of the best one. `memory` is theirs."""

    memory: UUID
    ids: Sequence[UUID]
    row: int


def single_turns(ranking: Ranking, limit: int) -> list[Match]:
    """Every turn by itself, best first; summaries are left out."""
    summary = ranking.entries.are(Flag.SUMMARY)
    return [_match(ranking, [row]) for row in [row for row in ranking.rows if not summary[row]][:limit]]


def by_memory(ranking: Ranking, limit: int) -> list[Match]:
    """Memories by their best entry; with each its entries, the best first. A turn that no memory has yet stands for
    itself."""
    groups: dict[bytes, list[int]] = {}
    for row in ranking.rows:
        memory = ranking.entries.memories[row]
        if memory in groups:
            groups[memory].append(row)
        elif len(groups) < limit:
            groups[memory] = [row]
    return [_match(ranking, rows) for rows in groups.values()]


def matched_by(unit: Literal["memory", "turn"], ranking: Ranking, limit: int) -> list[Match]:
    """The best turns, or memories."""
    return single_turns(ranking, limit) if unit == "turn" else by_memory(ranking, limit)


def quotes(
    ranking: Ranking,
    particulars: Sequence[Particulars],
    words: Collection[str],
    before: Collection[UUID] = (),
    summed: str = "",
) -> Iterator[Quote]:
    """The turns, best first, as the pack shows them: what a picture shows, where it has one of these `words`. Those
    that stand `before` the reader already are not among them. Where the words of turns were let go, the summary stands
    in their place, as said by `summed`."""
    known = {turn.bytes for turn in before}
    entries = ranking.entries
    speakers = entries.by_scene(lambda scene: scene.speaker)
    summary = entries.are(Flag.SUMMARY).tolist()
    for row in ranking.rows:
        standing = particulars[row].standing
        alone = bool(summary[row] and standing and standing.let_go)
        if (alone or not summary[row]) and entries.ids[row] not in known:
            text, position = quoted(particulars[row].text or "", words), particulars[row].position
            speaker = summed if alone else speakers[row]
            yield Quote(entries.ids[row], entries.threads[row], speaker, entries.moment(row), text, position)


def quoted(text: str, words: Collection[str]) -> str:
    """What was said, with the caption of its picture where that has one of the words."""
    said, caption = parted(text)
    return text if caption and not set(words).isdisjoint(analyse(caption).words) else said


def _match(ranking: Ranking, rows: Sequence[int]) -> Match:
    entries = ranking.entries
    return Match(UUID(bytes=entries.memories[rows[0]]), [UUID(bytes=entries.ids[row]) for row in rows], rows[0])


@dataclass(frozen=True, slots=True)
class Shown:
    """What hits are made of besides the ranking: the source of an entry and its ranks in every arm, and what was read
    of memories and turns."""

    source: Callable[[bytes], str]
    ranks: Callable[[bytes], Mapping[str, int]]
    states: Mapping[UUID, MemoryState]
    turns: Mapping[UUID, Turn]
    bodies: Mapping[UUID, Memory]


def as_hit(ranking: Ranking, match: Match, shown: Shown) -> Hit:
    """The hit of a match, with those of its turns that were read. Where there is the body of its memory, the text is
    the summary."""
    best = ranking.entries.ids[match.row]
    state, body = shown.states.get(match.memory), shown.bodies.get(match.memory)
    matched = tuple(shown.turns[id_] for id_ in match.ids if id_ in shown.turns)
    return Hit(
        memory=match.memory if state else None,
        source=shown.source(best),
        tier=state.tier if state else TierName.WINDOW,
        text=body.text if body else matched[0].text if matched else "",
        turns=matched,
        at=matched[0].at if matched else ranking.entries.moment(match.row),
        score=round(ranking.scores[match.row], 6),
        why={**ranking.why(match.row), **shown.ranks(best), **_history(state)},
    )


def with_all_turns(hit: Hit, states: Mapping[UUID, MemoryState], turns: Mapping[UUID, Turn]) -> Hit:
    """The hit with those of its memory's turns that did not match, as far as they are in `turns`, behind those that
    did."""
    if hit.memory is None:
        return hit
    matched = {turn.id for turn in hit.turns}
    rest = [turns[id_] for id_ in states[hit.memory].turns if id_ in turns and id_ not in matched]
    return replace(hit, turns=(*hit.turns, *rest))


def _history(state: MemoryState | None) -> dict[str, object]:
    if state is None:
        return {"not_yet_distilled": True}
    if state.tier in {TierName.ARCHIVE, TierName.FADED}:
        return {"dug_out": True}
    return {}
