"""Workers and people who talk, side by side on the same servers, killed at random."""

import random
import shutil
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any
from uuid import UUID

from harness.crowd import Count, Erase, Judge, Tried, lines_of, sayings
from harness.deeds import Durable, Import, Imported, RunJobs, Say
from harness.mishaps import Fate, Mishap
from harness.mortal import Deed, Died, Finished, Mortal, Ready
from harness.soundness import Finding, Promised

PLAYERS = ("worker 1", "worker 2", "talker 1", "talker 2")
STAYING, LEAVING = ("葵", "健"), "晴"
ROOMS = ("居間", "庭")
BEGIN = datetime(2026, 1, 5, 8, tzinfo=UTC)
IMPORTS = 0.1
"""The share of what a talker does."""

EVERY = {"kill": (4, 16), "erase": (20, 60), "leap": (15, 25), "mishap": (8, 20)}
"""After so many deeds that were done, somewhere between the two: so a busy machine sees the same as a quick one."""

LEAST = {"turns acknowledged": 30, "kills of processes at work": 3, "jobs run": 3, "erasures": 1, "mishaps": 4}
"""A run that saw less says nothing: it goes on for so long, but not for more than LONGER seconds."""

LONGER = 900.0
DELAY = 0.5
"""Seconds within which a kill comes: not only where another deed has just ended."""


YOUNG = 0.1
"""The share of kills that may come while a process still starts; the others are of one that is at work."""

STARTS = 20
"""So many starts may fail while every engine is there."""

AGAIN = 0.5
"""Seconds until a supervisor starts again what did not start."""

LEAP = timedelta(hours=17)
SILENT = 300.0


@dataclass
class Person:
    """What was acknowledged of somebody since the last erasure, and what was erased."""

    name: str
    ids: dict[UUID, str] = field(default_factory=dict[UUID, str])
    texts: set[str] = field(default_factory=set[str])
    erased: list[UUID] = field(default_factory=list[UUID])
    told: int = 0

    def hear(self, message: object, deed: Deed | None) -> None:
        if isinstance(message, Durable):
            self.ids[message.turn] = message.text
            self.told += 1
        if isinstance(message, Imported) and isinstance(deed, Import):
            self.told += message.lines
            self.texts.update(line.text for line in deed.lines[: message.lines])

    def leave(self) -> None:
        """Whatever was acknowledged so far is erased."""
        self.erased += self.ids
        self.ids, self.texts = {}, set()

    @property
    def judged(self) -> Judge:
        return Judge(self.name, Promised(dict(self.ids), frozenset(self.texts)), tuple(self.erased))


@dataclass
class Player:
    """One of the processes. `deed` is what it is at, None while it starts; begun after so many `erasures` had begun."""

    name: str
    mortal: Mortal
    deed: Deed | None = None
    erasures: int = 0
    since: float = field(default_factory=time.monotonic)


@dataclass
class Play:
    """All that happens in one run; `apart`, each process has a folder of its own, which is empty whenever it starts.
    By `fate` engines are lost."""

    home: Path
    settings: Mapping[str, Any]
    chance: random.Random
    apart: bool = False
    fate: Fate = field(default_factory=Fate)
    now: datetime = BEGIN
    people: dict[str, Person] = field(init=False)
    players: dict[str, Player] = field(default_factory=dict[str, Player])
    counts: Counter[str] = field(default_factory=Counter[str])
    findings: list[Finding] = field(default_factory=list[Finding])
    erasing: bool = False
    erasures: int = 0
    files: int = 0
    stored: dict[str, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])

    def __post_init__(self) -> None:
        self.people = {name: Person(name) for name in (*STAYING, LEAVING)}
        self._sayings = sayings(self.chance.randrange(1000))
        self._done = 0
        self._next = {what: self.chance.randint(*every) for what, every in EVERY.items()}

    def run(self, seconds: float) -> None:
        for name in PLAYERS:
            self._start(name)
        end = time.monotonic() + seconds
        while time.monotonic() < end or (idle(self) and time.monotonic() < end + LONGER):
            self._hear_all(0.1)
            self._let_things_happen()
        self._end()

    def _start(self, name: str) -> None:
        self.players[name] = Player(name, self._born(name, background=name.startswith("worker")))

    def _born(self, name: str, *, background: bool = False) -> Mortal:
        home = self.home / name if self.apart else self.home
        if self.apart:
            shutil.rmtree(home, ignore_errors=True)
        return Mortal.born(home, self.now, background=background, **self.settings)

    def _start_again(self, player: Player) -> None:
        """Whom the servers did not answer in time, on a busy machine or without an engine, starts again as under any
        supervisor. Whoever was at work must not die by itself."""
        player.mortal.process.join()
        self.counts["did not start"] += self.fate.amiss is None
        if player.deed is not None or self.counts["did not start"] > STARTS:
            raise Died(player.mortal.process.exitcode)
        time.sleep(AGAIN)
        self._start(player.name)

    def _let_things_happen(self) -> None:
        if self._is_time("leap"):
            self.now += LEAP
        if self._is_time("kill"):
            young = self.chance.random() < YOUNG
            mortal = [player for player in self.players.values() if player.deed or young]
            if mortal:
                self._kill(self.chance.choice(mortal))
        if self.fate.is_long or self._is_time("mishap"):
            self.fate.go_on()
        for player in self.players.values():
            if player.deed is not None and time.monotonic() - player.since > SILENT:
                raise TimeoutError(f"{player.name} is at {player.deed} for {SILENT:.0f} s")

    def _is_time(self, what: str) -> bool:
        if self._done < self._next[what]:
            return False
        self._next[what] = self._done + self.chance.randint(*EVERY[what])
        return True

    def _hear_all(self, seconds: float) -> None:
        by_pipe: dict[Any, Player] = {player.mortal.pipe: player for player in self.players.values()}
        for pipe in wait(list(by_pipe), seconds):
            player = by_pipe[pipe]
            try:
                message = player.mortal.pipe.recv()
            except EOFError:
                self._start_again(player)
                continue
            self._hear(player, message)
            if isinstance(message, Ready | Finished):
                self._begin(player, self._deed(player))

    def _hear(self, player: Player, message: object) -> None:
        deed = player.deed.deed if isinstance(player.deed, Tried) else player.deed
        if isinstance(deed, Say | Import) and not (deed.person == LEAVING and player.erasures < self.erasures):
            self.people[deed.person].hear(message, deed)  # else it was told of what an erasure took, and is read late
        if not isinstance(message, Finished):
            return
        self.counts[type(deed).__name__] += 1
        self._done += 1
        if isinstance(deed, Erase):
            self.erasing = False
            self._is_clean({"key": message.result["key"]}, "after an erasure")  # who talks goes on and fills stores
        elif message.result:
            self.counts[f"refused: {message.result.partition(':')[0]}"] += 1

    def _is_clean(self, left: Mapping[str, int], when: str) -> None:
        self.findings += [Finding("returned", f"{n} things in {store} {when}") for store, n in left.items() if n]

    def _begin(self, player: Player, deed: Deed) -> None:
        player.deed, player.erasures, player.since = deed, self.erasures, time.monotonic()
        self.now += timedelta(seconds=5)
        player.mortal.begin(deed, self.now)

    def _deed(self, player: Player) -> Deed:
        if player.name.startswith("worker"):
            return Tried(RunJobs(self.chance.choice(("descend", "reconcile", "all"))))
        if not self.erasing and self._is_time("erase"):
            self.erasing, self.erasures = True, self.erasures + 1
            self.people[LEAVING].leave()
        if self.erasing and not any(isinstance(each.deed, Erase) for each in self.players.values()):
            return Erase(LEAVING)
        person = self.chance.choice(STAYING if self.erasing else (*STAYING, LEAVING))
        if self.chance.random() < IMPORTS:
            return Tried(self._import(person))
        return Tried(Say(person, self.chance.choice(ROOMS), next(self._sayings)))

    def _import(self, person: str) -> Import:
        self.files += 1
        start = self.now - timedelta(days=self.chance.choice((0.1, 3, 20, 40)))
        return Import(person, lines_of(person, self.files, start, ROOMS, self._sayings))

    def _kill(self, player: Player) -> None:
        """At any moment of what it is at. An erasure that is interrupted is asked for again."""
        time.sleep(self.chance.uniform(0, DELAY))
        for message in player.mortal.kill():
            self._hear(player, message)
        self.counts[f"killed {'at work' if player.deed else 'as it started'}: {player.name}"] += 1
        self._start(player.name)

    def _end(self) -> None:
        """Everybody ends what they are at (who still starts, at once); one process looks at what is there."""
        self.fate.make_good()
        for player in self.players.values():
            if player.deed is None:
                player.mortal.process.kill()
            else:
                self._finish(player)
        mortal = self._born("judge")
        mortal.ready()
        for person in self.people.values():
            self.findings += mortal.done(person.judged, self.now, _unheard)
            self.stored[person.name] = mortal.done(Count(person.name), self.now, _unheard)
        self._is_clean(mortal.done(Erase(LEAVING), self.now, _unheard), "after the last erasure")
        mortal.done(RunJobs(), self.now + LEAP, _unheard)
        self._is_clean(mortal.done(Count(LEAVING), self.now, _unheard), "some time after the last erasure")
        mortal.close()

    def _finish(self, player: Player) -> None:
        message: object = None
        while not isinstance(message, Finished):
            message = player.mortal.heard()
            self._hear(player, message)
        player.mortal.close()


def _unheard(_: object) -> None:
    """What is told at the end was acknowledged before."""


def played(
    seconds: float,
    seed: int,
    home: Path,
    settings: Mapping[str, Any],
    *,
    apart: bool = False,
    mishaps: Sequence[Mishap] = (),
) -> Play:
    """A run of so many seconds on these servers. None of the processes is left."""
    play = Play(home, settings, random.Random(seed), apart, Fate(mishaps))
    try:
        play.run(seconds)
    finally:
        for player in play.players.values():
            player.mortal.process.kill()
    return play


def idle(play: Play) -> list[str]:
    """What a run must have seen to say anything, and has not."""
    at_work = sum(count for what, count in play.counts.items() if what.startswith("killed at work"))
    seen = {
        "turns acknowledged": sum(person.told for person in play.people.values()),
        "kills of processes at work": at_work,
        "jobs run": play.counts["RunJobs"],
        "erasures": play.counts["Erase"],
    }
    if play.fate.mishaps:
        seen["mishaps"] = play.fate.seen.total()
    return [what for what, count in seen.items() if count < LEAST[what]]
