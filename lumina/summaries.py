"""The values of summaries: sentences with their evidence, in versions."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from hashlib import sha256
from typing import Literal
from uuid import UUID

from lumina.models import derived_id


class SummaryKind(StrEnum):
    """What a summary is of: a week, somebody, a topic, what stands between the person and a character, what was said
    last in a room (each version is of what came in since the one before), or all that was said there, or anywhere."""

    WEEK = "week"
    PERSON = "person"
    TOPIC = "topic"
    RELATIONSHIP = "relationship"
    ROOM = "room"
    LONGTERM = "longterm"


Told = Literal["change", "known", "quote", "besides", "told"]
"""What a sentence is: that something changed, something known, words as they were said, what came up besides, or a
model's words."""

Reason = Literal["said", "changed", "withdrawn"]
"""Why there is a version: something was said, what is known of it changed, or something was taken back."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, with the turns by which it is known (at least one). `speaker` of a quote is "" for the person,
    `worth` how much it tells beside others, `asked` what a character said that it answers, where it is not understood
    without (its turn is among the evidence)."""

    text: str
    evidence: tuple[UUID, ...]
    told: Told
    day: date
    speaker: str = ""
    worth: float = 0.0
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """A version of a summary: of the days from `first` to `last`, as it stood `at` a moment. `about` is a week's first
    day, a name, a topic, a character's id, a room, or "me". `witnesses` heard all that it was made of; of one by rules
    others may know the sentences whose turns they heard, of one that a model wrote nothing."""

    id: UUID
    kind: SummaryKind
    about: str
    first: date
    last: date
    language: str
    sentences: tuple[Sentence, ...]
    at: datetime
    witnesses: frozenset[str]
    version: int = 1
    why: Reason = "said"
    by: Literal["rules", "model"] = "rules"

    @property
    def evidence(self) -> tuple[UUID, ...]:
        return tuple(dict.fromkeys(turn for sentence in self.sentences for turn in sentence.evidence))

    @property
    def digest(self) -> str:
        """Of all that makes it another version, in 16 hexadecimal digits."""
        said = [part for one in self.sentences for part in (one.asked, one.text, *map(str, one.evidence)) if part]
        return sha256("\x1f".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def within(self, first: date, last: date) -> "Summary":
        """Only the sentences of these days."""
        return replace(self, sentences=tuple(one for one in self.sentences if first <= one.day <= last))

    def without(self, is_gone: Callable[[UUID], bool]) -> "Summary":
        """Without the sentences of which a turn is gone, or not for who looks."""
        kept = (one for one in self.sentences if not any(map(is_gone, one.evidence)))
        return replace(self, sentences=tuple(kept))


def summary_id(person: str, kind: SummaryKind, about: str) -> UUID:
    """The same of the same is one summary."""
    return derived_id("summary", person, kind, about)
