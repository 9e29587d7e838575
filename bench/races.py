"""`python -m bench.races [--times N] [--seed N] [--servers]`: somebody types at the very moment at which their talk is
distilled, again and again, and both are held wherever dice say.

With `--servers` another LUMINA distils, on the same engines. Status 1 if a turn is lost or there twice, in whatever
memory or chunk, or if who typed was not answered or had the thread ended.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from rich.console import Console
from rich.progress import track

from harness.life import living
from harness.races import race
from harness.servers import serve_engines
from harness.soundness import Finding

TOGETHER = 100
"""Races in one life: the longer it is, the longer each takes."""


async def raced(times: int, seed: int, *, servers: bool) -> list[Finding]:
    """In a folder of its own."""
    async with AsyncExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lumina-races-"))) / "home"
        if not servers:
            return await race(await stack.enter_async_context(living(home)), times, seed)
        settings = await stack.enter_context(serve_engines()).emptied()
        one = await stack.enter_async_context(living(home, **settings))
        other = await stack.enter_async_context(living(home, one.clock, **settings))
        return await race(one, times, seed, archivist=other)


def verdict(times: int, findings: Sequence[Finding]) -> str:
    wrong = Counter(finding.wrong for finding in findings)
    return f"{times:,} races: {wrong['lost']} lost, {wrong['doubled']} doubled, {wrong['misplaced']} misplaced"


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.races", description=__doc__)
    parser.add_argument("--times", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--servers", action="store_true")
    given = parser.parse_args()
    findings: list[Finding] = []
    for first in track(range(0, given.times, TOGETHER), "races", console=Console(stderr=True)):
        times = min(TOGETHER, given.times - first)
        findings += asyncio.run(raced(times, given.seed + first, servers=given.servers))
    Console().print(verdict(given.times, findings), *findings, sep="\n", markup=False, highlight=False)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
