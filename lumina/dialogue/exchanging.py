"""That one thing is so and not another, of whatever was known, however long ago that was told: not Lisbon but Porto."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lumina.dialogue.amending import NUMBER, SAYS_NOTHING
from lumina.dialogue.denying import FOR_ONCE, is_for_once, set_right
from lumina.dialogue.heeded import Acts, Heeded, act_on, units
from lumina.dialogue.meant import BEINGS, labels, relation, stands_in, words_of
from lumina.distil.claims.instead import put_right
from lumina.known import Fact, Known, Mode
from lumina.language.acts import asks, does
from lumina.language.scripts import CJK, fold, language_of
from lumina.models import Turn
from lumina.voices.next_question import is_nominal

SAID_WRONGLY: Final = re.compile(r"\bI (?:said|told you|wrote)\b.*\b(?:but|actually|it's|it is|not)\b", re.I)
"""Who says what they said wrongly sets it right, however long ago that was."""

SAID: Final = re.compile(r"\bi (?:said|told you|wrote|put|typed)\b[^0-9.,;\"“]{0,16}$|\bnot (?:a |an )?$", re.I)
WAS_WRONG: Final = re.compile(
    r" ?(?:(?:was|is) (?:wrong|a (?:mistake|typo|lie))|by mistake)"
    r"|[^0-9、。!の]{0,4}(?:(?:って(?:いう)?の?)?[はがも]?(?:間違|まちが|違[ういっ]|ちが[ういっ]|誤り|嘘|うそ|冗談)"
    r"|じゃな|ではな|やな)",
    re.I,
)
"""What stands before and behind a number that is not so."""

Exchange = tuple[str, str]
"""What is not so, and what is so in its place."""


def concerns(text: str) -> bool:
    """Whether a text may say so without any other word of it."""
    return _numbers(text) is not None or SAID_WRONGLY.search(text) is not None


def exchanged(known: Known, turn: Turn) -> tuple[Heeded, Acts] | None:
    """The facts that have what the turn says to be not so, with what is so in its place; what was read out of the
    correction as something else is no fact. Where several, told apart, may be meant, it is asked which."""
    if asks(turn.text):
        return None
    pair = _numbers(turn.text) or _words(turn.text)
    wrong = _holding(known, turn, pair) if pair else []
    if pair is None or not wrong:
        return None
    if len({fact.evidence[:1] for fact in wrong}) > 1:
        return Heeded("unclear", units(wrong)), []
    edits: Acts = [(turn, replace(act_on(fact, Mode.EDITS), value=_with(fact, pair))) for fact in wrong]
    heeded, acts = set_right(edits)
    return heeded, [*acts, *((turn, act_on(fact, Mode.FORGETS)) for fact in _misread(known, turn, pair))]


def _words(text: str) -> Exchange | None:
    old, new = put_right(text) or ("", "")
    is_so = bool(new) and is_nominal(new, "en" if language_of(text) == "en" else "ja") and fold(old) != fold(new)
    return (old, new) if old and is_so else None


def _numbers(text: str) -> Exchange | None:
    """Of two numbers the one that the text calls wrong, and the other."""
    plain = unicodedata.normalize("NFKC", text)
    told = [one for one in NUMBER.finditer(plain) if fold(one.group()) != "one"]
    wrong = [one for one in told if SAID.search(plain[: one.start()]) or WAS_WRONG.match(plain, one.end())]
    right = [one for one in told if one not in wrong]
    if len(wrong) != 1 or len({one.group() for one in right}) != 1:
        return None
    old, new = wrong[0], right[0]
    return (old["number"] or old["word"], new["number"] or new["word"])


def _holding(known: Known, turn: Turn, pair: Exchange) -> list[Fact]:
    """Of what holds, and was not told by the turn first: what has the wrong in it, is of whom the turn names, if it
    names anybody, and is what the turn speaks of, if it says more than what is wrong."""
    old, _ = pair
    held = [fact for fact in known.facts if fact.is_open and turn.id not in fact.evidence[:1]]
    held = [fact for fact in held if _has(fact, old) and not is_for_once(fact, turn.text)]
    beside = words_of(turn.text) - words_of(" ".join(pair)) - SAYS_NOTHING
    meant = [fact for fact in held if _is_spoken_of(fact, turn.text, beside)]
    says_so = does("corrects", turn.text) or does("amends", turn.text)
    if meant or (beside and not says_so):
        return meant
    return [fact for fact in held if says_so or fact.kind not in FOR_ONCE]


def _has(fact: Fact, old: str) -> bool:
    value = relation(fact) if fact.kind in BEINGS else fold(fact.value)
    return _place(old).search(value) is not None


def _place(old: str) -> re.Pattern[str]:
    """Finds it in a folded value: a number as a whole, and so a Latin word."""
    words = re.escape(fold(old))
    if old[0].isdigit():
        return re.compile(rf"(?<![0-9.,]){words}(?![0-9.,]*[0-9])")
    return re.compile(words if CJK.search(old) else rf"(?<!\w){words}(?!\w)")


def _is_spoken_of(fact: Fact, text: str, beside: frozenset[str]) -> bool:
    folded = fold(text)
    by_name = stands_in(fold(fact.about), folded) or any(stands_in(fold(label), folded) for label in labels(fact))
    return by_name or bool(words_of(fact.value) & beside)


def _with(fact: Fact, pair: Exchange) -> str:
    """The value with what is so in the last place of what is not; folded, where that has another length."""
    old, new = pair
    folded = fold(fact.value)
    value = fact.value if len(folded) == len(fact.value) else folded
    *_, found = _place(old).finditer(folded)
    return f"{value[: found.start()]}{new}{value[found.end() :]}"


def _misread(known: Known, turn: Turn, pair: Exchange) -> Sequence[Fact]:
    _, new = pair
    first = [fact for fact in known.facts if fact.is_open and fact.evidence[:1] == (turn.id,)]
    return [fact for fact in first if _has(fact, new)]
