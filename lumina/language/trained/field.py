"""A conditional random field (Lafferty, McCallum and Pereira 2001; python-crfsuite) that `tools.tagger` trained."""

import threading
from importlib.resources.abc import Traversable
from typing import Any, cast

import pycrfsuite  # pyright: ignore[reportMissingTypeStubs]


class Field:
    """Over sequences of features, from its file; it serves one thread at a time."""

    def __init__(self, file: Traversable) -> None:
        self._bytes = file.read_bytes()  # the tagger reads them where they lie
        self._field = cast(Any, pycrfsuite).Tagger()
        self._field.open_inmemory(self._bytes)
        self._alone = threading.Lock()

    def labels(self, features: list[list[str]]) -> list[str]:
        """The likeliest label of each place, taken together."""
        with self._alone:
            return cast(list[str], self._field.tag(features))

    def chances(self, features: list[list[str]]) -> list[dict[str, float]]:
        """How likely each label is at each place (0 to 1)."""
        with self._alone:
            self._field.set(features)
            labels = cast(list[str], self._field.labels())
            return [{label: float(self._field.marginal(label, at)) for label in labels} for at in range(len(features))]
