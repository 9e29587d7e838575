"""What dialogues showed of a talk, as JSON and for people to read."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from lumina.cli.words import Words
from lumina.evaluation.talk import by, remembered

if TYPE_CHECKING:
    from lumina.evaluation.talk import Probed, Remembered

Shape = dict[str, object]


def as_json(what: str, probed: Sequence["Probed"]) -> Shape:
    hard = [one for one in probed if not one.line.soft]
    return {
        "evaluated": what,
        **_shape(remembered(hard)),
        "languages": _shapes(by(hard, lambda one: one.language)),
        "categories": _shapes(by(hard, lambda one: one.category)),
        "soft": _shape(remembered([one for one in probed if one.line.soft])),
        "answers": [_answer(one) for one in probed],
    }


def _shape(found: "Remembered") -> Shape:
    return {
        "probes": found.probes,
        "passed": round(found.passed, 4),
        "given": None if found.given is None else round(found.given, 4),
    }


def _shapes(parts: Mapping[str, "Remembered"]) -> dict[str, Shape]:
    return {name: _shape(part) for name, part in parts.items()}


def _answer(one: "Probed") -> Shape:
    return {
        "dialogue": one.dialogue,
        "asked": one.line.say,
        "answer": one.answer,
        "passed": one.passed,
        "given": one.given,
        "soft": one.line.soft,
    }


def readable(what: str, probed: Sequence["Probed"], words: Words) -> list[RenderableType]:
    """A table, and the probes that were not passed."""
    hard = [one for one in probed if not one.line.soft]
    table = Table("", *words("talk_columns").split("|"), title=words("talk_title", what=what))
    table.add_row(words("talk_all"), *_cells(remembered(hard)))
    for parts in (by(hard, lambda one: one.language), by(hard, lambda one: one.category)):
        table.add_section()
        for name, part in parts.items():
            table.add_row(name, *_cells(part))
    table.add_section()
    table.add_row(words("talk_soft"), *_cells(remembered([one for one in probed if one.line.soft])))
    failed = [f"{one.dialogue}: {one.line.say}\n    {one.answer}" for one in hard if not one.passed]
    return [table, Text(words("talk_failed"), style="bold"), *map(Text, failed)] if failed else [table]


def _cells(found: "Remembered") -> tuple[str, str, str]:
    given = "–" if found.given is None else f"{found.given:.3f}"
    return str(found.probes), f"{found.passed:.3f}", given
