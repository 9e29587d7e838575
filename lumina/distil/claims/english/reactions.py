"""What somebody is allergic to, by what it does to them: "Kiwi. Lips go like balloons", "she swells"."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import QUESTION
from lumina.distil.claims.english.rules import PIECES
from lumina.distil.claims.english.subjects import spoken_of
from lumina.known import ME, Claim, ClaimType
from lumina.language.plain_english.words import KIN, NAME, RELATION, is_name, normal_relation

SURE = 0.75
ALLERGEN = re.compile(
    rf"\b{PIECES['<ALLERGEN>']}(?:(?:,| and|, and| or) {PIECES['<ALLERGEN>']})*\b(?! (?:farm|shop|stall|tree|bed"
    rf"|hair|walk"
    r"|show|sanctuary|market|house|hospital|field|season))",
    re.I,
)
BODY = r"(?:lips?|tongue|throat|face|eyes?|mouth|hands?|skin|ears?|airways?|chest)"
REACTION = re.compile(
    r"\b(?:comes?|came|brings?|breaks?|broke) (?:\w+ )?(?:up|out) (?:in|like)\b|\b(?:hives|welts|anaphyla\w+"
    r"|epi-?pens?)\b"
    r"|\b(?:he|she|I|they) (?:just )?(?:swells?|swelled|puffs?|puffed|blows?|itch|itches) ?(?:up|out)?\b(?! with)"
    rf"|\b{BODY} (?:just |all )?(?:goes?|go|swells?|swell|swole|puffs?|puff|closes?|close|itch(?:es)?|blows?|blow"
    rf"|tingles?)\b"
    r"|\b(?:carry|carries|carrying|got|has|need|needs) (?:always )?(?:the|an?|his|her|my"
    r"|two) (?:epi-?)?pens?\b(?! (?:and|or|pot)\b)"
    r"|\b(?:must|have to|ends? up|straight|rushed|off) (?:go )?(?:to|in) (?:the )?(?:hospital|a&e|casualty|er)\b"
    r"|\b(?:can't|cannot|couldn't|stops?|stopped) breath(?:e|ing)\b|\bwheez\w+",
    re.I,
)
"""What it does to a body."""
ONCE = re.compile(
    r"\b(?:stung|sting|bitten|bite|bit me|dodgy|off|poison\w*|sick|vomit\w*|vet|choked|choking|drunk|hangover|gym"
    r"|run|ran"
    r"|running|yesterday|last night|laugh\w*|cry|crying|cried|chilli|chillies|onions?|hot sauce)\b",
    re.I,
)
"""What does as much to anybody, or did so once."""
THEIRS = re.compile(r"\b(?:he|she|his|her|him)\b", re.I)
OWN = re.compile(r"\b(?:I|me|my)\b", re.I)
WHO = re.compile(
    rf"^(?:and |but |so |well |oh )?(?:(?:my|me|our|the) (?:[\w-]+ )?(?P<relation>{RELATION})\b(?!'s (?:{RELATION}"
    rf"|{NAME}))"
    rf"(?:,? (?P<called>{NAME}))?|(?:(?:my|our) )?(?P<name>{NAME})|(?P<kin>{KIN})\b)",
    re.I,
)


def reactions_in(told: Sequence[str], meant: str) -> Iterator[Claim]:
    """The allergies that the sentences of a turn tell of by what comes of it; a pronoun means whoever is `meant`."""
    for place, sentence in enumerate(told):
        match = ALLERGEN.search(sentence)
        near = f"{sentence} {' '.join(told[place + 1 : place + 2])}"
        if not match or QUESTION.search(near) or not REACTION.search(near) or ONCE.search(near):
            continue
        if about := _whose(sentence, near[match.end() :], meant):
            yield Claim(ClaimType.FACT, about, "allergy", match.group(), sentence, SURE)
            return


def _whose(sentence: str, behind: str, meant: str) -> str:
    """Whom it does so to; "" where that cannot be told."""
    who = WHO.match(sentence)
    if who and not ALLERGEN.match(who.group()):
        name = who["called"] or who["name"] or ""
        if name and is_name(name) and not OWN.match(behind):
            return name
        if what := who["relation"] or who["kin"]:
            return normal_relation(what)
    reaction = REACTION.search(behind)
    if THEIRS.search(sentence) or (reaction and THEIRS.search(behind) and not OWN.search(behind)):
        return next((one.about for one in spoken_of(sentence, meant) if one.about != ME), meant)
    return ME
