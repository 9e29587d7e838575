"""Every source at once, each within its time; what is slow or down is named."""

import asyncio
from dataclasses import dataclass

import numpy as np
import pytest

from lumina.errors import StoreDown
from lumina.models import Cue, Found, Terms
from lumina.recall import asking
from lumina.recall.asking import Panel
from tests.memory.builders import NOW

CUE = Cue("haru", "猫", NOW, Terms(np.array([], np.uint32), np.array([], np.float32)), None)


@dataclass
class Answers:
    """A source that answers after a while, or fails."""

    name: str
    after: float = 0.0
    fails: bool = False
    asked: int = 0

    async def search(self, cue: Cue) -> list[Found]:
        self.asked += 1
        await asyncio.sleep(self.after)
        if self.fails:
            raise StoreDown(store=self.name, why="it was told to be")
        return []


async def test_a_source_that_is_down_or_slow_is_named_and_the_others_answer():
    panel = Panel([Answers("well"), Answers("down", fails=True), Answers("slow", after=9)], timeout=0.05)
    assert await panel.ask(CUE) == ([], ["down", "slow"])


async def test_a_source_that_failed_costs_its_time_limit_once():
    slow = Answers("slow", after=9)
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
