"""Dates in English."""

import re
from collections.abc import Callable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from lumina.language.when import english_days as days
from lumina.language.when.english_calendar import FEASTS, counted_from
from lumina.language.when.english_days import DAYS, NUMBERED, ORDINAL, SMALL, Here, Resolver
from lumina.language.when.reckoning import Found
from lumina.language.when.spans import Span, day_span

SAT = (
    r"(?<!\bI )(?<!\bwe )(?<!\bhe )(?<!\bshe )(?<!\bthey )(?<!\bjust )(?<!\bbeen )(?<!\bwas )(?<!\bwere )(?<!'m )"
    r"sat(?! (?:down|there|up|by)\b)"
)
"""Saturday, unless somebody sat."""
WD = rf"(?P<wd>(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tues?|wed|thurs?|fri|{SAT})(?=[ ,.!]|$))(?!s\b)"
MON = (
    r"(?P<mon>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
DAY = (
    rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?|(?<!\bthat )(?<!\bmy )(?<!\bour )(?<!\bhis )(?<!\bher )(?<!\btheir )"
    rf"(?:{ORDINAL}))\b"
)
YEAR = r"(?:,? (?P<year>(?:19|20)\d\d))?\b"
COUNT = rf"(?P<n>\d{{1,3}}|a couple of|{'|'.join(NUMBERED)}|an?)"
UNIT = r"(?P<unit>day|week|fortnight|month|year)s?"
WEEKS = rf"(?:\d|an?|{'|'.join(SMALL)}) (?:weeks?|fortnights?)"
END = r"(?P<end>(?:the )?end of )?"
NOT_A_DAY = (
    "(?:time|day|floor|of|one|year|week|weekend|month|date|half|birthday|grade|century|street|avenue|thing"
    "|place|go|try)"
)
SEASON = r"(?P<season>spring|summer|autumn|fall|winter)"

PAST = re.compile(
    r"\b(?:was|were|had|did|went|came|got|took|gave|made|met|left(?! (?:eye|ear|knee|hip|leg|arm|hand|foot"
    r"|shoulder|side|wrist|ankle|lung|kidney|breast)\b)|lost|saw|(?<!to )(?<!'ll )quit|said|told|found|bought|began"
    r"|(?<!m )(?<!\bam )(?<!\bbe )(?<!re )broke|died|born"
    r"|grew|ran|sat|won|rang|spoke|wrote|drove|ate|drank|sang|swam|fell|flew|kept|knew|paid|sent|slept|stood"
    r"|taught|threw|wore|chose|tore|woke|stole|froze|shook|rode|dug|drew|blew|bit|burnt|learnt|struck|swore|swept|wept"
    r"|fought|thought|understood|(?<=\bI )shot|(?<=\b(?:he|we) )shot|(?<=\b(?:she|who) )shot|(?<=\bthey )shot"
    r"|caught|forgot|held|led|built|brought|heard|felt|became|sold|spent|started|moved|ago|been|done"
    r"|(?!need|indeed|speed|feed|seed|breed|agreed|greed|weed|exceed|succeed|proceed|bleed|hundred|sacred|naked|wicked)"
    r"\w{2,}ed)\b",
    re.I,
)
FUTURE = re.compile(
    r"\b(?:will|'ll|going to|gonna|tomorrow|due|booked|signed up|registered for|entered for|bumped|rearranged|put off"
    r"|new date|(?:moved?|pushed|put|brought|shifted"
    r"|bumped) (?:[\w']+ ){0,4}?(?:back |up |forward )?to(?= (?:the |\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct"
    r"|nov|dec|mon|tue|wed|thu|fri|sat|sun|next))|wants? to|it's|it is|is|'s (?:on|at|now)"
    r"|got an?|^(?:[\w',]+ ){0,3}got (?:my|our|the|another)(?! \w+ back)|(?:'ve|have|'s|has) (?:each |both |all "
    r"|still |also |now |only )*got (?:my|our|his|her"
    r"|their|the|this|that|an?)(?! \w+ back)"
    r"|(?:'ve|have|'s|has) (?:each |both |all |also |still |now |only )*got to|moving"
    r"|(?:got|put|booked|signed|has|have|had) (?:me|us|him|her) (?:down|in|booked)|appointment (?:for|on|at)|set up"
    r" (?:for|at|with)|lined up"
    r"|(?:'m|'re|'s|am|are|is) (?:all |both |also |only |just |now )?(?!being\b|saying\b|talking\b"
    r"|feeling\b)[a-z]{2,}ing"
    r"|coming|next"
    r"|(?:told|promised|said|swore) (?:[\w']+ ){0,5}?(?:I|we|it|they|he|she)'(?:d|ll)|'d be|'ll be|would be"
    r"|to be|has to|have to|needs? to|'d let|by (?:the|next|end|mon|tues|wednes|thurs|fri|satur|sun|jan|feb|mar"
    r"|apr|may|jun|jul|aug|sep|oct|nov|dec|easter"
    r"|christmas|xmas|halloween|thanksgiving|new year|\d)\w*|must|promise|pushed|supposed)\b"
    r"|'ll\b|\w's (?:moved|been moved)",
    re.I,
)
SAYING = re.compile(
    r"\b(?:they|he|she|(?:the |my )?(?:doctor|hospital|dentist|vet|gp|school|council|boss|surgery|garage|bank"
    r"|man|lady))(?:'ve|'s)?"
    r" (?:said|reckoned|told (?:me|us)|thought)(?: that)?\b|\bpromised\b"
    r"|\bI(?:'ve)? said(?: that)? I(?:'d|'ll| would)\b|\b(?:asked|invited|wanted|told) (?:me"
    r"|us)(?= (?:out|over|to|for|on|round)\b)",
    re.I,
)
"""What is in the past tense, and says nothing of when it will be."""
STATE = re.compile(
    r"\b(?:(?:I'm|we're|they're|you're|am|are)(?: (?:so|really|very|too|all|both|still|just|bit|pretty|quite))*"
    r"|getting|be"
    r"|being|feeling|gets?|so|too) \w+ed\b",
    re.I,
)
"""How somebody is, or will be, by a word that looks like the past."""
UNTIL = re.compile(r"\b(?:un)?till? (?:the |next |this )?$", re.I)
SINCE = re.compile(r"\bsince (?:last |the )?$", re.I)
BECAUSE = re.compile(r" (?:is|was|will|isn't|won't)\b|'(?:s|ll)\b", re.I)
"""A day since which something lasts is gone by, unless "since" only gives the reason: "since Friday is a holiday"."""
BARE_LEAD = re.compile(r"(?:oh|so|well|right|ok|okay|anyway|and|,|\s)+", re.I)
"""What a day is announced with that is told of in the next sentence: "so Sunday. Did nothing"."""
NOW_BEFORE = re.compile(
    r"(?:^|[.!?;,\n] *)(?P<it>(?:it's|its|it is) )?(?P<only>(?:(?:only|just|already|finally|still|happy|another|so|oh"
    r"|ah|right|ok|okay|well|anyway|hey|hi|hiya|morning|evening|what a)[ ,.!]*)*)$",
    re.I,
)
NOW_BEHIND = re.compile(
    r"(?: (?:night|evening|morning|afternoon|lunchtime))?(?: again)? (?:and|&) (?:i'?m|i am|here (?:i am|we are)"
    r"|we'?re|i(?:'ve| have)? (?:just|already|still)|everyone(?:'s| is))\b"
    r"|(?P<bare>(?: (?:night|evening|morning|afternoon))?(?: again)?"
    r"(?: (?:you lot|all|everyone|everybody))?) *(?:[.!,]|$)",
    re.I,
)
"""Between what a weekday stands that says which day it is: "Saturday night and I'm on the sofa", "happy Friday"."""
SUBJECT = (
    r"(?:(?:I|we|he|she|they|you)\b|(?:it|that|this|there)(?:'s|'ll| (?:is|will|starts|begins|opens|closes|ends))\b"
    r"|(?:(?:my|our|his|her|their|the) (?:[\w'-]+ ){1,3}?|(?-i:[A-Z])\w+ (?:and (?-i:[A-Z])\w+ )?)"
    r"(?:(?:'s|'re|'ll|is|are|will|has|have|comes?|goes|go|flies|fly|starts?|begins?|ends?|leaves?|arrives?|gets?"
    r"|moves?"
    r"|opens?|closes?|lands?|returns?|visits?|marr(?:y|ies)|retires?|turns?|plays?|needs?|wants?)\b))"
)
"""Who does something in a clause of its own, with what they do where it might be one more of those before it."""
NEXT = rf"(?:and|but|so|because|cos|then|while|though) (?:then )?(?={SUBJECT}|(?:start|fly|leave|move) )"
BREAK = re.compile(rf"[.!?;\n]|, (?:but|so|and)\b|, (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)|,? \b{NEXT}", re.I)


def _feast(days: Callable[[int], date | None]) -> Resolver:
    def resolve(_: re.Match[str], here: Here) -> Span | None:
        found = here.nearest(days)
        return day_span(found) if found else None

    return resolve


PHRASES: tuple[tuple[str, Resolver], ...] = (
    (r"(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)", days.iso),
    (rf"{WD},? (?:the )?{DAY} (?:of )?{MON}{YEAR}", days.month_day),
    (rf"{WD},? {MON} (?:the )?{DAY}{YEAR}", days.month_day),
    (rf"{DAY} (?:of )?{MON}{YEAR}", days.month_day),
    (rf"{MON} (?:the )?{DAY}(?! (?:people|times|of us)){YEAR}", days.month_day),
    (
        rf"{WD},? (?:(?:the )?(?=\d)|the )(?P<nth>\d{{1,2}}(?:st|nd|rd|th)|{ORDINAL})"
        rf"(?! (?:of|{NOT_A_DAY}|{MON.replace('(?P<mon>', '(?:')}))",
        days.day_of_month,
    ),
    (
        rf"the (?P<which_one>last|\d{{1,2}}(?:st|nd|rd|th)|{ORDINAL}) (?:(?P<wd>{'|'.join(DAYS)})|day)?"
        rf" ?(?:of|in) (?:(?P<whose>this|next|last|the) month|{MON}{YEAR})",
        days.nth_in_month,
    ),
    (rf"the (?P<which_one>first|second|third|fourth|last) weekend (?:of|in) {MON}{YEAR}", days.weekend_in_month),
    (
        rf"the (?P<nth>\d{{1,2}}(?:st|nd|rd|th)|{ORDINAL}) of the (?P<month>\d{{1,2}}(?:st|nd|rd|th)|{ORDINAL})"
        r"(?= *(?:$|[,.!?;]|\b(?:at|in|and|but|so|for|if|then)\b))",
        days.nth_of_nth,
    ),
    *((feast, _feast(each)) for feast, each in FEASTS.items()),
    (
        rf"(?:(?P<after>{WEEKS}) (?:from )?)?"
        r"(?P<word>(?:the )?day (?:before yesterday|after tomorrow)|yesterday|last night|tomorrow|tmrw|tomoz|tonight"
        r"|today|this (?:morning|afternoon|evening))",
        days.near,
    ),
    (
        rf"(?:(?P<after>{WEEKS}) (?:on|from) |(?P<which>last|this|next|this coming|this past) )?"
        rf"(?<!on a )(?<!of a )(?<!every )(?<!each )(?<!most ){WD}(?P<week> (?:week|fortnight)\b(?! of))?"
        r"(?P<gone> (?:just )?(?:gone|past)\b)?",
        days.weekday,
    ),
    (
        r"(?P<end>(?:the )?end of )?(?P<which>last|this|next|the other|this past|this coming)"
        r" (?P<unit>weekend|week|month|year)",
        days.stretch,
    ),
    (r"(?P<end>end of )(?P<which>the) (?P<unit>week|month|year)", days.stretch),
    (r"(?P<end>)(?P<which>the|this) (?P<unit>week|month|year)(?:'s| is) (?:out|over|up)", days.stretch_out),
    (rf"(?P<end>(?:the )?end of )(?P<which>)(?:last |next |this )?{MON}{YEAR}", days.in_month),
    (rf"(?P<which>last|this|next|in|in the|since|over the) {SEASON}(?! of)", days.season),
    (rf"{COUNT} {UNIT} (?P<ago>ago|back\b)", days.distance),
    (
        r"(?<!time )(?<!times )(?<!once )(?:in|within|inside(?: of)?)"
        rf" (?:about |around |roughly |like |the next )?(?:(?:{'|'.join(SMALL)}|\d+)(?: to | or |-))?{COUNT}"
        rf" {UNIT}(?:'?s?'? time)?(?! of)",
        days.distance,
    ),
    (rf"{COUNT} {UNIT}(?: from now|'? time)", days.distance),
    (
        rf"{END}(?:(?P<which>last|this|next|in|since|until|till|by|early|late|mid|of|for)[ -])(?:mid[- ])?{MON}{YEAR}",
        days.in_month,
    ),
    (
        r"(?:in|since|until|back in|from|during|around|summer|autumn|spring|winter) (?P<year>(?:19|20)\d\d)",
        days.in_year,
    ),
    (rf"(?:on )?the (?P<nth>\d{{1,2}}(?:st|nd|rd|th))(?! {NOT_A_DAY})", days.day_of_month),
    (
        rf"(?:on )?the (?P<nth>{ORDINAL})(?= *(?:$|[,.!?;]|\b(?:at|in|and|but|so|for|if|then)\b))",
        days.day_of_month,
    ),
    (r"(?P<one>\d{1,2})/(?P<other>\d{1,2})(?:/(?P<year>\d{4}|\d\d))?", days.numeric),
)
RULES = tuple((re.compile(rf"\b(?:{pattern})(?!\w)", re.I), resolver) for pattern, resolver in PHRASES)


def moments_in_english(text: str, at: datetime) -> list[Found]:
    """The times that the text names, in its order. A phrase belongs to the first rule that reads it."""
    text = text.replace("’", "'")
    zone = at.tzinfo.key if isinstance(at.tzinfo, ZoneInfo) else ""
    found: list[Found] = []
    for pattern, resolver in RULES:
        for match in pattern.finditer(text):
            begin, end = match.span()
            if any(begin < other[4] and other[3] < end for other in found):
                continue
            now = resolver is days.weekday and _is_now(match, at.date())
            span = resolver(match, Here(at.date(), zone, is_past(text, begin, end), now))
            if span:
                found.append((*span, begin, end))
    return sorted(counted_from(found, text), key=lambda one: one[3])


def _is_now(weekday: re.Match[str], today: date) -> bool:
    """Whether a phrase says which day it is as one speaks."""
    before, behind = (
        NOW_BEFORE.search(weekday.string, 0, weekday.start()),
        NOW_BEHIND.match(weekday.string, weekday.end()),
    )
    if not before or not behind:
        return False
    said = before["only"].strip(" ,.!").lower()
    is_today = bool(before["it"] or said) and days.day_number(weekday["wd"]) == today.weekday()
    return behind["bare"] is None or said in {"happy", "another"} or "again" in behind["bare"] or is_today


NOMINAL = re.compile(
    r"[,;–—-] (?P<what>(?!(?:on|in|at|by|from|to|for|since|until|till|back|around|about|then|and|but|so|or|who"
    r"|which|when"
    r"|where|as|last|early|late|just|that|this|there|with|not|after|before)\b)(?!\w+ly\b)(?:[a-z'-]+ ){1,3}?)(?:on "
    r"|is )$",
    re.I,
)
"""What is set for a day, without a verb, behind what has happened: "they caught it early, lumpectomy on"."""


def is_past(text: str, begin: int, end: int) -> bool:
    """Whether the clause in which the phrase stands is in the past tense."""
    if (set_for := NOMINAL.search(text[:begin])) and not PAST.search(set_for["what"]):
        return False
    if SINCE.search(text, 0, begin) and not BECAUSE.match(text, end):
        return True
    start = max((match.end() for match in BREAK.finditer(text, 0, begin)), default=0)
    breaks = [match.start() for match in BREAK.finditer(text, end)] or [len(text)]
    stop = breaks[1] if len(breaks) > 1 and breaks[0] == end and BARE_LEAD.fullmatch(text, start, begin) else breaks[0]
    clause = STATE.sub("", SAYING.sub("", text[start:stop]))
    ahead = FUTURE.search(clause) or UNTIL.search(text, start, begin)
    return bool(PAST.search(clause)) and not ahead
