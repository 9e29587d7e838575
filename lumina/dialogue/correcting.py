"""What a person says to be wrong, or to be no more. Only what the words name is touched, or what was just asserted."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from lumina.dialogue.amending import amended
from lumina.dialogue.heeded import NOTE, NOTHING, Acts, Heeded, Unit, act_on, note, units
from lumina.dialogue.meant import (
    BEINGS,
    asserted,
    besides,
    clauses,
    core,
    denied,
    labels,
    last_said,
    named,
    names_it,
    names_value,
    over,
    relation,
    stands_in,
)
from lumina.dialogue.whose import moved
from lumina.distil.claims.instead import put_right
from lumina.known import ME, Fact, Known, Mode, UnitState
from lumina.language.acts import asks, does
from lumina.language.kinds import kinds
from lumina.language.scripts import fold, language_of
from lumina.models import Turn
from lumina.voices.next_question import is_nominal

SAID_WRONGLY = re.compile(r"\bI (?:said|told you|wrote)\b.*\b(?:but|actually|it's|it is|not)\b", re.I)
"""Who says what they said wrongly sets it right, however long ago that was."""

CONCERNING: Final = ("corrects", "denies", "no_more", "told_before", "not_mine", "amends")

TOGETHER: Final = 1
"""Kinds of facts that a mere "that's wrong" can mean."""


def concerns(text: str) -> bool:
    """Whether a text may say that something is wrong, or no more."""
    return any(does(act, text) for act in CONCERNING) or bool(SAID_WRONGLY.search(text))


def correct(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """What is said to be no more is over; what is said to be another's is moved to them; what is said to be wrong is
    revoked, unless the turn itself says how it is."""
    held = [fact for fact in until(known, turn).facts if fact.is_open]
    if change := amended(held, turn, before):
        return change
    if change := _ended(known, turn, before):
        return change
    if change := moved(known, held, turn, asserted(until(known, turn), before)):
        return change
    if not does("corrects", turn.text):
        return _set_right_or_denied(known, held, turn, before)
    return _taken_back(known, turn, before)


def until(known: Known, turn: Turn) -> Known:
    """What was known when the turn was said: without what it states, and with what it ends."""
    facts = [fact for fact in known.facts if fact.evidence[:1] != (turn.id,)]
    return replace(known, facts=tuple(_reopened(fact) if fact.history[-1].turn == turn.id else fact for fact in facts))


def stated_in(turn: Turn, known: Known) -> list[Fact]:
    return [fact for fact in known.facts if fact.is_open and turn.id in fact.evidence]


def _reopened(fact: Fact) -> Fact:
    return fact if fact.is_open else replace(fact, state=UnitState.CONFIRMED)


def _ended(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts] | None:
    """What the turn says to be no more; of a mere "I told you I quit" what was just asserted. What was read out of just
    these words is no fact."""
    firmly = does("corrects", turn.text) or does("told_before", turn.text)
    ways = ("no_more", "quits") if firmly else ("no_more",)
    ending = [one for one in clauses(turn.text) if any(does(way, one) for way in ways)]
    if not ending:
        return None
    true = [fact for fact in _open(known) if turn.id not in fact.evidence[:1] and not _says_that_it_ended(fact)]
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
    misread = [one for one in _open(known) if _is_misread(one, turn, ending, firmly)]
    return Heeded("over", units(gone)), [*acts, *((turn, act_on(one, Mode.FORGETS)) for one in misread)]


ENDS_UNNAMED: Final = frozenset({"hobby", "habit", "job", "workplace", "school", "home", "plan"})
"""Kinds of which "I told you I quit" may speak."""


def _only(facts: Sequence[Fact]) -> list[Fact]:
    """These, where they are of one kind."""
    return [*facts] if len({(fact.about, fact.kind) for fact in facts}) == TOGETHER else []


def _is_misread(fact: Fact, turn: Turn, ending: Iterable[str], firmly: bool) -> bool:
    """Whether a fact that the turn tells first says no more than that something is over."""
    said = any(fold(fact.value) in fold(one) for one in ending)
    ended = _says_that_it_ended(fact) if firmly else does("no_more", fact.value)
    return fact.evidence[:1] == (turn.id,) and (ended or (firmly and said))


def _ended_by(turn: Turn, fact: Fact) -> bool:
    return not fact.is_open and (fact.history[-1].turn, fact.history[-1].why) == (turn.id, "ended")


def _says_that_it_ended(fact: Fact) -> bool:
    return does("quits", fact.value) or does("no_more", fact.value)


def _set_right_or_denied(known: Known, held: Sequence[Fact], turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """Where nobody says that anything is wrong: what was said wrongly, or what a clause says not to be so."""
    if SAID_WRONGLY.search(turn.text) and (edits := _edits(held, turn)):
        return _set_right(edits)
    near = asserted(until(known, turn), before)
    if edits := _edits(named(near, turn.text), turn):
        return _set_right(edits)
    not_so = [one for one in clauses(turn.text) if does("denies", one)]
    wrong = [*dict.fromkeys(fact for one in not_so for fact in denied(_open(known), one))]
    near = [fact for fact in near if any(_is_denied_as_asserted(fact, one) for one in not_so)]
    return _denied(known, turn, [*dict.fromkeys([*wrong, *near])])


def _is_denied_as_asserted(fact: Fact, clause: str) -> bool:
    """Of what was just asserted, what is denied by its kind, or by what it says; nobody by what they are."""
    by_kind = any(stands_in(fold(label), fold(clause)) for label in labels(fact))
    return by_kind or (fact.kind not in BEINGS and names_value(fact, clause))


def _denied(known: Known, turn: Turn, wrong: Sequence[Fact]) -> tuple[Heeded, Acts]:
    if not wrong:
        return NOTHING, []
    away = {fact.id for fact in wrong}
    stated = [fact for fact in stated_in(turn, known) if fact.id not in away and not _names_one_of(fact, wrong)]
    about = {named_by for fact in wrong for named_by in (fact.about, *(_who(fact) if fact.kind in BEINGS else ()))}
    right = [fact for fact in stated if fact.about in about and not does("denies", fact.value)]
    misread = [fact for fact in stated if fact.evidence == (turn.id,) and does("denies", fact.value)]
    acts = [(turn, act_on(fact, Mode.FORGETS)) for fact in (*wrong, *misread)]
    if right:
        return Heeded("set right", units(right)), acts
    instead = _instead(turn.text)
    if len(wrong) == TOGETHER and wrong[0].kind not in BEINGS and instead and is_nominal(instead, "ja"):
        heeded, edits = _set_right([(turn, replace(act_on(wrong[0], Mode.EDITS), value=instead))])
        return heeded, [*edits, *acts[TOGETHER:]]
    if others := [*_what_they_are(instead, turn.text, wrong)]:
        return Heeded("set right", tuple(Unit(NOTE, one) for one in others)), [
            *acts,
            *((turn, note(one)) for one in others),
        ]
    return Heeded("taken back", units(wrong)), acts


INSTEAD = (
    re.compile(r"^(?:(?:he|she|it|they)(?:'s|'re| is| are)|just|but) (?P<what>(?:my|our|the|a|an) .+)$", re.I),
    re.compile(r"^(?P<what>[^はがを]{1,16}?)(?:なん)?(?:だ|です|や)?(?:よ|ね|から|けど|って)*$"),
)
"""What somebody is who is not what they were taken for."""


def _instead(text: str) -> str:
    """In a clause of its own, what is so instead: "he's my boss"."""
    pattern = INSTEAD[0 if language_of(text) == "en" else 1]
    found = (pattern.match(one) for one in clauses(text) if not does("denies", one) and not does("corrects", one))
    return next((match["what"] for match in found if match), "")


def _what_they_are(what: str, text: str, wrong: Sequence[Fact]) -> Iterator[str]:
    """Of somebody who is not what they were taken for, what they are."""
    beings = [fact for fact in wrong if fact.kind in BEINGS and fact.about == ME]
    if beings and what:
        [who] = _who(beings[0])
        yield f"{who} is {what}" if language_of(text) == "en" else f"{who}は{what}"


def _who(fact: Fact) -> tuple[str]:
    """Who somebody is, without what they are to the person."""
    return (re.split(r" ?[（(]", fact.value)[0],)


def _open(known: Known) -> list[Fact]:
    return [fact for fact in known.facts if fact.is_open]


def _names_one_of(fact: Fact, others: Iterable[Fact]) -> bool:
    return any((fact.kind, core(fact)) == (other.kind, core(other)) for other in others)


def _taken_back(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    rest, near = besides("corrects", turn.text), asserted(until(known, turn), before)
    near = [fact for fact in near if not (fact.kind in BEINGS and names_value(fact, rest) and not names_it(fact, rest))]
    right = [fact for fact in stated_in(turn, known) if fact.kind not in BEINGS or relation(fact) != fold(fact.value)]
    meant = named(near, turn.text)
    if right:
        return _righted(known, turn, right, meant, near)
    if edits := _edits(meant or near, turn):
        return _set_right(edits)
    not_so = [one for one in clauses(rest) if does("denies", one)]
    if wrong := [*dict.fromkeys(fact for one in not_so for fact in denied(_open(known), one))]:
        return _denied(known, turn, wrong)
    meant = meant or ([] if rest and not _answered(before) else near)
    if not meant:
        return NOTHING, []
    if len({(fact.about, fact.kind) for fact in meant}) > TOGETHER:
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
    own = [fact for fact in _open(known) if (fact.about, fact.kind) in places and turn.id not in fact.evidence]
    wrong = [fact for fact in own if fact.id in {one.id for one in meant} or _is_called(fact, turn.text)]
    if not wrong:
        just = [fact for fact in own if fact.id in {one.id for one in near}]
        many = {fact.kind for fact in just if kinds()[fact.kind].many}
        wrong = just if not many or len(just) == TOGETHER else []
    return Heeded("set right", units(right)), [(turn, act_on(fact, Mode.FORGETS)) for fact in wrong]


def _is_called(fact: Fact, text: str) -> bool:
    return kinds()[fact.kind].many and stands_in(core(fact), fold(text))


def _set_right(edits: Acts) -> tuple[Heeded, Acts]:
    return Heeded("set right", tuple(Unit(claim.kind, claim.value, claim.about) for _, claim in edits)), edits


def _edits(wrong: Sequence[Fact], turn: Turn) -> Acts:
    """What of the values is said to be otherwise, put in its place."""
    old, new = put_right(turn.text) or ("", "")
    meant = [fact for fact in wrong if old and old in fact.value]
    return [(turn, replace(act_on(fact, Mode.EDITS), value=fact.value.replace(old, new))) for fact in meant]
