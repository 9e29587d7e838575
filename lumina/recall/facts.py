"""What is known, as far as a question wants it."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from lumina.known import ME, Fact, Known, UnitState
from lumina.language.acts import asks, does
from lumina.language.bilingual import Language
from lumina.language.kinds import asked_kinds, kinds
from lumina.language.scripts import fold

FACTS = 12
"""Facts that a question gets at most, and a question for everything."""

TURNS = 8
"""Turns that may speak of what is asked for."""

FACT, TOPIC, LATER = 0.5, 0.3, 0.01
"""What a turn counts, beside its words, for a fact that is wanted, and for what it may speak of; less for each place
that it comes later."""

WORDS: Mapping[Language, Mapping[str, str]] = {
    "ja": {"of": "{name}の", "since": "{day}から", "until": "{day}まで", "unsure": "未確認", "said": "{day}の発言"},
    "en": {
        "of": "{name}'s ",
        "since": "since {day}",
        "until": "until {day}",
        "unsure": "unconfirmed",
        "said": "said {day}",
    },
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question wants of what is known: facts, the best first, and turns that may speak of it, the latest
    first."""

    facts: tuple[Fact, ...]
    turns: tuple[UUID, ...]
    kinds: tuple[str, ...]

    def bonuses(self) -> Mapping[UUID, float]:
        """What each turn counts beside its words: the evidence of a fact that is wanted, and what may speak of it, the
        later the more."""
        topics = {turn: TOPIC - LATER * place for place, turn in enumerate(self.turns)}
        evidence = {turn: FACT - LATER * place for place, fact in enumerate(self.facts) for turn in fact.evidence}
        return topics | evidence


def fact_lines(facts: Sequence[Fact], language: str) -> list[str]:
    """Facts as a pack tells them, a line each."""
    return [_line(fact, "ja" if language == "ja" else "en") for fact in facts]


def _line(fact: Fact, language: Language) -> str:
    words = WORDS[language]
    whose = "" if fact.about == ME else words["of"].format(name=fact.about)
    since = words["since"].format(day=fact.valid_from) if fact.valid_from else ""
    until = words["until"].format(day=fact.valid_to) if fact.valid_to else ""
    unsure = words["unsure"] if fact.state is UnitState.CANDIDATE else ""
    said = words["said"].format(day=fact.said.date().isoformat())
    told = ", ".join(part for part in (since, until, unsure, said) if part)
    return f"- {whose}{kinds()[fact.kind].label.of(language)}: {' '.join(fact.value.split())} ({told})"


def wanted(question: str, window: Sequence[str], known: Known) -> Wanted:
    """What a question wants, read after the texts before it: one that names no kind goes on with what was asked
    last."""
    asked = asked_kinds(question) or _asked_before(window)
    if does("profile", question):
        told = [fact for fact in known.facts if fact.about == ME and fact.state is UnitState.CONFIRMED]
        told += [fact for fact in known.facts if fact.about != ME and fact.state is UnitState.CONFIRMED]
        return Wanted(tuple(told[:FACTS]), _introductions(known), tuple(kinds()))
    past = does("past", question)
    folded = fold(question)
    named = {name for alias, name in known.names.items() if len(alias) > 1 and alias in folded}
    scored = [(score, fact) for fact in known.facts if (score := _score(fact, folded, asked, past, named)) > 0]
    best = sorted(scored, key=lambda pair: (-pair[0], -pair[1].said.timestamp()))
    turns = [topic.turn for topic in reversed(known.topics) if topic.kinds.intersection(asked)]
    return Wanted(tuple(fact for _, fact in best[:FACTS]), tuple(turns[:TURNS]), asked)


def _asked_before(window: Sequence[str]) -> tuple[str, ...]:
    return next((found for text in reversed(window) if asks(text) and (found := asked_kinds(text))), ())


def _introductions(known: Known) -> tuple[UUID, ...]:
    """Turns that speak of the person at large: of as many kinds as there are, the latest of each."""
    latest = {kind: topic.turn for topic in known.topics for kind in topic.kinds}
    order = [kind for kind in kinds() if kind in latest]
    return tuple(dict.fromkeys(latest[kind] for kind in order))[:TURNS]


def _score(fact: Fact, folded: str, asked: Sequence[str], past: bool, names: Container[str]) -> float:
    """By kind, by whom it is about, and by words; what held before only where the past is asked for."""
    if fact.state is UnitState.REVOKED or (fact.state is UnitState.SUPERSEDED and not past):
        return 0.0
    named = fact.about != ME and fact.about in names
    said = len(fact.value) > 1 and fold(fact.value) in folded
    of_kind = fact.kind in asked
    if not (of_kind or named or said):
        return 0.0
    about = 0.5 if named or fact.about == ME else -0.3
    return (1.0 if of_kind else 0.0) + about + (0.4 if said else 0.0) + 0.1 * fact.confidence
