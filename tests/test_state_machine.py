"""Any life: talk, imports, days that pass, memories that are put away, questions, and kills between any two steps.

The application lives in a process of its own (harness.mortal) on the embedded stores, and is killed for real.
"""

import os
import signal
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from uuid import UUID

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test  # pyright: ignore[reportUnknownVariableType]

from harness.copies import copy_home
from harness.deeds import Ask, Durable, Examine, Forget, Gather, Import, Imported, RunJobs, Say, States
from harness.dying import Dying
from harness.life import ME, MORNING
from harness.lives import THINGS, words
from harness.mortal import Deed, Died, Mortal, kill_postgres
from harness.soundness import Promised
from lumina.models import EVERYBODY, MemoryState, TierName, may_see
from lumina.reports import ImportedTurn, Recollection

CHARACTERS = ("lumina", "clarisse", "nox")
PRESENT = {"居間": CHARACTERS, "地下": ("nox",)}
WORDS = words("ヌ", 2000)
LIMIT = 60

ROOMS = st.sampled_from(sorted(PRESENT))
Death = tuple[int, bool] | None


def deaths(writes: int) -> st.SearchStrategy[Death]:
    """A deed is done to its end, or the process is killed after so many of its writes, maybe with its PostgreSQL."""
    return st.one_of(st.none(), st.tuples(st.integers(0, writes), st.booleans()))


WITNESSES = st.frozensets(st.sampled_from([*CHARACTERS, EVERYBODY]), min_size=1, max_size=2)


class AnyLife(RuleBasedStateMachine):
    """What was said by whom and heard by whom is written down here, too, and compared."""

    untouched: Path
    folder: Path

    def __init__(self) -> None:
        super().__init__()
        self.home = copy_home(self.untouched, Path(mkdtemp(dir=self.folder)) / "home")
        self.now: datetime = MORNING
        self.heard_by: dict[str, frozenset[str]] = {}
        self.acknowledged: dict[UUID, str] = {}
        self.imported: set[str] = set()
        self.importing: Sequence[ImportedTurn] = ()
        self.put_away: dict[UUID, frozenset[UUID]] = {}
        self.mortal = self.born()

    def born(self) -> Mortal:
        mortal = Mortal.born(self.home, self.now)
        mortal.ready()
        return mortal

    @initialize(heard=st.lists(WITNESSES, min_size=12, max_size=12))
    def begin(self, heard: list[frozenset[str]]) -> None:
        """There is something to remember."""
        self.do(Gather(ME, PRESENT))
        self.read_in(heard, 40, None)

    @rule(room=ROOMS, death=deaths(13))
    def say(self, room: str, death: Death) -> None:
        text = self.text(frozenset(PRESENT[room]))
        self.now += timedelta(minutes=1)
        self.do(Say(ME, room, text), death)

    @rule(heard=st.lists(WITNESSES, min_size=1, max_size=9), hours=st.integers(0, 30), death=deaths(16))
    def read_in(self, heard: list[frozenset[str]], hours: int, death: Death) -> None:
        """Lines of the hours before; what a kill interrupts is read in once more."""
        texts = [self.text(witnesses) for witnesses in heard]
        self.importing = [
            ImportedTurn(
                ME,
                text,
                self.now - timedelta(hours=hours, minutes=-at),
                ref=text,
                room="文箱",
                thread=f"{texts[0]}{at // 3}",
                witnesses=heard[at],
            )
            for at, text in enumerate(texts)
        ]
        self.do(Import(ME, self.importing), death)
        self.do(Import(ME, self.importing))
        assert self.imported >= set(texts)

    @rule(hours=st.sampled_from((1, 20, 70, 200, 800)), death=deaths(14))
    def descend(self, hours: int, death: Death) -> None:
        self.now += timedelta(hours=hours)
        self.do(RunJobs(), death)

    @rule(power_cut=st.booleans())
    def crash(self, power_cut: bool) -> None:
        self.mortal.kill(and_postgres=power_cut)
        self.rise()

    @precondition(lambda self: self.heard_by)
    @rule(which=st.integers(0, 1000), death=deaths(6))
    def forget(self, which: int, death: Death) -> None:
        """And nothing finds it from then on."""
        states: list[MemoryState] = self.do(States(ME))
        if states:
            state = states[which % len(states)]
            died = self.do(Forget(ME, state.id), death) is DIED
            if not died or self.tiers()[state.id] is TierName.FORGOTTEN:
                self.put_away[state.id] = frozenset(state.turns)
            self.recall(which, None)

    @precondition(lambda self: self.heard_by)
    @rule(which=st.integers(0, 1000), viewer=st.sampled_from([None, *CHARACTERS]))
    def recall(self, which: int, viewer: str | None) -> None:
        """What comes back was witnessed and is not put away; and the owner finds everything else by its words."""
        text = sorted(self.heard_by)[which % len(self.heard_by)]
        recollection: Recollection = self.do(Ask(ME, text, viewer, LIMIT))
        assert not recollection.missing
        turns = [turn for hit in recollection.hits for turn in hit.turns]
        gone = frozenset[UUID]().union(*self.put_away.values())
        assert not gone.intersection(turn.id for turn in turns)
        assert not self.put_away.keys() & {hit.memory for hit in recollection.hits}
        assert all(may_see(viewer, self.heard_by.get(turn.text, turn.witnesses)) for turn in turns)
        ids = {said: id for id, said in self.acknowledged.items()}
        if viewer is None and (text in self.imported or text in ids) and ids.get(text) not in gone:
            self.is_found(text, turns, gone)

    def is_found(self, text: str, turns: Sequence[Any], gone: frozenset[UUID]) -> None:
        """Unless it is an imported line (whose id only LUMINA knows) of a memory that was put away."""
        if text in self.acknowledged.values() or not gone:
            assert text in {turn.text for turn in turns}

    def teardown(self) -> None:
        try:
            self.examine()
            self.mortal.close()
        finally:
            self.mortal.process.kill()
            kill_postgres(self.home)

    def do(self, deed: Deed, death: Death = None) -> Any:
        """What came of it; where the process was killed meanwhile, it is started again and everything looked at."""
        try:
            return self.mortal.done(Dying(deed, death[0]) if death else deed, self.now, self.hear)
        except Died as died:
            assert death
            assert died.status == -signal.SIGKILL
            if death[1]:
                kill_postgres(self.home)
            self.rise()
            return DIED

    def rise(self) -> None:
        self.mortal = self.born()
        self.examine()

    def examine(self) -> None:
        promised = Promised(self.acknowledged, frozenset(self.imported))
        assert self.mortal.done(Examine(ME, promised, whole=True), self.now, self.hear) == []
        tiers = self.tiers()
        assert all(tiers[memory] is TierName.FORGOTTEN for memory in self.put_away)

    def tiers(self) -> dict[UUID, TierName]:
        return {state.id: state.tier for state in self.mortal.done(States(ME), self.now, self.hear)}

    def hear(self, message: object) -> None:
        match message:
            case Durable(turn, said):
                self.acknowledged[turn] = said.partition(": ")[2]
            case Imported(lines):
                self.imported.update(line.text for line in self.importing[:lines])
            case _:
                raise AssertionError(message)

    def text(self, heard_by: frozenset[str]) -> str:
        """Words that nobody has said so far."""
        number = len(self.heard_by)
        text = f"{THINGS[number % len(THINGS)]}の会で{WORDS[number]}という人に会ったよ。"
        self.heard_by[text] = heard_by
        return text


DIED = object()


def test_any_life_loses_nothing_doubles_nothing_and_recalls_what_it_may(untouched_home: Path, tmp_path: Path) -> None:
    class Here(AnyLife):
        untouched, folder = untouched_home, tmp_path

    bounds = settings(
        max_examples=3,
        stateful_step_count=12,
        derandomize="CI" in os.environ,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a life takes seconds: shrinking would take hours
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    run_state_machine_as_test(Here, settings=bounds)
