"""Birthdays: whose, and which day of the year."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.subjects import spoken_of
from lumina.known import ME, Claim, ClaimType
from lumina.language.dates import ENGLISH_MONTHS
from lumina.language.plain_english.words import NAME, NUMBER, RELATION, is_given, is_name, normal_relation, number_of
from lumina.language.when.moments import When, moments

MY = r"(?:my|me|our)"
BIRTHDAY = re.compile(
    rf"\b(?:(?:{MY} )?(?P<whose>{RELATION}|{NAME})'s|(?P<own>{MY})|(?P<pronoun>his|her)) (?:\w+"
    rf" )?(?:birthday|b-?day)(?:'?s)?\b(?! (?:party|do|bash|dinner|meal|lunch|drinks|trip|treat|presents?|cake|cards?"
    r"|weekend|week|month|tea)\b)",
    re.I,
)
NTH = (
    r"(?:\d{1,2}(?:st|nd|rd|th)|(?:eigh|nine)teenth|(?:twen|thir|for|fif|six|seven|eigh|nine)tieth|hundredth"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](?:first|second|third|fourth|fifth|sixth|seventh"
    r"|eighth|ninth))"
)
THEIR_NTH = re.compile(
    rf"(?<!\band )(?<!\bafter )\b(?:{MY} (?P<whose>{RELATION})|(?P<kin>{RELATION})|(?P<named>{NAME}))'s (?:big )?{NTH}"
    r"(?: (?:is|falls)| ?, ?|'s)(?: on)?(?= )(?!.*\b(?:party|do|bash|wedding|anniversary|celebrat\w+|dinner|meal)\b)",
    re.I,
)
"""Somebody's birthday by how many it will be: "mama's 60th is August 9"."""
BORN = re.compile(
    rf"^(?:(?P<own>I (?:was|am|were) )|{MY} (?P<whose>{RELATION})(?:,? (?P<called>{NAME}))?,? (?:was|is) "
    rf"|(?P<name>{NAME}) (?:was|is) |(?P<pronoun>he was |she was ))?born\b",
    re.I,
)
MONTHS = r"(?:jan|feb|mar(?:ch)?\b|apr|may\b|june?\b|july?\b|aug|sep|oct|nov|dec)"
TURNED = re.compile(
    rf"(?:^|\bI (?:just )?)turned (?:{NUMBER}) today|^(?:{NUMBER}) today\b|\b(?:I'm|I am) (?:now |officially )+\d\d"
    r"|\bI (?:just )?turn(?:ed)? \d\d today|\b(?:my|me) birthday"
    r" today|it's my birthday(?! (?:on|tomorrow|next|in))",
    re.I,
)
WILL_BE = re.compile(
    rf"^(?:I'm|I am|I turn|I'll be|I shall be|I will be|I'm turning|turning|I(?:'ve)? (?:just )?turned|(?:just )?turned"
    rf"|(?P<pronoun>he|she)(?:(?:'s| is| will be|'ll be) (?:turning )?| turned| turns)"
    rf"|{MY} (?:{RELATION}),? (?P<called>{NAME})(?:'s| is| will be|'ll be)?(?: turning| turns| turned)?"
    rf"|(?:{MY} )?(?P<whose>{RELATION}|{NAME})(?:'s| is| will be|'ll be|'s going to be)?(?: turning| turns| turned)?)"
    rf" (?:the big )?(?:{NUMBER}) (?:(?:on|next|this|tomorrow|come|last|yesterday)\b|(?=\d|{MONTHS}))",
    re.I,
)
IS_THE_DAY = re.compile(
    rf"^(?:I'm|mine's|mine is) (?:an? )?(?P<day>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?|[a-z-]+) (?:of )?{MONTHS}"
    rf"|{MONTHS}[a-z]* \d"
    r"|(?:[a-z.']+ ){1,2}(?:day|eve|night)\b)",
    re.I,
)
"""How somebody may tell their birthday by the day alone: "I'm the ninth of August"."""
COMES = re.compile(rf"^(?P<n>{NUMBER})(?: (?:years old|now))?,? (?:on|come|next|this coming) (?=\w)(?!.*,.*\d)", re.I)
"""How old somebody will be on a day, without who."""
STOPS = re.compile(r"\s*(?:$|[,.!;]|\b(?:and|so|but)\b)")
GROWN, OLDEST = 13, 110
NOT_ITSELF = re.compile(
    r"\b(?:for|before|after|by|until|till|since|around|near|week(?:end)? of|day of|ahead of) $", re.I
)
"""Before "my birthday": another day is told by it."""
RIGHT_BEHIND, BESIDE = 12, 24
"""Characters between the word for a birthday and the day that it is: all the same, and in another clause."""
FULL = re.compile(
    rf"{MONTHS}|/|[a-z] day\b|night|eve\b|halloween|hallowe'en|hogmanay|christmas|xmas|valentine| of the ", re.I
)
"""A day of the year; "the 12th" is one of each month."""
MOVEABLE = re.compile(
    r"easter|thanksgiving|friday|monday|tuesday|wednesday|thursday|saturday|sunday|bank holiday|(?:mother"
    r"|father)s?'?s?' ?"
    r"|labou?r day|memorial|presidents?|king|pancake|pentecost|ascension|columbus",
    re.I,
)
"""A feast that is on another day each year."""
PLAIN, GATHERED = 0.8, 0.7


def day_in_words(day: date, with_year: bool = False) -> str:
    """5 November, as English has it."""
    return f"{day.day} {ENGLISH_MONTHS[day.month - 1]}{f' {day.year}' if with_year else ''}"


def day_as_said(day: date, sentence: str) -> str:
    """The same, or the month first, where a sentence says it so."""
    month = ENGLISH_MONTHS[day.month - 1]
    first = re.search(rf"\b{month[:3]}[a-z]*\.? (?:the )?{day.day}(?:st|nd|rd|th)?\b", sentence, re.I)
    return f"{month} {day.day}" if first else day_in_words(day)


def birthdays_in(clause: Clause, antecedent: str, at: datetime, earlier: Sequence[Clause] = ()) -> Iterator[Claim]:
    """The birthdays that a clause tells, behind those of the same turn."""
    days = [one for one in moments(clause.sentence, at) if one.precision == "day"]
    if TURNED.search(clause.said) and (not days or days[0].first == at.date()):
        yield _birthday(ME, at.date(), clause, GATHERED)
        return
    if found := _told(clause, antecedent, at, earlier):
        about, match = found
        here = [one for one in moments(clause.said, at) if one.precision == "day"]
        days = [one for one in days if match.re is BORN or _is_beside(one, match.group(), clause.sentence)]
        if match.re in (BIRTHDAY, THEIR_NTH) and NOT_ITSELF.search(match.string[: match.start()]):
            here, days = [one for one in here if 0 <= one.begin - match.end() <= RIGHT_BEHIND], []
        if match.re in (BORN, THEIR_NTH, IS_THE_DAY):
            here, days = _of_the_year(here, clause.said), _of_the_year(days, clause.sentence)
        if day := _numbered(here, clause.said) or _numbered(days, clause.sentence):
            yield _birthday(about, day, clause, GATHERED if match.re in (THEIR_NTH, COMES, IS_THE_DAY) else PLAIN)


def _is_beside(day: When, words: str, sentence: str) -> bool:
    """Whether a day stands close to the words in a sentence."""
    at = sentence.find(words)
    away = min(abs(day.begin - at - len(words)), abs(at - day.end))
    return at >= 0 and away <= BESIDE


def _told(clause: Clause, antecedent: str, at: datetime, earlier: Sequence[Clause]) -> tuple[str, re.Match[str]] | None:
    """Whose birthday the clause tells, and the words that do."""
    match = BORN.search(clause.text) or BIRTHDAY.search(clause.said) or WILL_BE.search(clause.text)
    if match := match or _their_nth(clause):
        alone = match.re is BORN and not any(match.groupdict().values())
        about = _subject_before(earlier, clause, antecedent) if alone else _whose(match, antecedent)
        return (about, match) if about else None
    if (is_day := IS_THE_DAY.match(clause.text)) and not re.search(r"\btoday|tonight\b", clause.text, re.I):
        day = next((one for one in moments(clause.text, at) if one.precision == "day"), None)
        at_once = day is not None and is_day.start("day") <= day.begin <= is_day.start("day") + len("the ")
        return (ME, is_day) if day and at_once and STOPS.match(clause.text, day.end) else None
    comes = COMES.search(clause.text)
    if comes and GROWN <= (number_of(comes["n"]) or 0) <= OLDEST:
        about = _subject_before(earlier, clause, antecedent, anywhere=True)
        day = next(iter(moments(clause.text, at)), None)
        return (about, comes) if day and STOPS.match(clause.text, day.end) else None
    return None


def _their_nth(clause: Clause) -> re.Match[str] | None:
    """Somebody's birthday by its number; "Mum and Dad's 40th" is of their wedding."""
    match = THEIR_NTH.search(clause.said)
    before = clause.sentence[: clause.sentence.find(match.group())] if match else ""
    return None if re.search(r"\b(?:and|&) $", before) else match


def _subject_before(earlier: Sequence[Clause], clause: Clause, antecedent: str, *, anywhere: bool = False) -> str:
    """Of whom the clause before speaks, of the same sentence or of any; the person, where there is none."""
    if not earlier or (earlier[-1].sentence != clause.sentence and not anywhere):
        return ME
    return next((one.about for one in spoken_of(earlier[-1].text, antecedent) if one.about != ME), ME)


def answered_day(clause: Clause, about: str, at: datetime) -> Iterator[Claim]:
    """The day that answers when somebody's birthday is."""
    days = [one for one in moments(clause.said, at) if one.precision == "day"]
    if day := _numbered(_of_the_year(days, clause.said), clause.said):
        yield _birthday(about, day, clause, PLAIN)


def _of_the_year(days: Sequence[When], text: str) -> list[When]:
    """Those that come once in every year."""
    named = ((one, text[one.begin : one.end]) for one in days)
    return [one for one, words in named if FULL.search(words) and (_in_figures(words) or not MOVEABLE.search(words))]


def _in_figures(words: str) -> bool:
    return any(map(str.isdigit, words)) or re.search(MONTHS, words, re.I) is not None


def _whose(match: re.Match[str], antecedent: str) -> str:
    groups = match.groupdict()
    if groups.get("pronoun"):
        return antecedent
    name = groups.get("name") or groups.get("called") or groups.get("named")
    if name:
        return name if is_name(name) else ""
    whose = groups.get("whose") or groups.get("kin")
    return (normal_relation(whose) or (whose if is_given(whose) else "")) if whose else ME


def _numbered(days: Sequence[When], sentence: str) -> date | None:
    """The day beside the words; a feast ("Bonfire Night") gives way to the day in figures."""
    numbered = [one for one in days if _in_figures(sentence[one.begin : one.end])]
    return (numbered or days)[0].first if days else None


def _birthday(about: str, day: date, clause: Clause, confidence: float) -> Claim:
    return Claim(ClaimType.FACT, about, "birthday", day_in_words(day), clause.sentence, confidence)
