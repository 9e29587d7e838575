"""What a later statement takes the place of though it does not name it: the same doing at another hour, the same matter
on another day, a new thing of a sort of which one has one, somebody new in a part that one person has. What also says
to be so beside the other ends nothing; what is only likely over is asked about."""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from lumina.distil.lasting import BESIDE, BRACKETED, CERTAIN, LONG
from lumina.distil.values import words_of
from lumina.distil.versions import changed
from lumina.known import Claimed, Day, Fact, UnitState
from lumina.language.scripts import fold

DOINGS, MATTERS = frozenset({"habit", "hobby"}), frozenset({"event", "plan"})
GROUPS = (DOINGS, MATTERS, frozenset({"possession"}), frozenset({"friend"}), frozenset({"likes"}))
"""Kinds under which one may be told in the place of the other."""

COUNT = r"(?:\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty)"
CLOCK = r"(?:\d{1,2}(?:[:.]\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|midday)"
HOUR = re.compile(
    r"\b(?:at|till|until|til|by|around|about|before|after|(?<=alarm )for)(?: (?:about|around))? (?P<en>(?:(?:half"
    rf"|quarter)(?: past| to)? )?{CLOCK})"
    r"(?: ?(?:am|pm|o'clock)\b|ish\b)?(?! ?(?:minutes|hours|days|weeks|months|years|miles|km|times|quid|pounds|per"
    r"|%)\b)\b"
    r"|\b(?P<half>half (?:past )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}))\b"
    r"|\b(?P<am>\d{1,2}(?:[:.]\d\d)?) ?(?:am|pm)\b"
    r"|(?P<ja>(?:\d{1,2}|[一二三四五六七八九十]{1,2})時(?!間)(?:半|\d{1,2}分)?)"
)
DAY = re.compile(r"\b(?P<en>mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?P<ja>[月火水木金土日])曜日?")
AMOUNT = re.compile(
    rf"\b(?P<en>{COUNT}) (?P<of>(?:(?!(?:at|in|on|by|till|until|for)\b)[a-z]+ ){{0,4}}?)(?:a|per|every"
    r"|each) (?:day|night|morning|evening|week)\b"
    rf"|\b(?P<half>{COUNT}) (?=(?:sugars?|cups?|pots?|mugs?|pints?|glass(?:es)?|bottles?|cans?|coffees?|teas?"
    r"|beers?|cigarettes?|fags"
    r"|miles|lengths|laps|tablets?|pills?)\b)"
    r"|(?P<ja>\d+|[一二三四五六七八九十])(?:杯|本|箱|缶|個|枚|錠|合|瓶)"
)
PART_OF_DAY = re.compile(
    r"\b(?P<en>morning|afternoon|evening|night)s?\b|(?P<ja>朝|昼|夕方|夜|晩)(?!食|ごはん|ご飯|飯|寝)"
)
DATE = re.compile(
    r"\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d|\d{1,2}月\d{1,2}日"
)
TAUGHT = re.compile(
    r"\b(?!(?:new|old|my|our|the|a)\b)(?P<en>\w+) (?:teacher|tutor|coach|instructor)\b"
    r"|(?P<ja>[一-龠ァ-ヶー]+)の(?:先生|コーチ|師匠)"
)
FAVOURITE = re.compile(r"\((?:favou?rite|一番好きな|お気に入りの)")
KANJI = {kanji: str(at) for at, kanji in enumerate("一二三四五六七八九十", 1)}
HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
SPELT = {word: str(at) for at, word in enumerate(HOURS, 1)}


@dataclass(frozen=True, slots=True)
class Doing:
    """What is done, by its content words or the one name for it, with when, how often and in which way."""

    what: frozenset[str]
    name: str
    hours: frozenset[str]
    days: frozenset[str]
    amounts: frozenset[str]
    ways: frozenset[str]
    parts: frozenset[str]

    def is_that_of(self, other: "Doing") -> bool:
        if self.name or other.name:
            return self.name == other.name
        return bool(self.what and other.what) and (self.what <= other.what or other.what <= self.what)


def give_way(found: Mapping[tuple[str, str], list[Fact]], one: Claimed, about: str, kind: str) -> None:
    """Ends what a claim, told for the first time, takes the place of; makes a candidate of what is likely over."""
    group = next((kinds for kinds in GROUPS if kind in kinds), frozenset[str]())
    if not group or _says("marks", "beside", one.claim.text):
        return
    judge: Callable[[Fact, Claimed], UnitState | None] = {
        "possession": _of_things,
        "friend": _of_parts,
        "likes": _of_favourites,
    }.get(kind, _of_matters if kind in MATTERS else _of_doings)
    for name in group & {told for whom, told in found if whom == about}:
        here = found[about, name]
        for at, fact in enumerate(here):
            if fact.is_open and fact.said < one.at and (state := judge(fact, one)):
                here[at] = _left(fact, one, state)


def _left(fact: Fact, one: Claimed, state: UnitState) -> Fact:
    if state is UnitState.CANDIDATE:
        if fact.state is UnitState.CANDIDATE:
            return fact
        return changed(replace(fact, confidence=min(fact.confidence, BESIDE)), one, state, "changed")
    return changed(replace(fact, valid_to=Day(one.at.date())), one, state, "changed")


def _sure(one: Claimed) -> UnitState:
    """What is itself asked about makes nothing more than doubtful."""
    return UnitState.SUPERSEDED if one.claim.confidence >= CERTAIN else UnitState.CANDIDATE


def _of_doings(fact: Fact, one: Claimed) -> UnitState | None:
    """The same at another hour, on another day of the week, so often, or by another way."""
    old, new = doing(fact.value), doing(one.claim.value)
    if not old.is_that_of(new):
        return None
    differs = [
        name
        for name in ("hours", "days", "amounts", "ways")
        if (before := getattr(old, name)) and (after := getattr(new, name)) and not before & after
    ]
    if not differs:
        return None
    is_changed = _says("marks", "changed", one.claim.text)
    is_now = is_changed or _says("marks", "now", one.claim.text)
    other_part = bool(old.parts and new.parts and not old.parts & new.parts)
    other_days = differs == ["hours"] and bool(old.days ^ new.days)
    if is_now:
        return UnitState.CANDIDATE if (other_part or other_days) and not is_changed else _sure(one)
    once_a_day = new.name in {"rise", "bed"} or differs == ["amounts"]
    return UnitState.CANDIDATE if once_a_day and not (other_part or old.days or new.days) else None


def _of_matters(fact: Fact, one: Claimed) -> UnitState | None:
    """The same matter, which was moved to another day."""
    new, text = one.claim.value, one.claim.text
    if not BRACKETED.search(_plain(new)) or one.at - fact.said > LONG:
        return None
    if not _says("marks", "changed", text) and not _says("marks", "was_moved", text):
        return None
    old_day, new_day = _day_of(fact.value), _day_of(new)
    if not old_day or not new_day or old_day == new_day:
        return None
    named, told = _matter(BRACKETED.sub("", _plain(new))), _matter(f"{fact.value} {fact.text}")
    return _sure(one) if named and named <= told else None


def _day_of(value: str) -> str:
    behind = BRACKETED.search(_plain(value))
    dated = DATE.search(_plain(value))
    return behind[0].strip("()") if behind else dated[0] if dated else ""


def _matter(text: str) -> frozenset[str]:
    """The content words of what is to come, each by the first of those that may be told in its place."""
    return frozenset(_matters().get(word, word) for word in words_of(text))


def _of_things(fact: Fact, one: Claimed) -> UnitState | None:
    """A thing of the same sort, of which one has one."""
    sort = thing(one.claim.value) or named_anew(one.claim.text)
    if not sort or sort != (thing(fact.value) or named_anew(fact.text)):
        return None
    return _sure(one) if _says("anew", "whole", one.claim.text) else UnitState.CANDIDATE


def _of_parts(fact: Fact, one: Claimed) -> UnitState | None:
    """Somebody new in a part that one person has."""
    part = _part(one.claim.value)
    same = bool(part) and part == _part(fact.value) and _of_what(one.claim.text) == _of_what(fact.text)
    return _sure(one) if same and _says("anew", "whole", one.claim.text) else None


def _of_favourites(fact: Fact, one: Claimed) -> UnitState | None:
    """What is liked best of its sort."""
    best, before = (BRACKETED.search(_plain(value)) for value in (one.claim.value, fact.value))
    if not best or not before or best[0] != before[0] or not FAVOURITE.match(best[0]):
        return None
    return _sure(one) if says_now(one.claim.text) else UnitState.CANDIDATE


def _of_what(text: str) -> str:
    """What a teacher teaches: one has one of each."""
    match = TAUGHT.search(_plain(text))
    return match["en"] or match["ja"] if match else ""


def _part(value: str) -> str:
    behind = BRACKETED.search(_plain(value))
    return _named("parts", behind[0].strip("()")) if behind else ""


@lru_cache(maxsize=20_000)
def thing(value: str) -> str:
    """Of which sort a thing is by its name, "" where that tells nothing."""
    return _named("things", BRACKETED.sub("", _plain(value)).strip()).removesuffix("_makes")


NEW_SORT = re.compile(
    r"\bnew (?P<en>car|ute|truck|van|phone|mobile|bike|laptop|fridge|telly|tv)\b(?= *(?:$|[,.;:!]|(?:is|was|it"
    r"|today|yesterday"
    r"|last|this|from|and|at|came|arrived)\b))|\b(?:bought|got) (?:an?|the|my) (?P<got>car|ute|truck|phone"
    r"|laptop)\b(?= *[,.;:!])"
    r"|(?P<ja>車|クルマ|スマホ|携帯|自転車|パソコン|冷蔵庫|洗濯機|テレビ|メガネ|眼鏡)(?=は|が|を|、|も)"
)


@lru_cache(maxsize=20_000)
def named_anew(text: str) -> str:
    """Of which sort a thing is that a sentence tells of."""
    match = NEW_SORT.search(_plain(text))
    return thing(next(filter(None, match.groups()))) if match else ""


@lru_cache(maxsize=20_000)
def doing(value: str) -> Doing:
    """What a value tells of that is done."""
    told = _plain(value)
    rest = told
    for pattern in (HOUR, DAY):
        rest = pattern.sub(" ", rest)
    rest = AMOUNT.sub(lambda match: f" {match['of'] or ''}", rest)
    return Doing(
        frozenset(word for word in words_of(rest) if not word.isdigit()) - _idle(),
        _named("doings", told),
        _all(HOUR, told),
        _all(DAY, told),
        _all(AMOUNT, told),
        frozenset(way for way in _table()["ways"] if _says("ways", way, told)),
        _all(PART_OF_DAY, told),
    )


def says_now(text: str) -> bool:
    """Whether a sentence says that something is so from now on."""
    return _says("marks", "now", text)


def is_timed(value: str) -> bool:
    """Whether it tells of something that is done at an hour or on a day of the week."""
    told = doing(value)
    return bool(told.hours or told.days)


def _all(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    """All that a pattern finds, numbers in figures."""
    found = (
        match["en"] or match["ja"] or match.groupdict().get("half") or match.groupdict().get("am") or ""
        for match in pattern.finditer(text)
    )
    return frozenset(_in_figures(one) for one in found)


def _in_figures(text: str) -> str:
    words = (SPELT.get(word, word) for word in text.replace("past ", "").split())
    return "".join(KANJI.get(letter, letter) for letter in " ".join(words)).replace(".", ":").removesuffix(":00")


def _plain(text: str) -> str:
    """In letters of one width, small; what is written in katakana stays so."""
    return unicodedata.normalize("NFKC", text).lower()


def _named(table: str, text: str) -> str:
    return next((name for name in _table()[table] if _says(table, name, text)), "")


def _says(table: str, name: str, text: str) -> bool:
    return any(pattern.search(_plain(text)) for pattern in _table()[table][name])


@cache
def _rows() -> Mapping[str, Any]:
    return tomllib.loads(files("lumina.distil").joinpath("slots.toml").read_text(encoding="utf-8"))


@cache
def _idle() -> frozenset[str]:
    return frozenset(_rows()["idle"]["words"].split())


@cache
def _table() -> Mapping[str, Mapping[str, tuple[re.Pattern[str], ...]]]:
    return {
        table: {name: tuple(re.compile(pattern, re.I) for pattern in patterns) for name, patterns in named.items()}
        for table, named in _rows().items()
        if table not in {"same_matter", "idle"}
    }


@cache
def _matters() -> Mapping[str, str]:
    return {fold(word): row.split()[0] for row in _rows()["same_matter"]["rows"] for word in row.split()}
