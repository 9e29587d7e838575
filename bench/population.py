"""What so many people cost, reckoned from what bench/growth.py measured of a few: docs/scale.md and docs/servers.md.

Pure: the tables of those pages are made of bench/growth.json alone (`make docs`).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

MEASURED: Final = Path(__file__).with_name("growth.json")
PEOPLE: Final = (100_000, 1_000_000, 10_000_000)
SAYINGS: Final = 5
"""That somebody says a day."""

PEAK: Final = 3.0
"""How much more is said in the busiest hour than on average."""

BUSY: Final = 0.5
"""The share of a processor that is planned with."""

MONTHS: Final = 12
JOBS: Final = "seconds of a day's jobs"
DAY: Final = 86_400.0
GIGA: Final = 1e9

EVERY: Final[Mapping[str, float]] = {
    "reconcile": 3600,
    "descend": 900,
    "embed_pending": 60,
    "heal": 60,
    "lifecycle": DAY,
    "summaries": 900,
    "let_go": 900,
}
"""Seconds between two rounds of a job."""

Language = Literal["en", "ja"]
COPIES: Final[Mapping[str, int]] = {"PostgreSQL": 2, "Redis": 2, "Qdrant": 2}
"""How many there are of what an engine keeps."""


@dataclass(frozen=True, slots=True)
class Node:
    """What one large server of an engine stands: cores, and bytes that it keeps. `many`: they share the people out."""

    cores: float
    bytes: float
    many: bool


NODES: Final[Mapping[str, Node]] = {
    "LUMINA": Node(1, 1e12, many=True),
    "PostgreSQL": Node(64, 16e12, many=False),
    "PgBouncer": Node(1, 1e12, many=True),
    "Redis": Node(1, 64e9, many=True),
    "Qdrant": Node(16, 2e12, many=True),
    "Neo4j": Node(32, 4e12, many=False),
}
"""Of Redis its memory, of LUMINA and PgBouncer a process: Python, PgBouncer and Redis use one core each."""

LOG: Final = 200e6
"""Bytes a second of its log that a PostgreSQL hands to its standby, and writes."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one person, in one engine: cores on average (of talk, and of jobs), bytes that a month adds (Redis: that are
    there at once)."""

    talk: float
    jobs: float
    bytes: float

    @property
    def cores(self) -> float:
        """In the busiest hour."""
        return self.talk * PEAK + self.jobs


@cache
def measured() -> Mapping[str, Any]:
    return json.loads(MEASURED.read_text(encoding="utf-8"))


def costs(found: Mapping[str, Any]) -> Mapping[str, Cost]:
    """By engine. What lies in Qdrant's and Neo4j's files takes as much as where there is much of it; Neo4j's are not
    measured where it did not come to rest."""
    points, memories = found["kept"]["points"], found["kept"]["memories"]
    many = {"Qdrant": points * found["bytes a point"], "Neo4j": memories * found.get("bytes a memory in Neo4j", 0.0)}
    kept = dict(found["bytes"]) | many
    return {
        name: Cost(
            talk=found["seconds a saying"][name] * SAYINGS / DAY,
            jobs=found[JOBS][name] / DAY,
            bytes=kept.get(name, 0.0) * (1 if name == "Redis" else 30 / found["days"]),
        )
        for name in NODES
    }


def stored(name: str, cost: Cost, people: float) -> float:
    """Bytes of all copies after MONTHS months."""
    return people * cost.bytes * (1 if name == "Redis" else MONTHS) * COPIES.get(name, 1)


def nodes(name: str, cost: Cost, people: float) -> int:
    """How many that many people want, without the copies."""
    node = NODES[name]
    by_cores = people * cost.cores / (node.cores * BUSY)
    by_bytes = stored(name, cost, people) / COPIES.get(name, 1) / node.bytes
    return max(1, -int(-max(by_cores, by_bytes) // 1))


@dataclass(frozen=True, slots=True)
class Limit:
    """What is reached with so many people; `many`: another server is added, and it goes on."""

    what: Mapping[Language, str]
    people: float
    many: bool = False


def limits(found: Mapping[str, Any]) -> Sequence[Limit]:
    """The first first."""
    each = costs(found)
    reached: list[Limit] = []
    for name, cost in each.items():
        node = NODES[name]
        cores, room = f"{node.cores:g} × {BUSY:.0%}", _size(node.bytes)
        reached.append(Limit(_cores(name, cores), node.cores * BUSY / cost.cores, node.many))
        if cost.bytes:
            full = node.bytes / (cost.bytes * (1 if name == "Redis" else MONTHS))
            reached.append(Limit(_room(name, room), full, node.many))
    for job, seconds in found["seconds of a quiet round"].items():
        if seconds > 0:
            reached.append(Limit(_round(job), EVERY[job] / seconds))
    log = found["bytes"]["its log"] / (found["days"] * DAY) * PEAK
    reached.append(
        Limit({"en": f"PostgreSQL's log, {_size(LOG)}/s", "ja": f"PostgreSQL のログ {_size(LOG)}/秒"}, LOG / log)
    )
    return sorted(reached, key=lambda limit: limit.people)


def _cores(name: str, cores: str) -> Mapping[Language, str]:
    return {"en": f"{name}, cores ({cores})", "ja": f"{name} のコア（{cores}）"}


def _room(name: str, room: str) -> Mapping[Language, str]:
    if name == "Redis":
        return {"en": f"Redis, memory ({room})", "ja": f"Redis のメモリー（{room}）"}
    return {"en": f"{name}, disk after a year ({room})", "ja": f"{name} の一年後のディスク（{room}）"}


def _round(job: str) -> Mapping[Language, str]:
    return {
        "en": f"a round of `{job}` takes as long as until the next ({EVERY[job]:,.0f} s)",
        "ja": f"`{job}` の一巡が次の回まで（{EVERY[job]:,.0f} 秒）かかる",
    }


def _size(bytes_: float) -> str:
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if bytes_ >= size:
            return f"{bytes_ / size:,.0f} {unit}" if bytes_ >= 10 * size else f"{bytes_ / size:,.1f} {unit}"
    return f"{bytes_:,.0f} B"


def _rounded(people: float) -> str:
    """Two digits are known, if as many."""
    digits = max(0, len(f"{people:.0f}") - 2)
    return f"{round(people / 10**digits) * 10**digits:,}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return (
        "\n".join("| " + " | ".join(line) + " |" for line in lines).replace("| --- ", "|---").replace("--- |", "---|")
    )


def a_person(_block: str, language: Language) -> str:
    """What was measured, an engine a row."""
    head = {
        "en": ("engine", "a saying (ms of processor)", "a day's jobs (ms of processor)", "a month (bytes)"),
        "ja": ("エンジン", "一言（プロセッサー ms）", "一日のジョブ（プロセッサー ms）", "一か月（バイト）"),
    }[language]
    found = measured()
    rows = [
        (
            name,
            f"{found['seconds a saying'][name] * 1e3:.1f}",
            f"{found[JOBS][name] * 1e3:.1f}",
            _size(cost.bytes) if cost.bytes else "",
        )
        for name, cost in costs(found).items()
    ]
    return _table(head, rows)


def populations(_block: str, language: Language, sizes: Sequence[int] = PEOPLE) -> str:
    """Cores in the busiest hour, what is stored after a year, and servers, an engine a row."""
    what = {"en": "{0:,} people", "ja": "{0:,} 人"}[language]
    columns = {"en": ("cores", "stored", "servers"), "ja": ("コア", "保存", "台数")}[language]
    head = ["", *(f"{what.format(size)}: {column}" for size in sizes for column in columns)]
    rows: list[list[str]] = []
    for name, cost in costs(measured()).items():
        row = [name]
        for size in sizes:
            room = _size(stored(name, cost, size)) if cost.bytes else ""
            count = nodes(name, cost, size)
            copies = COPIES.get(name, 1)
            row += [f"{size * cost.cores:,.1f}", room, f"{count:,} × {copies}" if copies > 1 else f"{count:,}"]
        rows.append(row)
    return _table(head, rows)


def saturated(_block: str, language: Language) -> str:
    """What is reached first, and what is then to be done about it."""
    head = {
        "en": ("what one server stands", "is reached with so many people", ""),
        "ja": ("一台で足りる限り", "この人数で届く", ""),
    }[language]
    more = {"en": "another server is added", "ja": "サーバーを足す"}[language]
    rows = [(limit.what[language], _rounded(limit.people), more if limit.many else "") for limit in limits(measured())]
    return _table(head, rows)
