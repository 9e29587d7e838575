"""Turns as rows, with their texts sealed, and rows as turns."""

import json
import logging
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from lumina.errors import Damaged, KeyGone
from lumina.models import Role, Turn

logger = logging.getLogger(__name__)

SEALED: Final = "turn"
SECOND = timedelta(seconds=1)
NOWHERE = timedelta()
ROLES = {role.value: role for role in Role}


@dataclass(frozen=True, slots=True)
class ThreadCounted:
    """A thread with how many turns of it hold, how many of those are no character's, and how many wait to be
    distilled."""

    thread: UUID
    room: str
    opened: datetime
    last_turn: datetime
    turns: int
    of_people: int
    waiting: int


def readable(opened: Callable[[UUID | bytes, bytes], bytes], turn: UUID | bytes, sealed: bytes | None) -> str | None:
    """The text of a turn, empty where its words were let go (None); None where it is damaged: then it is as if it were
    gone. Raises KeyGone."""
    if sealed is None:
        return ""
    try:
        return opened(turn, sealed).decode()
    except KeyGone:
        raise
    except Damaged as error:
        logger.warning("it is passed over: %s", error)
        return None


def as_json(turns: Iterable[Turn], seal: Callable[[UUID | bytes, bytes], bytes]) -> str:
    rows = [
        {
            "nr": nr,
            "id": str(turn.id),
            "ref": turn.ref,
            "room": turn.room,
            "thread": str(turn.thread),
            "speaker": turn.speaker,
            "role": turn.role,
            "text": None if turn.let_go else b64encode(seal(turn.id, turn.text.encode())).decode(),
            "at": turn.at.astimezone(UTC).isoformat(),
            "witnesses": sorted(turn.witnesses),
            "failed": turn.failed,
            "left_for": turn.left_for and str(turn.left_for),
            "zone": (turn.at.utcoffset() or NOWHERE) // SECOND,
        }
        for nr, turn in enumerate(turns)
    ]
    return json.dumps(rows, ensure_ascii=False)


def turn_of(row: Sequence[Any], text: str) -> Turn:
    role, heard, gone = ROLES[row[5]], frozenset[str](row[9]), row[6] is None
    more = row[10], row[11], row[12], row[13]
    return Turn(row[0], row[1], row[2], row[3], row[4], role, text, _at(row), heard, *more, gone)


def _at(row: Sequence[Any]) -> datetime:
    """The moment, with the offset of the place where it was said."""
    return row[7].astimezone(_zone(row[8]))


@lru_cache(maxsize=256)
def _zone(seconds: int) -> timezone:
    return timezone(seconds * SECOND)
