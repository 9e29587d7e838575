"""`lumina facts`, `people` and `loops`, in a folder of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.commands import Commands

TOLD = (
    ("2026-05-01T09:00:00+09:00", "先月、京都に引っ越した。妹のゆいはヨガが好き。"),
    ("2026-05-01T09:05:00+09:00", "来週の火曜に面接がある。"),
    ("2026-05-03T09:00:00+09:00", "結衣は絵が好き。妹の結衣は先生だよ。"),
)
NOW = ("--at", "2026-05-04T09:00:00+09:00")
FACT = {"id", "about", "kind", "value", "text", "state", "valid_from", "valid_to", "recorded", "confidence", "evidence"}


@dataclass(frozen=True)
class Known:
    ids: Mapping[str, str]
    facts: Sequence[Any]
    people: Mapping[str, Any]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("known") / "home"
    run = Commands(home)
    for at, text in TOLD:
        run("say", "--at", at, text)
    return home


@pytest.fixture
def run(told: Path) -> Commands:
    return Commands(told)


@pytest.fixture(scope="module")
def known(told: Path) -> Known:
    """What is known on the morning after all that was told, whatever tests do on days that follow."""
    run = Commands(told)
    [loop] = run.json("loops", "list", *NOW)["loops"]
    return Known(ids={"ID": home(run)["id"], "LOOP": loop["id"]}, facts=facts(run), people=people(run))


def facts(run: Commands, *words: str) -> list[Any]:
    return run.json("facts", "list", *(words or NOW))["facts"]


def home(run: Commands, *words: str) -> Any:
    return next((fact for fact in facts(run, *words) if fact["kind"] == "home"), None)


def people(run: Commands, at: tuple[str, str] = NOW) -> dict[str, Any]:
    return {one["name"]: one for one in run.json("people", "list", *at)["people"]}


def test_the_profile_is_that_of_the_moment(run: Commands) -> None:
    told = run.json("profile", *NOW)
    assert set(told) == {"likes", "dislikes", "characters", "topics"}
    assert sum(one["turns"] for one in told["characters"]) == len(TOLD)
    early = run.json("profile", "--at", "2026-05-01T09:01:00+09:00")
    assert sum(one["turns"] for one in early["characters"]) == 1


def test_facts_are_listed_in_the_promised_shape(run: Commands) -> None:
    fact = home(run)
    assert set(fact) == FACT | {"version"}
    assert (fact["about"], fact["value"], fact["state"], fact["valid_from"]) == ("me", "京都", "confirmed", "2026-04")
    assert {each["about"] for each in facts(run, "--about", "妹", *NOW)} == {"ゆい", "結衣"}


def test_a_fact_is_edited_forgotten_and_brought_back_and_every_step_is_in_its_history(run: Commands) -> None:
    id_ = home(run)["id"]
    at = ("--at", "2026-05-05T09:00:00+09:00")
    assert run.json("facts", "edit", id_[:12], "京都市左京区", *at)["fact"]["value"] == "京都市左京区"
    assert run.json("facts", "forget", id_, *at)["fact"]["state"] == "revoked"
    assert home(run, *at) is None
    assert home(run, "--all", *at)["state"] == "revoked"
    assert run.json("facts", "restore", id_, *at)["fact"]["value"] == "京都市左京区"
    assert run.json("facts", "restore", id_, "--version", "1", *at)["fact"]["value"] == "京都"
    assert run.json("facts", "confirm", id_, *at)["fact"]["version"] == 5
    versions = run.json("facts", "history", id_, *at)["history"]
    assert [each["why"] for each in versions] == ["said", "edited", "forgotten", "restored", "restored"]
    assert versions[0]["digest"] == versions[4]["digest"] != versions[1]["digest"]
    assert versions[0]["turn"] and versions[1]["turn"] is None
    assert "京都市左京区" in run("facts", "history", id_, *at)
    assert home(run)["version"] == 1  # the day before, none of it was done


def test_a_fact_is_shown_with_the_turns_by_which_it_is_known(run: Commands) -> None:
    shown = run.json("facts", "show", home(run)["id"], *NOW)
    assert [turn["text"] for turn in shown["turns"]] == [TOLD[0][1]]
    assert TOLD[0][1] in run("facts", "show", shown["id"], *NOW)


def test_what_was_said_later_is_not_known_at_a_moment(run: Commands) -> None:
    assert home(run, "--at", "2026-04-30T09:00:00+09:00") is None
    assert "結衣" not in people(run, ("--at", "2026-05-02T09:00:00+09:00"))


def test_two_are_made_one_and_two_again(run: Commands) -> None:
    before = people(run)
    at = ("--at", "2026-05-06T09:00:00+09:00")
    merged = run.json("people", "merge", before["結衣"]["id"], "ゆい", *at)["people"]
    assert [(one["name"], "ゆい" in one["aliases"]) for one in merged] == [("結衣", True)]
    assert {fact["value"] for fact in facts(run, "--about", "結衣", *at) if fact["kind"] == "likes"} == {"絵", "ヨガ"}
    apart = run.json("people", "split", "結衣", "ゆい", *at)["people"]
    assert {one["name"] for one in apart} == {"結衣", "ゆい"}
    assert {fact["value"] for fact in facts(run, "--about", "ゆい", *at)} == {"ヨガ"}
    shown = run.json("people", "show", "ゆい", *at)
    assert [fact["value"] for fact in shown["facts"]] == ["ヨガ"]
    assert "ヨガ" in run("people", "show", "ゆい", *at)


def test_a_loop_is_put_off_dropped_opened_again_and_closed(run: Commands) -> None:
    [loop] = run.json("loops", "list", *NOW)["loops"]
    assert set(loop) == {"id", "what", "state", "due", "evidence", "closed_by"}
    assert (loop["state"], loop["due"]) == ("open", "2026-05-05")
    id_, at = loop["id"][:10], ("--at", "2026-05-04T10:00:00+09:00")
    assert run.json("loops", "later", id_, "来週の火曜", *at)["loop"]["due"] == "2026-05-12"
    assert run.json("loops", "drop", id_, *at)["loop"]["state"] == "dropped"
    assert run.json("loops", "list", *at)["loops"] == []
    assert run.json("loops", "later", id_, "2026-06-01", *at)["loop"] == {**loop, "due": "2026-06-01"}
    assert run.json("loops", "close", id_, *at)["loop"]["state"] == "closed"
    assert run.json("loops", "list", "--all", *at)["loops"][0]["state"] == "closed"
    assert run.json("loops", "list", *NOW)["loops"] == [loop]


@pytest.mark.parametrize(
    "words",
    [
        ("facts", "show", "ffffffff"),
        ("facts", "restore", "ID", "--version", "99"),
        ("facts", "edit", "ID", "  "),
        ("people", "show", "だれか"),
        ("people", "merge", "ゆい", "ゆい"),
        ("people", "split", "ゆい", "太郎"),
        ("people", "split", "ゆい", "ゆい"),
        ("loops", "later", "LOOP", "いつか"),
        ("facts", "list", "--user", "誰でもない"),
        ("people", "list", "--user", "誰でもない"),
        ("loops", "list", "--user", "誰でもない"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line_and_changes_nothing(
    run: Commands, known: Known, words: tuple[str, ...]
) -> None:
    refused = run.json(*(known.ids.get(word, word) for word in words), *NOW, status=1)
    assert refused["error"]["message"].count("\n") == 0
    assert (facts(run), people(run)) == (known.facts, known.people)


def test_people_read_it_in_japanese(told: Path) -> None:
    run = Commands(told, "ja")
    assert "住まい" in run("facts", "list", *NOW)
    assert "妹" in run("people", "list", *NOW)
    assert "2026-05-05" in run("loops", "list", *NOW)
    assert "書き直します" in run("facts", "--help")


def test_in_a_talk_me_shows_what_is_known_at_a_glance(told: Path) -> None:
    shown = Commands(told, "ja")("chat", *NOW, typed="/me\n/facts\n/loops\n/quit\n")
    for word in ("住まい", "京都 (2026-04–)", "ゆい · 好きなもの", "人とペット", "妹", "2026-05-05"):
        assert word in shown


def test_in_a_talk_nothing_is_known_of_who_said_nothing(tmp_path: Path) -> None:
    shown = Commands(tmp_path / "home")("chat", typed="/me\n/facts\n/loops\n/quit\n")
    assert shown.count("Nothing is known of 葵") == 2
    assert "Nothing is open" in shown
