"""`python -m tools.ranker.changing`: train what takes the place of what, and who asks for how things were before, both
languages (or `--language ja` alone). `--without A` tells how they do on what the author A wrote, without it."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from rich.console import Console

from lumina.distil.claims.tagged.tagger import LANGUAGES
from lumina.voices import ranking
from lumina.voices.matching import own_statements
from lumina.voices.ranking.asked_time import of_question
from lumina.voices.ranking.changes import Features, chance, pairs
from lumina.voices.ranking.ranker import Weights
from tools.ranker.fitting import fit_any
from tools.ranker.histories import BEGIN, CORPUS, piece

LIMITS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
LONGEST = 45
"""Days between what was told and what takes its place, at most, in a short talk."""

SLIGHT = 5e-3
"""Weights below this are left away."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What speaks for something, and whether it is so, by an author."""

    author: str
    features: Features
    right: bool


def pairs_told(language: str) -> Iterator[Seen]:
    """Each two lines of the histories that were read for changes."""
    for read, history in _histories(language):
        told = [piece(text, BEGIN + timedelta(days=day, minutes=at)) for at, (day, text) in enumerate(history["told"])]
        both = cast("Sequence[tuple[int, int]]", read["changes"])
        changes = {(told[old]["text"], told[new]["text"]) for old, new in both}
        for before, after, found in pairs(own_statements(told)):
            yield Seen(read["file"], found, (before["text"], after["text"]) in changes)
    yield from _told_shortly(language)
    yield from _in_talks(language)


def _told_shortly(language: str) -> Iterator[Seen]:
    """Talks of three lines: the second takes the place of the first, and the third is told after or between."""
    lines = (CORPUS / f"changes.short.{language}.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        old, new, other = line.split(" | ")
        texts = (old, other, new) if number % 3 == 0 else (old, new, other)
        days = (0, number * 7 % LONGEST, number * 7 % LONGEST + number % 4)
        told = [
            piece(text, BEGIN + timedelta(days=day, minutes=9 * at))
            for at, (day, text) in enumerate(zip(days, texts, strict=True))
        ]
        for before, after, found in pairs(told):
            yield Seen("", found, (before["text"], after["text"]) == (old, new))


@dataclass(frozen=True, slots=True)
class Talk:
    """A talk about one thing. Its lines are marked: a, b and c tell how it was and what took its place, in their order,
    o and s change nothing; its questions, too: p asks for how it was."""

    author: str
    told: Sequence[tuple[str, str]]
    asked: Sequence[tuple[str, str]]


def talks(language: str) -> Iterator[Talk]:
    for file in sorted((CORPUS / "changing").glob(f"{language}.*.txt")):
        for block in file.read_text(encoding="utf-8").split("# ")[1:]:
            lines = [(line[:1], line[1:2], line[2:].strip()) for line in block.splitlines()[1:]]
            told = [(letter, text) for letter, mark, text in lines if mark == ">"]
            yield Talk(file.stem, told, [(letter, text) for letter, mark, text in lines if mark == "?"])


def _in_talks(language: str) -> Iterator[Seen]:
    """Each two lines, but for the first and the last of three: what lies between took its place."""
    for number, talk in enumerate(talks(language)):
        marks = {text: mark for mark, text in talk.told}
        apart = (0, 1, 4, 9)[number % 4]
        told = [
            piece(text, BEGIN + timedelta(days=apart * at, minutes=9 * at)) for at, (_, text) in enumerate(talk.told)
        ]
        for before, after, found in pairs(told):
            both = marks[before["text"]] + marks[after["text"]]
            if both != "ac":
                yield Seen(talk.author, found, both in ("ab", "bc"))


def questions_asked(language: str) -> Iterator[Seen]:
    """What histories are asked, and questions by themselves: + for how it was, - for how it is."""
    for read, history in _histories(language):
        old = {before for before, _ in read["changes"]}
        new = {after for _, after in read["changes"]}
        for one in history["asked"]:
            lines = {*one["line"]}
            if not (lines & old and lines & new):
                yield Seen(read["file"], of_question(one["ask"]), bool(lines & old))
    for line in (CORPUS / f"then.{language}.txt").read_text(encoding="utf-8").splitlines():
        yield Seen("", of_question(line[2:]), line.startswith("+"))
    for talk in talks(language):
        for mark, text in talk.asked:
            yield Seen(talk.author, of_question(text), mark == "p")


def _histories(language: str) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    for line in (CORPUS / f"changes.{language}.jsonl").read_text(encoding="utf-8").splitlines():
        read = cast("Mapping[str, Any]", json.loads(line))
        lines = (CORPUS / language / f"{read['file']}.jsonl").read_text(encoding="utf-8").splitlines()
        yield read, cast("Mapping[str, Any]", json.loads(lines[int(read["history"])]))


def fitted(seen: Sequence[Seen]) -> Weights:
    weights = fit_any([one.features for one in seen], [one.right for one in seen])
    return {name: round(weight, 3) for name, weight in sorted(weights.items()) if abs(weight) >= SLIGHT}


def tried(seen: Sequence[Seen], author: str) -> str:
    """By how likely at least: how many of what is found are right (P), and how many of what is right is found (R)."""
    weights = fitted([one for one in seen if one.author != author])
    left_out = [(chance(one.features, weights), one.right) for one in seen if one.author == author]
    all_right = sum(right for _, right in left_out)
    told = list[str]()
    for limit in LIMITS:
        found = [right for likely, right in left_out if likely >= limit]
        told.append(f"{limit}: P {sum(found) / max(1, len(found)):.2f} R {sum(found) / max(1, all_right):.2f}")
    return f"{all_right} of {len(left_out)}; {', '.join(told)}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.ranker.changing", description=__doc__)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--without", metavar="AUTHOR", help="a letter of the corpus' files")
    given = parser.parse_args()
    for language in given.language or LANGUAGES:
        seen = {"pair": [*pairs_told(language)], "then": [*questions_asked(language)]}
        if given.without:
            told = "".join(f"\n  {name}: {tried(one, given.without)}" for name, one in seen.items())
            Console(soft_wrap=True).print(f"{language} without {given.without}{told}")
            continue
        weights = {name: fitted(one) for name, one in seen.items()}
        text = json.dumps(weights, ensure_ascii=False, indent=0) + "\n"
        (Path(ranking.__file__).parent / f"changes.{language}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
