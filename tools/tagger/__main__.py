"""`python -m tools.tagger`: train the tagger on its corpus, both languages (or those that are named). `--without A`
trains a throw-away one without what the author A wrote, and tells how much of that it finds."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pycrfsuite  # pyright: ignore[reportMissingTypeStubs]
from rich.console import Console

from lumina.distil.claims import tagged
from lumina.distil.claims.tagged.features import of_value, of_words
from lumina.distil.claims.tagged.tagger import LANGUAGES, OUTSIDE, OWN
from lumina.distil.claims.tagged.tokens import Token, tokens
from tools.tagger.corpus import Mark, Marked, read_corpus
from tools.tagger.trying import told

SETTINGS = {"c1": 0.05, "c2": 0.02, "max_iterations": 90}
"""Of L-BFGS: the weights of the L1 and L2 norms, chosen on folds."""

Sequences = Sequence[tuple[list[list[str]], list[str]]]


def train(corpus: Sequence[Marked], language: str, folder: Path) -> None:
    cut = [(tokens(one.text, language), one.marks) for one in corpus]
    cut = [(words, marks) for words, marks in cut if words]
    _fit([(of_words(words), labels(words, marks)) for words, marks in cut], folder / f"values.{language}.crfsuite")
    _fit([each for words, marks in cut for each in _statuses(words, marks)], folder / f"status.{language}.crfsuite")


def _fit(sequences: Sequences, file: Path) -> None:
    trainer = cast(Any, pycrfsuite).Trainer(verbose=False)
    trainer.set_params(SETTINGS)
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
    parser.add_argument("languages", nargs="*", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--without", metavar="AUTHOR", help="a letter of the corpus' files")
    given = parser.parse_args()
    for language in given.languages:
        if not given.without:
            train(read_corpus(language), language, Path(tagged.__file__).parent)
            continue
        with TemporaryDirectory() as folder:
            train(read_corpus(language, f"[!{given.without}]"), language, Path(folder))
            Console().print(told(read_corpus(language, given.without), language, Path(folder)))


if __name__ == "__main__":
    main()
