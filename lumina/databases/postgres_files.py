"""The files of an embedded PostgreSQL: how damage to them is seen, and those that LUMINA writes itself.

Pages of tables have checksums of PostgreSQL's own, but a table that was cut is a short table to it, and what it notes
of transactions has no checksums at all. So the files are sealed while no server runs.
"""

import shutil
from pathlib import Path
from zlib import crc32

from lumina.databases.seals import Broken, measured, seal, unseal
from lumina.errors import FolderForeign

CONFIGURATION = {
    "postgresql.conf": "# All settings are given on the command line, by LUMINA, which writes this file.\n",
    "postgresql.auto.conf": "",
    "pg_hba.conf": "local all all trust\n",
    "pg_ident.conf": "",
}
PAGES = frozenset({"base", "global"})
TRANSACTIONS = frozenset({"pg_xact", "pg_multixact", "pg_commit_ts", "pg_twophase"})
SMALL = frozenset({"PG_VERSION", "pg_filenode.map"})
LOG = "pg_wal"
MADE_ANEW = ("_fsm", "_vm", ".init")
"""The ends of the names of what PostgreSQL does without."""

CONTROL = "global/pg_control"
"""Changes whenever a server starts or stops, and has a checksum of its own."""


def seal_cluster(folder: Path) -> None:
    """Once its server is gone."""
    seal(folder, measured(folder, _depth), _token(folder))


def check_cluster(folder: Path) -> None:
    """Before its server is started. Raises FolderForeign where a file is damaged. A cluster that another program served
    meanwhile, or whose server was killed, is left to PostgreSQL."""
    try:
        unseal(folder, _token(folder))
    except Broken as broken:
        raise FolderForeign(folder=folder, why=broken.why) from broken


def configure(folder: Path, account: str | None) -> None:
    """Write what PostgreSQL reads before all else, for the account that runs it, where it is not there or not ours."""
    for name, content in CONFIGURATION.items():
        file = folder / name
        if not file.is_file() or file.read_bytes() != content.encode():
            file.write_text(content)
            file.chmod(0o600)
            if account:
                shutil.chown(file, account, account)


def _depth(name: str) -> bool | None:
    """Sizes of what has checksums and may be large."""
    if name.endswith(MADE_ANEW) or name == CONTROL:
        return None
    place, itself = name.partition("/")[0], name.rpartition("/")[2]
    if place in TRANSACTIONS or itself in SMALL:
        return True
    return False if place in PAGES or place == LOG else None


def _token(folder: Path) -> str:
    try:
        return f"{crc32((folder / CONTROL).read_bytes()):08x}"
    except OSError:
        return ""
