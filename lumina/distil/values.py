"""When two values of facts say the same."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lumina.known import Fact
from lumina.language.scripts import fold
from lumina.language.tokens import analyse

AGE = re.compile(r"[0-9]{1,3}")
MEASURE = re.compile(r"^weight (?P<weight>\d+(?:\.\d+)?)(?P<unit>(?: \w+)?)$|^pays [£$€]?(?P<rent>\d[\d,.]*)")
HALF = 0.5
"""A figure that is less than this part of another is not of the same matter."""


def same_value(one: str, other: str) -> bool:
    """Whether two values say the same: folded, one of them within the other (the 8th is not within the 18th)."""
    short, long = bare(one), bare(other)
    if len(short) > len(long):
        one, other, short, long = other, one, long, short
    if short not in long:
        return False
    if short in {long, _undated(other)}:
        return bool(short)
    if len(short) < 2:
        return False
    whole = rf"(?<!\d){re.escape(short)}(?!\d)"
    return not (short[0].isdigit() or short[-1].isdigit()) or bool(re.search(whole, long))


def named_so(one: str, other: str) -> bool:
    """Whether one of two values that say the same names the other in whole words: a car is no card table."""
    if not same_value(one, other) or not (fold(one) + fold(other)).isascii() or bare(one) == bare(other):
        return same_value(one, other)
    short, long = sorted((fold(one), fold(other)), key=len)
    return bool(re.search(rf"(?<![a-z0-9]){re.escape(short)}(?:'?s|es|[a-z]?ing|[a-z]?ers?|ed)?(?![a-z0-9])", long))


def saying(value: str, facts: Sequence[Fact]) -> Iterator[int]:
    """The places of those whose value says the same. Of thousands hardly one has the other's letters: only such are
    looked at closely."""
    wanted = bare(value)
    for at, fact in enumerate(facts):
        its = bare(fact.value)
        if (its in wanted or wanted in its) and same_value(fact.value, value):
            yield at


def is_younger(age: str, known: str) -> bool:
    """Whether an age is below one that is known: nobody grows younger, so it is somebody else's."""
    one, other = AGE.search(fold(age)), AGE.search(fold(known))
    return bool(one and other and int(one[0]) < int(other[0]))


def is_next(age: str, known: str) -> bool:
    """Whether an age is one year above one that is known."""
    one, other = AGE.search(fold(age)), AGE.search(fold(known))
    return bool(one and other and int(one[0]) == int(other[0]) + 1)


@lru_cache(maxsize=50_000)
def _undated(value: str) -> str:
    """A value without the day that stands behind it: 式（9月12日）."""
    event, _, behind = fold(value).partition("(")
    return bare(event) if behind else ""


def same_words(one: str, other: str) -> bool:
    """Whether all content words of the one are among those of the other, whatever their forms."""
    words = words_of(one)
    return bool(words) and words <= words_of(other)


def words_of(text: str) -> frozenset[str]:
    """Its content words, in their plain forms."""
    return frozenset(analyse(text).words)


@lru_cache(maxsize=50_000)
def bare(value: str) -> str:
    """Folded, its letters and digits alone."""
    return "".join(character for character in fold(value) if character.isalnum())


def measured_anew(value: str, before: str) -> str:
    """A figure that may take the place of one of the same matter, with its unit; "" where it may not: who is down to 5
    is not down to 5 kilos."""
    new, old = MEASURE.match(fold(value)), MEASURE.match(fold(before))
    figures = [one["weight"] or one["rent"].strip(".,").replace(",", "") for one in (new, old) if one]
    if not new or not old or bool(new["weight"]) != bool(old["weight"]):
        return ""
    less, more = sorted(map(float, figures))
    return f"{value}{old['unit'] or ''}" if less >= more * HALF else ""
