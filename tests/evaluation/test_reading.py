"""What an evaluation reads: folders in the documented format, LoCoMo and JSQuAD files."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from lumina.errors import BadFile, BadInput
from lumina.evaluation.material import read_material
from lumina.evaluation.questions import Conversation, Documents, Question

AT = "2026-05-08T19:30:00+09:00"
TURNS = [
    {"ref": "1", "speaker": "Mei", "text": "I planted basil on the balcony.", "at": AT},
    {"ref": "2", "speaker": "Jun", "text": "Mine never lives long.", "at": AT},
]
ASKED = {"question": "What did I plant?", "category": "single", "evidence": ["1"]}


def write(folder: Path, name: str, *turns_or_questions: Mapping[str, object]) -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(line) for line in turns_or_questions), encoding="utf-8")
    return path


def conversations(path: Path, **chosen: object) -> list[Conversation]:
    found = read_material(path, **chosen)  # pyright: ignore[reportArgumentType]
    assert isinstance(found, list)
    return found


def test_a_folder_has_a_conversation_for_each_file_of_questions(tmp_path: Path) -> None:
    for name in ("b_Mei", "a"):
        write(tmp_path, f"{name}.jsonl", *TURNS)
        write(tmp_path, f"{name}.questions.jsonl", ASKED, {"question": "Who sings?", "evidence": []})
    a, b = conversations(tmp_path)
    assert [(each.name, each.me) for each in (a, b)] == [("a", ""), ("b_Mei", "Mei")]
    assert a.questions == (Question("What did I plant?", "single", ("1",)), Question("Who sings?", "absent", ()))
    assert [question.answerable for question in a.questions] == [True, False]
    assert conversations(tmp_path, only=["a"]) == [a]
    assert conversations(tmp_path / "a.jsonl") == [a]
    assert [len(each.questions) for each in conversations(tmp_path, questions=1)] == [1, 1]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ({**ASKED, "evidence": ["3"]}, "'3'"),
        ({**ASKED, "evidence": "1"}, "a list of refs"),
        ({"evidence": ["1"]}, '"question" is missing'),
        ([], "a question is an object"),
    ],
)
def test_a_wrong_question_is_named_with_its_line(tmp_path: Path, question: Mapping[str, object], why: str) -> None:
    write(tmp_path, "talk.jsonl", *TURNS)
    write(tmp_path, "talk.questions.jsonl", ASKED, question)
    with pytest.raises(BadFile, match=why) as caught:
        read_material(tmp_path)
    assert caught.value.details["line"] == 2


def test_a_folder_without_questions_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"NAME\.questions\.jsonl"):
        read_material(tmp_path)
    with pytest.raises(BadInput, match="nowhere"):
        read_material(tmp_path / "nowhere.jsonl")


def test_a_conversation_that_there_is_not_is_named(tmp_path: Path) -> None:
    write(tmp_path, "talk.jsonl", *TURNS)
    write(tmp_path, "talk.questions.jsonl", ASKED)
    with pytest.raises(BadInput, match="other"):
        read_material(tmp_path, only=["other"])


def locomo(folder: Path, *questions: Mapping[str, object]) -> Path:
    session = [{"speaker": "Ann", "dia_id": "D1:1", "text": "I painted a fence."}]
    talk = {"session_1": session, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    path = folder / "locomo.json"
    path.write_text(json.dumps([{"sample_id": "s", "conversation": talk, "qa": questions}]), encoding="utf-8")
    return path


def test_locomo_is_asked_about_by_somebody_who_took_no_part(tmp_path: Path) -> None:
    path = locomo(
        tmp_path,
        {"question": "What did Ann paint?", "category": 4, "evidence": ["D:1:01; D9:9"]},
        {"question": "What did Bob paint?", "category": 5, "evidence": ["D1:1"]},
        {"question": "Where?", "category": 1, "evidence": ["D7:1"]},
    )
    [talk] = conversations(path, kind="locomo")
    assert (talk.name, talk.me, talk.turns[0].ref) == ("s", "", "D1:1")
    assert [(q.category, q.evidence, q.answerable) for q in talk.questions] == [
        ("single-hop", ("D1:1",), True),
        ("adversarial", ("D1:1",), False),
    ]


def test_a_locomo_file_without_questions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no question"):
        read_material(locomo(tmp_path), "locomo")


def test_every_paragraph_of_jsquad_is_a_document(tmp_path: Path) -> None:
    paragraphs = [{"context": f"灯台 [SEP] {text}", "qas": [{"question": text}]} for text in ("白い。", "高い。")]
    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"data": [{"title": "灯台", "paragraphs": paragraphs}]}), encoding="utf-8")
    found = read_material(path, "jsquad")
    assert isinstance(found, Documents)
    assert found.texts == (("0/灯台/0", "灯台\n白い。"), ("0/灯台/1", "灯台\n高い。"))
    assert found.questions[1] == Question("高い。", "jsquad", ("0/灯台/1",))


def test_a_file_of_another_kind_is_no_jsquad(tmp_path: Path) -> None:
    path = tmp_path / "squad.json"
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(BadFile, match='an object with "data"'):
        read_material(path, "jsquad")
