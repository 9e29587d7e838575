"""Dates in a text, resolved against the moment at which it is said (with its zone)."""

from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from functools import lru_cache

from lumina.known import Precision
from lumina.language.scripts import language_of
from lumina.language.when.english import moments_in_english
from lumina.language.when.japanese import moments_in_japanese
from lumina.language.when.reckoning import reckoned


@dataclass(frozen=True, slots=True)
class When:
    """A time that a text names: from `first` to `last` (both within it), how exactly it is named, and where in the text
    it stands (`begin`, `end`, offsets into the text as given)."""

    first: date
    last: date
    precision: Precision
    begin: int
    end: int


def moments(text: str, at: datetime) -> list[When]:
    """The times that a text names, in the order of the text; what cannot be resolved is left out rather than
    guessed, and at the ends of the calendar, or where a text reckons beyond them, all of it."""
    return [*_read(text, at.replace(tzinfo=None), at.tzinfo)]


@lru_cache(maxsize=512)
def _read(text: str, local: datetime, zone: tzinfo | None) -> tuple[When, ...]:
    """Of a time of day in a zone: the same moment may be another day elsewhere."""
    read = moments_in_english if language_of(text) == "en" else moments_in_japanese
    return tuple(When(*one) for one in reckoned(read, text, local.replace(tzinfo=zone)))
