"""Names and places of a text that uses no capitals, written large: "my flatmate dan" is "my flatmate Dan"."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from lumina.language.lexicon import word_list
from lumina.language.plain_english.names_in_place import as_told_before, named_in_place
from lumina.language.plain_english.spelling import respelt, with_apostrophes
from lumina.language.plain_english.words import RELATION, is_name
from lumina.language.scripts import language_of
from lumina.language.trained.vectors import has_vector

LARGE = re.compile(r"(?<![.!?…\n] )(?<!^)\b(?!I\b|I')[A-Z][a-z]")
"""A word written large that opens no sentence."""

SMALL = re.compile(r"\A(?:[^a-zA-Z]*[a-z])(?!\w*[A-Z])(?!.*\bI\b)|(?<![\w.'])i(?:'m|'ve|'d|'ll|m|ve)?(?![\w.'])", re.S)
"""A text whose writer uses no capitals, though a word in it (an acronym, a pasted name) may have them."""

WILL_DO = (
    r"(?:will|may)\b(?! *(?:'s|[,.!?]|$|(?:is|was|has|had|and|who|just|\w{2,}ed"
    r"|(?!(?:miss|pass|guess|discuss|always|dress|press|focus|address|cross|kiss|possess|process)\b)\w{2,}s)\b))"
)
"""No name: "my cousin will sort it"."""
INTRODUCED = re.compile(
    rf"(?P<lead>\b(?:my|me|our|his|her) (?:\w+ )?(?:{RELATION})(?:'?s)? "
    r"|\b(?:(?:called|named|name is|name's|names)(?: him| her| it)?|dating|seeing|met) "
    r"|(?:^|[.!?,] *)(?:(?:hi|hiya|hey|hello|yo|alright|evening|morning),? *)?(?:im|i'm|i am|its|it's|call me) )"
    rf"(?!{WILL_DO})"
    r"(?P<name>(?!(?<='m )(?:rich|grand|fine|game|merry|happy|sunny|frank|rusty"
    r"|poor)\b)[a-z]{2,})\b(?! (?:at|to|on|in|be|up|down|off|have)\b)",
    re.I,
)
VERB = (
    r"(?:\w{2,}ed|is|was|has|had|left|went|came|got|gave|took|made|said|told|bought|brought|ran|won|lost|wants"
    r"|does|did|can"
    r"|will|keeps|sent|met|found|thinks|says|reckons|works|lives|plays|loves|hates|likes|drives|teaches|owns|goes|makes"
    r"|gets|wins|starts|just|never|always|and)"
)
NO_NAME = (
    r"(?:\w+(?:ed|ing|ly|'s)|is|was|has|had|left|went|came|got|gave|took|made|said|told|bought|ran|won|lost|who"
    r"|that|and"
    r"|or|but|in|on|at|to|of|for|with|from|just|never|always|still|also|then|now|so|too|not|does|did|can|will"
    r"|would|could"
    r"|should|might|must|may|been|be|are|were|have|the|an?|my|me|his|her|their|our|your|this|these|those|it|he"
    r"|she|they|we"
    r"|you|him|them|us|there|here|when|where|why|how|what|if|because|cos|about|all|both|even|ever|once|again"
    r"|back|up|down"
    r"|off|out|over|next|last|only|really|stuff|thing|things|house|place|car|work|school|today|says|said|keeps"
    r"|wants|some"
    r"|everyone|somebody|someone|nobody|everybody|half|after|before|since|until|as|like|than|literally|actually"
    r"|lot|own)"
)
SPOKEN_OF = re.compile(
    rf"(?P<lead>\b(?:(?:my|me|our|his|her|\w+'s) (?:\w+ )?(?:{RELATION}|girl|guy|lad) |(?:^|[,.!?] ?"
    rf"|\bit )me (?:and|n) "
    rf"|(?:nana|nan|auntie|aunty|uncle|grandma|granny|grandad|cousin) ))(?P<name>(?!{NO_NAME}\b)[a-z]{{3,}})"
    rf"(?=(?:'s)? {VERB}\b| (?:are|make|have|play|do|went|got)\b|[,.!?]|$)",
    re.I,
)
"""What stands between who somebody is and what they do, in a text that writes nothing large, is their name."""

ONE_DOES = re.compile(rf"(?:'s| {VERB})\b", re.I)
CALLED = re.compile(
    rf"(?P<lead>\b(?:(?:called|named|names? is|name's|names) (?:him |her |it )?|(?:calls?|named) (?:him"
    rf"|her) ))(?P<name>(?!{NO_NAME}\b)[a-z]{{3,}})(?=[,.!?]|$| and\b)",
    re.I,
)
TITLED = re.compile(rf"\b(?P<title>dr|mrs?|ms|prof|professor) (?P<name>(?!{NO_NAME}\b)[a-z]{{2,}})\b")
TWO_WORDS = re.compile(
    r"\b(?:new (?:york|jersey|orleans|zealand|mexico|hampshire|england|delhi)|san (?:francisco|diego|jose"
    r"|antonio)|los angeles"
    r"|las vegas|hong kong|(?:north|south|west|east) (?:wales|yorkshire|london|carolina|dakota|korea|africa"
    r"|shields|sussex|midlands)"
    r"|ann arbor|salt lake city|st (?:louis|ives|andrews|albans|helens)|milton keynes|kings? lynn"
    r"|isle of (?:man|wight|skye)"
    r"|sri lanka|costa rica|puerto rico|tel aviv|cape town|buenos aires|rio de janeiro|kuala lumpur|fort worth"
    r"|sierra leone"
    r"|west ham|crystal palace|castle hill|santa (?:fe|monica|cruz)|el paso|great yarmouth|bury st edmunds"
    r"|weston super mare)\b"
)
"""Places of more than one word."""
WORD = re.compile(r"\b(?!(?:jan|april|may|june|august) \d)[a-z]{2,}\b")
HEARD = re.compile(r"(?<=[a-z,;'’] )(?P<name>[A-Z][a-zà-ÿ]{2,})\b")
"""A name in the midst of a sentence of somebody who uses capitals."""
HEARD_WORD = re.compile(r"(?<![\w'])[a-zà-ÿ]{3,}\b")


def with_names_heard(text: str, before: Sequence[str], told: Iterable[str] = ()) -> str:
    """The text of somebody who uses no capitals, with those of the names that the texts before it have, and of those
    that were told before: "mateo cooked" behind "Is Mateo coming?"."""
    if not SMALL.search(text):
        return text
    heard = {match["name"].lower() for one in before for match in HEARD.finditer(one) if is_name(match["name"])}
    heard |= {name.lower() for name in told if HEARD_WORD.fullmatch(name.lower()) and not name.islower()}
    return HEARD_WORD.sub(lambda match: as_told_before(match, heard), text) if heard else text


def cased(text: str) -> str:
    """The text with capitals for given names and places, where it has none of its own behind the beginning of a
    sentence."""
    if LARGE.search(text) and not SMALL.search(text):
        return text
    text = named_in_place(with_apostrophes(text))
    text = INTRODUCED.sub(lambda match: match["lead"] + _large(match["name"], _names_too()), text)
    text = TITLED.sub(lambda match: match.group().title(), text)
    text = TWO_WORDS.sub(lambda match: match.group().title(), text)
    text = CALLED.sub(lambda match: match["lead"] + match["name"].title(), text)
    text = SPOKEN_OF.sub(lambda match: match["lead"] + _unless_word(match), text)
    return WORD.sub(lambda match: _large(match.group(), _known()), text)


def _unless_word(match: re.Match[str]) -> str:
    """The name written large, but for a word that everybody uses and that does nothing as one does: my baby photos."""
    word = match["name"]
    named = word in _names_too() or ONE_DOES.match(match.string, match.end()) or not has_vector(word, "en")
    return word.title() if named else word


def _large(word: str, known: frozenset[str]) -> str:
    return word.title() if word in known else word


@cache
def _known() -> frozenset[str]:
    return word_list("names.en") | word_list("places.en")


@cache
def _names_too() -> frozenset[str]:
    return word_list("names_too.en") | word_list("names.en")


def plainly(text: str) -> str:
    """An English text plainly spelt, with its capitals and apostrophes; any other as it is."""
    return respelt(cased(text)) if language_of(text) == "en" else text
