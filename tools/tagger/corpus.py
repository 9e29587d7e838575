"""The marked corpus: one message a line, in it `[kind words]` round each value; `[-kind words]` is no longer so,
`[kind@ words]` is somebody else's."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
MARK = re.compile(r"\[(?P<over>-?)(?P<kind>[a-z]+)(?P<other>@?) (?P<words>[^\[\]]+)\]")
SENTENCE = re.compile(r"[^.!?…。！？\n]+(?:\.(?=\w)[^.!?…。！？\n]*)*[.!?…。！？]*")


@dataclass(frozen=True, slots=True)
class Mark:
    """A value from `start` to `end`, its kind, and its status: "" for what is so of the speaker, with "-" for what is
    over and "@" for what is somebody else's."""

    start: int
    end: int
    kind: str
    status: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A sentence without its marks, and these."""

    text: str
    marks: tuple[Mark, ...]


def read_corpus(language: str, authors: str = "*") -> Sequence[Marked]:
    """The sentences of all messages of a language, in the order of the files. Each author is a letter in the files'
    names: `authors` may be a pattern of them, [AB] or [!A]."""
    lines = (
        line
        for file in sorted((CORPUS / language).glob(f"{language}{authors}.*.txt"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if line
    )
    return [sentence for line in lines for sentence in sentences(line)]


def sentences(line: str) -> Iterator[Marked]:
    text, marks, last = "", list[Mark](), 0
    for match in MARK.finditer(line):
        text += line[last : match.start()]
        marks.append(Mark(len(text), len(text) + len(match["words"]), match["kind"], match["over"] + match["other"]))
        text, last = text + match["words"], match.end()
    text += line[last:]
    for match in SENTENCE.finditer(text):
        start, end = match.span()
        found = (one for one in marks if start <= one.start < end)
        yield Marked(match.group(), tuple(Mark(m.start - start, m.end - start, m.kind, m.status) for m in found))
