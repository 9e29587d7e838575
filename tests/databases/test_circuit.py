"""The circuit breaker, by a clock in the test's hand."""

import asyncio
from dataclasses import dataclass

import pytest

from lumina.databases.circuit import REFUSALS, Circuit
from lumina.errors import StoreDown, StoreFull


@dataclass
class Seconds:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def circuit(seconds: Seconds) -> Circuit:
    return Circuit("Engine", rest=2.0, now=seconds)


async def fail(circuit: Circuit, seconds: Seconds, after: float = 0.0) -> None:
    with pytest.raises(StoreDown, match="gone"):
        async with circuit.calling():
            seconds.now += after
            raise StoreDown(store="Engine", why="gone")


async def test_refusals_in_a_row_open_it(circuit: Circuit, seconds: Seconds) -> None:
    for _ in range(REFUSALS - 1):
        await fail(circuit, seconds)
    assert circuit.state == "closed"
    async with circuit.calling():
        pass
    for _ in range(REFUSALS):
        assert circuit.state == "closed"
        await fail(circuit, seconds)
    assert circuit.state == "open"


async def test_one_call_that_was_waited_for_opens_it(circuit: Circuit, seconds: Seconds) -> None:
    await fail(circuit, seconds, after=5.0)
    assert circuit.state == "open"


async def break_off(circuit: Circuit, seconds: Seconds, after: float) -> None:
    with pytest.raises(asyncio.CancelledError):
        async with circuit.calling():
            seconds.now += after
            raise asyncio.CancelledError


async def test_calls_that_are_broken_off_soon_say_nothing_of_the_engine(circuit: Circuit, seconds: Seconds) -> None:
    for _ in range(REFUSALS):
        await break_off(circuit, seconds, after=0.1)
    assert circuit.state == "closed"


async def test_two_calls_that_are_broken_off_late_open_it(circuit: Circuit, seconds: Seconds) -> None:
    await break_off(circuit, seconds, after=1.5)
    assert circuit.state == "closed"
    await break_off(circuit, seconds, after=1.5)
    assert circuit.state == "open"


async def test_open_it_does_not_call_and_says_what_was_wrong(circuit: Circuit, seconds: Seconds) -> None:
    await fail(circuit, seconds, after=5.0)
    with pytest.raises(StoreDown, match="gone"):
        async with circuit.calling():
            pytest.fail("the engine was called")


async def test_after_a_rest_one_probe_goes_through_and_one_only(circuit: Circuit, seconds: Seconds) -> None:
    await fail(circuit, seconds, after=5.0)
    seconds.now += 2.0
    async with circuit.calling():
        assert circuit.state == "half-open"
        with pytest.raises(StoreDown):
            circuit.admit()
    assert circuit.state == "closed"


async def test_a_probe_that_fails_opens_it_for_as_long_again(circuit: Circuit, seconds: Seconds) -> None:
    await fail(circuit, seconds, after=5.0)
    seconds.now += 2.0
    await fail(circuit, seconds)
    assert circuit.state == "open"
    with pytest.raises(StoreDown):
        circuit.admit()
    seconds.now += 2.0
    circuit.admit()


async def test_a_probe_of_which_nothing_is_heard_makes_room_for_another(circuit: Circuit, seconds: Seconds) -> None:
    await fail(circuit, seconds, after=5.0)
    for _ in range(2):
        seconds.now += 2.0
        circuit.admit()
        with pytest.raises(StoreDown):
            circuit.admit()


async def test_an_engine_that_is_full_answers(circuit: Circuit, seconds: Seconds) -> None:
    for _ in range(REFUSALS):
        with pytest.raises(StoreFull):
            async with circuit.calling():
                raise StoreFull(store="Engine", why="no room")
    assert circuit.state == "closed"
    await fail(circuit, seconds, after=5.0)
    seconds.now += 2.0
    with pytest.raises(StoreFull):
        async with circuit.calling():
            raise StoreFull(store="Engine", why="no room")
    assert circuit.state == "closed"
