"""Claims as lines of JSON, there and back: what turns say, and what the owner did with it."""

from datetime import date
from typing import Any
from uuid import UUID

from lumina.known import Claim, Claimed, ClaimType, Day, Mode, UnitState, claim_id
from lumina.transfer.formats import moment
from lumina.transfer.package import Line


def claim_line(claimed: Claimed) -> Line:
    """`turn` is null where the owner did it by a command."""
    claim = claimed.claim
    return {
        "id": str(claimed.id),
        "type": claim.type,
        "about": claim.about,
        "kind": claim.kind,
        "value": claim.value,
        "text": claim.text,
        "confidence": claim.confidence,
        "mode": claim.mode,
        "since": _day(claim.since),
        "until": _day(claim.until),
        "replaces": claim.replaces,
        "names": claim.names,
        "target": str(claim.target) if claim.target else None,
        "state": claim.state,
        "act": claim.act,
        "turn": str(claimed.turn) if claimed.turn else None,
        "at": claimed.at.isoformat(),
        "recorded": claimed.recorded.isoformat(),
        "witnesses": sorted(claimed.witnesses),
        "source": claimed.source,
    }


def _day(day: Day | None) -> Line | None:
    return {"first": day.first.isoformat(), "precision": day.precision} if day else None


def claimed_of(row: Line, person: str) -> Claimed:
    """What a turn says has the id that reading the turn again would give it. Raises ValueError, KeyError, TypeError."""
    claim = Claim(
        type=ClaimType(row["type"]),
        about=row["about"],
        kind=row["kind"],
        value=row["value"],
        text=row["text"],
        confidence=row["confidence"],
        mode=Mode(row["mode"]),
        since=_a_day(row["since"]),
        until=_a_day(row["until"]),
        replaces=row["replaces"],
        names=tuple(row["names"]),
        target=UUID(row["target"]) if row["target"] else None,
        state=UnitState(row["state"]) if row["state"] else None,
        act=row["act"],
    )
    turn, source = UUID(row["turn"]) if row["turn"] else None, row["source"]
    return Claimed(
        id=claim_id(person, turn, source, claim) if turn and source != "owner" else UUID(row["id"]),
        claim=claim,
        turn=turn,
        at=moment(row["at"]),
        recorded=moment(row["recorded"]),
        witnesses=frozenset(row["witnesses"]),
        source=source,
    )


def _a_day(day: Any) -> Day | None:
    return Day(date.fromisoformat(day["first"]), day["precision"]) if day else None
