"""`python -m bench.packs FOLDER`: what history and summaries cost a pack of 1,500 tokens of its evidence, and bring.

Each question of the labelled lives of a folder is asked as the first words of a talk, in the midst of one, and by who
looks something up; with what was summed up of weeks, rooms and relations, and without. Told are the share of turns that
answer and are quoted, and of questions whose answer stands in the pack.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, cast
from uuid import UUID

from rich.console import Console
from rich.table import Table

from bench.folder import settings
from harness.life import Life, living
from lumina.clock import LAST, ManualClock
from lumina.evaluation.lives import Life as Labelled
from lumina.evaluation.lives import read_lives
from lumina.language.tokens import analyse
from lumina.recall.ask import Ask
from lumina.recall.background import SummedUp, Surroundings
from lumina.recall.recollect import Recaller

BUDGET: Final = 1_500
VIEWER: Final = "lumina"
SAID_BEFORE: Final = 6
"""Messages that stand before who is asked in the midst of a talk."""

WHERE: Final = ("at the beginning of a talk", "in the midst of a talk", "looked up")

Share = tuple[int, int, int, int]
"""Turns that answer and are quoted, of how many; questions whose answer stands in the pack, of how many."""


async def nothing(_: Ask) -> SummedUp:
    """No summary, and no history of the room."""
    return SummedUp({}, LAST)


def without(recaller: Recaller) -> Recaller:
    """Which knows of no summary and no history."""
    return replace(recaller, background=replace(cast("Surroundings", recaller.background), summaries=nothing))


def questions_of(folder: Path, name: str) -> list[dict[str, Any]]:
    """With the refs of the turns that answer, where the labels have them."""
    return json.loads((folder / f"{name}.truth.json").read_text(encoding="utf-8"))["questions"]


async def lived(labelled: Labelled, questions: Sequence[Mapping[str, Any]], home: Path) -> dict[tuple[str, str], Share]:
    """By where it is asked, and with what."""
    clock, person = ManualClock(labelled.turns[-1].at + timedelta(hours=8)), labelled.truth.person
    async with living(home, clock, **settings(home).model_dump(exclude={"home"}, exclude_unset=True)) as life:
        life.person = person
        await life.read_in(labelled.turns)
        await life.run("all")
        await life.lumina.tasks.run_due()
        recallers = {"with": life.parts.recaller, "without": without(life.parts.recaller)}
        return {
            (where, what): await asked(life, recaller, questions, where)
            for where in WHERE
            for what, recaller in recallers.items()
        }


async def asked(life: Life, recaller: Recaller, questions: Sequence[Mapping[str, Any]], where: str) -> Share:
    quoted = turns = answered = 0
    for question in questions:
        evidence = [await life.lumina.recall.turn_called(life.person, ref) for ref in question.get("evidence", ())]
        pack = (await recaller.recollect(await _ask(life, question["question"], where))).pack
        quoted += len({*pack.quoted} & {*evidence})
        turns += len(evidence)
        answered += any(accepted.lower() in pack.text.lower() for accepted in question["accept"])
    return quoted, turns, answered, len(questions)


async def _ask(life: Life, text: str, where: str) -> Ask:
    ask = Ask(life.person, text, life.clock(), analyse(text).language, BUDGET, unit="turn")
    if where == "looked up":
        return ask
    talked = replace(ask, viewer=VIEWER, room=(await life.lumina.rooms.all(life.person))[0].name)
    if where == WHERE[0]:
        return talked
    before = await life.stores.transcript.last(life.person, talked.room, SAID_BEFORE)
    return replace(talked, window=[one.text for one in before], before=frozenset[UUID](one.id for one in before))


def table(name: str, found: Mapping[tuple[str, str], Share]) -> Table:
    shown = Table(title=f"{name}: packs of {BUDGET:,} tokens")
    for column in ("asked", "summaries and history", "turns that answer, quoted", "answers in the pack"):
        shown.add_column(column)
    for (where, what), (quoted, turns, answered, questions) in found.items():
        shown.add_row(where, what, f"{quoted}/{turns}", f"{answered}/{questions}")
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.packs", description=__doc__)
    parser.add_argument("folder", type=Path)
    lives: Path = parser.parse_args().folder
    for labelled in read_lives(lives):
        questions = questions_of(lives, labelled.name)
        with tempfile.TemporaryDirectory(prefix="lumina-packs-") as folder:
            found = asyncio.run(lived(labelled, questions, Path(folder) / "home"))
        Console(width=120).print(table(labelled.name, found))


if __name__ == "__main__":
    main()
