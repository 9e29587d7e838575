"""What questions and lines look like, from looks.toml."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, cast


def looks(table: Literal["asked", "offered", "relations"], folded: str) -> frozenset[str]:
    """Of the types of a table, those that a folded text looks like."""
    return frozenset(name for name, pattern in _patterns()[table].items() if pattern.search(folded))


def first_relation(folded: str) -> int:
    """Where a folded text first speaks of somebody by what they are to one; its length where it does nowhere."""
    found = (pattern.search(folded) for pattern in _patterns()["relations"].values())
    return min((match.start() for match in found if match), default=len(folded))


@cache
def _patterns() -> Mapping[str, Mapping[str, re.Pattern[str]]]:
    text = files("lumina.voices.ranking").joinpath("looks.toml").read_text(encoding="utf-8")
    tables = cast("Mapping[str, Mapping[str, str]]", tomllib.loads(text))
    return {table: {name: re.compile(one) for name, one in rows.items()} for table, rows in tables.items()}
