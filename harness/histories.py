"""Random histories of several people in one data folder, each of whom is erased at a random point, under load, and
killed at any moment; and what is left of them: in files, in backups, in memory, after a restore.

Words stand for what a person says: nobody else has them, and they change with every way of writing (harness.residue).
"""

import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from harness.copies import copy_home
from harness.deeds import Import, Night, RunJobs, Said, Say
from harness.dying import Dying
from harness.erased import BackUp, Counted, EraseUnderLoad, Ids, KeepSums, Log, Look, Note, Read, Show, Whole, WriteLog
from harness.mortal import Deed, Died, Mortal, kill_postgres, postgres_of
from harness.residue import digests
from harness.searched import Search
from harness.spelling import spelt
from lumina.erasure.search import Needle, id_needles
from lumina.reports import ImportedTurn

BEGIN: Final = datetime(2026, 3, 1, 9, tzinfo=UTC)
KANA: Final = (
    "アカガキギクグケゲコゴサザシジスズセゼタダテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモラリルレロ"
)
ENGLISH: Final = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z")
VOWELS: Final = "aeiou"
LINES: Final = (
    "妹の{ja}が函館でパン屋をはじめたよ。とても嬉しい。",
    "{ja}という会社で働いている。毎日くたくただ。",
    "来週の金曜までに{ja}へ手紙を出さなければならない。",
    "昨日は{ja}で輪島塗の椀を買った。",
    "ところで、{ja}という犬を飼いはじめたんだ。",
    "My sister is called {en}, and she lives in Leeds.",
    "I have to send {en} the contract by Friday.",
    "By the way, {en} came along to the concert yesterday.",
    "I work at {en} as a carpenter, 木工の仕事。",
)
KNOWLEDGE: Final = "玉露は五十度ほどの湯で、ゆっくりと三分のあいだ淹れる。"
LONGEST: Final = 0.8
"""Seconds within which a kill comes that comes at any moment; about as long as an erasure takes under load."""

SOON: Final = 0.2
"""As LONGEST, of what is no erasure."""

MOST_WRITES: Final = 60
"""Within so many writes one comes that comes before a write; about as many as an erasure makes under load."""

POWER_CUTS: Final = 0.3
BROKEN_OFF: Final = 0.1
"""How many deeds are killed that are no erasure."""

COME_BACK: Final = 0.2
BACKED_UP: Final = 0.5
BACKED_UP_MEANWHILE: Final = 0.15
DEEDS: Final = 9
"""At most so many things somebody does before they are erased, and at least one."""


@dataclass(slots=True)
class Somebody:
    """`words` are all that they ever used, `ids` what they are known by; `left` is how many deeds are to come."""

    name: str
    chance: random.Random
    left: int
    words: list[str] = field(default_factory=list[str])
    ids: set[UUID] = field(default_factory=set[UUID])

    @property
    def room(self) -> str:
        return f"{self.name}の居間"

    def line(self) -> str:
        told = {"ja": "".join(self.chance.choices(KANA, k=9)), "en": self._english()}
        text = self.chance.choice(LINES)
        self.words += [word for name, word in told.items() if f"{{{name}}}" in text]
        return text.format(**told)

    def _english(self) -> str:
        return "".join(self.chance.choice(ENGLISH) + self.chance.choice(VOWELS) for _ in range(6)).capitalize()


@dataclass
class World:
    """One folder and those who live in it: `mortals` are erased one after the other, two stay."""

    folder: Path
    seed: int
    mortals: int
    untouched: Path
    kills: Counter[str] = field(default_factory=Counter[str])
    in_dump: Counter[str] = field(default_factory=Counter[str])
    """Of the words of who was erased, how many stand in the memory of the process that goes on, and of how many."""

    def __post_init__(self) -> None:
        self.chance, self.now = random.Random(self.seed), BEGIN
        self.home = copy_home(self.untouched, self.folder / "home")
        self.living = [self._born(number) for number in range(self.mortals + 2)]
        self.stay, self.erased = self.living[-2:], list[Somebody]()
        self.search = Search(self.folder, self.seed, self.places, digests(self.untouched))
        self.mortal = self._opened()

    def _born(self, number: int) -> Somebody:
        dice = random.Random(f"{self.seed} {number}")
        return Somebody("".join(dice.choices(KANA, k=6)), dice, dice.randint(1, DEEDS))

    @property
    def places(self) -> dict[str, Any]:
        beside = {"backup_url": f"file://{self.folder}/backups", "parquet_url": f"file://{self.folder}/log"}
        return {**beside, "master_key": self.folder / "elsewhere" / "master.key"}

    def _opened(self) -> Mortal:
        mortal = Mortal.born(self.home, self.now, **self.places)
        mortal.ready()
        mortal.done(Log(), self.now, _unheard)
        return mortal

    def do(self, deed: Deed) -> Any:
        return self.mortal.done(deed, self.now, _unheard)

    def run(self) -> None:
        try:
            document = self.folder / "tea.md"
            document.write_text(KNOWLEDGE, encoding="utf-8")
            self.do(Read(document))
            for one in self.living:
                self._live(one, self._import)
            while len(self.living) > len(self.stay):
                self._go_on()
            self._end()
        finally:
            self.mortal.process.kill()
            kill_postgres(self.home)

    def _go_on(self) -> None:
        """Somebody does something, or it is their time."""
        one = self.chance.choice(self.living)
        self.now += timedelta(hours=self.chance.choice((0, 1, 5, 30, 200)), minutes=1)
        if one not in self.stay and not one.left:
            self._erase(one)
        else:
            one.left = max(one.left - 1, 0)
            often = (self._import, self._say, self._say, self._say)
            does = self.chance.choice((*often, *self._others, *(() if one in self.stay else self._letting_go)))
            (self._break_off if self.chance.random() < BROKEN_OFF else self._live)(one, does)

    @property
    def _others(self) -> Sequence[Callable[[Somebody], Deed]]:
        return (
            lambda one: Note(one.name, one.room, one.line()),
            lambda one: Show(one.name, one.line(), one.line().encode() * 9),
            lambda one: Look(one.name, one.line()),
            lambda one: WriteLog(one.name),
            lambda _: RunJobs(),
            lambda _: BackUp(),
        )

    @property
    def _letting_go(self) -> Sequence[Callable[[Somebody], Deed]]:
        """Who stays keeps all words: they are compared after a restore."""
        return (lambda one: KeepSums(one.name),)

    def _live(self, one: Somebody, does: Callable[[Somebody], Deed]) -> None:
        self.do(does(one))
        self.now += timedelta(minutes=1)

    def _break_off(self, one: Somebody, does: Callable[[Somebody], Deed]) -> None:
        """Killed while it is done: what that leaves behind is there still when somebody is erased."""
        deed = does(one)
        if self._killed(deed, self.chance.choice(("before a write", "at a moment")), SOON):
            self.kills[f"in {type(deed).__name__}"] += 1
            self.mortal = self._opened()
            self.do(RunJobs("heal"))
        self.now += timedelta(minutes=1)

    def _say(self, one: Somebody) -> Say:
        return Say(one.name, one.room, one.line())

    def _import(self, one: Somebody) -> Import:
        """Of the weeks before, in threads."""
        started = self.now - timedelta(days=self.chance.randint(1, 60))
        lines = [
            ImportedTurn(
                speaker=one.name if nr % 3 else "lumina",
                text=one.line(),
                at=started + timedelta(hours=9 * (nr // 4), minutes=nr),
                ref=f"{one.name}{self.now:%m%d%H%M}-{nr}",
                room=one.room,
                thread=f"{one.name}{self.now:%m%d%H%M}-{nr // 4}",
            )
            for nr in range(self.chance.randint(4, 16))
        ]
        return Import(one.name, [line for line in lines if line.at <= self.now])

    def _erase(self, one: Somebody) -> None:
        others = [other for other in self.living if other is not one]
        if self.chance.random() < BACKED_UP:
            self._live(one, lambda _: BackUp())
        whole = Whole([other.name for other in others])
        before = self.do(whole)
        one.ids |= self.do(Ids(one.name))
        self._gone(one, others)
        self.living.remove(one)
        self.erased.append(one)
        self.search.others(before, self.do(whole))
        if left := self.do(Counted(one.name)):
            self.search.found(f"{one.name} is counted still: {left}")
        self.search.files("files at once", spelt(one.words))
        self.search.process(self.do, self.needles)
        if self.chance.random() < COME_BACK:
            self._come_back(one)

    def _gone(self, one: Somebody, others: Sequence[Somebody]) -> None:
        """Done at once, or killed in between, started anew and done."""
        load: list[Deed] = [self._say(other) for other in self.chance.sample(others, min(len(others), 2))]
        load += [BackUp()] if self.chance.random() < BACKED_UP_MEANWHILE else []
        deed = EraseUnderLoad(one.name, self._say(one), load, self.chance.uniform(0, 0.1))
        how = self.chance.choice(("not", "before a write", "at a moment"))
        if not self._killed(deed, how, LONGEST):
            self.kills["not"] += 1
            return
        self.mortal = self._opened()
        self.do(RunJobs("heal"))
        begun = not self.do(Counted(one.name))
        self.kills[f"{how}: {'was gone on with' if begun else 'had not begun'}"] += 1
        if not begun:
            one.ids |= self.do(Ids(one.name))
            self._residue(self.do(EraseUnderLoad(one.name, self._say(one), (), 0.0)))

    def _killed(self, deed: Deed, how: str, longest: float) -> bool:
        within, writes = self.chance.uniform(0, longest), self.chance.randrange(MOST_WRITES)
        cut = self.chance.random() < POWER_CUTS
        try:
            if how == "at a moment":
                self.mortal.begin(deed, self.now)
                time.sleep(within)
                self.mortal.kill(and_postgres=cut)
                return True
            self._residue(self.do(Dying(deed, writes) if how == "before a write" else deed))
        except Died as died:
            if died.status != -signal.SIGKILL:
                raise
            if cut:
                kill_postgres(self.home)
            return True
        return False

    def _residue(self, left: object) -> None:
        if left:
            self.search.found(f"residue {left}")

    def _come_back(self, one: Somebody) -> None:
        """Under the same name: nothing is there but what is said now."""
        back = Somebody(one.name, one.chance, 0)
        text = back.line()
        self.do(Say(one.name, "庭", text))
        said: list[str] = self.do(Said([one.name]))[one.name]
        if text not in said or any(word in turn for word in one.words for turn in said):
            self.search.found(f"{one.name} came back to {len(said)} turns")
        self._residue(self.do(EraseUnderLoad(one.name, Say(one.name, "庭", back.line()), (), 0.0)))
        one.words += back.words

    @property
    def needles(self) -> list[Needle]:
        """The words of all who were erased."""
        return spelt(word for one in self.erased for word in one.words)

    def _end(self) -> None:
        """After the night nothing is there by ids and names either; restored from whatever backup, nobody is back."""
        words = {word for one in self.erased for word in one.words}
        self.in_dump = Counter({"held": self.search.dumped(self.mortal, words), "words": len(words)})
        self.search.engine(self.needles, self.home)
        assert self.mortal.process.pid
        self.search.handles([self.mortal.process.pid, *(one.pid for one in postgres_of(self.home))], self.needles)
        if found := self.do(Night()):
            self.search.found(f"the night found {found}")
        names = spelt((name for one in self.erased for name in (one.name, one.room)), "name")
        needles = [*self.needles, *names, *id_needles({id_ for one in self.erased for id_ in one.ids})]
        self.search.files("files after the night", needles)
        self._live(self.stay[0], lambda _: BackUp())
        said = self.do(Said([one.name for one in (*self.stay, *self.erased)]))
        self.mortal.close()
        self.search.files("files of the closed folder", needles)
        moments = self.search.moments()
        for moment in sorted({self.chance.choice(moments), moments[-1]}):
            self.search.restored(moment, self.now, needles, said, whole=moment == moments[-1])


def _unheard(_: object) -> None:
    """What is durable is asked for afterwards."""
