"""One turn of a transcript file, validated."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn, cast

from lumina.errors import BadFile, BadText, BadTime, Reason, because
from lumina.reports import ImportedTurn
from lumina.texts import LONGEST, checked_text, wrong_with_name

NAME_LIMIT = 300
"""Characters of a speaker, ref, room, thread or witness."""

Object = Mapping[str, object]
Complain = Callable[[Reason], NoReturn]


def moment(text: str) -> datetime:
    """The moment that an ISO 8601 text names. Raises BadTime where it is none, or has no zone of whole seconds."""
    try:
        found = datetime.fromisoformat(text)
        found.astimezone(UTC)  # the years 1 and 9999 have moments that UTC does not
    except (ValueError, OverflowError) as error:
        raise BadTime(text=text) from error
    offset = found.utcoffset()
    if offset is None or offset.microseconds:
        raise BadTime(text=text)
    return found


def complaint(path: Path, line: int) -> Complain:
    """Complains about a line by raising BadFile."""

    def complain(why: Reason) -> NoReturn:
        raise BadFile(path=path, line=line, why=why)

    return complain


def parsed(path: Path, text: str, line: int) -> object:
    """The JSON value of a text that begins at this line of the file."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        why = because("this is not JSON ({error} at column {column})", error=error.msg.lower(), column=error.colno)
        raise BadFile(path=path, line=line + error.lineno - 1, why=why) from error
    except (ValueError, RecursionError) as error:
        raise BadFile(path=path, line=line, why=because("this JSON cannot be read ({error})", error=error)) from error


def an_object(value: object, wanted: Reason, complain: Complain) -> Object:
    if not isinstance(value, dict):
        complain(because("{wanted}, and this is {kind}", wanted=wanted, kind=kind(value)))
    return cast(Object, value)


def a_list(value: object, wanted: Reason, complain: Complain) -> list[object]:
    if not isinstance(value, list):
        complain(because("{wanted}, and this is {kind}", wanted=wanted, kind=kind(value)))
    return cast(list[object], value)


def kind(value: object) -> Reason:
    """What sort of JSON value this is, in words."""
    match value:
        case None:
            return because("nothing")
        case bool():
            return because("true or false")
        case int() | float():
            return because("a number")
        case str():
            return because("a text")
        case list():
            return because("a list")
        case _:
            return because("an object")


def imported_turn(line: Object, complain: Complain) -> ImportedTurn:
    return ImportedTurn(
        speaker=text_of(line, "speaker", complain),
        text=text_of(line, "text", complain, LONGEST),
        at=_moment(text_of(line, "at", complain), complain),
        ref=_name(line, "ref", complain),
        room=_name(line, "room", complain),
        thread=_name(line, "thread", complain),
        witnesses=_witnesses(line.get("witnesses"), complain),
    )


def checked_moment(turn: ImportedTurn, latest: datetime | None, complain: Complain) -> ImportedTurn:
    """The turn, unless it was said later than `latest`: a clock that is wrong, or a date that is."""
    if latest is not None and turn.at > latest:
        complain(
            because(
                "\"at\": '{text}' lies in the future, as of {latest} at the latest: mend the date, or the clock",
                text=turn.at.isoformat(),
                latest=latest.isoformat(timespec="minutes"),
            )
        )
    return turn


def text_of(line: Object, name: str, complain: Complain, limit: int = NAME_LIMIT) -> str:
    """A text that has to be there, fit to be kept; no longer than a name it has to be fit for one."""
    value = line.get(name)
    if value is None:
        complain(because('"{name}" is missing', name=name))
    if not isinstance(value, str):
        wanted = because('"{name}" must be a text', name=name)
        complain(because("{wanted}, and this is {kind}", wanted=wanted, kind=kind(value)))
    if len(value) > limit:
        complain(
            because(
                '"{name}" has {length} characters, and {most} is the most',
                name=name,
                length=f"{len(value):,}",
                most=f"{limit:,}",
            )
        )
    try:
        kept = checked_text(value)
    except BadText as error:
        complain(because('"{name}" cannot be kept: {why}', name=name, why=error.details["why"]))
    if limit == NAME_LIMIT and (why := wrong_with_name(kept)):
        complain(because('"{name}" cannot be kept: {why}', name=name, why=why))
    return kept


def _name(line: Object, name: str, complain: Complain) -> str:
    return "" if line.get(name) in ("", None) else text_of(line, name, complain)


def _moment(text: str, complain: Complain) -> datetime:
    try:
        return moment(text)
    except BadTime:
        complain(
            because(
                "\"at\": '{text}' is no moment: write ISO 8601 with a zone, such as 2026-11-22T09:00:00+09:00",
                text=text,
            )
        )


def _witnesses(value: object, complain: Complain) -> frozenset[str] | None:
    if value is None:
        return None
    names = a_list(value, because('"witnesses" must be a list of names'), complain)
    return frozenset(text_of({"witnesses": name}, "witnesses", complain) for name in names)
