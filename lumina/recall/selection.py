"""From what the sources bring to what is scored: the best of each arm over all sources."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from lumina.models import Found


def going_on(arm: str, limit: int) -> int:
    """How many of an arm go on, where `limit` do of those by words: half as many by vectors, which bring something
    whatever is asked."""
    return -(-limit // 2) if arm.startswith("dense") else limit


def best_of_each_arm(found: Sequence[Found], limit: int) -> dict[bytes, Found]:
    """The ids of entries that are among the best of some arm (as many as are going_on()) when the sources' arms are
    laid together, ties by id, as if all that they keep lay in one place; with the first source that has it."""
    arms = laid_together(found).items()
    kept = {id_ for name, ranked in arms for _, id_ in _first(ranked, going_on(name, limit))}
    brought: dict[bytes, Found] = {}
    for one in found:
        for arm in one.arms.values():
            for id_ in kept.intersection(arm.ids):
                brought.setdefault(id_, one)
    return brought


def laid_together(found: Sequence[Found]) -> Mapping[str, list[tuple[float, bytes]]]:
    """What each arm found over all sources, in no order: (score with its sign turned, id), so that sorting ranks it."""
    arms: defaultdict[str, list[tuple[float, bytes]]] = defaultdict(list)
    for one in found:
        for name, arm in one.arms.items():
            arms[name] += zip([-score for score in arm.scores], arm.ids, strict=True)
    return arms


def ranks(found: Sequence[Found], id_: bytes) -> Mapping[str, int]:
    """The rank of an entry, from 1, in each arm of each source that has it ("longterm:sparse/speaker": 3)."""
    return {
        f"{one.source}:{name}": arm.ids.index(id_) + 1
        for one in found
        for name, arm in one.arms.items()
        if id_ in arm.ids
    }


def _first(ranked: list[tuple[float, bytes]], limit: int) -> list[tuple[float, bytes]]:
    return ranked if len(ranked) <= limit else sorted(ranked)[:limit]
