"""What the Japanese calendar calls days, seasons and years."""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta

DIGITS = {digit: value for value, digit in enumerate("〇一二三四五六七八九")} | {"零": 0}
UNITS = {"十": 10, "百": 100, "千": 1000}
NUMBER = r"(?:[0-9]+|[〇零一二三四五六七八九十百千]+)"
NO_NUMBER = "(?<![0-9〇一二三四五六七八九十])"

WEEKDAYS = "月火水木金土日"
SUNDAY = 6

DAYS = {
    **{"今日": 0, "きょう": 0, "本日": 0, "今朝": 0, "けさ": 0, "今夜": 0, "今晩": 0, "こんや": 0, "今夕": 0},
    **{"明日": 1, "あした": 1, "あす": 1, "明朝": 1, "明晩": 1, "明後日": 2, "あさって": 2, "明々後日": 3},
    **{"明明後日": 3, "しあさって": 3, "昨日": -1, "きのう": -1, "昨夜": -1, "昨晩": -1, "ゆうべ": -1},
    **{"一昨日": -2, "おととい": -2, "おとつい": -2, "さきおととい": -3},
}
WEEKS = {"先々週": -2, "先週": -1, "今週": 0, "来週": 1, "再来週": 2}
MONTHS = {"先々月": -2, "先月": -1, "今月": 0, "来月": 1, "再来月": 2}
YEARS = {
    "一昨年": -2,
    "おととし": -2,
    "去年": -1,
    "昨年": -1,
    "今年": 0,
    "ことし": 0,
    "本年": 0,
    "来年": 1,
    "再来年": 2,
}
"""How far what is named by its distance lies from the present day, week, month or year."""

ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}
"""The year before the first of each era."""

SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
"""The month with which each begins; it lasts three."""

FIXED: Mapping[str, tuple[int, int]] = {
    **{"元日": (1, 1), "元旦": (1, 1), "建国記念の日": (2, 11), "建国記念日": (2, 11), "バレンタイン": (2, 14)},
    **{"天皇誕生日": (2, 23), "ひな祭り": (3, 3), "ひなまつり": (3, 3), "ホワイトデー": (3, 14)},
    **{"エイプリルフール": (4, 1), "昭和の日": (4, 29), "憲法記念日": (5, 3), "みどりの日": (5, 4)},
    **{"こどもの日": (5, 5), "子どもの日": (5, 5), "端午の節句": (5, 5), "七夕": (7, 7), "山の日": (8, 11)},
    **{"ハロウィン": (10, 31), "文化の日": (11, 3), "勤労感謝の日": (11, 23), "クリスマスイブ": (12, 24)},
    **{"クリスマスイヴ": (12, 24), "クリスマス": (12, 25), "大晦日": (12, 31), "大みそか": (12, 31)},
}
"""Holidays and feasts that have their day every year."""

MOVING: Mapping[str, tuple[int, int, int]] = {
    **{"成人の日": (1, 2, 0), "海の日": (7, 3, 0), "敬老の日": (9, 3, 0), "スポーツの日": (10, 2, 0)},
    **{"母の日": (5, 2, SUNDAY), "父の日": (6, 3, SUNDAY)},
}
"""Those that have their weekday: the month, which of that weekday, the weekday."""

SPANS: Mapping[str, tuple[tuple[int, int], int]] = {
    **{"お盆": ((8, 13), 4), "ゴールデンウィーク": ((4, 29), 8), "ゴールデンウイーク": ((4, 29), 8)},
    **{"GW": ((4, 29), 8), "正月": ((1, 1), 3), "三が日": ((1, 1), 3), "年末年始": ((12, 29), 6)},
    **{"年末": ((12, 25), 7), "年始": ((1, 1), 7)},
}
"""Times of the year: the first day, and how many days they last."""


def number(text: str) -> int:
    """The number that digits or kanji tell: 12, 十二, 二〇二六, 二千二十六."""
    if text.isdecimal():
        return int(text)
    if not set(text) & set(UNITS):
        return int("".join(str(DIGITS[one]) for one in text))
    total = last = 0
    for one in text:
        if one in UNITS:
            total, last = total + (last or 1) * UNITS[one], 0
        else:
            last = DIGITS[one]
    return total + last


def nth_weekday(year: int, month: int, nth: int, weekday: int) -> date:
    """The nth of a weekday (0 is Monday) in a month."""
    first = date(year, month, 1)
    return first + timedelta((weekday - first.weekday()) % 7 + 7 * (nth - 1))


def month_from(day: date, months: int) -> date:
    """The first day of the month so many months from that of a day."""
    count = day.year * 12 + day.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)


def month_end(day: date) -> date:
    """The last day of a day's month."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def same_day(day: date, months: int) -> date:
    """The day of the month so many months from a day, or the last of that month if it is shorter."""
    first = month_from(day, months)
    return first.replace(day=min(day.day, month_end(first).day))


def season(year: int, name: str) -> tuple[date, date]:
    """The first and the last day of a season; a winter belongs to the year in which it begins."""
    first = date(year, SEASONS[name], 1)
    return first, month_end(month_from(first, 2))
