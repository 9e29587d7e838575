"""PostgreSQL on loopback."""

import os
import shutil
import signal
import struct
import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from tools.servers.certificate import make_certificate
from tools.servers.programs import DEBIAN, libraries, postgres_programs
from tools.servers.serving import Server, answers, folder_that_goes_away, free_port, rights, served

ACCOUNT = "nobody"
"""PostgreSQL refuses to run as root."""

_NAMED = b"user\0postgres\0database\0postgres\0\0"
STARTUP = struct.pack(">ii", 8 + len(_NAMED), 3 << 16) + _NAMED
AUTHENTICATE = b"R"
"""Its answer; while it starts, it is an error."""

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "300",
    "timezone": "UTC",
}
FORGETFUL = {"fsync": "off", "full_page_writes": "off"}
"""For tests: what was committed survives the death of the server, but not of the machine."""


@contextmanager
def serve_postgres(
    *, settings: Mapping[str, str] = FORGETFUL, tls: bool = False, programs: Path | None = None
) -> Generator[Server]:
    """A PostgreSQL with a password (SCRAM), of these programs or of those that are here; with `tls` the url names its
    certificate. Raises Missing."""
    programs, port, password = programs or postgres_programs(), free_port(), token_hex(8)
    account = ACCOUNT if os.geteuid() == 0 else None
    with folder_that_goes_away("postgres") as folder:
        _make_cluster(programs, folder, password, account)
        options, trusted = {**SETTINGS, "port": str(port), **settings}, ""
        if tls:
            certificate, key = make_certificate(folder)
            shutil.chown(key, account or os.geteuid())
            options |= {"ssl": "on", "ssl_cert_file": str(certificate), "ssl_key_file": str(key)}
            trusted = f"?sslmode=verify-full&sslrootcert={certificate}"
        with served(
            Server(
                name="PostgreSQL",
                url=f"postgresql://postgres:{password}@127.0.0.1:{port}/postgres{trusted}",
                command=[programs / "postgres", "-D", folder / "data", *options_of(options)],
                environment=libraries(),
                folder=folder,
                ready=lambda: answers(port, STARTUP, AUTHENTICATE),
                account=account,
                farewell=signal.SIGINT,
            )
        ) as server:
            yield server


def options_of(settings: Mapping[str, str]) -> Sequence[str]:
    """As its command line takes them."""
    return [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]


def _make_cluster(programs: Path, folder: Path, password: str, account: str | None) -> None:
    secret = folder / "password"
    secret.write_text(password)
    if account:
        for place in (folder, secret):
            shutil.chown(place, account)
        let_pass(programs)
    subprocess.run(
        [
            *(programs / "initdb", "-D", folder / "data", "--username=postgres", f"--pwfile={secret}"),
            *("--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"),
        ],
        check=True,
        capture_output=True,
        cwd=folder,
        env=dict(libraries()),
        **rights(account),
    )
    secret.unlink()


def let_pass(programs: Path) -> None:
    """Programs that root unpacked are run by another account: it gets through (not read) the folders above."""
    if DEBIAN in programs.parents:
        for above in programs.parents:
            mode = above.stat().st_mode
            if not mode & 0o001:
                above.chmod(mode | 0o001)
