"""The values that travel: turns, memories, index entries, cues and candidates. All are frozen."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID, uuid5

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""One embedding, shape (dimensions,)."""

Matrix = NDArray[np.float32]
"""Several embeddings, shape (count, dimensions)."""

EVERYBODY = "*"
"""A witness that stands for all: what carries it is shared with every character."""

NAMESPACE = UUID("6c756d69-6e61-5000-8000-000000000000")
"""Under this namespace every derived id of LUMINA is a uuid5."""


def derived_id(*parts: object) -> UUID:
    """The uuid5 of the parts, which are told apart by their lengths: ("a", "bc") is not ("ab", "c")."""
    return uuid5(NAMESPACE, "".join(f"{len(str(part))}:{part}" for part in parts))


class Role(StrEnum):
    """Who speaks: the person who owns the memories, a character, or somebody else."""

    PERSON = "person"
    CHARACTER = "character"
    GUEST = "guest"


class Policy(StrEnum):
    """What is kept of what somebody says: all of it, or what was distilled of it once it has left the window."""

    FULL = "full"
    SUMMARY_ONLY = "summary-only"


class TierName(StrEnum):
    """Where a memory lies; in this order it descends. WINDOW are turns that no memory has yet, FADED memories whose
    body is gone and whose turns are still findable, FORGOTTEN those that the owner put away (in the archive, not
    found)."""

    WINDOW = "window"
    REDIS = "redis"
    DUCKDB = "duckdb"
    LONGTERM = "longterm"
    ARCHIVE = "archive"
    FADED = "faded"
    FORGOTTEN = "forgotten"


class Grade(StrEnum):
    """How good the evidence of a pack is. Strong is not certain."""

    STRONG = "strong"
    MEDIUM = "medium"
    WEAK = "weak"


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance. `id` is derived from its content and place, `position` counts from 0 within the thread (the
    transcript gives it), `ref` is the name that an imported file gave it, `failed` marks an answer that a
    model did not finish, `left_for` is the turn with which the person went on instead, where they left this one. Where
    its words were `let_go`, as its person's policy says, `text` is empty, and all else stands."""

    id: UUID
    person: str
    room: str
    thread: UUID
    speaker: str
    role: Role
    text: str
    at: datetime
    witnesses: frozenset[str]
    ref: str = ""
    position: int = -1
    failed: bool = False
    left_for: UUID | None = None
    let_go: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """A sparse vector: term ids (uint32, ascending) and their weights (float32), of one length."""

    ids: NDArray[np.uint32]
    weights: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One entry of the index: a turn read with its neighbours, or the summary of a memory.

    `id` is the turn's id, or the memory's for the summary. `window` is the unit mean vector of the turn with its
    neighbours and `sentences` the unit vectors of the turn's own sentences (shape (k, d), k may be 0); both are absent
    where the embedder does not know the language. `terms` are the saturated BM25 weights of the window's words (without
    idf), `words` the ids of the turn's own content words (ascending, distinct).
    `people` are the speakers of its thread. `packed` are the bytes that it was unpacked from, None for one that was
    not, as for any copy by replace().
    """

    id: UUID
    memory: UUID
    person: str
    thread: UUID
    is_summary: bool
    speaker: str
    people: tuple[str, ...]
    at: datetime
    witnesses: frozenset[str]
    window: Vector | None
    sentences: Matrix | None
    terms: Terms
    words: NDArray[np.uint32]
    is_question: bool = False
    follows_question: bool = False
    has_digit: bool = False
    packed: bytes | None = field(default=None, init=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """One value distilled from turns. Its id is derived from thread and turns, so distilling again gives the same.

    `text` is the summary, `valence` the emotion from -1 to 1, `salience` the importance at birth (0 to 1), `born` the
    time of its last turn, `turns` the ids of its source turns in their order, `witnesses` those who heard all of them
    (EVERYBODY where all turns are shared). `entries` travel with it. `detail` is "full", or "gist" once compressed.
    """

    id: UUID
    person: str
    room: str
    thread: UUID
    kind: str
    text: str
    keywords: tuple[str, ...]
    concepts: tuple[str, ...]
    valence: float
    salience: float
    born: datetime
    turns: tuple[UUID, ...]
    witnesses: frozenset[str]
    language: str = "ja"
    detail: str = "full"
    entries: tuple[Entry, ...] = ()


def memory_id(thread: UUID, turns: tuple[UUID, ...]) -> UUID:
    return derived_id("memory", thread, *turns)


@dataclass(frozen=True, slots=True)
class MemoryState:
    """What the catalogue knows of a memory at a moment: where it lies, and what importance is computed from.
    `uses` are the times at which it was used, up to that moment, ascending."""

    id: UUID
    person: str
    room: str
    thread: UUID
    kind: str
    tier: TierName
    born: datetime
    salience: float
    pinned: bool
    uses: tuple[datetime, ...]
    detail: str
    witnesses: frozenset[str]
    turns: tuple[UUID, ...]


class Which(NamedTuple):
    """Which memories are meant: of a tier, of a room (None: of all), only those that are pinned."""

    tier: TierName | None = None
    room: str | None = None
    pinned: bool = False


class Standing(NamedTuple):
    """What recall weighs of a memory at a moment, as in MemoryState."""

    tier: TierName
    born: datetime
    salience: float
    pinned: bool
    uses: tuple[datetime, ...]
    let_go: bool = False
    """Whether only its summary is kept."""


class Particulars(NamedTuple):
    """What the record has of an index entry: the text of its turn and the position in its thread (None and -1 for a
    summary, or where the turn is gone; a summary that is all that is kept has its own text), and how its memory stands
    (None where no memory has the turn yet)."""

    text: str | None
    position: int
    standing: Standing | None


@dataclass(frozen=True, slots=True, eq=False)
class Cue:
    """What recall starts from, made ready for the sources.

    `terms` are the ids of the question's content words with their idf over the person's turns; `vector` the unit query
    vector, absent where the embedder does not know the language. `viewer` is the character who asks; None is the owner,
    who sees everything. `speaker` and `month` (year, month) ask for a second search among those turns alone. `limit` is
    the most that each arm brings. `concepts` start the associative memory. `hidden` need not be found: they
    stand before the asker already.
    """

    person: str
    text: str
    at: datetime
    terms: Terms
    vector: Vector | None
    viewer: str | None = None
    speaker: str | None = None
    month: tuple[int, int] | None = None
    concepts: tuple[str, ...] = ()
    limit: int = 100
    hidden: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class Arm:
    """What one way of searching found, best first, ties by id: the ids of entries (the bytes of UUIDs), and the score
    of each, which may be compared with those of the arm of that name of another source."""

    ids: Sequence[bytes]
    scores: Sequence[float]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What a source brings: its arms by name, such as "sparse/speaker", and a way to read packed entries by their ids;
    those that are gone meanwhile are left out. Most of what is found is not wanted any more once all sources have
    answered."""

    source: str
    arms: Mapping[str, Arm]
    read: Callable[[Sequence[bytes]], Awaitable[Mapping[bytes, bytes]]]


@dataclass(frozen=True, slots=True)
class Hit:
    """A recalled item, best first. `turns` are its source turns, the best matching first; `why` names each part of the
    score and each source's rank."""

    memory: UUID | None
    source: str
    tier: TierName
    text: str
    turns: tuple[Turn, ...]
    at: datetime
    score: float
    why: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True)
class Activation:
    """A concept that others remind of: `strength` (0 to 1) multiplied along `path`, which ends with the concept."""

    concept: str
    strength: float
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Network:
    """All that an associative memory keeps of a person, exactly, each part in order: concepts (name, mentions, last
    seen), which memories have them (concept, memory, when), and associations (a, b, strength, the part of it that the
    closest occurrence gave, when strengthened)."""

    concepts: tuple[tuple[str, int, datetime], ...] = ()
    occurrences: tuple[tuple[str, UUID, datetime], ...] = ()
    associations: tuple[tuple[str, str, float, float, datetime], ...] = ()


@dataclass(frozen=True, slots=True)
class Reminder:
    """A memory that activated concepts remind of, and the path of the concept that did so most."""

    memory: UUID
    strength: float
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a knowledge document, the `position`-th from 0; `name` is the document's, `place` the heading or the
    page where it begins."""

    id: UUID
    namespace: str
    document: UUID
    name: str
    position: int
    text: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A knowledge document in chunks. Its id is derived from namespace and name; `digest` tells versions apart."""

    id: UUID
    namespace: str
    name: str
    digest: bytes
    chunks: tuple[Chunk, ...]


def may_see(viewer: str | None, witnesses: frozenset[str]) -> bool:
    """Whether a character may know what these heard. The owner (None) may see everything."""
    return viewer is None or viewer in witnesses or EVERYBODY in witnesses
