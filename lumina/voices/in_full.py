"""A question in English that goes on about what was spoken of just before it, as it would be asked by itself; a request
in Japanese as a question."""

import re
from collections.abc import Sequence

from lumina.language.acts import asks
from lumina.language.asking import asking_part, plainly_asked
from lumina.language.english import is_content, plain_words
from lumina.language.scripts import CJK, fold
from lumina.voices.circle import FEMALE, HE, MALE, SHE, WORD, Circle, circle, forms
from lumina.voices.counterpart import with_counterpart
from lumina.voices.material import Material
from lumina.voices.own_matter import OWN_MATTER
from lumina.voices.ranking.looks import looks
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

BACK = re.compile(r"(?<!\bis )(?<!\bwas )(?<!'s )\bit\b(?!'s)|\b(?:they|them|there)\b|\bthat\b(?= *[?.!]*$)")
"""What means something that was spoken of before, in a question that says of itself hardly what it is about: what did I
promise to do for it? "Is it" may only point at what follows (who was it that rang?)."""

ADDS = re.compile(r"(?:and|n|an)\b,? (?:what|which|who|whose|where(?:abouts)?|when|how|by)\b(?!.*\bmy\b)")
"""How a question begins that is one more of the same matter, and names no other thing of one's own."""

FEW, BEFORE = 2, 3
"""So many words of content such a question has at most; and so many questions back its matter may stand."""


def in_full(said: str, material: Material) -> tuple[str, Material]:
    """A question, plainly spelt, that goes on about what was spoken of just before, as it would be asked by itself; and
    what is handed with it."""
    whole = with_topic(with_subject(with_counterpart(spelt(plainly_asked(said)), material), material), material)
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
    before = [text for text in material["told"] if text != material["said"]][-BEFORE:]
    who = next((one for text in reversed(before) for one in [_whom(text, found[0], known)] if one), "")
    if not who:
        return said
    owning = (found["who"] or "").lower() in OWNING - (
        {"her"} if said[found.end() :].strip(" ?.!") == "" else set[str]()
    )
    verb = "'s" if owning else " is" if found["is"] or not found["who"] else ""
    return f"{said[: found.start()]}{who}{verb}{said[found.end() :]}"


def with_topic(said: str, material: Material) -> str:
    """A question of hardly a word, with what the one before it was about."""
    if not goes_back(said, material):
        return said
    known = circle(material)
    asked = known.of(said)
    before = [text for text in material["told"] if text != material["said"]][-BEFORE:]
    kept = [word for word in _matter(before) if not (asked and known.of(word))]
    more = [word for word in kept if fold(word) not in fold(said) and fold(word) not in EMPTY]
    return f"{said.rstrip(' ?.!')} {' '.join(more)}?" if more else said


def goes_back(said: str, material: Material) -> bool:
    """Whether an English question says hardly what it is about, nor of whom, right behind another one."""
    before = [text for text in material["told"] if text not in (said, material["said"])][-1:]
    if CJK.search(said) or not before or not asks(before[0]) or not _lacks_matter(said):
        return False
    words = [word for word in plain_words(f"{said[:1].lower()}{said[1:]}") if is_content(word)]
    own = OWN.search(fold(said)) and not (BACK.search(fold(said)) or _adds_to_it(said))
    says_whom = own or circle(material).of(said) or any(map(is_named, words))
    return not says_whom or OTHER_ONE.match(fold(said)) is not None


def _lacks_matter(said: str) -> bool:
    """Whether a question says hardly what it is about."""
    few = _contents(said) <= FEW
    return few and bool(ELLIPTIC.match(fold(said)) or BACK.search(fold(said)) or _adds_to_it(said))


def _contents(said: str) -> int:
    """How many of its words say what a question is about."""
    return len([word for word in plain_words(said) if is_content(word) and fold(word) not in EMPTY])


def _adds_to_it(said: str) -> bool:
    """Whether a question is asked on top of the one before: and what am I on the hook for?"""
    return _contents(said) <= 1 and ADDS.match(fold(said)) is not None and OWN_MATTER.search(fold(said)) is None


def _matter(before: Sequence[str]) -> list[str]:
    """What the last of these questions was about, with what the one before it was, where it says hardly what itself."""
    *others, last = before
    words = [word for word in plain_words(asking_part(last)) if is_content(word)]
    goes_on = others and asks(others[-1]) and _lacks_matter(last)
    return [*dict.fromkeys([*(_matter(others) if goes_on else ()), *words])]


def _whom(text: str, pronoun: str, known: Circle) -> str:
    """Whom a line speaks of first, as it is said to somebody else; nobody that a "he" or "she" cannot mean, and nobody
    where the line itself only says "he" of one who was spoken of before it."""
    named = next((word for word in WORD.findall(text) if known.persons & {*forms(fold(word))}), "")
    if named:
        return next(form for form in reversed(forms(named)) if fold(form) in known.persons)
    same, others = (HE, FEMALE) if HE.search(fold(pronoun)) else (SHE, MALE)
    kin = SOMEBODY.search(fold(text))
    if not kin or same.search(fold(text)) or looks("relations", kin[0]) & others:
        return ""
    return re.sub(r"(?:'s|(?<!s)s)$", "", kin[0])
