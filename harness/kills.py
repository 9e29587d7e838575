"""LUMINA killed again and again while somebody talks in it, and what is left each time."""

import random
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal, get_args
from uuid import UUID

from harness.deeds import Durable, Examine, Flush, Import, Imported, RunJobs, Say
from harness.made_up import live
from harness.mortal import Deed, Finished, Mortal, Ready, kill_postgres
from harness.soundness import Finding, Promised
from lumina.reports import ImportedTurn

PERSON = "葵"
ROOMS = ("居間", "庭", "kitchen")
BEGIN = datetime(2026, 1, 5, 8, tzinfo=UTC)
FILE = 300
"""Lines of a transcript: more than the importer writes at once."""

Phase = Literal["first start", "start", "talk", "flush", "descent", "import"]
PHASES: tuple[Phase, ...] = get_args(Phase)
LONGEST: dict[Phase, float] = {
    "first start": 2.5,
    "start": 0.6,
    "talk": 1.5,
    "flush": 0.3,
    "descent": 0.4,
    "import": 1.5,
}
"""A kill comes within so many seconds of the phase's begin, about as long as it takes."""

FIRST_STARTS = 20
"""Of so many kills one comes while a new folder is made."""

POWER_CUTS = 0.3
"""The share of kills that take PostgreSQL along."""


@dataclass
class Life:
    """What was said and acknowledged so far, what comes next, and what time it is."""

    chance: random.Random
    now: datetime = BEGIN
    ids: dict[UUID, str] = field(default_factory=dict[UUID, str])
    texts: set[str] = field(default_factory=set[str])
    sayings: Iterator[str] = field(init=False)
    lines: list[ImportedTurn] = field(default_factory=list[ImportedTurn])
    files: int = 0

    def __post_init__(self) -> None:
        self.sayings = _sayings(self.chance.randrange(1000))

    def hear(self, message: object) -> None:
        if isinstance(message, Durable):
            self.ids[message.turn] = message.text
        if isinstance(message, Imported):
            self.texts.update(line.text for line in self.lines[: message.lines])

    @property
    def promised(self) -> Promised:
        return Promised(dict(self.ids), frozenset(self.texts))

    def say(self) -> Deed:
        self.now += timedelta(seconds=40) if self.chance.random() < 0.8 else timedelta(minutes=11)
        return Say(PERSON, self.chance.choice(ROOMS), next(self.sayings))

    def run_jobs(self) -> Deed:
        self.now += timedelta(hours=self.chance.choice((2, 20, 60, 200, 800)))
        return RunJobs()

    def import_file(self) -> Deed:
        """The same file until all of it is acknowledged, then another one of the weeks that follow."""
        if all(line.text in self.texts for line in self.lines):
            self.files += 1
            self.lines = _transcript(self.files, self.now, self.sayings)
        self.now = max(self.now, self.lines[-1].at)
        return Import(PERSON, self.lines)


def _sayings(seed: int) -> Iterator[str]:
    """No two are the same."""
    for number, turn in enumerate(live(20_000, seed).turns):
        opening = "ところで、" if number % 9 == 0 else ""
        yield f"{opening}{turn.text} #{number}"


def _transcript(number: int, start: datetime, sayings: Iterator[str]) -> list[ImportedTurn]:
    """Three weeks, six lines twice a day; in every other file LUMINA finds the threads itself."""
    speakers = (PERSON, "lumina", PERSON, "健")
    return [
        ImportedTurn(
            speaker=speakers[at % len(speakers)],
            text=next(sayings),
            at=start + at // 6 * timedelta(hours=10) + at % 6 * timedelta(seconds=50),
            ref=f"{number}-{at}",
            room=ROOMS[at // 6 % len(ROOMS)],
            thread=f"{number}-{at // 6}" if number % 2 else "",
        )
        for at in range(FILE)
    ]


@dataclass
class Run:
    """All kills of one run, on one folder (and those of first starts on folders of their own)."""

    folder: Path
    life: Life
    chance: random.Random
    kills: Counter[tuple[Phase, bool]] = field(default_factory=Counter[tuple[Phase, bool]])
    findings: list[Finding] = field(default_factory=list[Finding])

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def all(self, kills: Iterable[int]) -> None:
        """Every phase in turn, in an order that changes."""
        deck: list[Phase] = []
        for number in kills:
            deck = deck or self.chance.sample(PHASES[1:], len(PHASES) - 1)
            self.one("first start" if number % FIRST_STARTS == FIRST_STARTS // 2 else deck.pop())
        self.look(self.home, whole=True)

    def one(self, phase: Phase) -> None:
        """One life and its end."""
        if phase == "first start":
            self._first_start()
        elif phase == "start":
            self._end(
                Mortal.born(self.home, self.life.now, background=self._toss()), phase, Examine(PERSON, Promised())
            )
        else:
            mortal = self._risen(self.home)
            for _ in range(self.chance.randrange(1, 9)):
                mortal.done(self.life.say(), self.life.now, self.life.hear)
            self._end(mortal, phase, self._deed(phase))

    def _first_start(self) -> None:
        """Killed while it makes the folder; afterwards the folder can be opened and is empty."""
        home = self.folder / f"new-{sum(self.kills.values())}"
        self._end(Mortal.born(home, BEGIN), "first start", Examine(PERSON, Promised()))
        self.look(home)
        shutil.rmtree(home)

    def _risen(self, home: Path) -> Mortal:
        """Started again, and everything is counted."""
        mortal = Mortal.born(home, self.life.now, background=self._toss())
        mortal.ready()
        promised = self.life.promised if home == self.home else Promised()
        self._found(mortal.done(Examine(PERSON, promised), self.life.now, self.life.hear))
        return mortal

    def look(self, home: Path, *, whole: bool = False) -> None:
        mortal = self._risen(home)
        if whole:
            self._found(mortal.done(Examine(PERSON, self.life.promised, whole=True), self.life.now, self.life.hear))
        mortal.close()

    def _found(self, findings: list[Finding]) -> None:
        self.findings += [finding for finding in findings if finding not in self.findings]

    def _end(self, mortal: Mortal, phase: Phase, deed: Deed) -> None:
        """The deed begins, others follow (in a new folder only the same), and at some moment it is over."""
        until = time.monotonic() + self.chance.uniform(0, LONGEST[phase])
        doing = phase
        if phase not in ("first start", "start"):
            mortal.begin(deed, self.life.now)
        while message := mortal.heard(until):
            self.life.hear(message)
            if isinstance(message, Finished) and phase != "first start":
                doing = self.chance.choice(PHASES[2:])
                deed = self._deed(doing)
            if isinstance(message, Finished | Ready):
                mortal.begin(deed, self.life.now)
        power_cut = self.chance.random() < POWER_CUTS
        for message in mortal.kill(and_postgres=power_cut):
            self.life.hear(message)
        self.kills[doing, power_cut] += 1

    def _deed(self, phase: Phase) -> Deed:
        match phase:
            case "flush":
                return Flush(PERSON, ROOMS)
            case "descent":
                return self.life.run_jobs()
            case "import":
                return self.life.import_file()
            case _:
                return self.life.say()

    def _toss(self) -> bool:
        return self.chance.random() < 0.5


def killed(kills: Iterable[int], seed: int, folder: Path) -> Run:
    """A kill for each number, counted from 0, and a last look. Nothing runs in the folder afterwards."""
    chance = random.Random(seed)
    run = Run(folder, Life(chance), chance)
    try:
        run.all(kills)
    finally:
        for home in folder.iterdir():
            kill_postgres(home)
    return run
