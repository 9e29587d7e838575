"""A PostgreSQL with a standby that has whatever is acknowledged: the one is killed, the other goes on in its place."""

import shutil
import subprocess
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import LiteralString
from urllib.parse import urlsplit

import psycopg

from tools.servers.postgres_server import AUTHENTICATE, FORGETFUL, SETTINGS, STARTUP, options_of, serve_postgres
from tools.servers.programs import libraries
from tools.servers.serving import POLL_SECONDS, START_SECONDS, Server, answers, free_port, rights

SYNCHRONOUS = "alter system set synchronous_standby_names = '*'"
PROMOTE = "select pg_promote()"
RELOAD = "select pg_reload_conf()"
KEEP = (
    "select pg_create_physical_replication_slot(%(slot)s)"
    " where not exists (select from pg_replication_slots where slot_name = %(slot)s)"
)
HAS_ALL = "select count(*) from pg_stat_replication where sync_state = 'sync' and state = 'streaming'"


@dataclass
class Pair:
    """`url` names both; it leads to the one that takes what is written. With a `slot` the primary keeps its log for the
    standby while that is away."""

    primary: Server
    standby: Server
    slot: str = ""
    told: list[Callable[[Server], None]] = field(default_factory=list[Callable[[Server], None]])
    """Who is told of another primary, once it takes connections."""

    @property
    def url(self) -> str:
        first, second = sorted((self.primary, self.standby), key=lambda server: server.url)
        hosts = f"{urlsplit(first.url).netloc},{urlsplit(second.url).netloc.rpartition('@')[2]}"
        return urlsplit(first.url)._replace(netloc=hosts, query="target_session_attrs=read-write").geturl()

    def fail_over(self) -> None:
        """The primary dies, the standby is promoted. Nobody waits for a second one until rejoin()."""
        self.primary.kill()
        self.primary, self.standby = self.standby, self.primary
        _told(self.primary, PROMOTE)
        for tell in self.told:
            tell(self.primary)

    def lose_standby(self) -> None:
        """It dies; from now on nothing is acknowledged until rejoin()."""
        self.standby.kill()

    def rejoin(self) -> None:
        """Who is not the primary begins anew as its standby; returns once whatever is acknowledged lies there, too."""
        self.standby.stop()
        if self.slot:
            _told(self.primary, KEEP, {"slot": self.slot})
        copy_of(self.primary, self.standby, self.slot)
        self.standby.start()
        _told(self.primary, SYNCHRONOUS)
        _told(self.primary, RELOAD)
        end = time.monotonic() + START_SECONDS
        while _asked(self.primary, HAS_ALL) != 1:
            if time.monotonic() > end:
                raise RuntimeError("the standby does not follow")
            time.sleep(POLL_SECONDS)


@contextmanager
def serve_pair(slot: str = "") -> Generator[Pair]:
    """Raises Missing."""
    with serve_postgres() as primary, _beside(primary) as standby:
        pair = Pair(primary, standby, slot)
        pair.rejoin()
        yield pair


@contextmanager
def _beside(primary: Server) -> Generator[Server]:
    """Not started yet; its data lies beside that of the primary, which goes away last."""
    port, folder = free_port(), primary.folder.parent / "standby"
    folder.mkdir()
    if primary.account:
        shutil.chown(folder, primary.account)
    way = urlsplit(primary.url)
    options = {**SETTINGS, "port": str(port), **FORGETFUL}
    server = Server(
        name="PostgreSQL's standby",
        url=way._replace(netloc=f"{way.netloc.rpartition(':')[0]}:{port}").geturl(),
        command=[primary.command[0], "-D", folder / "data", *options_of(options)],
        environment=libraries(),
        folder=folder,
        ready=lambda: answers(port, STARTUP, AUTHENTICATE),
        account=primary.account,
        farewell=primary.farewell,
    )
    try:
        yield server
    finally:
        if server.process:
            server.stop()


def copy_of(primary: Server, standby: Server, slot: str = "") -> None:
    """What the standby begins with, in place of what it had, and the slot of the primary's by which it follows."""
    data = standby.folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    subprocess.run(
        [
            *(Path(primary.command[0]).with_name("pg_basebackup"), "--pgdata", data, "--dbname", primary.url),
            *("--write-recovery-conf", "--checkpoint=fast", "--no-sync"),
            *(("--slot", slot) if slot else ()),
        ],
        check=True,
        capture_output=True,
        cwd=standby.folder,
        env=dict(libraries()),
        **rights(standby.account),
    )
    with (data / "postgresql.auto.conf").open("a") as settings:
        settings.write("synchronous_standby_names = ''\n")  # once it is the primary, until it has a standby itself


def _asked(server: Server, question: LiteralString) -> object:
    with psycopg.connect(server.url, autocommit=True) as connection:
        row = connection.execute(question).fetchone()
        return row[0] if row else None


def _told(server: Server, order: LiteralString, given: Mapping[str, str] | None = None) -> None:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(order, given)
