"""What LUMINA writes is its owner's alone, and root's own home stays as it is."""

import json
import os
import pwd
import runpy
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import lumina
from harness.commands import Commands
from harness.waiting import LONGEST
from lumina.databases import postgres_embedded, postgres_programs
from lumina.databases.folder import owned
from lumina.errors import StoreDown

OTHERS = 0o077


def open_to_others(folder: Path) -> list[Path]:
    every = [folder, *folder.rglob("*")]
    return [path for path in every if not path.is_symlink() and stat.S_IMODE(path.lstat().st_mode) & OTHERS]


def test_nobody_else_reads_what_is_written_and_an_old_folder_is_mended(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    before = os.umask(0o022)
    try:
        run = Commands(tmp_path / "home")
        run("say", "おはよう")
        run("jobs", "run", "all")
        run("export", "--user", "葵", str(tmp_path / "export"))
        sockets = {tmp_path / "home" / "postgres" / ".s.PGSQL.5432"}
        assert set(open_to_others(tmp_path / "home")) - sockets == set()
        assert open_to_others(tmp_path / "export") == []
        for path in (tmp_path / "home", *(tmp_path / "home").glob("*.*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        run("recall", "おはよう")
        assert open_to_others(tmp_path / "home") == []
        assert os.umask(0o022) == 0o022, "whoever opens LUMINA in a process has their own umask again"
    finally:
        os.umask(before)


def test_a_process_has_its_own_umask_again_once_the_last_folder_is_left_in_whatever_order(tmp_path: Path):
    before = os.umask(0o022)
    try:
        one, other = owned(tmp_path / "one"), owned(tmp_path / "other")
        one.__enter__()
        other.__enter__()
        one.__exit__(None, None, None)
        assert os.umask(OTHERS) == OTHERS, "what is written into the other folder is its owner's alone still"
        other.__exit__(None, None, None)
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)


def test_whoever_had_a_readable_folder_is_told(tmp_path: Path):
    run = Commands(tmp_path / "home")
    run("say", "おはよう")
    (tmp_path / "home").chmod(0o755)
    (tmp_path / "home" / "midterm.duckdb").chmod(0o644)
    process = run.process("recall", "おはよう")
    _, said = process.communicate(timeout=LONGEST)
    assert "other users of this machine could read" in said


def test_a_folder_in_use_says_who_has_it_and_since_when(tmp_path: Path):
    """Where the one who has it runs nobody else's commands."""
    home = tmp_path / "home"
    run = Commands(home)
    run("say", "おはよう")
    having = "with owned(Path(sys.argv[1])): print(flush=True); input()"
    program = f"import sys\nfrom pathlib import Path\nfrom lumina.databases.folder import owned\n{having}"
    command = [sys.executable, "-c", program, home]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        message = run.json("recall", "おはよう", status=1)["error"]["message"]
        owner = json.loads((home / "owner.json").read_text())
        assert f"{owner['command']} (process {process.pid}), since 20" in message
        process.communicate("\n", timeout=LONGEST)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_root_needs_no_folder_opened_for_the_account_that_runs_postgresql(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    wheel = postgres_programs.binaries().parent.parent
    copies = Path(tempfile.mkdtemp(dir="/var/tmp"))
    copies.chmod(0o755)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    for part in (wheel, wheel.with_name(f"{wheel.name}.libs")):
        (closed / part.name).symlink_to(part)
    monkeypatch.setattr(postgres_programs, "COPIES", copies)
    monkeypatch.setattr(postgres_embedded, "binaries", lambda: closed / wheel.name / "pginstall18" / "bin")
    tmp_path.chmod(0o700)
    try:
        Commands(tmp_path / "home")("say", "おはよう")
    finally:
        shutil.rmtree(copies)
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_who_starts_as_another_makes_the_account_that_runs_postgresql_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name, others = f"lumina-{os.getpid()}", tmp_path / "useradd"
    others.write_text(f'#!/bin/sh\n{shutil.which("useradd")} "$@"\nexit 9\n')
    others.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    try:
        postgres_programs.ensure_account(name)
        assert pwd.getpwnam(name).pw_uid
    finally:
        subprocess.run(["userdel", name], check=True, capture_output=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_an_account_that_cannot_be_made_is_said_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres_programs, "ACCOUNT_SECONDS", 0)
    with pytest.raises(StoreDown, match="not a name"):
        postgres_programs.ensure_account("not a name")


def test_windows_is_told_what_is_supported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit, match="WSL 2"):
        runpy.run_path(str(Path(lumina.__file__)))
