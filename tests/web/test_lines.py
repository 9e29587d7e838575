"""A memory in a list stands there as a sentence, also where words are all that is left of it."""

from types import SimpleNamespace
from typing import Any

import pytest

from lumina.telling.lines import line
from lumina.telling.words import Words


def row(text: str, detail: str) -> Any:
    return SimpleNamespace(text=text, state=SimpleNamespace(detail=detail))


@pytest.mark.parametrize(
    ("language", "text", "detail", "shown"),
    [
        ("en", "chestnut, frame, Nagano", "gist", "It was about chestnut, frame, Nagano."),
        ("ja", "栗・額縁・長野", "gist", "栗・額縁・長野の話でした。"),
        ("en", "Mio came with her dog.", "full", "Mio came with her dog."),
        ("en", "", "gist", ""),
    ],
)
def test_what_is_words_alone_is_told_in_a_sentence(language: Any, text: str, detail: str, shown: str) -> None:
    assert line(row(text, detail), Words(language)) == shown
