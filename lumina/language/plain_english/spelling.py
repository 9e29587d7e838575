"""English as it is typed, spelt plainly: apostrophes where they were left out, and words in full."""

import re

from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import NUMBER, RELATION, SPECIES

LED = (
    r"(?=(?:an?|the|my|me|his|her|our|their|your|not|been|just|all|so|too|very|only|still|really|actually|always|never"
    r"|now|in|on|at|for|from|with|about|like|called|named|got|gone|going|getting|done|over|fine|ok|okay|alright|great"
    r"|good|bad|nice|lovely|ages|cos|because|that|this|what|where|when|why|how|quite|pretty|kind|sort|bit|no|nothing"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|\d[\w:]*|[a-z]{2,}(?:ed|ing))\b)"
)
"""What stands behind "it's" and "that's", and not behind "its"."""

DOING = (
    r"(?=(?:be|have|go|get|do|see|take|tell|let|send|ask|try|make|call|ring|pick|give|need|never|just|probably"
    r"|definitely"
    r"|bring|mail|post|fix|ask|help|move|drive|work|have|come|email|text|finish|start|find|say|show|keep|put"
    r"|stay|say|pay|buy|write|book|drop|meet|know|think)\b)"
)
ONLY = (
    r"(?:mum|mom|mam|mother|dad|father|nan|nana|gran|grandma|grandad|grandpa|wife|husband|boyfriend|girlfriend|partner"
    r"|fianc[eé]e?|boss)"
)
"""Whom one has one of: "my wifes family" and "my wifes poorly" have the apostrophe before the s."""

ONE = rf"(?:(?!(?:kid|child|friend|mate|twin|grandkid|grandchild|colleague|girl|boy|lad)s)(?:{RELATION}|{SPECIES}))"
"""Of whom one tells in the singular: "husbands sanjay", "the cats called marmalade", "sisters having a baby"."""
WHOSE = (
    r"(?:^|[.!?,;] (?:and |but |so |cos )?|\b(?:my|our|his|her|the) (?:(?:little|big|wee|older|younger|new) )?"
    r"|\b(?-i:[A-Z])[a-z]+'s )"
)
CALLED = r"(?:called|named) \w+(?! and (?-i:[A-Z]))"
KIN_NAME = r"(?-i:(?<![.!?] )(?<!^)[A-Z][a-zà-ÿ]{2,})"
"""A name in the midst of a sentence, behind which somebody who sets no commas goes on."""

SPELLINGS = tuple(
    (re.compile(pattern, re.I), plain)
    for pattern, plain in [
        (r"\b[iI]m\b(?!\.)", "I'm"),
        (r"\bive\b", "I've"),
        (r"\bi'(?=m|ve|d|ll)", "I'"),
        (r"\bi\b(?![.'])", "I"),
        (r"\b(do|does|did|is|are|was|were|have|has|had|would|could|should|must|need)nt\b", r"\1n't"),
        (r"\bcant\b", "can't"),
        (r"\bwont\b", "won't"),
        (r"\baint\b", "isn't"),
        (rf"\bits {LED}", "it's "),
        (
            r"(?<!\bhas )(?<!\bhad )(?<!\bhave )(?<!\bon )(?<!\bfor )(?<!\bof )(?<!\bin )(?<!\blost )(?<!\bgot"
            r" )(?<!\bdue )"
            r"(?<!\bneeds )(?<!\bwith )\bits (?=named|(?-i:[A-Z][a-z]+)(?: (?:not|who|that)\b| *(?:$|[,.!;])))",
            "it's ",
        ),
        (r"\b(his|her|its|my|their) names (?=[a-z])", r"\1 name's "),
        (
            r"(?<=\d )may\b|(?<=\d(?:st|nd|rd|th) )may\b|(?<= (?:in|of|by) )may\b|\bmay(?= (?:the )?\d)",
            "May",
        ),
        (r"\b(till?|until|since|every|next|last|from) may\b", r"\1 May"),
        (r"\btheyd\b", "they'd"),
        (r"(?<!my )(?<!an )(?<!the )\bid (?=[a-z]+\b)", "I'd "),
        (rf"\bill {DOING}", "I'll "),
        (r"\b(he|she|that|there|what|who|where|here|how|when)s\b(?!')", r"\1's"),
        (r"\b(they|you)re\b", r"\1're"),
        (
            r"((?:^|[.!?,;] )(?:and |but |so |cos |obviously |yeah )*)were "
            r"(?=(?:(?:not|all|both|now|still|just|finally|also) )*(?!(?:everything|something|anything|nothing|king)\b)"
            r"(?:[a-z]+ing|vegan|vegetarian|off to|engaged|married)\b)",
            r"\1we're ",
        ),
        (
            r"((?:\band |\bbut |\bso |\bcos |\bbecause )(?:now )?)were (?=(?!(?:everything|something|anything"
            r"|nothing|king)\b)[a-z]+ing\b)",
            r"\1we're ",
        ),
        (r"\b(they|we|you)ve\b", r"\1've"),
        (r"\b(it|that|there|they|you|she|he)ll\b(?!')(?<!shell)(?<!hell)", r"\1'll"),
        (rf"\b(my|me|our|his|her) ({ONLY})s (?=[a-z])", r"\1 \2's "),
        (rf"(^|[.!?,;] (?:and |but |so |cos )?)({ONLY})s {LED}", r"\1\2's "),
        (rf"\b(my|me|our|his|her) ({RELATION})s {LED}", r"\1 \2's "),
        (rf"(?:(?<=^)|(?<=[.!?,;] )|(?<=\band ))({ONLY})s {LED}(?!.{{0,40}}\b(?:are|were|have|all)\b)", r"\1's "),
        (rf"({WHOSE})({RELATION}|{SPECIES})s (?={CALLED})", r"\1\2's "),
        (
            rf"({WHOSE})({ONE})s (?=an? |been |having |getting |expecting |starting |{NUMBER}\b(?! \w+s\b)"
            r"|(?-i:[A-Z][a-zà-ÿ]+)(?! and (?-i:[A-Z]))(?= *(?:$|[,.;!]| (?:s?he|and)\b)))",
            r"\1\2's ",
        ),
        (r"\brents (?=(?:gone|been|going|now|up|down|due)\b|[£$€]?\d)", "rent's "),
        (rf"(\b{KIN_NAME}) (?=(?:he|she|they)'(?:s|re) )", r"\1, "),
        (r"\byr(?= \d)|(?<=(?:first|third|final) )yr\b|(?<=(?:second|fourth) )yr\b", "year"),
        (
            r"\b(liv|work|stay|study|look|go|do|com|gett|hav|play|tak|mak|mov|start|try|sleep|visit|see)in\b(?!')",
            r"\1ing",
        ),
        (r"\b(?:gonna|gunna)\b", "going to"),
        (r"\bgotta\b", "got to"),
        (r"\bwanna\b", "want to"),
        (r"\bdinnae\b", "don't"),
        (r"\bcann?ae\b", "can't"),
        (r"\b(?:outta|oot of)\b", "out of"),
        (r"\b(?:w/|wi|w)(?= )", "with"),
        (r"\bu(?= )", "you"),
        (r"\btho\b", "though"),
        (r"\bcancel(ed|ing)\b", r"cancell\1"),
        (r"\bbc(?= (?:I|he|she|it|we|they|my|the|of|there)\b)", "because"),
        (r"\bthru\b", "through"),
        (
            r"\b(?:kinda|sorta|kind of|sort of|like(?= (?:\d|really|so|literally|an? (?:hundred|million|thousand)))) ",
            "",
        ),
        (r"\b(me|my) own\b", "my"),
        (r"\blil\b", "little"),
        (r"(?<=\w) n (?=\w)", " and "),
        (
            r"\b((?:my|me|our) (?:\w+ )?(?:brother|sister|mum|mom|dad|nan|gran|son|daughter|cousin|friend|mate"
            r"|boss|wife"
            r"|husband|boyfriend|girlfriend|uncle|auntie|aunt|teacher|flatmate|housemate))s"
            r"(?= (?:birthday|bday|name|house|wedding|flat|place|car|dog|cat|boyfriend|girlfriend|wife|husband"
            r"|kids?)\b)",
            r"\1's",
        ),
        (rf"\b({RELATION}) (?:as well|too|also)(?=, (?-i:[A-Z])[a-z]+(?:[,.]|$))", r"\1"),
        (r"\bgrand-(?=daughter|son|mother|father|child|kid)", "grand"),
        (r"\b((?:promised|told|said|swore)\b(?: [\w']+){0,4}? (?:I|we)) would\b", r"\1'd"),
        (rf"(?<!the )(?<!bloody )(?<!oh )(?<!in )(?<!a )\b(s?he)ll {DOING}", r"\1'll "),
        (r"\b(?:gunna|gon|goin to)\b", "gonna"),
        (r"\b(?:mese|meself)\b", "myself"),
        (r"\brn\b", "right now"),
        (r"\bcannot\b", "can't"),
        (r"\bcan not\b", "can't"),
        (r"\b(?:deffo|defo|defs)\b", "definitely"),
        (r"\bwill not\b", "won't"),
        (
            r"(?:(?<=^)|(?<=[.!?] ))(?!(?:Oh|So|And|Well|Yeah|Yes|Anyway|Also|Now|Then|Sorry|But|Ok|Okay"
            r"|Right)\b)((?-i:[A-Z])[a-z]+) and I\b(?!')",
            r"me and \1",
        ),
        (r"(?<!^)(?: *\b(?:(?:ha){2,}h?|(?:he){2,}h?|hahah?a+)\b)+(?= *(?:$|[,.!?]))", ""),
        (rf"(?<= )(?=[\w -]{{2,20}}s name\b)({RELATION}|{SPECIES})s(?= name\b)", r"\1's"),
        (r"\bn'all\b|\ban' all\b|\bbtw\b|\btbh\b|\blol\b|\blmao\b|\bngl\b|\bbless (?:him|her|them)\b", ""),
        (r"\bI have (?=been|got|had|just|moved|started|never|always)", "I've "),
    ]
)
NAMES = re.compile(r"(^|[.!?,;] )(?:the )?names (?=(?-i:[A-Z]))", re.I)
LIVING = re.compile(rf"\b(?:{RELATION}|{SPECIES})\b[^.!?]*$", re.I)
NAMED = re.compile(r"\b(?P<name>[a-z]{3,})s\b(?= [a-z0-9])")


def respelt(text: str) -> str:
    """The text, plainly spelt."""
    for pattern, spelling in SPELLINGS:
        text = pattern.sub(spelling, text)
    return NAMES.sub(_whose_name, text)


def _whose_name(match: re.Match[str]) -> str:
    """One's own, or that of whoever the sentence speaks of before: "my brothers 10, names tyler"."""
    is_theirs = match[1][:1] == "," and LIVING.search(match.string, 0, match.start())
    return match[1] + ("called " if is_theirs else "my name's ")


def with_apostrophes(text: str) -> str:
    """ "susans taking me" is "susan's taking me"."""
    return NAMED.sub(_possessive, text)


def _possessive(match: re.Match[str]) -> str:
    names = word_list("names.en")
    return f"{match['name']}'s" if match["name"] in names and match.group() not in names else match.group()
