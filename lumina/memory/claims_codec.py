"""Claims as bytes: a claim, and when it was said, with the zone."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from lumina.known import Claim, ClaimType, Day, Mode, UnitState
from lumina.memory.entries import instant, moment
from lumina.memory.frames import frame, packb, row, unframe


def pack_claim(claim: Claim, at: datetime) -> bytes:
    """The claim, and when it was said, with the zone."""
    packed = (
        *(claim.type, claim.about, claim.kind, claim.value, claim.text, claim.confidence, claim.mode),
        *(_day(claim.since), _day(claim.until), claim.replaces, claim.names),
        claim.target.bytes if claim.target else b"",
        *instant(at),
        *(claim.state or "", claim.act),
    )
    return frame(b"CL", packb(packed, unicode_errors="surrogatepass"))


def _day(day: Day | None) -> tuple[str, str] | None:
    return (day.first.isoformat(), day.precision) if day else None


def unpack_claim(packed: bytes) -> tuple[Claim, datetime]:
    """Raises Damaged when these are not the bytes of a claim."""
    type_, about, kind, value, text, sure, mode, since, until, replaces, names, target, *more = row(
        unframe(b"CL", packed)
    )
    state, act = more[2:] or ("", 0)
    claim = Claim(
        type=ClaimType(type_),
        about=about,
        kind=kind,
        value=value,
        text=text,
        confidence=sure,
        mode=Mode(mode),
        since=_a_day(since),
        until=_a_day(until),
        replaces=replaces,
        names=tuple(names),
        target=UUID(bytes=target) if target else None,
        state=UnitState(state) if state else None,
        act=act,
    )
    return claim, moment(more[0], more[1])


def _a_day(day: Sequence[Any] | None) -> Day | None:
    return Day(date.fromisoformat(day[0]), day[1]) if day else None
