"""What a character's questions ask for: a name, a day, a place, what somebody does."""

import re
from collections.abc import Sequence

from lumina.distil.claims.english.antecedents import last_mentioned
from lumina.known import ME
from lumina.language.plain_english.words import NAME, RELATION, SPECIES, is_name, normal_relation

WHOM = rf"(?:you|he|she|they|your (?:{RELATION})(?: {NAME})?|{NAME})"
"""Of whom a question asks."""
HOME = re.compile(
    rf"\bwhere(?:abouts)?(?:(?:'s| is| do| does| are) {WHOM}|(?:'s| is| are| do)?(?: (?!your|he|she|they|would|could"
    rf"|should|did|was|were|might)\w+){{0,3}})"
    r" (?:home|live|living|based|(?:writing|typing|calling|speaking|texting)(?: to (?:me|us))? from)\b|\bwhere(?:'s"
    r"| is) (?:your )?home\b"
    r"|\bwhere do \w+ go home\b"
    r"|\bwhere(?: exactly)?(?: is|'s)\s+(?:here\b|…)|\bwhere (?:do|should|shall|would) I (?:send|post)\b",
    re.I,
)
HOMETOWN = re.compile(
    rf"\bwhere(?:abouts)?(?: (?:is|are|do|does|did|was|were)|'s) {WHOM} (?:(?:originally|actually|really) )?"
    r"(?:from\b|come from|hail from|grow up|start out|born|brought up|raised)|\bbefore that,? home was"
    r"|\bwhere(?:'s| is| does) (?:the|that|your) accent",
    re.I,
)
OWN_NAME = re.compile(
    r"\b(?:who (?:have|do|did) I|who(?:'s| is) (?:this|there)|whom do I|what(?:'s| is| should| do| shall"
    r"| may)?(?: I| is| we)?(?: \w+)? (?:your name|call you)"
    r"|(?<!'s )(?<!s' )(?<!\bthe )(?<!\bits )(?<!\bhis )(?<!\bher )(?<!\btheir )names?\?|who am I (?:talking|speaking"
    r"|keeping"
    r"|meeting|with)|who might you be|and you are\?)",
    re.I,
)
OTHERS_NAME = re.compile(
    r"\bwhat(?:'s| is| are| was) (?:(?:he|she|it|they|the \w+|your (?P<who>[\w -]+?))(?:'s)? (?:called|named"
    r"|name)|(?:his|her|its|their) names?)",
    re.I,
)
THE_NAME = re.compile(
    rf"\b(?P<who>{SPECIES}|{RELATION})(?:\b[^.!?]{{0,30}}?\b(?:the|its|his|her|their)|'s|s') (?:first )?name\?", re.I
)
"""Who asks for the name of whom they have just named as what they are: "and the dog, what's the name?" """
OWN_JOB = re.compile(r"\bwhat do you do\b|\bwhat(?:'s| is) your (?:job|work|trade|profession|line)", re.I)
AGE = re.compile(
    rf"\bhow old (?:are|is|was|'s) {WHOM}\b(?!'s)|\bwhat age (?:are|is) {WHOM}\b(?!'s)|\bwhat(?:'s| is) (?:your|his"
    rf"|her) age\b"
    r"|\b(?:ask|asking|mind) (?:how old you are|your age)\b|\byour age\?",
    re.I,
)
BIRTHDAY = re.compile(
    rf"\b(?:when(?:'s| is| are|s)?|what (?:day|date)(?:'s| is)?)\b[^.!?]*?\b(?:(?:your|his|her) (?:\w+ )?(?:birthday"
    rf"|b-?day)"
    rf"|(?:{RELATION}|{NAME})'s (?:birthday|b-?day))|\bwhen (?:were|was) {WHOM} born\b"
    r"|\bwhen (?:do|can|should) (?:we|I) (?:get to )?celebrate you\b|\bbirthday\?$",
    re.I,
)
OF_OTHER = re.compile(
    rf"\byour (?P<who>{RELATION})\b(?: (?P<called>{NAME}))?|\b(?:is|was|does|did|has|'s) (?P<name>{NAME})\b"
    rf"|(?P<name2>{NAME})'s (?:birthday|b-?day)|\b(?P<pronoun>he|she|his|her)\b"
)
OF_YOU = re.compile(
    r"\b(?:do|are|were|did|have|would) you\b|\bcelebrate you\b|\byour (?:own )?(?:age|birthday|b-?day)\b", re.I
)


def whose(asked: str, before: Sequence[str]) -> str:
    """Of whom a question asks, behind what was said before it: "" where that cannot be told."""
    other = None if OF_YOU.search(asked) else OF_OTHER.search(asked)
    if other is None:
        return ME
    name = other["called"] or other["name"] or other["name2"]
    if name:
        return name if is_name(name) else ""
    return normal_relation(other["who"]) if other["who"] else last_mentioned(before)


RELATED = re.compile(
    rf"\b(?:is|was) (?:he|she|it) (?:an? |your )|\bwho(?:'s| is) (?P<who>{NAME})|\bhow do you know (?P<who2>{NAME})",
    re.I,
)
ASKED = {
    "home": re.compile(rf"{HOME.pattern}|\bwhich part of|\bwhereabouts (?:are|do) you", re.I),
    "hometown": HOMETOWN,
    "workplace": re.compile(
        rf"\bwhere(?:abouts)? (?:do|does|did|is|are) {WHOM} work(?:ing)?\b|\bwho (?:do|does) {WHOM} (?:work|drive"
        rf"|fly) for"
        r"|\bwhere (?:is your (?:shop|office|stall|salon|studio|school|surgery)|are you headed"
        r"|is that)|\bwhich (?:kitchen|ward|hospital|school|office|shop|depot|branch|firm|company|site|station"
        r"|library)\b",
        re.I,
    ),
    "job": re.compile(
        rf"\bwhat (?:do|does|did) {WHOM} do(?! (?:with|for (?:fun|you)|in your|on|to|when|at|after|about|if|that"
        rf"|there on))"
        rf"|\bwhat(?:'s| is) it (?:that )?{WHOM} (?:actually |really )?do(?:es)?\b"
        r"|\b(?:which|what) (?:job|trade|line of work|(?:kind of )?(?:work|office|job|business|nurse|teacher"
        r"|engineer))\b"
        r"|\bwhat(?:'s| is) (?:your|his|her) (?:job|work|trade|line)|\bwhat (?:level|class|year) (?:are they"
        r"|do you teach)"
        rf"|\bwhat (?:do|does|did) {WHOM} (?:teach|sell|make|bake|farm|grow|fix|build)\b"
        r"|\bdo for (?:a living|work|a crust)",
        re.I,
    ),
    "school": re.compile(
        rf"\bwhat(?: (?:are|is)|'s) {WHOM} (?:studying|learning|reading|training)\b|\bwhat (?:course|degree|subject)\b"
        rf"|\bwhat (?:do|does) {WHOM} study\b|\bwhich (?:course|degree|subject|uni(?:versity)?|college)\b"
        rf"|\b(?:what|which) (?:year|grade|form|class|school) (?:are|is) {WHOM} (?:in|at)\b"
        rf"|\bwhere(?: is| are|'s) {WHOM} (?:studying|at (?:uni|college|school))\b"
        rf"|\bwhere (?:do|does|did) {WHOM} (?:study|go to (?:school|uni|university|college))",
        re.I,
    ),
    "hobby": re.compile(
        r"\bwhat do you (?:do (?:with your|for fun|in your|at the weekend|after)|play|like to do)|\bhobb(?:y|ies)", re.I
    ),
    "pet": re.compile(
        r"\b(?:any|have you|got) (?:any )?(?:pets|animals)\b|\bwhat (?:pets|animals)\b(?! do you (?:see|treat|like"
        r"|work|sell|draw|paint))",
        re.I,
    ),
}
"""The kinds of facts for which a character's question asks, whatever the answer is."""
WHO = re.compile(
    r"\bwho(?:'s| is| do|'ve| have| else| are| did| was)?\b(?!.*\b(?:wrote|won|invented|sings?|painted)\b)", re.I
)
