"""Opens the embedder that the settings name."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

from lumina.embedding.calibration import Calibration, Encoder, clean, load_calibration, text_digest
from lumina.embedding.chive import open_chive
from lumina.embedding.directions import unit, without
from lumina.embedding.embedder import Passage
from lumina.embedding.sentence_transformers import open_sentence_transformer
from lumina.errors import BadSetting, because
from lumina.language.tokens import analyse
from lumina.models import Vector

REMEMBERED = 4096
"""Passages that are kept at hand: flushes of one thread share their context."""


class CalibratedEmbedder:
    """An encoder whose vectors have lost the direction that they share, and that keeps silent in languages that it
    does not know. The newest passages are remembered by their text."""

    def __init__(self, encoder: Encoder, calibration: Calibration) -> None:
        self._encoder = encoder
        self.calibration = calibration
        self._kept: OrderedDict[str, Passage | None] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def identity(self) -> str:
        return f"{self._encoder.identity}/{text_digest()}"

    @property
    def dimensions(self) -> int:
        return len(self.calibration.direction)

    async def passages(self, texts: Sequence[str]) -> list[Passage | None]:
        kept = {text: self._kept[text] for text in texts if text in self._kept}
        missing = [text for text in dict.fromkeys(texts) if text not in kept]
        if len(missing) > self._encoder.inline:
            made = await asyncio.to_thread(self._make, missing)
        else:
            made = self._make(missing)
        self._keep(made)
        known = kept | made
        return [known[text] for text in texts]

    async def question(self, text: str, idf: Callable[[str], float]) -> Vector | None:
        if not self._knows(text):
            return None
        if self._encoder.inline:
            vector = self._encoder.question(text, idf)
        else:
            vector = await asyncio.to_thread(self._encoder.question, text, idf)
        return None if vector is None else unit(without(self.calibration.direction, vector))

    def forget(self) -> None:
        """Forget the texts that are remembered; nothing else changes."""
        with self._lock:
            self._kept.clear()

    def _knows(self, text: str) -> bool:
        return analyse(text).language in self.calibration.topic_shift

    def _make(self, texts: Sequence[str]) -> dict[str, Passage | None]:
        known = [text for text in texts if self._knows(text)]
        raw = self._encoder.passages(known) if known else []
        made = {text: p and clean(self.calibration.direction, p) for text, p in zip(known, raw, strict=True)}
        return dict.fromkeys(texts) | made

    def _keep(self, made: dict[str, Passage | None]) -> None:
        with self._lock:
            self._kept.update(made)
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)


def open_embedder(spec: str, cache: Path) -> CalibratedEmbedder:
    """The embedder of a setting: `chive`, or `sentence-transformers:NAME-or-path`; anything else raises BadSetting.

    What must be made only once (arrays, calibration) lies in the folder `cache`. Reads files, on the first time for
    seconds: keep it off the event loop."""
    name = name_of_model(spec)
    encoder: Encoder = open_sentence_transformer(name) if name else open_chive(cache)
    return CalibratedEmbedder(encoder, load_calibration(encoder, cache))


def name_of_model(spec: str) -> str:
    """The sentence transformer that a setting names, empty for `chive`. Raises BadSetting for anything else."""
    kind, _, name = spec.partition(":")
    if spec != "chive" and not (kind == "sentence-transformers" and name):
        raise BadSetting(
            setting="LUMINA_EMBEDDER",
            why=because("there is no embedder {name}", name=repr(spec)),
            allowed="`chive`, or `sentence-transformers:NAME-or-path`",
        )
    return name
