"""A question in English that goes on about what was spoken of just before it, as it would be asked by itself; a request
in Japanese as a question."""

import re

from lumina.language.acts import asks
from lumina.language.asking import plainly_asked
from lumina.language.english import is_content, plain_words
from lumina.language.scripts import CJK, fold
from lumina.voices.circle import WORD, Circle, circle, forms
from lumina.voices.material import Material
from lumina.voices.spelt import is_named, spelt
from lumina.voices.wanted import EMPTY, WHAT_ANIMAL

PRONOUN = re.compile(
    r"\b(?P<who>he|she|his|hers?|him)(?P<is>'?s)?\b(?! (?:said|says|told) )|\b(?:hes|shes)\b", re.IGNORECASE
)
OWNING = frozenset({"his", "her", "hers"})
OF_SOME = (
    "mum|mom|mother|mam|dad|father|sister|brother|son|daughter|wife|husband|partner|boyfriend|girlfriend|ex|boss|coach"
    "|friend|bestie|aunt|auntie|uncle|cousin|niece|nephew|gran|nan|nana|grandma|grandpa|grandad|grandson|granddaughter"
    "|roommate|flatmate|neighbou?r|landlord|landlady|teacher|doctor|dog|cat|puppy|kitten"
)
SOMEBODY = re.compile(rf"\b(?:(?:my|our|his|her|their|\w+'s) )?(?:[a-z-]+ )?(?:{OF_SOME})(?:'?s)?\b", re.IGNORECASE)
ELLIPTIC = re.compile(
    r"(?:(?:and|so|but|ok|oh|then|also),? )*(?:(?:what|how) about\b|(?:the|her|his|my|its) (?:one|other|name)\b"
    r"|(?:how (?:many|much|long|old)|what|which|when|where|who)(?:'?s)?(?: [\w'-]+){0,2}[?.! ]*$"
    r"|(?!.*\b(?:whose|which|what) [a-z]).*\b(?:it|that|there|for them)[?.! ]*$)"
)
"""How a question begins, or ends, that says hardly what it is about."""

OTHER_ONE = re.compile(r"(?:(?:and|so|but|ok|oh|then|also),? )*(?:(?:what|how) about\b|the\b|who'?s coming\b)")
OWN = re.compile(r"\b(?:my|our|i|we)\b")
"""What says by itself whose it is."""

FEW = 2
"""So many words of content such a question has at most."""


def in_full(said: str, material: Material) -> tuple[str, Material]:
    """A question, plainly spelt, that goes on about what was spoken of just before, as it would be asked by itself; and
    what is handed with it."""
    whole = with_topic(with_subject(spelt(plainly_asked(said)), material), material)
    if whole == said:
        return said, material
    told = [text for text in material["told"] if text != material["said"]]
    return whole, {**material, "said": whole, "told": told}


def with_subject(said: str, material: Material) -> str:
    """A question whose "he" means somebody of whom the line before it was, with who that is."""
    found = PRONOUN.search(said)
    if CJK.search(said) or not asks(said) or found is None or WHAT_ANIMAL.search(fold(said)):
        return said
    known = circle(material)
    if known.of(said[: found.start()]):
        return said
    before = [text for text in material["told"] if text != material["said"]][-2:]
    who = next((one for text in reversed(before) for one in [_whom(text, known)] if one), "")
    if not who:
        return said
    owning = (found["who"] or "").lower() in OWNING - (
        {"her"} if said[found.end() :].strip(" ?.!") == "" else set[str]()
    )
    verb = "'s" if owning else " is" if found["is"] or not found["who"] else ""
    return f"{said[: found.start()]}{who}{verb}{said[found.end() :]}"


def with_topic(said: str, material: Material) -> str:
    """A question of hardly a word, with what the one before it was about."""
    before = [text for text in material["told"] if text != material["said"]][-1:]
    words = [word for word in plain_words(said) if is_content(word)]
    if CJK.search(said) or not before or not asks(before[0]) or not ELLIPTIC.match(fold(said)) or len(words) > FEW:
        return said
    known = circle(material)
    asked = known.of(said)
    if (OWN.search(fold(said)) or any(map(is_named, words))) and not OTHER_ONE.match(fold(said)):
        return said
    if asked and not OTHER_ONE.match(fold(said)):
        return said
    kept = [word for word in plain_words(before[0]) if is_content(word) and not (asked and known.of(word))]
    more = [word for word in kept if fold(word) not in fold(said) and fold(word) not in EMPTY]
    return f"{said.rstrip(' ?.!')} {' '.join(more)}?" if more else said


def _whom(text: str, known: Circle) -> str:
    """Whom a line speaks of first, as it is said to somebody else."""
    named = next((word for word in WORD.findall(text) if known.persons & {*forms(fold(word))}), "")
    if named:
        return next(form for form in reversed(forms(named)) if fold(form) in known.persons)
    kin = SOMEBODY.search(fold(text))
    return re.sub(r"(?:'s|(?<!s)s)$", "", kin[0]) if kin else ""
