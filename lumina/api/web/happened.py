"""What happened to a memory, in the language of who reads."""

import re
from collections.abc import Mapping
from typing import Any, Final

from lumina.api.web.words import Words

NO_WORD: Final = re.compile(r"[^a-z]+")


def told(entry: Mapping[str, Any], words: Words) -> tuple[str, str, str]:
    """Of an entry of the lifecycle log: the change, how it was before and after, and why; a word as the log has it
    where there is none for it."""
    values = words("from_to", before=_values(entry["before"], words), after=_values(entry["after"], words))
    return _word("became_of_it", entry["change"], words), values, _word("because", entry["why"], words)


def _values(values: Mapping[str, Any], words: Words) -> str:
    told = {name: value for name, value in values.items() if not (name == "bytes" and "characters" in values)}
    return words("between").join(_value(name, value, words) for name, value in told.items())


def _value(name: str, value: object, words: Words) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return words(f"size_{name}", count=value) if f"size_{name}" in words else f"{name} {value}"
    key = f"lies_{value}" if name == "tier" else f"{name}_{str(value).lower()}"
    return words(key) if key in words else str(value)


def _word(kind: str, text: str, words: Words) -> str:
    """By the words before a semicolon, without figures."""
    key = f"{kind}_{NO_WORD.sub('_', text.partition(';')[0].lower()).strip('_')}"
    return words(key) if key in words else text
