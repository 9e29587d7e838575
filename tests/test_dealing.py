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


def test_each_worker_begins_with_long_ones_of_one_file():
    tests = ["short"] * 5 + ["kills 1", "kills 2"] + ["short"] * 5 + ["disks 1", "short", "disks 2", "wheel 1"]

    def file_of(test: str) -> str:
        return "" if test == "short" else test.split(maxsplit=1)[0]

    assert dealt(tests, 2, file_of) == [
        *("kills 1", "kills 2", "wheel 1", *["short"] * 5),
        *("disks 1", "disks 2", *["short"] * 6),
    ]
