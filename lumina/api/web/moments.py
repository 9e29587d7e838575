"""Moments as a browser's fields write them."""

from datetime import date, datetime, time

from lumina.errors import BadInput, BadTime, because


def end_of_day(day: str) -> datetime | None:
    """The last moment of a day by this place's clocks; None where none is named. Raises BadInput."""
    try:
        return datetime.combine(date.fromisoformat(day), time.max).astimezone() if day else None
    except (ValueError, OverflowError):
        raise BadInput(why=because("'{text}' names no day: write 2026-05-14, or next Tuesday", text=day[:40])) from None


def start_of_day(day: str) -> datetime | None:
    """The first moment of a day, as end_of_day()."""
    last = end_of_day(day)
    return datetime.combine(last.date(), time()).astimezone() if last else None


def moment(text: str) -> datetime | None:
    """By this place's clocks where no zone is named; None where nothing is. Raises BadTime."""
    try:
        return datetime.fromisoformat(text).astimezone() if text else None
    except (ValueError, OverflowError):
        raise BadTime(text=text[:40]) from None
