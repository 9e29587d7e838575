"""`python -m tools.tagger`: train the tagger, what tells what a line wants, what it feels like, and what a listener
takes up of it, on their corpora, both languages (or `--language ja` alone); `--only wants`, `moods` or `focus` one
alone. `--without A` trains a throw-away tagger without what the author A wrote, and tells how much of that it finds;
with `--only` the same of the others."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pycrfsuite  # pyright: ignore[reportMissingTypeStubs]
from rich.console import Console

from lumina.distil.claims import tagged
from lumina.distil.claims.tagged.features import of_value
from lumina.distil.claims.tagged.tagger import LANGUAGES, OUTSIDE, OWN
from lumina.language import trained
from lumina.language.trained.features import of_words
from lumina.language.trained.field import Features
from lumina.language.trained.tokens import Token, tokens
from tools.tagger.corpus import Mark, Marked, read_corpus
from tools.tagger.lines import lines_told, read_lines, sequences, telling
from tools.tagger.listening import heard_told, read_heard, sequences_heard
from tools.tagger.moods import moods_told, plain, read_moods, sequences_felt
from tools.tagger.trying import told

SETTINGS = {"c1": 0.05, "c2": 0.02, "max_iterations": 90}
OF_LINES = {"c1": 0.1, "c2": 0.2, "max_iterations": 100}
OF_MOODS = {"c1": 0.5, "c2": 2.0, "max_iterations": 80}
OF_FOCUS = {"c1": 0.1, "c2": 0.5, "max_iterations": 100}
"""Of L-BFGS: the weights of the L1 and L2 norms, chosen on folds."""

Sequences = Sequence[tuple[Sequence[Features], list[str]]]


def train(corpus: Sequence[Marked], language: str, folder: Path) -> None:
    cut = [(tokens(one.text, language), one.marks) for one in corpus]
    cut = [(words, marks) for words, marks in cut if words]
    fit([(of_words(words), labels(words, marks)) for words, marks in cut], folder / f"values.{language}.crfsuite")
    fit([each for words, marks in cut for each in _statuses(words, marks)], folder / f"status.{language}.crfsuite")


def train_lines(language: str, folder: Path, authors: str = "*") -> None:
    lines = [*read_lines(language, authors), *telling(language)]
    fit([*sequences(lines, language)], folder / f"wants.{language}.crfsuite", OF_LINES)


def train_moods(language: str, folder: Path, authors: str = "*") -> None:
    lines = [*read_moods(language, authors), *plain(language)]
    fit([*sequences_felt(lines, language)], folder / f"moods.{language}.crfsuite", OF_MOODS)


def train_listening(language: str, folder: Path, authors: str = "*") -> None:
    fit([*sequences_heard(read_heard(language, authors), language)], folder / f"focus.{language}.crfsuite", OF_FOCUS)


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


def train_all(language: str, only: str) -> None:
    """Into the files that LUMINA reads."""
    if only in ("", "values"):
        train(read_corpus(language), language, Path(tagged.__file__).parent)
    if only in ("", "wants"):
        train_lines(language, Path(trained.__file__).parent)
    if only in ("", "moods"):
        train_moods(language, Path(trained.__file__).parent)
    if only in ("", "focus"):
        train_listening(language, Path(trained.__file__).parent)


def tried(language: str, only: str, author: str) -> str:
    """How much of what an author wrote is found without it."""
    with TemporaryDirectory() as place:
        folder, others = Path(place), f"[!{author}]"
        if only == "wants":
            train_lines(language, folder, others)
            return lines_told(read_lines(language, author), language, folder)
        if only == "moods":
            train_moods(language, folder, others)
            return moods_told(read_moods(language, author), language, folder)
        if only == "focus":
            train_listening(language, folder, others)
            return heard_told(read_heard(language, author), language, folder)
        train(read_corpus(language, others), language, folder)
        return told(read_corpus(language, author), language, folder)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.tagger", description=__doc__)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--only", choices=("values", "wants", "moods", "focus"), default="")
    parser.add_argument("--without", metavar="AUTHOR", help="a letter of the corpus' files")
    given = parser.parse_args()
    for language in given.language or LANGUAGES:
        if given.without:
            Console().print(tried(language, given.only, given.without))
        else:
            train_all(language, given.only)


if __name__ == "__main__":
    main()
