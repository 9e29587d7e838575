"""The corpus of what a listener takes up: one message a line, in it `[it words]` round the phrase, if there is one."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from lumina.language.trained.features import of_words
from lumina.language.trained.field import Field
from lumina.language.trained.focus import MOST, labels, phrases_by
from lumina.language.trained.tokens import tokens
from tools.tagger.corpus import CORPUS, MARK

LIMITS = (0.3, 0.4, 0.5, 0.6, 0.7)

Heard = tuple[str, int, int]
"""A line, and from where to where in it the phrase stands (0, 0: there is none)."""


def read_heard(language: str, authors: str = "*") -> Sequence[Heard]:
    """Authors are as in `read_corpus`."""
    return [
        heard(line)
        for file in sorted((CORPUS / "focus").glob(f"{language}{authors}.*.txt"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if line
    ]


def heard(line: str) -> Heard:
    mark = MARK.search(line)
    if mark is None:
        return line, 0, 0
    return line[: mark.start()] + mark["words"] + line[mark.end() :], mark.start(), mark.start() + len(mark["words"])


def sequences_heard(lines: Sequence[Heard], language: str) -> Iterator[tuple[list[list[str]], list[str]]]:
    """What a field is trained on: each line by itself."""
    for line, start, end in lines:
        if words := tokens(line, language)[:MOST]:
            yield of_words(words), labels(words, start, end)


def heard_told(lines: Sequence[Heard], language: str, folder: Path) -> str:
    """What a field of this folder takes up of these lines: by confidence in how many it takes up anything, how much
    of that a listener took up, too (the same words, or some of them), and how much where they took up nothing."""
    field = Field(folder / f"focus.{language}.crfsuite")
    taken = [(one, max(phrases_by(field, one[0], language, LIMITS[0]), default=(0.0, ""))) for one in lines]
    found = list[str]()
    for limit in LIMITS:
        sure = [(line[start:end], phrase) for (line, start, end), (chance, phrase) in taken if chance >= limit]
        same = sum(meant == phrase for meant, phrase in sure)
        some = sum(bool(meant) and (meant in phrase or phrase in meant) for meant, phrase in sure)
        none = sum(not meant for meant, _ in sure)
        of = max(1, len(sure))
        found.append(
            f"{language} from {limit}: in {len(sure) / len(lines):.3f} of {len(lines)} lines;"
            f" the same {same / of:.3f}, some of it {some / of:.3f}, where there is none {none / of:.3f}"
        )
    return "\n".join(found)
