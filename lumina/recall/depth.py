"""A search that goes deeper than recall does, for the ranks of what fell off: for who asks why, never in a turn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from lumina.models import Cue, Found, Turn, may_see
from lumina.recall.ask import Ask
from lumina.recall.asking import Panel
from lumina.recall.explanations import Place, Weighed
from lumina.recall.hits import Match
from lumina.recall.recollect import Recaller
from lumina.recall.scorer import Ranking
from lumina.recall.selection import laid_together

DEEP = 10_000
"""Entries of each arm that are looked through."""

PATIENCE = 30.0
"""Seconds for each source: whoever asks why can wait."""

Arms = Mapping[str, Mapping[bytes, Place]]


@dataclass(frozen=True, slots=True)
class Depth:
    """What the sources find when they are asked for many more: the places of entries in each arm of each source, and in
    each arm of all sources laid together."""

    found: Sequence[Found]
    missing: Sequence[str]
    sources: Arms
    arms: Arms

    @classmethod
    async def search(cls, panel: Panel, cue: Cue) -> "Depth":
        found, missing = await panel.ask(replace(cue, limit=DEEP))
        sources = {
            f"{one.source}:{name}": _places(zip(arm.ids, arm.scores, strict=True))
            for one in found
            for name, arm in one.arms.items()
        }
        together = sorted(laid_together(found).items())
        return cls(found, missing, sources, {name: _places(_best_first(pairs)) for name, pairs in together})


def patient(recaller: Recaller) -> Panel:
    """The same sources, with more time, and whether or not they rest."""
    return Panel(recaller.panel.sources, PATIENCE)


async def heard_turns(recaller: Recaller, ask: Ask, ids: Iterable[UUID]) -> Mapping[UUID, Turn]:
    """The turns, as far as the viewer may know of them."""
    turns = await recaller.record.turns(ask.person, [*dict.fromkeys(ids)])
    return {id_: turn for id_, turn in turns.items() if may_see(ask.viewer, turn.witnesses)}


def weighed(
    ranking: Ranking,
    row: int,
    memory: UUID | None,
    matches: Sequence[Match],
    depth: Depth,
    turns: Mapping[UUID, Turn],
) -> Weighed:
    """All there is to tell of a ranked entry and its memory, if it has one; `matches` are all that there are."""
    id_ = ranking.entries.ids[row]
    entry = UUID(bytes=id_)
    return Weighed(
        entry=entry,
        memory=memory,
        turn=turns.get(entry),
        place=next((place for place, match in enumerate(matches, 1) if entry in match.ids), 0),
        of=len(matches),
        score=ranking.scores[row],
        terms={term: added for term, added in ranking.why(row).items() if isinstance(added, float)},
        sources={name: places[id_] for name, places in depth.sources.items() if id_ in places},
        arms={name: places[id_] for name, places in depth.arms.items() if id_ in places},
    )


def _best_first(pairs: Iterable[tuple[float, bytes]]) -> Iterable[tuple[bytes, float]]:
    return [(id_, -turned) for turned, id_ in sorted(pairs)]


def _places(best_first: Iterable[tuple[bytes, float]]) -> Mapping[bytes, Place]:
    """Of what several sources bring, the better place."""
    places: dict[bytes, Place] = {}
    for rank, (id_, score) in enumerate(best_first, 1):
        places.setdefault(id_, Place(rank, round(score, 6)))
    return places
