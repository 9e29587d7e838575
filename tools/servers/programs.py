"""Where the engines' programs are: installed in the system, or unpacked into this checkout by getting.py."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GOT = ROOT / ".servers"
DEBIAN = GOT / "debian"
JARS = GOT / "neo4j"
CLASSES = JARS / "classes.jsa"
"""What Java has read of the jars once, as it maps it at each start: the class data archive of those who serve Neo4j."""

GO = GOT / "go"
COMPLETE = "complete"
OLDEST_POSTGRES = 15


class Missing(Exception):
    """{what} is not here; `make servers ARGS=--get` gets it."""

    def __init__(self, what: str) -> None:
        super().__init__((type(self).__doc__ or "").format(what=what))


def redis_server() -> Path:
    """Raises Missing."""
    installed, got = shutil.which("redis-server"), DEBIAN / "usr" / "bin" / "redis-server"
    if not installed and not got.exists():
        raise Missing("redis-server")
    return Path(installed or got)


def postgres_programs() -> Path:
    """The folder with initdb, postgres and the rest, of the newest PostgreSQL >= 15. Raises Missing."""
    found = [
        (int(folder.parent.name), folder)
        for root in (Path("/"), DEBIAN)
        for folder in (root / "usr" / "lib" / "postgresql").glob("[0-9]*/bin")
        if (folder / "postgres").exists() and int(folder.parent.name) >= OLDEST_POSTGRES
    ]
    if not found:
        raise Missing(f"PostgreSQL {OLDEST_POSTGRES} or newer")
    return max(found)[1]


def pgbouncer() -> Path:
    """Raises Missing."""
    installed = shutil.which("pgbouncer", path=f"{os.defpath}:/usr/sbin")
    got = DEBIAN / "usr" / "sbin" / "pgbouncer"
    if not installed and not got.exists():
        raise Missing("PgBouncer")
    return Path(installed or got)


def neo4j_jars() -> Path:
    """The folder with Neo4j's jars; Java is there, too. Raises Missing."""
    if not shutil.which("java"):
        raise Missing("Java")
    if not (JARS / COMPLETE).exists():
        raise Missing("Neo4j")
    return JARS


def versitygw() -> Path:
    """An S3 server. Raises Missing."""
    installed, got = shutil.which("versitygw"), GO / "versitygw"
    if not installed and not got.exists():
        raise Missing("versitygw")
    return Path(installed or got)


def libraries() -> Mapping[str, str]:
    """The environment in which what was unpacked finds its libraries, and nothing else of the caller's."""
    folders = [DEBIAN / "usr" / "lib", *(DEBIAN / "usr" / "lib").glob("*-linux-gnu*")]
    return {"LC_ALL": "C", "PATH": os.defpath, "LD_LIBRARY_PATH": ":".join(map(str, folders))}
