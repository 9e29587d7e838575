"""What is evaluated: conversations and documents with questions, of which is known where their answer stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from lumina.reports import ImportedTurn

ADVERSARIAL = "adversarial"
"""The category of questions about the wrong person: their evidence is what somebody else said."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the names of what answers it: the refs of turns, or the names of documents. Without any, what it
    asks for was never said."""

    text: str
    category: str
    evidence: tuple[str, ...]

    @property
    def answerable(self) -> bool:
        return bool(self.evidence) and self.category != ADVERSARIAL


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns in the order of the talk, and the questions about them. `me` is the speaker who asks; where it is empty,
    whoever asks took no part."""

    name: str
    turns: tuple[ImportedTurn, ...]
    questions: tuple[Question, ...]
    me: str = ""

    def answered_by(self, turns: int) -> tuple[Question, ...]:
        """The questions that may be asked after so many turns: what answers them is among those."""
        said = {turn.ref for turn in self.turns[:turns]}
        return tuple(question for question in self.questions if said.issuperset(question.evidence))


@dataclass(frozen=True, slots=True)
class Documents:
    """Named texts for the knowledge base, and the questions about them."""

    name: str
    texts: tuple[tuple[str, str], ...]
    questions: tuple[Question, ...]


def spread(questions: Sequence[Question], most: int | None) -> tuple[Question, ...]:
    """At most so many questions, taken evenly from all of them."""
    if most is None or len(questions) <= most:
        return tuple(questions)
    return tuple(questions[at * len(questions) // most] for at in range(most))
