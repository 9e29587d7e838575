"""An associative memory as it was at an earlier moment."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from lumina.models import Network

Met = Mapping[str, Mapping[UUID, datetime]]
"""When each memory met each concept."""


def as_of(network: Network, at: datetime) -> Network:
    """What was there at a moment: of all its memories those that had met a concept by then.

    An association that was strengthened later counts with what its closest occurrence gave, since the last memory that
    both concepts had by then: by how much the others had strengthened it until then is not kept."""
    occurrences = tuple(one for one in network.occurrences if one[2] <= at)
    if len(occurrences) == len(network.occurrences):
        return network
    met: dict[str, dict[UUID, datetime]] = defaultdict(dict)
    for concept, memory, when in occurrences:
        met[concept][memory] = when
    concepts = [(name, len(met[name]), max(met[name].values())) for name, _, _ in network.concepts if name in met]
    bonds = (_then(bond, met, at) for bond in network.associations)
    return Network(tuple(concepts), occurrences, tuple(bond for bond in bonds if bond))


def _then(
    bond: tuple[str, str, float, float, datetime], met: Met, at: datetime
) -> tuple[str, str, float, float, datetime] | None:
    a, b, _, closest, since = bond
    if since <= at:
        return bond
    shared = met.get(a, {}).keys() & met.get(b, {}).keys()
    return (a, b, closest, closest, max(met[a][memory] for memory in shared)) if shared else None
