"""The formula of associations, tried on whatever numbers there are."""

from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.memory.strength import DAILY, GONE, GRACE_DAYS, Bond, faded, fresh, joined, pairs

START = datetime(2026, 1, 1, tzinfo=UTC)
strengths = st.floats(min_value=GONE, max_value=1)
days = st.floats(min_value=0, max_value=400).map(lambda number: timedelta(days=number))
concepts = st.lists(st.sampled_from("猫犬鳥魚海山川"), max_size=9)


@st.composite
def bonds(draw: st.DrawFn, within: timedelta = timedelta(days=200)) -> Bond:
    strength = draw(strengths)
    closest = draw(st.floats(min_value=strength / 2, max_value=strength))
    return Bond(strength, closest, START + draw(st.timedeltas(timedelta(0), within)))


def test_the_first_meeting_counts_by_distance() -> None:
    assert [round(fresh(distance), 4) for distance in (1, 2, 3)] == [0.7692, 0.625, 0.5263]


def test_each_further_meeting_adds_a_tenth_up_to_one() -> None:
    once = Bond(fresh(2), fresh(2), START)
    assert joined(once, once).strength == pytest.approx(fresh(2) * 1.1)
    assert joined(joined(once, once), once).strength == pytest.approx(fresh(2) * 1.2)
    assert reduce(joined, [once] * 20).strength == 1


def test_a_closer_meeting_counts_in_full_and_the_wider_a_tenth() -> None:
    near, far = Bond(fresh(1), fresh(1), START), Bond(fresh(3), fresh(3), START)
    assert joined(far, near).strength == joined(near, far).strength == pytest.approx(fresh(1) + 0.1 * fresh(3))


@pytest.mark.parametrize(("idle", "left"), [(0, 0.8), (30, 0.8), (31, 0.76), (32, 0.722), (60, 0.8 * 0.95**30)])
def test_fading_begins_after_thirty_days(idle: int, left: float) -> None:
    assert faded(0.8, timedelta(days=idle)) == pytest.approx(left)


def test_below_a_tenth_nothing_is_left() -> None:
    assert faded(0.8, timedelta(days=70)) > GONE
    assert faded(0.8, timedelta(days=71)) == 0


@given(strengths, st.integers(min_value=0, max_value=120))
def test_derived_fading_equals_fading_day_by_day(strength: float, idle: int) -> None:
    stepwise = strength
    for day in range(1, idle + 1):
        stepwise *= DAILY if day > GRACE_DAYS else 1
    assert faded(strength, timedelta(days=idle)) == pytest.approx(stepwise if stepwise >= GONE else 0, abs=1e-9)


@given(strengths, days, days)
def test_fading_never_strengthens(strength: float, one: timedelta, more: timedelta) -> None:
    assert 0 <= faded(strength, one + more) <= faded(strength, one) <= strength


@given(bonds(), bonds())
def test_joining_stays_in_range_and_does_not_depend_on_the_order(one: Bond, other: Bond) -> None:
    both = joined(one, other)
    assert both.strength == pytest.approx(joined(other, one).strength)
    assert max(faded(one.strength, both.since - one.since), faded(other.strength, both.since - other.since)) <= (
        both.strength + 1e-9
    )
    assert GONE <= both.strength <= 1
    assert 0 < both.closest <= both.strength + 1e-9


@given(st.lists(bonds(timedelta(days=GRACE_DAYS)), min_size=2, max_size=4))
def test_within_thirty_days_memories_may_come_in_any_order(found: list[Bond]) -> None:
    results = {round(reduce(joined, order).strength, 9) for order in permutations(found)}
    assert max(results) - min(results) < 1e-6


@given(concepts)
def test_pairs_do_not_depend_on_the_direction_and_never_tie_a_concept_to_itself(found: list[str]) -> None:
    assert pairs(found) == pairs(found[::-1])
    assert all(a < b and fresh(3) <= strength <= fresh(1) for (a, b), strength in pairs(found).items())


def test_concepts_more_than_three_apart_are_not_associated() -> None:
    assert pairs(["a", "b", "c", "d", "e"]).keys() == {
        *(("a", other) for other in "bcd"),
        *(("b", other) for other in "cde"),
        *(("c", other) for other in "de"),
        ("d", "e"),
    }
