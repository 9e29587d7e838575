"""`python -m tools.ranker.vectors`: write the short vectors of words that the ranker reads, from the word vectors of
`tools.tagger.groups` (what that needs, this needs): their main axes, a byte each."""

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lumina.distil.claims.tagged.tagger import LANGUAGES
from lumina.language import trained
from lumina.models import Matrix
from tools.tagger.groups import english, japanese

AXES = 48


def shortened(vectors: Matrix) -> NDArray[np.int8]:
    """The directions of the vectors along their main axes (principal components), the largest figure of each 127."""
    centred = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    short = centred @ axes[:, : -AXES - 1 : -1]
    return np.round(short * 127 / (np.abs(short).max(axis=1, keepdims=True) + 1e-9)).astype(np.int8)


def write(language: str, words: Sequence[str], vectors: Matrix) -> None:
    """Words of one vector stand on one line."""
    rows: Mapping[bytes, list[int]] = defaultdict(list)
    for at, vector in enumerate(vectors):
        rows[vector.tobytes()].append(at)
    folder = Path(trained.__file__).parent
    text = "".join(" ".join(words[at] for at in places) + "\n" for places in rows.values())
    (folder / f"vectors.{language}.txt").write_text(text, encoding="utf-8")
    np.save(folder / f"vectors.{language}.npy", shortened(vectors[[places[0] for places in rows.values()]]))


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.ranker.vectors", description=__doc__)
    parser.add_argument("languages", nargs="*", choices=LANGUAGES, default=LANGUAGES)
    for language in parser.parse_args().languages:
        write(language, *(english() if language == "en" else japanese()))


if __name__ == "__main__":
    main()
