"""What is new of a person, told as it comes, over a web socket."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from lumina.api.callers import caller_of, person_of
from lumina.api.house import House, house_of
from lumina.api.problems import language_of
from lumina.api.pulse import Pulse
from lumina.errors import LuminaError
from lumina.models import Turn
from lumina.news import ChangedMemory, Item, JobRan, NewMemory, Place
from lumina.shapes.browsed import said
from lumina.shapes.events import prompted
from lumina.shapes.plain import all_plain

router = APIRouter()

BAD_CREDENTIALS: Final = 1008
SLOW: Final = 1013
"""Try again later: from the last event on."""

PATIENCE_SECONDS: Final = 10.0
"""Who does not take an event for so long is dropped."""


@asynccontextmanager
async def _pulse(house: House, person: str, place: Place) -> AsyncGenerator[Pulse]:
    pulse = house.pulses.get(person)
    if pulse is None:
        pulse = house.pulses[person] = Pulse(house.lumina.news, person, place)
        house.beating[person] = asyncio.create_task(pulse.beat())
    pulse.listeners += 1
    try:
        yield pulse
    finally:
        pulse.listeners -= 1
        if not pulse.listeners:
            del house.pulses[person]
            house.beating.pop(person).cancel()


@router.websocket("/events/stream")
async def stream(socket: WebSocket, person: str | None = None, last_event_id: str | None = None) -> None:
    """`hello`, then every new `turn`, `memory`, `change` (of a memory) and `job`; with `last_event_id`, what came
    since. `speaking`, where a character begins of its own accord: `/api/chat/{turn}/events` follows it. Bad credentials
    close with 1008, a client that is too slow with 1013."""
    await socket.accept()
    try:
        whose = await person_of(await caller_of(socket), person)
        begin = Place.read(last_event_id) if last_event_id else None
    except (LuminaError, ValueError):
        await socket.close(BAD_CREDENTIALS)
        return
    telling = asyncio.create_task(_tell(socket, house_of(socket), whose, begin))
    leaving = asyncio.create_task(_left(socket))
    try:
        await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (telling, leaving):
            task.cancel()
    with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, LuminaError, TimeoutError):
        await telling
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(SLOW)


async def _left(socket: WebSocket) -> None:
    """Until the client goes; what it says is not listened to."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass


async def _tell(socket: WebSocket, house: House, person: str, begin: Place | None) -> None:
    news = house.lumina.news
    place = begin or await news.latest(person)
    async with _pulse(house, person, place) as pulse:
        rooms = [room.name for room in await house.lumina.rooms.all(person)]
        await _send(socket, "hello", place, {"person": person, "rooms": rooms})
        begun = 0
        while True:
            moved = pulse.moved
            for number, spoken in [one for one in pulse.begun if one[0] > begun]:
                begun = number
                await _send(socket, "speaking", place, prompted(spoken.prompt, language_of(socket)))
            while told := await news.after(person, place):
                for place, item in told:
                    await _send(socket, *_named(item, place))
            await moved.wait()


def _named(item: Item, place: Place) -> tuple[str, Place, Any]:
    match item:
        case Turn():
            return "turn", place, said(item)
        case NewMemory():
            return "memory", place, {"memory": item.memory, "tier": item.tier, "kind": item.kind}
        case ChangedMemory():
            return "change", place, {"memory": item.memory, "change": item.change, "at": item.at}
        case JobRan():
            return "job", place, {"name": item.name, "at": item.at, "result": item.result}


async def _send(socket: WebSocket, name: str, place: Place, data: Any) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await socket.send_json({"event": name, "id": str(place), "data": all_plain(data)})
