"""Damage to the files of a data folder, one at a time, and what LUMINA makes of it."""

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from harness.copies import copy_home
from harness.forking import forkserver
from harness.waiting import LONGEST
from lumina.cli import main as main_command
from lumina.databases.postgres import Database
from lumina.databases.postgres_embedded import embedded_postgres

PERSON = "葵"
NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
QUESTION = "堰でカワセミを見たのはいつ？"
PATIENCE = LONGEST
"""Seconds until a command that says nothing counts as stuck."""

DAMAGES = ("gone", "empty", "half", "bit")
OURS = "select pg_relation_filepath(oid::regclass) from pg_class where relname = any(%s)"
RELATIONS = ["turns", "turns_pkey", "memories", "entries", "pg_class", "pg_attribute", "pg_class_oid_index"]
KINDS = (
    "lumina.json",
    "owner.json",
    "lock",
    "lumina.log",
    "history/*",
    "cache/*",
    "cache/*/*",
    "midterm.duckdb",
    "index/*/*/current.json",
    "index/*/*/sealed.json",
    "index/*/memories/shard-*",
    "postgres/PG_VERSION",
    "postgres/*.conf",
    "postgres/sealed.json",
    "postgres/postmaster.opts",
    "postgres/log",
    "postgres/global/pg_*",
    "postgres/global/1262",
    "postgres/global/1260",
    "postgres/pg_wal/0*",
    "postgres/pg_xact/*",
    "postgres/pg_multixact/*/*",
    "postgres/pg_subtrans/*",
    "postgres/pg_logical/*",
    "postgres/pg_stat/*",
    "postgres/base/5/PG_VERSION",
    "postgres/base/5/pg_filenode.map",
    "postgres/base/1/1259",
)


@dataclass(frozen=True, slots=True)
class Case:
    file: Path
    damage: str


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    seconds: float
    shape: Any
    err: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a damaged folder: "healed", "refused", or "wrong", and what it said."""

    verdict: str
    said: str
    seconds: float


def lumina(home: Path, *words: str) -> Answer:
    """A command with --json, in a process of its own, forked from one that has imported everything."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        process = forkserver().Process(target=_child, args=(home, [*words, "--json"], folder))
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
            return Answer(-1, PATIENCE, None, "no answer")
        out, err = (Path(folder, name).read_text(errors="replace") for name in ("out", "err"))
    try:
        shape = json.loads(out)
    except ValueError:
        shape = None
    return Answer(process.exitcode, time.monotonic() - began, shape, err)


def _child(home: Path, words: list[str], folder: str) -> None:
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(Path(folder, name), os.O_WRONLY | os.O_CREAT), number)
    os.environ |= {"LUMINA_HOME": str(home), "LUMINA_LANGUAGE": "en", "LUMINA_USER": PERSON}
    main_command(words, prog_name="lumina")


def live(home: Path) -> None:
    """Sixty turns, their jobs, a document, and what was typed into a chat."""
    spoken = (
        {"speaker": PERSON, "text": f"{nr}回めは{['公園', '京都', '堰'][nr % 3]}で{bird}を見た", "at": at.isoformat()}
        for nr in range(1, 61)
        for bird in [["カワセミ", "メジロ", "犬", "猫", "紅葉"][nr % 5]]
        for at in [NOW - timedelta(days=1.7 * (61 - nr))]
    )
    with tempfile.TemporaryDirectory() as folder:
        life, tea = Path(folder, "life.jsonl"), Path(folder, "tea.md")
        life.write_text("\n".join(map(json.dumps, spoken)), encoding="utf-8")
        tea.write_text("玉露は五十度の湯で淹れる。", encoding="utf-8")
        at = NOW.isoformat()
        for words in (
            ["import", str(life), "--user", PERSON],
            ["kb", "add", "kb:tea", str(tea)],
            ["jobs", "run", "all", "--at", at],
            ["say", "--at", at, "堰へ行った"],
            ["jobs", "run", "all", "--at", at],
        ):
            if (answer := lumina(home, *words)).status:
                raise RuntimeError(f"{words}: {answer}")
    (home / "history").mkdir(exist_ok=True)
    (home / "lumina.log").write_text("2026-11-22 08:00:00,000 1 WARNING lumina: …\n", encoding="utf-8")


async def _relations(home: Path) -> list[str]:
    async with embedded_postgres(home / "postgres") as dsn, Database.open(dsn) as database:
        return [path for (path,) in await database.fetch(OURS, (RELATIONS,)) if path]


def files(home: Path, kinds: Sequence[str] = KINDS) -> Iterator[Path]:
    """One or more of each kind, as paths within the folder."""
    below = [path.relative_to(home) for path in sorted(home.rglob("*")) if path.is_file()]
    shard = "index/*/memories/shard-*"
    yield from (path for path in below if any(kind != shard and _is_of(path, kind) for kind in kinds))
    if shard in kinds:
        yield from (path for path in below if fnmatch(str(path), shard))
    if kinds is KINDS:
        yield from (Path("postgres", path) for path in asyncio.run(_relations(home)))


def _is_of(path: Path, kind: str) -> bool:
    return len(path.parts) == kind.count("/") + 1 and fnmatch(str(path), kind)


def damage(path: Path, how: str) -> None:
    """Delete it, empty it, cut it in half, or change a bit where something is written."""
    size = path.stat().st_size
    if how == "gone":
        path.unlink()
    elif how == "empty":
        os.truncate(path, 0)
    elif how == "half":
        os.truncate(path, size // 2)
    elif size:
        with path.open("r+b") as file:
            content = file.read(1 << 20)
            at = next((at for at in range(len(content) // 3, len(content)) if content[at]), 0)
            file.seek(at)
            file.write(bytes([content[at] ^ 1]))


def asked(home: Path) -> list[Any]:
    """What recall answers, but for what differs each time."""
    answer = lumina(home, "recall", "--at", NOW.isoformat(), "--unit", "turn", QUESTION)
    if answer.status:
        raise RuntimeError(str(answer))
    return _hits(answer)


def _hits(answer: Answer) -> list[Any]:
    return [(hit["text"], hit["turns"]) for hit in answer.shape["hits"]]


def tried(home: Path, expected: list[Any], case: Case) -> Outcome:
    """The doctor first, then recall, on a copy."""
    with tempfile.TemporaryDirectory(prefix="lumina-damage-", dir=home.parent) as folder:
        copy = copy_home(home, Path(folder, "home"))
        damage(copy / case.file, case.damage)
        doctor = lumina(copy, "doctor")
        recall = lumina(copy, "recall", "--at", NOW.isoformat(), "--unit", "turn", QUESTION)
        mended = _mended(copy, doctor, recall)
        if mended:
            recall = lumina(copy, "recall", "--at", NOW.isoformat(), "--unit", "turn", QUESTION)
        wrong = [*_wrong_with(doctor), *_wrong_with(recall)]
        if recall.status == 0 and _hits(recall) != expected:
            wrong.append("other hits")
        said = _said(doctor)
        verdict = "wrong" if wrong else "healed" if recall.status == doctor.status == 0 or mended else "refused"
        return Outcome(verdict, "; ".join([*wrong, said]), max(doctor.seconds, recall.seconds))


def _mended(home: Path, doctor: Answer, recall: Answer) -> bool:
    """Where the doctor names a command that mends it, or recall a store that it lacks: whether that command does."""
    if "lumina jobs run" not in _said(doctor) and not _lacks(recall):
        return False
    lumina(home, "jobs", "run", "reconcile", "--at", NOW.isoformat())
    return lumina(home, "doctor").status == 0


def _lacks(recall: Answer) -> bool:
    return recall.status == 0 and bool(recall.shape["missing"])


def _wrong_with(answer: Answer) -> Iterator[str]:
    if answer.status < 0:
        yield f"signal {-answer.status}" if answer.seconds < PATIENCE else "no answer"
    if "Traceback" in answer.err or "panicked" in answer.err:
        yield "traceback"
    if answer.status > 0 and (answer.shape is None or answer.err.count("\n") > 1):
        yield f"not one line: {answer.err}"


def _said(answer: Answer) -> str:
    if not answer.shape:
        return answer.err.strip()
    if "error" in answer.shape:
        return answer.shape["error"]["message"]
    ill = [f"{name}: {one['detail']}" for name, one in answer.shape["stores"].items() if one["state"] != "ok"]
    return "; ".join(ill)
