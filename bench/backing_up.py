"""`python -m bench.backing_up`: a person with thousands of memories is backed up, again without a change, and restored;
seconds on the wall and of the processor, and megabytes. (PostgreSQL's seconds are among those of the backups; that of a
restore has ended by the time that they could be read.)

The life is that of bench.erasing_whole. `--url s3://…` is any place that LUMINA_BACKUP_URL may name.
"""

import argparse
import asyncio
import json
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.erasing_whole import ready
from bench.folder import settings
from bench.usage import Spent
from harness.made_up import END
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.settings import Settings
from lumina.stores.repository import open_repository
from lumina.transfer.backup.restoring import manifest_of, restore

Figures = dict[str, Any]


def unwatched(_done: int, _of: int) -> None: ...


async def backed_up(lumina: Lumina, minutes: int) -> Figures:
    before = Spent.now()
    made = await lumina.backups.make(END + timedelta(minutes=minutes), unwatched)
    spent = Spent.now().since(before)
    return {"wall": spent.wall, "cpu": spent.cpu, "megabytes": made.size / 1e6, "written": made.written / 1e6}


async def restored(target: Settings) -> Figures:
    before = Spent.now()
    repository = await open_repository(target, make=False)
    report = await restore(repository, await manifest_of(repository, None), target, ManualClock(END), unwatched)
    spent = Spent.now().since(before)
    return {"wall": spent.wall, "cpu": spent.cpu, "people": report.people, "differing": len(report.differing)}


async def measured(memories: int, url: str, endpoint: str, kept: Path | None) -> dict[str, Figures]:
    with TemporaryDirectory(prefix="lumina-backing-up-") as folder:
        place = Path(folder)
        where = {"backup_url": url or f"file://{place}/backups", "backup_endpoint": endpoint}
        home = settings(place / "home", **where)
        await ready(home, memories, kept)
        async with AsyncExitStack() as stack:
            lumina = await stack.enter_async_context(Lumina.open(home, ManualClock(END)))
            found = {"backup": await backed_up(lumina, 0), "again, unchanged": await backed_up(lumina, 1)}
        return {**found, "restore": await restored(settings(place / "again", **where))}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.backing_up", description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--url", default="", help="where the backups go (default: a folder that goes away)")
    parser.add_argument("--endpoint", default="", help="of an S3 server that is not AWS's")
    parser.add_argument("--kept", type=Path, help="where the folder is kept, so that the next run need not make it")
    given = parser.parse_args()
    found = asyncio.run(measured(given.memories, given.url, given.endpoint, given.kept))
    for name, figures in found.items():
        print(json.dumps({"what": name, **{key: round(value, 2) for key, value in figures.items()}}))  # noqa: T201


if __name__ == "__main__":
    main()
