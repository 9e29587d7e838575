"""What stands beside a day, as one would come back to it: in its own clause, without its day; and what is no matter to
come back to."""

import re

from lumina.distil.claims.english.clauses import QUESTION
from lumina.language.when.moments import When

ASKS = re.compile(
    r"^(?:(?:so|and|but|ok|okay|well|oh|hey|right|erm?|um|god|lol|do you (?:think|reckon)),? )*"
    r"(?:(?:what|when|where|who|why|how|which)(?:'s|'re| (?:am|is|are|was|were|do|does|did|shall|should|will"
    r"|would|can|could))"
    r" (?:I|i|we|my|the|it|that|he|she|they|you)\b|who(?:'s|se| is| are| was| will| wants| has) (?!who\b)|(?:should"
    r"|shall|am|do|will|can|could|would|did|have) (?:I|we)\b)",
    re.I,
)
"""A question without its mark."""
SAYS_NOTHING = re.compile(
    r"^(?:(?:it|this|that|for|to|at|on|in|of|by|til|till|until|about|with|one|another|again|then|now|so|just"
    r"|only|the|an?|my"
    r"|thank|god|goodness|heavens|it's|roll|ugh|blah|meh|yay|woo+|woohoo|lol|haha|blues|vibes|mood|feels|scaries|motivation|already|night|nights|morning"
    r"|evening"
    r"|first|last|second|next|time|day|week|\d+) ?)*$",
    re.I,
)
LEFT_HANGING = re.compile(r"\b(?:til|till|until|since|than|and|but|or|so|because|the|an?|my|of)$", re.I)
"""A scrap: no noun in it, or cut off in the middle."""
IN_A_MOOD = re.compile(
    r"^(?:(?:but|and|so|oh|god|ugh|well|honestly|still|also) )*(?:(?:I|we)(?:'m|'re| am| are|'ve been"
    r"| have been| was| feel| felt|'d be)"
    r"|feel(?:ing)?|been feeling|bit|a bit|really|so|too|proper|well)"
    r" (?!(?:going|off|at|in|on|back|flying|seeing|meeting|having|doing|moving|starting|getting|due|away|booked"
    r"|taking)\b)"
    r"(?:(?:so|really|very|a bit|bit|too|just|still|pretty|quite|proper|well|dead|all|absolutely|getting|feeling) )*"
    r"(?!\w+(?:ed|ing) (?:in|to|at|with|for|my|the|a)\b)[\w'-]+"
    r"(?: (?:about|for|of|til|till|until|again|now|lol|tbh|already)\b.*)?$",
    re.I,
)
"""How one is, and nothing that happens."""
OF_AGE = re.compile(r"^(?:(?:I|we|he|she)(?:'ll| will| am|'m|'s|'re) )?(?:be|turn|turning) \d{1,3}\b", re.I)
"""A birthday, which is kept as one."""
HAS_IT = re.compile(
    r"^(?:(?:the|my|our) )?(?P<who>[\w'-]+(?: [\w'-]+)?) (?:has|have|'s got)(?: got)? (?:its|it's|his|her|their)"
    r" (?P<what>[\w-]+(?: [\w-]+)?)$",
    re.I,
)
"""Who has what is theirs on a day: "the dog has his jabs"."""
INSTEAD = re.compile(r",? instead(?: of (?:on )?(?:the )?(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day).*)?$", re.I)
"""That it was to be on another day."""
IT_IS = re.compile(r"^(?:it's|it is|there's) (?=(?:my|our|the|an?|his|her|their) )", re.I)
PREPOSED = re.compile(
    r"(?:[ ,]+(?:on|for|at|by|in|from|this|until|till|til|before|around|about))?(?: (?:the|a))?[ ,]*$", re.I
)
SUBJECT = re.compile(
    r"^(?:(?:and|but|so|oh|well) )*(?P<who>(?:my|our) (?:[\w'-]+ ){0,2}?[\w'-]+(?= (?:\w+ed|rang|came|said|told"
    r"|gave|wrote|is|has)\b)"
    r"|(?:(?:Dr|Mrs?|Ms|Prof)\.? )?(?-i:[A-Z])\w+)(?='s\b| )",
    re.I,
)
PRONOUN = re.compile(r"^(?:he|she|they)(?=['\s])", re.I)
OF_WHOM = re.compile(r"^(?:he|she|it|they|that|this)\b", re.I)
"""A clause that does not say by itself of whom it tells."""
NO_SUBJECT = re.compile(r"^(?:starts|begins|finishes|leaves|moves|gets|goes|has|flies|turns|comes|is)\b", re.I)
FIRST = frozenset(
    ["i", "i'm", "i've", "i'll", "we", "it", "it's", "that", "that's", "this", "there", "there's", "so", "and"]
)
CLAUSE = re.compile(r",? \b(?:and|but|so|cos|because) (?=(?:I|we|he|she|they|it)(?:'\w+)?\b)|, ", re.I)


GOES_ON = re.compile(r"(?:(?:and|but|so|well|then) )?(?:I|we|he|she|they|it|you)(?:'\w+)?\b(?! (?:and|or)\b)", re.I)
"""How another clause begins."""


def is_asked(sentence: str) -> bool:
    """Whether a sentence without a mark asks something, of which nothing is left open."""
    return bool(ASKS.match(sentence) or QUESTION.match(sentence))


def own_clause(sentence: str, day: When) -> str:
    """The clause in which the day stands, with who it is about: "my mum rang and she's coming on Friday"."""
    cuts = [match for match in CLAUSE.finditer(sentence) if match.end() <= day.begin]
    joined = (match for match in CLAUSE.finditer(sentence, day.end))
    behind = [match.start() for match in joined if match.group() != ", " or GOES_ON.match(sentence, match.end())]
    clause = sentence[cuts[-1].end() if cuts else 0 : behind[0] if behind else len(sentence)].strip(" ,")
    who = SUBJECT.match(sentence) if cuts else None
    if who is None or who["who"].lower() in FIRST:
        return clause
    if PRONOUN.match(clause):
        return PRONOUN.sub(who["who"], clause)
    return f"{who['who']} {clause}" if NO_SUBJECT.match(clause) else clause


def without_day(what: str, sentence: str, day: When | None) -> str:
    """What happens, without the day behind it."""
    phrase = sentence[day.begin : day.end] if day else ""
    what = HAS_IT.sub(r"\g<who>'s \g<what>", IT_IS.sub("", INSTEAD.sub("", what) if day else what))
    head, found, tail = what.partition(phrase) if phrase else (what, "", "")
    return PREPOSED.sub("", head) if found and not tail.strip(" ,.!") and head.strip() else what


def worth(what: str) -> bool:
    """Whether it is anything that happens: no scrap of a sentence, and no mood."""
    what = what.strip()
    return not (SAYS_NOTHING.match(what) or LEFT_HANGING.search(what) or IN_A_MOOD.match(what) or OF_AGE.match(what))
