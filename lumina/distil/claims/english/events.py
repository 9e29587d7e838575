"""What happens on a day: appointments, parties, results; and that they are off."""

import re

from lumina.distil.claims.english.values import clean
from lumina.language.plain_english.words import JOB, RELATION
from lumina.language.when.moments import When

EVENTS = (
    "appointment|interview|exam|test|viva|wedding|funeral|christening|party|hen do|stag do|concert|gig|match"
    "|race|marathon|half marathon|10k|5k"
    "|operation|surgery|scan|mri|ct scan|ultrasound|colonoscopy|mammogram|endoscopy"
    "|smear|check-?up|mot|nct|re-?test|deadline|hearing|audition|presentation|viewing|flight|trip"
    "|holiday|meeting(?! (?:my|her|him|them|up|a) )|lunch|dinner"
    "|graduation|ceremony|anniversary|driving test|tooth|extraction|jab|vaccination|x-ray|biopsy|results?"
    "|infusion|transfusion|dialysis|injections?|vaccine|booster|ecg|follow-up"
    "|closing date|start date|last shift|first day|due date|baby(?:'s| is) due"
    "|rehearsal|recital|show|exhibition|conference|course|reunion|baby shower|barbecue|bbq"
    r"|move(?! (?:my|his|her|their|our|the|an?|it|in|to|out|into|from|back|house|on|up|that)\b)|moving day"
    "|final|tournament|festival|performance|review|blood test|fitting"
    "|class|cake|hen|stag|visit|audit|trial|launch|open day|parents' evening|dentist|doctor's|physio|vet"
    "|retreat|workshop|competition|camp|contest|regionals|nationals|sectionals|finals?|playoffs?|resits?|retake|mocks?"
    "|induction|orientation|shift|tryouts?|prom|formal|baptism|bar mitzvah|bat mitzvah|delivery|housewarming|open mic"
    "|premiere|matinee|chemo|radiotherapy|consultation|transplant|replacement|cataract|op|root canal|crown|filling"
    "|haircut|sleepover|exams?|orals?|defen[cs]e|dissertation|essay|coursework|assignment|court|tribunal|inspection"
    "|ofsted|survey|completion|handover|service|vote|boiler man|plumber|electrician|surveyor|midwife|solicitor"
    "|hygienist"
    "|optician|chiropractor|lesson|lessons|session|screening|raffle|auction|medical|assessment|hearing|weigh-in|unveiling|induction|fete|fair|parade|game|tour|christening|wake"
    "|memorial|burial|hike|expedition|placement|internship|bake sale|quiz|play|panto|nativity|parents' evening"
)
EVENT = re.compile(
    rf"(?<!['’])\b(?=\w)(?P<what>(?:(?!(?:my|me|our|the|an?|for|is|was|got|had|has|have|I'm|we're|he's|she's|they're|I|we|he|she"
    rf"|they|and|to|on|in|of|a|it|its|his|her|with"
    rf"|next|this|last|there's|booked|did|do|be|at|by|first|'s|I've|we've|done|before|till|until|after|because|than"
    rf"|while|when)\b)[\w’'-]+"
    rf" ){{0,2}}(?:{EVENTS}))\b(?! (?:{JOB})\b)(?P<tail>(?: (?:at|in|with|for|to) (?:the )?(?-i:[A-Z])[\w'-]+(?:"
    rf" (?-i:[A-Z])[\w'-]+)*)?)",
    re.I,
)
APART = re.compile(
    r"[,;:–—] ?(?:and |but )?(?:(?:making|baking|doing|bringing|getting|buying|wearing|sorting|icing|giving)\b"
    r"|I|he|she|we|the|what|over|or|till|because)\b(?!.*\bthat (?:day|weekend|week|night)\b)"
    r"|\b(?:because of|because|cos of|which|while|till|until|before|after|what with|instead of|apart from|except)\b",
    re.I,
)
"""What stands between an event and the day of something else: "it moved for her tooth, she comes on the 11th"."""
IDIOM = re.compile(
    r"\b(?:a (?:bit|lot|piece|slice|touch|load) of(?: an?)?|piece of|no|without(?: an?)?|as a|like an?) $", re.I
)
"""Before it, a word for an event is none: "a bit of a trial"."""
DONE_TO = re.compile(
    r"(?:\b(?:I'm|we're|he's|she's|they're|am|are|is|be|been) (?:(?:also|both|just) )?meeting"
    r"|\b(?:to|help|helping|I|we|you|I'll|we'll|will|can|could|let's)"
    r" (?:(?!(?:an?|the|my|our|his|her|their|first|next|this|that|for|on|at|in|have|got|had|about)\b)[\w'-]+ ){0,2}?"
    r"(?:visit|move|show|play|race|test|review|tour|camp|launch|hike|vote))$",
    re.I,
)
"""Up to it, it is what one does: "helping Kit move", "I'm meeting Ola"."""
DOES = re.compile(r"\b(?:does|makes|bakes|brings|wants|needs|gets|says|told|paid|sounds)\b", re.I)
YOURS = re.compile(r"^(?:you(?! (?:know|see|won't)\b)|you've|you're|your)\b|\byour [\w' -]{0,20}$", re.I)
OFFERED = re.compile(r" (?:with [\w' ]{2,20} )?(?:sounds?|would be|looks) ", re.I)
"""Behind it: what one thinks of somebody's plans."""
THEIRS = re.compile(
    rf"(?:his|her|their|(?:(?:my|our) )?(?:{RELATION}|(?-i:[A-Z][a-zà-ÿ]+))(?: have| has| had| got)"
    rf"|he|she|they(?! (?:want|need|asked|invited|have|'ve))(?!'ve))\b",
    re.I,
)
MINE = re.compile(r"\b(?:I|we|my|me|us|our|mine|I'm|I've|I'll|I'd|we're|we've|we'll|let's)\b", re.I)
DAY_OF = re.compile(r"^(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'s ", re.I)
NOT_TO_BE = (
    r"(?:(?:'s| is| are| was| were| got| has been| have been| been) (?:all |now |just )?(?:off|cancelled|called off"
    r"|double[- ]?booked|over-?booked|fully booked|sold out|rained (?:off|out)|scrapped|not happening|not going ahead)"
    r"|(?:'s| has| have)? (?:fell|fallen) through| isn't happening| isn't going ahead| won't be happening)"
)
CANCELLED = re.compile(rf"{NOT_TO_BE}(?= *(?:$|[,.!]|cos|because|now|then|after|so\b|and\b|since\b|due\b))", re.I)
OFF = re.compile(
    r"(?:^(?:(?:ugh|oh|so|well|and|but|right|anyway|no)\b\W*)+)?(?P<what>[\w' -]{2,40}?)" + NOT_TO_BE + r"\b", re.I
)


APPOINTED = re.compile(r" (?:for|about) (?:(?:an?|my|the|his|her|their|our) )?", re.I)
"""Behind an appointment, what it is for."""


def event_on(sentence: str, when: When) -> re.Match[str] | None:
    """What happens on that day, by a word of the sentence that stands with the day; none where the day is another's
    than that event's, or the one to whom it is said has it."""
    found = EVENT.search(sentence)
    if (
        found
        and (whose := APPOINTED.match(sentence, found.end("what")))
        and found["what"].lower().endswith("appointment")
    ):
        found = EVENT.match(sentence, whose.end()) or found
    if found is None or DONE_TO.search(sentence[: found.end("what")]):
        return None
    if YOURS.search(sentence[: found.start()]) or IDIOM.search(sentence[: found.start()]):
        return None
    between = sentence[found.end() : when.begin] if found.end() <= when.begin else sentence[when.end : found.start()]
    elsewhere = APART.search(between) or DOES.search(found["what"]) or OFFERED.match(sentence, found.end())
    return None if elsewhere else found


def is_theirs(sentence: str) -> bool:
    """Whether a sentence tells of somebody else, and not of the speaker at all."""
    return bool(THEIRS.match(sentence)) and not MINE.search(sentence)


def event_name(event: re.Match[str]) -> str:
    """How it is called, with where it is."""
    return clean(DAY_OF.sub("", event["what"]) + event["tail"])
