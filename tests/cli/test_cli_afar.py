"""The commands over a network: as they are by the socket in the folder, for whoever has a token, and no further."""

import json
import signal
import ssl
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.folders import Done, Folder, copied
from harness.waiting import LONGEST
from tools.servers.certificate import make_certificate

LINE = {"speaker": "楓", "text": "紅葉を見に行った。", "at": "2026-04-01T09:00:00+09:00"}


@dataclass(frozen=True)
class There:
    """A folder that is served, and another machine, which has none."""

    folder: Folder
    elsewhere: Folder
    url: str
    operator: str
    kaede: str

    def run(self, *words: str, token: str | None = None, url: str = "", **more: Any) -> Done:
        setting = {"LUMINA_TOKEN": self.operator if token is None else token, **more.pop("setting", {})}
        return self.elsewhere.run(*words, "--url", url or self.url, setting=setting, **more)

    def json(self, *words: str, **more: Any) -> Any:
        done = self.run(*words, "--json", **more)
        assert done.returncode == 0, done
        return json.loads(done.stdout)


@pytest.fixture(scope="module")
def there(untouched_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Generator[There]:
    place = tmp_path_factory.mktemp("afar")
    folder = copied(untouched_home, place / "home")
    with folder.owned() as owner:
        operator = folder.json("token", "add", "operator", "--operator")["secret"]
        assert folder.run("say", "ただいま。").returncode == 0
        kaede = folder.json("token", "add", "kaede", "--user", "楓")["secret"]
        yield There(folder, Folder(place / "nothing"), owner.url, operator, kaede)


def test_what_is_said_and_done_over_a_network_is_in_the_folder_there(there: There, tmp_path: Path) -> None:
    assert there.json("say", "私の好きな食べ物は餃子です。箱根の温泉に行った。")["replies"]
    assert there.run("say", "-", typed="妹の結衣と話した。").returncode == 0
    facts = there.folder.json("facts", "list")["facts"]
    assert [fact["value"] for fact in facts if fact["value"] == "餃子"] == ["餃子"]
    assert there.json("doctor")["ok"]
    assert there.json("jobs", "run", "all")["jobs"]
    asked = there.run("recall", "--json", "-", typed="温泉\n餃子\n")
    assert [bool(json.loads(line)["hits"]) for line in asked.stdout.splitlines()] == [True, True]
    assert not there.elsewhere.home.exists()
    mine = there.folder.run("facts", "list")
    assert there.run("facts", "list").stdout == mine.stdout
    assert list(tmp_path.iterdir()) == []


def test_files_travel_there_and_back(there: There, tmp_path: Path) -> None:
    (tmp_path / "お茶.txt").write_text("玉露は六十度のお湯で入れる。")
    assert there.run("kb", "add", "tea", "お茶.txt", cwd=tmp_path).returncode == 0
    assert "六十度" in there.run("kb", "search", "tea", "玉露", token=there.kaede).stdout
    (tmp_path / "life.jsonl").write_text(json.dumps(LINE, ensure_ascii=False) + "\n")
    assert there.json("import", "life.jsonl", "--user", "樹", "--me", "楓", cwd=tmp_path)["turns"] == 1
    told = there.run("export", "--user", "樹", "out", cwd=tmp_path)
    assert (told.returncode, "lumina-" in told.stdout) == (0, False), told
    assert "紅葉" in (tmp_path / "out" / "transcript.jsonl").read_text()
    assert (tmp_path / "out" / "manifest.jsonl").stat().st_mode & 0o077 == 0
    token = there.json("erase", "--user", "樹")["token"]
    assert not any(there.json("erase", "--user", "樹", "--confirm", token)["residue"].values())
    assert there.json("import", "out", "--user", "樹", cwd=tmp_path)["turns"] == 1
    missing = there.run("import", "missing.jsonl", "--user", "樹", cwd=tmp_path)
    assert (missing.returncode, missing.stderr.count("\n")) == (1, 1)
    assert "missing.jsonl" in missing.stderr
    assert "/tmp" not in missing.stderr.replace(str(tmp_path), "")


def test_a_person_s_token_does_what_is_theirs_alone(there: There) -> None:
    assert there.run("say", "--user", "楓", "紅葉がきれい。", token=there.kaede).returncode == 0
    assert there.run("memories", "list", "--user", "楓", token=there.kaede).returncode == 0
    for words in (
        ("facts", "list", "--user", "葵"),
        ("export", "--user", "葵", "out"),
        ("erase", "--user", "葵"),
        ("jobs", "list"),
        ("doctor",),
        ("token", "list"),
        ("token", "add", "more", "--user", "楓"),
        ("kb", "remove", "tea", "x"),
    ):
        done = there.run(*words, token=there.kaede)
        assert (done.returncode, done.stdout) == (1, ""), words
        assert done.stderr.startswith("lumina: LUMINA does not do this over a network: "), done


def test_a_token_that_opens_nothing_is_told_so_in_one_line(there: There, tmp_path: Path) -> None:
    ended = there.folder.json("token", "add", "ended", "--operator")
    there.folder.json("token", "revoke", str(ended["id"]))
    for token in ("lumina_none", ended["secret"]):
        done = there.run("facts", "list", token=token)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert "not known, or has ended" in done.stderr
    assert "LUMINA_TOKEN" in there.run("facts", "list", token="").stderr
    file = tmp_path / "token"
    file.write_text(there.operator)
    file.chmod(0o644)
    open_to_all = there.run("facts", "list", "--token-file", str(file), token="")
    assert (open_to_all.returncode, "chmod 600" in open_to_all.stderr) == (1, True)
    file.chmod(0o600)
    assert there.run("facts", "list", "--token-file", str(file), token="").returncode == 0


def test_who_cannot_be_reached_or_is_reached_in_the_clear_is_told(there: There) -> None:
    for url, why in (
        ("http://127.0.0.1:9", "cannot be reached"),
        ("http://lumina.invalid", "in the clear"),
        ("ftp://x", "begins with http"),
    ):
        done = there.run("facts", "list", url=url)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done
        assert why in done.stderr


def test_what_needs_the_folder_for_itself_says_so(there: There) -> None:
    for command in (("chat",), ("worker",), ("serve", "--port", "0"), ("reembed",), ("demo",)):
        done = there.run(*command)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"`lumina {command[0]}` needs a data folder for itself" in done.stderr


def test_nobody_moves_time_over_a_network(there: There) -> None:
    at = "2020-01-01T00:00:00+09:00"
    done = there.run("say", "--at", at, "昔の話。")
    assert (done.returncode, "--domain-clock" in done.stderr) == (1, True)
    assert there.run("facts", "list", "--at", at).returncode == 0


def test_ctrl_c_stops_the_command_there(there: There) -> None:
    setting = {"LUMINA_TOKEN": there.operator, "LUMINA_URL": there.url}
    asking = there.elsewhere.begin("recall", "--json", "-", setting=setting)
    assert asking.stdin
    assert asking.stdout
    asking.stdin.write("温泉\n")
    asking.stdin.flush()
    assert json.loads(asking.stdout.readline())["pack"]
    asking.send_signal(signal.SIGINT)
    asking.communicate(timeout=LONGEST)
    assert asking.returncode == 130
    assert there.json("doctor")["ok"]


def test_by_tls_the_certificate_is_looked_at(untouched_home: Path, tmp_path: Path) -> None:
    folder = copied(untouched_home, tmp_path / "home")
    certificate, key = make_certificate(tmp_path)
    assert ssl.create_default_context(cafile=certificate)
    with folder.owned("--certificate", str(certificate), "--key", str(key)) as owner:
        secret = folder.json("token", "add", "operator", "--operator")["secret"]
        elsewhere, setting = Folder(tmp_path / "nothing"), {"LUMINA_TOKEN": secret, "LUMINA_URL": owner.url}
        refused = elsewhere.run("facts", "list", setting=setting)
        assert (refused.returncode, "certificate" in refused.stderr) == (1, True), refused
        trusting = {**setting, "SSL_CERT_FILE": str(certificate)}
        assert elsewhere.run("token", "list", setting=trusting).returncode == 0
