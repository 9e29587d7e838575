"""Encoders of the sentence-transformers family. The library (and torch with it) is loaded by the first text."""

import hashlib
import importlib
import importlib.util
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol, cast

import numpy as np

from lumina.embedding.embedder import Passage
from lumina.errors import BadSetting, because
from lumina.extras import packages_of
from lumina.language.tokens import analyse
from lumina.models import Matrix, Vector

BATCH = 32
SAMPLE = 65_536
E5_QUESTION, E5_PASSAGE = "query: ", "passage: "


class Model(Protocol):
    """What is used of a SentenceTransformer."""

    def encode(
        self, inputs: list[str], *, batch_size: int, normalize_embeddings: bool, show_progress_bar: bool
    ) -> Matrix: ...


class SentenceTransformerEncoder:
    """A turn is the unit vector of its whole text; its sentences are encoded by themselves. `name` is a model's name or
    a folder; models of the e5 family get their prefixes. One text batch at a time, from whatever thread."""

    inline = 0

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._is_e5 = "e5" in Path(name).name.lower().split("-")
        self.identity = f"sentence-transformers/{_identity(name)}"

    @cached_property
    def _model(self) -> Model:
        library = importlib.import_module("sentence_transformers")
        try:
            return cast(Model, library.SentenceTransformer(self._name))
        except (OSError, ValueError) as error:
            raise BadSetting(
                setting="LUMINA_EMBEDDER",
                why=because("the model {name} cannot be loaded ({error})", name=repr(self._name), error=error),
                allowed="`chive`, or `sentence-transformers:NAME-or-path`",
            ) from error

    def passages(self, texts: Sequence[str]) -> list[Passage | None]:
        sentences = [analyse(text).sentences or (text,) for text in texts]
        wholes = [own[0] if len(own) == 1 else text for text, own in zip(texts, sentences, strict=True)]
        pieces = [sentence for own in sentences if len(own) > 1 for sentence in own]
        prefix = E5_PASSAGE if self._is_e5 else ""
        distinct = list(dict.fromkeys(wholes + pieces))
        vectors = dict(zip(distinct, self._encode([prefix + text for text in distinct]), strict=True))
        return [
            Passage(vectors[whole], np.stack([vectors[s] for s in own] if len(own) > 1 else [vectors[whole]]))
            for whole, own in zip(wholes, sentences, strict=True)
        ]

    def question(self, text: str, idf: Callable[[str], float]) -> Vector | None:  # noqa: ARG002
        return self._encode([(E5_QUESTION if self._is_e5 else "") + text])[0]

    def _encode(self, texts: list[str]) -> Matrix:
        with self._lock:
            vectors = self._model.encode(texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)
        return vectors.astype(np.float32)


def _identity(name: str) -> str:
    """The model's name; of a folder its last part and a digest of its files (sizes and samples)."""
    folder = Path(name)
    if not folder.is_dir():
        return name
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".md"):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder)}:{size}:".encode())
        with path.open("rb") as file:
            file.seek(max(0, size // 2 - SAMPLE // 2))
            digest.update(file.read(SAMPLE))
    return f"{folder.name}-{digest.hexdigest()[:12]}"


def open_sentence_transformer(name: str) -> SentenceTransformerEncoder:
    """An encoder for this model, which is loaded by its first text. Raises BadSetting where the library is missing."""
    if importlib.util.find_spec("sentence_transformers") is None:
        raise BadSetting(
            setting="LUMINA_EMBEDDER",
            why=because(
                "the package {name} is not installed (pip install {install})",
                name="sentence-transformers",
                install=packages_of("sentence-transformers"),
            ),
            allowed="`chive`, or `sentence-transformers:NAME-or-path`",
        )
    return SentenceTransformerEncoder(name)
