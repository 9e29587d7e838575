"""Erasing a person, with the search for what is left."""

from dataclasses import asdict
from pathlib import Path

from bench.folder import settings
from bench.usage import Spent
from harness.made_up import END, PERSON
from lumina.app import Lumina
from lumina.clock import ManualClock


async def erased(home: Path) -> dict[str, float]:
    """Seconds on the wall and of CPU. Raises RuntimeError if anything is left."""
    async with Lumina.open(settings(home), ManualClock(END)) as lumina:
        preview = await lumina.erasure.preview(PERSON)
        before = Spent.now()
        report = await lumina.erasure.erase(PERSON, preview.token, asked_by="bench")
        spent = Spent.now().since(before)
    if any(report.residue.values()):
        raise RuntimeError(f"left behind: {report.residue}")
    return asdict(spent) | {"cpu": spent.cpu}
