"""What the ranker learns from: questions with the lines that were told, of the corpus' histories and people."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from lumina.reports import UNRECALLED
from lumina.voices.matching import own_statements
from lumina.voices.material import Evidence
from tools.ranker.people import CORPUS, people

BEGIN = datetime(2026, 2, 2, 10, 30, tzinfo=UTC)
FEW, SOME = (0, 1, 2), (3, 5, 8)
"""So many other lines were told in a short talk, and in a longer one."""

CHATTER = (4, 8, 12, 14)
"""So many lines that tell nothing were said besides."""

OFTEN, AFTERWARDS = 0.4, 0.7
"""How often it is asked with such lines, too, and how often all of them were said after the rest."""

IN_WHOLE = 0.6
"""How often all that one of the people told lies beside what they ask."""

UNTOLD = 0.4
"""How often it is asked where the answer was not told, too."""

HANDS = 5
"""Authors have each their own share of the chatter: what is learnt of one's is not met again in another's."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question of a history's, the lines among which its answer is sought, and which of them answer (none: it was
    never told); `whole` is whether they are the whole history."""

    history: str
    author: str
    asked: str
    lines: Sequence[Evidence]
    answers: Sequence[bool]
    whole: bool


def examples(language: str, authors: str = "*") -> list[Example]:
    """Of all histories of a language; `authors` may be a pattern of their letters, [AB] or [!A]. Each question is asked
    of its whole history and of parts of it, some of which lack the answer, and of some of these among chatter; the
    same each time."""
    chance, found = random.Random(1), list[Example]()
    for file in sorted((CORPUS / language).glob(f"{authors}.jsonl")):
        chatter = _chatter(language, file.stem)
        for one in _read(file):
            told = [one, *_parts(one, chance)]
            found += told
            found += [_with_chatter(each, chatter, chance) for each in told if each.lines and chance.random() < OFTEN]
    return found


def of_people(language: str) -> Iterator[Example]:
    """What each was asked, of all that they told or of a part of it, and sometimes of what is left without the answer;
    a day lies between every few lines."""
    chance = random.Random(1)
    for number, one in enumerate(people(language)):
        told = [piece(text, BEGIN + timedelta(days=at // 3, minutes=at)) for at, text in enumerate(one.told)]
        stated = own_statements(told)
        for question, answer in one.asked:
            right = [answer is not None and piece["text"] == one.told[answer] for piece in stated]
            whole = Example(f"{language} {number}", one.author, question, stated, right, whole=True)
            yield whole if chance.random() < IN_WHOLE else next(_parts(whole, chance), whole)
            if chance.random() < UNTOLD:
                others = [at for at, answers in enumerate(right) if not answers]
                yield _of(whole, _some(others, chance.choice((2, 4, 8, len(others))), chance))


def _chatter(language: str, author: str) -> Sequence[str]:
    lines = (CORPUS / f"chatter.{language}.txt").read_text(encoding="utf-8").splitlines()
    return lines[ord(author) % HANDS :: HANDS]


def _read(file: Path) -> Iterator[Example]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
        history = cast("Mapping[str, Any]", json.loads(line))
        told = [piece(text, BEGIN + timedelta(days=day, minutes=at)) for at, (day, text) in enumerate(history["told"])]
        stated = own_statements(told)
        asked: list[tuple[str, set[str]]] = [
            (one["ask"], {told[at]["text"] for at in one["line"]}) for one in history["asked"]
        ]
        never: list[tuple[str, set[str]]] = [(one, set()) for one in history["never"]]
        for question, answers in (*asked, *never):
            right = [piece["text"] in answers for piece in stated]
            yield Example(f"{file.stem}{number}", file.stem, question, stated, right, whole=True)


def piece(text: str, moment: datetime) -> Evidence:
    return Evidence(who="you", speaker="", text=text, at=moment.isoformat(), score=UNRECALLED, here=False)


def _parts(one: Example, chance: random.Random) -> Iterator[Example]:
    right = [at for at, answers in enumerate(one.answers) if answers]
    others = [at for at, answers in enumerate(one.answers) if not answers]
    for many in (FEW, SOME) if right else ():
        yield _of(one, [chance.choice(right), *_some(others, chance.choice(many), chance)])
    if not right or chance.random() < 0.5:
        yield _of(one, _some(others, chance.choice((1, 2, 4, 8, len(others))), chance))


def _with_chatter(one: Example, chatter: Sequence[str], chance: random.Random) -> Example:
    """With lines that tell nothing: said after all others mostly, or among them."""
    begin = datetime.fromisoformat(one.lines[-1 if chance.random() < AFTERWARDS else 0]["at"])
    said = chance.sample(chatter, chance.choice(CHATTER))
    told = own_statements([piece(text, begin + timedelta(minutes=at)) for at, text in enumerate(said, 1)])
    lines = [*zip(one.lines, one.answers, strict=True), *((piece, False) for piece in told)]
    lines.sort(key=lambda line: line[0]["at"])
    return replace(one, lines=[piece for piece, _ in lines], answers=[answers for _, answers in lines], whole=False)


def _some(places: Sequence[int], many: int, chance: random.Random) -> list[int]:
    return chance.sample(places, min(many, len(places)))


def _of(one: Example, places: Sequence[int]) -> Example:
    kept = sorted(places)
    return replace(one, lines=[one.lines[at] for at in kept], answers=[one.answers[at] for at in kept], whole=False)
