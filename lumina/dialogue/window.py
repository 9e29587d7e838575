"""The short-term window: turns as messages, and messages as turns."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage

from lumina.language.acts import Mood
from lumina.language.moods import REMEMBERED_LINES, lasting_mood
from lumina.models import Role, Turn

TURN, THREAD, AT = "turn", "thread", "at"
"""Under these keys a message of the window names its turn, its thread, and when it was said."""

LATELY = timedelta(minutes=45)
LAST = 2
"""So long ago, and so many lines of another thread, weigh on the mood of this one."""


def turn_of(message: BaseMessage) -> UUID | None:
    """The turn that a message of the window is, where it says so."""
    turn = message.additional_kwargs.get(TURN)
    return UUID(turn) if turn else None


def thread_of(message: BaseMessage) -> UUID | None:
    thread = message.additional_kwargs.get(THREAD)
    return UUID(thread) if thread else None


def said_at(message: BaseMessage) -> datetime | None:
    """When a message of the window was said, where it says so: older checkpoints do not."""
    at = message.additional_kwargs.get(AT)
    return datetime.fromisoformat(at) if isinstance(at, str) else None


def is_turn(message: object) -> bool:
    """Whether this may stand in the window."""
    if not isinstance(message, HumanMessage | AIMessage) or not isinstance(message.content, str) or not message.id:
        return False
    try:
        return all(name is None or name.version for name in (turn_of(message), thread_of(message)))
    except (ValueError, AttributeError, TypeError):
        return False


def as_message(turn: Turn, *, message: str = "") -> AnyMessage:
    """A turn as it stands in the window."""
    kind = AIMessage if turn.role is Role.CHARACTER else HumanMessage
    named = {TURN: str(turn.id), THREAD: str(turn.thread), AT: turn.at.isoformat()}
    return kind(turn.text, id=message or str(turn.id), name=turn.speaker, additional_kwargs=named)


def mood_of(window: Sequence[BaseMessage]) -> Mood:
    """How heavy the talk is that the window shows."""
    *before, said = ["", *(message.text for message in window if isinstance(message, HumanMessage))]
    return lasting_mood(said, before[-REMEMBERED_LINES:])


def lately(window: Sequence[BaseMessage], said: int, now: datetime) -> list[BaseMessage]:
    """What the person said before in the thread of these words; and a moment ago in another: who is in distress begins
    no other talk by pausing, or by another word."""
    thread = thread_of(window[said]) if said >= 0 else None
    before = [one for place, one in enumerate(window) if place != said and isinstance(one, HumanMessage)]
    others = [one for one in before if thread_of(one) != thread and (at := said_at(one)) and now - at <= LATELY]
    near = {id(one) for one in others[-LAST:]}
    return [one for one in before if thread_of(one) == thread or id(one) in near]
