"""People who are called by what they are: Auntie Jean, our Kevin."""

import re
from collections.abc import Iterator

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.relations import somebody
from lumina.known import ME, Claim, ClaimType
from lumina.language.plain_english.words import TITLES, is_name

TITLED = re.compile(
    rf"(?i:\b(?P<title>{'|'.join(TITLES)})) (?P<name>(?-i:[A-Z][a-zà-ÿ]+))|(?i:\b(?:my|me|our)"
    rf" (?P<title2>auntie|aunty|aunt|uncle|nana|nan|gran|granny|grandma|grandad))"
    rf" (?P<name2>(?-i:[A-Z][a-zà-ÿ]+))"
)
HERSELF = re.compile(
    r"\b(?:(?:be|being|as|I'm|I am) (?:the )?|(?:owner|neighbour|landlady|landlord|lady|cook|boss),? (?:is )?)$", re.I
)
"""Behind it stands whom everybody calls so, or the person themselves: "I'll be uncle Gaz"."""
NEARBY = re.compile(
    r",? (?:(?:from )?next (?:door|stall|shop|house|block)|(?:at|from) the (?:stall|shop|market|canteen|counter))\b",
    re.I,
)
OUR = re.compile(r"\b[Oo]ur (?P<name>(?-i:[A-Z][a-zà-ÿ]+))\b")


def is_strangers(before: str, behind: str) -> bool:
    """Whether what stands beside such a name says that everybody calls them so, or that it is the person."""
    return bool(HERSELF.search(before) or NEARBY.match(behind))


def titled(clause: Clause) -> Iterator[Claim]:
    for match in TITLED.finditer(clause.said):
        title, name = (match["title"] or match["title2"]), match["name"] or match["name2"]
        title = title[:1].upper() + title[1:]
        if is_name(name) and not is_strangers(clause.said[: match.start()], clause.said[match.end() :]):
            yield somebody(f"{title} {name}", TITLES[title], clause, 0.75, names=(name,))
    for match in OUR.finditer(clause.said):
        if is_name(match["name"]):
            ours = (f"our {match['name']}",)
            yield Claim(ClaimType.PERSON, ME, "", match["name"], clause.sentence, 0.7, names=ours)
