"""A conditional random field (Lafferty, McCallum and Pereira 2001; python-crfsuite) that `tools.tagger` trained."""

import threading
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any, cast

import pycrfsuite  # pyright: ignore[reportMissingTypeStubs]

Features = Sequence[str] | Mapping[str, float]
"""Of one place: which there are, or how much of each."""


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

    def chances(self, features: Sequence[Features]) -> list[dict[str, float]]:
        """How likely each label is at each place (0 to 1)."""
        with self._alone:
            self._field.set(features)
            return [self._at(place, self._field.labels()) for place in range(len(features))]

    def found(self, features: list[list[str]], outside: str, faint: float) -> list[tuple[str, dict[str, float]]]:
        """The likeliest label of each place, taken together, and how likely each is there. Of a place that is `outside`
        by these, and anything else less likely than `faint`, only how likely that is."""
        with self._alone:
            found = cast(list[str], self._field.tag(features))
            return [(label, self._chances(place, label, outside, faint)) for place, label in enumerate(found)]

    def _chances(self, place: int, label: str, outside: str, faint: float) -> dict[str, float]:
        bare = self._at(place, [outside])
        return bare if label == outside and bare[outside] > 1 - faint else self._at(place, self._field.labels())

    def _at(self, place: int, labels: list[str]) -> dict[str, float]:
        return {label: float(self._field.marginal(label, place)) for label in labels}
