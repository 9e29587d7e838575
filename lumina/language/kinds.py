"""The kinds of facts, from kinds.toml: how they are called, how many hold at once, and which questions want them."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from lumina.language.asking import asking_part
from lumina.language.bilingual import Bilingual
from lumina.language.scripts import fold

NEAR: tuple[frozenset[str], ...] = tuple(
    frozenset(row.split())
    for row in (
        "habit hobby skill likes event plan",
        "job workplace school plan",
        "family friend partner pet event",
        "home hometown plan",
        "possession event plan",
        "health allergy habit event",
    )
)
"""Kinds of facts under which one may say the same."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: its name and label, whether several hold at once, whether a question that wants it says nothing
    yet of what it is about (broad), the kind whose fact of the same value ends with it, how questions that want it
    read, and statements that may speak of it."""

    name: str
    label: Bilingual
    many: bool
    broad: bool
    opposite: str
    asks: tuple[re.Pattern[str], ...]
    tells: tuple[re.Pattern[str], ...]


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds by their names, in the order in which they are told."""
    table = tomllib.loads(files("lumina.language").joinpath("kinds.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: _kind(name, row) for name, row in table.items()})


def are_near(one: str, other: str) -> bool:
    return one == other or any({one, other} <= near for near in NEAR)


def _kind(name: str, row: Mapping[str, Any]) -> Kind:
    asks, tells = (tuple(re.compile(fold(pattern)) for pattern in row[way]) for way in ("asks", "tells"))
    label = Bilingual(ja=row["ja"], en=row["en"])
    return Kind(name, label, row.get("many", False), row.get("broad", False), row.get("opposite", ""), asks, tells)


def asked_kinds(question: str) -> tuple[str, ...]:
    """The kinds that a question wants, in their order: by what asks in it, else by all that is said with it."""
    return _asked(fold(asking_part(question))) or _asked(fold(question))


def _asked(folded: str) -> tuple[str, ...]:
    return tuple(kind.name for kind in kinds().values() if any(one.search(folded) for one in kind.asks))


def told_kinds(statement: str) -> tuple[str, ...]:
    """The kinds that a statement may speak of, in their order."""
    folded = fold(statement)
    return tuple(kind.name for kind in kinds().values() if any(one.search(folded) for one in kind.tells))
