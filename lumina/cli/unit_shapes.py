"""The JSON shapes of facts, people and loops. Scripts rely on them: names and nesting are a promise."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from lumina.cli.shapes import Shape, name_of, turn
from lumina.known import Change, Day, Fact, Loop, Somebody
from lumina.models import Turn

Turns = Mapping[UUID, Turn]


def refs(ids: Iterable[UUID], turns: Turns) -> list[str]:
    """What the turns are called; one that was withdrawn has its id left."""
    return [name_of(turns[id_]) if id_ in turns else str(id_) for id_ in ids]


def day(value: Day | None) -> str | None:
    """As much of ISO 8601 as is known."""
    return str(value) if value else None


def fact(value: Fact, turns: Turns) -> Shape:
    return {
        "id": value.id,
        "about": value.about,
        "kind": value.kind,
        "value": value.value,
        "text": value.text,
        "state": value.state,
        "valid_from": day(value.valid_from),
        "valid_to": day(value.valid_to),
        "recorded": value.recorded,
        "confidence": round(value.confidence, 3),
        "evidence": refs(value.evidence, turns),
        "version": value.version,
    }


def somebody(value: Somebody) -> Shape:
    return {
        "id": value.id,
        "name": value.name,
        "aliases": list(value.aliases),
        "relation": value.relation,
        "mentions": len(value.mentions),
    }


def loop(value: Loop, turns: Turns) -> Shape:
    return {
        "id": value.id,
        "what": value.what,
        "state": value.state,
        "due": day(value.due),
        "evidence": refs(value.evidence, turns),
        "closed_by": refs(value.closed_by, turns),
    }


def change(value: Change, turns: Turns) -> Shape:
    """`turn` is null where the owner did it by a command."""
    return {
        "version": value.version,
        "at": value.at,
        "value": value.value,
        "state": value.state,
        "valid_from": day(value.valid_from),
        "valid_to": day(value.valid_to),
        "why": value.why,
        "by": value.source,
        "turn": refs([value.turn], turns)[0] if value.turn else None,
        "digest": value.digest,
    }


def sources(ids: Iterable[UUID], turns: Turns) -> list[Shape]:
    """The turns with their words, as far as they are still there."""
    return [turn(turns[id_]) for id_ in ids if id_ in turns]
