"""What is asked for that is no answer: leave to cry, that somebody is near, praise, agreement, something nice. The
patterns are in pleas.toml."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import cast

from lumina.language.scripts import fold
from lumina.language.tokens import split_sentences


def plea(said: str) -> str:
    """What the last sentence of a text asks for, as a name of pleas.toml, or ""."""
    last = "".join(split_sentences(fold(said))[-1:]).strip()
    return next((name for name, patterns in _patterns().items() if any(one.search(last) for one in patterns)), "")


@cache
def _patterns() -> Mapping[str, tuple[re.Pattern[str], ...]]:
    text = files("lumina.language").joinpath("pleas.toml").read_text(encoding="utf-8")
    lists = cast("dict[str, list[str]]", tomllib.loads(text))
    return MappingProxyType({name: tuple(map(re.compile, map(fold, rows))) for name, rows in lists.items()})
