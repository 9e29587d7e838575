"""The shapes of what is kept of a person's talk, and of where it was written besides."""

from datetime import datetime

from typing_extensions import TypedDict

from lumina.lifecycle.policies import Keeping
from lumina.reports import LogMonth


class PolicyShape(TypedDict):
    """`policy` holds, "full" or "summary-only"; `chosen` says whether the person chose it (else it is the `default`).
    Of `let_go` of the `turns` the words are not kept any more."""

    policy: str
    chosen: bool
    default: str
    turns: int
    let_go: int


def policy(value: Keeping) -> PolicyShape:
    return {
        "policy": value.policy,
        "chosen": value.chosen,
        "default": value.default,
        "turns": value.turns,
        "let_go": value.let_go,
    }


class LogMonthShape(TypedDict):
    """So many turns of a month (2026-05), written as Parquet at a moment to a URL."""

    month: str
    turns: int
    at: datetime
    place: str


def log_month(value: LogMonth) -> LogMonthShape:
    return {"month": value.month, "turns": value.turns, "at": value.at, "place": value.place}
