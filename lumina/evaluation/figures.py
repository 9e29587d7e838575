"""From answers to figures. Pure; the definitions are those of docs/guide.md."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from lumina.evaluation.questions import ADVERSARIAL, Question
from lumina.models import Grade

RANKS = (1, 5, 10)
BUDGETS = (500, 1500)
"""Tokens of the packs in which evidence is looked for."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back for a question. `found` are the names of what was ranked, best first; `kept` is the share of the
    evidence that stands verbatim in the pack of each budget, `tokens` what each pack took, `grade` that of the last;
    `wrong_person` says that the pack remarks upon it, `complete` that every source answered."""

    question: Question
    found: tuple[str, ...]
    milliseconds: float
    kept: Mapping[int, float] = field(default_factory=dict[int, float])
    tokens: Mapping[int, int] = field(default_factory=dict[int, int])
    grade: Grade | None = None
    wrong_person: bool = False
    complete: bool = True

    def recall(self, most: int) -> float:
        """The share of the evidence among the first so many."""
        evidence = set(self.question.evidence)
        return len(evidence.intersection(self.found[:most])) / len(evidence)


@dataclass(frozen=True, slots=True)
class Shares:
    """Over so many questions: recall among the first 1, 5 and 10, and the evidence kept in packs, by budget."""

    questions: int
    recall: Mapping[int, float]
    kept: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Graded:
    """So many packs of a grade, and the share of them whose question has evidence in the top ten."""

    packs: int
    found: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What a run gave. `whole` leaves out what was never said, and questions about the wrong person; `wrong_person` is
    the share of packs with that remark, of the questions about the wrong person and of the others; `incomplete` counts
    the answers that a source missed."""

    whole: Shares
    categories: Mapping[str, Shares]
    tokens: Mapping[int, float]
    grades: Mapping[str, Graded]
    wrong_person: Mapping[str, float]
    milliseconds: Mapping[str, float]
    incomplete: int


def figures(answers: Sequence[Answered]) -> Figures:
    groups: defaultdict[str, list[Answered]] = defaultdict(list)
    for answer in answers:
        groups[answer.question.category].append(answer)
    spent = [answer.milliseconds for answer in answers]
    return Figures(
        whole=shares([answer for answer in answers if answer.question.answerable]),
        categories={name: shares(group) for name, group in sorted(groups.items())},
        tokens={budget: _mean(a.tokens[budget] for a in answers if budget in a.tokens) for budget in BUDGETS},
        grades={grade: graded for grade in Grade if (graded := _graded(answers, grade)).packs},
        wrong_person=_wrong_person(answers),
        milliseconds={f"p{at}": float(np.percentile(spent, at)) if spent else 0.0 for at in (50, 95)},
        incomplete=sum(not answer.complete for answer in answers),
    )


def shares(answers: Sequence[Answered]) -> Shares:
    """Of those that have evidence."""
    having = [answer for answer in answers if answer.question.evidence]
    return Shares(
        questions=len(answers),
        recall={most: _mean(answer.recall(most) for answer in having) for most in RANKS} if having else {},
        kept={most: _mean(a.kept[most] for a in having) for most in BUDGETS if having and most in having[0].kept},
    )


def _graded(answers: Sequence[Answered], grade: Grade) -> Graded:
    """What was never said, and what the wrong person is asked about, is never found."""
    packs = [answer for answer in answers if answer.grade is grade]
    return Graded(len(packs), _mean(a.question.answerable and a.recall(10) > 0 for a in packs))


def _wrong_person(answers: Sequence[Answered]) -> dict[str, float]:
    def share(of: Callable[[Answered], bool]) -> float:
        return _mean(answer.wrong_person for answer in answers if of(answer))

    if not any(answer.grade for answer in answers):
        return {}
    others = {"others": share(lambda answer: answer.question.category != ADVERSARIAL)}
    if all(answer.question.category != ADVERSARIAL for answer in answers):
        return others
    return {ADVERSARIAL: share(lambda answer: answer.question.category == ADVERSARIAL), **others}


def _mean(values: Iterable[float]) -> float:
    kept = list(values)
    return float(np.mean(kept)) if kept else 0.0
