"""What stands in the files of an export, as JSON Schema: a definition a file, which each of its lines keeps to."""

import json
from collections.abc import Mapping
from typing import Any, Final, NotRequired

from pydantic import ConfigDict, TypeAdapter, with_config
from typing_extensions import TypedDict

from lumina.transfer import package

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

EXACT: Final = ConfigDict(extra="forbid")


@with_config(EXACT)
class Turn(TypedDict):
    """What was said, in the order in which it was written; `lumina import` reads it as a transcript, too. `at` is ISO
    8601 with its own zone, `ref` what all other files call the turn, `witnesses` who heard it ("*": everybody), `role`
    "person", "character" or "guest". `left_for` is the turn with which the talk went on instead. Where the words were
    `let_go` (they are not kept any more), `text` is empty."""

    speaker: str
    text: str
    at: str
    ref: str
    room: str
    thread: str
    witnesses: list[str]
    id: str
    role: str
    failed: NotRequired[bool]
    let_go: NotRequired[bool]
    left_for: NotRequired[str]


@with_config(EXACT)
class Room(TypedDict):
    """A room, and the characters who are in it."""

    room: str
    present: list[str]


@with_config(EXACT)
class Thread(TypedDict):
    """A stretch of talk on one subject; `domain` is empty where none was found."""

    thread: str
    room: str
    domain: str
    opened: str
    last_turn: str
    ended: bool


@with_config(EXACT)
class Use(TypedDict):
    """A turn in which a memory was used."""

    turn: str
    at: str


@with_config(EXACT)
class Logged(TypedDict):
    """Something that happened to a memory: what was so before, and after."""

    at: str
    change: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    why: str


@with_config(EXACT)
class Archived(TypedDict):
    """The words that a memory had before it was shortened or put away, and until when they are kept."""

    text: str
    detail: str
    at: str
    until: str
    why: str


@with_config(EXACT)
class Memory(TypedDict):
    """A memory: its words (empty where they have faded), the tier in which it lies, how much it weighs now (0 to 1),
    and the turns of which it was made (`turns` as the transcript calls them, `sources` their ids)."""

    id: str
    text: str
    tier: str
    room: str
    thread: str
    kind: str
    born: str
    salience: float
    importance: float
    pinned: bool
    detail: str
    keywords: list[str]
    concepts: list[str]
    valence: float
    language: str
    witnesses: list[str]
    turns: list[str]
    sources: list[str]
    uses: list[Use]
    archived: Archived | None
    log: list[Logged]


@with_config(EXACT)
class Where(TypedDict):
    """A memory that has a concept."""

    memory: str
    at: str


@with_config(EXACT)
class Concept(TypedDict):
    """A concept, how often it was met, and where."""

    concept: str
    mentions: int
    last_seen: str
    memories: list[Where]


@with_config(EXACT)
class Association(TypedDict):
    """Two concepts that are associated: how strongly (as of `strengthened`), and how close they came."""

    association: list[str]
    strength: float
    closest: float
    strengthened: str


@with_config(EXACT)
class SomeDay(TypedDict):
    """A day, or the first one of a week, month, season or year."""

    first: str
    precision: str


@with_config(EXACT)
class Claim(TypedDict):
    """What one clause of one turn claims, or what the owner did; facts, people and what is open follow from all of
    them. `turn` is null where it was done by a command, `source` who read it ("rules", "model", "owner", "system")."""

    id: str
    type: str
    about: str
    kind: str
    value: str
    text: str
    confidence: float
    mode: str
    since: SomeDay | None
    until: SomeDay | None
    replaces: str
    names: list[str]
    target: str | None
    state: str | None
    act: int
    turn: str | None
    at: str
    recorded: str
    witnesses: list[str]
    source: str


@with_config(EXACT)
class Sentence(TypedDict):
    """One sentence of a summary, with the turns by which it is known (`sources` are their ids), its day, whose words it
    quotes ("": the person's), what it tells beside others, and what was asked before."""

    text: str
    told: str
    evidence: list[str]
    sources: list[str]
    day: str
    speaker: str
    worth: float
    asked: str


# the functional form, since `from` is a word of Python's
Summary = TypedDict(
    "Summary",
    {
        "id": str,
        "kind": str,
        "about": str,
        "from": str,
        "to": str,
        "at": str,
        "version": int,
        "why": str,
        "by": str,
        "language": str,
        "witnesses": list[str],
        "sentences": list[Sentence],
    },
)
with_config(EXACT)(Summary)
Summary.__doc__ = "A version of a summary: of a week, somebody, a topic, what stands between two, or a room."


@with_config(EXACT)
class Image(TypedDict):
    """An image, what a model that sees said of it (if any has), and its bytes in base64."""

    id: str
    name: str
    kind: str
    width: int
    height: int
    description: str
    content: str


@with_config(EXACT)
class ShownImage(Image):
    """An image, and the turn with which it was shown (`source` is its id)."""

    turn: str
    source: str


Notification = TypedDict(
    "Notification", {"id": str, "room": str, "from": str, "message": str, "images": NotRequired[list[Image]]}
)
with_config(EXACT)(Notification)
Notification.__doc__ = "What a program told, and showed, and no character has told of yet."


@with_config(EXACT)
class Typed(TypedDict):
    """A line that was typed into the chat."""

    line: str


@with_config(EXACT)
class Manifest(TypedDict, total=False):
    """The first line says whose it is, in which format, when, with which embedder, and which policy was chosen, if any;
    one for each file has the digests of its lines (the first 16 hexadecimal digits of SHA-256); the last one that of
    all lines before."""

    format: int
    person: str
    exported: str
    embedder: str
    policy: str
    file: str
    digests: str
    end: str


LINES: Final[Mapping[str, Any]] = {
    package.TRANSCRIPT: Turn,
    package.ROOMS: Room,
    package.THREADS: Thread,
    package.MEMORIES: Memory,
    package.ASSOCIATIONS: Concept | Association,
    package.CLAIMS: Claim,
    package.SUMMARIES: Summary,
    package.IMAGES: ShownImage,
    package.NOTIFICATIONS: Notification,
    package.TYPED: Typed,
    package.MANIFEST: Manifest,
}
"""Of each file, the shape of its lines."""


def schema() -> dict[str, Any]:
    """JSON Schema of an object that has the lines of each file under its name."""
    by_file, shared = TypeAdapter.json_schemas(
        [(name, "validation", TypeAdapter(shape)) for name, shape in LINES.items()]
    )
    files = {name: {"type": "array", "items": by_file[name, "validation"]} for name in LINES}
    return {
        "$schema": DIALECT,
        "title": "An export of LUMINA",
        "description": "Each file is JSON Lines in UTF-8: an object a line, of the shape that stands under its name.",
        "type": "object",
        "properties": files,
        **shared,
    }


def schema_text() -> str:
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"
