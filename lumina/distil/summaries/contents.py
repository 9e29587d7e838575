"""What a summary of each kind holds, without a model."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TypeVar
from uuid import UUID

from lumina.distil.summaries.brief import reads_alone
from lumina.distil.summaries.extract import Around, Space, extract
from lumina.distil.summaries.sayings import Saying, concepts_of, sayings
from lumina.known import ME, NOTE, Change, Fact, Known, Loop, Somebody, UnitState
from lumina.language.bilingual import Language
from lumina.language.kinds import kinds
from lumina.language.scripts import fold, language_of
from lumina.language.tokens import analyse
from lumina.models import Role, Turn
from lumina.summaries import Sentence

Unit = TypeVar("Unit", Fact, Loop)

WEEK = Space(12, {"ja": 430, "en": 1_050}, 12)
STRETCH = Space(5, {"ja": 180, "en": 450}, 6)
PORTRAIT = Space(5, {"ja": 200, "en": 500})
BRIEF: Mapping[Language, int] = {"ja": 12, "en": 30}
"""Characters of what is named besides in the words in which it is known."""

AGE, EVENT = "age", "event"
NUMBER = re.compile(r"\d+")
WITH_DAY = re.compile(r"(?P<what>.+?) ?[（(][^（(]*[）)]")

LONGTERM = 12
"""Sentences of a long-term memory."""

FADES = 0.95
"""What is left a week later of what a sentence of a long-term memory is worth: as with memories."""

CHANGED: Mapping[Language, str] = {"ja": "{whose}{label}：{old} → {new}", "en": "{whose}{label}: {old} → {new}"}
ENDED: Mapping[Language, str] = {"ja": "{whose}{label}：{old}（いまは違う）", "en": "{whose}{label}: {old} (no longer)"}
HOLDS: Mapping[Language, str] = {"ja": "{whose}{label}：{old}", "en": "{whose}{label}: {old}"}
WHOSE: Mapping[Language, str] = {"ja": "{name}の", "en": "{name}'s "}
WHO: Mapping[Language, str] = {"ja": "{name}（{relation}）", "en": "{name} ({relation})"}


@dataclass(frozen=True)
class View:
    """What there is at a moment: what is known, which turns were taken back, and in which language the person talks."""

    known: Known
    withdrawn: Collection[UUID]
    language: Language

    @classmethod
    def of(cls, known: Known, language: Language) -> "View":
        return cls(known, withdrawn(known), language)

    @cached_property
    def _facts(self) -> Mapping[UUID, list[tuple[int, Fact]]]:
        return _by_turn(self.known.facts)

    @cached_property
    def _loops(self) -> Mapping[UUID, list[tuple[int, Loop]]]:
        return _by_turn(self.known.loops)

    @cached_property
    def news(self) -> frozenset[UUID]:
        """The turns that tell what came of something, what became otherwise, and what happens on a day."""
        outcomes = (turn for loop in self.known.loops if loop.state == "closed" for turn in loop.closed_by)
        changed = (
            one.turn
            for fact in self.known.facts
            for one in fact.history[1:]
            if one.turn and one.why in {"changed", "ended"}
        )
        events = (fact.evidence[0] for fact in self.known.facts if fact.kind == EVENT and fact.evidence)
        return frozenset((*outcomes, *changed, *events))

    def kept(self, turns: Iterable[Turn]) -> list[Turn]:
        return [turn for turn in turns if turn.id not in self.withdrawn]

    def extract(self, turns: Sequence[Turn], space: Space, said: Sequence[Saying] | None = None) -> list[Sentence]:
        """Of turns that do not follow one another, `said` has what they state, read among all others."""
        kept = self.kept(turns)
        ids = {turn.id for turn in kept}
        of_these = sayings(kept) if said is None else [one for one in said if one.turn.id in ids]
        return extract(kept, of_these, self._around(turns), space, self.language)

    def _in_few_words(self, fact: Fact) -> str:
        """Its value; where that tells nothing by itself, with what it is."""
        bare = not any(map(str.isalpha, fact.value))
        return HOLDS[self.language].format(**_named(fact, self.language), old=fact.value) if bare else fact.value

    def _around(self, turns: Sequence[Turn]) -> Around:
        """The concepts of what these turns told."""
        here = {turn.id for turn in turns}
        facts = _told_by(self._facts, here)
        loops = _told_by(self._loops, here)
        told = [*(fact.value for fact in facts), *(loop.what for loop in loops)]
        evidence = {turn for unit in (*facts, *loops) for turn in unit.evidence}
        new = [(self._in_few_words(fact), turn) for fact in facts for turn in fact.evidence[:1] if turn in here]
        ahead = [(loop.what, loop.evidence[0]) for loop in loops if loop.state == "open" and loop.evidence[0] in here]
        both = (*new, *ahead)
        brief = [(text, turn) for text, turn in both if len(text) <= BRIEF[self.language] and reads_alone(text)]
        return Around(
            self.known.names.keys(),
            {one for text in told for one in concepts_of(text)},
            evidence,
            tuple(brief),
            self.news & here,
        )


def _by_turn(units: Sequence[Unit]) -> Mapping[UUID, list[tuple[int, Unit]]]:
    """The units that each turn tells, with their places."""
    found: dict[UUID, list[tuple[int, Unit]]] = defaultdict(list)
    for numbered in enumerate(units):
        for turn in numbered[1].evidence:
            found[turn].append(numbered)
    return found


def _told_by(units: Mapping[UUID, list[tuple[int, Unit]]], turns: Iterable[UUID]) -> list[Unit]:
    """Those that one of these turns tells, in their order."""
    told = dict(numbered for turn in turns for numbered in units.get(turn, ()))
    return [told[place] for place in sorted(told)]


def spoken(turns: Iterable[Turn]) -> Language:
    """The language of most of what the person says."""
    return of_most([language_of(turn.text) == "ja" for turn in turns if turn.role is Role.PERSON])


def of_most(japanese: Sequence[bool]) -> Language:
    """The language in which most was said, by which of it is Japanese."""
    return "ja" if sum(japanese) * 2 >= len(japanese) else "en"


def withdrawn(known: Known) -> frozenset[UUID]:
    """The turns that tell what was taken back or put right by the owner, and nothing that holds as they tell it; and
    those that were to be forgotten themselves."""
    gone = {turn for fact in known.facts if _is_put_right(fact) for turn in fact.evidence}
    if not gone:
        return frozenset()
    held = {turn for fact in known.facts if fact.is_open and not _is_put_right(fact) for turn in fact.evidence}
    return frozenset((gone - held) | {turn for fact in known.facts if _is_hidden(fact) for turn in fact.evidence})


def _is_put_right(fact: Fact) -> bool:
    return fact.history[-1].why in {"forgotten", "corrected"} or any(one.why == "edited" for one in fact.history)


def _is_hidden(fact: Fact) -> bool:
    """Whether it is a note of the turns that were to be forgotten."""
    return fact.kind == NOTE and not fact.is_open and fact.history[-1].why == "forgotten"


def week(view: View, turns: Sequence[Turn], first: date, last: date) -> list[Sentence]:
    """What changed, then what was said: first what happened."""
    said = view.extract(turns, WEEK)
    chat = [one for one in said if one.told == "quote" and view.news.isdisjoint(one.evidence[:1])]
    return [
        *changes(view, first, last),
        *(one for one in said if one not in chat and one.told == "quote"),
        *chat,
        *(one for one in said if one.told != "quote"),
    ]


def changes(view: View, first: date, last: date) -> list[Sentence]:
    """What became something else in these days, or holds no more, in the order in which it did; what was never sure
    did not become anything."""
    found = [
        (change, fact, before)
        for fact in view.known.facts
        for before, change in zip(fact.history, fact.history[1:], strict=False)
        if change.why in {"changed", "ended", "edited"} and change.turn and first <= change.at.date() <= last
        if before.state is not UnitState.CANDIDATE
    ]
    ordered = sorted(found, key=lambda one: (one[0].at, one[1].id))
    told = (_changed(view, fact, before, change) for change, fact, before in ordered)
    return [one for one in told if one]


def _changed(view: View, fact: Fact, before: Change, change: Change) -> Sentence | None:
    """None where one thing did not become the other: two appointments, or somebody else's age."""
    new = next((one for one in view.known.facts if one.is_open and _takes_over(one, fact, change)), None)
    told = (CHANGED if new else ENDED)[view.language]
    if new and not could_become(before.value, new.value, fact.kind):
        return None
    text = told.format(**_named(fact, view.language), old=before.value, new=new.value if new else "")
    turns = (before.turn, change.turn)
    return Sentence(text, tuple(dict.fromkeys(turn for turn in turns if turn)), "change", change.at.date(), worth=3.0)


def could_become(old: str, new: str, kind: str) -> bool:
    """Nobody's age leaps; and what has a day is put off only if it is the same that is on another one."""
    if kind == AGE:
        years = [int(found.group()) for value in (old, new) if (found := NUMBER.search(value))]
        return len(years) < 2 or 0 <= years[1] - years[0] <= 1
    dated = [WITH_DAY.fullmatch(value) for value in (old, new)]
    if not all(dated):
        return True
    was, now = ({*analyse(one["what"]).words} for one in dated if one)
    return was <= now or now <= was


def _takes_over(one: Fact, fact: Fact, change: Change) -> bool:
    return one.kind == fact.kind and one.about == fact.about and change.turn in one.evidence and one.id != fact.id


def _named(fact: Fact, language: Language) -> dict[str, str]:
    whose = "" if fact.about == ME else WHOSE[language].format(name=fact.about)
    label = kinds()[fact.kind].label.of(language)
    return {"whose": whose, "label": label if whose or language == "ja" else label[:1].upper() + label[1:]}


def portrait(view: View, somebody: Somebody, turns: Sequence[Turn], said: Sequence[Saying]) -> list[Sentence]:
    """Who somebody is, what is known of them, and what was said of them."""
    language, mentions = view.language, [turn for turn in somebody.mentions if turn not in view.withdrawn]
    is_told = bool(somebody.relation) and fold(somebody.relation) != fold(somebody.name)
    who = WHO[language].format(name=somebody.name, relation=somebody.relation) if is_told else somebody.name
    day = turns[0].at.date()
    return [
        *([Sentence(who, tuple(mentions[:1]), "known", day, worth=2.0)] if mentions else []),
        *_facts(view, lambda fact: fact.about == somebody.name, day),
        *view.extract(turns, PORTRAIT, said),
    ]


def _facts(view: View, wanted: Callable[[Fact], bool], day: date) -> Iterator[Sentence]:
    for fact in view.known.facts:
        if wanted(fact) and fact.state is UnitState.CONFIRMED and fact.evidence:
            text = HOLDS[view.language].format(**_named(fact, view.language), old=fact.value)
            yield Sentence(text, fact.evidence[:1], "known", day, worth=1.5)


def merged(old: Sequence[Sentence], new: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The long-term memory that has both: the sentences that tell most, the older ones faded by their age, whatever was
    merged in between, in the order of their days. What came up besides stays with its stretch."""
    known = {one.text for one in old}
    both = [*old, *(one for one in new if one.told != "besides" and one.text not in known)]
    last = max((one.day for one in both), default=date.min)
    best = sorted(both, key=lambda one: (-_faded(one, last), one.day, one.text))[:LONGTERM]
    return tuple(sorted(best, key=lambda one: (one.told == "quote", one.day)))


def _faded(one: Sentence, day: date) -> float:
    return one.worth * FADES ** ((day - one.day).days / 7)
