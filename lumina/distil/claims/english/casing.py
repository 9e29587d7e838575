"""Names and places of a text that uses no capitals, written large: "my flatmate dan" is "my flatmate Dan"."""

import re
from functools import cache

from lumina.distil.claims.english.words import RELATION
from lumina.language.lexicon import word_list

LARGE = re.compile(r"(?<![.!?…\n] )(?<!^)\b(?!I\b|I')[A-Z][a-z]")
"""A word written large that opens no sentence."""

INTRODUCED = re.compile(
    rf"(?P<lead>\b(?:my|me|our|his|her) (?:\w+ )?(?:{RELATION})(?:'?s)? "
    r"|\b(?:(?:called|named|name is|name's|names)(?: him| her| it)?|dating|seeing|met) "
    r"|(?:^|[.!?,] *)(?:(?:hi|hiya|hey|hello|yo|alright|evening|morning),? *)?(?:im|i'm|i am|its|it's|call me) )"
    r"(?P<name>[a-z]{2,})\b(?! (?:at|to|on|in|be|up|down|off|have)\b)",
    re.I,
)
VERB = (
    r"(?:\w{2,}ed|is|was|has|had|left|went|came|got|gave|took|made|said|told|bought|brought|ran|won|lost|wants|does|did|can"
    r"|will|keeps|sent|met|found|thinks|says|reckons|works|lives|plays|loves|hates|likes|drives|teaches|owns|goes|makes"
    r"|gets|wins|starts|just|never|always|and)"
)
NO_NAME = (
    r"(?:\w+(?:ed|ing|ly|'s)|is|was|has|had|left|went|came|got|gave|took|made|said|told|bought|ran|won|lost|who|that|and"
    r"|or|but|in|on|at|to|of|for|with|from|just|never|always|still|also|then|now|so|too|not|does|did|can|will|would|could"
    r"|should|might|must|may|been|be|are|were|have|the|an?|my|me|his|her|their|our|your|this|these|those|it|he|she|they|we"
    r"|you|him|them|us|there|here|when|where|why|how|what|if|because|cos|about|all|both|even|ever|once|again|back|up|down"
    r"|off|out|over|next|last|only|really|stuff|thing|things|house|place|car|work|school|today|says|said|keeps|wants|some"
    r"|everyone|somebody|someone|nobody|everybody|half|after|before|since|until|as|like|than|literally|actually|lot|own)"
)
SPOKEN_OF = re.compile(
    rf"(?P<lead>\b(?:(?:my|me|our|his|her|\w+'s) (?:\w+ )?(?:{RELATION}|girl|guy|lad) |(?:^|[,.!?] ?)me and "
    rf"|(?:nana|nan|auntie|aunty|uncle|grandma|granny|grandad|cousin) ))(?P<name>(?!{NO_NAME}\b)[a-z]{{3,}})"
    rf"(?=(?:'s)? {VERB}\b| (?:are|make|have|play|do|went|got)\b|[,.!?]|$)",
    re.I,
)
"""What stands between who somebody is and what they do, in a text that writes nothing large, is their name."""

WORD = re.compile(r"\b[a-z]{2,}\b")


def cased(text: str) -> str:
    """The text with capitals for given names and places, where it has none of its own behind the beginning of a
    sentence."""
    if LARGE.search(text):
        return text
    text = INTRODUCED.sub(lambda match: match["lead"] + _large(match["name"], _names_too()), text)
    text = SPOKEN_OF.sub(lambda match: match["lead"] + match["name"].title(), text)
    return WORD.sub(lambda match: _large(match.group(), _known()), text)


def _large(word: str, known: frozenset[str]) -> str:
    return word.title() if word in known else word


@cache
def _known() -> frozenset[str]:
    return word_list("names.en") | word_list("places.en")


@cache
def _names_too() -> frozenset[str]:
    return word_list("names_too.en") | word_list("names.en")
