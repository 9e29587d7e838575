"""Memories, entries and cues for the tests of memory."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from functools import cache
from typing import Protocol
from uuid import UUID

import numpy as np

from lumina.memory.codec import pack_memory
from lumina.memory.entry_codec import pack_entry, unpack_entry
from lumina.memory.exact_search import Kept
from lumina.models import EVERYBODY, Arm, Cue, Entry, Found, Memory, Terms, Vector, derived_id, memory_id

DIMENSIONS = 24
TOKYO = timezone(timedelta(hours=9))
NOW = datetime(2026, 5, 1, 6, tzinfo=TOKYO)
"""A morning: half of the 24 hours before it lie in another month."""

EVERYONE = frozenset({EVERYBODY})
ODD_NAMES = (
    "*",
    "%",
    "haru*",
    "[a-z]?",
    "a:b",
    "{haru}",
    "o'neil; drop table memories; --",
    '"quoted" \\ back',
    "山田 太郎",
    "🦊🏳️‍🌈",
    "\u30ac",
    "\u30ab\u3099",
    " ",
    "長" * 300,
)
"""Names that patterns, quoting, separators or encodings could mix up; two of them are NFC and NFD of the same."""

SENTENCES = (
    ("朝の市場で柿を買った", ("朝", "市場", "柿", "買う")),
    ("弟がギターの弦を切った", ("弟", "ギター", "弦", "切る")),
    ("来月、港の見える部屋に引っ越す", ("来月", "港", "部屋", "引っ越す")),
    ("The ferry left without my umbrella", ("ferry", "leave", "umbrella")),
    ("We baked bread with rye from the market", ("bake", "bread", "rye", "市場")),
    ("柿の木に鳥が来る", ("柿", "木", "鳥", "来る")),
)


def term(word: str) -> int:
    return derived_id(word).int & 0xFFFF_FFFF


def terms(weights: dict[str, float]) -> Terms:
    rows = sorted((term(word), weight) for word, weight in weights.items())
    return Terms(np.array([row[0] for row in rows], np.uint32), np.array([row[1] for row in rows], np.float32))


@cache
def unit(seed: object, dimensions: int = DIMENSIONS) -> Vector:
    """A direction that depends on the seed alone."""
    vector = np.random.default_rng(derived_id(seed).int).standard_normal(dimensions).astype(np.float32)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def entry(
    person: str = "haru",
    number: int = 0,
    *,
    said: dict[str, float] | None = None,
    vector: Vector | None = None,
    speaker: str | None = None,
    at: datetime = NOW - timedelta(hours=1),
    witnesses: Iterable[str] = EVERYONE,
    memory: object = "a memory",
) -> Entry:
    """An entry of `person`; its words and its vector are `said` and `vector`, or none."""
    return Entry(
        id=derived_id("entry", person, memory, number),
        memory=derived_id(person, memory),
        person=person,
        thread=derived_id("thread", person),
        is_summary=False,
        speaker=person if speaker is None else speaker,
        people=(person, "lumina"),
        at=at,
        witnesses=frozenset(witnesses),
        window=vector,
        sentences=None if vector is None else np.stack([vector, unit(number, len(vector))]),
        terms=terms(said or {}),
        words=terms(said or {}).ids,
        is_question=number % 2 == 1,
        has_digit=number % 3 == 0,
    )


def memory(
    person: str = "haru",
    number: int = 0,
    *,
    born: datetime | None = None,
    entries: Sequence[Entry] | None = None,
    text: str | None = None,
) -> Memory:
    """The `number`th memory of `person`, by default an hour older than the one before, with a turn of the person, one
    of a character, and its summary."""
    born = NOW - timedelta(hours=number % 23, minutes=30) if born is None else born
    thread = derived_id("thread", person)
    turns = (derived_id("turn", person, number, 0), derived_id("turn", person, number, 1))
    id_ = memory_id(thread, turns)
    sentence, words = SENTENCES[number % len(SENTENCES)]
    built = _turns_and_summary(person, number, words, born) if entries is None else entries
    return Memory(
        id=id_,
        person=person,
        room="cli",
        thread=thread,
        kind="episode",
        text=sentence if text is None else text,
        keywords=words,
        concepts=words[:2],
        valence=-0.25,
        salience=0.625,
        born=born,
        turns=turns,
        witnesses=EVERYONE,
        language="ja",
        entries=tuple(replace(entry, memory=id_, thread=thread) for entry in built),
    )


def _turns_and_summary(person: str, number: int, words: tuple[str, ...], born: datetime) -> list[Entry]:
    def one(place: int, speaker: str) -> Entry:
        said = {word: 0.2 + 0.1 * ((number + place + at) % 7) for at, word in enumerate(words)}
        built = entry(
            person, place, said=said, vector=unit((person, number, place)), speaker=speaker, at=born, memory=number
        )
        return replace(built, id=derived_id("turn", person, number, place))

    turns = [one(0, person), one(1, "lumina")]
    summary = replace(one(2, person), id=memory_id(derived_id("thread", person), tuple(turn.id for turn in turns)))
    return [*turns, replace(summary, is_summary=True)]


def cue(
    person: str = "haru",
    *,
    asked: dict[str, float] | None = None,
    vector: Vector | None = None,
    viewer: str | None = None,
    speaker: str | None = None,
    month: tuple[int, int] | None = None,
    limit: int = 100,
) -> Cue:
    return Cue(
        person=person,
        text="",
        at=NOW,
        terms=terms(asked or {}),
        vector=vector,
        viewer=viewer,
        speaker=speaker,
        month=month,
        limit=limit,
    )


def packed(memories: Iterable[Memory]) -> list[bytes]:
    """Memories to compare: as what a tier keeps of them."""
    return [pack_memory(memory) for memory in memories]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """An entry that a source found, with its rank and its score in each arm."""

    entry: Entry
    source: str
    ranks: Mapping[str, int]
    scores: Mapping[str, float]


class Searchable(Protocol):
    """What can be searched."""

    async def search(self, cue: Cue) -> Found: ...


async def search(source: Searchable, asked: Cue) -> list[Candidate]:
    """What the source brings, entry by entry, the best rank first, ties by id."""
    return await read(await source.search(asked))


async def read(found: Found) -> list[Candidate]:
    places = places_in(found.arms)
    packed = await found.read([id_.bytes for id_ in places])
    return [
        Candidate(unpack_entry(packed[id_.bytes]), found.source, at.ranks, at.scores)
        for id_, at in places.items()
        if id_.bytes in packed
    ]


@dataclass(frozen=True, slots=True)
class Places:
    """Where arms have an entry: its rank and its score in each that found it."""

    ranks: dict[str, int]
    scores: dict[str, float]


def places_in(arms: Mapping[str, Arm]) -> dict[UUID, Places]:
    """By entry, the best rank first, ties by id."""
    found: dict[UUID, Places] = {}
    for name, arm in arms.items():
        for rank, (id_, score) in enumerate(zip(arm.ids, arm.scores, strict=True), 1):
            at = found.setdefault(UUID(bytes=id_), Places({}, {}))
            at.ranks[name], at.scores[name] = rank, score
    return dict(sorted(found.items(), key=lambda item: (min(item[1].ranks.values()), item[0])))


def exact(entries: Iterable[Entry], asked: Cue) -> dict[UUID, Places]:
    """What exact search finds among entries in memory."""
    return places_in(Kept.of(map(pack_entry, entries)).search(asked, "memory").arms)
