"""What people and parts are called on the page, by whom they are read."""

from types import SimpleNamespace
from typing import Any

import pytest

from lumina.api.web.shown import Shown
from lumina.api.web.words import Words
from lumina.dialogue.characters import load_cast


@pytest.fixture
def shown() -> Shown:
    """For a person called aoi, in English."""
    made: Any = Shown.__new__(Shown)
    made.words, made.language = Words("en"), "en"
    made.lumina = SimpleNamespace(cast=load_cast())
    made.request = SimpleNamespace(state=SimpleNamespace(person="aoi"))
    return made


def test_who_reads_is_you_among_those_who_heard_it(shown: Shown) -> None:
    assert shown.witnesses(frozenset({"aoi", "nox", "Ken"})) == "you, Ken, Nox"
    assert shown.witnesses(frozenset({"nox", "lumina"})) == "Lumina, Nox"


@pytest.mark.parametrize("source", ["window", "redis", "duckdb", "longterm", "associations", "knowledge"])
def test_every_source_of_recall_has_a_name_for_people(shown: Shown, source: str) -> None:
    assert shown.source(source) != source or source in {"associations", "knowledge"}
    assert f"lies_{source}" in shown.words
