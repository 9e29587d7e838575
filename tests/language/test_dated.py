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


@pytest.mark.parametrize(
    ("text", "words", "called"),
    [
        ("Saturday the twenty-first of November, at two", [], []),
        ("Sunday the twenty-first of November", ["Sunday the twenty-first of November"], ["Saturday, November 21"]),
        ("Saturday the twenty-third", ["Saturday the twenty-third"], ["Saturday, May 23"]),
        ("The 23rd, Saturday, we go", ["The 23rd"], ["Saturday, May 23"]),
    ],
)
def test_a_weekday_beside_a_day_is_told_once_and_only_where_the_day_does_not_say_itself(
    text: str, words: list[str], called: list[str]
) -> None:
    found = dated(text, THURSDAY)
    assert [one.words for one in found] == words
    assert [one.called("en", THURSDAY.date()) for one in found] == called


@pytest.mark.parametrize(
    ("text", "words", "called"),
    [
        ("三月二十一日の土曜", "三月二十一日", "2027年3月21日（日）"),
        ("二十三日（土）に会う", "二十三日（土）", "5月23日（土）"),
        ("土曜の23日に行く", "23日", "5月23日（土）"),
    ],
)
def test_a_weekday_beside_a_japanese_day_is_the_same_day(text: str, words: str, called: str) -> None:
    assert [(one.words, one.called("ja", THURSDAY.date())) for one in dated(text, THURSDAY)] == [(words, called)]


@pytest.mark.parametrize(
    "text",
    [
        "今日は休み",
        "I was born on the 5th of November",
        "the twenty-fifth of November",
        "I was born on 5 May 1984",
        "雨だね",
    ],
)
def test_what_needs_no_reckoning_is_left_as_it_is(text: str) -> None:
    assert dated(text, THURSDAY) == []


@pytest.mark.parametrize(
    ("text", "words", "called"),
    [
        ("母は去年の10月に退職した", "去年の10月", "2025年10月"),
        ("おととし家を建てた", "おととし", "2024年"),
        ("平成30年に独立した", "平成30年", "2018年"),
        ("去年の4月3日に生まれた", "去年の4月3日", "2025年4月3日（木）"),
        ("来月の3日に会う", "来月の3日", "6月3日（水）"),
    ],
)
def test_months_and_years_are_called_as_the_calendar_has_them(text: str, words: str, called: str) -> None:
    assert [(one.words, one.called("ja", THURSDAY.date())) for one in dated(text, THURSDAY)] == [(words, called)]


@pytest.mark.parametrize("text", ["2024年3月に卒業した", "今年は忙しい", "9月に行く", "二日酔いだ", "10日ぶりに休んだ"])
def test_months_and_years_that_say_themselves_are_left_as_they_are(text: str) -> None:
    assert dated(text, THURSDAY) == []


@pytest.mark.parametrize(
    ("text", "words", "called"),
    [
        ("We moved here two months ago", "two months ago", "March"),
        ("She left the bank last year", "last year", "2025"),
        ("He retired six years ago", "six years ago", "2020"),
        ("Their wedding is the day before Halloween", "the day before Halloween", "Friday, October 30"),
    ],
)
def test_months_and_years_by_their_distance_are_called_in_english(text: str, words: str, called: str) -> None:
    assert [(one.words, one.called("en", THURSDAY.date())) for one in dated(text, THURSDAY)] == [(words, called)]


@pytest.mark.parametrize("text", ["I have been here since 2019", "We fly in September", "It rained all this year"])
def test_english_months_and_years_that_say_themselves_are_left_as_they_are(text: str) -> None:
    assert dated(text, THURSDAY) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Two days ago, you said: “The choir meets on Sunday.” (Sunday, May 10)", []),
        ("おととい、あなたが「日曜に合唱がある」と言いました。 (日曜は5月10日（日）)", ["おととい"]),
        ("“come on Sunday”, she said, so I go", ["Sunday"]),
    ],
)
def test_quoted_words_that_have_their_day_behind_them_are_left_alone(text: str, words: list[str]) -> None:
    assert [one.words for one in dated(text, THURSDAY) if one.precision == "day" and "ago" not in one.words] == words


@pytest.mark.parametrize(
    "text",
    ["木曜はいつも英会話。", "英会話、今月から火曜に変わったんだ。", "毎週水曜は燃えるゴミの日", "来月から月曜は在宅"],
)
def test_a_day_of_every_week_is_no_day(text: str) -> None:
    assert [one.words for one in dated(text, THURSDAY) if "曜" in one.words] == []


def test_a_day_beside_what_is_every_week_is_one() -> None:
    assert [one.words for one in dated("毎週英会話がある。火曜は歯医者", THURSDAY)] == ["火曜"]
