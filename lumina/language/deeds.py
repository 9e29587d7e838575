"""Deeds that are left open under one word and told as done with another. The patterns are in deeds.toml."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from lumina.language.scripts import fold

Way = Literal["opens", "closes"]
Patterns = Mapping[str, Mapping[str, tuple[re.Pattern[str], ...]]]


def deeds(text: str, way: Way) -> frozenset[str]:
    """The deeds that a text may leave open, or tells as done."""
    folded = fold(text)
    return frozenset(
        name for name, patterns in _patterns().items() if any(pattern.search(folded) for pattern in patterns[way])
    )


@cache
def _patterns() -> Patterns:
    table = tomllib.loads(files("lumina.language").joinpath("deeds.toml").read_text(encoding="utf-8"))
    compiled = {
        name: {way: tuple(re.compile(fold(one)) for one in row[way]) for way in ("opens", "closes")}
        for name, row in table.items()
    }
    return MappingProxyType(compiled)
