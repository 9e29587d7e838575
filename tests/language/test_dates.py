from datetime import UTC, datetime, timedelta, timezone

import pytest

from lumina.language.bilingual import Language
from lumina.language.dates import day_of, moment

JST = timezone(timedelta(hours=9))
NOW = datetime(2026, 11, 22, 9, 5, tzinfo=JST)


@pytest.mark.parametrize(
    ("at", "ja", "en"),
    [
        (NOW - timedelta(hours=1), "今日", "today"),
        (NOW - timedelta(hours=10), "昨日", "yesterday"),
        (NOW - timedelta(days=2), "おととい", "the day before yesterday"),
        (NOW - timedelta(days=6), "6日前（11月16日）", "6 days ago (November 16)"),
        (NOW - timedelta(days=7), "11月15日", "on November 15"),
        (NOW + timedelta(days=3), "11月25日", "on November 25"),
        (datetime(2023, 5, 3, 20, 0, tzinfo=JST), "2023年5月3日", "on May 3, 2023"),
        (datetime(2026, 11, 20, 23, 0, tzinfo=UTC), "昨日", "yesterday"),
        (datetime(1, 1, 1, tzinfo=UTC), "1年1月1日", "on January 1, 1"),
        (datetime(9999, 12, 31, 23, tzinfo=UTC), "9999年12月31日", "on December 31, 9999"),
    ],
)
def test_a_day_is_said_as_seen_from_now(at: datetime, ja: str, en: str):
    said: dict[Language, str] = {"ja": ja, "en": en}
    assert {language: day_of(at, NOW, language) for language in said} == said


def test_a_moment_in_full():
    assert moment(NOW, "ja") == "2026年11月22日（日）09:05"
    assert moment(NOW, "en") == "Sunday, November 22, 2026, 09:05"
