"""Where somebody only is, was or went, what a place has, who comes from it: no home, home town or place of work."""

import re

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.tagged.tagger import Value

BROUGHT = re.compile(r"\b(?:brought|sent|fetched|took) (?:me|us)\b", re.I)
PLACES = frozenset(("hometown", "home", "workplace"))
OWN_ORIGIN = re.compile(
    r"\b(?:I|I'm|I've|we|we're|me|us|born|raised|grew|grow|bred|brought up|originally|native|childhood|hails?)\b"
    r"|^from\b",
    re.I,
)
AT_A_PLACE = re.compile(
    r"\b(?:club|pub|shop|office|gig|party|wedding|conference|meeting|match|game|hospital|school|church|hotel|funeral"
    r"|clinic|market|court|festival|show|concert|race|marathon|tournament|course|holiday|weekend|week|day|trip|museum"
    r"|gallery|theatre|restaurant|caf[eé]|bar|beach|airport|station|hut|depot|factory|gym)s?"
    r"(?: (?:over|up|down|out))? (?:in|at|near|outside) (?:the )?$",
    re.I,
)
"""What is in a place, where nobody lives."""
WENT = re.compile(
    r"\b(?:went|go|goes|going|been|off|flew|drove|travelled|popped|nipped|landed|arrived|stuck|stranded|lost|holiday"
    r"|boarding)"
    r" (?:\w+ )?(?:to|in|at) $",
    re.I,
)
HERE = re.compile(r"(?:^|, )(?:I'm|I am|we're|we are) (?:still |just )?(?:in|at) $", re.I)
"""Where one is as one writes, unless it is said to be more."""
A_SHOP = re.compile(r",? (?:they|you|want|need|queue|what|who)\b", re.I)
THERE = re.compile(
    r"\b(?:I'm|I am|we're|we are|I was|we were|been) (?:still |just |back )?(?:at|in|outside) (?:the )?$",
    re.I,
)
FOR_NOW = re.compile(
    r"\b(?:all (?:day|night|morning|afternoon)|today|tonight|waiting|queue|train|bus)\b|$(?<=station)",
    re.I,
)
STAYED = re.compile(r"\b(?:was|were) (?:\w+ )?in $", re.I)
FOR_A_WHILE = re.compile(
    r" (?:for (?:the|an?|my|our)\b(?! (?:few |long |couple of )?(?:years?|while|decades?|lifetime|bit|childhood))"
    r"|when|during|on|at"
    r"|last|yesterday|to)\b"
)
"""Behind where one only was: "I was in Darwin for the cyclone"."""
SMALL = re.compile(
    r"[a-z](?!.*\b(?:street|road|avenue|lane|farm|estate|site|boat|narrowboat|houseboat|coast|island|ranch|croft"
    r"|floor|hill"
    r"|river|canal|bus|campus|base)\b)"
)
"""What one may live on without being at home there."""
CONCERNS = re.compile(r"\b(?:for|on that for) $", re.I)
BODY_OR_THING = re.compile(r"(?:the |my )?[a-z][a-z ]*$")
ORGANISED = re.compile(
    r"\b(?:office|school|hospital|bank|shop|council|company|firm|college|university|library|museum|post|railways?"
    r"|police"
    r"|army|navy|nhs|service|charity|church|board|department|agency|lab|union|factory|farm|mill|bakery|brewery|hotel"
    r"|caf[eé]"
    r"|pub|bar|restaurant|salon|station|depot|warehouse|centre|center|trust|clinic|surgery|home)\b",
    re.I,
)


def is_no_place_of_theirs(value: Value, clause: Clause, before: str, behind: str, about: str) -> bool:
    """Whether a place is where somebody neither comes from nor lives nor works, as far as the clause says."""
    if value.kind == "hometown":
        return bool(BROUGHT.search(before)) or (not about and not value.of_other and not OWN_ORIGIN.search(clause.text))
    if value.kind == "home":
        only_is = HERE.search(before) and A_SHOP.match(clause.sentence.partition(value.text)[2])
        only_was = STAYED.search(before) and FOR_A_WHILE.match(behind)
        lives_on = before.endswith(" on ") and SMALL.match(value.text)
        return bool(WENT.search(before) or AT_A_PLACE.search(before) or only_is or only_was or lives_on)
    only_is = THERE.search(before) and FOR_NOW.search(f"{value.text}{behind}")
    return bool(only_is) or bool(
        CONCERNS.search(before) and BODY_OR_THING.match(value.text) and not ORGANISED.search(value.text)
    )
