"""The people of `corpus/pairs`: what each told, and how they asked for it, each line in several ways."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"

HALVES = Path(__file__).parent / "halves"
"""What words mean as half of the authors taught it: what ranks the other half has not seen their questions."""


@dataclass(frozen=True, slots=True)
class Person:
    """What somebody told, and what they asked, each with the number of the line that answers (None: none does)."""

    author: str
    told: Sequence[str]
    asked: Sequence[tuple[str, int | None]]


def people(language: str) -> Iterator[Person]:
    for file in sorted((CORPUS / "pairs").glob(f"{language}.*.txt")):
        for block in file.read_text(encoding="utf-8").split("# ")[1:]:
            told, asked = list[str](), list[tuple[str, int | None]]()
            for mark, text in ((line[:1], line[2:]) for line in block.splitlines()[1:]):
                if mark == ">":
                    told.append(text)
                elif mark in ("?", "-"):
                    asked.append((text, len(told) - 1 if mark == "?" else None))
            yield Person(file.stem.split(".")[1], told, asked)


def half_of(author: str) -> int:
    """Of which half of the authors one is."""
    return int(author) % 2


def without_half(half: int, language: str) -> Path:
    """The file with what words mean, learnt without this half."""
    return HALVES / f"{language}.{half}.npz"
