"""The commands of the command line, run here for whoever has a token: `lumina … --url`."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lumina.api.callers import Caller, caller_of, person_of
from lumina.api.events import BAD_CREDENTIALS
from lumina.api.house import House, house_of
from lumina.api.problems import language_of
from lumina.databases.passing import passing_folder
from lumina.errors import BadInput, LuminaError, NotSignedIn, TooOften, because
from lumina.language.messages import Messages
from lumina.lending.frames import Frame
from lumina.lending.lender import Afar, attend
from lumina.lending.luggage import Unpacked
from lumina.lending.network import TextChannel
from lumina.texts import LONGEST, LONGEST_NAME, wrong_with_name

router = APIRouter()

PATIENCE_SECONDS: Final = 30.0
"""For who asks to say what for, and to take what is printed."""

AT_ONCE: Final = 8
"""Commands that are run for one caller."""

Word = Annotated[str, Field(max_length=LONGEST * 2)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class Terminal(BaseModel):
    """Where something is printed."""

    isatty: bool = False
    encoding: Annotated[str, Field(pattern=r"^[\w.-]{1,40}$")] = "utf-8"


class Request(BaseModel):
    """A command, and what is known of whoever asks for it."""

    model_config = ConfigDict(extra="forbid")

    arguments: Annotated[list[Word], Field(max_length=1_000)]
    user: Name | None = None
    room: Name | None = None
    environment: Annotated[dict[Name, Name], Field(max_length=40)] = {}
    size: tuple[Annotated[int, Field(ge=10, le=1_000)], Annotated[int, Field(ge=2, le=1_000)]] = (80, 24)
    out: Terminal = Terminal()
    err: Terminal = Terminal()
    names: Annotated[dict[Word, int], Field(max_length=1_000)] = {}
    """Paths that the command is given, numbered."""


@router.websocket("/commands")
async def commands(socket: WebSocket) -> None:
    """One command. Bad credentials close with 1008, behind a frame that says why."""
    await socket.accept()
    channel = _channel(socket)
    try:
        await _asked(socket, channel)
    except LuminaError as error:
        channel.send(Frame("refused", Messages(language_of(socket)).error(error)))
        await channel.drain()
        if isinstance(error, NotSignedIn):
            await _leave(socket, BAD_CREDENTIALS)
    finally:
        await channel.close()


async def _asked(socket: WebSocket, channel: TextChannel) -> None:
    house = house_of(socket)
    if "authorization" not in socket.headers:  # a page that somebody has open must not do this for them
        raise NotSignedIn(why=because("there is no token"))
    caller = await caller_of(socket)
    asked = await _frame(channel)
    request = _request(asked.value if asked.kind == "ask" else None)
    person = await person_of(caller, request.user)
    if house.commands[caller.name] >= AT_ONCE:
        raise TooOften(why=because("other commands of this caller are being run"), seconds=1)
    house.commands[caller.name] += 1
    try:
        await _run(house, channel, caller, _whole(request, person))
    finally:
        house.commands[caller.name] -= 1


async def _run(house: House, channel: TextChannel, caller: Caller, request: dict[str, Any]) -> None:
    if house.run is None:
        raise BadInput(why=because("no commands are run here"))
    async with passing_folder() as folder:
        unpacked = Unpacked(folder, request["names"])
        while not (piece := (await _frame(channel)).value).get("last"):
            await unpacked.take(piece)
        await attend(channel, request, house.run, Afar(f"api:{caller.name}", caller.operator, unpacked))


async def _frame(channel: TextChannel) -> Frame:
    """What comes before the command runs. Raises BadInput."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            frame = await channel.receive()
    except TimeoutError:
        frame = None
    if frame is None or not isinstance(frame.value, dict):
        raise BadInput(why=because("this is no command"))
    return frame


def _request(value: object) -> Request:
    """Raises BadInput."""
    try:
        return Request.model_validate(value)
    except ValidationError as error:
        raise BadInput(why=because("this is no command")) from error


def _whole(request: Request, person: str) -> dict[str, Any]:
    """As who lends a folder wants it. Raises BadInput."""
    settings = {"user": person} | ({"room": request.room} if request.room is not None else {})
    for name in settings.values():
        if why := wrong_with_name(name):
            raise BadInput(why=because("the room cannot be called so: {why}", why=why))
    return {**request.model_dump(exclude={"user", "room"}), "settings": settings}


def _channel(socket: WebSocket) -> TextChannel:
    async def put(text: str) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await socket.send_text(text)

    async def get() -> str | None:
        with suppress(WebSocketDisconnect, RuntimeError, KeyError):
            return await socket.receive_text()
        return None

    async def leave() -> None:
        await _leave(socket, 1000)

    return TextChannel(put, get, leave)


async def _leave(socket: WebSocket, code: int) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)
