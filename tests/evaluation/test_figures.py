"""What the figures mean, on answers that were made up."""

import pytest

from harness.lives import talk
from lumina.evaluation.figures import Answered, figures
from lumina.evaluation.questions import Conversation, Question, spread
from lumina.models import Grade


def answer(
    evidence: tuple[str, ...],
    found: tuple[str, ...],
    category: str = "said",
    grade: Grade = Grade.STRONG,
    *,
    kept: tuple[float, float] = (0.0, 0.0),
    wrong_person: bool = False,
) -> Answered:
    packs: dict[int, float] = {500: kept[0], 1500: kept[1]}
    return Answered(Question("?", category, evidence), found, 1.0, packs, {500: 490, 1500: 1400}, grade, wrong_person)


def test_recall_is_the_share_of_the_evidence_among_the_first_averaged_over_questions() -> None:
    found = figures(
        [
            answer(("a", "b"), ("a", "x", "y", "z", "w", "b"), kept=(0.5, 1.0)),
            answer(("c",), ("x", "c"), kept=(1.0, 1.0)),
        ]
    )
    assert found.whole.recall == {1: 0.25, 5: 0.75, 10: 1.0}
    assert found.whole.kept == {500: 0.75, 1500: 1.0}
    assert found.tokens == {500: 490, 1500: 1400}


def test_what_was_never_said_and_the_wrong_person_are_counted_apart() -> None:
    found = figures(
        [
            answer(("a",), ("a",)),
            answer((), ("x",), "absent"),
            answer(("b",), ("b",), "adversarial", wrong_person=True),
            answer(("b",), ("x",), "adversarial"),
        ]
    )
    assert (found.whole.questions, found.whole.recall[10]) == (1, 1.0)
    assert found.categories["adversarial"].recall[10] == 0.5
    assert found.categories["absent"].questions == 1
    assert found.categories["absent"].recall == {}
    assert found.wrong_person == {"adversarial": 0.5, "others": 0.0}


def test_a_grade_is_worth_the_share_of_its_packs_that_have_evidence() -> None:
    found = figures(
        [
            answer(("a",), ("a",), grade=Grade.STRONG),
            answer((), ("a",), "absent", grade=Grade.STRONG),
            answer(("b",), ("b",), "adversarial", grade=Grade.WEAK),
        ]
    )
    shares = {grade: (graded.packs, graded.found) for grade, graded in found.grades.items()}
    assert shares == {"strong": (2, 0.5), "weak": (1, 0.0)}


def test_no_answers_give_no_figures_and_no_error() -> None:
    assert figures([]).whole.recall == {}


@pytest.mark.parametrize(("most", "chosen"), [(None, "012345"), (9, "012345"), (3, "024"), (1, "0")])
def test_fewer_questions_are_taken_evenly(most: int | None, chosen: str) -> None:
    questions = [Question(str(at), "said", ()) for at in range(6)]
    assert "".join(question.text for question in spread(questions, most)) == chosen


def test_a_question_may_be_asked_when_all_its_evidence_was_said() -> None:
    lines = talk("ア", [f"ア{at}" for at in range(6)], days=1)
    one, both, never = (Question("?", "said", refs) for refs in (("ア-1",), ("ア-1", "ア-4"), ()))
    conversation = Conversation("talk", tuple(lines), (one, both, never))
    assert conversation.answered_by(1) == (never,)
    assert conversation.answered_by(4) == (one, never)
    assert conversation.answered_by(5) == (one, both, never)
