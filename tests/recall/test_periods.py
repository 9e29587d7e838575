"""When a question says that it was."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.recall.periods import read_periods

TOKYO = timezone(timedelta(hours=9))
anywhere = st.datetimes(timezones=st.sampled_from([UTC, TOKYO]))
NOW = datetime(2026, 5, 20, 14, 0, tzinfo=TOKYO)  # a Wednesday


def day(month: int, number: int, year: int = 2026) -> datetime:
    return datetime(year, month, number, 12, 0, tzinfo=TOKYO)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("5月に行った店", day(5, 1), day(4, 30)),
        ("10月の話", day(10, 31, 2025), day(10, 31)),
        ("去年の3月に何をした？", day(3, 9, 2025), day(3, 9)),
        ("2024年12月の旅行", day(12, 25, 2024), day(12, 25, 2025)),
        ("5月3日の夕飯", day(5, 3), day(5, 4)),
        ("５月３日の夕飯", day(5, 3), day(5, 4)),
        ("昨日の夜", day(5, 19), day(5, 18)),
        ("一昨日は？", day(5, 18), day(5, 19)),
        ("先週見た映画", day(5, 11), day(5, 18)),
        ("先々週見た映画", day(5, 5), day(5, 12)),
        ("先月の予定", day(4, 2), day(5, 2)),
        ("今月の予定", day(5, 2), day(4, 2)),
        ("What did I do in May 2023?", day(5, 9, 2023), day(5, 9)),
        ("Where was she in September?", day(9, 1, 2025), day(8, 31, 2025)),
        ("on 8 May, 2025", day(5, 8, 2025), day(5, 9, 2025)),
        ("on March 3rd", day(3, 3), day(3, 4)),
        ("what happened last week", day(5, 15), day(5, 8)),
        ("what happened yesterday", day(5, 19), day(5, 20)),
        ("2025-11-02 の日記", day(11, 2, 2025), day(11, 3, 2025)),
    ],
)
def test_times_are_read_from_the_moment_of_asking(text: str, inside: datetime, outside: datetime) -> None:
    (period,) = read_periods(text, NOW)
    assert period.closeness(inside) > period.closeness(outside)


@pytest.mark.parametrize("text", ["may I ask?", "march on", "13月", "2月30日", "三月", "明日", "an august body"])
def test_what_is_no_time_asks_for_none(text: str) -> None:
    assert read_periods(text, NOW) == ()


def test_a_day_is_closer_than_its_month() -> None:
    (period,) = read_periods("5月3日の夕飯", NOW)
    assert [period.closeness(moment) for moment in (day(5, 3), day(5, 4), day(6, 3))] == [2, 1, 0]
    assert period.month == (2026, 5)


def test_a_day_begins_at_midnight_where_the_question_is_asked() -> None:
    (period,) = read_periods("5月3日の夕飯", NOW)
    assert period.closeness(datetime(2026, 5, 2, 15, 0, tzinfo=UTC)) == 2
    assert period.closeness(datetime(2026, 5, 3, 15, 0, tzinfo=UTC)) == 1


@given(
    st.text(alphabet="0123456789年月日先週昨今去-/ may2", max_size=30),
    st.datetimes(timezones=st.sampled_from([UTC, TOKYO])),
)
def test_any_text_at_any_time_can_be_read(text: str, at: datetime) -> None:
    for period in read_periods(text, at):
        assert period.wide.start < period.wide.end
