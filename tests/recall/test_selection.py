"""What goes on from the sources to the scorer."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from lumina.models import Arm, Found
from lumina.recall.selection import best_of_each_arm, ranks

SCORES = st.dictionaries(st.sampled_from(["dense", "sparse"]), st.floats(0, 1), min_size=1)
SOME = st.dictionaries(st.integers(0, 20), SCORES, max_size=21)


def found(source: str, scores: Mapping[int, Mapping[str, float]]) -> Found:
    """A source that has these entries, by number, with their scores in each arm."""
    arms: defaultdict[str, list[tuple[float, bytes]]] = defaultdict(list)
    for number, of_arms in scores.items():
        for arm, score in of_arms.items():
            arms[arm].append((-score, UUID(int=number).bytes))
    ordered = {arm: sorted(ranked) for arm, ranked in arms.items()}
    named = {arm: Arm([id_ for _, id_ in best], [-score for score, _ in best]) for arm, best in ordered.items()}
    return Found(source, named, nothing)


async def nothing(ids: Sequence[bytes]) -> Mapping[bytes, bytes]:
    raise AssertionError(ids)


def numbers(kept: Mapping[bytes, Found]) -> list[int]:
    return sorted(UUID(bytes=id_).int for id_ in kept)


def test_an_arm_is_one_list_over_all_sources() -> None:
    days, today = found("duckdb", {1: {"sparse": 0.2}, 3: {"sparse": 0.5}}), found("redis", {2: {"sparse": 0.9}})
    assert numbers(best_of_each_arm([days, today], 2)) == [2, 3]


def test_of_the_vectors_half_as_many_go_on_as_of_words_among_one_speakers_turns_too() -> None:
    for group in ("", "/speaker"):
        scores = {
            number: {way + group: number / 10}
            for way, first in (("dense", 1), ("sparse", 5))
            for number in range(first, first + 4)
        }
        assert numbers(best_of_each_arm([found("duckdb", scores)], 4)) == [3, 4, 5, 6, 7, 8]


def test_who_is_among_the_best_of_any_arm_goes_on() -> None:
    scores = {1: {"dense": 0.9}, 2: {"sparse": 0.1}, 3: {"dense": 0.8, "sparse": 0.05}, 4: {"dense": 0.1}}
    assert numbers(best_of_each_arm([found("duckdb", scores)], 1)) == [1, 2]


def test_ties_go_by_id_whatever_the_order_of_the_sources() -> None:
    brought = [found(str(number), {number: {"sparse": 0.5}}) for number in (3, 1, 2)]
    assert numbers(best_of_each_arm(brought, 2)) == [1, 2]


@given(SOME, st.integers(1, 10))
def test_no_arm_keeps_more_than_its_limit_and_none_loses_its_best(
    brought: dict[int, dict[str, float]], limit: int
) -> None:
    kept = numbers(best_of_each_arm([found("duckdb", brought)], limit))
    assert len(kept) <= 2 * limit
    for arm in ("dense", "sparse"):
        best = max((scores[arm] for scores in brought.values() if arm in scores), default=None)
        assert best is None or any(brought[number].get(arm) == best for number in kept)


def test_what_several_sources_bring_is_read_from_the_first_and_has_the_ranks_of_all() -> None:
    first = found("redis", {1: {"dense": 0.9}, 2: {"dense": 0.8}})
    second = found("longterm", {3: {"sparse": 0.9}, 2: {"sparse": 0.8, "dense": 0.1}})
    brought = best_of_each_arm([first, second], 5)
    assert {UUID(bytes=id_).int: one.source for id_, one in brought.items()} == {1: "redis", 2: "redis", 3: "longterm"}
    expected = {"redis:dense": 2, "longterm:sparse": 2, "longterm:dense": 1}
    assert ranks([first, second], UUID(int=2).bytes) == expected
