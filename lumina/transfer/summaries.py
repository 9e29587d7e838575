"""Summaries as lines of JSON, there and back. What is taken in of them is what cannot be made anew: the sentences that
turns tell whose words were let go."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID

from lumina.summaries import Sentence, Summary, SummaryKind, summary_id
from lumina.transfer.formats import moment
from lumina.transfer.package import Line


def summary_line(one: Summary, names: Mapping[UUID, str]) -> Line:
    """A version."""
    return {
        "id": str(one.id),
        "kind": one.kind,
        "about": one.about,
        "from": one.first.isoformat(),
        "to": one.last.isoformat(),
        "at": one.at.isoformat(),
        "version": one.version,
        "why": one.why,
        "by": one.by,
        "language": one.language,
        "witnesses": sorted(one.witnesses),
        "sentences": [_sentence_line(each, names) for each in one.sentences],
    }


def _sentence_line(each: Sentence, names: Mapping[UUID, str]) -> Line:
    return {
        "text": each.text,
        "told": each.told,
        "evidence": [names.get(turn, str(turn)) for turn in each.evidence],
        "sources": list(map(str, each.evidence)),
        "day": each.day.isoformat(),
        "speaker": each.speaker,
        "worth": each.worth,
        "asked": each.asked,
    }


def summary_of(row: Line, person: str) -> Summary:
    """Raises ValueError, KeyError, TypeError."""
    kind = SummaryKind(row["kind"])
    return Summary(
        id=summary_id(person, kind, row["about"]),
        kind=kind,
        about=row["about"],
        first=date.fromisoformat(row["from"]),
        last=date.fromisoformat(row["to"]),
        language=row["language"],
        sentences=tuple(map(_sentence, row["sentences"])),
        at=moment(row["at"]),
        witnesses=frozenset(row["witnesses"]),
        version=row["version"],
        why=row["why"],
        by=row["by"],
    )


def _sentence(row: Mapping[str, Any]) -> Sentence:
    evidence = tuple(map(UUID, row["sources"]))
    day = date.fromisoformat(row["day"])
    return Sentence(row["text"], evidence, row["told"], day, row["speaker"], row["worth"], row["asked"])
