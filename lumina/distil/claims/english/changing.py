"""How life is from now on: at another hour, on another day of the week, less of it, somebody new in a part, a new thing
of its sort."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.relations import had, kind_of, somebody
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import EMPTY, clean
from lumina.distil.lasting import ONLY_IN_PLACE
from lumina.distil.slots import AMOUNT, HOUR
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.plain_english.words import NUMBER as A_NUMBER
from lumina.language.plain_english.words import is_name, number_of

SURE, LIKELY = 0.8, 0.75
NUMBER = rf"(?:{A_NUMBER})"
NOW = (
    r"(?: (?:now|these days|nowadays|instead|from now on|any ?more|from (?:today|next \w+|this \w+|january"
    r"|february|march"
    r"|april|may|june|july|august|september|october|november|december)|since [\w' ]{2,20}))"
)
LED = r"^(?:so |and |but |well |from (?:now on|today|next \w+|tomorrow) |now |these days |nowadays )*,? ?"
DONE_DAILY = (
    r"(?:get up|wake up|wake|am up|'m up|sleep in|lie in|sleep|go to bed|am in bed|'m in bed|start work"
    r"|finish work|start|finish|stay up|get to bed|have (?:breakfast"
    r"|lunch|dinner|tea)|eat|walk (?:the dog|him|her)|run|swim|train|(?:do|have|go to) [\w' ]{3,20}?)"
)
HOURLY = re.compile(
    rf"{LED}I ?(?:only |usually |mostly |do not |don't )*(?P<value>{DONE_DAILY}(?: (?!(?:at|till|until|by|around"
    r"|about)\b)\w+){0,2}?"
    rf" (?:at|till|until|til|by|around|about) [\w:.' ]{{1,18}}?)(?P<now>{NOW})?(?= *(?:$|[,.;!]|\b(?:because|so"
    r"|and|but|since|that|I'm|we're)\b))",
    re.I,
)
WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
WEEKLY = re.compile(
    rf"{LED}(?:I|we) ?(?:only |usually |mostly )*(?P<value>(?!(?:am|was|had|did|went|have|do not|don't)\b)[a-z]+"
    rf"(?: (?!(?:on|at)\b)[\w'-]+){{0,3}}? on {WEEKDAY}s?(?: (?:and|&) {WEEKDAY}s?)?"
    rf"(?: (?:nights?|evenings?|mornings?|afternoons?))?){NOW}\b",
    re.I,
)
NEGATED = re.compile(r"\bI ?(?:do not|don't) ", re.I)
FROM_NOW = re.compile(r"\b(?:from (?:now|today|tomorrow|next)|now|these days|nowadays)\b", re.I)
ANOTHER_DAY = re.compile(
    r"^(?:and |so |but |oh )*(?:my |the |our )?(?P<what>(?!(?:I|it|he|she|they|we|that|this|there"
    r"|what)\b)[\w'-]+(?: [\w-]+){0,2}?)"
    rf"(?:'s| is| are| has| have| was| were|'ve)?(?: been| got| now| just| all)*"
    r"(?: (?P<moved>moved|moves|moving|changed|changes|changing|switched|switching|shifted|shifting|gone"
    rf"|going)(?: over| from (?:an? )?{WEEKDAY}s?)? to| on)"
    rf" (?:an? |the )?(?P<day>{WEEKDAY})(?P<many>s?)(?: (?:nights?|evenings?|mornings?"
    rf"|afternoons?))?(?P<now>{NOW})?(?= *(?:$|[,.;!]|\b(?:because|so|and|but|as)\b))",
    re.I,
)
MOVED_TO_DAY = re.compile(
    r"\b(?P<moved>moved|changed|switched|shifted) (?:my|our"
    rf"|the) (?P<what>[\w'-]+(?: [\w-]+){{0,2}}?)(?: over)?(?: from (?:an? )?{WEEKDAY}s?)? to (?:an? "
    rf"|the )?(?P<day>{WEEKDAY})(?P<many>s?)"
    rf"(?: (?:nights?|evenings?|mornings?|afternoons?))?(?P<now>{NOW})?(?= *(?:$|[,.;!]|\b(?:because|so|and|but"
    r"|as)\b))",
    re.I,
)
LESS = re.compile(
    r"^I(?:'m| am|'ve| have)? ?(?:now |just |only )*(?:(?:cut|gone|got|went|been)? ?(?:back |down |myself "
    r"|it )*(?:down|back) to|on to) "
    rf"(?:just |only )?(?P<value>{NUMBER}(?: [\w'-]+){{0,3}}? (?:an?|per|every) (?:day|night|week))\b",
    re.I,
)
FIGURE = r"\d+(?:\.\d+)?"
UNIT = r"(?:kilos?|kgs?|stone(?: \d{1,2}(?= *(?:$|[,.!;]))| and a half)?|pounds|lbs)"
WEIGHT = re.compile(
    rf"^(?=(?:I|I'm|weigh(?:ing|ed)?|currently|now|just|already|down|up|back)\b|{FIGURE} ?{UNIT} (?:now|today|this "
    rf"morning)\b)(?:I(?:'m| am| was)? ?)?(?:now |just "
    rf"|only |currently |already |back |weighed in at |weighed myself,? )*"
    rf"(?:(?:weigh(?:ing|ed)?(?: in at)?|(?:down|up|back)(?: down| up)? to) )?(?P<value>(?:{NUMBER}"
    rf"|{FIGURE}) ?{UNIT})\b"
    r"(?! (?:of|lighter|heavier|down|up|off|less|more|too|over|under|lost|gone|in|to|each|a|an|cheaper|dearer)\b)",
    re.I,
)
OF_ME = re.compile(r"(?:I\b|I'|weigh|down|up|back|currently|now)", re.I)
DOWN_TO = re.compile(
    rf"^(?:I(?:'m| am) )?(?:now |already |finally )*(?:down|up|back)(?: down| up)? to (?P<value>{FIGURE})"
    r"(?= *(?:$|[,.;!]|\b(?:now|already|today|this morning|and|but|so|since)\b))",
    re.I,
)
"""So heavy, where so heavy was told before: "im down to 91"."""
NOT_SO = re.compile(
    rf"\b(?:it's|it is|it was|that's|I'm|I am|I meant?|should be"
    rf"|make that) (?P<value>{FIGURE})(?: ?{UNIT})?,? (?:and )?not "
    rf"(?P<old>{FIGURE})\b",
    re.I,
)
"""The one figure and not the other, of whatever had the other."""
RENT = re.compile(
    r"\brent(?:'s| is| has| was| went| goes)?(?: now| gone| been| going)*(?: up| down| put up"
    r"| raised)?(?: to)? (?P<value>[£$€]?\d[\d,.]*\d(?: (?:pounds|quid|euros|dollars))?)",
    re.I,
)
PART = (
    r"(?:(?:personal |driving |swimming |football |running |fitness )?(?:trainer|coach|instructor)|gp|doctor"
    r"|dentist|boss|manager|supervisor"
    r"|team leader|lodger|flatmate|housemate|landlord|landlady|(?:\w+ )?(?:tutor|teacher)|therapist|counsellor"
    r"|physio|social worker|cleaner|carer"
    r"|childminder|nanny|midwife)"
)
CALLED = r"(?P<name>(?:(?-i:Dr|Mr|Mrs|Ms|Miss)\.? )?(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)"
ANEW = re.compile(r"\b(?:new|now)\b", re.I)
NEW_ONE = (
    re.compile(
        rf"\b(?:my|our|the) new (?P<who>{PART})(?:'s| is|,)? (?:called |named )?{CALLED}(?= *(?:$|[,.;!]|and\b|now\b))",
        re.I,
    ),
    re.compile(
        rf"^{CALLED}(?:'s| is) (?:now )?(?:my|our|the) (?:new )?(?P<who>{PART})(?: now)?(?= *(?:$|[,.;!]|and\b|now\b))",
        re.I,
    ),
    re.compile(
        rf"\b(?:my|our) (?P<who>{PART})(?:'s| is) (?:now {CALLED}"
        rf"|{CALLED.replace('<name>', '<other>')} now)(?= *(?:$|[,.;!]))",
        re.I,
    ),
    re.compile(
        rf"\b(?:got|have|'ve|with) (?:an?|our|my) new (?P<who>{PART}),? (?:called |named )?{CALLED}(?= *(?:$"
        r"|[,.;!]|and\b))",
        re.I,
    ),
)
SORT = r"(?:car|ute|truck|pickup|van|phone|mobile|bike|laptop|fridge|telly|tv|washing machine|motorbike)"
NEW_THING = re.compile(
    r"^(?:(?:I|we)(?:'ve| have)? )?(?:just |finally |also )*(?:(?:got|bought|picked up|have|collected"
    r"|ordered) )?(?:myself |ourselves )?"
    rf"(?:an?|the|my|our)? ?(?P<new>new )?(?P<sort>{SORT})(?: (?:today|yesterday|at last|last \w+"
    r"|this \w+))?(?P<rest>$|[,.;:!].*)",
    re.I,
)
GOT = re.compile(r"\b(?:got|bought|picked up|collected)\b", re.I)
IS_THAT = re.compile(
    r"^[,.;:! ]*(?:(?:it's|it is|she's|he's|that's) )?(?:an? "
    r"|the )?(?P<value>(?:\w+ ){0,3}?(?-i:[A-Z])[\w-]+(?: (?:\d[\w-]*|(?-i:[A-Z])[\w-]*)){0,3})(?= *(?:$|[,.;!]"
    r"|\b(?:and|in|with|from|she|it)\b))",
    re.I,
)
TURNS = re.compile(
    rf"(?:^|, |\bI'm |\bI am |\bthat's me )(?P<n>{NUMBER}|\d\d)(?: years old)?(?: as of)? today\b"
    rf"|\b(?:I'm|I am) (?P<since>{NUMBER}|\d\d) as of\b"
    rf"|\b(?:makes|made) me (?:officially )?(?P<made>{NUMBER}|\d\d)(?= *(?:$|[,.;!]|\b(?:as of|today|now)\b))"
    rf"|\b(?P<candles>\d\d|{NUMBER}) candles\b",
    re.I,
)
BIRTHDAY = re.compile(r"\b(?:birthday|today|as of|makes me|made me)\b", re.I)
OLD_ENOUGH = 10


def changing_in(clause: Clause, of: Sequence[Spoken]) -> Iterator[Claim]:
    """What is so from now on, and what is over with it."""
    about = of[0].about if of else ME
    yield from _of_days(clause, about)
    yield from _of_parts(clause)
    if about == ME:
        yield from _of_hours(clause)
        yield from _of_numbers(clause)


def new_things(stated: Sequence[Clause]) -> Iterator[Claim]:
    """The make of what is new, told behind its sort: New car! It's a red Fabia."""
    for place, clause in enumerate(stated):
        match = NEW_THING.match(clause.said)
        if not match or not (match["new"] or GOT.search(clause.said)):
            continue
        behind = [match["rest"], *(one.said for one in stated[place + 1 : place + 2])]
        named = next((found for one in behind if (found := IS_THAT.match(one))), None)
        if named:
            said = f"new {match['sort']}" if match["new"] else f"got a {match['sort']}, {named['value']}"
            text = clause.sentence if match["new"] else f"{clause.sentence} ({said})"
            yield Claim(ClaimType.FACT, ME, "possession", named["value"].strip(), text, LIKELY)
            return


def _claim(
    kind: str,
    value: str,
    clause: Clause,
    mode: Mode = Mode.IS,
    *,
    about: str = ME,
    sure: float = LIKELY,
    replaces: str = "",
) -> Claim:
    return Claim(ClaimType.FACT, about, kind, value, clause.sentence, sure, mode, replaces=replaces)


def _of_hours(clause: Clause) -> Iterator[Claim]:
    hourly = HOURLY.match(clause.said)
    if hourly and HOUR.search(hourly["value"].lower()) and (hourly["now"] or FROM_NOW.search(clause.sentence)):
        value = clean(hourly["value"].removeprefix("'m ").removeprefix("am "))
        negated = NEGATED.search(hourly.group().partition(hourly["value"])[0])
        yield _claim("habit", f"don't {value}" if negated else value, clause)
    elif weekly := WEEKLY.match(clause.said):
        yield _claim("habit", clean(weekly["value"]), clause)


def _of_days(clause: Clause, about: str) -> Iterator[Claim]:
    """What is on another day of the week; if that may be one day alone, only where it was on one every week."""
    if "day" not in clause.said.lower():
        return
    day = ANOTHER_DAY.match(clause.said) or MOVED_TO_DAY.search(clause.said)
    what = clean(day["what"].removesuffix("'s")) if day else ""
    if day and not EMPTY.match(what) and (about in (ME, what) or day.re is MOVED_TO_DAY):
        weekly = day["now"] or (day["many"] and (day["moved"] or FROM_NOW.search(clause.said)))
        value = f"{what} on {day['day'].title()}s"
        if weekly:
            yield _claim("habit", value, clause)
        elif day["moved"]:
            yield _claim("habit", value, clause, sure=ONLY_IN_PLACE, replaces=what)


def _of_numbers(clause: Clause) -> Iterator[Claim]:
    """So much of it, so heavy, so dear, so old."""
    if (less := LESS.match(clause.said)) and AMOUNT.search(less["value"].lower()):
        yield _claim("habit", less["value"], clause)
    first, *rest = bare(clause.said).split(", ")
    parts = [first, *(rest if OF_ME.match(first) else ()), bare(clause.said)]
    if weight := next((match for part in reversed(parts) if (match := WEIGHT.match(part))), None):
        yield _claim("health", f"weight {weight['value']}", clause, replaces="weight")
    elif weight := next((match for part in reversed(parts) if (match := DOWN_TO.match(part))), None):
        yield _claim("health", f"weight {weight['value']}", clause, sure=ONLY_IN_PLACE, replaces="weight")
    if wrong := NOT_SO.search(clause.said):
        for kind, value in (("health", "weight {}"), ("habit", "pays {} rent")):
            old = value.format(wrong["old"])
            yield _claim(kind, value.format(wrong["value"]), clause, sure=ONLY_IN_PLACE, replaces=old)
    if rent := RENT.search(clause.said):
        yield _claim("habit", f"pays {rent['value']} rent", clause, replaces="rent")
    turns = TURNS.search(clause.said) if BIRTHDAY.search(clause.sentence) else None
    age = number_of(turns["n"] or turns["since"] or turns["made"] or turns["candles"]) if turns else None
    if age and age >= OLD_ENOUGH:
        yield _claim("age", str(age), clause, sure=SURE)


def _of_parts(clause: Clause) -> Iterator[Claim]:
    """Who is somebody's trainer, doctor or lodger from now on."""
    if not ANEW.search(clause.sentence):
        return
    match = next((found for one in NEW_ONE if (found := one.search(clause.sentence))), None)
    name = (match["name"] or match.groupdict().get("other") or "") if match else ""
    if not match or name not in clause.said or not _is_called(name):
        return
    if "new" not in match.group().lower() and "now" not in match.group().lower():
        return
    person = somebody(name, match["who"], clause, LIKELY)
    yield person
    if kind_of(person.kind):
        yield from (replace(one, replaces="") for one in had(person))
    else:
        yield _claim("friend", f"{person.value} ({person.kind})", clause)


def _is_called(name: str) -> bool:
    return is_name(name.split(" ", 1)[1] if name[:2] in {"Dr", "Mr", "Ms"} and " " in name else name)
