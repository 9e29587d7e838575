"""The chiVe word vectors of the package `ja-ginza`, as memory-mapped arrays. Neither spaCy nor GiNZA is imported."""

import importlib.metadata
import logging
import os
import shutil
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

import msgpack  # pyright: ignore[reportMissingTypeStubs]
import numpy as np
from numpy.typing import NDArray

from lumina.embedding.murmur import murmur64
from lumina.errors import BadSetting, because
from lumina.models import Matrix

logger = logging.getLogger(__name__)

PACKAGE = "ja-ginza"


@dataclass(frozen=True, slots=True, eq=False)
class WordVectors:
    """`keys` (uint64, ascending) are the hashes of the words, `rows` their rows in `vectors` (float16), which are
    ordered by frequency; near-synonyms share a row."""

    keys: NDArray[np.uint64]
    rows: NDArray[np.uint16]
    vectors: NDArray[np.float16]

    def row(self, *forms: str) -> int | None:
        """The row of the first form that has one."""
        rows = (_row(self, form) for form in forms)
        return next((row for row in rows if row is not None), None)

    def of(self, rows: list[int]) -> Matrix:
        """The vectors of some rows, in their order."""
        return self.vectors[rows].astype(np.float32)


@lru_cache(maxsize=50_000)
def _row(vectors: WordVectors, word: str) -> int | None:
    key = np.uint64(murmur64(word.encode("utf-8", "replace")))
    at = int(np.searchsorted(vectors.keys, key))
    return int(vectors.rows[at]) if at < len(vectors.keys) and vectors.keys[at] == key else None


def version() -> str:
    """The installed version of the package. Raises BadSetting where it is missing."""
    try:
        return importlib.metadata.version(PACKAGE)
    except importlib.metadata.PackageNotFoundError as error:
        raise BadSetting(
            setting="LUMINA_EMBEDDER",
            why=because("the package {name} is not installed (pip install {install})", name=PACKAGE, install=PACKAGE),
            allowed="`chive`, or `sentence-transformers:NAME-or-path`",
        ) from error


def _vocabulary() -> Path:
    distribution = importlib.metadata.distribution(PACKAGE)
    return Path(str(distribution.locate_file(f"ja_ginza/ja_ginza-{version()}/vocab")))


def open_word_vectors(cache: Path) -> WordVectors:
    """Open the arrays in the folder `cache`, making them on the first time (half a second), and anew where they are
    damaged. Several processes may do so at once. Reads files: keep it off the event loop."""
    folder = cache / f"chive-{version()}"
    if not folder.is_dir():
        _convert(_vocabulary(), folder)
    try:
        return _opened(folder)
    except (OSError, ValueError, EOFError) as error:
        logger.warning("the vectors in %s are made anew: %s", folder, error)
        shutil.rmtree(folder)
        _convert(_vocabulary(), folder)
        return _opened(folder)


def _opened(folder: Path) -> WordVectors:
    keys, rows, vectors = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("keys", "rows", "vectors"))
    return WordVectors(keys, rows, vectors)


def _convert(vocabulary: Path, folder: Path) -> None:
    """Write the arrays beside `folder` and move them there in one step; who comes second keeps what the first made."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    packed = (vocabulary / "key2row").read_bytes()
    key_to_row = cast(dict[int, int], msgpack.unpackb(packed, strict_map_key=False))  # pyright: ignore
    keys = np.fromiter(key_to_row.keys(), np.uint64, len(key_to_row))
    rows = np.fromiter(key_to_row.values(), np.uint16, len(key_to_row))
    order = np.argsort(keys)
    vectors = np.load(vocabulary / "vectors")
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".chive-") as temporary:
        made = Path(temporary) / "made"
        made.mkdir()
        np.save(made / "keys.npy", keys[order])
        np.save(made / "rows.npy", rows[order])
        np.save(made / "vectors.npy", vectors.astype(np.float16))
        try:
            os.replace(made, folder)  # noqa: PTH105 (Path.replace says nothing of folders)
        except OSError:
            if not folder.is_dir():
                raise
