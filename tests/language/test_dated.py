from datetime import date, datetime

import pytest

from lumina.language.when.dated import dated

THURSDAY = datetime.fromisoformat("2026-05-14T19:00:00+09:00")


@pytest.mark.parametrize(
    ("text", "words", "day"),
    [
        ("来週の水曜、健康診断なんだよね", "来週の水曜", date(2026, 5, 20)),
        ("Driving test is next Tuesday, wish me luck", "next Tuesday", date(2026, 5, 19)),
        ("I went there yesterday", "yesterday", date(2026, 5, 13)),
    ],
)
def test_a_day_that_is_named_by_its_distance_is_told(text: str, words: str, day: date) -> None:
    assert [(one.words, one.day) for one in dated(text, THURSDAY)] == [(words, day)]


@pytest.mark.parametrize("text", ["今日は休み", "I was born on the 5th of November", "雨だね"])
def test_what_needs_no_reckoning_is_left_as_it_is(text: str) -> None:
    assert dated(text, THURSDAY) == []
