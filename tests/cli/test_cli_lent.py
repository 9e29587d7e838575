"""One folder, many windows: while one process has the folder open, the commands of others run in it, and look as if
they ran by themselves."""

import json
import os
import signal
import socket
import stat
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from harness.folders import Done, Folder, copied
from harness.waiting import LONGEST
from lumina.lending.frames import SOCKET


def without_times(done: Done) -> Any:
    """Exit status, stderr, and stdout without what was measured."""
    try:
        out = [json.loads(line) for line in done.stdout.splitlines()]
    except ValueError:
        return [done.returncode, done.stderr, done.stdout]
    for each in out:
        each.pop("timings_ms", None)
    return [done.returncode, done.stderr, out]


@pytest.fixture
def folder(untouched_home: Path, tmp_path: Path) -> Folder:
    return copied(untouched_home, tmp_path / "home")


@pytest.fixture(scope="module")
def lent(untouched_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Generator[Folder]:
    """A folder that `lumina serve` has open."""
    folder = copied(untouched_home, tmp_path_factory.mktemp("lent") / "home")
    with folder.owned():
        yield folder


LOOKS: Sequence[tuple[str, ...]] = (
    ("recall", "--json", "温泉"),
    ("recall", "温泉"),
    ("memories", "list"),
    ("memories", "list", "--json"),
    ("memories", "show", "nope", "--json"),
    ("facts", "list"),
    ("facts", "list", "--json"),
    ("facts", "list", "--at", "2020-01-01T00:00:00+09:00", "--json"),
    ("loops", "list", "--user", "楓"),
    ("jobs", "run", "nope"),
    ("import", "missing.jsonl", "--user", "楓"),
    ("export", "/proc/nowhere", "--user", "葵"),
    ("say", "--room", "", "やあ"),
    ("memories", "nope"),
    ("recall", "--help"),
)


def test_a_command_looks_the_same_whoever_has_the_folder(folder: Folder, tmp_path: Path) -> None:
    assert folder.run("say", "私の好きな食べ物は餃子です。箱根の温泉に行った。").returncode == 0
    looks = [*LOOKS, ("recall", "--json", "-")]
    typed = "温泉\n\n餃子\n"
    alone = [without_times(folder.run(*look, typed=typed, cwd=tmp_path)) for look in looks]
    with folder.owned():
        lent = [without_times(folder.run(*look, typed=typed, cwd=tmp_path)) for look in looks]
    for look, one, other in zip(looks, alone, lent, strict=True):
        expected = json.loads(json.dumps(one).replace(": missing.jsonl", f": {tmp_path}/missing.jsonl"))
        assert other == expected, look


def test_what_is_said_and_done_by_others_is_in_the_folder(lent: Folder, tmp_path: Path) -> None:
    said = lent.json("say", "箱根の温泉に行った。")
    assert said["replies"]
    assert lent.run("say", "-", typed="私の好きな食べ物は餃子です。").returncode == 0
    known = lent.json("facts", "list")["facts"]
    assert [fact["value"] for fact in known if fact["kind"] == "likes"] == ["餃子"]
    assert lent.json("doctor")["ok"]
    assert lent.json("jobs", "run", "all")["jobs"]
    (tmp_path / "notes.txt").write_text("玉露は六十度のお湯で入れる。")
    assert lent.run("kb", "add", "tea", "notes.txt", cwd=tmp_path).returncode == 0
    assert "六十度" in lent.run("kb", "search", "tea", "玉露").stdout
    assert lent.run("export", "--user", "葵", "out", cwd=tmp_path).returncode == 0
    assert "餃子" in (tmp_path / "out" / "transcript.jsonl").read_text()
    assert lent.json("facts", "list")["facts"] == known


def test_many_at_once_each_get_their_own(lent: Folder) -> None:
    words = [f"合言葉{number}番" for number in range(4)]
    begun = [lent.begin("say", "--room", word, "--user", word, f"{word}を覚えて。") for word in words]
    assert [process.communicate(timeout=LONGEST) and process.returncode for process in begun] == [0] * len(words)
    languages = ["ja", "en"] * 2
    looks = [
        lent.begin("recall", "--user", word, "合言葉", setting={"LUMINA_LANGUAGE": language})
        for word, language in zip(words, languages, strict=True)
    ]
    answers = [process.communicate(timeout=LONGEST)[0] for process in looks]
    nobody = [
        lent.begin("memories", "list", "--user", word, setting={"LUMINA_LANGUAGE": language})
        for word, language in zip(words, languages, strict=True)
    ]
    told = [process.communicate(timeout=LONGEST)[0] for process in nobody]
    for word, answer in zip(words, answers, strict=True):
        assert [other for other in words if other in answer] == [word]
    for word, language, line in zip(words, languages, told, strict=True):
        assert word in line
        assert ("no memories" in line) is (language == "en")


ALONE: Sequence[tuple[str, ...]] = (
    ("reembed",),
    ("chat",),
    ("worker",),
    ("serve", "--port", "0"),
    ("move", "--to", "server"),
)


def test_what_needs_the_folder_for_itself_says_so(lent: Folder) -> None:
    servers = {
        "LUMINA_POSTGRES_URL": "postgresql://nowhere.invalid/x",
        "LUMINA_REDIS_URL": "redis://nowhere.invalid",
        "LUMINA_QDRANT_URL": "http://nowhere.invalid",
        "LUMINA_NEO4J_URL": "bolt://nowhere.invalid",
    }
    for command in ALONE:
        done = lent.run(*command, setting=servers)
        assert (done.returncode, done.stdout) == (1, "")
        [line] = done.stderr.splitlines()
        assert f"`lumina {command[0]}` needs the data folder" in line
        assert "in use by" in line


def test_ctrl_c_stops_the_command_and_the_owner_goes_on(lent: Folder) -> None:
    asking = lent.begin("recall", "--json", "-")
    asking.stdin.write("温泉\n")
    asking.stdin.flush()
    assert json.loads(asking.stdout.readline())["pack"]
    asking.send_signal(signal.SIGINT)
    assert asking.communicate(timeout=LONGEST) == ("", "\n")
    assert asking.returncode == 130
    gone = lent.begin("recall", "--json", "-")
    gone.stdin.write("温泉\n")
    gone.stdin.flush()
    gone.stdout.readline()
    gone.kill()
    gone.communicate()
    assert lent.json("doctor")["ok"]


def test_an_owner_that_was_killed_is_in_nobodys_way(folder: Folder) -> None:
    with folder.owned() as owner:
        asking = folder.begin("recall", "--json", "-")
        asking.stdin.write("温泉\n")
        asking.stdin.flush()
        asking.stdout.readline()
        owner.process.kill()
        owner.process.wait()
        _, told = asking.communicate(timeout=LONGEST)
        assert asking.returncode == 1
        assert "ended before" in told
        assert stat.S_ISSOCK((folder.home / SOCKET).lstat().st_mode)
        assert folder.json("say", "やあ。")["replies"]
    with folder.owned():
        assert folder.json("doctor")["ok"]
    assert not (folder.home / SOCKET).exists()


def test_a_foreign_file_in_the_place_of_the_socket_stays(folder: Folder) -> None:
    (folder.home / SOCKET).write_text("mine")
    process = folder.begin("serve", "--port", "0")
    told = process.stderr.readline()
    assert "not a socket" in told
    assert "http" in process.stderr.readline()
    done = folder.run("memories", "list")
    assert (done.returncode, done.stdout) == (1, "")
    assert str(process.pid) in done.stderr
    process.terminate()
    process.communicate(timeout=LONGEST)
    assert (folder.home / SOCKET).read_text() == "mine"


def test_the_socket_is_its_owners_alone_whatever_the_umask(untouched_home: Path, tmp_path: Path) -> None:
    long = tmp_path / ("長い名前の" * 12)
    long.mkdir()
    folder = copied(untouched_home, long / "home")
    with folder.owned(umask=0):
        assert stat.S_IMODE((folder.home / SOCKET).lstat().st_mode) == 0o600
        assert stat.S_IMODE(folder.home.stat().st_mode) == 0o700
        assert folder.json("doctor")["ok"]


def test_what_is_no_command_of_lumina_harms_nobody(lent: Folder) -> None:
    for noise in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\x00\x00\x00\x02[]", b'\x00\x00\x00\x09["ask",1]'):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(os.path.relpath(lent.home / SOCKET))
            client.sendall(noise)
    assert lent.json("doctor")["ok"]
