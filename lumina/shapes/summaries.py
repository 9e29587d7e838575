"""The shapes of summaries."""

from datetime import date, datetime
from uuid import UUID

from typing_extensions import TypedDict

from lumina.distil.summaries.told import text
from lumina.shapes.units import Turns, refs
from lumina.summaries import Summary


class SentenceShape(TypedDict):
    """A sentence, with what the turns are called by which it is known."""

    text: str
    told: str
    evidence: list[str]


SummaryShape = TypedDict(
    "SummaryShape",
    {
        "id": UUID,
        "kind": str,
        "about": str,
        "from": date,
        "to": date,
        "text": str,
        "evidence": list[str],
        "version": int,
    },
)
"""A summary of the days from `from` to `to`; `about` is a week's first day, a name, a topic, a character, a room, or
"me"."""


class VersionShape(TypedDict):
    """A version of a summary, and why there is one."""

    version: int
    at: datetime
    text: str
    why: str
    by: str
    digest: str


def summary(value: Summary, turns: Turns, present: date) -> SummaryShape:
    """Its days have their year where that is not the present one."""
    return {
        "id": value.id,
        "kind": value.kind,
        "about": value.about,
        "from": value.first,
        "to": value.last,
        "text": text(value, present),
        "evidence": refs(value.evidence, turns),
        "version": value.version,
    }


def sentences(value: Summary, turns: Turns) -> list[SentenceShape]:
    return [{"text": one.text, "told": one.told, "evidence": refs(one.evidence, turns)} for one in value.sentences]


def version(value: Summary) -> VersionShape:
    return {
        "version": value.version,
        "at": value.at,
        "text": text(value),
        "why": value.why,
        "by": value.by,
        "digest": value.digest,
    }
