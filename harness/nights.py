"""The night after an erasure: files are written anew, and what was erased is sought in them."""

from collections import Counter
from collections.abc import Mapping

from lumina.app import Lumina
from lumina.reports import EraseReport

FILES = "found in files"


async def by_night(lumina: Lumina) -> Mapping[str, int]:
    """Until nothing waits any more: a busy machine may let a table wait."""
    counts: Counter[str] = Counter()
    while await lumina._parts.stores.records.incomplete():  # pyright: ignore[reportPrivateUsage]
        counts += Counter((await lumina.jobs.run("rewrite"))[0].counts)
    return counts


async def erased(lumina: Lumina, person: str, asked_by: str = "test") -> tuple[EraseReport, dict[str, int]]:
    """What the erasure told, and what is left after the night: by store, and in files."""
    report = await lumina.erasure.erase(person, (await lumina.erasure.preview(person)).token, asked_by)
    return report, {**report.residue, "files": (await by_night(lumina)).get(FILES, 0)}
