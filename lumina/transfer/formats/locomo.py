"""The format of LoCoMo (snap-research/LoCoMo): one sample or a list of them, each with numbered sessions of turns.

A turn's `ref` is its dia_id, its thread the session, its room the sample. Sessions are dated, turns are not. A shared
image stands behind the words, by its caption. Questions, summaries and turns in which nothing was said are passed over.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn, cast

from lumina.clock import later
from lumina.errors import Reason, because
from lumina.language.captions import with_caption
from lumina.reports import ImportedTurn
from lumina.transfer.formats.line import (
    Complain,
    Object,
    a_list,
    an_object,
    checked_moment,
    complaint,
    imported_turn,
    kind,
    parsed,
    text_of,
)

BETWEEN_TURNS = timedelta(seconds=30)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
SESSION = re.compile(r"session_(\d+)")
SESSION_START = re.compile(r"(\d{1,2}):(\d{2}) ?([ap])m on (\d{1,2}) ([a-z]{3})[a-z]*,? (\d{4})", re.IGNORECASE)


def read_locomo(path: Path, lines: list[str], latest: datetime | None) -> Iterator[ImportedTurn]:
    """Times are UTC. Raises BadFile."""
    value = parsed(path, "\n".join(lines), 1)
    one = isinstance(value, dict)
    samples: list[object] = [value] if one else a_list(value, because("samples come in a list"), complaint(path, 1))
    for number, sample in enumerate(samples, 1):
        yield from _sample(sample, f"sample {number}", _Finder(path, lines, latest))


class _Finder:
    """Tells the line of a turn in a file that was parsed as a whole, whose turns were said by `latest`."""

    def __init__(self, path: Path, lines: list[str], latest: datetime | None) -> None:
        self._path = path
        self._lines = lines
        self.latest = latest

    def complaint(self, where: str, *marks: object) -> Complain:
        """Complains about the line of the last mark that is found, each sought from the one before it on."""

        def complain(why: Reason) -> NoReturn:
            line = 0
            for quoted in map(json.dumps, marks):
                line = next((n for n in range(line, len(self._lines)) if quoted in self._lines[n]), line)
            complaint(self._path, line + 1)(because("{where}: {why}", where=where, why=why))

        return complain


def _sample(value: object, name: str, finder: _Finder) -> Iterator[ImportedTurn]:
    complain = finder.complaint(name)
    sample = an_object(value, because("a sample is an object"), complain)
    name = text_of(sample, "sample_id", complain) if "sample_id" in sample else name
    talk = an_object(sample.get("conversation"), because('"conversation" must be an object'), complain)
    for number in sorted(int(found[1]) for key in talk if (found := SESSION.fullmatch(key))):
        yield from _session(talk, number, name, finder)


def _session(talk: Object, number: int, sample: str, finder: _Finder) -> Iterator[ImportedTurn]:
    key, where = f"session_{number}", f"{sample}, session {number}"
    complain = finder.complaint(where, sample, key)
    at = _start(talk.get(f"{key}_date_time"), complain)
    for position, value in enumerate(a_list(talk[key], because("a session is a list of turns"), complain), 1):
        complain_of_turn = finder.complaint(f"{where}, turn {position}", sample, key, _dia_id(value))
        turn = an_object(value, because("a turn is an object"), complain_of_turn)
        if said := _said(turn, complain_of_turn):
            place = {"ref": turn.get("dia_id"), "room": sample, "thread": f"session {number}", "at": at.isoformat()}
            spoken = imported_turn({**place, "speaker": turn.get("speaker"), "text": said}, complain_of_turn)
            yield checked_moment(spoken, finder.latest, complain_of_turn)
        at = later(at, BETWEEN_TURNS)


def _dia_id(turn: object) -> object:
    return cast(Object, turn).get("dia_id") if isinstance(turn, dict) else None


def _said(turn: Object, complain: Complain) -> str:
    text, caption = turn.get("text") or "", turn.get("blip_caption") or ""
    for part in (text, caption):
        if not isinstance(part, str):
            wanted = because('"text" and "blip_caption" must be texts')
            complain(because("{wanted}, and this is {kind}", wanted=wanted, kind=kind(part)))
    return with_caption(str(text), str(caption))


def _start(value: object, complain: Complain) -> datetime:
    found = SESSION_START.fullmatch(value.strip()) if isinstance(value, str) else None
    if not found or found[5].lower() not in MONTHS:
        complain(because('its "date_time" must be such as "1:56 pm on 8 May, 2023"'))
    hour, minute, half, day, month, year = found.groups()
    try:
        hours = int(hour) % 12 + (12 if half in "pP" else 0)
        return datetime(int(year), MONTHS.index(month.lower()) + 1, int(day), hours, int(minute), tzinfo=UTC)
    except ValueError as error:
        complain(because('its "date_time" names no moment ({error})', error=error))
