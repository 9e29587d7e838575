"""In which order tests run where several processes share them."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def dealt(
    tests: Sequence[T],
    workers: int,
    group_of: Callable[[T], str],
    engines_of: Callable[[T], str] = lambda _: "",
) -> list[T]:
    """Those that take long begin first, a group on one worker: who has one of them left at the end has nobody to share
    it with. Then those that ask for engines, grouped as well, on half of the workers (unless most tests do): each
    worker starts its own, which costs it more than most tests. xdist gives each worker an equal share, in this order,
    and lets who is done take from the ends of others'. `group_of` is empty where a test takes no time to speak of;
    those keep their order."""
    long = _grouped(tests, group_of)
    usual = long.pop("", [])
    asking = _grouped(usual, engines_of)
    first: list[list[T]] = [[] for _ in range(workers)]
    for number, group in enumerate(long.values()):
        first[number % workers] += group
    if 2 * len(asking.get("", [])) >= len(tests):
        usual = asking.pop("", [])
        for number, group in enumerate(asking.values()):
            first[number % ((workers + 1) // 2)] += group
    rest = iter(usual)
    order: list[T] = []
    for number, begun in enumerate(first):
        share = (len(tests) - len(order)) // (workers - number)
        order += [*begun, *islice(rest, max(share - len(begun), 0))]
    return order


def _grouped(tests: Sequence[T], group_of: Callable[[T], str]) -> dict[str, list[T]]:
    groups: dict[str, list[T]] = {}
    for test in tests:
        groups.setdefault(group_of(test), []).append(test)
    return groups
