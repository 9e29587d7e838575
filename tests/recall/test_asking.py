"""Every source at once, each within its time; what is slow or down is named."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from harness.builders import NOW
from lumina.errors import StoreDown
from lumina.models import Cue, Found, Terms
from lumina.recall import asking
from lumina.recall.asking import Panel

CUE = Cue("haru", "猫", NOW, Terms(np.array([], np.uint32), np.array([], np.float32)), None)


@dataclass
class Answers:
    """A source that answers after a while, or fails."""

    name: str
    after: float = 0.0
    fails: bool = False
    asked: int = 0

    async def _while(self) -> None:
        """Whoever is quick answers without a step of the event loop between, and so before any time limit."""
        if self.after:
            await asyncio.sleep(self.after)

    async def search(self, cue: Cue) -> Found:
        self.asked += 1
        await self._while()
        if self.fails:
            raise StoreDown(store=self.name, why="it was told to be")
        return Found(self.name, {}, self.read)

    async def read(self, ids: Sequence[bytes]) -> Mapping[bytes, bytes]:
        await self._while()
        if self.fails:
            raise StoreDown(store=self.name, why="it was told to be")
        return {id_: self.name.encode() for id_ in ids}


async def test_a_source_that_is_down_or_slow_is_named_and_the_others_answer():
    panel = Panel([Answers("well"), Answers("down", fails=True), Answers("slow", after=3600)], timeout=0.05)
    found, missing = await panel.ask(CUE)
    assert ([one.source for one in found], missing) == (["well"], ["down", "slow"])


async def test_entries_are_read_from_those_that_brought_them_and_who_is_down_meanwhile_is_named():
    well, down = Answers("well"), Answers("down")
    panel = Panel([well, down], timeout=0.05)
    (first, second), _ = await panel.ask(CUE)
    down.fails = True
    read = await panel.read({b"1": first, b"2": second, b"3": first})
    assert read == ({b"1": b"well", b"3": b"well"}, ["down"])


async def test_a_source_that_failed_costs_its_time_limit_once():
    slow = Answers("slow", after=3600)
    panel = Panel([slow], timeout=0.05)
    await panel.ask(CUE)
    assert await panel.ask(CUE) == ([], ["slow"])
    assert slow.asked == 1


async def test_a_source_that_came_back_is_asked_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asking, "REST", 0.0)
    source = Answers("flaky", fails=True)
    panel = Panel([source], timeout=1)
    assert (await panel.ask(CUE))[1] == ["flaky"]
    source.fails = False
    assert (await panel.ask(CUE))[1] == []
