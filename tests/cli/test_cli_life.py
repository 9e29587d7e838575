"""The commands against the real thing: one life in one folder, told from import to erasure."""

import json
import signal
from collections.abc import Generator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from harness.commands import Commands
from harness.waiting import LONGEST
from lumina.transfer.formats import read_transcript

START = datetime.fromisoformat("2026-05-08T19:30:00+09:00")
TALK = [
    ("葵", "金曜に新しい自転車で多摩川沿いを走ったよ。"),
    ("健", "どこまで行ったの？"),
    ("葵", "羽村の堰まで。帰りに寄った店のクリームソーダが緑で最高だった。"),
    ("健", "暑かったでしょう。"),
    ("葵", "日焼け止めを忘れて腕が真っ赤になった。"),
    ("健", "次は帽子もいるね。"),
    ("葵", "来月は妹の結婚式で金沢に行くんだ。"),
    ("健", "おめでとう。スピーチはするの？"),
    ("葵", "する。手紙を読むだけなのに、もう緊張している。"),
    ("健", "練習に付き合うよ。"),
]
LATER = "2026-06-20T12:00:00+09:00"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("life")


@pytest.fixture(scope="module")
def talk(folder: Path) -> Path:
    path = folder / "talk.jsonl"
    lines = [
        {
            "speaker": speaker,
            "text": text,
            "at": (START + timedelta(minutes=at)).isoformat(),
            "ref": f"t{at}",
            "thread": f"d{at // 6}",
        }
        for at, (speaker, text) in enumerate(TALK)
    ]
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def lumina(folder: Path, talk: Path) -> Generator[Commands]:
    commands = Commands(folder / "home")
    report = commands.json("import", str(talk), "--user", "葵")
    assert (report["turns"], report["known"]) == (len(TALK), 0)
    yield commands


def test_what_was_imported_is_found_with_its_source_turns(lumina: Commands) -> None:
    found = lumina.json("recall", "--at", LATER, "--unit", "turn", "--limit", "3", "クリームソーダを飲んだのはどこ？")
    assert list(found) == ["pack", "hits", "missing", "timings_ms"]
    assert list(found["pack"]) == ["tokens", "budget", "text", "sections", "grade", "remarks"]
    assert set(found["hits"][0]) == {"memory", "source", "tier", "text", "turns", "at", "score", "why"}
    assert found["hits"][0]["turns"] == ["t2"]
    assert len(found["hits"]) <= 3


def test_queries_come_a_line_each_and_so_do_answers(lumina: Commands) -> None:
    answers = [json.loads(line) for line in lumina("recall", "-", typed="金沢\n\n日焼け\n", status=1).splitlines()]
    assert [answer.get("error", {}).get("kind") for answer in answers] == [None, "BadText", None]
    assert "t6" in answers[0]["hits"][0]["turns"]


def test_ctrl_c_ends_a_command_that_waits_for_more(lumina: Commands) -> None:
    with lumina.process("recall", "-") as process:
        process.stdin.write("金沢\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["hits"]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=LONGEST) == 130


def test_people_read_the_pack_and_the_reasons(lumina: Commands) -> None:
    shown = lumina("recall", "--at", LATER, "結婚式はどこ？")
    assert "MemoryPack" in shown
    assert "金沢" in shown


def test_importing_again_doubles_nothing(lumina: Commands, talk: Path) -> None:
    assert lumina.json("import", str(talk), "--user", "葵")["known"] == len(TALK)


def test_memories_are_listed_shown_and_corrected_by_the_beginning_of_their_id(lumina: Commands) -> None:
    row = lumina.json("memories", "list", "--at", LATER)["memories"][0]
    assert 0 <= row["importance"] <= 1
    short = row["memory"][:12]
    assert short[:8] in lumina("memories", "list")
    shown = lumina.json("memories", "show", short)
    assert {turn["turn"] for turn in shown["turns"]} <= {f"t{at}" for at in range(len(TALK))}
    lumina("memories", "pin", short)
    assert lumina.json("memories", "show", short)["pinned"]
    lumina("memories", "unpin", short)
    lumina("memories", "edit", short, "葵は自転車で羽村まで行った。")
    assert lumina.json("memories", "show", short)["text"] == "葵は自転車で羽村まで行った。"
    assert lumina.json("memories", "forget", short)["done"] == "forgotten"
    lumina("memories", "restore", short)


def test_a_memory_that_there_is_not_is_named(lumina: Commands) -> None:
    assert lumina.json("memories", "show", "ffffffffffff", status=1)["error"]["kind"] == "UnknownMemory"


def test_a_turn_is_said_and_answered(lumina: Commands) -> None:
    said = lumina.json("say", "--room", "庭", "--at", LATER, "ノクス、自転車でどこへ行ったか覚えてる？")
    assert list(said) == ["thread", "turn", "replies", "pack", "missing", "timings_ms"]
    assert [list(reply) for reply in said["replies"]] == [["speaker", "text", "turn", "reason"]]
    assert said["replies"][0]["speaker"] == "nox"


def test_a_pipe_can_chat(lumina: Commands) -> None:
    shown = lumina(
        "chat", "--at", LATER, typed="@クラリス こんにちは\n/who\n/why\n/memory\n/time\n/dance\n/quit\nおわり\n"
    )
    assert "Clarisse: " in shown
    assert "2026-06-20" in shown
    assert "there is no command /dance" in shown
    assert "おわり" not in shown


def test_jobs_are_listed_and_run(lumina: Commands) -> None:
    names = [job["name"] for job in lumina.json("jobs", "list")["jobs"]]
    assert "descend" in names
    ran = lumina.json("jobs", "run", "all", "--at", LATER)["jobs"]
    assert {job["name"] for job in ran} == set(names)


def test_documents_go_into_the_knowledge_base(lumina: Commands, folder: Path) -> None:
    path = folder / "tea.md"
    path.write_text("# 玉露\n\n玉露は五十度ほどの湯でゆっくり淹れる。\n", encoding="utf-8")
    [added] = lumina.json("kb", "add", "tea", str(path))["documents"]
    assert added["chunks"] >= 1
    assert "五十度" in lumina.json("kb", "search", "tea", "玉露の湯の温度")["hits"][0]["text"]
    [listed] = lumina.json("kb", "list", "tea")["documents"]
    assert (listed["name"], listed["chunks"], listed["waiting"]) == ("tea.md", added["chunks"], 0)
    assert lumina.json("kb", "remove", "tea", "tea.md")["removed"] == {"namespace": "tea", "name": "tea.md"}
    assert lumina.json("kb", "list")["documents"] == []


def test_the_doctor_looks_at_every_store(lumina: Commands) -> None:
    report = lumina.json("doctor")
    assert report["ok"] is True
    assert all(set(store) == {"state", "version", "detail"} for store in report["stores"].values())


def test_what_is_exported_can_be_imported(lumina: Commands, folder: Path) -> None:
    written = lumina.json("export", str(folder / "out"), "--user", "葵")["written"]
    turns = read_transcript(folder / "out" / "transcript.jsonl")
    assert len(turns) == written["transcript.jsonl"]
    assert [turn.text for turn in turns][: len(TALK)] == [text for _, text in TALK]


def test_erasure_wants_its_token_and_leaves_nothing(lumina: Commands, talk: Path) -> None:
    lumina("import", str(talk), "--user", "楓", "--me", "葵")
    preview = lumina.json("erase", "--user", "楓")
    assert sum(preview["would_erase"].values()) > 0
    assert lumina.json("erase", "--user", "楓", "--confirm", "nonsense", status=1)["error"]["kind"] == "WrongToken"
    report = lumina.json("erase", "--user", "楓", "--confirm", preview["token"])
    assert list(report) == ["erased", "residue", "receipt", "remains", "signed"]
    assert sum(report["residue"].values()) == 0
    assert lumina.json("memories", "list", "--user", "楓")["memories"] == []
    assert lumina.json("memories", "list")["memories"]


def test_traces_that_stay_are_named_with_what_to_do(lumina: Commands, folder: Path, talk: Path) -> None:
    person = "萌黄野楓子"
    lumina("import", str(talk), "--user", person, "--me", "葵")
    leak = folder / "home" / "leak.log"
    leak.write_text(person, encoding="utf-8")
    for language, advice in (("en", "does not try again by itself"), ("ja", "ひとりでには消えません")):
        token = lumina.json("erase", "--user", person)["token"]
        said = Commands(folder / "home", language)("erase", "--user", person, "--confirm", token, status=1)
        assert advice in said
        assert f"`lumina erase --user {person}`" in said
    leak.unlink()
    token = lumina.json("erase", "--user", person)["token"]
    assert sum(lumina.json("erase", "--user", person, "--confirm", token)["residue"].values()) == 0


def test_people_are_told_why_in_a_sentence_and_developers_in_figures(lumina: Commands, folder: Path) -> None:
    recall = ("recall", "--at", LATER, "クリームソーダを飲んだのはどこ？")
    japanese = Commands(folder / "home", "ja")
    assert "Because you asked about クリームソーダ" in " ".join(lumina(*recall).split())
    assert "you said it on May 8." in " ".join(lumina(*recall).split())
    assert "「クリームソーダ" in japanese(*recall)
    assert "5月8日にあなたが言ったことです。" in japanese(*recall)
    for shown in (lumina(*recall), japanese(*recall)):
        assert ":sparse" not in shown
        assert "importance 0." not in shown
    assert ":sparse" in lumina(*recall, "--explain")
    typed = "@ルミナ 日焼け止めを忘れたのはいつだっけ？\n/why\n/memory\n/quit\n"
    shown = japanese("chat", "--at", LATER, "--room", "喫茶店", typed=typed)
    assert "が話に出たから" in shown
    assert ":sparse" not in shown
    assert "duckdb" not in shown
    assert ":sparse" in lumina("chat", "--at", LATER, "--room", "台所", typed=typed.replace("/why", "/why --explain"))


def test_what_is_said_may_come_from_a_pipe(lumina: Commands, tmp_path: Path) -> None:
    piped = "@ノクス こんにちは。\n土手で「トンボ」を見た。"
    assert "Nox: " in lumina("say", "-", "--room", "管", "--at", LATER, typed=f"{piped}\n")
    lumina("export", str(tmp_path / "all"), "--user", "葵")
    kept = (tmp_path / "all" / "transcript.jsonl").read_text(encoding="utf-8").splitlines()
    assert piped in [json.loads(line)["text"] for line in kept]
    refused = json.loads(lumina("say", "-", "--json", typed=" \n", status=1))
    assert refused["error"]["kind"] == "BadText"


def test_who_is_called_and_not_there_is_named_and_all_come_back(lumina: Commands) -> None:
    shown = lumina("chat", "--at", LATER, "--room", "広間", typed="@Bob hello\n/who ノクス\n/who all\n/quit\n")
    assert "Nobody here is called Bob. Here are: Lumina, Clarisse, Nox." in shown
    after = shown.split("Nox  ")  # as /who begins a line: alone, then below the others
    assert "Clarisse" not in after[1].splitlines()[0]
    assert "Clarisse" in after[1]
    assert "Nobody here" not in lumina("say", "--room", "広間", "--at", LATER, "@ルミナこんにちは")
    assert "Nobody here" not in lumina("say", "--room", "広間", "--at", LATER, "@all hello")


@pytest.mark.parametrize("option", ["--user", "--room"])
def test_an_empty_name_is_refused_by_the_option_that_has_it(lumina: Commands, option: str) -> None:
    message = lumina.json("say", option, "", "hello", status=1)["error"]["message"]
    assert message.startswith(f"{option} is wrong: ")


def test_a_sitting_can_have_other_settings(lumina: Commands) -> None:
    typed = "/set\n/set BUDGET 321\n/set language ja\n/set home /tmp\n/quit\n"
    shown = lumina("chat", "--room", "settings", typed=typed)
    assert "321" in shown
    assert "LUMINA_HOME" in shown
    assert "LUMINA が開いているあいだは変えられません" in shown
