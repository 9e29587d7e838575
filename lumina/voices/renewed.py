"""The number that holds now of what was told by a number: 96 kilos, and later "down to 92"."""

import re
from collections.abc import Sequence

from lumina.language.acts import does
from lumina.language.scripts import CJK, fold
from lumina.voices.circle import circle as circle_
from lumina.voices.circle import subjects
from lumina.voices.counting import measured
from lumina.voices.following import ORIGINALLY, moment_of
from lumina.voices.material import Evidence, Material
from lumina.voices.wanted import NUMBERS, asked_types

N = r"(?P<n>\d[\d,]*(?:\.\d+)?)(?P<k>k\b)?"
NUMBER = re.compile(rf"(?<![\d.,:/]){N}(?![\d:/])(?P<unit> ?[a-z%€£$]+)?")
NEWER = re.compile(
    rf"\b(?:(?:down|up|back|out|brought it|put it|moved|lowered|raised|agreed|settled)(?: it)? (?:to|at|on)|now(?: at)?"
    rf"|remains only|only|it's(?: now)?|it is(?: now)?|that's) (?:about |at |the |around )?[€£$]?{N}"
)
LATER = re.compile(rf"(?<![\d.,:/]){N}(?= ?(?:[a-z]+ )?(?:now|not \d))")
"""How somebody tells a number that takes the place of another."""

NEAR = 2.5
"""By so much a number changes at most."""

WANTED = frozenset({"many", "price", "long", "age"})


def renewed(said: str, first: Evidence, own: Sequence[Evidence], material: Material) -> Evidence | None:
    """What was told last of what a line gives a number for, if a number is asked for as it is now."""
    past = does("past", said) or does("before", said) or ORIGINALLY.search(fold(said))
    asks_number = asked_types(said) & WANTED or NUMBERS.search(fold(said)) or measured(said)
    if CJK.search(said) or past or not asks_number:
        return None
    before = _numbers(fold(first["text"]))
    known = circle_(material)
    asked = known.asked(said)
    later = [
        piece
        for piece, who in zip(own, subjects(own, known), strict=True)
        if moment_of(piece) > moment_of(first)
        and not (who and not who & asked)
        and _renews(fold(piece["text"]), before)
    ]
    return max(later, key=moment_of, default=None)


def _numbers(folded: str) -> list[tuple[float, str]]:
    return [(_value(match), (match["unit"] or "").strip()) for match in NUMBER.finditer(folded)]


def _value(match: re.Match[str]) -> float:
    return float(match["n"].replace(",", "")) * (1000 if match["k"] else 1)


def _renews(folded: str, before: Sequence[tuple[float, str]]) -> bool:
    for match in [*NEWER.finditer(folded), *LATER.finditer(folded)]:
        value, unit = next(one for one in _numbers(folded[match.start("n") :]))
        if any(_is_like(value, unit, *one) for one in before):
            return True
    return False


def _is_like(value: float, unit: str, before: float, its: str) -> bool:
    same = not unit or not its or unit == its or unit not in MEASURES or its not in MEASURES
    return same and value != before and before > 0 and 1 / NEAR <= value / before <= NEAR


MEASURES = frozenset(
    {"euro", "euros", "quid", "pounds", "dollars", "bucks", "kilos", "kilo", "kg", "stone", "lbs", "lb", "km", "k"}
    | {"miles", "minutes", "mins", "hours", "days", "weeks", "months", "years", "percent", "%", "am", "pm", "people"}
)
"""Units that are not one another."""
