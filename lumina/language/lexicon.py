"""Word lists, kept as text files beside the code."""

from functools import cache
from importlib.resources import files


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of `words/NAME.txt`, separated by white space; a line that begins with # is a comment."""
    text = files("lumina.language").joinpath("words", f"{name}.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())
