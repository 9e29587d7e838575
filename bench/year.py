"""`python -m bench.year FOLDER [--days N]`: the labelled lives of a folder grow old, with the jobs run every day and
with none until the end.

Told are: whether both come to the same; how many bytes a person takes, by what they are of, and how fast that grows;
what share of what is known is junk; and, where it goes on for a year, how much of what questions about the first month
found then they find still.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bench.folder import settings
from harness.ageing import DAY, Days, days_of, differences, found, live_through, salience_apart, sizes, state_of
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.evaluation.lives import Life, read_lives
from lumina.known import ME, UnitState

MONTH: Final = 30
BEGUN, LATER = 45, 90
"""Between these days, and from the second on, a person who talks as before is measured."""

EVERY: Final = 15
"""Days from one look at the sizes to the next."""

OF: Final[Mapping[str, Sequence[str]]] = {
    "what was said": ("turns", "threads", "memory_sources"),
    "what it claims": ("claims",),
    "what finds it": ("entries", "duckdb entries", "term_statistics"),
    "memories, whole, of the last month": ("duckdb bodies",),
    "memories, whole or in short, after it": ("longterm", "memories"),
    "originals of what was let go": ("archive",),
    "log of what happened to memories": ("lifecycle_log", "memory_uses"),
    "which concepts go together": ("associations", "concepts"),
    "which memories have a concept": ("concept_memories",),
    "summaries": ("summaries",),
}


@dataclass(slots=True)
class Lived:
    """What was seen of a life: bytes by table on some days, what each question found after a month and in the end."""

    sizes: dict[int, dict[str, int]] = field(default_factory=dict[int, dict[str, int]])
    then: dict[str, tuple[set[str], str]] = field(default_factory=dict[str, tuple[set[str], str]])
    now: dict[str, tuple[set[str], str]] = field(default_factory=dict[str, tuple[set[str], str]])
    state: dict[str, Any] = field(default_factory=dict[str, Any])
    units: int = 0
    junk: int = 0


def of_the_first_month(path: Path, days: Days) -> list[dict[str, Any]]:
    """The questions whose evidence was said by then."""
    by_then = {turn.ref for turn in days.turns if turn.at < days.begin + MONTH * DAY}
    asked: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["questions"]
    return [one for one in asked if one["evidence"] and by_then.issuperset(one["evidence"])]


async def grows_old(life: Life, days: Days, questions: Sequence[Mapping[str, Any]], *, daily: bool) -> Lived:
    lived, clock = Lived(), ManualClock(days.begin)
    says = {day: one["question"] for day, one in zip(range(20, days.count, 20), questions, strict=False)}
    with tempfile.TemporaryDirectory(prefix="lumina-bench-") as home:
        async with Lumina.open(settings(Path(home)), clock) as lumina:
            async for over in live_through(lumina, clock, days, daily=daily, says=says):
                if over == MONTH:
                    lived.then = await _ask(lumina, days.person, questions)
                if over % EVERY == 0 or over == days.count:
                    lived.sizes[over] = await sizes(lumina, days.person)
            lived.now = await _ask(lumina, days.person, questions)
            lived.state = await state_of(lumina, days.person, clock())
            await _judge(lumina, life, clock, lived)
    return lived


async def _ask(lumina: Lumina, person: str, questions: Sequence[Mapping[str, Any]]) -> dict[str, tuple[set[str], str]]:
    answers = [await found(lumina, person, one["question"]) for one in questions]
    return {one["question"]: (set(refs), pack) for one, (refs, pack) in zip(questions, answers, strict=True)}


async def _judge(lumina: Lumina, life: Life, clock: ManualClock, lived: Lived) -> None:
    """Junk is what a life's labels say (and `lumina eval learning` counts): a fact about the person out of a turn alone
    that must not become one, and whatever an injection left. True facts of others out of such turns are none."""
    person = life.truth.person
    called = [(await lumina.recall.turn_called(person, turn.ref), turn.ref) for turn in life.turns]
    refs = {id_: ref for id_, ref in called if id_}
    known = await lumina.knowing.of(person, clock(), None)
    injections = {*life.truth.injections}
    nothing = {*(label.ref for label in life.truth.not_facts), *injections}
    facts = [fact for fact in known.facts if fact.state is not UnitState.REVOKED]
    units = [(fact.evidence, nothing if fact.about == ME else injections) for fact in facts]
    units += [(loop.evidence, injections) for loop in known.loops]
    said = [({refs[turn] for turn in evidence if turn in refs}, banned) for evidence, banned in units]
    lived.units, lived.junk = len(said), sum(bool(one) and one <= banned for one, banned in said)


def kept(lived: Lived, questions: Sequence[Mapping[str, Any]]) -> dict[str, tuple[int, int]]:
    """Of the turns that answer, and of the answers in a pack, those that were found then, and those of them still."""
    turns = [(one["question"], ref) for one in questions for ref in one["evidence"]]
    then = [(asked, ref) for asked, ref in turns if ref in lived.then[asked][0]]
    packs = [one for one in questions if _stands(one, lived.then)]
    return {
        "turns among the first ten": (sum(ref in lived.now[asked][0] for asked, ref in then), len(then)),
        "answers in a pack": (sum(_stands(one, lived.now) for one in packs), len(packs)),
    }


def _stands(one: Mapping[str, Any], answers: Mapping[str, tuple[set[str], str]]) -> bool:
    pack = answers[one["question"]][1].lower()
    return any(accepted.lower() in pack for accepted in one["accept"])


def growth(lived: Lived) -> dict[str, dict[str, float]]:
    """Bytes a day, until the 45th, from then to the 90th, afterwards, and in the last quarter, by what they are of."""
    last = max(lived.sizes)
    quarter = max((day for day in lived.sizes if day <= last - LATER), default=0)
    spans = {"to 45": (0, BEGUN), "45 to 90": (BEGUN, LATER), "after": (LATER, last), "last quarter": (quarter, last)}
    bytes_on = {0: dict.fromkeys(OF, 0), **{day: _of(sizes) for day, sizes in lived.sizes.items()}}
    return {
        part: {
            span: round((bytes_on[end][part] - bytes_on[begin][part]) / (end - begin))
            for span, (begin, end) in spans.items()
            if end > begin and {begin, end} <= bytes_on.keys()
        }
        for part in OF
    }


def _of(sizes: Mapping[str, int]) -> dict[str, int]:
    return {part: sum(sizes.get(table, 0) for table in tables) for part, tables in OF.items()}


async def twice(life: Life) -> dict[str, Any]:
    """Ninety days with the jobs run every day, and with none until the end."""
    days = days_of(life, LATER)
    daily, once = [await grows_old(life, days, (), daily=every_day) for every_day in (True, False)]
    apart = salience_apart(daily.state, once.state)
    return {"differs": differences(daily.state, once.state), "salience apart": apart}


async def of_a_life(folder: Path, life: Life, count: int) -> dict[str, Any]:
    days = days_of(life, count)
    questions = of_the_first_month(folder / f"{life.name}.truth.json", days)
    lived = await grows_old(life, days, questions, daily=True)
    return {
        "turns": len(days.turns),
        "junk, and units": (lived.junk, lived.units),
        "found still, and then": kept(lived, questions),
        "bytes a day": growth(lived),
        "bytes in the end": lived.sizes[max(lived.sizes)],
        **await twice(life),
    }


async def measure(folder: Path, count: int) -> None:
    for life in read_lives(folder):
        told = {life.name: await of_a_life(folder, life, count)}
        print(json.dumps(told, ensure_ascii=False, indent=1, default=str), flush=True)  # noqa: T201


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.year", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--days", type=int, default=365)
    given = parser.parse_args()
    asyncio.run(measure(given.folder, given.days))


if __name__ == "__main__":
    main()
