"""`python -m tools.ranker`: train the ranker on its corpus, both languages (or `--language ja` alone). `--without A`
(a letter: an author of histories) or `--without 3` (a number: one of people) trains a throw-away ranker without what
that author wrote, and tells how it does on that; `--weights FILE` keeps it. `tools.ranker.meaning` comes first."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console

from lumina.distil.claims.tagged.tagger import LANGUAGES
from lumina.voices import ranking
from lumina.voices.ranking.meaning import tables_in
from lumina.voices.ranking.ranker import Weights
from tools.ranker.histories import examples, of_people
from tools.ranker.people import half_of, without_half
from tools.ranker.training import Read, read, train
from tools.ranker.trying import told


def write(weights: Mapping[str, Weights], file: Path) -> None:
    file.write_text(json.dumps(weights, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def read_all(language: str) -> list[Read]:
    """Of an author among the people, what words mean is taken from the other half of them; histories, which are fewer
    and plainer, count twice."""
    without = [tables_in(without_half(half, language)) for half in (0, 1)]
    told = read(of_people(language), lambda author: without[half_of(author)])
    histories = read(examples(language))
    return [*histories, *histories, *told]


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.ranker", description=__doc__)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--without", metavar="AUTHOR", help="a letter or number of the corpus' files")
    parser.add_argument("--weights", type=Path, help="where a throw-away ranker is kept")
    given = parser.parse_args()
    for language in given.language or LANGUAGES:
        every = read_all(language)
        if not given.without:
            write(train(every), Path(ranking.__file__).parent / f"weights.{language}.json")
            continue
        weights = train([one for one in every if one.example.author != given.without])
        left_out = told([one for one in every if one.example.author == given.without], weights)
        Console(soft_wrap=True).print(f"{language} without {given.without}\n{left_out}")
        if given.weights:
            write(weights, given.weights)


if __name__ == "__main__":
    main()
