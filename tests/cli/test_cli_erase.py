"""`lumina erase`: a part is shown first and confirmed by its token; a receipt is proved, as a user does it."""

import json
from pathlib import Path

import pytest

from harness.commands import Commands

TOLD = [
    ("2026-05-01T09:00:00+09:00", "ガゼルマの丘で虹を見たよ。"),
    ("2026-05-02T09:00:00+09:00", "弟の樹はパン屋で働いている。"),
    ("2026-05-03T09:00:00+09:00", "京都に住んでいる。"),
]


@pytest.fixture
def lumina(tmp_path: Path) -> Commands:
    talk = tmp_path / "talk.jsonl"
    lines = [json.dumps({"speaker": "葵", "text": text, "at": at}, ensure_ascii=False) for at, text in TOLD]
    talk.write_text("\n".join(lines), encoding="utf-8")
    commands = Commands(tmp_path / "home", "en")
    assert commands.json("import", str(talk), "--user", "葵")["turns"] == len(TOLD)
    return commands


def said(lumina: Commands, tmp_path: Path) -> list[str]:
    lumina.json("export", "--user", "葵", str(tmp_path / "out"))
    lines = (tmp_path / "out" / "transcript.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


def test_a_part_is_shown_then_confirmed_and_its_receipt_proved(lumina: Commands, tmp_path: Path) -> None:
    shown = lumina("erase", "--user", "葵", "--topic", "ガゼルマの丘")
    assert "ガゼルマの丘で虹を見たよ。" in shown
    assert "--topic ガゼルマの丘 --confirm" in shown.replace("\n", " ").replace("'", "")
    preview = lumina.json("erase", "--user", "葵", "--topic", "ガゼルマの丘")
    assert said(lumina, tmp_path) == [text for _, text in TOLD]
    erased = lumina.json("erase", "--user", "葵", "--topic", "ガゼルマの丘", "--confirm", preview["token"])
    assert not any(erased["residue"].values())
    assert said(lumina, tmp_path) == [text for _, text in TOLD[1:]]
    receipt, needles = tmp_path / "receipt.json", tmp_path / "mine.txt"
    receipt.write_text(json.dumps(erased), encoding="utf-8")
    needles.write_text(TOLD[0][1], encoding="utf-8")
    for proof in (erased["receipt"], str(receipt)):
        found = lumina.json("erase", "--verify", proof, "--needles", str(needles))
        assert found["holds"], found
    told = lumina("erase", "--verify", erased["receipt"], "--needles", str(needles), "--user", "葵")
    assert "Nothing of it was found." in told
    assert "Copies that LUMINA does not know of" in told.replace("\n", " ")


def test_once_a_person_is_erased_their_files_are_written_anew_before_the_command_ends(
    lumina: Commands, tmp_path: Path
) -> None:
    """In a folder of one's own nothing of a name waits for the night."""

    def naming() -> list[Path]:
        files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
        return [path for path in files if "葵".encode() in path.read_bytes()]

    assert naming()
    token = lumina.json("erase", "--user", "葵")["token"]
    told = lumina("erase", "--user", "葵", "--confirm", token)
    assert "The receipt is complete." in told.replace("\n", " ")
    assert not naming()


def test_days_are_whole_and_a_moment_is_a_moment(lumina: Commands, tmp_path: Path) -> None:
    span = ("--from", "2026-05-02T00:00:00+09:00", "--to", "2026-05-03T00:00:00+09:00")
    preview = lumina.json("erase", "--user", "葵", *span)
    assert [one["text"] for one in preview["extracts"]] == [TOLD[1][1]]
    assert (
        lumina.json("erase", "--user", "葵", "--from", "2026-05-01", "--to", "2026-05-03")["would_erase"]["turns"] == 3
    )
    reversed_span = ("--from", "2026-05-03", "--to", "2026-05-01")
    assert "ends before it begins" in str(lumina.json("erase", "--user", "葵", *reversed_span, status=1))
    assert "is no id" in str(lumina.json("erase", "--user", "葵", "--thread", "x", status=1))
    assert lumina.json("erase", "--user", "葵", "--from", "soon", status=1)["error"]["kind"] == "BadTime"


def test_a_fact_is_named_as_the_list_names_it_and_what_nothing_fits_is_said_so(
    lumina: Commands, tmp_path: Path
) -> None:
    facts = {one["value"]: one["id"] for one in lumina.json("facts", "list", "--user", "葵")["facts"]}
    preview = lumina.json("erase", "--user", "葵", "--fact", facts["京都"][:8])
    assert [one["text"] for one in preview["extracts"]] == [TOLD[2][1]]
    assert "--confirm" not in lumina("erase", "--user", "葵", "--topic", "モーグリ")
    assert "Nothing" in lumina("erase", "--user", "葵", "--from", "2020-01-01", "--to", "2020-02-01")


def test_a_receipt_that_is_none_gets_a_line_and_nobody_is_named_by_accident(lumina: Commands, tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("{}", encoding="utf-8")
    for proof in (str(tmp_path / "no.json"), str(tmp_path / "nowhere"), "00000000-0000-0000-0000-000000000000"):
        assert lumina.json("erase", "--verify", proof, status=1)["error"]["kind"] == "BadReceipt"
    assert lumina("erase", status=2) == ""
