"""Talks that are read as sources, as JSON."""

from collections.abc import Sequence
from datetime import datetime

from typing_extensions import TypedDict

from lumina.knowledge.conversations import Conversation, TalkChunk


class ConversationShape(TypedDict):
    """A talk; `standing` says whether it is a source: "source", "waiting" (to be distilled), "going on", "characters
    only" or "too short"."""

    thread: str
    room: str
    begun: datetime
    last: datetime
    turns: int
    standing: str


class TalkChunkShape(TypedDict):
    """A part of a talk: its place among the chunks, the positions of its first and last turn, its tokens, its words."""

    number: int
    first: int
    last: int
    tokens: int
    markdown: str


def conversation(one: Conversation) -> ConversationShape:
    return {
        "thread": str(one.thread),
        "room": one.room,
        "begun": one.begun,
        "last": one.last,
        "turns": one.turns,
        "standing": str(one.standing),
    }


def chunks(parts: Sequence[TalkChunk]) -> list[TalkChunkShape]:
    return [
        {
            "number": part.number,
            "first": part.first,
            "last": part.last,
            "tokens": part.tokens,
            "markdown": part.markdown,
        }
        for part in parts
    ]
