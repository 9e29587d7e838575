"""`lumina recall --explain` and `--why-not`, as people and scripts read them."""

import json
from collections.abc import Generator
from dataclasses import fields
from pathlib import Path

import pytest

from harness.commands import Commands
from lumina.cli.words import Words
from lumina.language.bilingual import Language
from lumina.recall.explanations import Reason
from lumina.recall.scorer import Weights

START = "2026-05-08T19:{:02}:00+09:00"
LATER = "2026-06-20T12:00:00+09:00"
QUERY = "温室で育てているのは何？"
SAID = [
    "温室でレモンの苗を育てている。",
    "レモンは冬に弱いから毛布をかけた。",
    "温室の鍵は植木鉢の下。",
    "今夜は流星群が見えるらしい。",
    "望遠鏡を物置から出しておこう。",
]
DROPPED = {*Reason} - {
    Reason.NOT_WITNESSED,
    Reason.NOT_YET_SAID,
    Reason.SOURCE_MISSING,
    Reason.NOT_INDEXED,
    Reason.NOT_FOUND,
    Reason.BELOW_ARMS,
}
DETAILS = dict.fromkeys(
    ("what", "viewer", "sources", "repeats", "place", "of", "shown", "rank", "arm", "limit"), "…"
) | {
    "term": "…",
    **dict.fromkeys(("score", "last", "lack"), 0.5),
}
HEARD = [["lumina"], ["lumina"], ["nox"], ["lumina"], ["lumina"]]


@pytest.fixture(scope="module")
def lumina(tmp_path_factory: pytest.TempPathFactory) -> Generator[Commands]:
    folder: Path = tmp_path_factory.mktemp("explained")
    path = folder / "talk.jsonl"
    lines = [
        {"speaker": "葵", "text": text, "at": START.format(at), "ref": f"t{at}", "thread": "d", "witnesses": HEARD[at]}
        for at, text in enumerate(SAID)
    ]
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    commands = Commands(folder / "home")
    commands("import", str(path), "--user", "葵")
    commands("jobs", "run", "reconcile", "--at", LATER)
    yield commands


def recall(*more: str) -> tuple[str, ...]:
    return ("recall", "--at", LATER, "--unit", "turn", *more, QUERY)


def test_an_explanation_stands_beside_what_scripts_know(lumina: Commands) -> None:
    plain = lumina.json(*recall("--limit", "2"))
    found = lumina.json(*recall("--limit", "2", "--explain"))
    assert list(found) == [*plain, "explain"]
    assert (found["pack"], found["hits"]) == (plain["pack"], plain["hits"])
    told = found["explain"]
    assert list(told) == ["limit", "arms", "hits", "dropped"]
    assert [hit["turn"] for hit in told["hits"]] == [hit["turns"][0] for hit in found["hits"]]
    assert sum(told["hits"][0]["terms"].values()) == pytest.approx(found["hits"][0]["score"], abs=0.001)
    assert {one["reason"] for one in told["dropped"]} == {Reason.BELOW_LIMIT}


def test_every_line_of_a_pipe_is_explained(lumina: Commands) -> None:
    answers = [json.loads(line) for line in lumina("recall", "--explain", "-", typed="レモン\n流星\n").splitlines()]
    best = [answer["explain"]["hits"][0]["turn"] for answer in answers]
    assert best == [answer["hits"][0]["turns"][0] for answer in answers]
    assert best == ["t1", "t3"]


def test_people_read_the_ranks_the_terms_and_what_was_left_out(lumina: Commands) -> None:
    shown = lumina(*recall("--limit", "1", "--explain"))
    for told in ("by words 1 (", "rarest word +", "below --limit", SAID[0]):
        assert told in shown


def test_what_is_missed_is_told_in_one_sentence_first(lumina: Commands) -> None:
    shown = lumina(*recall("--limit", "1", "--why-not", "t4"))
    told = lumina.json(*recall("--limit", "1", "--why-not", "t4"))["why_not"]
    assert shown.splitlines()[0].strip() == told["sentence"]
    assert told["sentence"].startswith("t4 is number ")
    assert (told["reason"], told["entry"]["turn"], told["last_hit"]["turn"]) == (Reason.BELOW_LIMIT, "t4", "t0")
    assert told["lacks"]["words"] > 0


def test_what_is_not_missing_is_told_to_be_there(lumina: Commands) -> None:
    told = lumina.json(*recall("--why-not", "t0"))["why_not"]
    assert (told["reason"], told["sentence"]) == (None, "It is there: t0 is number 1 of the 5 hits shown.")


def test_a_memory_is_named_as_in_the_list(lumina: Commands) -> None:
    memory = lumina.json("memories", "list")["memories"][0]["memory"]
    told = lumina.json("recall", "--at", LATER, "--why-not", memory[:8], QUERY)["why_not"]
    assert (told["wanted"], told["reason"]) == (memory, None)


def test_a_character_is_told_only_that_it_is_not_for_it_to_know(lumina: Commands) -> None:
    asked = recall("--as", "lumina", "--why-not", "t2")
    assert lumina(*asked) == "t2 is not for lumina to know.\n"
    assert SAID[2] not in json.dumps(lumina.json(*asked), ensure_ascii=False)
    assert lumina.json(*recall("--as", "nox", "--why-not", "t2"))["why_not"]["reason"] is None


@pytest.mark.parametrize("unit", ["turn", "memory"])
def test_at_a_moment_nothing_is_known_of_what_was_said_later(lumina: Commands, unit: str) -> None:
    asked = ("recall", "--at", START.format(1), "--unit", unit, "温室の鍵と流星群のこと")
    found = lumina.json(*asked, "--explain")
    assert {ref for hit in found["hits"] for ref in hit["turns"]} <= {"t0", "t1"}
    told = json.dumps(found, ensure_ascii=False)
    assert not any(text in told for text in SAID[2:])
    why_not = lumina.json(*asked, "--why-not", "t3")["why_not"]
    assert why_not["reason"] == Reason.NOT_YET_SAID


def test_what_there_is_not_is_named_in_one_line(lumina: Commands) -> None:
    for name in ("t99", "ffffffffffff", "11111111-1111-1111-1111-111111111111"):
        error = lumina.json(*recall("--why-not", name), status=1)["error"]
        assert error["kind"] == "UnknownTurn"
        assert name in error["message"]


def test_two_questions_at_once_are_wrong_usage(lumina: Commands) -> None:
    lumina(*recall("--explain", "--why-not", "t0"), status=2)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_term_arm_and_reason_has_a_name(language: Language) -> None:
    words = Words(language)
    arms = [f"{way}{group}" for way in ("dense", "sparse") for group in ("", "_speaker", "_month")]
    assert all(words(f"arm_{arm}") for arm in (*arms, "association"))
    assert all(words(f"term_{term.name}") for term in fields(Weights))
    assert all(words(f"dropped_{reason}") for reason in DROPPED)
    assert all(words(f"why_not_{reason}", **DETAILS) for reason in {*Reason} - {Reason.OVER_BUDGET})
