"""Importance: derived when read, so that fading does not depend on how often a job runs (promise 3)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.lifecycle.importance import goes_on, importance, spaced

BORN = datetime(2026, 4, 1, 9, tzinfo=UTC)
unit = st.floats(0, 1)
ages = st.floats(0, 400).map(lambda days: timedelta(days=days))
uses = st.lists(ages.map(lambda age: BORN + age), max_size=20).map(sorted)


def test_importance_is_salience_faded_by_weeks_and_raised_by_uses() -> None:
    now = BORN + timedelta(weeks=3)
    used = [BORN + timedelta(days=2), BORN + timedelta(days=5)]
    assert importance(0.5, BORN, used, now) == pytest.approx(0.5 * 0.95**3 * 1.2)
    assert importance(0.5, BORN, [], BORN) == 0.5


def test_ten_uses_in_a_minute_are_one() -> None:
    now = BORN + timedelta(days=10)
    at_once = [BORN + timedelta(days=2, seconds=6 * number) for number in range(10)]
    days_apart = [BORN + timedelta(days=number) for number in range(1, 4)]
    assert importance(0.5, BORN, at_once, now) == importance(0.5, BORN, at_once[:1], now)
    assert spaced(days_apart) == 3
    assert spaced([*at_once, at_once[-1] + timedelta(hours=1)]) == 2


def test_a_use_of_the_future_does_not_count_yet() -> None:
    now = BORN + timedelta(days=10)
    later = now + timedelta(seconds=1)
    assert importance(0.5, BORN, [later], now) == importance(0.5, BORN, [], now)
    assert importance(0.5, BORN, [now], now) > importance(0.5, BORN, [], now)


def test_before_its_birth_a_memory_has_the_age_0() -> None:
    assert importance(0.5, BORN, [], BORN - timedelta(weeks=9)) == 0.5


def test_a_pinned_memory_does_not_fade() -> None:
    assert importance(0.4, BORN, [], BORN + timedelta(days=3650), pinned=True) == 0.4


def test_the_zone_of_a_moment_makes_no_difference() -> None:
    tokyo = datetime.fromisoformat("2026-04-15T18:00:00+09:00")
    assert importance(0.5, BORN, [tokyo], tokyo) == importance(0.5, BORN, [tokyo], tokyo.astimezone(UTC))


@given(st.floats(-5, 5), uses, ages, st.booleans())
def test_importance_is_between_0_and_1(salience: float, used: list[datetime], age: timedelta, pinned: bool) -> None:
    assert 0 <= importance(salience, BORN, used, BORN + age, pinned) <= 1


@given(unit, ages, ages)
def test_an_unused_memory_never_gains(salience: float, one: timedelta, other: timedelta) -> None:
    earlier, later = sorted((one, other))
    assert importance(salience, BORN, [], BORN + later) <= importance(salience, BORN, [], BORN + earlier)


@given(unit, uses, ages, st.lists(ages, max_size=30))
def test_fading_does_not_depend_on_how_often_a_job_looked(
    salience: float, used: list[datetime], age: timedelta, looks: list[timedelta]
) -> None:
    once = importance(salience, BORN, used, BORN + age)
    for look in looks:
        importance(salience, BORN, used, BORN + look)
    assert importance(salience, BORN, used, BORN + age) == once


@given(unit, st.lists(st.floats(0.1, 60), max_size=12))
def test_fading_in_steps_is_fading_at_once(salience: float, steps: list[float]) -> None:
    stepwise, at = salience, BORN
    for days in steps:
        stepwise = importance(stepwise, at, [], at + timedelta(days=days))
        at += timedelta(days=days)
    assert importance(salience, BORN, [], at) == pytest.approx(stepwise)


def test_the_first_memory_goes_on() -> None:
    assert goes_on(0.0, [])


def test_the_lowest_thirty_percent_stay_behind() -> None:
    reference = [place / 10 for place in range(10)]
    assert not goes_on(0.15, reference)
    assert not goes_on(0.2, reference)
    assert goes_on(0.25, reference)
    assert goes_on(0.9, reference)


def test_among_equals_all_go_on() -> None:
    assert goes_on(0.3, [0.3] * 7)


@given(st.lists(unit, min_size=1, max_size=60), unit)
def test_the_answer_does_not_depend_on_the_order_of_the_others(reference: list[float], own: float) -> None:
    assert goes_on(own, reference) == goes_on(own, sorted(reference)) == goes_on(own, reference[::-1])


@given(st.lists(unit, min_size=1, max_size=60), unit, unit)
def test_the_more_important_of_two_goes_on_if_the_other_does(reference: list[float], one: float, other: float) -> None:
    lower, higher = sorted((one, other))
    assert goes_on(higher, reference) or not goes_on(lower, reference)


@given(st.lists(unit, min_size=2, max_size=100, unique=True))
def test_about_seventy_percent_of_many_go_on(everybody: list[float]) -> None:
    ahead = sum(goes_on(own, everybody) for own in everybody)
    assert ahead / len(everybody) == pytest.approx(0.7, abs=1 / len(everybody))
