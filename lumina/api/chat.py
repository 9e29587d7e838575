"""Talk: a turn is begun, followed event by event (server-sent events), come back to, and stopped."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, Depends, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, ConfigDict, Field

from lumina.api.callers import Person
from lumina.api.house import Inside, house_of
from lumina.api.once import Key, digest
from lumina.api.problems import documented, language_of, problem_of
from lumina.api.relaying import RemoteTurn, Shown
from lumina.api.showing import MOST_SHOWN, Showing, seen
from lumina.api.streams import Stream
from lumina.errors import BadInput, SaidBefore, because
from lumina.images import MOST
from lumina.language.messages import Messages
from lumina.models import derived_id
from lumina.reports import Recalled
from lumina.shapes import events
from lumina.shapes.plain import all_plain
from lumina.texts import LONGEST_NAME, wrong_with_name

router = APIRouter(prefix="/chat", tags=["chat"])

LastEvent = Annotated[
    str | None, Header(alias="Last-Event-ID", description="The last event that was seen: what came after it is told.")
]
MOST_CONTEXT: Final = 4_000
"""Characters of what a client says of the situation."""

Room = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, description="The room in which it is said.")]


class Saying(BaseModel):
    """What a person says in a room."""

    model_config = ConfigDict(extra="forbid")

    user_text: str = Field(description="The words.", examples=["ただいま。今日は何を話そうか"])
    images: list[Showing] = Field(
        default_factory=list[Showing],
        max_length=MOST,
        description="Shown with the words, which may then be empty. Kept without their metadata, at most 2048 pixels "
        "on a side, and seen by a model that can see.",
    )
    room: Room = "web"
    to: list[Annotated[str, Field(max_length=LONGEST_NAME)]] = Field(
        default_factory=list[str], max_length=50, description="Whispered: only these characters hear and remember it."
    )
    instead: UUID | None = Field(
        None,
        description="Said in place of these words of the person's in the same room: the talk goes on from there. What "
        "was said from them on is left: it stays readable (`/api/turns?branch=`), and is not remembered.",
    )
    client_context: str = Field(
        "",
        max_length=MOST_CONTEXT,
        description="What the client knows of the situation (what is on the screen, where the person is): told to who "
        "answers, in this turn alone, as data and never as an instruction; kept nowhere.",
        examples=["画面には京都の地図が出ている"],
    )


class Again(BaseModel):
    """Where an answer is asked for once more."""

    model_config = ConfigDict(extra="forbid")

    room: Room = "web"


Following = tuple[Stream | RemoteTurn, int]


async def said(
    saying: Saying, house: Inside, person: Person, last_event: LastEvent = None, key: Key = None
) -> Following:
    """A turn that begins now; or, for who comes back or asks once more by the same key, the one that began before."""
    if last_event:
        return await house.after(person, last_event)
    room = checked_room(saying.room)
    images = await seen(saying.images)
    to = [house.lumina.cast.find(name).id for name in saying.to]

    once = derived_id("once", person, key) if key else None

    async def begin() -> Stream | RemoteTurn:
        try:
            running = await house.lumina.talk.begin(
                saying.user_text,
                person=person,
                room=room,
                wait=False,
                to=to,
                instead=saying.instead,
                images=images,
                client=saying.client_context,
                once=once,
            )
        except SaidBefore as before:  # to another machine, or to this one before it was started again
            return await house.turn(person, UUID(str(before.details["turn"])))
        return await house.streams.note(running)

    return await house.once.run(person, key, digest("chat", saying), begin), 0


async def again(asked: Again, house: Inside, person: Person) -> Following:
    """The answer to the last words of a room that is missing, or did not come to its end."""
    running = await house.lumina.talk.begin_again(person=person, room=checked_room(asked.room), wait=False)
    return await house.streams.note(running), 0


async def rejoined(turn: UUID, house: Inside, person: Person, last_event: LastEvent = None) -> Following:
    stream, after = await house.after(person, last_event) if last_event else (await house.turn(person, turn), 0)
    if stream.turn != turn:
        raise BadInput(why=because("the header Last-Event-ID names another turn"))
    return stream, after


def checked_room(room: str) -> str:
    """Raises BadInput."""
    if why := wrong_with_name(room):
        raise BadInput(why=because("the room cannot be called so: {why}", why=why))
    return room


STREAMED: dict[int | str, dict[str, Any]] = {
    **documented(404, 409),
    200: {
        "description": "The events `turn`, `recalled`, `token`, `reply`, then `done` or `error`, each with an id. The "
        "turn goes on whether or not anybody listens."
    },
}


@router.post("", response_class=EventSourceResponse, responses=STREAMED, max_body_size=MOST_SHOWN)
async def say(request: Request, following: Annotated[Following, Depends(said)]) -> AsyncIterable[ServerSentEvent]:
    """Say something and hear the answers. With `Last-Event-ID` nothing is said: what was begun before is told on. A
    second message in a room where somebody is being answered is refused (409 `chat_busy`)."""
    async for event in _told(request, following):
        yield event


@router.post("/again", response_class=EventSourceResponse, responses=STREAMED)
async def ask_again(
    request: Request, following: Annotated[Following, Depends(again)]
) -> AsyncIterable[ServerSentEvent]:
    """Ask once more for an answer to the last words that have none, or none that came to its end."""
    async for event in _told(request, following):
        yield event


@router.get("/{turn}/events", response_class=EventSourceResponse, responses=STREAMED)
async def follow(
    request: Request, following: Annotated[Following, Depends(rejoined)]
) -> AsyncIterable[ServerSentEvent]:
    """Follow a turn from its first event on, or from behind `Last-Event-ID`, as a browser's EventSource does."""
    async for event in _told(request, following):
        yield event


@router.post("/{turn}/stop", status_code=204, responses=documented(404))
async def stop(turn: UUID, house: Inside, person: Person) -> None:
    """End what is being said where it is. It is kept as far as it came, and can be asked for again."""
    found = await house.turn(person, turn)
    if isinstance(found, RemoteTurn):
        await found.stop()
    else:
        found.running.stop()


async def _told(request: Request, following: Following) -> AsyncIterator[ServerSentEvent]:
    turn, last = following
    language = language_of(request)
    shown = turn.follow(last, language) if isinstance(turn, RemoteTurn) else _shown(request, turn, last)
    try:
        async for number, name, says in shown:
            last = number
            yield ServerSentEvent(event=name, data=says, id=turn.name(last))
    except Exception as error:  # the answer has begun: what goes wrong is told in it
        problem = problem_of(error, language).model_dump(exclude_none=True)
        yield ServerSentEvent(event="error", data=problem, id=turn.name(last + 1))


async def _shown(request: Request, stream: Stream, last: int) -> AsyncIterator[Shown]:
    """A turn that runs here."""
    begins, messages = request.method == "POST" and not last, Messages(language_of(request))
    async for number, event in stream.running.follow(last):
        if begins and isinstance(event, Recalled):  # once a turn, however many follow it
            house_of(request).metrics.note_recall(event.recollection.timings_ms)
        name, shape = events.event(event, messages)
        yield number, name, all_plain(shape)
