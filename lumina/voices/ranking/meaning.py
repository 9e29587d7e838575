"""How well a line answers a question by what their words mean: each word of the question looks for the word of the line
that answers it best (late interaction: ColBERT, Khattab and Zaharia 2020). Over word vectors; `tools.ranker.meaning`
trained both sides on what people told and how they asked for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lumina.language.scripts import fold
from lumina.language.trained.tokens import Token
from lumina.language.trained.vectors import rows_of_words
from lumina.models import Matrix, Vector

Places = NDArray[np.intp]
"""Of the words of a text, in the tables."""

SHARP = 8.0
"""How much the word of a line that answers best counts more than its others."""

SIZE = 6.0
"""Of a mean cosine, to be of the size of a logit."""

CLASSES = ("number", "person", "place", "name", "unknown")
"""What a word without a vector may be: the last rows of the tables, in this order."""

EMPTY = frozenset({"助詞", "助動詞", "補助記号", "記号", "空白"})


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """By word: what it asks for and what it tells (shape (words, axes), in 127ths), and how much it counts in a
    question."""

    asked: NDArray[np.int8]
    told: NDArray[np.int8]
    weight: NDArray[np.float16]


def meant(asked: Places, lines: Sequence[Places], table: Tables) -> list[Mapping[str, float]]:
    """Of each line, given the places of its words and of the question's: how well it answers, whether it does best of
    all, and by how much it falls short of that."""
    found = _answers(asked, lines, table) if len(asked) else [0.0] * len(lines)
    best = max(found, default=0.0)
    return [{"meant": one, "meant best": float(one == best), "meant to best": one - best} for one in found]


def _answers(asked: Places, lines: Sequence[Places], table: Tables) -> list[float]:
    """The soft maximum over a line's words of their cosines with a word of the question, in the mean over these."""
    weight = table.weight[asked].astype(np.float32)
    worded = [told for told in lines if len(told)]
    if not worded:
        return [-SIZE] * len(lines)
    wanted, told = _directions(table.asked[asked]), _directions(table.told[np.concatenate(worded)])
    cosines = np.vecdot(wanted[:, None], told[None])
    starts = np.cumsum([0, *(len(told) for told in worded[:-1])])
    nearest = np.log(np.add.reduceat(np.exp(SHARP * cosines), starts, axis=1)) / SHARP
    means = iter((SIZE * np.vecdot(nearest.T, weight) / weight.sum()).tolist())
    return [next(means) if len(told) else -SIZE for told in lines]


@dataclass(frozen=True, slots=True, eq=False)
class Tells:
    """What a line tells: its words as rows of length 1, and their middle, of length 1, too."""

    words: Matrix
    middle: Vector


def tells(places: Places, table: Tables) -> Tells:
    words = _directions(table.told[places])
    middle = words.sum(axis=0)
    return Tells(words, middle / (np.linalg.norm(middle) + 1e-6))


def alike(before: Tells, after: Tells) -> Mapping[str, float]:
    """How like what two lines tell is, up to 1: of each word of the later one its likest, of each of the earlier one,
    and their middles."""
    if not len(before.words) or not len(after.words):
        return {}
    cosines = np.vecdot(before.words[:, None], after.words[None])
    return {
        "told alike": float(cosines.max(axis=0).mean()),
        "told alike before": float(cosines.max(axis=1).mean()),
        "told about alike": float(np.vecdot(before.middle, after.middle)),
    }


def _directions(rows: NDArray[np.int8]) -> Matrix:
    vectors = rows.astype(np.float32)
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6)


def places(words: Sequence[Token], language: str) -> Places:
    """Those of a text's words; of one that has no vector, that of its class."""
    index = index_of(language)
    first = max(index.values()) + 1
    found = list[int]()
    for word in words:
        if EMPTY.isdisjoint(word.classes) and word.text[0].isalnum():
            place = index.get(fold(word.text), index.get(word.normal))
            found.append(first + CLASSES.index(_class(word)) if place is None else place)
    return np.array(found, dtype=np.intp)


def _class(word: Token) -> str:
    classes = "/".join(word.classes)
    if word.text.isdigit():
        return "number"
    if "人名" in classes:
        return "person"
    if "地名" in classes:
        return "place"
    return "name" if "固有名詞" in classes or classes.startswith("X") else "unknown"


@cache
def index_of(language: str) -> Mapping[str, int]:
    """The place of each word: those that have a short vector, and behind them others, the words of a line in one."""
    known = rows_of_words(language)
    text = files("lumina.voices.ranking").joinpath(f"meaning.{language}.txt").read_text(encoding="utf-8")
    first = max(known.values()) + 1
    others = {word: first + row for row, line in enumerate(text.splitlines()) for word in line.split()}
    return {**others, **known}


@cache
def tables(language: str) -> Tables:
    with as_file(files("lumina.voices.ranking").joinpath(f"meaning.{language}.npz")) as file:
        return tables_in(file)


def tables_in(file: Path) -> Tables:
    with np.load(file) as found:
        return Tables(found["asked"], found["told"], found["weight"])
