"""Tests that take long are the first of the workers' shares."""

from hypothesis import given
from hypothesis import strategies as st

from harness.dealing import dealt

TESTS = st.lists(st.tuples(st.sampled_from(["", "", "", "kills", "disks", "wheel", "notebook"]), st.uuids()))


def group_of(test: tuple[str, object]) -> str:
    return test[0]


@given(tests=TESTS, workers=st.integers(1, 5))
def test_every_test_is_dealt_once_and_short_ones_keep_their_order(tests: list[tuple[str, object]], workers: int):
    order = dealt(tests, workers, group_of)
    assert sorted(order) == sorted(tests)
    assert [test for test in order if not test[0]] == [test for test in tests if not test[0]]


@given(tests=TESTS, workers=st.integers(1, 5))
def test_whatever_asks_for_engines_is_dealt_once_too(tests: list[tuple[str, object]], workers: int):
    order = dealt(tests, workers, group_of, lambda test: str(test[1])[0] if str(test[1]) < "4" else "")
    assert sorted(order) == sorted(tests)


def test_engines_are_asked_for_on_half_of_the_workers_a_file_on_one():
    tests = ["plain", "a 1", "plain", "a 2", "b 1", *["plain"] * 6, "c 1"]

    def engines_of(test: str) -> str:
        return "" if test == "plain" else test[0]

    assert dealt(tests, 4, lambda _: "", engines_of) == [
        *("a 1", "a 2", "c 1"),
        *("b 1", "plain", "plain"),
        *["plain"] * 6,
    ]
    assert dealt(tests[1:5], 4, lambda _: "", engines_of) == tests[1:5]


def test_each_worker_begins_with_long_ones_of_one_file():
    tests = ["short"] * 5 + ["kills 1", "kills 2"] + ["short"] * 5 + ["disks 1", "short", "disks 2", "wheel 1"]

    def file_of(test: str) -> str:
        return "" if test == "short" else test.split(maxsplit=1)[0]

    assert dealt(tests, 2, file_of) == [
        *("kills 1", "kills 2", "wheel 1", *["short"] * 5),
        *("disks 1", "disks 2", *["short"] * 6),
    ]
