"""Whatever a file to import holds is refused in its line or lived with: every command of everybody works afterwards."""

import asyncio
import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.commands import Commands
from harness.life import MORNING, Life, living
from lumina.clock import FIRST, LAST, ManualClock
from lumina.errors import BadFile
from lumina.reports import ImportedTurn
from lumina.texts import wrong_with_name
from lumina.transfer.formats import read_transcript

ASKED = ("昨日、京都で紅葉を見た？", "What did we see in May last year?", "\u202e？")
DAY = timedelta(days=1)
OTHER = "良子"
OTHERS = "良子の柿の木に、ことしも実がたくさんついて嬉しかったよ。"

ENDS = (
    "0001-01-01T00:00:00+00:00",
    "0001-01-01T00:00:00-23:59",
    "9999-12-31T23:59:59.999999+23:59",
    "1985-01-01T09:00:00Z",
)
zones = st.integers(1 - 86_400, 86_399).map(lambda seconds: timezone(timedelta(seconds=seconds)))
clocks = st.one_of(st.datetimes(timezones=zones), st.datetimes(timezones=st.just(UTC)))
moments = st.one_of(clocks.map(datetime.isoformat), st.sampled_from(ENDS))
short = st.text(max_size=20).filter(lambda text: bool(text.strip()) and "\0" not in text)
told = [
    *ASKED,
    OTHERS,
    "京都で紅葉を見た。とても嬉しかった。",
    "Smith and I saw the old temple in Kyoto.",
    "\x1b[2Jgone?",
]
texts = st.one_of(st.text(max_size=200).filter(lambda text: bool(text.strip())), st.sampled_from(told))


def lines(speakers: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    always = {"speaker": st.one_of(st.sampled_from(["me", "nox", "*"]), speakers), "text": texts, "at": moments}
    witnesses = st.one_of(st.lists(speakers, max_size=3), st.none())
    places = dict.fromkeys(("ref", "room", "thread"), speakers)
    return st.fixed_dictionaries(always, optional={**places, "witnesses": witnesses})


files = st.one_of(st.lists(lines(short), min_size=5, max_size=30), st.lists(lines(st.text()), min_size=1, max_size=3))
persons = st.text(max_size=20).filter(lambda name: wrong_with_name(name) is None)


@dataclass
class Everybody:
    """An application that stays open, and what everybody does in it."""

    life: Life
    folder: Path

    async def does_everything(self, person: str) -> None:
        lumina = self.life.lumina
        for query in ASKED:
            await lumina.recall.look_up(query, person=person, viewer=None, budget=1500, limit=5, unit="memory")
            await lumina.recall.look_up(query, person=person, viewer="nox", budget=1500, limit=5, unit="turn")
        await lumina.jobs.run("all")
        for row in await lumina.memories.list(person, tier=None, limit=100, offset=0):
            await lumina.memories.show(person, row.state.id)
        await lumina.transfer.export(person, self.folder)
        assert (await lumina.doctor()).ok

    async def says(self, person: str) -> None:
        events = [event async for event in self.life.lumina.talk.say(ASKED[0], person=person, room="cli")]
        assert events
        await self.life.lumina.settle()

    async def are_erased(self, person: str) -> None:
        preview = await self.life.lumina.erasure.preview(person)
        erased = await self.life.lumina.erasure.erase(person, preview.token, "the test")
        assert not any(count for store, count in erased.residue.items() if store != "files")

    async def read_in(self, turns: Sequence[ImportedTurn], person: str) -> None:
        await self.life.lumina.transfer.bring(turns, person=person, me=turns[0].speaker, progress=lambda _: None)


def read_lines(path: Path, written: Sequence[Mapping[str, Any]]) -> Sequence[ImportedTurn]:
    """The turns of a file with these lines, or none where one of them is refused."""
    path.write_text("".join(json.dumps(line) + "\n" for line in written))
    try:
        return read_transcript(path)
    except BadFile as refused:
        assert 1 <= int(str(refused.details["line"])) <= len(written)
        return []


@contextmanager
def opened(runner: asyncio.Runner, home: Path, clock: ManualClock) -> Generator[Everybody]:
    """The application, for a test that is not async: hypothesis calls none that is."""
    opening = living(home, clock)
    try:
        yield Everybody(runner.run(opening.__aenter__()), home.parent / "exported")
    finally:
        runner.run(opening.__aexit__(None, None, None))


@pytest.mark.parametrize("later", [timedelta(), timedelta(days=40)], ids=["at once", "after forty days"])
def test_everybody_lives_with_whatever_somebody_imports(home: Path, tmp_path: Path, later: timedelta) -> None:
    """Everything is tried after each file; in the end the folder is opened once more, and all are erased."""
    clock, known, numbers = ManualClock(MORNING), dict[str, None](), count()

    @settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None)
    @given(files, persons, st.booleans())
    def everything_works(written: Sequence[Mapping[str, Any]], name: str, erased: bool) -> None:
        person, turns = f"{next(numbers)} {name}", read_lines(tmp_path / "file.jsonl", written)

        async def lived() -> None:
            if turns:
                known[person] = None
                await everybody.read_in(turns, person)
            clock.advance(later)
            for one in [person, OTHER] if turns else [OTHER]:
                await everybody.does_everything(one)
            if turns and erased:
                await everybody.are_erased(known.popitem()[0])

        runner.run(lived())

    async def ended() -> None:
        await everybody.says(OTHER)
        for one in [*known, OTHER]:
            await everybody.are_erased(one)

    with asyncio.Runner() as runner:
        with opened(runner, home, clock) as everybody:
            runner.run(everybody.says(OTHER))
            everything_works()
        with opened(runner, home, clock) as everybody:
            runner.run(ended())


@pytest.mark.parametrize("now", [FIRST, LAST, MORNING], ids=["the first moment", "the last one", "today"])
async def test_a_clock_at_the_ends_of_the_calendar_stops_nobody(home: Path, now: datetime) -> None:
    """`--at` takes any moment for now; what it leaves behind does not keep a later command from its jobs."""
    for clock in (ManualClock(now), ManualClock(MORNING)):
        async with living(home, clock) as life:
            everybody = Everybody(life, home.parent / "exported")
            for nr, at in enumerate((FIRST, MORNING - timedelta(days=20_000), MORNING, LAST)):
                await everybody.read_in([ImportedTurn("me", text, at) for text in ASKED * 3], f"{nr}")
                await everybody.does_everything(f"{nr}")
            await everybody.says("0")
            assert all(row.last_run == clock() for row in await life.lumina.jobs.table())


def test_one_imported_line_leaves_every_command_to_everybody(home: Path, tmp_path: Path) -> None:
    lumina, file = Commands(home), tmp_path / "talk.jsonl"
    said = {"speaker": "me", "text": "Smith and I saw the temple in Kyoto, and the old temple garden.", "at": ENDS[0]}
    file.write_text((json.dumps(said) + "\n") * 20)
    lumina("import", str(file), "--user", "bob", "--me", "me")
    for person in ("bob", OTHER):
        assert lumina.json("say", "--user", person, "Do you remember the temple in Kyoto?")["replies"]
        assert lumina.json("recall", "--user", person, "the temple in Kyoto, yesterday")["missing"] == []
        lumina("memories", "list", "--user", person)
        lumina("export", "--user", person, str(tmp_path / "exported"))
    lumina("jobs", "run", "all")
    assert lumina.json("doctor")["ok"]
    for person in ("bob", OTHER):
        token = lumina.json("erase", "--user", person)["token"]
        lumina("erase", "--user", person, "--confirm", token)
