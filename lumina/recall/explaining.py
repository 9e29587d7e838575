"""How a recollection came about: each hit's ranks and terms, and what was dropped on the way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from lumina.recall.ask import Ask
from lumina.recall.depth import Depth, heard_turns, patient, weighed
from lumina.recall.explanations import ArmReport, Dropped, Explanation, Place, Reason
from lumina.recall.hits import Match, matched_by, quotes
from lumina.recall.recollect import Considered, Recaller
from lumina.recall.selection import going_on
from lumina.recall.timing import Stopwatch


async def explain(recaller: Recaller, ask: Ask) -> Explanation:
    """Recall, and tell what it went by. Of what the viewer did not witness, nothing."""
    watch = Stopwatch()
    considered = await recaller.consider(ask, watch)
    recollection = await recaller.present(ask, considered, watch)
    depth = await Depth.search(patient(recaller), considered.cue)
    ranking, limit = considered.ranking, considered.cue.limit
    matches = matched_by(ask.unit, ranking, len(ranking.rows))
    shown = matches[: ask.limit]
    dropped = [*_dropped(considered, matches[ask.limit :], recollection.pack.quoted)]
    turns = await heard_turns(recaller, ask, [*(match.ids[0] for match in shown), *(one.entry for one in dropped)])
    return Explanation(
        recollection=recollection,
        limit=limit,
        arms={name: _report(places, going_on(name, limit)) for name, places in depth.arms.items()},
        hits=tuple(
            weighed(ranking, match.row, hit.memory, matches, depth, turns)
            for match, hit in zip(shown, recollection.hits, strict=True)
        ),
        dropped=tuple(replace(one, turn=turns.get(one.entry)) for one in dropped),
    )


def _report(places: Mapping[bytes, Place], limit: int) -> ArmReport:
    going_on = [*places.values()][:limit]
    return ArmReport(found=len(places), go_on=len(going_on), last=going_on[-1].score)


def _dropped(considered: Considered, below: Sequence[Match], quoted: Iterable[UUID]) -> Iterator[Dropped]:
    """In the order of the way: the gate, near-duplicates, the limit, the budget of the pack."""
    ranking = considered.ranking
    ids = [UUID(bytes=id_) for id_ in ranking.entries.ids]
    for id_, reason in sorted(considered.candidates.kept_back.items()):
        if reason not in {Reason.NOT_WITNESSED, Reason.NOT_YET_SAID}:
            yield Dropped(UUID(bytes=id_), reason)
    for row, better in ranking.repeats.items():
        yield Dropped(ids[row], Reason.REPEATS, score=ranking.scores[row], repeats=ids[better])
    for match in below:
        if match.row not in ranking.repeats:
            yield Dropped(ids[match.row], Reason.BELOW_LIMIT, score=ranking.scores[match.row])
    scores = dict(zip(ids, ranking.scores, strict=True))
    fitted = set(quoted)
    for quote in quotes(ranking, considered.candidates.particulars, ()):
        if (id_ := UUID(bytes=quote.id)) not in fitted:
            yield Dropped(id_, Reason.OVER_BUDGET, score=scores[id_])
