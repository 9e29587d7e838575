"""One turn of a transcript file, validated."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn, cast

from lumina.errors import BadFile, BadText, BadTime
from lumina.reports import ImportedTurn
from lumina.texts import LONGEST, checked_text

NAME_LIMIT = 300
"""Characters of a speaker, ref, room, thread or witness."""

Object = Mapping[str, object]
Complain = Callable[[str], NoReturn]


def moment(text: str) -> datetime:
    """The moment that an ISO 8601 text names. Raises BadTime where it is none, or has no zone."""
    try:
        found = datetime.fromisoformat(text)
        found.astimezone(UTC)  # the years 1 and 9999 have moments that UTC does not
    except (ValueError, OverflowError) as error:
        raise BadTime(text=text) from error
    if found.tzinfo is None:
        raise BadTime(text=text)
    return found


def complaint(path: Path, line: int) -> Complain:
    """Complains about a line by raising BadFile."""

    def complain(why: str) -> NoReturn:
        raise BadFile(path=path, line=line, why=why)

    return complain


def parsed(path: Path, text: str, line: int) -> object:
    """The JSON value of a text that begins at this line of the file."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        why = f"this is not JSON ({error.msg.lower()} at column {error.colno})"
        raise BadFile(path=path, line=line + error.lineno - 1, why=why) from error
    except (ValueError, RecursionError) as error:
        raise BadFile(path=path, line=line, why=f"this JSON cannot be read ({error})") from error


def an_object(value: object, wanted: str, complain: Complain) -> Object:
    if not isinstance(value, dict):
        complain(f"{wanted}, and this is {kind(value)}")
    return cast(Object, value)


def a_list(value: object, wanted: str, complain: Complain) -> list[object]:
    if not isinstance(value, list):
        complain(f"{wanted}, and this is {kind(value)}")
    return cast(list[object], value)


def kind(value: object) -> str:
    """What sort of JSON value this is, in words."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"


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


def text_of(line: Object, name: str, complain: Complain, limit: int = NAME_LIMIT) -> str:
    """A text that has to be there, fit to be kept."""
    value = line.get(name)
    if value is None:
        complain(f'"{name}" is missing')
    if not isinstance(value, str):
        complain(f'"{name}" must be a text, and this is {kind(value)}')
    if len(value) > limit:
        complain(f'"{name}" has {len(value):,} characters, and {limit:,} is the most')
    try:
        return checked_text(value)
    except BadText as error:
        complain(f'"{name}" cannot be kept: {error.details["why"]}')


def _name(line: Object, name: str, complain: Complain) -> str:
    return "" if line.get(name) in ("", None) else text_of(line, name, complain)


def _moment(text: str, complain: Complain) -> datetime:
    try:
        return moment(text)
    except BadTime as error:
        complain(f'"at": {str(error).rstrip(".")}')


def _witnesses(value: object, complain: Complain) -> frozenset[str] | None:
    if value is None:
        return None
    names = a_list(value, '"witnesses" must be a list of names', complain)
    return frozenset(text_of({"witnesses": name}, "witnesses", complain) for name in names)
