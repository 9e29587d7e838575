"""`python -m tools.tagger`: train the tagger, and what tells what a line wants, on their corpora, both languages (or
`--language ja` alone); `--only wants` the second alone. `--without A` trains a throw-away tagger without what the
author A wrote, and tells how much of that it finds; with `--only wants` the same of lines."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pycrfsuite  # pyright: ignore[reportMissingTypeStubs]
from rich.console import Console

from lumina.distil.claims import tagged
from lumina.distil.claims.tagged.features import of_value, of_words
from lumina.distil.claims.tagged.tagger import LANGUAGES, OUTSIDE, OWN
from lumina.language import trained
from lumina.language.trained.tokens import Token, tokens
from tools.tagger.corpus import Mark, Marked, read_corpus
from tools.tagger.lines import lines_told, read_lines, sequences, telling
from tools.tagger.trying import told

SETTINGS = {"c1": 0.05, "c2": 0.02, "max_iterations": 90}
OF_LINES = {"c1": 0.1, "c2": 0.2, "max_iterations": 100}
"""Of L-BFGS: the weights of the L1 and L2 norms, chosen on folds."""

Sequences = Sequence[tuple[list[list[str]], list[str]]]


def train(corpus: Sequence[Marked], language: str, folder: Path) -> None:
    cut = [(tokens(one.text, language), one.marks) for one in corpus]
    cut = [(words, marks) for words, marks in cut if words]
    fit([(of_words(words), labels(words, marks)) for words, marks in cut], folder / f"values.{language}.crfsuite")
    fit([each for words, marks in cut for each in _statuses(words, marks)], folder / f"status.{language}.crfsuite")


def train_lines(language: str, folder: Path, authors: str = "*") -> None:
    lines = [*read_lines(language, authors), *telling(language)]
    fit([*sequences(lines, language)], folder / f"wants.{language}.crfsuite", OF_LINES)


def fit(sequences: Sequences, file: Path, settings: Mapping[str, float] = SETTINGS) -> None:
    trainer = cast(Any, pycrfsuite).Trainer(verbose=False)
    trainer.set_params(settings)
    for features, label in sequences:
        trainer.append(features, label)
    trainer.train(str(file))


def labels(words: Sequence[Token], marks: Sequence[Mark]) -> list[str]:
    """Of each word: B-kind where a value begins, I-kind within it, O outside."""
    found = [OUTSIDE] * len(words)
    for mark in marks:
        within = [at for at, word in enumerate(words) if mark.start <= word.start < mark.end]
        for at in within:
            found[at] = f"{'B' if at == within[0] else 'I'}-{mark.kind}"
    return found


def _statuses(words: Sequence[Token], marks: Sequence[Mark]) -> Sequences:
    found = list[tuple[list[list[str]], list[str]]]()
    for mark in marks:
        within = [at for at, word in enumerate(words) if mark.start <= word.start < mark.end]
        if within:
            features = of_value(words, within[0], within[-1], mark.kind)
            found.append(([features], [mark.status or OWN]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.tagger", description=__doc__)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--only", choices=("values", "wants"), default="")
    parser.add_argument("--without", metavar="AUTHOR", help="a letter of the corpus' files")
    given = parser.parse_args()
    for language in given.language or LANGUAGES:
        if not given.without:
            if given.only != "wants":
                train(read_corpus(language), language, Path(tagged.__file__).parent)
            if given.only != "values":
                train_lines(language, Path(trained.__file__).parent)
            continue
        with TemporaryDirectory() as folder:
            if given.only == "wants":
                train_lines(language, Path(folder), f"[!{given.without}]")
                Console().print(lines_told(read_lines(language, given.without), language, Path(folder)))
                continue
            train(read_corpus(language, f"[!{given.without}]"), language, Path(folder))
            Console().print(told(read_corpus(language, given.without), language, Path(folder)))


if __name__ == "__main__":
    main()
