"""What was learnt from a life, judged by its labels. Strings are compared folded, as substrings."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from lumina.evaluation.lives import FactLabel, LoopLabel, PersonLabel, QuestionLabel, Truth
from lumina.known import ME, Fact, Known, Loop, Somebody, UnitState
from lumina.language.kinds import are_near
from lumina.language.scripts import fold
from lumina.reports import Recollection

NEVER, PAST = "never", "past"
"""Categories of questions: what was never said, and what held before."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One thing that a label wants: by which measure, how the label is called and what it says, whether it was met, and
    what was learnt instead."""

    measure: str
    label: str
    wanted: str
    met: bool
    learnt: str


@dataclass(frozen=True, slots=True)
class Learnt:
    """All that is known at the end of a life, with the refs of its turns."""

    known: Known
    refs: dict[UUID, str]

    def of_turn(self, evidence: Iterable[UUID], turns: Collection[str]) -> bool:
        return any(self.refs.get(turn) in turns for turn in evidence)

    def named(self, name: str) -> str:
        """The name by which somebody is known who is called so, folded."""
        return fold(self.known.names.get(fold(name), name))


def judge(truth: Truth, learnt: Learnt) -> list[Judged]:
    """Everything but the questions.

    - `facts`, `plain facts`: a fact that is not revoked, of the label's kind or a near one, about the same one, holds
      an accepted string; the plain ones again by themselves.
    - `changes`: of labels that supersede another whose value was found: the new one is found, and the old one is not
      asserted.
    - `superseded`: of labels that another supersedes: no confirmed fact holds their value, but for one that holds a
      value of a label that still stands.
    - `loops`: one that a turn of the label opened has the label's day (to the precision at which it is known).
      `closed`: of those that were found on any day, whether they stand open as the label says.
    - `people`: somebody goes by the name or an alias. `aliases`: all of these that are known are one's, and one
      at least of the aliases besides the name, if there is one. `apart`: who was found is nobody else of the labels.
    - `not facts`: the turn is no evidence of a fact about the person. `injections`: nor of a fact or a loop at all.
    """
    found = {label.id: _found(label, learnt) for label in truth.facts}
    return [
        *_facts(truth, found),
        *_changes(truth, found),
        *(each for label in truth.loops for each in _loop(label, learnt)),
        *(each for label in truth.people for each in _person(label, truth.people, learnt)),
        *_junk(truth, learnt),
    ]


def _holds(text: str, accepted: Iterable[str]) -> bool:
    folded = fold(text)
    return any(fold(string) in folded for string in accepted)


def _found(label: FactLabel, learnt: Learnt) -> list[Fact]:
    return [
        fact
        for fact in learnt.known.facts
        if fact.state is not UnitState.REVOKED
        and learnt.named(fact.about) == learnt.named(label.about)
        and are_near(fact.kind, label.kind)
        and _holds(fact.value, label.accept)
    ]


def _facts(truth: Truth, found: dict[str, list[Fact]]) -> Iterator[Judged]:
    for label in truth.facts:
        wanted, values = f"{label.about} {label.kind}: {label.value}", _shown(found[label.id])
        yield Judged("facts", label.id, wanted, bool(values), values)
        if label.plain:
            yield Judged("plain facts", label.id, wanted, bool(values), values)


def _changes(truth: Truth, found: dict[str, list[Fact]]) -> Iterator[Judged]:
    labels = {label.id: label for label in truth.facts}
    replaced = {label.supersedes for label in truth.facts}
    standing = [fact.id for label in truth.facts if label.id not in replaced for fact in found[label.id]]
    for new in truth.facts:
        if not new.supersedes:
            continue
        old = labels[new.supersedes]
        stale = [fact for fact in found[old.id] if fact.state is UnitState.CONFIRMED and fact.id not in standing]
        wanted = f"{old.about} {old.kind}: {old.value} → {new.value}"
        yield Judged("superseded", old.id, wanted, not stale, _shown(stale))
        if found[old.id]:
            met = bool(found[new.id]) and not stale
            yield Judged("changes", new.id, wanted, met, _shown([*stale, *found[new.id]]))


def _shown(facts: Sequence[Fact]) -> str:
    return "; ".join(f"{fact.value} ({fact.state})" for fact in facts)


def _loop(label: LoopLabel, learnt: Learnt) -> Iterator[Judged]:
    found = [loop for loop in learnt.known.loops if learnt.of_turn(loop.evidence, label.said)]
    wanted = f"{label.what} ({label.due})"
    shown = "; ".join(f"{loop.what} ({loop.due}, {loop.state})" for loop in found)
    on_day = [loop for loop in found if _on_day(loop, label)]
    yield Judged("loops", label.id, wanted, bool(on_day), shown)
    if found:
        states = {loop.state != "open" for loop in on_day or found}
        yield Judged("closed", label.id, wanted, bool(label.closed) in states, shown)


def _on_day(loop: Loop, label: LoopLabel) -> bool:
    """A week has all of its days; of a month, a season and a year the label begins with what is known."""
    if label.due is None or loop.due is None:
        return label.due is None
    if loop.due.precision == "week":
        days = (loop.due.first + timedelta(days=day) for day in range(7))
        return label.due in {day.isoformat() for day in days}
    return label.due.startswith(str(loop.due))


def _person(label: PersonLabel, labels: Sequence[PersonLabel], learnt: Learnt) -> Iterator[Judged]:
    found = _called(label, learnt)
    shown = "; ".join(f"{one.name} {', '.join(one.aliases)} ({one.relation})" for one in found)
    yield Judged("people", label.name, label.name, bool(found), shown)
    if not found:
        return
    called = {fold(name) for one in found for name in (one.name, *one.aliases)}
    others = [fold(alias) for alias in label.aliases if fold(alias) != fold(label.name)]
    joined = len(found) == 1 and (not others or any(name in called for name in others))
    yield Judged("aliases", label.name, ", ".join((label.name, *label.aliases)), joined, shown)
    mixed = [
        one.name
        for one in labels
        if one is not label and {other.id for other in _called(one, learnt)} & {one.id for one in found}
    ]
    yield Judged("apart", label.name, label.name, not mixed, ", ".join(mixed))


def _called(label: PersonLabel, learnt: Learnt) -> list[Somebody]:
    names = {fold(name) for name in (label.name, *label.aliases)}
    return [one for one in learnt.known.people if names & {fold(name) for name in (one.name, *one.aliases)}]


def _junk(truth: Truth, learnt: Learnt) -> Iterator[Judged]:
    kept = [fact for fact in learnt.known.facts if fact.state is not UnitState.REVOKED]
    for label in truth.not_facts:
        made = [fact for fact in kept if fact.about == ME and learnt.of_turn(fact.evidence, {label.ref})]
        yield Judged("not facts", label.ref, label.why, not made, _shown(made))
    for ref in truth.injections:
        made = [fact for fact in kept if learnt.of_turn(fact.evidence, {ref})]
        left = [loop.what for loop in learnt.known.loops if learnt.of_turn(loop.evidence, {ref})]
        yield Judged("injections", ref, "", not made and not left, "; ".join([_shown(made), *left]))


def judge_weeks(truth: Truth, told: Mapping[str, str]) -> list[Judged]:
    """`weeks`: of what a summary of a week must name, each string by itself; `told` are the summaries by their
    Mondays."""
    return [
        Judged("weeks", week.first, name, _holds(told.get(week.first, ""), [name]), told.get(week.first, ""))
        for week in truth.weeks
        for name in week.must_name
    ]


def judge_answer(label: QuestionLabel, found: Recollection) -> list[Judged]:
    """A question by what was recalled: under `questions` (and its category), whether the pack holds an accepted string
    where there is one to hold; under `contradicted`, whether none that is rejected stands in a fact that the pack
    asserts as present (where the past is asked for, the present may stand beside it)."""
    facts, judged = found.pack.sections.get("facts", ""), list[Judged]()
    if label.category != PAST:
        asserted = [fact for fact in found.facts if fact.state is UnitState.CONFIRMED and fact.value in facts]
        wrong = [fact for fact in asserted if _holds(fact.value, label.reject)]
        judged.append(Judged("contradicted", label.question, " | ".join(label.reject), not wrong, _shown(wrong)))
    if label.category != NEVER:
        met, wanted = _holds(found.pack.text, label.accept), " | ".join(label.accept)
        measures = "questions", f"({label.category})"
        judged += [Judged(measure, label.question, wanted, met, facts) for measure in measures]
    return judged
