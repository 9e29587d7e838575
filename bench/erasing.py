"""`python -m bench.erasing FOLDER`: a part of a labelled life is erased, and all of its questions are asked afterwards.

Of questions whose evidence went, none should be answered; of those whose evidence stayed, all that were before. Parts
are threads, weeks, people by name and facts, evenly from all that the life has.
"""

import argparse
import asyncio
import json
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from harness.copies import copy_home
from lumina.app import Lumina
from lumina.clock import LAST, ManualClock
from lumina.erasure.part import Part
from lumina.settings import Settings
from lumina.transfer.formats import read_one

PERSON: Final = "u"
EACH: Final = 3
PIECE: Final = 20
"""Characters of a turn by which it is known."""

WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Questions about what went, and those of them whose answer stands in a pack still (by what stays: the person said
    it elsewhere, too); questions about the rest that were answered before, and are not any more; and in how many packs
    a piece of what went stands."""

    about: int
    told: Sequence[str]
    rest: int
    lost: Sequence[str]
    turns: int
    seconds: float
    residue: int
    leaks: int


async def _pack(lumina: Lumina, question: str) -> str:
    looked = await lumina.recall.look_up(question, person=PERSON, viewer=None, budget=1500, limit=10, unit="memory")
    return looked.pack.text.lower()


async def _packs(lumina: Lumina, truth: Mapping[str, Any]) -> dict[str, str]:
    return {one["question"]: await _pack(lumina, one["question"]) for one in truth["questions"]}


def _answered(packs: Mapping[str, str], truth: Mapping[str, Any]) -> set[str]:
    asked = truth["questions"]
    return {
        one["question"] for one in asked if any(accept.lower() in packs[one["question"]] for accept in one["accept"])
    }


async def _texts(lumina: Lumina) -> dict[str, str]:
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    return {turn.ref: turn.text async for turn in stores.transcript.export(PERSON)}


async def parts_of(lumina: Lumina, truth: Mapping[str, Any]) -> list[tuple[str, Part]]:
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    turns = [turn async for turn in stores.transcript.export(PERSON)]
    threads = list(dict.fromkeys(turn.thread for turn in turns))
    weeks = [turns[0].at + n * WEEK for n in range(int((turns[-1].at - turns[0].at) / WEEK))]
    facts = [fact for fact in (await lumina.known.known(PERSON)).facts if fact.is_open]
    return [
        *((f"thread {n}", Part(thread=one)) for n, one in enumerate(_evenly(threads))),
        *((f"week from {one:%m-%d}", Part(first=one, last=one + WEEK)) for one in _evenly(weeks)),
        *((f"topic {one['name']}", Part(topic=one["name"])) for one in _evenly(truth["people"])),
        *((f"fact {one.kind} {one.value}", Part(fact=one.id)) for one in _evenly(facts)),
    ]


def _evenly(things: Sequence[Any]) -> list[Any]:
    step = len(things) / EACH
    return [things[int((n + 0.5) * step)] for n in range(min(EACH, len(things)))]


async def erase(home: Path, truth: Mapping[str, Any], now: datetime, part: Part, before: set[str]) -> Outcome:
    async with Lumina.open(Settings(home=home), ManualClock(now)) as lumina:
        had = await _texts(lumina)
        token = (await lumina.erasure.preview_part(PERSON, part)).token
        began = time.process_time()
        report = await lumina.erasure.erase_part(PERSON, part, token, "bench")
        seconds = time.process_time() - began
        stays = await _texts(lumina)
        packs = await _packs(lumina, truth)
    gone, after = had.keys() - stays.keys(), _answered(packs, truth)
    kept = "\n".join(stays.values()).lower()
    pieces = [had[ref].lower()[:PIECE] for ref in gone if len(had[ref]) >= PIECE]
    pieces = [piece for piece in pieces if piece not in kept]
    leaks = sum(any(piece in pack for piece in pieces) for pack in packs.values())
    asked = [one for one in truth["questions"] if one["evidence"]]
    about = {one["question"] for one in asked if gone.issuperset(one["evidence"])}
    rest = {one["question"] for one in asked if gone.isdisjoint(one["evidence"])} & before
    left = sum(report.residue.values())
    return Outcome(len(about), sorted(about & after), len(rest), sorted(rest - after), len(gone), seconds, left, leaks)


async def life(path: Path, folder: Path) -> list[tuple[str, Outcome]]:
    truth = json.loads(path.with_suffix(".truth.json").read_text(encoding="utf-8"))
    lines = read_one(path, None, LAST, ())
    now = max(line.at for line in lines) + timedelta(hours=1)
    whole = folder / "whole"
    async with Lumina.open(Settings(home=whole), ManualClock(now)) as lumina:
        await lumina.transfer.bring(lines, person=PERSON, me=truth["person"], progress=lambda _: None)
        await lumina.jobs.run("all")
        before, parts = _answered(await _packs(lumina, truth), truth), await parts_of(lumina, truth)
    found: list[tuple[str, Outcome]] = []
    for nr, (name, part) in enumerate(parts):
        home = copy_home(whole, folder / str(nr))
        found.append((name, await erase(home, truth, now, part, before)))
        await asyncio.to_thread(shutil.rmtree, home)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.erasing", description=__doc__)
    parser.add_argument("folder", type=Path, help="with NAME.jsonl and NAME.truth.json")
    for path in sorted(parser.parse_args().folder.glob("*.jsonl")):
        with tempfile.TemporaryDirectory() as folder:
            for name, one in asyncio.run(life(path, Path(folder))):
                print(  # noqa: T201
                    f"{path.stem} {name}: {one.turns} turns in {one.seconds:.1f} s; about it {one.about}, still answered"
                    f" {len(one.told)} {one.told}; rest {one.rest}, lost {len(one.lost)} {one.lost};"
                    f" residue {one.residue}; packs with a piece of it {one.leaks}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
