"""What a person says to be wrong, or to be no more. Only what the words name is touched, or what was just asserted."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from lumina.dialogue import alive, disowning, exchanging, whose
from lumina.dialogue.amending import amended, replaced
from lumina.dialogue.denying import deniable, denial, edits_of, set_right, set_right_or_denied
from lumina.dialogue.exchanging import exchanged
from lumina.dialogue.heeded import NOTHING, Acts, Heeded, act_on, units
from lumina.dialogue.meant import (
    BEINGS,
    asserted,
    besides,
    clauses,
    core,
    denied,
    held_in,
    last_said,
    named,
    names_it,
    names_value,
    over,
    relation,
    stands_in,
    stated_in,
    until,
)
from lumina.distil.claims.instead import put_right
from lumina.known import Fact, Known, Mode, UnitState
from lumina.language.acts import asks, does
from lumina.language.kinds import kinds, told_kinds
from lumina.language.plain_english.casing import plainly
from lumina.language.scripts import fold, language_of
from lumina.models import Turn

CONCERNING: Final = ("corrects", "denies", "no_more", "told_before", "not_mine", "amends", "doubled")


def concerns(text: str) -> bool:
    """Whether a text may say that something is wrong, or no more."""
    text = plainly(text)
    if any(does(act, text) for act in CONCERNING):
        return True
    if any(way.concerns(text) for way in (alive, disowning, exchanging, whose)):
        return True
    return bool(_not_so(text)) and not does("keeps", text)


def correct(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """What is said to be no more is over; what is said to be another's is moved to them; what is said to be wrong is
    revoked, unless the turn itself says how it is."""
    turn = replace(turn, text=plainly(turn.text))
    if change := alive.revived(known, turn, before):
        return change
    held = [fact for fact in until(known, turn).facts if fact.is_open]
    if change := amended(held, turn, before):
        return change
    if change := _ended(known, turn, before) or whose.moved(known, turn, asserted(until(known, turn), before)):
        return change
    if change := _doubled(known, turn) or exchanged(known, turn) or _put_right(known, turn):
        return change
    if wrong := disowning.disowned(known, turn):
        return denial(known, turn, wrong)
    way = _taken_back if does("corrects", turn.text) else set_right_or_denied
    heeded, acts = way(known, turn, before)
    return (heeded, acts) if heeded.deed else replaced(known, turn, before) or (heeded, acts)


NOT_SO = re.compile(
    r"[.,;–—-] ?(?:and |it's |that's |it is |they're |he's |she's |we're )*not (?:(?:in|at|on|a|an|the|my|our|his"
    r"|her|their) )*(?P<old>[\w' -]{2,30}?)(?=[.,;!?]|$)",
    re.I,
)
NOT_SO_JAPANESE = re.compile(
    r"[。、,!！…笑]\s*(?P<old>[^。、,!！はがもの\s]{1,16}?)(?:じゃ|では)(?:ない|なく|ありません)"
)
"""What is not so, behind what is."""


def _put_right(known: Known, turn: Turn) -> tuple[Heeded, Acts] | None:
    """What the turn says to be so and not otherwise, of the same that was known to be otherwise."""
    old = _not_so(turn.text)
    if not old or asks(turn.text):
        return None
    stated = {(fact.about, fact.kind): fact for fact in stated_in(turn, known) if not stands_in(old, fold(fact.value))}
    wrong = [fact for fact in known.facts if stands_in(old, fold(fact.value)) and turn.id not in fact.evidence]
    wrong = [fact for fact in wrong if fact.is_open or _ended_by(turn, fact)]
    right = [stated[fact.about, fact.kind] for fact in wrong if (fact.about, fact.kind) in stated]
    same = {core(fact): fact for fact in stated.values()}
    right = right or [same[core(fact)] for fact in wrong if core(fact) in same]
    if not right:
        return None
    gone = [fact for fact in wrong if fact.is_open and ((fact.about, fact.kind) in stated or core(fact) in same)]
    return Heeded("set right", units(dict.fromkeys(right))), [(turn, act_on(fact, Mode.FORGETS)) for fact in gone]


def _not_so(text: str) -> str:
    """What a text says that something is not, beside what it is; folded."""
    found = (NOT_SO if language_of(text) == "en" else NOT_SO_JAPANESE).search(text)
    return fold(found["old"] if found else (put_right(text) or ("",))[0])


def _ended(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts] | None:
    """What the turn says to be no more; of a mere "I told you I quit" what was just asserted. What was read out of just
    these words is no fact."""
    firmly = does("corrects", turn.text) or does("told_before", turn.text)
    ways = ("no_more", "quits") if firmly else ("no_more",)
    ending = [one for one in clauses(turn.text) if any(does(way, one) for way in ways)]
    if not ending or (asks(turn.text) and not firmly):
        return None
    true = [fact for fact in held_in(known) if turn.id not in fact.evidence[:1] and not _says_that_it_ended(fact)]
    read = [fact for fact in known.facts if _ended_by(turn, fact) and not _says_that_it_ended(fact)]
    gone = [*dict.fromkeys([*(fact for one in ending for fact in over(true, one, firmly=firmly)), *read])]
    if not gone and firmly:
        past = [fact for fact in known.facts if fact.state is UnitState.SUPERSEDED]
        gone = [*dict.fromkeys(fact for one in ending for fact in over(past, one, firmly=firmly))]
        near = [fact for fact in asserted(until(known, turn), before) if fact.kind in ENDS_UNNAMED]
        gone = gone or _only(near)
    if not gone:
        return None
    acts = [(turn, act_on(fact, Mode.ENDS)) for fact in gone if fact.is_open]
    misread = [one for one in held_in(known) if firmly and _is_misread(one, turn, ending)]
    return Heeded("over", units(gone)), [*acts, *((turn, act_on(one, Mode.FORGETS)) for one in misread)]


ENDS_UNNAMED: Final = frozenset({"hobby", "habit", "job", "workplace", "school", "home", "plan"})
"""Kinds of which "I told you I quit" may speak."""


def _only(facts: Sequence[Fact]) -> list[Fact]:
    """These, where they are of one kind, or the same by several."""
    return [*facts] if 1 in (len({(fact.about, fact.kind) for fact in facts}), len({*map(core, facts)})) else []


MISREAD: Final = frozenset({"job", "workplace", "school", "home", "hobby", "event", "plan", "possession"})
"""Kinds of which that something is over is none."""


def _is_misread(fact: Fact, turn: Turn, ending: Iterable[str]) -> bool:
    """Whether a fact that the turn tells first says no more than that something is over."""
    said = any(fold(fact.value) in fold(one) for one in ending)
    first = fact.kind in MISREAD and fact.evidence[:1] == (turn.id,)
    return first and (said or _says_that_it_ended(fact))


def _ended_by(turn: Turn, fact: Fact) -> bool:
    """Whether what the rules read out of a turn ended a fact, or put another in its place."""
    last = fact.history[-1]
    return not fact.is_open and last.turn == turn.id and last.why in ("ended", "changed", "corrected")


def _says_that_it_ended(fact: Fact) -> bool:
    return does("quits", fact.value) or does("no_more", fact.value)


def _doubled(known: Known, turn: Turn) -> tuple[Heeded, Acts] | None:
    """Of those who are kept twice, all but the one who is named, where they are kept as what the words say; else it is
    asked which of them is meant."""
    told = {*told_kinds(turn.text)} & BEINGS if does("doubled", turn.text) and not asks(turn.text) else set[str]()
    such = [fact for fact in held_in(known) if fact.kind in told and fact.evidence[:1] != (turn.id,)]
    rest = [fact for fact in such if not names_it(fact, turn.text)]
    if len(such) == 1 or not rest:
        return None
    same = [fact for fact in rest if stands_in(relation(fact), fold(turn.text))]
    if same and len(rest) < len(such):
        return Heeded("taken back", units(same)), [(turn, act_on(fact, Mode.FORGETS)) for fact in same]
    return Heeded("unclear", units(same if len(same) > 1 else rest)), []


def _taken_back(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    rest, near = besides("corrects", turn.text), asserted(until(known, turn), before)
    near = [fact for fact in near if not (fact.kind in BEINGS and names_value(fact, rest) and not names_it(fact, rest))]
    right = [fact for fact in stated_in(turn, known) if fact.kind not in BEINGS or relation(fact) != fold(fact.value)]
    meant = named(near, turn.text)
    if right:
        return _righted(known, turn, right, meant, near)
    if edits := edits_of(meant or near, turn):
        return set_right(edits)
    not_so = [one for one in clauses(rest) if does("denies", one)]
    if wrong := [*dict.fromkeys(fact for one in not_so for fact in denied(deniable(known, turn), one))]:
        return denial(known, turn, wrong)
    meant = meant or ([] if rest and not _answered(before) else near)
    if not meant:
        return NOTHING, []
    if len({(fact.about, fact.kind) for fact in meant}) > 1:
        return Heeded("unclear", units(meant)), []
    wrong = [fact for fact in known.facts if fact.is_open and fact.id in {one.id for one in meant}]
    wrong = [fact for fact in wrong if turn.id not in fact.evidence]
    return (Heeded("taken back", units(wrong)) if wrong else NOTHING), [
        (turn, act_on(fact, Mode.FORGETS)) for fact in wrong
    ]


def _answered(before: Sequence[Turn]) -> bool:
    """Whether what was said just before answers a question."""
    asked = last_said(before)
    return asked is not None and asks(asked.text)


def _righted(
    known: Known, turn: Turn, right: Sequence[Fact], meant: Sequence[Fact], near: Sequence[Fact]
) -> tuple[Heeded, Acts]:
    """How it is, in place of what was asserted of the same, or is named as the wrong one; of several nothing."""
    places = {(fact.about, fact.kind) for fact in right}
    own = [fact for fact in held_in(known) if (fact.about, fact.kind) in places and turn.id not in fact.evidence]
    wrong = [fact for fact in own if fact.id in {one.id for one in meant} or _is_called(fact, turn.text)]
    if not wrong:
        just = [fact for fact in own if fact.id in {one.id for one in near}]
        many = {fact.kind for fact in just if kinds()[fact.kind].many}
        wrong = just if not many or len(just) == 1 else []
    return Heeded("set right", units(right)), [(turn, act_on(fact, Mode.FORGETS)) for fact in wrong]


def _is_called(fact: Fact, text: str) -> bool:
    return kinds()[fact.kind].many and stands_in(core(fact), fold(text))
