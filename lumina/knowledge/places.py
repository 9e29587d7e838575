"""Where in its document a text stands, the page of a PDF or the heading of a text; and the part of a chunk that
answers."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from lumina.language.scripts import estimate_tokens
from lumina.language.tokens import split_sentences

HEADING = re.compile(r"#{1,6}\s+(\S.*?)[\s#]*$")
FENCE = re.compile(r"\s*(?:```|~~~)")
LONGEST = 80
"""Characters of a heading, as a place names it."""


class Place(NamedTuple):
    """From where on (in characters that are no space) a text stands under this name."""

    start: int
    name: str


class _Line(NamedTuple):
    text: str
    heading: str


def headings(text: str) -> list[Place]:
    """The headings of a text in Markdown, each from itself on."""
    lines = list(_lines(text))
    starts = accumulate((_length(line.text) for line in lines), initial=0)
    return [Place(start, line.heading) for start, line in zip(starts, lines, strict=False) if line.heading]


def page_starts(pages: Sequence[str]) -> list[Place]:
    starts = accumulate(map(_length, pages), initial=0)
    return [Place(start, str(number)) for number, start in enumerate(starts, 1) if number <= len(pages)]


def under_headings(text: str, chunks: Sequence[str]) -> list[str]:
    """The heading under which each chunk begins, or ""."""
    marks = headings(text)
    return [_at(marks, start) for start, _ in _spans(chunks)]


def on_pages(pages: Sequence[str], chunks: Sequence[str]) -> list[str]:
    """The pages that each chunk is from: "p. 3", "p. 3-4"."""
    marks = page_starts(pages)
    found = ((_at(marks, start), _at(marks, end - 1)) for start, end in _spans(chunks))
    return [f"p. {first}" if first == last else f"p. {first}-{last}" for first, last in found]


def excerpt(text: str, place: str, weigh: Callable[[str], float], most: int) -> tuple[str, str]:
    """The sentences of a chunk, in a row and under one heading, that weigh most with no more than so many tokens (one
    sentence may have more, and is cut), and the place where they stand: the chunk's own, or the heading before them in
    it. Of rows that weigh the same, the one that begins with what weighs."""
    pieces = [(sentence, here) for here, line in _placed(text, place) for sentence in split_sentences(line)]
    if not pieces:
        return " ".join(text.split()), place
    weights = [weigh(sentence) for sentence, _ in pieces]
    sizes = [estimate_tokens(sentence) + 1 for sentence, _ in pieces]
    runs = _runs(sizes, [here for _, here in pieces], most)
    first, last = max(runs, key=lambda run: (round(sum(weights[run[0] : run[1]]), 6), weights[run[0]] > 0))
    joined = " ".join(" ".join(sentence.split()) for sentence, _ in pieces[first:last])
    return _cut(joined, most), pieces[first][1]


def _runs(sizes: Sequence[int], places: Sequence[str], most: int) -> Iterator[tuple[int, int]]:
    """From each sentence on as many as fit and stand in one place, one at least."""
    for first in range(len(sizes)):
        last, taken = first + 1, sizes[first]
        while last < len(sizes) and places[last] == places[first] and taken + sizes[last] <= most:
            taken += sizes[last]
            last += 1
        yield first, last


def _cut(text: str, most: int) -> str:
    """The text, or as much of its beginning as fits with an ellipsis behind it."""
    kept = text
    while kept and estimate_tokens(text) > most:
        kept = kept[: len(kept) * 9 // 10].rstrip()
        text = f"{kept}…"
    return text


def _placed(text: str, place: str) -> Iterator[tuple[str, str]]:
    """The lines of a chunk, each with the place where it stands; headings are places themselves."""
    for line in _lines(text):
        if line.heading:
            place = line.heading
        else:
            yield place, line.text


def _lines(text: str) -> Iterator[_Line]:
    """With the heading that a line is, if it is one: not within code."""
    is_code = False
    for line in text.splitlines():
        is_code ^= bool(FENCE.match(line))
        found = None if is_code else HEADING.match(line)
        yield _Line(line, found[1][:LONGEST] if found else "")


def _spans(chunks: Sequence[str]) -> Iterator[tuple[int, int]]:
    """From where to where each chunk goes: cutting loses nothing but white space."""
    return pairwise(accumulate(map(_length, chunks), initial=0))


def _at(marks: Sequence[Place], start: int) -> str:
    return next((mark.name for mark in reversed(marks) if mark.start <= start), "")


def _length(text: str) -> int:
    return len("".join(text.split()))
