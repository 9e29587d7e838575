"""From what the sources bring to what is scored: the best of each arm over all sources, unpacked."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from lumina.errors import Damaged
from lumina.models import Candidate, Entry, Found

logger = logging.getLogger(__name__)


def best_of_each_arm(found: Sequence[Found], limit: int) -> list[Found]:
    """What is among the `limit` best of some arm when the sources' arms are laid together, ties by id: as if all that
    they keep lay in one place. In the order given."""
    arms: defaultdict[str, list[tuple[float, int, int]]] = defaultdict(list)
    for at, one in enumerate(found):
        for arm, score in one.places.scores.items():
            arms[arm].append((-score, one.id.int, at))
    kept = {at for ranked in arms.values() for _, _, at in _first(ranked, limit)}
    return [found[at] for at in sorted(kept)]


def _first(ranked: list[tuple[float, int, int]], limit: int) -> list[tuple[float, int, int]]:
    return ranked if len(ranked) <= limit else sorted(ranked)[:limit]


def unpacked(found: Sequence[Found]) -> list[Candidate]:
    """With their entries, each unpacked once; one that is damaged does not keep the others from being found."""
    entries: dict[UUID, Entry] = {}
    candidates: list[Candidate] = []
    for one in found:
        try:
            entry = entries[one.id] = entries.get(one.id) or one.entry
        except Damaged as error:
            logger.warning("index entry %s is passed over: %s", one.id, error)
            continue
        candidates.append(Candidate(entry, one.source, one.ranks))
    return candidates
