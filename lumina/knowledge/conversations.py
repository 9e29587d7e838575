"""Talks that are over, as sources to read: in chunks, made of their turns whenever they are read.

Nothing is kept of them but the turns, so whatever corrects or erases these has corrected or erased them; what recall
finds, it finds as turns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Literal
from uuid import UUID

from lumina.clock import Clock
from lumina.errors import UnknownConversation
from lumina.language.scripts import estimate_tokens
from lumina.memory.transcript_postgres import Transcript
from lumina.memory.transcript_rows import ThreadCounted
from lumina.models import Turn

OVER: Final = timedelta(hours=1)
"""After so long a silence a talk is over."""

FEWEST: Final = 2
"""Turns of which a talk consists, at least."""

LAST: Final = 2**31 - 1
"""The position behind which no turn stands."""


class Standing(StrEnum):
    """How a talk stands: it goes on; waits to be distilled; is no source, since nobody but characters spoke, or since
    it is too short; or is a source."""

    GOES_ON = "going on"
    WAITS = "waiting"
    CHARACTERS = "characters only"
    SHORT = "too short"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Conversation:
    """A thread of talk, when it began, when its last turn was said, and how many there are."""

    thread: UUID
    room: str
    begun: datetime
    last: datetime
    turns: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Cutting:
    """Chunks are of `size` turns, or tokens; the last `overlap` of them stand in the next one, too."""

    unit: Literal["turns", "tokens"]
    size: int
    overlap: int


@dataclass(frozen=True, slots=True)
class TalkChunk:
    """A part of a talk: the positions of its first and last turn within it, its tokens, its words in Markdown, and the
    turns themselves."""

    number: int
    first: int
    last: int
    tokens: int
    markdown: str
    turns: Sequence[Turn] = ()


@dataclass(frozen=True, slots=True)
class Conversations:
    """The talks of a person, for the owner to read."""

    transcript: Transcript
    cutting: Cutting
    clock: Clock

    async def all(self, person: str, room: str | None = None) -> list[Conversation]:
        """All, or those of a room, the latest first."""
        counted = await self.transcript.count_threads(person, room)
        return [_conversation(one, self.clock()) for one in counted]

    async def read(self, person: str, thread: UUID) -> tuple[Conversation, list[TalkChunk]]:
        """A talk and its chunks, in their order; one that goes on as far as it has come. Raises UnknownConversation."""
        found = next((one for one in await self.all(person) if one.thread == thread), None)
        if found is None:
            raise UnknownConversation(person=person, thread=thread)
        [turns] = await self.transcript.spans(person, [(thread, 0, LAST)])
        said = [turn for turn in turns if not turn.failed]
        return found, [_chunk(number, part) for number, part in enumerate(cut(said, self.cutting))]


def cut(turns: Sequence[Turn], cutting: Cutting) -> Iterator[Sequence[Turn]]:
    """A talk in chunks, none of which lies in the one before it. A turn is not cut: one that is longer than a chunk is
    one by itself."""
    sizes = [1 if cutting.unit == "turns" else estimate_tokens(turn.text) for turn in turns]
    begin = end = 0
    while end < len(turns):
        shared = min(cutting.overlap, cutting.size - sizes[end])
        begin = _going_back(sizes, begin + 1, end, shared)
        end = _reached(sizes, begin, end, cutting.size)
        yield turns[begin:end]


def _going_back(sizes: Sequence[int], first: int, end: int, most: int) -> int:
    """Where a chunk begins that shares at most so much with the one before, which ends there."""
    begin = end
    while begin > first and sum(sizes[begin - 1 : end]) <= most:
        begin -= 1
    return begin


def _reached(sizes: Sequence[int], begin: int, end: int, most: int) -> int:
    """How far a chunk goes: by one new turn at least."""
    reached = end + 1
    while reached < len(sizes) and sum(sizes[begin : reached + 1]) <= most:
        reached += 1
    return reached


def _chunk(number: int, turns: Sequence[Turn]) -> TalkChunk:
    tokens = sum(estimate_tokens(turn.text) for turn in turns)
    words = "\n\n".join(map(_markdown, turns))
    return TalkChunk(number, turns[0].position, turns[-1].position, tokens, words, turns)


def _markdown(turn: Turn) -> str:
    """Who said it and when, and the words, line by line, so that none is taken for another speaker's."""
    words = "\n".join(f"> {line}" for line in turn.text.splitlines() or [""])
    return f"**{turn.speaker}** · {turn.at:%Y-%m-%d %H:%M}\n\n{words}"


def _conversation(one: ThreadCounted, now: datetime) -> Conversation:
    return Conversation(one.thread, one.room, one.opened, one.last_turn, one.turns, _standing(one, now))


def _standing(one: ThreadCounted, now: datetime) -> Standing:
    if now - one.last_turn < OVER:
        return Standing.GOES_ON
    if not one.of_people:
        return Standing.CHARACTERS
    if one.turns < FEWEST:
        return Standing.SHORT
    return Standing.WAITS if one.waiting else Standing.SOURCE
