"""Where one thread ends and the next begins."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.resources import files
from uuid import UUID

from lumina.language.tokens import fold
from lumina.models import Turn

DOMAIN_SCORE = 0.6
"""From this score on a text counts as being about a domain (DESIGN.md section 8)."""


@dataclass(frozen=True, slots=True)
class ThreadSoFar:
    """The open thread of a room: its domain ("" while unknown), the time of its last turn, how many turns it has."""

    domain: str
    last_turn: datetime
    turns: int


@dataclass(frozen=True, slots=True)
class Limits:
    """A thread ends after so long a silence and so many turns."""

    idle: timedelta
    turns: int


def boundary(
    text: str,
    at: datetime,
    talk: ThreadSoFar | None,
    *,
    domains: Mapping[str, float],
    shifted: bool,
    limits: Limits,
) -> str:
    """Why this text begins a new thread: "first", "idle", "turns", "phrase", "domain" or "topic"; "" if it does not.

    `domains` scores the text by domain, `shifted` says whether its cosine with the thread fell below the embedder's
    threshold.
    """
    if talk is None:
        return "first"
    checks = {
        "idle": at - talk.last_turn >= limits.idle,
        "turns": talk.turns >= limits.turns,
        "phrase": opens_with_turn_away(text),
        "domain": _other_domain(talk.domain, domains),
        "topic": shifted,
    }
    return next((reason for reason, holds in checks.items() if holds), "")


def domain_of(domains: Mapping[str, float]) -> str:
    """The domain that the text is clearly about, or ""."""
    best = max(domains, key=lambda name: (domains[name], name), default="")
    return best if best and domains[best] >= DOMAIN_SCORE else ""


def _other_domain(current: str, domains: Mapping[str, float]) -> bool:
    wanted = domain_of(domains)
    return bool(current and wanted) and wanted != current and domains.get(current, 0.0) < DOMAIN_SCORE


def opens_with_turn_away(text: str) -> bool:
    """Whether the text begins with a phrase that changes the subject, such as 「ところで」 or "by the way"."""
    return _FILLERS.sub("", fold(text)).startswith(_PHRASES)


def _phrases() -> tuple[str, ...]:
    lines = files("lumina.dialogue").joinpath("turning_away.txt").read_text(encoding="utf-8").splitlines()
    return tuple(fold(line.strip()) for line in lines if line.strip() and not line.startswith("#"))


_PHRASES = _phrases()
_FILLERS = re.compile(
    r"^(?:(?:oh|ah|well|hey|so|um|uh|okay|ok|あっ?|え|えっと|うん|まあ|ねえ)?[\s、。,.!?…「『\"'(ー〜~]+)*"
)


def overflow(
    waiting: Sequence[Turn], open_thread: object, *, window_min: int, window_max: int
) -> list[tuple[Turn, ...]]:
    """The segments of a room's waiting turns (those that no memory has, oldest first) that are to be distilled now.

    Of the open thread, once more than `window_max` wait, all but the last `window_min`; of every other thread all. A
    segment is of one thread and has at most `window_max` turns.
    """
    leaving: list[Turn] = []
    for thread, turns in _by_thread(waiting).items():
        staying = 0 if thread != open_thread else window_min if len(turns) > window_max else len(turns)
        leaving += turns[: len(turns) - staying]
    return segments(leaving, window_max)


def segments(turns: Sequence[Turn], most: int) -> list[tuple[Turn, ...]]:
    """Turns in their order cut into segments: each of one thread and of at most `most` turns."""
    threads = _by_thread(turns).values()
    return [tuple(its[at : at + most]) for its in threads for at in range(0, len(its), most)]


def _by_thread(turns: Sequence[Turn]) -> dict[UUID, list[Turn]]:
    threads: dict[UUID, list[Turn]] = {}
    for turn in turns:
        threads.setdefault(turn.thread, []).append(turn)
    return threads
