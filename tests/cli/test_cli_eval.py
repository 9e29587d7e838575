"""`lumina eval`, from files to figures, in folders that go away."""

import json
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from harness.commands import Commands

START = datetime.fromisoformat("2026-05-08T19:30:00+09:00")
TALK = [
    ("澪", "先週、近所の銭湯が六十年の歴史に幕を下ろしたんだ。"),
    ("樹", "あの煙突のところ？"),
    ("澪", "そう。最後の日は番台のおばあさんに花を渡してきた。"),
    ("樹", "泣いちゃいそうだなあ。"),
    ("澪", "秋からギターを習いに行くことにしたよ。"),
    ("樹", "ぼくは中学のとき、トロンボーンを吹いていたよ。"),
]
QUESTIONS: list[dict[str, object]] = [
    {"question": "番台のおばあさんに何を渡した？", "category": "single", "evidence": ["2"]},
    {"question": "樹が中学で吹いていた楽器は？", "category": "single", "evidence": ["5"]},
    {"question": "飼っている犬の名前は？", "category": "absent", "evidence": []},
]


@pytest.fixture
def lumina(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return Commands(tmp_path / "home")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    turns: list[dict[str, object]] = [
        {"ref": str(at), "speaker": who, "text": text, "at": (START + timedelta(minutes=at)).isoformat()}
        for at, (who, text) in enumerate(TALK)
    ]
    for name, lines in (("talk_澪.jsonl", turns), ("talk_澪.questions.jsonl", QUESTIONS)):
        (folder / name).write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return folder


def test_a_folder_is_measured_as_it_grows_and_leaves_nothing_behind(
    lumina: Commands, data: Path, tmp_path: Path
) -> None:
    found = lumina.json("eval", str(data), "--as-of-turn", "4")
    early, whole = found["runs"]
    assert (early["as_of_turn"], early["questions"], early["imported"]) == (4, 1, 4)
    assert (whole["as_of_turn"], whole["questions"], whole["imported"]) == (None, 2, 6)
    assert whole["recall_at_10"] == whole["evidence_in_500"] == whole["evidence_in_1500"] == 1.0
    assert whole["categories"]["absent"]["questions"] == 1
    assert sum(grade["packs"] for grade in whole["grades"].values()) == 3
    assert list(whole["conversations"]) == ["talk_澪"]
    assert 0 < whole["tokens_500"] <= 500
    assert whole["incomplete"] == 0
    assert not (tmp_path / "home").exists()
    assert list((tmp_path / "temporary").iterdir()) == []


def test_documents_are_measured_through_the_knowledge_base(lumina: Commands, tmp_path: Path) -> None:
    texts = ("灯台守は毎晩、油を運んで火をともした。", "水車小屋では、そばの実を石臼で挽いた。")
    asked = ("灯台守が運んだものは？", "水車小屋で挽いたものは？")
    paragraphs = [{"context": text, "qas": [{"question": q}]} for text, q in zip(texts, asked, strict=True)]
    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"data": [{"title": "仕事", "paragraphs": paragraphs}]}), encoding="utf-8")
    [run] = lumina.json("eval", "jsquad", str(path))["runs"]
    assert (run["imported"], run["questions"], run["recall_at_1"]) == (2, 2, 1.0)
    assert run["grades"] == run["wrong_person"] == {}


def test_people_read_a_table_with_a_column_for_each_embedder(lumina: Commands, data: Path) -> None:
    shown = lumina("eval", str(data), "--embedder", "chive", "--embedder", "chive", "--questions", "1")
    [heads] = [line for line in shown.splitlines() if "chive" in line]
    assert heads.count("chive") == 2
    [row] = [line for line in shown.splitlines() if "R@10 single" in line]
    assert row.count("1.000 (1)") == 2


def test_an_embedder_that_there_is_not_is_named(lumina: Commands, data: Path) -> None:
    error = lumina.json("eval", str(data), "--embedder", "nonsense", status=1)["error"]
    assert error["kind"] == "BadSetting"


@pytest.mark.parametrize("words", [["locomo"], ["squad", "x.json"], ["locomo", "a", "b"], ["--every", "0", "x"]])
def test_wrong_usage_is_status_2(lumina: Commands, words: list[str]) -> None:
    lumina("eval", *words, status=2)


LIFE = [
    ("t1", "Mei", "I live in Kobe.", "2026-01-05T19:30:00+09:00"),
    ("t2", "lumina", "Kobe suits you!", "2026-01-05T19:31:00+09:00"),
    ("t3", "Mei", "I moved to Nara last week.", "2026-02-05T19:30:00+09:00"),
]
HOME: dict[str, object] = {
    "id": "f1", "about": "me", "kind": "home", "value": "Kobe", "accept": ["Kobe"], "said": ["t1"], "plain": True,
}  # fmt: skip
LABELS: dict[str, object] = {
    "person": "Mei",
    "language": "en",
    "facts": [HOME, {**HOME, "id": "f2", "accept": ["Nara"], "said": ["t3"], "supersedes": "f1"}],
    "loops": [],
    "people": [{"name": "Derek"}],
    "not_facts": [],
    "injections": [],
    "questions": [
        {"question": "Where does Mei live?", "at": f"2026-{month}-20T12:00:00+09:00", "category": "current", **wanted}
        for month, wanted in (
            ("01", {"accept": ["Kobe"], "reject": ["Nara"]}),
            ("02", {"accept": ["Nara"], "reject": ["Kobe"]}),
        )
    ],
}


@pytest.fixture
def life(tmp_path: Path) -> Path:
    folder = tmp_path / "lives"
    folder.mkdir()
    turns = [dict(zip(("ref", "speaker", "text", "at"), turn, strict=True)) for turn in LIFE]
    (folder / "mei.jsonl").write_text("\n".join(map(json.dumps, turns)), encoding="utf-8")
    (folder / "mei.truth.json").write_text(json.dumps(LABELS), encoding="utf-8")
    return folder


def test_what_is_learnt_from_a_life_is_measured_at_the_moment_of_each_question(
    lumina: Commands, life: Path, tmp_path: Path
) -> None:
    found = lumina.json("eval", "learning", str(life))
    whole = {"met": 2, "of": 2, "share": 1.0}
    assert found["facts"] == found["questions"] == found["contradicted"] == whole
    assert found["changes"] == found["superseded"] == {"met": 1, "of": 1, "share": 1.0}
    assert found["lives"]["mei"]["current"] == whole
    assert [(one["life"], one["measure"], one["label"]) for one in found["failed"]] == [("mei", "people", "Derek")]
    assert list((tmp_path / "temporary").iterdir()) == []


def test_people_read_a_column_for_each_life_and_what_was_not_met(lumina: Commands, life: Path) -> None:
    shown = lumina("eval", "learning", str(life))
    for told in ("mei", "facts found", "1.000 (2/2)", "(current)", "people and pets · Derek"):
        assert told in shown


def test_a_broken_life_is_one_clear_line(lumina: Commands, life: Path) -> None:
    (life / "mei.truth.json").write_text(json.dumps({**LABELS, "people": None}), encoding="utf-8")
    error = lumina.json("eval", "learning", str(life), status=1)["error"]
    assert error["kind"] == "BadInput"
    assert "mei.truth.json: people" in error["message"]
