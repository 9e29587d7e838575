"""What the person says who was asked about something left open: how it went, that it comes later, or never mind."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from lumina.clock import later
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.acts import asks, does
from lumina.language.tokens import analyse
from lumina.language.when.moments import moments
from lumina.models import Role, Turn

SURE = 0.9
UNTIL_LATER = timedelta(days=7)
"""What is put off to no day in particular is asked about after so long."""


def asked_before(before: Sequence[Turn], asked: Mapping[UUID, Claim]) -> Claim | None:
    """What the person was asked about a moment ago: since their last words but one."""
    own = 0
    for turn in reversed(before):
        if turn.id in asked:
            return asked[turn.id]
        own += turn.role is Role.PERSON
        if own > 1:
            break
    return None


def answer_to(asked: Claim, text: str, at: datetime) -> Claim | None:
    """What the answer says of what was `asked` about; None where it is none, or nothing has come of it yet."""
    if does("drops", text):
        return _said(asked, ClaimType.LOOP, text, mode=Mode.FORGETS)
    ahead = _ahead(text, at)
    if does("puts_off", text) or (ahead and does("pending", text)):
        return _said(asked, ClaimType.LOOP, text, until=ahead or Day(later(at, UNTIL_LATER).date()))
    if does("outcome", text) or _says_of(asked.value, text):
        return _said(asked, ClaimType.CLOSE, text)
    return None


def _says_of(what: str, text: str) -> bool:
    """Whether the text states something of it, and not that it is to come still."""
    return not (asks(text) or does("pending", text)) and bool({*analyse(what).words} & {*analyse(text).words})


def _ahead(text: str, at: datetime) -> Day | None:
    days = [one for one in moments(text, at) if one.last > at.date()]
    return Day(days[0].first, days[0].precision) if days else None


def _said(asked: Claim, type_: ClaimType, text: str, mode: Mode = Mode.IS, until: Day | None = None) -> Claim:
    return Claim(type_, ME, "", asked.value, text, SURE, mode, until=until, target=asked.target)
