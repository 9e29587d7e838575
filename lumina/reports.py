"""What the application tells those who ask: the events of a turn and the rows of every listing. All are frozen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

from lumina.errors import ModelFailed, Reason
from lumina.known import Fact
from lumina.models import Grade, Hit, MemoryState, TierName, Turn


@dataclass(frozen=True, slots=True)
class Passage:
    """What a document of the knowledge base says to a cue, and where: `place` is a heading or a page, or empty."""

    document: str
    place: str
    text: str

    @property
    def source(self) -> str:
        """As an answer names it."""
        return ", ".join(" ".join(part.split()) for part in (self.document, self.place) if part)


@dataclass(frozen=True, slots=True)
class Pack:
    """What fits the token budget: `sections` by name in their order, `text` as the model reads it, `tokens` of that
    text, the grade of its evidence, and remarks that the character can use. `quoted` are the turns in it, `passages`
    those of documents."""

    tokens: int
    budget: int
    text: str
    sections: Mapping[str, str]
    grade: Grade
    remarks: tuple[str, ...] = ()
    quoted: tuple[UUID, ...] = ()
    passages: tuple[Passage, ...] = ()


UNRECALLED = -1.0
"""The score of what nothing brought to mind, and was said lately."""


@dataclass(frozen=True, slots=True)
class Said:
    """A turn and its score."""

    turn: Turn
    score: float


@dataclass(frozen=True, slots=True)
class Recollection:
    """A pack with the hits it was made from, best first; `missing` names the sources that did not answer. In a talk,
    `best` are the turns ranked first one by one, those that stand before the asker already among them;
    `facts` are what is known of what was asked, `outdated` the turns that told it otherwise than it is."""

    pack: Pack
    hits: tuple[Hit, ...]
    missing: tuple[str, ...]
    timings_ms: Mapping[str, float]
    best: tuple[Said, ...] = ()
    facts: tuple[Fact, ...] = ()
    outdated: frozenset[UUID] = frozenset()


Why = Mapping[str, str]
"""Why somebody answers: the sentence in each language, by "ja" and "en"."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The person's turn is durable; `speakers` will answer in this order, each with the reason of the choice."""

    turn: Turn
    speakers: tuple[tuple[str, Why], ...]


@dataclass(frozen=True, slots=True)
class Prompted:
    """Somebody speaks without having been spoken to; `turn` names what goes on, `speakers` who speaks, and why."""

    turn: UUID
    room: str
    at: datetime
    speakers: tuple[tuple[str, Why], ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the next speaker was given."""

    speaker: str
    recollection: Recollection


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of an answer, as it streams."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an answer is not complete: the model's name, and what went wrong with it. Without a name it was stopped."""

    model: str
    why: Reason | str


def failure_of(error: ModelFailed) -> Failure:
    why = error.details["why"]
    return Failure(str(error.details["model"]), why if isinstance(why, Reason) else str(why))


@dataclass(frozen=True, slots=True)
class Replied:
    """An answer is durable. `failed` says why it is not complete; it is kept as far as it came."""

    turn: Turn
    reason: Why
    failed: Failure | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The turn is over."""

    missing: tuple[str, ...]
    timings_ms: Mapping[str, float]


Event = Heard | Prompted | Recalled | Token | Replied | Done


@dataclass(frozen=True, slots=True)
class ImportedTurn:
    """One line of a transcript file, validated; empty `thread` means that LUMINA finds the threads itself."""

    speaker: str
    text: str
    at: datetime
    ref: str = ""
    room: str = ""
    thread: str = ""
    witnesses: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class ImportReport:
    """`known` turns were there before and were not doubled. `mine` are the turns of the person, `others` those of
    everybody else, the characters' among them; `memories` are made, and `later` more will be, once what waits in the
    window leaves it. `first` and `last` are the earliest and the latest moment of what came in."""

    turns: int
    known: int
    threads: int
    memories: int
    seconds: float
    mine: int
    others: int
    rooms: int
    later: int
    first: datetime
    last: datetime

    @classmethod
    def of(cls, counts: Mapping[str, int], times: Sequence[datetime], *, later: int, seconds: float) -> "ImportReport":
        """Of counts by name, and of the moments of all that was to come in."""
        turns, known, threads, memories, mine, rooms = (
            counts.get(name, 0) for name in ("turns", "known", "threads", "memories", "mine", "rooms")
        )
        others, first, last = len(times) - mine, min(times), max(times)
        return cls(turns, known, threads, memories, seconds, mine, others, rooms, later, first, last)


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """A memory in a listing: its state, its summary (empty where the body is gone) and its importance now."""

    state: MemoryState
    text: str
    importance: float


@dataclass(frozen=True, slots=True)
class MemoryDetail:
    """One memory with its source turns and what happened to it (the lifecycle log)."""

    row: MemoryRow
    keywords: tuple[str, ...]
    concepts: tuple[str, ...]
    valence: float
    turns: tuple[Turn, ...]
    log: tuple[Mapping[str, object], ...]


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """A document that went into the knowledge base."""

    namespace: str
    name: str
    chunks: int
    replaced: bool


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document of the knowledge base; of its chunks `waiting` are not found yet."""

    namespace: str
    name: str
    chunks: int
    waiting: int
    added: datetime


@dataclass(frozen=True, slots=True)
class ChunkHit:
    """A passage of the knowledge base."""

    namespace: str
    document: str
    position: int
    text: str
    score: float
    why: Mapping[str, object]
    place: str = ""


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job of the table: when it runs, and how its last run went."""

    name: str
    when: str
    does: str
    last_run: datetime | None
    last_result: str


@dataclass(frozen=True, slots=True)
class JobReport:
    """One run of a job: what it did, counted."""

    name: str
    counts: Mapping[str, int]
    seconds: float


@dataclass(frozen=True, slots=True)
class ErasePreview:
    """What an erasure would take, store by store, and the token that confirms it."""

    token: str
    would_erase: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Remains:
    """What of something erased may lie in the freed bytes of an engine that LUMINA cannot make write its files anew:
    `what` is the word under which `lumina erase` and docs/servers.md say for how long, and what an operator can do.
    Where LUMINA itself lets it go later: what of it, and when that is tried next."""

    engine: str
    what: str
    which: tuple[str, ...] = ()
    when: datetime | None = None


@dataclass(frozen=True, slots=True)
class Extract:
    """A short piece of a turn that would be erased."""

    at: datetime
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class PartPreview:
    """What an erasure of a part would take, the token that confirms exactly that, some of what was said there, and how
    many memories would be made anew of what stays."""

    token: str
    would_erase: Mapping[str, int]
    extracts: tuple[Extract, ...]
    anew: int


@dataclass(frozen=True, slots=True)
class Signed:
    """A receipt without content, as it was signed: JSON in one line, and its signature in hexadecimal digits."""

    body: str
    signature: str


@dataclass(frozen=True, slots=True)
class EraseReport:
    """What was erased, what a search of every store found afterwards (nothing, if all is well), what the engines' own
    files may hold still, and the receipt as it was signed."""

    erased: Mapping[str, int]
    residue: Mapping[str, int]
    receipt: UUID
    remains: tuple[Remains, ...] = ()
    signed: Signed | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search for something erased says of one store: erased (there was something, and nothing is found),
    nothing_found, retained (`why` in a word, and until when, where that is known) or failed: so many things are found
    there."""

    store: str
    status: str
    found: int = 0
    why: str = ""
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of a receipt: what it says, by what was sought (name, digest, needles), store by store what was
    found, and what is not erased."""

    receipt: UUID
    nr: int
    asked: datetime
    scope: str
    sought_by: tuple[str, ...]
    needles: int
    stores: tuple[Verdict, ...]
    retained: tuple[Verdict, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing was found that should be gone."""
        return not any(one.status == "failed" for one in self.stores)


@dataclass(frozen=True, slots=True)
class StoreReport:
    """One store, model or embedder: `state` is "ok", "degraded" or "down"; `detail` says what to do about it."""

    state: str
    version: str
    detail: str


@dataclass(frozen=True, slots=True)
class DoctorReport:
    ok: bool
    stores: Mapping[str, StoreReport]


@dataclass(frozen=True, slots=True)
class Moved:
    """A part of a move: how much of it there is on either side, and whether it is the same, content for content."""

    name: str
    source: int
    target: int
    same: bool


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What was moved, part by part. `place` is where it lies now, `folder` the data folder that goes with it."""

    place: str
    folder: Path
    parts: tuple[Moved, ...]

    @property
    def ok(self) -> bool:
        return all(part.same for part in self.parts)


@dataclass(frozen=True, slots=True)
class Rung:
    """A tier with what lies there: how many memories, when the oldest and the youngest were born, how many pinned."""

    tier: TierName
    count: int
    oldest: datetime
    youngest: datetime
    pinned: int


@dataclass(frozen=True, slots=True)
class ConceptNode:
    """A concept of the picture: how often it was spoken of and when last, and how many associations away from where
    the picture starts (0: there)."""

    name: str
    mentions: int
    last_seen: datetime
    depth: int


@dataclass(frozen=True, slots=True)
class ConceptGraph:
    """Concepts, and the associations between them (a, b, strength), the strongest first; `of` so many concepts in
    all."""

    nodes: tuple[ConceptNode, ...]
    edges: tuple[tuple[str, str, float], ...]
    of: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What an operator watches: memories by tier, how many of them are compressed, and what waits, by queue."""

    tiers: Mapping[str, int]
    compressed: int
    queues: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Room:
    """A place where threads happen, with the characters present."""

    name: str
    id: UUID
    present: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LogMonth:
    """So many turns of a month (2026-05) were written as Parquet at a moment; `place` is the URL of the file."""

    month: str
    turns: int
    at: datetime
    place: str
