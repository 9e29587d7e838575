"""`python -m tools.ranker`: train the ranker on its corpus, both languages (or `--language ja` alone). `--without A`
trains a throw-away ranker without what the author A wrote, and tells how it does on that; `--weights FILE` keeps it."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console

from lumina.distil.claims.tagged.tagger import LANGUAGES
from lumina.voices import ranking
from lumina.voices.ranking.ranker import Weights
from tools.ranker.histories import examples
from tools.ranker.training import read, train
from tools.ranker.trying import told


def write(weights: Mapping[str, Weights], file: Path) -> None:
    file.write_text(json.dumps(weights, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.ranker", description=__doc__)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--without", metavar="AUTHOR", help="a letter of the corpus' files")
    parser.add_argument("--weights", type=Path, help="where a throw-away ranker is kept")
    given = parser.parse_args()
    for language in given.language or LANGUAGES:
        if not given.without:
            write(train(read(examples(language))), Path(ranking.__file__).parent / f"weights.{language}.json")
            continue
        weights = train(read(examples(language, f"[!{given.without}]")))
        left_out = told(read(examples(language, given.without)), weights)
        Console(soft_wrap=True).print(f"{language} without {given.without}\n{left_out}")
        if given.weights:
            write(weights, given.weights)


if __name__ == "__main__":
    main()
