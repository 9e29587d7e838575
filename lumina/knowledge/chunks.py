"""A long text in chunks that read on their own: cut at paragraphs, then at sentences, and only then within one."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from lumina.language.scripts import estimate_tokens

MOST = 400
"""Tokens of a chunk; only a short rest, which stays with the chunk before it, may go beyond."""

REST = 100
"""A last chunk of fewer tokens than this is no chunk of its own."""

BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
HEADING = re.compile(r"#{1,6}\s[^\n]*$")
SENTENCE = re.compile(r"(?s:.+?)(?:[。！？]+[」』）”]*|[.!?]{1,8}[\"'”’)]{0,4}(?=\s)|\n|\Z)\s*")


def chunks(text: str) -> list[str]:
    """The text's chunks in order, none of them empty: paragraphs, put together while they stay within MOST tokens."""
    cut = list(_gathered(_pieces(text)))
    for before, last in pairwise(cut[-2:]):
        if estimate_tokens(last) < REST:
            cut[-2:] = [before + last]
    return [chunk for piece in cut if (chunk := piece.strip())]


def _pieces(text: str) -> Iterator[str]:
    for paragraph in _paragraphs(text):
        if estimate_tokens(paragraph) <= MOST:
            yield paragraph
        else:
            yield from (part for match in SENTENCE.finditer(paragraph) for part in _halved(match.group()))


def _paragraphs(text: str) -> Iterator[str]:
    """Each with the blank line that ends it; a heading stays with what it heads."""
    heading = ""
    for paragraph in BLANK_LINES.split(text.strip()):
        if HEADING.match(paragraph):
            heading += paragraph + "\n\n"
        else:
            yield heading + paragraph + "\n\n"
            heading = ""
    yield heading


def _halved(sentence: str) -> Iterator[str]:
    if estimate_tokens(sentence) <= MOST:
        yield sentence
    else:
        middle = len(sentence) // 2
        yield from _halved(sentence[:middle])
        yield from _halved(sentence[middle:])


def _gathered(pieces: Iterable[str]) -> Iterator[str]:
    gathered = ""
    for piece in pieces:
        if gathered and estimate_tokens(gathered + piece) > MOST:
            yield gathered
            gathered = ""
        gathered += piece
    yield gathered
