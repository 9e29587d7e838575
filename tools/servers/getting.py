"""Gets the engines: Redis, PostgreSQL and PgBouncer from Debian, Neo4j from Maven, an S3 server from Go's proxy, into a
folder of this checkout.

Packages are unpacked, not installed: no service starts by itself, and nobody needs to be root.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.servers.neo4j_server import keep_classes
from tools.servers.programs import (
    CLASSES,
    COMPLETE,
    DEBIAN,
    GO,
    JARS,
    ROOT,
    Missing,
    neo4j_jars,
    pgbouncer,
    postgres_programs,
    redis_server,
    versitygw,
)


class NotGot(Exception):
    """{what} cannot be had: {why}."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__((type(self).__doc__ or "").format(what=what, why=why))


VERSITYGW = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"

FROM_DEBIAN = {"redis-server": redis_server, "postgresql": postgres_programs, "pgbouncer": pgbouncer}


def get_missing() -> None:
    """Get what is not here. Raises NotGot."""
    packages = [package for package, find in FROM_DEBIAN.items() if _is_missing(find)]
    if packages:
        _unpack(packages)
    if _is_missing(neo4j_jars):
        _copy_jars()
    if not CLASSES.exists():
        keep_classes()
    if _is_missing(versitygw):
        _build_versitygw()


def _is_missing(find: Callable[[], Path]) -> bool:
    try:
        find()
    except Missing:
        return True
    return False


def _unpack(packages: Sequence[str]) -> None:
    """These packages and what they need that the system does not have."""
    _need("apt-get", "dpkg-deb", how=f"{', '.join(FROM_DEBIAN)} come from Debian; elsewhere install them yourself")
    if os.geteuid() == 0:
        _run("apt-get", "update", "-qq")
    with tempfile.TemporaryDirectory(prefix="lumina-debs-") as archives:
        options = (f"Dir::Cache::archives={archives}", "Debug::NoLocking=1", "APT::Sandbox::User=root")
        _run(
            *("apt-get", "install", "-qq", "-y", "--no-install-recommends", "--download-only"),
            *(word for option in options for word in ("-o", option)),
            *packages,
        )
        DEBIAN.mkdir(parents=True, exist_ok=True)
        for package in sorted(Path(archives).glob("*.deb")):
            _run("dpkg-deb", "-x", str(package), str(DEBIAN))


def _copy_jars() -> None:
    """Marked as complete at the end: who is killed in between begins again."""
    _need("java", "mvn", how="Neo4j needs Java 17 or 21 and Maven (Debian: apt install default-jre-headless maven)")
    shutil.rmtree(JARS, ignore_errors=True)
    _run(
        *("mvn", "-q", "-B", "-f", str(ROOT / "infra" / "neo4j" / "pom.xml")),
        *("dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={JARS}"),
    )
    (JARS / COMPLETE).touch()


def _build_versitygw() -> None:
    _need("go", how="versitygw, the S3 server of the tests, is built with Go (Debian: apt install golang)")
    _run("env", f"GOBIN={GO}", "go", "install", VERSITYGW)


def _need(*programs: str, how: str) -> None:
    if absent := [program for program in programs if not shutil.which(program)]:
        raise NotGot(" and ".join(absent), how)


def _run(*command: str) -> None:
    done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise NotGot(f"what {command[0]} should bring", " ".join(done.stderr.split()) or "it gave no reason")
