"""Who somebody is, said beside the name in whatever order: "Priya, my flatmate, burns toast", "Nora (my cousin) drives"
and "my neighbour here, Olu, says" in the one form that all rules read, "my flatmate Priya burns toast"."""

import re

from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import NAME, NUMBER, RELATION, SPECIES, is_name

MINE = (
    r"my|me|our"
    r"|the(?= (?:eldest|oldest|youngest|middle one|wife|missus|husband|daughter|son|lad|lass|partner)\b)"
)
WHO = (
    rf"(?P<my>{MINE}) (?P<who>(?:(?!(?:and|or|with)\b)[\w-]+ ){{0,2}}?"
    rf"(?:{RELATION}|(?-i:(?![A-Z][a-z]))(?:{SPECIES})))"
)
NAMED = f"(?P<name>{NAME})"
BESIDE = re.compile(
    rf"\b{NAMED} ?(?:,|\(| -| –| —) ?(?:(?:he|she|it|that|this|who)(?:'s| is) |who is )?(?i:{WHO})(?: ?\)|,| -"
    rf"| –| —|(?=[.;!?]|$))"
)
"""Behind the name: "Priya, my flatmate,", "Nora (my cousin)"."""
BEFORE = re.compile(
    rf"(?:(?i:\b{WHO})|(?<![^.!?;] )(?<!\w)(?P<alone>(?i:{RELATION})))"
    rf"(?: here| there| next door| over the road| back home| (?:at|from|in) (?:the )?[a-z]+)?"
    rf" ?(?:,|\(| -| –| —) ?(?:(?:she|he|it|that)(?:'s| is) )?(?:(?:called|named) )?{NAMED}(?: ?\)"
    rf"|,(?! and (?-i:[A-Z]))| -| –| —|(?=[.;!?]|$))"
)
"""Before it: "my neighbour here, Olu,"."""
LAST = re.compile(
    rf"(?P<open>^|[.!?;] )(?:(?P<lead>(?:And|But|So|Oh|Our|Old),? )?){NAMED}(?P<does>(?:'s| is| has| was"
    rf"| (?!s\b)[a-z]+s)\b"
    rf"[^,.!?;]{{2,60}}), (?i:{WHO})(?=[.!?;]|$)"
)
"""At the very end: "Vi's ninety next month, my gran"."""
WHO_LAST = re.compile(
    rf"(?P<open>^|[.!?;] )(?i:he|she)(?P<does>(?:'s| is| has| was| (?!s\b)[a-z]+s)\b[^,.!?;]{{2,60}}), "
    rf"(?i:(?P<my>my|our) (?P<who>(?:{RELATION})))(?P<name> {NAME})?(?=[.!?;]|$)"
)
"""At the very end, behind a pronoun: "he's a plumber, my dad"."""
HAD = re.compile(
    rf"\b(?P<have>(?i:(?:I|we)(?:'ve| have|'d)?(?: got| had| adopted| bought)?|got|have|had"
    rf"|with)) (?P<an>(?i:an?|one|this)) "
    rf"(?P<who>(?i:(?:[\w-]+ ){{0,2}}?(?:{RELATION}|{SPECIES})(?: mix| cross)?)), {NAMED}(?=,|[.;!?]|$)"
)
"""What one has, and its name behind a comma: "we had a greyhound, Duke, he"."""
BARE = re.compile(
    rf"(?P<open>^|[.!?;,] (?:and |but |so |cos )?)(?P<who>(?!(?i:our|my|me|his|her|their|the|an?|your|this"
    rf"|that)\b)(?i:{RELATION}))(?=(?:'s| is| was) (?:called|named)\b"
    rf"|(?:'s| is) (?!Day\b){NAME} *(?:$|[,.;!]| and\b))"
)
"""Without "my": "wife's called Lorraine"."""
SO_TOO = re.compile(
    rf"(?P<first>(?:^|[.!?] )(?:\w+,? )?I'm (?:an? [a-z][\w' -]{{2,40}}?|{NUMBER}|{NAME}))(?:,| and) "
    rf"(?=an? [a-z]|(?:[2-9]\d)(?= *(?:$|[,.!;])))"
)
"""Of oneself, several in a row: "I'm Meera, a tester", "I'm 19 and a student", "I'm a widower, 70"."""
ON = r"(?:from |and |in (?-i:[A-Z])|I\b)"
OWN_AGE = re.compile(rf"\b(I'm {NAME}),? ((?:1[4-9]|[2-9]\d)\b)( (?={ON}))?(?={ON}|[,.!]|$)")
"""The name and the age without a comma: "I'm Kayla 22 from Ohio"."""
MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
TURNING = re.compile(
    rf"(?P<open>^|[.!?] )(?:it's|it is|that's|mine's) (?:on )?(?P<on>(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}"
    rf"|{MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)[.,!] *(?:and )?(?P<be>I'll (?:be|turn) (?:{NUMBER})\b)",
    re.I,
)
"""Whose age it is told with has that day for a birthday: "its the 14th of november. ill be 42"."""
CALLED_BEHIND = re.compile(
    rf"(?P<who>(?i:my|our) (?i:{RELATION}|{SPECIES}))(?P<is>(?:'s| is) (?:only |just |nearly "
    rf"|now )?(?:{NUMBER})),? (?:and )?"
    rf"(?:(?:he|she|it)'s )?(?:called|named) (?P<name>{NAME})"
)
"""The name told behind the age."""
HOSTS = frozenset(("Lumina", "Clarisse", "Nox"))
"""Who is spoken to, and is nobody's brother."""


def in_one_form(text: str) -> str:
    """The text, each apposition in front of its name."""
    text = LAST.sub(_last, text)
    text = WHO_LAST.sub(r"\g<open>\g<my> \g<who>\g<name>\g<does>", text)
    text = BESIDE.sub(_beside, text)
    text = BEFORE.sub(_beside, text)
    text = BARE.sub(r"\g<open>my \g<who>", text)
    text = OWN_AGE.sub(lambda match: f"{match[1]}, {match[2]}{', ' if match[3] else ''}", text)
    text = TURNING.sub(r"\g<open>my birthday's \g<on>, \g<be>", text)
    text = CALLED_BEHIND.sub(r"\g<who> \g<name>\g<is>", text)
    text = SO_TOO.sub(r"\g<first>, I'm ", text)
    return HAD.sub(_had, text)


def _names(match: re.Match[str]) -> bool:
    name = match["name"]
    return is_name(name) and name not in HOSTS and name.lower() not in word_list("places.en")


def _beside(match: re.Match[str]) -> str:
    if not _names(match):
        return match.group()
    alone = match.groupdict().get("alone")
    my = "my" if match["my"] is None or match["my"].lower() == "the" else match["my"]
    return f"{my} {(alone or match['who']).lower()} {match['name']}"


def _last(match: re.Match[str]) -> str:
    if not _names(match):
        return match.group()
    return f"{match['open']}{match['my']} {match['who']} {match['name']}{match['does']}"


def _had(match: re.Match[str]) -> str:
    if not _names(match):
        return match.group()
    return f"{match['have']} {match['an']} {match['who']} called {match['name']}"
