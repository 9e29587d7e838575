"""How people and pets are named: the patterns, and the pieces that they are made of."""

import re

from lumina.language.plain_english.words import NAME, PLAYS, PLAYS_BALL, RELATION, ROLES, SPECIES

WHO = rf"(?P<who>{RELATION}|(?:[\w-]+ ){{0,2}}?(?:{SPECIES}))"
MY = r"\b(?:my|me|our(?! kid\b))"
"""Whose somebody is; "our kid" is a brother or a sister in the north of England, and a child elsewhere."""
LOWER = r"(?P<name>[A-Za-z][a-zà-ÿ'-]+(?: (?-i:[A-Z])[a-zà-ÿ'-]+)?)"
CALLED = r"(?:'s| is| was|,)? ?(?:called|named|name is|name's|'s name is|goes by)"
NAMED = f"(?P<name>{NAME})"
BEHIND_A_WHILE = (
    rf"\b(?:an?|the|this|my|our|new) (?:[\w-]+ ){{0,3}}?(?P<who>{SPECIES})(?: mix| cross| pup)?"
    r" (?:from|at|in|of|with|by|to|that|who|which|we|I|he|she|last|this|yesterday|today|recently|on|for|off"
    r"|and|just|over"
    r"|down|up|next|named|is|was|the|a|home|over|now)\b(?: [\w']+){0,4}?,?"
)
"""A few words may stand between; what is a brand of dog food called is no dog."""
COMMON = rf"(?:an?|two|another|one|this|the) (?:[\w-]+ ){{0,3}}?(?P<who>{SPECIES}|{RELATION})(?: mix| cross)?"

ROLE = "|".join(
    (*ROLES, "doctor", "dentist", "therapist", "teacher", "tutor", "coach", "boss", "neighbou?r", "landlord")
)
PLAYER = rf"(?P<who>{PLAYS}|{PLAYS_BALL})"
"""Who one's fellow in a band or a team is there."""
AGENT = r"(?:[a-z-]+ )?[a-z]{3,}(?:er|or|ist|ian|mate|woman|man)"
"""Somebody by the ending of the word: my running mate, my acupuncturist."""

PATTERNS = tuple(
    (re.compile(pattern, re.I), confidence)
    for pattern, confidence in [
        (rf"\bour (?:new |old )?{PLAYER},? (?:(?:'s |is )?(?:called|named) )?{NAMED}", 0.8),
        (rf"^{NAMED}(?:'s| is|,)(?: also| still)? our (?:new |old )?{PLAYER}\b(?!'s)", 0.8),
        (rf"\bour (?:new |old )?{PLAYER}(?:'s| is) {NAMED}(?= *(?:$|,|and\b))", 0.8),
        (rf"^{NAMED} (?:plays|sings|drums)\b[^,.]{{0,20}}? (?:in|with|for) (?:my|our) (?P<who>band|team)\b", 0.75),
        (rf"{MY} {WHO},? {NAMED}", 0.85),
        (rf"{MY} {WHO}(?:'s| is| was|,)? (?:called|named) {LOWER}", 0.85),
        (rf"{MY} {WHO}(?:'s)? name(?:'s| is| was) {LOWER}", 0.85),
        (rf"{MY} {WHO}(?:'s| is) {NAMED}(?= *$|,| and )", 0.75),
        (rf"{COMMON}(?:,| is|'s)? (?:(?:is )?(?:called|named)|goes by|name of|by the name of) {LOWER}", 0.8),
        (rf"{BEHIND_A_WHILE} (?:called|named|name of|by the name of) {LOWER}", 0.75),
        (rf"^(?:I|we)(?:'ve| have)?(?: got)? (?:an?|two) (?P<who>{RELATION}),? {NAMED}", 0.8),
        (
            rf"^{NAMED} (?P<who>next door|over the road|across the (?:road|street|hall)|down the road|upstairs"
            rf"|downstairs)\b",
            0.75,
        ),
        (rf"^{NAMED}(?:'s| is) the (?P<who>{SPECIES})(?= *(?:$|,|not\b|and\b))", 0.8),
        (rf"^{NAMED} (?:my|me|our) {WHO}\b(?!'s)", 0.8),
        (rf"\b{NAMED}, (?:my|me|our) {WHO}\b(?!'s)", 0.8),
        (rf"\b(?:got|have|'ve) (?:an?|one) (?P<who>(?:[\w-]+ ){{0,2}}?(?:{SPECIES})), {NAMED}(?= *(?:$|,))", 0.8),
        (rf"^(?:our )?{NAMED}(?:'s| is) (?:also |actually |still )?(?:my|me|our) {WHO}\b(?!'s)", 0.85),
        (rf"^(?:that's|this is|it's) {NAMED},? (?:my|me|our) {WHO}\b(?!'s)", 0.8),
        (rf"^{NAMED},? (?:that's|who's|who is|he's|she's)? ?(?:my|me|our) {WHO}\b(?!'s)", 0.85),
        (rf"\b(?:the|a) (?P<who>{ROLE}),? (?:(?:is |'s )?(?:called|named) )?{NAMED}(?= *(?:$|[,.]|and\b))", 0.75),
        (rf"(?:^|\b(?:the|a|my|our) )(?P<who>{ROLE})(?:'s|s| is)? (?:called|named) {NAMED}", 0.75),
        (rf"\b(?:my|me|our) (?P<who>{AGENT}),? (?:(?:'s |is )?(?:called|named) )?{NAMED}(?= *(?:$|,|'s))", 0.7),
        (rf"^(?P<who>(?-i:[Bb]aby)) {NAMED}", 0.75),
        (
            rf"^(?:we|I)(?:'ve| have)?(?: just| finally| also| got| hired| have| there's)* (?:got |have |hired"
            rf" )?an? (?:[\w-]+ )?new (?P<who>{AGENT}),?"
            rf" (?:(?:called|named) )?{NAMED}(?= *(?:$|[,.;]|and\b|who\b|she\b|he\b))",
            0.75,
        ),
        (
            rf"^{NAMED}(?:'s| is) (?:an? )(?:[\w-]+ ){{0,1}}?(?P<who>friend|mate|colleague|neighbour|cousin)(?: of"
            rf" mine| from work)",
            0.8,
        ),
    ]
)
