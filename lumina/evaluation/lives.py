"""Labelled lives: transcripts `NAME.jsonl`, each with `NAME.truth.json` beside it, which says what is to be learnt.

A truth file is one JSON object: `person` (the speaker who is the person), `language`, and the lists `facts`, `loops`,
`people`, `not_facts`, `injections`, `questions` and (if it has it) `weeks`; the fields of each are those of the classes
below, and what else stands there is not read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from lumina.errors import BadInput, because
from lumina.evaluation.folder import whole_text
from lumina.reports import ImportedTurn
from lumina.transfer.formats import read_transcript
from lumina.transfer.formats.line import parsed

SUFFIX = ".truth.json"


class _Label(BaseModel):
    model_config = ConfigDict(frozen=True)


class FactLabel(_Label):
    """A fact about "me" or somebody by name: any string of `accept` in the value counts. `said` are the turns that say
    it, `to` is the day on which it ended, `supersedes` the fact in whose place it came; `plain`: said in one clause."""

    id: str
    about: str
    kind: str
    value: str
    accept: tuple[str, ...]
    said: tuple[str, ...]
    to: str | None = None
    supersedes: str | None = None
    plain: bool = False


class LoopLabel(_Label):
    """What was left open by the turns `said`, due on an ISO day (or month, or never), and closed by the turns
    `closed`."""

    id: str
    what: str
    said: tuple[str, ...]
    due: str | None = None
    closed: tuple[str, ...] = ()


class PersonLabel(_Label):
    """A person or a pet, and what else they are called."""

    name: str
    aliases: tuple[str, ...] = ()


class NotFactLabel(_Label):
    """A turn that states nothing of the person, and why not."""

    ref: str
    why: str


class QuestionLabel(_Label):
    """A question, the moment at which it is asked, and what its answer has to hold (one of `accept`; where there is
    none, it was never said) and must not (any of `reject`)."""

    question: str
    at: AwareDatetime
    accept: tuple[str, ...]
    reject: tuple[str, ...]
    category: str


class WeekLabel(_Label):
    """What a summary of the week from an ISO day on has to name: each of these strings."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    first: str = Field(alias="from")
    must_name: tuple[str, ...]


class Truth(_Label):
    """All that is to be learnt from the talk of a person."""

    person: str
    language: str
    facts: tuple[FactLabel, ...]
    loops: tuple[LoopLabel, ...]
    people: tuple[PersonLabel, ...]
    not_facts: tuple[NotFactLabel, ...]
    injections: tuple[str, ...]
    questions: tuple[QuestionLabel, ...]
    weeks: tuple[WeekLabel, ...] = ()


@dataclass(frozen=True, slots=True)
class Life:
    """A transcript in the order of the talk, and what is to be learnt from it."""

    name: str
    turns: tuple[ImportedTurn, ...]
    truth: Truth


def read_lives(folder: Path) -> list[Life]:
    """The lives of a folder by name. Raises BadInput where it holds none, or where a truth file lacks a field or names
    what there is not, and BadFile for a broken line."""
    found = sorted(folder.glob(f"*{SUFFIX}"))
    if not found:
        raise BadInput(why=because("{path} holds no {name}", path=folder, name=f"NAME{SUFFIX}"))
    return [_life(each) for each in found]


def _life(file: Path) -> Life:
    value = parsed(file, whole_text(file), 1)
    try:
        truth = Truth.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        raise _wrong(file, ".".join(map(str, first["loc"])), first["msg"]) from error
    name = file.name.removesuffix(SUFFIX)
    life = Life(name, tuple(read_transcript(file.with_name(f"{name}.jsonl"), "jsonl")), truth)
    _check(file, life)
    return life


def _check(file: Path, life: Life) -> None:
    """Whatever the labels name is there."""
    refs, speakers = {turn.ref for turn in life.turns}, {turn.speaker for turn in life.turns}
    facts = {fact.id for fact in life.truth.facts}
    for field, ref in _refs(life.truth):
        if ref not in refs:
            raise _wrong(file, field, because("no turn of the transcript has the ref {ref}", ref=repr(ref)))
    for at, fact in enumerate(life.truth.facts):
        if fact.supersedes and fact.supersedes not in facts:
            why = because("there is no fact {name}", name=repr(fact.supersedes))
            raise _wrong(file, f"facts.{at}.supersedes", why)
    if life.truth.person not in speakers:
        why = because("nobody of the transcript is called {name}", name=repr(life.truth.person))
        raise _wrong(file, "person", why)


def _refs(truth: Truth) -> Iterator[tuple[str, str]]:
    """Every turn that is named, with the field that names it."""
    named: list[tuple[str, tuple[str, ...]]] = [
        *((f"facts.{at}.said", fact.said) for at, fact in enumerate(truth.facts)),
        *((f"loops.{at}.said", loop.said) for at, loop in enumerate(truth.loops)),
        *((f"loops.{at}.closed", loop.closed) for at, loop in enumerate(truth.loops)),
        *((f"not_facts.{at}.ref", (one.ref,)) for at, one in enumerate(truth.not_facts)),
        ("injections", truth.injections),
    ]
    return ((field, ref) for field, refs in named for ref in refs)


def _wrong(file: Path, field: str, why: object) -> BadInput:
    return BadInput(why=because("{path}: {field}: {why}", path=file, field=field, why=why))
