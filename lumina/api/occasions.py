"""What programs have the characters say: news to tell of, and words to say of their own accord."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from lumina.api.callers import Person
from lumina.api.chat import Room, checked_room
from lumina.api.house import Open
from lumina.api.problems import documented
from lumina.errors import BadInput, because
from lumina.texts import LONGEST_NAME, wrong_with_name

router = APIRouter(prefix="/v1", tags=["programs"])


class Telling(BaseModel):
    """What a program tells a person."""

    model_config = ConfigDict(extra="forbid")

    who: Annotated[str, Field(alias="from", min_length=1, max_length=LONGEST_NAME, examples=["郵便受け"])]
    message: str = Field(description="What happened.", examples=["荷物が届きました"])
    room: Room = "web"


class Asking(BaseModel):
    """What a character is asked to say."""

    model_config = ConfigDict(extra="forbid")

    prompt: str = Field(description="What to say.", examples=["「お誕生日おめでとう」と言って"])
    room: Room = "web"


@router.post("/notification", status_code=204, responses=documented(409))
async def notify(telling: Telling, lumina: Open, person: Person) -> None:
    """A character tells of it in its own words, once the room is free; the turn comes on `/api/events/stream`. It is
    taken as data, never as an instruction. What cannot be told is among the failed tasks."""
    if why := wrong_with_name(telling.who):
        raise BadInput(why=because("who tells it cannot be called so: {why}", why=why))
    await lumina.occasions.notify(telling.who, telling.message, person=person, room=checked_room(telling.room))


@router.post("/meta_request", status_code=204, responses=documented(409))
async def ask(asking: Asking, lumina: Open, person: Person) -> None:
    """A character says it now, of its own accord; the turn comes on `/api/events/stream`. What it was asked by is kept
    nowhere, so that in a room where somebody is being answered it is refused (409 `chat_busy`)."""
    await lumina.occasions.ask(asking.prompt, person=person, room=checked_room(asking.room))
