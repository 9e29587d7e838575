"""Who somebody is, where that is asked."""

import re
from collections.abc import Sequence

from lumina.language.asking import asking_part
from lumina.voices.following import QUOTES
from lumina.voices.matching import own_statements
from lumina.voices.material import Evidence

WHO_IS = re.compile(
    r"\b[Ww]ho(?:'s| is| was) (?P<name>(?!the\b|that\b|my\b|it\b)\w+)[?. ]*$"
    r"|\bwho (?:did|do|have|had) [\w' ]{2,20}? (?P<last>\w+) (?:is|was)\b"
    r"|\bwhat(?:'s| is| was) (?P<other>\w+) to (?:me|us)\b"
)
"""Who asks what somebody is to them."""


def with_introduction(said: str, chosen: list[Evidence], evidence: Sequence[Evidence]) -> list[Evidence]:
    """What is quoted; before it, where it is asked who somebody is, what says what they are to whom: his ex Rita."""
    asked = WHO_IS.search(asking_part(said))
    if not asked:
        return chosen
    name = re.escape(asked["name"] or asked["last"] or asked["other"])
    tells = re.compile(
        rf"\b(?:my|our|his|her|their|\w+'s) (?:[\w-]+ ){{0,3}}{name}\b"
        rf"|\b{name}(?:,| is| was|'s|,? who's) (?:my|our|his|her|their|the|an?|\w+'s)\b",
        re.I,
    )
    first = [piece for piece in own_statements(evidence) if tells.search(piece["text"])][:1]
    return [*first, *(piece for piece in chosen if piece not in first)][:QUOTES]
