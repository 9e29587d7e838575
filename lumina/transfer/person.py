"""All that LUMINA keeps of a person, as values; and as lines of JSON, there and back.

What is derived is not among it: index entries and vectors, which are of an embedder, and the counts of words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID

from lumina.errors import LuminaError, because
from lumina.known import Claimed
from lumina.memory.archive_postgres import Archived
from lumina.memory.histories_postgres import Use
from lumina.memory.images_postgres import Shown
from lumina.memory.summaries_postgres import resting_on
from lumina.memory.transcript_postgres import Thread
from lumina.models import Memory, Network, Policy, Role, TierName, Turn
from lumina.stores.kept import Kept
from lumina.stores.notified_postgres import Notification
from lumina.summaries import Summary
from lumina.transfer.claims import claimed_of
from lumina.transfer.formats import moment
from lumina.transfer.images import by_turn, image_line, image_of, shown_image_of
from lumina.transfer.package import (
    ASSOCIATIONS,
    CLAIMS,
    IMAGES,
    MEMORIES,
    NOTIFICATIONS,
    ROOMS,
    SUMMARIES,
    THREADS,
    TRANSCRIPT,
    TYPED,
    Line,
    Numbered,
    Package,
)
from lumina.transfer.summaries import summary_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Whole:
    """All there is of a person. Turns stand in the order in which they were written, those of a thread at their
    positions; `rooms` have the characters who are present; `summaries` tell what no turn tells any more."""

    turns: Sequence[Turn]
    rooms: Mapping[str, Sequence[str]]
    threads: Sequence[Thread]
    memories: Sequence[Kept]
    network: Network
    claims: Sequence[Claimed]
    notifications: Sequence[Notification]
    typed: Sequence[str]
    images: Shown
    summaries: Sequence[Summary]
    policy: Policy | None


def name_of(turn: Turn) -> str:
    """What a turn is called in all of the files."""
    return turn.ref or str(turn.id)


def turn_line(turn: Turn) -> Line:
    """As `lumina import` reads it, and what it does not need beyond."""
    line: dict[str, Any] = {
        "speaker": turn.speaker,
        "text": turn.text,
        "at": turn.at.isoformat(),
        "ref": name_of(turn),
        "room": turn.room,
        "thread": str(turn.thread),
        "witnesses": sorted(turn.witnesses),
        "id": str(turn.id),
        "role": turn.role,
    }
    line |= {"failed": True} if turn.failed else {}
    line |= {"let_go": True} if turn.let_go else {}
    return line | ({"left_for": str(turn.left_for)} if turn.left_for else {})


def thread_line(thread: Thread) -> Line:
    return {
        "thread": str(thread.id),
        "room": thread.room,
        "domain": thread.domain,
        "opened": _utc(thread.opened),
        "last_turn": _utc(thread.last_turn),
        "ended": thread.ended,
    }


def memory_line(kept: Kept, importance: float, names: Mapping[UUID, str]) -> Line:
    memory, archived = kept.memory, kept.archived
    return {
        "id": str(memory.id),
        "text": memory.text,
        "tier": kept.tier,
        "room": memory.room,
        "thread": str(memory.thread),
        "kind": memory.kind,
        "born": memory.born.isoformat(),
        "salience": memory.salience,
        "importance": importance,
        "pinned": kept.pinned,
        "detail": kept.detail,
        "keywords": memory.keywords,
        "concepts": memory.concepts,
        "valence": memory.valence,
        "language": memory.language,
        "witnesses": sorted(memory.witnesses),
        "turns": [names[turn] for turn in memory.turns],
        "sources": list(map(str, memory.turns)),
        "uses": [{"turn": str(use.turn), "at": _utc(use.at)} for use in kept.uses],
        "archived": archived and _archived_line(archived),
        "log": [
            {"at": _utc(at), "change": change, "before": b, "after": a, "why": why}
            for at, change, b, a, why in kept.log
        ],
    }


def notification_line(one: Notification) -> Line:
    """What a program told, and nobody has told of yet."""
    told: Line = {"id": str(one.id), "room": one.room, "from": one.who, "message": one.text}
    return {**told, "images": [image_line(image) for image in one.images]} if one.images else told


def _archived_line(archived: Archived) -> Line:
    return {
        "text": archived.memory.text,
        "detail": archived.memory.detail,
        "at": _utc(archived.at),
        "until": _utc(archived.until),
        "why": archived.why,
    }


def network_lines(network: Network) -> list[Line]:
    """The concepts with the memories that have them, then the associations."""
    where: dict[str, list[Line]] = {name: [] for name, _, _ in network.concepts}
    for concept, memory, at in network.occurrences:
        where[concept].append({"memory": str(memory), "at": _utc(at)})
    return [
        *(
            {"concept": name, "mentions": mentions, "last_seen": _utc(seen), "memories": where[name]}
            for name, mentions, seen in network.concepts
        ),
        *(
            {"association": [a, b], "strength": strength, "closest": closest, "strengthened": _utc(at)}
            for a, b, strength, closest, at in network.associations
        ),
    ]


def whole_of(package: Package, person: str) -> Whole:
    """What was exported, as this person's. Raises BadFile where a line is none that LUMINA writes."""
    files = package.files
    associations = files[ASSOCIATIONS]
    concepts = Numbered(associations.path, [row for row in associations.lines if "concept" in row])
    bonds = Numbered(associations.path, associations.lines[len(concepts.lines) :], len(concepts.lines) + 1)
    turns = _placed(_each(files[TRANSCRIPT], lambda row: _turn(row, person)))
    return Whole(
        turns=turns,
        rooms=dict(_each(files[ROOMS], lambda row: (row["room"], tuple(row["present"])))),
        threads=_each(files[THREADS], _thread),
        memories=_each(files[MEMORIES], lambda row: _kept(row, person)),
        network=Network(
            tuple(_each(concepts, lambda row: (row["concept"], row["mentions"], moment(row["last_seen"])))),
            tuple(one for some in _each(concepts, _occurrences) for one in some),
            tuple(_each(bonds, _association)),
        ),
        claims=_each(files[CLAIMS], lambda row: claimed_of(row, person)) if CLAIMS in files else [],
        notifications=_each(files[NOTIFICATIONS], _notification) if NOTIFICATIONS in files else [],
        typed=_each(files[TYPED], lambda row: str(row["line"])),
        summaries=_not_to_be_made_again(package, person, turns),
        policy=Policy(package.policy) if package.policy in [*Policy] else None,
        images=by_turn(_each(files[IMAGES], shown_image_of) if IMAGES in files else []),
    )


def _not_to_be_made_again(package: Package, person: str, turns: Sequence[Turn]) -> list[Summary]:
    let_go = {turn.id for turn in turns if turn.let_go}
    if not let_go or SUMMARIES not in package.files:
        return []
    return resting_on(_each(package.files[SUMMARIES], lambda row: summary_of(row, person)), let_go)


def _each(file: Numbered, read: Callable[[Line], T]) -> list[T]:
    found: list[T] = []
    for number, line in enumerate(file.lines, file.first):
        try:
            found.append(read(line))
        except (KeyError, TypeError, ValueError, AttributeError, LuminaError) as error:
            file.complain(number, because("no line that this LUMINA understands ({error})", error=repr(error)))
    return found


def _placed(turns: Sequence[Turn]) -> list[Turn]:
    """With their positions: those of a thread are counted from 0."""
    seen: dict[UUID, int] = {}
    placed: list[Turn] = []
    for turn in turns:
        position = seen.get(turn.thread, 0)
        seen[turn.thread] = position + 1
        placed.append(replace(turn, position=position))
    return placed


def _turn(row: Line, person: str) -> Turn:
    return Turn(
        id=UUID(row["id"]),
        person=person,
        room=row["room"],
        thread=UUID(row["thread"]),
        speaker=row["speaker"],
        role=Role(row["role"]),
        text=row["text"],
        at=moment(row["at"]),
        witnesses=frozenset(row["witnesses"]),
        ref="" if row["ref"] == row["id"] else row["ref"],
        failed=row.get("failed", False),
        left_for=UUID(row["left_for"]) if "left_for" in row else None,
        let_go=row.get("let_go", False),
    )


def _thread(row: Line) -> Thread:
    return Thread(
        id=UUID(row["thread"]),
        room=row["room"],
        domain=row["domain"],
        opened=moment(row["opened"]),
        last_turn=moment(row["last_turn"]),
        ended=row["ended"],
    )


def _notification(row: Line) -> Notification:
    images = tuple(image_of(one) for one in row.get("images", ()))
    return Notification(UUID(row["id"]), str(row["room"]), str(row["from"]), str(row["message"]), images)


def _kept(row: Line, person: str) -> Kept:
    archived = row["archived"]
    memory = _memory(row, person)
    original = archived and replace(memory, text=archived["text"], detail=archived["detail"])
    return Kept(
        memory=memory,
        tier=TierName(row["tier"]),
        detail=row["detail"],
        pinned=row["pinned"],
        uses=tuple(Use(memory.id, UUID(use["turn"]), moment(use["at"])) for use in row["uses"]),
        log=tuple((moment(one["at"]), one["change"], one["before"], one["after"], one["why"]) for one in row["log"]),
        archived=archived and Archived(original, moment(archived["at"]), moment(archived["until"]), archived["why"]),
    )


def _memory(row: Line, person: str) -> Memory:
    return Memory(
        id=UUID(row["id"]),
        person=person,
        room=row["room"],
        thread=UUID(row["thread"]),
        kind=row["kind"],
        text=row["text"],
        keywords=tuple(row["keywords"]),
        concepts=tuple(row["concepts"]),
        valence=row["valence"],
        salience=row["salience"],
        born=moment(row["born"]),
        turns=tuple(map(UUID, row["sources"])),
        witnesses=frozenset(row["witnesses"]),
        language=row["language"],
        detail=row["detail"],
    )


def _occurrences(row: Line) -> list[tuple[str, UUID, datetime]]:
    return [(row["concept"], UUID(one["memory"]), moment(one["at"])) for one in row["memories"]]


def _association(row: Line) -> tuple[str, str, float, float, datetime]:
    a, b = row["association"]
    return a, b, row["strength"], row["closest"], moment(row["strengthened"])


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
