"""`python -m tools.weigher`: train what weighs claims, on its corpus, both languages (or `--language ja` alone).
`--folds` trains throw-away ones, each without some of the authors, and tells what they make of these."""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from lumina.distil.claims import weighed
from lumina.distil.claims.tagged.tagger import LANGUAGES
from lumina.distil.claims.weighed.weighing import ASSERTED_FROM, KEPT_FROM, RIGHT, limit
from lumina.distil.lasting import CERTAIN
from lumina.language.trained.field import Field
from tools.tagger.__main__ import fit
from tools.weigher.judged import GOOD, WRONG, Judged, read_judged

SETTINGS = {"c1": 0.0, "c2": 12.0, "max_iterations": 150}
"""Of L-BFGS: the weights of the L1 and L2 norms, chosen on folds."""

FOLDS = 6
LIMITS = (0.2, 0.4, 0.5, 0.6, CERTAIN, 0.8)


def train(judged: Sequence[Judged], file: Path) -> None:
    fit([([one.features], [RIGHT if one.verdict == GOOD else "not"]) for one in judged], file, SETTINGS)


def told(judged: Sequence[Judged], folder: Path) -> str:
    """A table: of what the rules assert by themselves, of what is weighed from each limit on, and of what is asserted
    and kept by both, how much there is, how much of it is right, and wrong, and how much of all that is right it has.
    Each is weighed by who never saw its author."""
    chances = dict[int, float]()
    for number, without in enumerate(_folds(judged)):
        file = folder / f"{number}.crfsuite"
        train([one for one in judged if one.by not in without], file)
        field = Field(file)
        chances |= {at: field.chances([one.features])[0][RIGHT] for at, one in enumerate(judged) if one.by in without}
    lines = [_line("rules", judged, [one for one in judged if one.confidence >= CERTAIN])]
    for least in LIMITS:
        lines.append(_line(f"{least}", judged, [one for at, one in enumerate(judged) if chances[at] >= least]))
    for name, limits in (("asserted", ASSERTED_FROM), ("kept", KEPT_FROM)):
        found = [one for at, one in enumerate(judged) if chances[at] >= limit(limits, one.confidence)]
        lines.append(_line(name, judged, found))
    return "\n".join(lines)


def _folds(judged: Sequence[Judged]) -> Sequence[frozenset[str]]:
    """The authors in parts that have about as many claims."""
    parts, sizes = [set[str]() for _ in range(FOLDS)], Counter(one.by for one in judged)
    for author, _ in sizes.most_common():
        min(parts, key=lambda part: sum(sizes[one] for one in part)).add(author)
    return [frozenset(part) for part in parts]


def _line(name: str, judged: Sequence[Judged], found: Sequence[Judged]) -> str:
    verdicts = Counter(one.verdict for one in found)
    right, all_right = verdicts[GOOD], sum(one.verdict == GOOD for one in judged)
    count, wrong = max(1, len(found)), verdicts[WRONG]
    shares = f"right {right / count:.3f}, wrong {wrong / count:.3f}, of the right {right / all_right:.3f}"
    return f"  {name}: {len(found)}, {shares}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.weigher", description=__doc__)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--folds", action="store_true")
    given = parser.parse_args()
    for language in given.language or LANGUAGES:
        judged = read_judged(language)
        if given.folds:
            with TemporaryDirectory() as folder:
                Console().print(f"{language}: {len(judged)} claims\n{told(judged, Path(folder))}")
        else:
            train(judged, Path(weighed.__file__).parent / f"right.{language}.crfsuite")


if __name__ == "__main__":
    main()
