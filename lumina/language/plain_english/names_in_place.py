"""Names of which no list knows, by where they stand in a text without capitals: "im tadhg, 41", "theres biscuit, hes a
greyhound", "saoirse is 14 and fionn is 8"; and names that were told before, wherever they stand."""

import re
from collections.abc import Collection
from itertools import chain
from string import ascii_lowercase

from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import KIN, MANY, NUMBER, RELATION, SPECIES
from lumina.language.trained.vectors import has_vector

END = r"(?= *(?:$|[,.;!?)(]|(?:and|but|so|who|whos|now|next|this|today|tomorrow|on|in|at)\b))"
DOES = (
    r"(?:'?s (?:an?|the|my|our|\d|not|been|got|gone|going|coming|doing|getting|having|starting|mad|great|grand|fine|ok)"
    r"|is|isnt|isn't|was|wasnt|has|had|will|can|cant|wants?|needs?|likes?|loves?|hates?|does|did|doesnt|didnt|just"
    r"|also|still|never|always|started|said|says|thinks|got|went|came|left|made|ate|took|bit|ran|won|lost|broke|sent"
    r"|[a-z]{2,}ed|works|lives|plays|goes|rang|reckons|starts|sleeps|barks|bites|eats)"
)
NAME = r"(?P<name>[a-zà-ÿ]{2,})"
GREETED = (
    r"(?:^|[.!?] *)(?:(?:hi|hiya|hey|hello|yo|alright|evening|morning|ok|well|so|right)(?: all| lads| there)?,? )*"
)
OWN = re.compile(
    rf"{GREETED}(?:i'?m|i am|(?:my |the )?name(?:'?s| is)|it'?s|this is) {NAME}(?=,? (?:and )?(?:i'?m )?(?:1[4-9]"
    rf"|[2-9]\d)\b"
    r"(?! (?:\w+ )?(?:minutes|hours|days|weeks|months|times|quid|euro|miles|km|kilos|in)\b))",
    re.I,
)
"""The speaker's own, with the age."""
GREETS = re.compile(
    r"^(?:(?:hi|hiya|hey|hello|yo|good (?:morning|afternoon|evening)|evening|morning)"
    r"(?: all| lads| there| lumina| clarisse| nox)?[,.! ]+)+"
    rf"(?:i'?m|i am|it'?s|this is) {NAME}(?<!ing)(?<!ish)(?<![^e]ed)"
    r"(?= *(?:$|[,;.!:)]|(?:from|here|by the way|btw|nice|and i)\b))",
    re.I,
)
"""The speaker's own, with a greeting, of a word that nobody uses else, nor has mistyped."""
SAID_SO = re.compile(rf"{GREETED}(?:my |the )?names(?: is)? {NAME}{END}", re.I)
THERE = re.compile(
    rf"(?:^|[.!?,;] *|\band |\bthen )(?:there'?s|here'?s|this is|that'?s|it'?s) {NAME}(?: too| as well| also)?,? "
    rf"(?=(?:(?:s?he|who)(?:'?s| is) )(?:an?|our|my|me|the|only|nearly|{NUMBER})\b"
    rf"|(?:an?|our|my|me|the) (?:[\w-]+ ){{0,2}}?(?:{SPECIES}|{RELATION})\b)",
    re.I,
)
"""Whoever is there, and then told what they are."""
AGED = re.compile(
    rf"(?:^|[.!?,;:] *|\band |\bbut |\bour \w+ ){NAME}(?:'?s| is| was| turned|,)? ?\(?(?:(?:only|just|now|nearly|turned"
    rf"|aged) )*(?:{NUMBER}){END}",
    re.I,
)
"""How old somebody is says that they are somebody; of a word that everybody uses it says nothing."""
WHOSE = (
    r"\b(?:my|me|our|his|her|their|an?|[a-z]{3,}'s) (?:[\w-]+ ){0,2}?"
    rf"(?:(?:{RELATION}|young (?:lad|fella|one)|girl|guy|lad)s?|(?:{SPECIES}))"
)
IS_CALLED = re.compile(
    rf"\b(?:my|our) (?:\w+ )?(?:{RELATION})(?:'?s| is) (?!\w+(?:ed|ing|y|ful|ish)\b){NAME}(?= *(?:$|[,.;!]))",
    re.I,
)
MINE = re.compile(
    rf"(?:^|[.!?,;] *|\band |\bno,? ){NAME}(?:'?s| is| was),? (?:my|me|our|the) (?:[\w-]+ ){{0,1}}?(?:{RELATION}"
    rf"|{SPECIES})\b(?!'?s )",
    re.I,
)
"""Said to be somebody of the speaker's."""
OF = re.compile(
    rf"(?:^|[.!?,;] *|\b(?:and|with|from|to|is) )(?P<name>[a-zà-ÿ]{{3,}})'?s (?=(?:\w+ )?(?:{RELATION}"
    rf"|{SPECIES})\b)",
    re.I,
)
"""Whose somebody is."""
BESIDE = re.compile(rf"{WHOSE},? {NAME}(?!'?(?:ll|d|ve)\b)\b", re.I)
"""Right behind what somebody is: a word that nobody uses else, whatever follows it."""
PET = re.compile(
    rf"\b(?:my|our|me|his|her) (?:[\w-]+ ){{0,2}}?(?:{SPECIES}) (?!(?:food|bed|lead|walker|sitter|litter|tray|house"
    rf"|box|toy|bowl"
    r"|hair|poo|treats?|show|race|racing|riding|flap|basket|kennel|groomer|person|lover|stuff)\b)"
    rf"{NAME}(?= {DOES}\b)",
    re.I,
)
"""A pet may be called by any word, where it does something behind it."""
EACH = r"(?:(?:our|my) )?(?:(?:baby|little|wee|big|young) )?[a-z]{2,}(?:,? ?\(?\d{1,2}\)?)?"
ROW = re.compile(
    rf"(?:\b(?:{MANY})(?P<led>,|:| called| named|(?: are|'re)(?: called| named)?)|\b(?:my|our|his"
    rf"|her) (?:\w+ )?(?:{MANY})) "
    rf"(?P<row>(?:{EACH}(?:, and |, | and | & ))+{EACH})(?= *(?:$|[,.;!?]|(?:and|but|so|whos?|are|were|have|had|both"
    rf"|live|went|got|came|go|love|next|this|on|in|at)\b))",
    re.I,
)
"""Several, by their names: "two dogs called salt and pepper"."""
IN_ROW = re.compile(r"\b(?!(?:and|our|my|baby|little|wee|big|young)\b)(?P<name>[a-z]{2,})\b")
NO_NAME = word_list("no_names.en")
"""What stands where a name might, and is none: short forms, slang, words of the sentence."""
IS_SO = re.compile(
    rf" (?:an?|the|my|our|been|called|having|getting|going|coming|starting|got an?|not|{NUMBER})\b",
    re.I,
)
"""Behind a name with an s: it is so."""
ENDING = re.compile(r"(?:(?<=\w{5})s|es|ed|d|ing|in|ly|er|ers|ish)$")
SOMEBODY_IS = re.compile(rf"(?:{KIN}|{RELATION}|{SPECIES})s?", re.I)
ONE = re.compile(
    r"\b(?:an?|the|some|any|no|one|two|three|each|every|that|this|another|of|more|half an?|mr|mrs) $",
    re.I,
)
"""What stands before a thing, and before nobody's name."""
OPENS = re.compile(r"(?:^|[.!?,;:] *|\b(?:and|but|so|when|while|because|cos|that) )$", re.I)
WITH = re.compile(
    r"\b(?:and|with|for|to|about|called|named|than|like|see|saw|took|walked|fed|feed|walk|take|miss|love) $",
    re.I,
)
ACTS = re.compile(rf" {DOES}\b|'?s (?:an?|the|my|our|\d)\b|'s\b| and \b", re.I)
STOPS = re.compile(r" *(?:$|[,.;!?]|(?:and|to|for|out|in|on|at|home|again|today|tomorrow|yesterday)\b)", re.I)


def named_in_place(text: str) -> str:
    """The text with such names written large."""
    for pattern in (OWN, SAID_SO, AGED, BESIDE, IS_CALLED, MINE, OF):
        text = pattern.sub(lambda match: _large(match, may_be_anything=False), text)
    text = GREETS.sub(_greeted, text)
    for pattern in (THERE, PET):
        text = pattern.sub(lambda match: _large(match, may_be_anything=True), text)
    return ROW.sub(_row, text)


def _greeted(match: re.Match[str]) -> str:
    return match.group() if _is_mistyped(match["name"].lower()) else _large(match, may_be_anything=False)


def _is_mistyped(word: str) -> bool:
    """Whether a word that no list has is one letter away from one that everybody uses."""
    if word in word_list("names.en"):
        return False
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    near = chain(
        (before + behind[1:] for before, behind in cuts if behind),
        (before + behind[1] + behind[0] + behind[2:] for before, behind in cuts if len(behind) > 1),
        (before + one + behind[rest:] for before, behind in cuts for one in ascii_lowercase for rest in (0, 1)),
    )
    return any(len(one) > 2 and has_vector(one, "en") for one in near)


def _row(match: re.Match[str]) -> str:
    known = any(one["name"].lower() in word_list("names.en") for one in IN_ROW.finditer(match["row"]))
    anything = known or "called" in (match["led"] or "") or "named" in (match["led"] or "")
    row = IN_ROW.sub(lambda one: _large(one, may_be_anything=anything), match["row"])
    start = match.start("row") - match.start()
    return f"{match.group()[:start]}{row}"


def as_told_before(match: re.Match[str], told: Collection[str]) -> str:
    """A word as it was written when it was told to be a name; one that is a word besides only where somebody stands."""
    word = match.group()
    name = word if word in told else word[:-1] if word.endswith("s") and word[:-1] in told else ""
    before = match.string[: match.start()]
    if not name or ONE.search(before):
        return word
    behind = match.string[match.start() + len(name) :]
    if is_common(name):
        acts = OPENS.search(before) and ACTS.match(behind)
        if not acts and not (WITH.search(before) and STOPS.match(behind)):
            return word
    return name.title() if name == word else f"{name.title()}'s"


def is_common(word: str) -> bool:
    """Whether everybody uses the word, and not as a name."""
    if word in word_list("names_too.en"):
        return True
    return word not in word_list("names.en") and any(has_vector(form, "en") for form in _forms(word))


def _large(match: re.Match[str], *, may_be_anything: bool) -> str:
    word = match["name"]
    low = word.lower()
    if low in NO_NAME or low in word_list("stop.en") or SOMEBODY_IS.fullmatch(low) or (word != low):
        return match.group()
    if not may_be_anything and (is_common(low) and low not in word_list("names_too.en")):
        return match.group()
    start = match.start("name") - match.start()
    may_be_so = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    is_so = may_be_so and IS_SO.match(match.string, match.end("name"))
    name = f"{word[:-1].title()}'s" if is_so else word.title()
    return match.group()[:start] + name + match.group()[start + len(word) :]


def _forms(word: str) -> list[str]:
    stem = ENDING.sub("", word)
    known = len(stem) < 4 or stem in word_list("names.en")
    return [word] if known else [word, stem, f"{stem}e"]
