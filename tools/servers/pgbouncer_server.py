"""PgBouncer in transaction mode on loopback, before a PostgreSQL."""

import os
import shutil
import signal
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tools.servers.postgres_server import ACCOUNT, AUTHENTICATE, STARTUP, let_pass
from tools.servers.programs import libraries, pgbouncer
from tools.servers.serving import Server, answers, folder_that_goes_away, free_port, served

SETTINGS = {
    "listen_addr": "127.0.0.1",
    "unix_socket_dir": "",
    "auth_type": "scram-sha-256",
    "pool_mode": "transaction",
    "default_pool_size": "6",
    "max_client_conn": "1000",
    "server_login_retry": "1",
}


@dataclass
class PgBouncer(Server):
    """`url` is the way through it to the database `postgres`; it knows every other one by its name. `more` are settings
    of its own."""

    more: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def settings(self) -> Path:
        return self.folder / "pgbouncer.ini"

    def lead_to(self, postgres: Server) -> None:
        """From now on it leads to this one: as an operator does it, or whatever elects a primary."""
        self.write(postgres.url)
        if self.process:
            self.process.send_signal(signal.SIGHUP)

    def write(self, postgres: str) -> None:
        """Its settings, by which it leads to the server of this url."""
        to = urlsplit(postgres)
        own = {"listen_port": str(urlsplit(self.url).port), "auth_file": str(self._users)}
        lines = "\n".join(f"{name} = {value}" for name, value in {**SETTINGS, **own, **self.more}.items())
        way = f"* = host={to.hostname} port={to.port}"
        self.settings.write_text(f"[databases]\n{way}\n[pgbouncer]\n{lines}\n")
        self._users.write_text(f'"{to.username}" "{to.password}"\n')

    @property
    def _users(self) -> Path:
        return self.folder / "users.txt"


@contextmanager
def serve_pgbouncer(postgres: Server, **settings: str) -> Generator[PgBouncer]:
    """One before this server, `settings` beside SETTINGS. Raises Missing."""
    program, port, to = pgbouncer(), free_port(), urlsplit(postgres.url)
    account = ACCOUNT if os.geteuid() == 0 else None
    with folder_that_goes_away("pgbouncer") as folder:
        way = to._replace(netloc=f"{to.username}:{to.password}@127.0.0.1:{port}")
        server = PgBouncer(
            name="PgBouncer",
            url=way.geturl(),
            command=[program, folder / "pgbouncer.ini"],
            environment=libraries(),
            folder=folder,
            ready=lambda: answers(port, STARTUP, AUTHENTICATE),
            account=account,
            more=settings,
        )
        server.write(postgres.url)
        if account:
            let_pass(Path(program))
            for place in (folder, *folder.iterdir()):
                shutil.chown(place, account)
        with served(server):
            yield server
