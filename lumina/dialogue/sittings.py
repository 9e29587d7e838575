"""When what the window shows was said: a line before what was said on another day, or after a pause."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from langchain_core.messages import BaseMessage

from lumina.dialogue.window import said_at, thread_of
from lumina.language.bilingual import Language
from lumina.language.dates import moment

PAUSE = timedelta(minutes=10)
"""Between two threads; a sooner one is the same talk about something else."""


def moments_before(window: Sequence[BaseMessage], now: datetime, language: Language) -> list[str]:
    """For each message the moment at which it was said, in full, where a sitting begins with it; else nothing. A single
    sitting of today has none."""
    begins = [False, *(_begins(before, one, now) for before, one in pairwise(window))]
    first = said_at(window[0]) if window else None
    if any(begins) or (first and _day(first, now) != now.date()):
        begins[0] = True
    at = [said_at(one) for one in window]
    return [
        moment(said.astimezone(now.tzinfo), language) if starts and said else ""
        for starts, said in zip(begins, at, strict=False)
    ]


def _begins(before: BaseMessage, one: BaseMessage, now: datetime) -> bool:
    last, at = said_at(before), said_at(one)
    if not (last and at):
        return False
    return _day(last, now) != _day(at, now) or (thread_of(before) != thread_of(one) and at - last >= PAUSE)


def _day(at: datetime, now: datetime) -> object:
    return at.astimezone(now.tzinfo).date()
