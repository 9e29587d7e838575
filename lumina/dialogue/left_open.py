"""What was left open is asked about once its day has come: once, by whoever speaks first."""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Protocol

from lumina.clock import Clock
from lumina.distil.lasting import CERTAIN
from lumina.distil.wording import names
from lumina.known import ME, Claim, Claimed, ClaimType, Known, Loop, claim_id
from lumina.language.acts import asks, does, part_kinds, smalltalk
from lumina.language.deeds import deeds
from lumina.language.feelings import by_its_words
from lumina.language.moods import is_quiet
from lumina.language.when.spans import last_day
from lumina.models import EVERYBODY, Role, Turn

LATE = 14
"""Days after which nobody asks any more."""

LEAVING = frozenset({"parts", "rests", "sends_off", "scolded", "complained", "forgives"})
WANTED = frozenset({"consoles", "encourages", "celebrates", "asked_back"})
"""What waits for an answer of its own."""

EXCLAIMS = re.compile(r"[!！]{3}")
"""With which news bursts out, that wants to be heard before anything is asked."""

FIRST_LINES = 3
"""Of so many of the person's lines at the beginning of a sitting, the first that lets it be asked does."""


class Claims(Protocol):
    async def put(self, guard: Any, claims: Sequence[Claimed]) -> int: ...


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """A sitting ends where nobody has spoken in the room for the `idle` time."""

    known: Callable[[str, datetime, str | None], Awaitable[Known]]
    claims: Claims
    clock: Clock
    idle: timedelta

    async def to_ask(self, turn: Turn, before: Sequence[Turn], viewer: str) -> Loop | None:
        """What the viewer asks about in answer to a turn, behind those `before` it in the room: of what the viewer
        heard and nobody asked about or closed, what was due last."""
        sitting = [*self._sitting(turn, before)]
        if not _fits(turn.text, [one.text for one in sitting if one.role is Role.PERSON]):
            return None
        due = [one for one in (await self.known(turn.person, turn.at, viewer)).loops if _is_due(one, turn, sitting)]
        if not due:
            return None
        whole = {one.id: one for one in (await self.known(turn.person, turn.at, None)).loops}
        here = {one.id for one in sitting}
        if any(here.intersection(one.asked) for one in whole.values()):
            return None
        return max(
            (one for one in due if one.id in whole and _is_due(whole[one.id], turn, sitting)),
            key=lambda one: (_last(one), one.said),
            default=None,
        )

    def _sitting(self, turn: Turn, before: Sequence[Turn]) -> Iterator[Turn]:
        """What was said in it before the turn, the newest first."""
        at = turn.at
        for one in reversed([one for one in before if one.id != turn.id and one.at <= turn.at]):
            if at - one.at >= self.idle:
                break
            at = one.at
            yield one

    async def note(self, guard: Any, loop: Loop, answer: Turn) -> None:
        """That the answer asked, everybody knows: it is asked once. The same again is the same."""
        asked = Claim(ClaimType.ASKED, ME, "", loop.what, "", loop.confidence, target=loop.id)
        id_ = claim_id(answer.person, answer.id, "system", asked)
        everybody = frozenset({EVERYBODY})
        await self.claims.put(guard, [Claimed(id_, asked, answer.id, answer.at, self.clock(), everybody, "system")])


def _fits(said: str, before: Sequence[str]) -> bool:
    """Not where somebody is in distress, presses, corrects or leaves, nor beside what may tell of it already: how a
    thing went, or a sitting that has brought news; of questions, only beside the very first."""
    if len(before) >= FIRST_LINES or is_quiet(said, before) or does("presses", said):
        return False
    if any(by_its_words(text) or _kinds(text) & WANTED for text in (said, *before)) or _kinds(said) & LEAVING:
        return False
    if smalltalk(said):
        return True
    return not (does("corrects", said) or does("outcome", said) or (before and asks(said)))


def _kinds(text: str) -> set[str]:
    return {kind for sentence in part_kinds(text) for kind in sentence}


def _is_due(loop: Loop, turn: Turn, sitting: Sequence[Turn]) -> bool:
    """Its day has come, within the last two weeks; it was not told, nor spoken of, a moment ago. Nobody is asked how a
    funeral went."""
    if loop.state != "open" or loop.due is None or loop.asked or loop.confidence < CERTAIN:
        return False
    if does("funerals", loop.what) and not loop.is_reminder:
        return False
    told = {turn.id, *(one.id for one in sitting)}
    days = (turn.at.date() - _last(loop)).days
    own = [turn, *(one for one in sitting if one.role is Role.PERSON)]
    return (
        0 <= days <= LATE
        and not told.intersection(loop.evidence)
        and not any(_speaks_of(one.text, loop) for one in own)
    )


def _speaks_of(text: str, loop: Loop) -> bool:
    """Whether a text names it, or tells that it is done."""
    return names(text, loop) or bool(deeds(text, "closes") & deeds(loop.what, "opens"))


def _last(loop: Loop) -> date:
    return last_day(loop.due) if loop.due else date.min
