"""A part of what there is of a person: what is asked for, and what goes with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgpack  # pyright: ignore[reportMissingTypeStubs]

from lumina.errors import BadInput, because
from lumina.models import Turn

packb: Any = msgpack.packb  # pyright: ignore
unpackb: Any = msgpack.unpackb  # pyright: ignore

Scope = Literal["thread", "span", "topic", "fact", "character"]


@dataclass(frozen=True, slots=True)
class Part:
    """One of a thread, a span (from `first` on, before `last`), a topic in words, or a fact. With a character it is
    that character's memory of it which goes, and nothing else; with a character alone, all that it remembers."""

    thread: UUID | None = None
    first: datetime | None = None
    last: datetime | None = None
    topic: str = ""
    fact: UUID | None = None
    character: str = ""

    @property
    def scope(self) -> Scope:
        """Raises BadInput where it is none, or several, or a span without any moment in it."""
        named = {
            "thread": self.thread is not None,
            "span": self.first is not None or self.last is not None,
            "topic": bool(self.topic.strip()),
            "fact": self.fact is not None,
        }
        asked: list[Any] = [scope for scope, is_asked in named.items() if is_asked]
        if len(asked) > 1 or (not asked and not self.character) or (self.character and asked == ["fact"]):
            why = because(
                "name one of: a thread, a span of time, a topic, a fact; or a character, alone or with one of the "
                "first three"
            )
            raise BadInput(why=why)
        if self.first is not None and self.last is not None and self.last <= self.first:
            raise BadInput(why=because("the span ends before it begins"))
        return "character" if self.character else asked[0]


@dataclass(frozen=True, slots=True)
class Gone:
    """What goes, by ids and digests: enough to do it anywhere, and again."""

    scope: Scope
    turns: tuple[UUID, ...]
    claims: tuple[UUID, ...] = ()
    notifications: tuple[UUID, ...] = ()
    typed: tuple[bytes, ...] = ()
    character: str = ""
    others: tuple[str, ...] = ()

    def packed(self) -> bytes:
        ids = [[one.bytes for one in some] for some in (self.turns, self.claims, self.notifications)]
        return packb((self.scope, *ids, self.typed, self.character, self.others))

    @classmethod
    def unpacked(cls, packed: bytes) -> "Gone":
        scope, turns, claims, told, typed, character, others = unpackb(packed)
        turns, claims, told = [tuple(UUID(bytes=one) for one in some) for some in (turns, claims, told)]
        return cls(scope, turns, claims, told, tuple(typed), character, tuple(others))


@dataclass(frozen=True, slots=True)
class Chosen:
    """What would go, as it is shown first."""

    gone: Gone
    turns: Sequence[Turn]

    @property
    def is_empty(self) -> bool:
        gone = self.gone
        return not (gone.turns or gone.claims or gone.notifications or gone.typed)
