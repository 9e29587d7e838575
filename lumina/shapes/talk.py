"""The shapes of turns, and of what a turn brings while it goes on."""

from datetime import datetime
from typing import NotRequired
from uuid import UUID

from typing_extensions import TypedDict

from lumina.language.messages import Messages
from lumina.models import Turn
from lumina.reports import Replied


class TurnShape(TypedDict):
    """`turn` is what it is called: the name that an imported file gave it, else its id. `let_go` stands there only
    where its words are not kept any more: then `text` is empty."""

    turn: str
    speaker: str
    text: str
    at: datetime
    let_go: NotRequired[bool]


class ReplyShape(TypedDict):
    """`failed` stands there only where the model did not answer to the end, and says why."""

    speaker: str
    text: str
    turn: UUID
    reason: str
    failed: NotRequired[str]


def name_of(turn: Turn) -> str:
    """What a turn is called: the name that its file gave it, else its id."""
    return turn.ref or str(turn.id)


def turn(value: Turn) -> TurnShape:
    shape: TurnShape = {"turn": name_of(value), "speaker": value.speaker, "text": value.text, "at": value.at}
    if value.let_go:
        shape["let_go"] = True
    return shape


def reply(value: Replied, messages: Messages) -> ReplyShape:
    turn = value.turn
    shape: ReplyShape = {
        "speaker": turn.speaker,
        "text": turn.text,
        "turn": turn.id,
        "reason": value.reason[messages.language],
    }
    if value.failed:
        shape["failed"] = messages.failure(value.failed)
    return shape
