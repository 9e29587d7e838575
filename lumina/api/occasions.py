"""What programs have the characters say: news to tell of, and words to say of their own accord."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from lumina.api.callers import Person
from lumina.api.chat import Room, checked_room
from lumina.api.house import Inside
from lumina.api.once import Key, digest
from lumina.api.problems import documented
from lumina.api.showing import MOST_SHOWN, Showing, seen
from lumina.errors import BadInput, because
from lumina.images import MOST
from lumina.texts import LONGEST_NAME, wrong_with_name

router = APIRouter(prefix="/v1", tags=["programs"])


class Telling(BaseModel):
    """What a program tells a person."""

    model_config = ConfigDict(extra="forbid")

    who: Annotated[str, Field(alias="from", min_length=1, max_length=LONGEST_NAME, examples=["郵便受け"])]
    message: str = Field(description="What happened.", examples=["荷物が届きました"])
    images: list[Showing] = Field(
        default_factory=list[Showing],
        max_length=MOST,
        description="Shown with it, to a model that can see; kept beside what the character says of it.",
    )
    room: Room = "web"


class Asking(BaseModel):
    """What a character is asked to say."""

    model_config = ConfigDict(extra="forbid")

    prompt: str = Field(description="What to say.", examples=["「お誕生日おめでとう」と言って"])
    images: list[Showing] = Field(
        default_factory=list[Showing],
        max_length=MOST,
        description="Shown with it, to a model that can see; kept nowhere, like the prompt.",
    )
    room: Room = "web"


@router.post("/notification", status_code=204, responses=documented(409), max_body_size=MOST_SHOWN)
async def notify(telling: Telling, house: Inside, person: Person, key: Key = None) -> None:
    """A character tells of it in its own words, once the room is free: `/api/events/stream` says when it begins
    (`speaking`), `/api/chat/{turn}/events` follows it, and the turn comes on `/api/events/stream`. It is taken as data,
    never as an instruction. What cannot be told is among the failed tasks."""
    if why := wrong_with_name(telling.who):
        raise BadInput(why=because("who tells it cannot be called so: {why}", why=why))
    room, images = checked_room(telling.room), await seen(telling.images)

    async def tell() -> None:
        await house.lumina.occasions.notify(telling.who, telling.message, person=person, room=room, images=images)

    await house.once.run(person, key, digest("notification", telling), tell)


@router.post("/meta_request", status_code=204, responses=documented(409), max_body_size=MOST_SHOWN)
async def ask(asking: Asking, house: Inside, person: Person, key: Key = None) -> None:
    """A character says it now, of its own accord: `/api/events/stream` says when it begins (`speaking`), and has the
    turn. What it was asked by is kept nowhere, so that in a room where somebody is being answered it is refused (409
    `chat_busy`)."""
    room, images = checked_room(asking.room), await seen(asking.images)

    async def say() -> None:
        await house.lumina.occasions.ask(asking.prompt, person=person, room=room, images=images)

    await house.once.run(person, key, digest("meta_request", asking), say)
