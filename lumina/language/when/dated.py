"""Relative dates of a text with the days that they name, for who reads it later."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from lumina.language.when.moments import moments

ABSOLUTE = re.compile(
    r"\d{4}|\d+\s*月\s*\d+\s*日|\d+/\d+|[a-z]{3,9}\.? \d{1,2}|\d{1,2}(?:st|nd|rd|th)? (?:of )?[a-z]{3,9}", re.I
)
"""A date that says its month and day, or its year, by itself."""


class Dated(NamedTuple):
    """Words of a text that name a day, and the day."""

    words: str
    day: date


def dated(text: str, at: datetime) -> Sequence[Dated]:
    """The days that a text names by their distance from the moment at which it was said; the present day is none."""
    named = (Dated(text[one.begin : one.end], one.first) for one in moments(text, at) if one.precision == "day")
    return [one for one in named if one.day != at.date() and not ABSOLUTE.fullmatch(one.words.strip())]
