"""Dates in English, against the moment at which they are said."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from lumina.language.when.moments import moments

LONDON = datetime(2026, 1, 6, 19, tzinfo=ZoneInfo("Europe/London"))  # a Tuesday
NEW_YORK = datetime(2026, 1, 6, 19, tzinfo=ZoneInfo("America/New_York"))
SYDNEY = datetime(2026, 1, 6, 19, tzinfo=ZoneInfo("Australia/Sydney"))

NAMED = [
    ("my aunt sent a card and I sail to Oslo on Friday", "2026-01-09", "2026-01-09", "day"),
    ("Ben called and he comes over on Thursday", "2026-01-08", "2026-01-08", "day"),
    ("we painted the hall so the carpet people come Friday", "2026-01-09", "2026-01-09", "day"),
    ("I saw Ruth and my cousin on Sunday", "2026-01-04", "2026-01-04", "day"),
    ("she baked scones and I ate them on Sunday", "2026-01-04", "2026-01-04", "day"),
    ("my niece is getting married on Friday", "2026-01-09", "2026-01-09", "day"),
    ("I'm so excited for the gig on Friday", "2026-01-09", "2026-01-09", "day"),
    ("he's not rung me since Sunday", "2026-01-04", "2026-01-04", "day"),
    ("no news since the 2nd", "2026-01-02", "2026-01-02", "day"),
    ("since Friday is a holiday, we drive to Wales", "2026-01-09", "2026-01-09", "day"),
    ("tuesday night and i'm on the settee", "2026-01-06", "2026-01-06", "day"),
    ("happy tuesday everyone", "2026-01-06", "2026-01-06", "day"),
    ("it's tuesday!", "2026-01-06", "2026-01-06", "day"),
    ("when's the fair? it's Friday", "2026-01-09", "2026-01-09", "day"),
    ("it was fine yesterday", "2026-01-05", "2026-01-05", "day"),
    ("I rang the day before yesterday", "2026-01-04", "2026-01-04", "day"),
    ("the sale is day after tomorrow", "2026-01-08", "2026-01-08", "day"),
    ("see you tomorrow then", "2026-01-07", "2026-01-07", "day"),
    ("the test is next Tuesday", "2026-01-13", "2026-01-13", "day"),
    ("half term starts a week on Monday", "2026-01-19", "2026-01-19", "day"),
    ("he comes a fortnight tomorrow", "2026-01-21", "2026-01-21", "day"),
    ("it starts a fortnight on Monday", "2026-01-26", "2026-01-26", "day"),
    ("the boiler man comes two weeks on Thursday", "2026-01-22", "2026-01-22", "day"),
    ("my pass runs out a week from Thursday and I'm broke", "2026-01-15", "2026-01-15", "day"),
    ("the exam is Saturday week", "2026-01-17", "2026-01-17", "day"),
    ("they fly Friday fortnight", "2026-01-23", "2026-01-23", "day"),
    ("we sign three weeks from today", "2026-01-27", "2026-01-27", "day"),
    ("I quit the gym on Monday", "2026-01-05", "2026-01-05", "day"),
    ("clear the loft by easter, I've no excuse", "2026-04-05", "2026-04-05", "day"),
    ("the party is a week today", "2026-01-13", "2026-01-13", "day"),
    ("we met last Friday", "2026-01-02", "2026-01-02", "day"),
    ("I told them Monday", "2026-01-05", "2026-01-05", "day"),
    ("Sunday I slept till noon", "2026-01-04", "2026-01-04", "day"),
    ("They kept him in till Friday", "2026-01-09", "2026-01-09", "day"),
    ("it closes on Wednesday", "2026-01-07", "2026-01-07", "day"),
    ("the tooth is coming out on the 22nd", "2026-01-22", "2026-01-22", "day"),
    ("the bill came on the 22nd", "2025-12-22", "2025-12-22", "day"),
    ("they gave me Thursday the 15th", "2026-01-15", "2026-01-15", "day"),
    ("my viva is on Monday, the 19th", "2026-01-19", "2026-01-19", "day"),
    ("Born on the 5th of November", "2025-11-05", "2025-11-05", "day"),
    ("it is on Nov 5", "2026-11-05", "2026-11-05", "day"),
    ("he arrived on 18 May 2019", "2019-05-18", "2019-05-18", "day"),
    ("due 2026-02-28", "2026-02-28", "2026-02-28", "day"),
    ("the wedding is in September", "2026-09-01", "2026-09-30", "month"),
    ("he died in 2019", "2019-01-01", "2019-12-31", "year"),
    ("I moved here last month", "2025-12-01", "2025-12-31", "month"),
    ("I moved to Norwich last weekend", "2026-01-03", "2026-01-04", "week"),
    ("it broke a fortnight ago", "2025-12-22", "2025-12-28", "week"),
    ("I started three weeks ago", "2025-12-15", "2025-12-21", "week"),
    ("I quit six months ago", "2025-07-01", "2025-07-31", "month"),
    ("we fly in two weeks", "2026-01-19", "2026-01-25", "week"),
    ("results in six to eight weeks", "2026-03-02", "2026-03-08", "week"),
    ("we met last spring", "2025-03-01", "2025-05-31", "season"),
    ("I stopped on New Year's Day", "2026-01-01", "2026-01-01", "day"),
    ("it has to be done by Easter", "2026-04-05", "2026-04-05", "day"),
    ("they said the end of next week", "2026-01-16", "2026-01-16", "day"),
    ("the match is on 25/12", "2026-12-25", "2026-12-25", "day"),
    ("we were there on Bonfire Night", "2025-11-05", "2025-11-05", "day"),
    ("my birthday is the day before Bonfire Night", "2026-11-04", "2026-11-04", "day"),
    ("the lease ends a fortnight after Easter", "2026-04-19", "2026-04-19", "day"),
    ("the fair is the Saturday before Christmas", "2026-12-19", "2026-12-19", "day"),
    ("we camp the weekend after Easter", "2026-04-11", "2026-04-12", "week"),
    ("I gave up sugar nine days ago today", "2025-12-28", "2025-12-28", "day"),
    ("I handed it in a week ago yesterday", "2025-12-29", "2025-12-29", "day"),
    ("he flies ten days from tomorrow", "2026-01-17", "2026-01-17", "day"),
    ("rent goes out the last Friday of this month", "2026-01-30", "2026-01-30", "day"),
    ("the choir sings the second Sunday in May", "2026-05-10", "2026-05-10", "day"),
    ("we sign on the 12th of next month", "2026-02-12", "2026-02-12", "day"),
    ("it is due the last day of February", "2026-02-28", "2026-02-28", "day"),
    ("she was in on Friday gone", "2026-01-02", "2026-01-02", "day"),
    ("the shop reopens on the August bank holiday", "2026-08-31", "2026-08-31", "day"),
    ("we sign on the twenty-first", "2026-01-21", "2026-01-21", "day"),
    ("we sign on the thirty first of March", "2026-03-31", "2026-03-31", "day"),
    ("the thirteenth of next month at noon", "2026-02-13", "2026-02-13", "day"),
    ("Saturday the twenty-first of March, at two", "2026-03-21", "2026-03-21", "day"),
    ("Sunday the twenty-first of March, at two", "2026-03-21", "2026-03-21", "day"),
    ("it is Friday the twenty-third", "2026-01-23", "2026-01-23", "day"),
    ("it is Thursday the 31st, two o'clock", "2026-01-31", "2026-01-31", "day"),
    ("they come on 21 March, a Saturday", "2026-03-21", "2026-03-21", "day"),
    ("ring me Saturday first thing", "2026-01-10", "2026-01-10", "day"),
]


@pytest.mark.parametrize(("text", "first", "last", "precision"), NAMED)
def test_a_time_is_resolved_against_the_moment_of_speaking(text: str, first: str, last: str, precision: str) -> None:
    found = moments(text, LONDON)
    assert [(str(one.first), str(one.last), one.precision) for one in found] == [(first, last, precision)]


@pytest.mark.parametrize(
    "text",
    [
        "I have been one since lockdown",
        "at half nine",
        "on Fridays",
        "I may go",
        "the 5th floor",
        "the thirteenth floor",
        "he was ill that first April",
        "31/31",
        "the day before the talk",
        "2026-02-30",
    ],
)
def test_what_names_no_day_is_left_out(text: str) -> None:
    assert moments(text, LONDON) == []


def test_a_weekday_that_stands_beside_no_day_of_the_month_is_another_day() -> None:
    found = moments("we open on 12 March and Saturday", LONDON)
    assert [str(one.first) for one in found] == ["2026-03-12", "2026-01-10"]


def test_figures_are_read_by_the_habit_of_the_zone() -> None:
    assert [str(one.first) for one in moments("it is on 12/05", LONDON)] == ["2026-05-12"]
    assert [str(one.first) for one in moments("it is on 12/05", NEW_YORK)] == ["2026-12-05"]


def test_the_seasons_of_the_south_are_the_other_way_round() -> None:
    assert [str(one.first) for one in moments("we met last spring", SYDNEY)] == ["2025-09-01"]


def test_a_moment_says_where_in_the_text_it_stands() -> None:
    text = "the tooth is coming out on the 22nd, at noon"
    (found,) = moments(text, LONDON)
    assert text[found.begin : found.end] == "on the 22nd"


def test_a_day_that_is_said_to_be_now_and_is_not_is_none() -> None:
    assert moments("friday night and i'm home alone", LONDON) == []
    assert [one.first.isoformat() for one in moments("Friday I'm off to Cardiff", LONDON)] == ["2026-01-09"]
