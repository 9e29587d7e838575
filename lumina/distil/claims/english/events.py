"""What happens on a day: appointments, parties, results; and that they are off."""

import re

from lumina.distil.claims.english.facts import clean

EVENTS = (
    "appointment|interview|exam|test|viva|wedding|funeral|christening|party|hen do|stag do|concert|gig|match"
    "|race|marathon|half marathon|10k|5k"
    "|operation|surgery|scan|mri|ct scan|ultrasound|colonoscopy|mammogram|endoscopy"
    "|smear|check-?up|mot|deadline|hearing|audition|presentation|viewing|flight|trip"
    "|holiday|meeting(?! (?:my|her|him|them|up|a) )|lunch|dinner"
    "|graduation|ceremony|anniversary|driving test|tooth|extraction|jab|vaccination|x-ray|biopsy|results?"
    "|closing date|start date|last shift|first day|due date|baby(?:'s| is) due"
    "|rehearsal|recital|show|exhibition|conference|course|reunion|baby shower|barbecue|bbq|move|moving day"
    "|final|tournament|festival|performance|review|blood test|fitting"
    "|class|cake|hen|stag|visit|audit|trial|launch|open day|parents' evening|dentist|doctor's|physio|vet"
    "|retreat|workshop|competition|camp|contest|regionals|nationals|sectionals|finals?|playoffs?|resits?|retake|mocks?"
    "|induction|orientation|shift|tryouts?|prom|formal|baptism|bar mitzvah|bat mitzvah|delivery|housewarming|open mic"
    "|premiere|matinee|chemo|radiotherapy|consultation|transplant|replacement|cataract|op|root canal|crown|filling"
    "|haircut|sleepover|exams?|orals?|defen[cs]e|dissertation|essay|coursework|assignment|court|tribunal|inspection"
    "|ofsted|survey|completion|handover|service|vote|boiler man|plumber|electrician|surveyor|midwife|solicitor"
    "|hygienist"
    "|optician|chiropractor|lesson|lessons|session|screening|raffle|auction|fete|fair|parade|game|tour|christening|wake"
    "|memorial|burial|hike|expedition|placement|internship|bake sale|quiz|play|panto|nativity|parents' evening"
)
EVENT = re.compile(
    rf"\b(?P<what>(?:(?!(?:my|me|our|the|an?|for|is|was|got|had|has|have|and|to|on|in|of|a|it|its|his|her|with"
    rf"|next|this|last|there's|booked|did|do|be|at|by|first|'s|I've|we've|done|before)\b)[\w’'-]+"
    rf" ){{0,2}}(?:{EVENTS}))\b(?P<tail>(?: (?:at|in|with|for|to) (?:the )?(?-i:[A-Z])[\w'-]+(?:"
    rf" (?-i:[A-Z])[\w'-]+)*)?)",
    re.I,
)
DAY_OF = re.compile(r"^(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'s ", re.I)
CANCELLED = re.compile(
    r"(?:'s| is| are| has been| been) (?:off|cancelled|called off)(?= *(?:$|[,.!]|cos|because|now|then|after))", re.I
)
OFF = re.compile(
    r"(?:^(?:(?:ugh|oh|so|well|and|but|right|anyway|no)\b\W*)+)?(?P<what>[\w' -]{2,40}?)"
    r"(?:'s| is| are| has been| been) (?:off|cancelled|called off)\b",
    re.I,
)


def event_name(event: re.Match[str]) -> str:
    """How it is called, with where it is."""
    return clean(DAY_OF.sub("", event["what"]) + event["tail"])
