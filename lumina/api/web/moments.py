"""Moments as a browser's fields write them."""

from datetime import date, datetime, time, timedelta

from lumina.errors import BadInput, BadTime, because


def end_of_day(day: str) -> datetime | None:
    """The last moment of a day by this place's clocks; None where none is named. Raises BadInput."""
    try:
        return datetime.combine(date.fromisoformat(day), time.max).astimezone() if day else None
    except (ValueError, OverflowError):
        raise _no_day(day) from None


def start_of_day(day: str) -> datetime | None:
    """The first moment of a day, as end_of_day()."""
    last = end_of_day(day)
    return datetime.combine(last.date(), time()).astimezone() if last else None


def span(within: str) -> tuple[datetime, datetime]:
    """The first moment of a year (2026), a month (2026-05) or a day (2026-05-14) by this place's clocks, and the first
    one behind it. Raises BadInput."""
    try:
        first, last = _span(*map(int, within.split("-")))
        return first.astimezone(), last.astimezone()
    except (TypeError, ValueError, OverflowError):
        raise _no_day(within) from None


def _no_day(text: str) -> BadInput:
    return BadInput(why=because("'{text}' names no day: write 2026-05-14, or next Tuesday", text=text[:40]))


def _span(year: int, month: int | None = None, day: int | None = None) -> tuple[datetime, datetime]:
    if month is None:
        return datetime.combine(date(year, 1, 1), time()), datetime.combine(date(year + 1, 1, 1), time())
    if day is None:
        behind = date(year + month // 12, month % 12 + 1, 1)
        return datetime.combine(date(year, month, 1), time()), datetime.combine(behind, time())
    first = datetime.combine(date(year, month, day), time())
    return first, first + timedelta(days=1)


def moment(text: str) -> datetime | None:
    """By this place's clocks where no zone is named; None where nothing is. Raises BadTime."""
    try:
        return datetime.fromisoformat(text).astimezone() if text else None
    except (ValueError, OverflowError):
        raise BadTime(text=text[:40]) from None
