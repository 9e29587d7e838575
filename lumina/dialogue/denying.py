"""What a person says not to be so, and what they say to be so in its place."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from lumina.dialogue.disowning import is_for_now
from lumina.dialogue.heeded import NOTHING, Acts, Heeded, Unit, act_on, note, units
from lumina.dialogue.meant import (
    BEINGS,
    asserted,
    clauses,
    core,
    denied,
    held_in,
    labels,
    named,
    names_it,
    names_value,
    stands_in,
    stated_in,
    until,
)
from lumina.distil.claims.instead import put_right
from lumina.known import ME, NOTE, Fact, Known, Mode
from lumina.language.acts import asks, does
from lumina.language.kinds import told_kinds
from lumina.language.scripts import CJK, fold, language_of
from lumina.models import Turn
from lumina.voices.next_question import is_nominal

SO_BY_NAME: Final = BEINGS | {"job"}
"""Kinds of which it is said what somebody is: who says that they are not, denies it whenever that is said."""


FOR_ONCE: Final = frozenset({"likes", "dislikes", "habit", "belief"})
"""Kinds of what one may leave for another for once, without having said anything wrong."""

ONCE = re.compile(
    r"今日|きょう|今夜|今朝|今回|たまには|\b(?:today|tonight|this (?:time|morning|evening)|for (?:once|a change))\b",
    re.I,
)

IS_NOT = re.compile(
    r"(?:n't|\bnot) (?:really |actually )?(?:an?|the|my|our|some(?:one|body))\b|(?:じゃ|では|や)(?:ない|ありません)",
    re.I,
)
"""That somebody is not something, and not that they do not do it."""


INSISTS = re.compile(r"(?:ない|ません|へん)(?:です)?(?:よ|って|ってば|から|もん)[?？]")
"""Who insists does not ask: 言ってないよ？"""


def set_right_or_denied(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """Where nobody says that anything is wrong: what was just asserted otherwise, or what a clause denies."""
    near = asserted(until(known, turn), before)
    if edits := edits_of(named(near, turn.text), turn):
        return set_right(edits)
    not_so = [one for one in clauses(turn.text) if does("denies", one) and not is_for_now(one)]
    held = [] if asks(turn.text) and not INSISTS.search(turn.text) else deniable(known, turn)
    so = [fact for fact in held if fact.kind in SO_BY_NAME]
    wrong = [fact for one in not_so if IS_NOT.search(one) for fact in denied(so, one)]
    wrong += [fact for one in not_so if CJK.search(one) for fact in held if _is_denied_as_such(fact, one)]
    near = [fact for fact in near if any(_is_denied_as_asserted(fact, one) for one in not_so)]
    return denial(known, turn, [*dict.fromkeys([*wrong, *near])])


def _is_denied_as_asserted(fact: Fact, clause: str) -> bool:
    """Of what was just asserted, what is denied by its kind, or by what it says; nobody by what they are."""
    by_kind = any(stands_in(fold(label), fold(clause)) for label in labels(fact))
    return by_kind or (fact.kind not in BEINGS and names_value(fact, clause))


def _is_denied_as_such(fact: Fact, clause: str) -> bool:
    """Whether a clause names a value, and what that was taken to be: そばアレルギーなんて言ってない."""
    if fact.kind in BEINGS or not names_it(fact, clause):
        return False
    return fact.kind in {*told_kinds(clause)} or any(stands_in(fold(label), fold(clause)) for label in labels(fact))


def denial(known: Known, turn: Turn, wrong: Sequence[Fact]) -> tuple[Heeded, Acts]:
    """What is wrong is revoked, and so is what was read out of its being denied; what the words say to be so in its
    place is that."""
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
    if len(wrong) == 1 and wrong[0].kind not in BEINGS and instead and is_nominal(instead, "ja"):
        heeded, edits = set_right([(turn, replace(act_on(wrong[0], Mode.EDITS), value=instead))])
        return heeded, [*edits, *acts[1:]]
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


def deniable(known: Known, turn: Turn) -> list[Fact]:
    """What holds, but for what the turn tells itself, unless that is who somebody is: it may be who they are not; and
    who the turn says that they are no more."""
    held = [fact for fact in held_in(known) if fact.kind in BEINGS or fact.evidence[:1] != (turn.id,)]
    ended = [fact for fact in known.facts if not fact.is_open and fact.history[-1].turn == turn.id]
    return [*held, *(fact for fact in ended if fact.kind in BEINGS)]


def _names_one_of(fact: Fact, others: Iterable[Fact]) -> bool:
    return any((fact.kind, core(fact)) == (other.kind, core(other)) for other in others)


def set_right(edits: Acts) -> tuple[Heeded, Acts]:
    return Heeded("set right", tuple(Unit(claim.kind, claim.value, claim.about) for _, claim in edits)), edits


def is_for_once(fact: Fact, text: str) -> bool:
    """Whether a text speaks of a day on which something was otherwise than as a rule."""
    return fact.kind in FOR_ONCE and ONCE.search(text) is not None


def edits_of(wrong: Sequence[Fact], turn: Turn) -> Acts:
    """What of the values is said to be otherwise, put in its place."""
    old, new = put_right(turn.text) or ("", "")
    meant = [fact for fact in wrong if old and old in fact.value and not is_for_once(fact, turn.text)]
    return [(turn, replace(act_on(fact, Mode.EDITS), value=fact.value.replace(old, new))) for fact in meant]
