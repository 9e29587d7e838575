"""What an index entry is in Qdrant, whichever way it runs: vectors, ids, and pseudonyms of what is filtered by."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar, cast

from lumina.memory.entries import month_number
from lumina.models import EVERYBODY, Arm, Cue, Entry

Kind = Literal["memories", "knowledge"]
Condition = tuple[str, str | int | Sequence[str]]
"""A field of the payload, and the value that it has, or the values of which it has one."""

SLACK = 20
"""An arm asks for so many more than it gives, so that ties at its end are broken by id."""

FORMAT = 2
"""Of what points hold. In 1, digests on which names can be tried stood for names."""

Key = Callable[[str], str]
"""What stands for a name."""

T = TypeVar("T")
Id = TypeVar("Id")


def by_payload(entries: Iterable[Entry], key: Key) -> list[tuple[Mapping[str, object], list[Entry]]]:
    """Each payload, and the entries that have it: of what a person says with others in a month there are few."""
    alike: dict[Hashable, list[Entry]] = defaultdict(list)
    for entry in entries:
        alike[entry.person, entry.speaker, entry.at.year, entry.at.month, entry.witnesses].append(entry)
    return [(_payload(theirs[0], key), theirs) for theirs in alike.values()]


def _payload(entry: Entry, key: Key) -> dict[str, object]:
    return {
        "person": key(entry.person),
        "speaker": key(entry.speaker),
        "month": month_number(entry.at.year, entry.at.month),
        "witnesses": [key(witness) for witness in entry.witnesses],
    }


def renewed(points: Iterable[tuple[Id, Mapping[str, Any]]], renew: Key) -> list[tuple[Mapping[str, object], list[Id]]]:
    """Each payload that changes as its keys are renewed, as it is then, and the points that have it."""
    alike: dict[str, tuple[Mapping[str, object], list[Id]]] = {}
    for id_, before in points:
        after = {field: _renewed(value, renew) for field, value in before.items()}
        if after != before:
            alike.setdefault(repr(after), (after, []))[1].append(id_)
    return list(alike.values())


def _renewed(value: object, renew: Key) -> object:
    """A month has no key."""
    if isinstance(value, str):
        return renew(value)
    return [_renewed(one, renew) for one in cast("list[object]", value)] if isinstance(value, list) else value


def groups_of(cue: Cue, key: Key) -> Mapping[str, Sequence[Condition]]:
    """Of the points that the viewer may see, each group that is searched by itself: by the end of its arms' names, what
    its points have, the person first."""
    seen: list[Condition] = [("person", key(cue.person))]
    if cue.viewer is not None:
        seen.append(("witnesses", [key(cue.viewer), key(EVERYBODY)]))
    groups = {"": seen}
    if cue.speaker is not None:
        groups["/speaker"] = [*seen, ("speaker", key(cue.speaker))]
    if cue.month is not None:
        groups["/month"] = [*seen, ("month", month_number(*cue.month))]
    return groups


def arms_of(found: Mapping[str, Sequence[tuple[bytes, float]]], limit: int) -> dict[str, Arm]:
    """What each arm found, of (id, score): those with a positive score, best first, ties by id. An arm without any is
    left out."""
    arms = {name: _arm(points, limit) for name, points in found.items()}
    return {name: arm for name, arm in arms.items() if arm.ids}


def _arm(points: Sequence[tuple[bytes, float]], limit: int) -> Arm:
    best = sorted((-score, id_) for id_, score in points if score > 0)[:limit]
    return Arm([id_ for _, id_ in best], [-score for score, _ in best])


def batches(values: Sequence[T], size: int) -> Iterator[list[T]]:
    return (list(values[start : start + size]) for start in range(0, len(values), size))
