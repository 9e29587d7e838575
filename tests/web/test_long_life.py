"""Of a long life the page shows the newest at first, and all of it where it is asked for."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import tzset
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from lumina.api.web import timeline as timelines
from lumina.api.web.about import MOST, _first_of  # pyright: ignore[reportPrivateUsage]
from lumina.api.web.words import Words
from lumina.clock import FIRST, LAST
from lumina.known import ME, Fact, Known, Somebody, UnitState

AT = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)


def test_a_timeline_counts_each_birth_on_its_day_by_the_clocks_of_this_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")  # the clocks went back on the 25th of October: that day had 25 hours
    tzset()
    try:
        shown: Any = SimpleNamespace(words=Words("en"), part_of_date=str, path="/memory")
        began = datetime(2026, 10, 23, 22, tzinfo=UTC)
        births = [int((began + timedelta(minutes=30 * number)).timestamp()) for number in range(97)]
        drawn = str(timelines.timeline(births, "2026-10", shown))
    finally:
        monkeypatch.undo()
        tzset()
    assert re.findall(r'aria-label="(2026-10-\d\d): (\d+)', drawn) == [
        ("2026-10-24", "48"),
        ("2026-10-25", "49"),
    ]


@pytest.mark.parametrize("at", [FIRST, LAST])
def test_a_timeline_stands_at_both_ends_of_the_calendar(at: datetime) -> None:
    shown: Any = SimpleNamespace(words=Words("en"), part_of_date=str, path="/memory")
    assert str(timelines.timeline([int(at.replace(microsecond=0).timestamp())] * 3, "", shown)).count("<rect") == 2


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
