"""What goes on from the sources to the scorer."""

import logging
from functools import partial
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.memory.codec import pack_entry, unpack_entry
from lumina.models import Entry, Found, Places
from lumina.recall.selection import best_of_each_arm, unpacked
from tests.memory.builders import entry

ENTRY = entry(said={"柿": 1.0})
SOME = st.lists(
    st.tuples(st.integers(0, 20), st.dictionaries(st.sampled_from(["dense", "sparse"]), st.floats(0, 1), min_size=1)),
    max_size=30,
)


def found(number: int, source: str = "duckdb", /, **scores: float) -> Found:
    return Found(UUID(int=number), source, Places(dict.fromkeys(scores, 1), scores), lambda: ENTRY)


def numbers(kept: list[Found]) -> list[int]:
    return [one.id.int for one in kept]


def test_an_arm_is_one_list_over_all_sources() -> None:
    brought = [found(1, dense=0.2), found(2, "redis", dense=0.9), found(3, "longterm", dense=0.5)]
    assert numbers(best_of_each_arm(brought, 2)) == [2, 3]


def test_who_is_among_the_best_of_any_arm_goes_on() -> None:
    brought = [found(1, dense=0.9), found(2, sparse=0.1), found(3, dense=0.8, sparse=0.05), found(4, dense=0.1)]
    assert numbers(best_of_each_arm(brought, 1)) == [1, 2]


def test_ties_go_by_id_whatever_the_order() -> None:
    brought = [found(number, dense=0.5) for number in (3, 1, 2)]
    assert numbers(best_of_each_arm(brought, 2)) == [1, 2]


@given(SOME, st.integers(1, 10))
def test_no_arm_keeps_more_than_its_limit_and_none_loses_its_best(
    brought: list[tuple[int, dict[str, float]]], limit: int
) -> None:
    kept = best_of_each_arm([found(number, **scores) for number, scores in brought], limit)
    assert len(kept) <= 2 * limit
    for arm in ("dense", "sparse"):
        best = max((scores[arm] for _, scores in brought if arm in scores), default=None)
        assert best is None or any(one.places.scores.get(arm) == best for one in kept)


def test_an_entry_that_two_sources_bring_is_unpacked_once() -> None:
    calls: list[Entry] = []

    def unpack() -> Entry:
        calls.append(ENTRY)
        return ENTRY

    twice = [Found(ENTRY.id, source, Places({}, {}), unpack) for source in ("duckdb", "longterm")]
    assert [one.source for one in unpacked(twice)] == ["duckdb", "longterm"]
    assert len(calls) == 1


def test_a_damaged_entry_does_not_keep_the_others_from_being_found(caplog: pytest.LogCaptureFixture) -> None:
    packed = pack_entry(ENTRY)
    brought = [
        Found(UUID(int=number), "longterm", Places({}, {}), partial(unpack_entry, body))
        for number, body in enumerate((packed[:20], packed))
    ]
    with caplog.at_level(logging.WARNING):
        assert [one.entry.id for one in unpacked(brought)] == [ENTRY.id]
    assert f"{UUID(int=0)} is passed over" in caplog.text
