"""Which days a question asks for as a whole."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from lumina.recall.spans import asked_span

MONDAY = datetime(2026, 9, 28, 20, tzinfo=ZoneInfo("Asia/Tokyo"))


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("what did I do at the weekend?", date(2026, 9, 26), date(2026, 9, 27)),
        ("how was my weekend?", date(2026, 9, 26), date(2026, 9, 27)),
        ("What did I get up to on Saturday?", date(2026, 9, 26), date(2026, 9, 26)),
        ("what did I do last week?", date(2026, 9, 21), date(2026, 9, 27)),
        ("what was I up to in August?", date(2026, 8, 1), date(2026, 8, 31)),
        ("what did we talk about last time?", date(2026, 9, 18), date(2026, 9, 28)),
        ("先週末、何してた？", date(2026, 9, 26), date(2026, 9, 27)),
        ("土曜日、俺何してたっけ", date(2026, 9, 26), date(2026, 9, 26)),
        ("先月どうだった？", date(2026, 8, 1), date(2026, 8, 31)),
        ("最近どうだった？", date(2026, 9, 18), date(2026, 9, 28)),
    ],
)
def test_the_days_that_are_asked_for(question: str, first: date, last: date) -> None:
    assert asked_span(question, MONDAY) == (first, last)


@pytest.mark.parametrize(
    "said", ["what am I doing at the weekend?", "週末は何する？", "We went on Saturday", "土曜に映画を見た"]
)
def test_what_asks_for_no_days_that_were(said: str) -> None:
    assert asked_span(said, MONDAY) is None


def test_on_the_weekend_itself_it_is_meant() -> None:
    assert asked_span("what did I do at the weekend?", datetime(2026, 9, 27, 9, tzinfo=ZoneInfo("Asia/Tokyo"))) == (
        date(2026, 9, 26),
        date(2026, 9, 27),
    )
