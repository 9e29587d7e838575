"""Which of what is known some words mean: by what it says, by whom it is about, or by what it is called."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from lumina.known import ME, Fact, Known, UnitState
from lumina.language.acts import asks, without
from lumina.language.kinds import kinds, told_kinds
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.models import Role, Turn
from lumina.recall.facts import wanted

BEINGS: Final = frozenset({"family", "friend", "partner", "pet"})
"""Kinds whose values name somebody."""

CLAUSES = re.compile(r"[.,;:!?。、！？\n]+\s*|\s+[-–—]+\s+|\s+(?=but\b|cos\b|because\b)")


def clauses(text: str) -> list[str]:
    return [part.strip() for part in CLAUSES.split(text) if part.strip()]


def besides(act: str, text: str) -> str:
    """What a text says besides that it does this; "" where that is all."""
    rest = without(act, text)
    return rest.strip(" 。、,.!！…~〜ー-—") if rest != text else rest


def words_of(text: str) -> frozenset[str]:
    return frozenset(analyse(text).words)


def last_said(before: Sequence[Turn]) -> Turn | None:
    return next((turn for turn in reversed(before) if turn.role is Role.PERSON), None)


def answers(before: Sequence[Turn]) -> str:
    """What was just answered, folded."""
    given = [*takewhile(lambda one: one.role is Role.CHARACTER, reversed(before))]
    return fold("\n".join(one.text for one in given if not one.failed))


def asserted(known: Known, before: Sequence[Turn]) -> list[Fact]:
    """The facts whose values stand in the answers just given: those that the question wanted before all others."""
    text, asked = answers(before), last_said(before)
    given = wanted(asked.text, [], known).facts if asked and asks(asked.text) else ()
    held = [fact for fact in known.facts if fact.is_open]
    return [fact for fact in given if stands_in(core(fact), text)] or [
        fact for fact in held if stands_in(core(fact), text)
    ]


def stands_in(words: str, folded: str) -> bool:
    """Whether folded words stand in a folded text, as whole words where they are Latin."""
    if CJK.search(words):
        return words in folded
    return bool(words) and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", folded) is not None


def named(facts: Iterable[Fact], said: str) -> list[Fact]:
    """Those that are meant, where whoever is named only to say something of them is who they are."""
    folded = fold(said)
    return pointed_at([fact for fact in facts if not _is_spoken_of(fact, folded)], said)


def pointed_at(facts: Sequence[Fact], said: str) -> list[Fact]:
    """Those whose value is named, or what somebody is to the person; or else whose kind."""
    folded = fold(said)
    by_kind = (fact for fact in facts if any(stands_in(fold(label), folded) for label in labels(fact)))
    return [fact for fact in facts if names_value(fact, said)] or [*by_kind]


def names_value(fact: Fact, said: str) -> bool:
    """Whether a text names the value, or what somebody is to the person."""
    return names_it(fact, said) or stands_in(relation(fact), fold(said))


def names_it(fact: Fact, said: str) -> bool:
    """Whether a text names the value, as it stands or by all of its words."""
    own = words_of(core(fact))
    has_all = bool(own) and not any(word.isdigit() for word in own) and own <= words_of(said)
    return has_all or stands_in(core(fact), fold(said))


def denied(facts: Iterable[Fact], clause: str) -> list[Fact]:
    """Of a clause that says what is not so: what it names by its value; somebody, where it says that they are not what
    they are taken to be, or are no friend, or nobody of the person's."""
    told = {*told_kinds(clause)} if MINE.search(clause) else {*told_kinds(clause)} & {"friend"}
    return [
        fact for fact in facts if names_it(fact, clause) and (fact.kind not in BEINGS or _is_so(fact, clause, told))
    ]


MINE = re.compile(r"(?:n't|\bnot) (?:really |actually )?(?:my|our)\b", re.I)


def over(facts: Iterable[Fact], clause: str, *, firmly: bool = False) -> list[Fact]:
    """Of a clause that says what is no more: what it names by its value, or by the word that says what it is (the
    agency, for the design agency). Who somebody is, and what one likes where it is not said `firmly`, is no more only
    where the clause speaks of its kind."""
    told, said, folded = {*told_kinds(clause)}, words_of(clause), fold(clause)
    such = [fact for fact in facts if fact.kind in MAY_END and _is_its_owners(fact, folded)]
    only = ONLY_AS_SUCH & BEINGS if firmly else ONLY_AS_SUCH
    such = [fact for fact in such if fact.kind not in only or _is_so(fact, clause, told)]
    whole = [fact for fact in such if names_value(fact, clause)]
    return whole or [fact for fact in such if fact.kind not in BEINGS and (head := _head(fact)) and head in said]


MAY_END: Final = frozenset(
    {"home", "job", "workplace", "school", "hobby", "habit", "skill", "possession", "plan", "likes", "dislikes"}
    | {"health", "allergy", "partner", "friend", "pet"}
)
"""Kinds of what may be no more."""

ONLY_AS_SUCH: Final = frozenset({"likes", "dislikes", "partner", "friend", "pet"})
"""Kinds of what is no more only where just that is said of it."""


def _is_its_owners(fact: Fact, folded: str) -> bool:
    """Whether a text may speak of whom the fact is about."""
    if fact.about == ME:
        return bool(CJK.search(folded)) or re.search(r"\b(?:i|i'm|i've|we|we're|we've|my|our)\b", folded) is not None
    return stands_in(fold(fact.about), folded)


def _is_so(fact: Fact, clause: str, told: Iterable[str]) -> bool:
    """Whether a clause that names something speaks of it as what it is."""
    what = relation(fact)
    return fact.kind in told or (what != fold(fact.value) and stands_in(what, fold(clause)))


def _head(fact: Fact) -> str:
    """The word of a value that says what it is."""
    words = analyse(core(fact)).words
    return words[-1] if words and not words[-1].isdigit() else ""


def _is_spoken_of(fact: Fact, folded: str) -> bool:
    """Whether it is no more than who somebody is of whom a folded text says something: 悠斗 in 悠斗は4年生."""
    who, what = re.escape(core(fact)), relation(fact)
    of_them = rf"{who}(?:さん|ちゃん|くん|君)?(?:は|が|も|って|の)|\b{who}(?:'s|(?! or\b| and\b| not\b)(?= \w))"
    return (
        what not in {fold(fact.value), core(fact)} and not stands_in(what, folded) and bool(re.search(of_them, folded))
    )


def labels(fact: Fact) -> tuple[str, str]:
    label = kinds()[fact.kind].label
    return label.ja, label.en


def core(fact: Fact) -> str:
    """The value as one says it: 結衣（妹） is 結衣."""
    bare = fold(re.split(r"[（(]", fact.value)[0]).strip()
    return bare if len(bare) > 1 else fold(fact.value)


def relation(fact: Fact) -> str:
    """What somebody is who is named with it: of 結衣（妹） 妹; else the value."""
    match = re.search(r"[（(]([^）)]{2,})[）)]$", fact.value)
    return fold(match[1] if match else fact.value)


def until(known: Known, turn: Turn) -> Known:
    """What was known when the turn was said: without what it states, and with what it ends."""
    facts = [fact for fact in known.facts if fact.evidence[:1] != (turn.id,)]
    return replace(known, facts=tuple(_reopened(fact) if fact.history[-1].turn == turn.id else fact for fact in facts))


def stated_in(turn: Turn, known: Known) -> list[Fact]:
    return [fact for fact in known.facts if fact.is_open and turn.id in fact.evidence]


def _reopened(fact: Fact) -> Fact:
    return fact if fact.is_open else replace(fact, state=UnitState.CONFIRMED)


def held_in(known: Known) -> list[Fact]:
    return [fact for fact in known.facts if fact.is_open]
