"""A sentence with two days is one of each: "the dentist's on Thursday and the exam is on the 21st"."""

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from lumina.language.when.moments import moments

BETWEEN = re.compile(r",? (?:and|but|then|because|so|cos|while|plus|as)(?: then)? |, (?:then )?|; ?| [–—-] ", re.I)
"""What stands between what is on the one day and what is on the other."""
SAYS = re.compile(
    r"(?!(?:on|at|in|by|for|from|the|this|next|until|till|to|about|around|maybe|or|also|again)\b)[a-z][\w']{2,}", re.I
)
"""A word that says more than when."""
OPENS = re.compile(
    r"^(?P<lead>.{0,30}?\b(?:I(?:'ve)? (?:still )?(?:need|have|got|must|'ve got|promised|said I'd"
    r"|said I'll)(?: got)?(?: to| remember to)?"
    r"|I'm (?:going|planning|meant|supposed) to|remind me to|I'll) )(?=[a-z])",
    re.I,
)
"""What is to be done by the words that follow, and by those behind an "and" as well."""
BARE = re.compile(r"(?!(?:I|we|he|she|it|they|my|our|the|an?|his|her|there|this|that|\w+ing|\w+'s)\b)[a-z]+ ", re.I)


def of_each_day(sentence: str, at: datetime) -> Iterator[str]:
    """The sentence, or its parts, where each of them says what is on a day of its own."""
    days = [one for one in moments(sentence, at) if one.last >= at.date() and one.precision != "year"]
    cuts: list[tuple[int, int]] = []
    for first, second in pairwise(days):
        between = [
            one
            for one in BETWEEN.finditer(sentence, first.end, second.begin)
            if SAYS.search(sentence[one.end() : second.begin])
        ]
        if between and first.first != second.first:
            cuts.append(between[0].span())
    opens = OPENS.match(sentence)
    begin = 0
    for end, behind in [*cuts, (len(sentence), len(sentence))]:
        part = sentence[begin:end].strip()
        yield f"{opens['lead']}{part}" if begin and opens and BARE.match(part) else part
        begin = behind
