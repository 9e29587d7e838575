"""`python -m bench.machines --minutes 5`: as bench.mixed, on machines that share engines alone, which are lost as well.

Each of the four processes has a folder of its own, empty whenever it starts. PostgreSQL has a synchronous standby and a
PgBouncer in transaction mode before it; one after the other the primary dies and the standby goes on in its place, the
standby dies, PgBouncer, Redis (which forgets everything), Qdrant and Neo4j are lost, each brought back some time later.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from bench.mixed import shown
from harness.mishaps import kept_by, serve_laid_out
from harness.mixed import played


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.machines", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--cluster", action="store_true", help="Redis is a cluster of six")
    given = parser.parse_args()
    Console().print(f"seed {given.seed}")
    with (
        tempfile.TemporaryDirectory(prefix="lumina-machines-") as folder,
        serve_laid_out(cluster=given.cluster) as laid,
    ):
        place = Path(folder)
        settings = {**asyncio.run(laid.emptied()), **kept_by(place), "source_timeout": 60}
        play = played(given.minutes * 60, given.seed, place / "home", settings, apart=True, mishaps=laid.mishaps)
    return shown(play)


if __name__ == "__main__":
    sys.exit(main())
