"""Labelled lives: how they are read, and how what was learnt is judged by their labels."""

import json
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from lumina.errors import BadFile, BadInput
from lumina.evaluation.judging import Judged, Learnt, judge, judge_answer
from lumina.evaluation.lives import QuestionLabel, Truth, read_lives
from lumina.known import Day, Fact, Known, Loop, Somebody, UnitState
from lumina.models import Grade
from lumina.reports import Pack, Recollection

AT = "2026-05-08T19:30:00+09:00"
MOMENT = datetime.fromisoformat(AT)
TURNS = [
    {"ref": "t1", "speaker": "Mei", "text": "I live in Kobe.", "at": AT},
    {"ref": "t2", "speaker": "Mei", "text": "I have moved to Nara.", "at": AT},
    {"ref": "t3", "speaker": "Mei", "text": "Would I like Osaka?", "at": AT},
]
REFS = {UUID(int=number): f"t{number}" for number in (1, 2, 3)}
OLD: dict[str, Any] = {
    "id": "f1", "about": "me", "kind": "home", "value": "Kobe", "accept": ["Kobe"], "said": ["t1"], "plain": True,
}  # fmt: skip
NEW = {**OLD, "id": "f2", "value": "Nara", "accept": ["Nara"], "said": ["t2"], "supersedes": "f1", "plain": False}
LOOP: dict[str, Any] = {"id": "l1", "what": "interview", "said": ["t1"], "due": "2026-05-12", "closed": ["t2"]}
TRUTH: dict[str, Any] = {
    "person": "Mei",
    "language": "en",
    "facts": [OLD, NEW],
    "loops": [LOOP],
    "people": [{"name": "Yui", "aliases": ["Yui", "sister"]}, {"name": "Yuki", "aliases": ["Yuki"]}],
    "not_facts": [{"ref": "t3", "why": "question"}],
    "injections": ["t3"],
    "questions": [],
}


def write(folder: Path, truth: object) -> None:
    (folder / "mei.jsonl").write_text("\n".join(map(json.dumps, TURNS)), encoding="utf-8")
    text = truth if isinstance(truth, str) else json.dumps(truth)
    (folder / "mei.truth.json").write_text(text, encoding="utf-8")


def test_a_life_is_its_transcript_and_its_labels(tmp_path: Path) -> None:
    write(tmp_path, TRUTH)
    [life] = read_lives(tmp_path)
    assert (life.name, len(life.turns), life.truth) == ("mei", 3, Truth.model_validate(TRUTH))


@pytest.mark.parametrize(
    ("truth", "named"),
    [
        ({**TRUTH, "facts": [{**OLD, "said": ["t9"]}]}, r"facts\.0\.said: .*'t9'"),
        ({**TRUTH, "facts": [{**NEW}]}, r"facts\.0\.supersedes: .*'f1'"),
        ({**TRUTH, "facts": [{"id": "f1"}]}, r"facts\.0\.about"),
        ({**TRUTH, "loops": "none"}, "loops"),
        ({**TRUTH, "injections": ["t8"]}, "injections: .*'t8'"),
        ({**TRUTH, "person": "Jun"}, "person: .*'Jun'"),
        ([], r"mei\.truth\.json"),
    ],
)
def test_a_wrong_label_is_named_with_its_field(tmp_path: Path, truth: object, named: str) -> None:
    write(tmp_path, truth)
    with pytest.raises(BadInput, match=named):
        read_lives(tmp_path)


def test_a_truth_file_that_is_no_json_is_named_with_its_line(tmp_path: Path) -> None:
    write(tmp_path, '{"person": "Mei",\n "facts": [}')
    with pytest.raises(BadFile) as caught:
        read_lives(tmp_path)
    assert caught.value.details["line"] == 2


def test_a_folder_without_lives_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"NAME\.truth\.json"):
        read_lives(tmp_path)


def fact(value: str, state: UnitState = UnitState.CONFIRMED, *, turn: int = 1, kind: str = "home") -> Fact:
    return Fact(
        UUID(int=len(value)), "me", kind, value, value, state, None, None, MOMENT, MOMENT, 0.9, (UUID(int=turn),)
    )


def loop(state: Any, due: Day | None, turn: int = 1) -> Loop:
    return Loop(UUID(int=9), "interview", state, due, MOMENT, (UUID(int=turn),))


def somebody(name: str, *aliases: str) -> Somebody:
    return Somebody(UUID(int=sum(map(ord, name))), name, aliases, "", ())


def judged(known: Known) -> Callable[[str], list[bool]]:
    found = judge(Truth.model_validate(TRUTH), Learnt(known, REFS))

    def of(measure: str) -> list[bool]:
        return [one.met for one in found if one.measure == measure]

    return of


def test_nothing_is_found_where_nothing_is_known() -> None:
    met = judged(Known())
    assert (met("facts"), met("plain facts"), met("loops"), met("people")) == (
        [False] * 2,
        [False],
        [False],
        [False] * 2,
    )
    assert met("changes") == met("closed") == met("aliases") == met("apart") == []
    assert met("superseded") == met("not facts") == met("injections") == [True]


def test_a_change_is_applied_where_the_new_value_stands_and_the_old_one_does_not() -> None:
    moved = judged(Known(facts=(fact("Kobe", UnitState.SUPERSEDED), fact("in Nara", turn=2))))
    assert (moved("facts"), moved("changes"), moved("superseded")) == ([True, True], [True], [True])
    both = judged(Known(facts=(fact("Kobe"), fact("in Nara", turn=2))))
    assert (both("facts"), both("changes"), both("superseded")) == ([True, True], [False], [False])
    unheard = judged(Known(facts=(fact("Kobe", UnitState.SUPERSEDED),)))
    assert (unheard("facts"), unheard("changes"), unheard("superseded")) == ([True, False], [False], [True])


def test_a_value_is_a_fact_of_its_kind_or_a_near_one_and_of_the_same_one() -> None:
    assert judged(Known(facts=(fact("Kobe", kind="plan"),)))("plain facts") == [True]
    assert judged(Known(facts=(fact("Kobe", kind="likes"),)))("plain facts") == [False]
    assert judged(Known(facts=(fact("Kobe", UnitState.REVOKED),)))("plain facts") == [False]


def test_what_a_turn_does_not_state_is_no_fact_and_an_injection_no_loop() -> None:
    met = judged(Known(facts=(fact("Osaka", turn=3),)))
    assert (met("not facts"), met("injections")) == ([False], [False])
    met = judged(Known(loops=(loop("open", None, turn=3),)))
    assert (met("not facts"), met("injections")) == ([True], [False])


def test_a_loop_is_found_with_its_day_as_far_as_the_day_is_known() -> None:
    day, month = Day(date(2026, 5, 12)), Day(date(2026, 5, 1), "month")
    for due, on_day in ((day, True), (month, True), (Day(date(2026, 5, 13)), False), (None, False)):
        assert judged(Known(loops=(loop("closed", due),)))("loops") == [on_day]
    assert judged(Known(loops=(loop("closed", day),)))("closed") == [True]
    assert judged(Known(loops=(loop("open", day),)))("closed") == [False]


def test_people_are_found_with_their_aliases_and_apart() -> None:
    met = judged(Known(people=(somebody("Yui", "sister"), somebody("Yuki"))))
    assert met("people") == met("aliases") == met("apart") == [True, True]
    met = judged(Known(people=(somebody("Yui"), somebody("sister"))))
    assert (met("people"), met("aliases"), met("apart")) == ([True, False], [False], [True])
    met = judged(Known(people=(somebody("Yui", "sister", "Yuki"),)))
    assert met("apart") == [False, False]


def answer(text: str, *facts: Fact) -> Recollection:
    pack = Pack(1, 500, text, {"facts": text}, Grade.STRONG)
    return Recollection(pack, (), (), {}, (), facts)


def question(category: str, accept: list[str]) -> QuestionLabel:
    told = {"question": "Where?", "at": AT, "accept": accept, "reject": ["Kobe"], "category": category}
    return QuestionLabel.model_validate(told)


def test_an_answer_stands_in_the_pack_and_nothing_rejected_is_asserted() -> None:
    both = answer("home: Nara, Kobe", fact("Nara"), fact("Kobe"))
    quoted = answer("home: Nara. You said Kobe once", fact("Nara"))
    assert verdicts(judge_answer(question("current", ["nara"]), both)) == {
        "questions": True,
        "(current)": True,
        "contradicted": False,
    }
    assert verdicts(judge_answer(question("current", ["Nara"]), quoted))["contradicted"]
    assert not verdicts(judge_answer(question("when", ["2019"]), quoted))["questions"]
    assert verdicts(judge_answer(question("past", ["Nara"]), both)) == {"questions": True, "(past)": True}
    assert verdicts(judge_answer(question("never", []), both)) == {"contradicted": False}


def verdicts(found: list[Judged]) -> dict[str, bool]:
    return {one.measure: one.met for one in found}


def test_the_moment_of_a_question_needs_its_zone(tmp_path: Path) -> None:
    asked = {**question("never", []).model_dump(), "at": "2026-05-08T19:30:00"}
    write(tmp_path, {**TRUTH, "questions": [asked]})
    with pytest.raises(BadInput, match=r"questions\.0\.at"):
        read_lives(tmp_path)
