"""The life of some months that `lumina demo` and the page show: our own text, of somebody who does not exist."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from importlib.resources import as_file, files
from typing import Final

from lumina.clock import LAST
from lumina.language.bilingual import Language
from lumina.reports import ImportedTurn
from lumina.transfer.formats import read_one

WHO: Final = "Misaki"
"""Whose life it is."""


def life_until(day: date, language: Language) -> list[ImportedTurn]:
    """Its turns at their times of day, the last of them on this day."""
    turns = _life(language)
    by = timedelta(days=day.toordinal() - max(turn.at for turn in turns).date().toordinal())
    return [replace(turn, at=turn.at + by) for turn in turns]


def _life(language: Language) -> Sequence[ImportedTurn]:
    with as_file(files("lumina.evaluation").joinpath("conversations", f"parity_{language}_{WHO}.jsonl")) as path:
        return read_one(path, "jsonl", LAST)
