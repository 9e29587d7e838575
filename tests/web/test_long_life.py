"""Of a long life the page shows the newest at first, and all of it where it is asked for."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from lumina.api.web import timeline as timelines
from lumina.api.web.about import MOST, _first_of  # pyright: ignore[reportPrivateUsage]
from lumina.api.web.words import Words
from lumina.known import ME, Fact, Known, Somebody, UnitState
from lumina.models import TierName

AT = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)


def test_how_a_timeline_is_cut_is_found_once_and_not_for_each_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    length = timelines._length  # pyright: ignore[reportPrivateUsage]

    def counted(days: Sequence[str], within: str) -> int:
        asked.append(len(days))
        return length(days, within)

    monkeypatch.setattr(timelines, "_length", counted)
    shown: Any = SimpleNamespace(words=Words("en"), part_of_date=str, path="/memory")
    births = [(uuid4(), AT - timedelta(days=number), TierName.LONGTERM) for number in range(50)]
    assert "<svg" in timelines.timeline(births, "", shown)
    assert asked == [50]


def fact(number: int, state: UnitState = UnitState.CONFIRMED) -> Fact:
    said = AT + timedelta(days=number)
    return Fact(uuid4(), ME, "hobby", f"value {number}", "", state, None, None, said, said, 0.9, ())


def test_the_newest_facts_stay_in_their_order_and_people_are_those_spoken_of_most() -> None:
    facts = [*map(fact, range(200)), *(fact(number, UnitState.REVOKED) for number in range(100))]
    people = tuple(Somebody(uuid4(), f"P{number}", (), "", ()) for number in range(1_000))
    known = replace(Known(), facts=tuple(facts), people=people)
    first = _first_of(known)
    held = [one.value for one in first.facts if one.is_open]
    assert held == [f"value {number}" for number in range(200 - MOST["facts"], 200)]
    assert len(first.facts) == MOST["facts"] + MOST["past"]
    assert first.people == people[: MOST["people"]]


def test_of_a_short_life_everything_is_shown() -> None:
    known = replace(Known(), facts=tuple(map(fact, range(5))))
    assert _first_of(known) == known
