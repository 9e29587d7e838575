"""Salience: its formula, its bounds, and what raises it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.distil.salience import novelty, relatedness, salience

unit = st.floats(0, 1)
valences = st.floats(-1, 1)
mentions = st.integers(0, 1_000)


def test_salience_is_the_weighted_sum_of_the_design() -> None:
    assert salience(-0.5, 0.6, 0.25, 4) == pytest.approx(0.4 * 0.5 + 0.3 * 0.6 + 0.2 * 0.25 + 0.1 * 0.4)
    assert salience(1, 1, 1, 10) == pytest.approx(1)
    assert salience(0, 0, 0, 0) == 0


@given(st.floats(-9, 9), st.floats(-9, 9), st.floats(-9, 9), st.integers(-9, 999))
def test_salience_is_between_0_and_1_whatever_comes_in(v: float, n: float, r: float, m: int) -> None:
    assert 0 <= salience(v, n, r, m) <= 1 + 1e-12


@given(valences, unit, unit, mentions, st.floats(0, 1))
def test_salience_rises_in_each_of_its_parts(v: float, n: float, r: float, m: int, more: float) -> None:
    base = salience(v, n, r, m)
    stronger = v + more if v >= 0 else v - more
    assert salience(stronger, n, r, m) >= base
    assert salience(v, n + more, r, m) >= base
    assert salience(v, n, r + more, m) >= base
    assert salience(v, n, r, m + 1) >= base


@given(valences, unit, unit, mentions)
def test_sorrow_counts_as_much_as_joy(v: float, n: float, r: float, m: int) -> None:
    assert salience(v, n, r, m) == salience(-v, n, r, m)


def test_mentions_beyond_ten_add_nothing() -> None:
    assert salience(0, 0, 0, 10) == salience(0, 0, 0, 500) == pytest.approx(0.1)


def test_novelty_is_the_mean_of_the_normalised_idf() -> None:
    assert novelty([2.0, 4.0], highest=4.0) == pytest.approx(0.75)
    assert novelty([], highest=4.0) == 0
    assert novelty([0.0], highest=0.0) == 0


@given(st.lists(st.floats(0, 20)), st.floats(0.01, 20))
def test_novelty_is_between_0_and_1(idfs: list[float], highest: float) -> None:
    assert 0 <= novelty(idfs, highest) <= 1 + 1e-12


def test_relatedness_is_the_share_of_concepts_that_are_known() -> None:
    assert relatedness(("金沢", "転勤", "美咲", "転勤"), {"美咲", "猫"}) == pytest.approx(1 / 3)
    assert relatedness((), {"美咲"}) == 0
    assert relatedness(("美咲",), {"美咲"}) == 1
