"""The other one of two whom a person told of, by name, where an English question asks for "the other one"."""

import calendar
import re
from typing import Final

from lumina.language.scripts import CJK, fold
from lumina.voices.circle import Circle, circle, forms
from lumina.voices.fitting import quoted_last
from lumina.voices.material import Material
from lumina.voices.spelt import spelt
from lumina.voices.wanted import met, topic_words

PEOPLE: Final = (
    "one|fellow|fella|feller|chap|guy|bloke|lad|lass|girl|boy|man|woman|lady|person|kid|twin|brother|sister|cousin|aunt"
    "|uncle|niece|nephew|son|daughter|friend|mate|pal|neighbou?r|doctor|nurse|specialist|consultant|teacher|landlord"
    "|landlady|boss|colleague|dog|cat|pet"
)
OTHER: Final = re.compile(rf"\bthe other (?:{PEOPLE})(?P<of>'s)?\b(?! (?:day|night|week))", re.IGNORECASE)
TITLED: Final = r"(?:(?:Dr|Mr|Mrs|Ms|Miss|Big|Little|Old|Young)\.? )?"
CLAUSE: Final = re.compile(r"[.!?;,]\s+|\s+(?:and|but|while|whereas)\s+")
PAIR: Final = 2
DATES: Final = frozenset(map(fold, (*calendar.day_name, *calendar.month_name)))
"""What is written as a name is, and is nobody."""


def with_counterpart(said: str, material: Material) -> str:
    """A question for the other one, with who that is; as it is, where no two are told of, or it is not clear which of
    them was spoken of last."""
    found = OTHER.search(said)
    if found is None or CJK.search(said):
        return said
    told = [text for text in material["told"] if text != material["said"]]
    known = circle(material)
    asked = told[-1] if told else ""
    last = _spoken_of(asked, quoted_last(material), known)
    pairs = [pair for text in _lines(material) if len(pair := _names(text, known)) == PAIR and last in map(fold, pair)]
    other = next((name for pair in pairs for name in pair if fold(name) != last), "")
    if not other:
        return said
    called = next(
        (match[0] for text in _lines(material) for match in re.finditer(TITLED + re.escape(other), text)), other
    )
    return f"{said[: found.start()]}{called}{found['of'] or ''}{said[found.end() :]}"


def _lines(material: Material) -> list[str]:
    """What the person told, as it is plainly spelt."""
    return [spelt(piece["text"]) for piece in material["evidence"] if piece["who"] == "you"]


def _names(text: str, known: Circle) -> list[str]:
    """Whom a line names, as it is written there."""
    words = re.findall(r"[A-Za-zÀ-ÿ][\w-]*(?:'s)?", text)
    bare = (next((form for form in forms(word) if fold(form) in known.names), "") for word in words)
    return [*dict.fromkeys(name for name in bare if name and fold(name) not in DATES)]


def _spoken_of(asked: str, quoted: str, known: Circle) -> str:
    """Who the question before was of, folded: whom it names, or of whom that was of what was quoted in answer to it
    which has most of its words."""
    topic = topic_words(asked, frozenset())
    parts = sorted(CLAUSE.split(spelt(quoted)), key=lambda part: -met(topic, part))
    return next((fold(names[0]) for part in (spelt(asked), *parts) for names in [_names(part, known)] if names), "")
