"""The corpus of what lines want: short talks, a blank line between two; each line is a want, a tab, and the text."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from lumina.language.trained.field import Field
from lumina.language.trained.tokens import tokens
from lumina.language.trained.wants import MOST, REQUESTS, Want, of_line, unaddressed, wants_by
from tools.tagger.corpus import CORPUS, read_corpus

EVERY = 1
"""Of the sentences that are marked to tell a value, one in so many stands for all that tell."""

LIMITS = (0.5, 0.7, 0.85, 0.93)

GROUPS = (
    ("requests", REQUESTS),
    ("told", (Want.ASK, Want.CHECK, Want.ALL)),
    *((want.value, (want,)) for want in (Want.CHECK, Want.ALL, Want.ADVICE, Want.BOT, Want.MUSE)),
)
"""What is looked for together: all that wants something, what wants something told before, and some alone."""


def read_lines(language: str, authors: str = "*") -> Sequence[tuple[Want, str]]:
    """Authors are as in `read_corpus`."""
    return [
        (Want(want), text)
        for file in sorted((CORPUS / "wants").glob(f"{language}{authors}.*.txt"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if line
        for want, _, text in [line.partition("\t")]
    ]


def telling(language: str) -> Sequence[tuple[Want, str]]:
    """Of the tagger's corpus."""
    marked = [one for one in read_corpus(language) if one.marks]
    return [(Want.TELL, one.text) for one in marked[::EVERY]]


def sequences(lines: Sequence[tuple[Want, str]], language: str) -> Iterator[tuple[list[list[str]], list[str]]]:
    """What a field is trained on: each line by itself."""
    for want, line in lines:
        text = unaddressed(line)
        if words := tokens(text, language)[:MOST]:
            yield [of_line(text, words)], [want]


def lines_told(lines: Sequence[tuple[Want, str]], language: str, folder: Path) -> str:
    """Of what a field of this folder makes of these lines: by confidence how many of the requests are found, and how
    many of those found are requests; the same of each group."""
    field = Field(folder / f"wants.{language}.crfsuite")
    chances = [(want, wants_by(field, text, language)) for want, text in lines]
    found = list[str]()
    for limit in LIMITS:
        parts = list[str]()
        for name, meant in GROUPS:
            hits = [(want in meant, sum(one[each] for each in meant) >= limit) for want, one in chances]
            right = sum(is_one and is_found for is_one, is_found in hits)
            recall = right / max(1, sum(is_one for is_one, _ in hits))
            precision = right / max(1, sum(is_found for _, is_found in hits))
            parts.append(f"{name}: found {recall:.3f}, right {precision:.3f}")
        found.append(f"  from {limit}: {'; '.join(parts)}")
    return "\n".join(found)
