"""`python -m bench.damage`: every kind of file of a data folder damaged, one at a time, in each of four ways.

A folder with a small life is copied, one file of it is deleted, emptied, cut in half, or changed by a bit, and then
`lumina doctor` and `lumina recall` are asked. Either all is there as before, or it is refused in one line; nothing may
end by a signal, with a traceback, or take long. Status 1 if any of that happens.
"""

import argparse
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from functools import partial
from pathlib import Path

from rich.console import Console

from harness.damage import DAMAGES, Case, asked, files, live, tried


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.damage", description=__doc__)
    parser.add_argument("--only", default="*", help="files whose path fits this pattern")
    parser.add_argument("--damages", default=",".join(DAMAGES), help="how, comma-separated")
    parser.add_argument("--at-once", type=int, default=2, help="folders at the same time")
    parser.add_argument("--in", dest="place", type=Path, default=None, help="where the folders are made")
    given = parser.parse_args()
    console, verdicts = Console(width=200), Counter[str]()
    with tempfile.TemporaryDirectory(prefix="lumina-damage-", dir=given.place) as folder:
        home = Path(folder, "home")
        live(home)
        expected = asked(home)
        chosen = [path for path in files(home) if fnmatch(str(path), given.only)]
        cases = [Case(path, how) for path in chosen for how in given.damages.split(",")]
        with ThreadPoolExecutor(given.at_once) as pool:
            for case, outcome in zip(cases, pool.map(partial(tried, home, expected), cases), strict=True):
                verdicts[outcome.verdict] += 1
                what = f"{outcome.verdict:8}{case.damage:6}{outcome.seconds:5.1f} s  {case.file}"
                style = "red" if outcome.verdict == "wrong" else ""
                console.print(what, outcome.said[:300], style=style, markup=False, highlight=False)
    console.print(dict(verdicts))
    return 1 if verdicts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
