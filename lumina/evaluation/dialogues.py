"""Dialogues that tell and ask: sittings of lines, some of which are probes. The format is docs/guide.md's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from lumina.errors import BadFile, BadInput, because
from lumina.evaluation.folder import json_lines


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid")

    say: str
    accept: list[str] | None = None
    accept_all: list[list[str]] | None = None
    at_least: int = 1
    reject: list[str] | None = None
    soft: bool = False


class _Sitting(BaseModel):
    at: datetime
    lines: list[_Line]


class _Dialogue(BaseModel):
    id: str
    language: str
    category: str
    sessions: list[_Sitting]


@dataclass(frozen=True, slots=True)
class Line:
    """Something that is said. Where it is a probe, an answer passes that has a string of at least `at_least` of the
    groups of `accepted` (none asked for: of none), and nothing of `rejected`. A `soft` probe is counted apart."""

    say: str
    is_probe: bool
    accepted: tuple[tuple[str, ...], ...]
    at_least: int
    rejected: tuple[str, ...]
    soft: bool

    def accepts(self, text: str) -> bool:
        """Whether the text has what is asked for."""
        met = sum(any(string in text for string in group) for group in self.accepted)
        return met >= min(self.at_least, len(self.accepted))

    def passes(self, answer: str) -> bool:
        return self.accepts(answer) and not any(string in answer for string in self.rejected)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Lines that are said a minute apart, from `at` on."""

    at: datetime
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One person's talk over some sittings."""

    id: str
    language: str
    category: str
    sittings: tuple[Sitting, ...]


def read_dialogues(file: Path) -> Sequence[Dialogue]:
    """One a line. Raises BadInput where there is none, BadFile with the number of the line that is none."""
    lines = json_lines(file)
    if not lines:
        raise BadInput(why=because("{path} has no dialogue", path=file))
    return [_dialogue(file, number, line) for number, line in lines]


def _dialogue(file: Path, number: int, line: str) -> Dialogue:
    try:
        read = _Dialogue.model_validate_json(line)
    except ValidationError as error:
        why = because("it is no dialogue ({why})", why=error.errors()[0]["msg"])
        raise BadFile(path=file, line=number, why=why) from error
    sittings = tuple(Sitting(one.at, tuple(map(_line, one.lines))) for one in read.sessions)
    return Dialogue(read.id, read.language, read.category, sittings)


def _line(read: _Line) -> Line:
    groups = [tuple(read.accept)] if read.accept else [tuple(group) for group in read.accept_all or ()]
    is_probe = bool(groups or read.reject)
    return Line(read.say, is_probe, tuple(groups), read.at_least, tuple(read.reject or ()), read.soft)
