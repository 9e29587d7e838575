"""In which order tests run where several processes share them."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def dealt(tests: Sequence[T], workers: int, group_of: Callable[[T], str]) -> list[T]:
    """Those that take long begin first, a group on one worker: who has one of them left at the end has nobody to share
    it with. xdist gives each worker an equal share, in this order, and lets who is done take from the ends of others'.
    `group_of` is empty where a test takes no time to speak of; those keep their order."""
    groups: dict[str, list[T]] = {}
    for test in tests:
        groups.setdefault(group_of(test), []).append(test)
    rest = iter(groups.pop("", []))
    first: list[list[T]] = [[] for _ in range(workers)]
    for number, group in enumerate(groups.values()):
        first[number % workers] += group
    order: list[T] = []
    for number, begun in enumerate(first):
        share = (len(tests) - len(order)) // (workers - number)
        order += [*begun, *islice(rest, max(share - len(begun), 0))]
    return order
