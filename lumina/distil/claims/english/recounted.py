"""What was done in a year, learnt for years or sold to somebody, and what others are to the person by their trade."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import EMPTY, clean
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.plain_english.words import NAME, is_name

SURE, LIKELY = 0.8, 0.72
YEAR = r"(?:19|20)\d\d"
IN_A_YEAR = re.compile(
    r"^I (?P<value>(?:drove|flew|sailed|cycled|walked|hiked|rode|ran|swam|climbed|travelled|traveled|toured"
    r"|hitchhiked|went|came|emigrated|moved"
    r"|graduated|won|sold|opened|started|founded|built|wrote|published|joined|served|trained|qualified|retired|adopted|backpacked|rowed|played)"
    rf" (?!(?:mad|mental|home sick|out with)\b)[\w' -]{{2,50}}? in {YEAR})\b",
    re.I,
)
"""What one did in a year, once."""
STUDIED = re.compile(
    r"^I (?:did|had|spent|got through) (?P<value>(?:an?|one|two|three|four|five|six) (?:years?|terms?|semesters?)"
    r" (?:of|at|studying|doing|reading) (?:(?!(?:then|and|before|but)\b)[\w'&-]+ ?){1,7})",
    re.I,
)
SCHOOL = re.compile(
    r"\b(?:at (?:the )?(?-i:[A-Z])|college|uni(?:versity)?|school|degree|law|medicine|geology|nursing|history|english"
    r"|physics|chemistry|biology|maths?|engineering"
    r"|art|music|philosophy|psychology|economics|accounting|architecture|french|german|spanish|latin|drama|politics)"
)
"""What is learnt."""
SOLD = re.compile(
    rf"^(?:I|we)(?:'ve| have)? (?:just |finally |now )*(?P<value>sold (?:the|my|our) [\w' -]{{3,30}}? to (?:an?"
    rf" [\w -]{{3,30}}|{NAME}|(?:my|our) [\w ]{{3,20}}))(?= *(?:$|[,.!;]|\b(?:and|but|for|on|last|this)\b))",
    re.I,
)
TRADES = (
    r"(?:boss|manager|supervisor|line manager|foreman|landlord|landlady|estate agent|realtor|letting agent|solicitor"
    r"|lawyer|accountant|dentist|teacher|tutor|coach"
    r"|trainer|therapist|counsell?or|midwife|vet|mechanic|plumber|builder|hairdresser|barber|cleaner|childminder|physio|apprentice|assistant|employee|bookkeeper)"
)
IS_OUR = re.compile(
    rf"^(?P<name>{NAME})(?:,? (?:with|without) [\w ]{{2,20}})?(?:'s| is|, (?:she|he)'s) (?:my|our) (?:(?:new|old"
    rf"|lovely|long-suffering) )?(?P<trade>{TRADES})\b(?P<where> (?:at|in|down|over at) (?:the |my"
    rf" )?[\w' -]{{3,30}}?)?(?= *(?:$|[,.!;]|\b(?:and|but|so)\b))",
    re.I,
)
"""Who is that to the person, by their trade."""
PARTING = re.compile(
    rf"^(?P<name>{NAME})(?:'s| is| are) (?P<value>getting (?:a )?divorced?|divorcing|getting married|expecting(?: a"
    rf" baby)?|pregnant)\b(?P<rest>,? (?:from|to) {NAME})?",
    re.I,
)
FAVOURITE = re.compile(
    r"(?:^|[.!?;] ?|, )(?P<value>(?:(?-i:[A-Z0-9])[\w'&:-]*|[a-z]+s)(?: (?!(?:is|are|which)\b)[\w'&:-]+){0,5}?),?"
    r" (?:which )?(?:is|are|'s) (?:(?:probably|still|easily|just) )*(?:my|me) (?:absolute |all[- ]time )?"
    r"(?:favou?rite|favou?rites) (?P<what>film|movie|book|song|album|band|singer|food|meal|dish|show|series"
    r"|programme|game|place|drink|cake|season|colou?r|author|writer|tree|bird|flower|word|snack|dessert|pudding"
    r"|sandwich|soup|sweet|thing to eat)\b",
    re.I,
)
"""What one likes best, behind what it is."""


def recounted_in(clause: Clause, of: Sequence[Spoken]) -> Iterator[Claim]:
    """What the person did once, and who others are to them."""
    text, about = bare(clause.said), of[0].about if of else ME
    if about == ME and (once := IN_A_YEAR.match(text) or SOLD.match(text)):
        yield Claim(ClaimType.FACT, ME, "event", clean(once["value"]), clause.sentence, LIKELY)
    if about == ME and (studied := STUDIED.match(text)) and SCHOOL.search(studied["value"]):
        yield Claim(ClaimType.FACT, ME, "school", clean(studied["value"]), clause.sentence, LIKELY, Mode.WAS)
    if (trade := IS_OUR.match(text)) and is_name(trade["name"]):
        what = f"{trade['trade'].lower()}{trade['where'] or ''}"
        yield Claim(ClaimType.FACT, trade["name"], "job", what, clause.sentence, LIKELY)
    if (parts := PARTING.match(text)) and is_name(parts["name"]):
        told = clean(f"{parts['value']}{parts['rest'] or ''}")
        yield Claim(ClaimType.FACT, parts["name"], "family", told, clause.sentence, LIKELY)
    if (best := FAVOURITE.search(clause.sentence)) and best["value"] in clause.said and not EMPTY.match(best["value"]):
        value = f"{best['value']} (favourite {best['what'].lower()})"
        yield Claim(ClaimType.FACT, ME, "likes", value, clause.sentence, SURE)
