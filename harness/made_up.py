"""A made-up life: as many threads of talk as asked for, dated, the same for the same seed. Each becomes one memory."""

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from lumina.reports import ImportedTurn

PERSON = "mio"
ROOM = "life"
VERSION = 2
"""Of how the sentences are put together; a data folder of another version is made anew."""

END = datetime(2026, 4, 1, 21, tzinfo=UTC)
"""The moment at which everything is measured."""

SPAN = timedelta(days=730)
SKEW = 1.5
"""People talk more and more: the share of memories younger than `a` is (a / SPAN) ** (1 / SKEW)."""

JAPANESE = 0.75
LONGER = 0.6
FAVOUR = 1.6
CHARACTERS = ("lumina", "clarisse", "nox")
NAMED = ("friend", "place", "food", "hobby", "thing", "work")
"""Words that a character may take up in its answer."""


@dataclass(frozen=True, slots=True)
class Language:
    """What a life in one language is told with."""

    words: Mapping[str, Sequence[str]]
    before: Mapping[str, Sequence[str]]
    after: Mapping[str, Sequence[str]]
    scenes: Sequence[Mapping[str, Any]]
    asides: Sequence[str]
    answers: Sequence[str]
    space: str

    def choose(self, chance: random.Random) -> dict[str, str]:
        """A word of each list, often a longer one that it is a part of."""
        return {name: self._word(name, chance) for name in self.words}

    def _word(self, name: str, chance: random.Random) -> str:
        parts = [lists.get(name, ()) if chance.random() < LONGER else () for lists in (self.before, self.after)]
        before, after = (_some(words, chance) if words else "" for words in parts)
        return before + _some(self.words[name], chance) + after


@dataclass(frozen=True, slots=True)
class Life:
    """All turns in their order, and a question about each thread."""

    turns: tuple[ImportedTurn, ...]
    questions: tuple[str, ...]


def live(memories: int, seed: int = 1) -> Life:
    chance = random.Random(seed)
    japanese, english = _told("ja", ""), _told("en", " ")
    starts = sorted(END - timedelta(hours=2) - SPAN * chance.random() ** SKEW for _ in range(memories))
    turns: list[ImportedTurn] = []
    questions: list[str] = []
    for number, start in enumerate(starts):
        language = japanese if chance.random() < JAPANESE else english
        scene, words = chance.choice(language.scenes), language.choose(chance)
        thread = _thread(language, scene["lines"], words, chance)
        turns += [
            ImportedTurn(speaker, text, start + timedelta(seconds=40 * at), f"{number:05}.{at}", ROOM, f"{number:05}")
            for at, (speaker, text) in enumerate(thread)
        ]
        questions.append(scene["question"].format_map(words))
    turns.sort(key=lambda turn: turn.at)
    return Life(tuple(turns), tuple(questions))


def ask(life: Life, count: int, seed: int = 2) -> list[str]:
    """So many questions about threads of the life."""
    return random.Random(seed).sample(life.questions, count)


def _some(words: Sequence[str], chance: random.Random) -> str:
    """The first ones more often: as in any life, few come up always and most seldom."""
    return words[int(len(words) * chance.random() ** FAVOUR)]


def _thread(
    language: Language, lines: Sequence[str], words: Mapping[str, str], chance: random.Random
) -> Iterator[tuple[str, str]]:
    """(speaker, text) of each line."""
    for line in lines:
        who, _, template = line.partition(" ")
        if who == "me":
            speaker, aside = PERSON, chance.choice(language.asides).format_map(language.choose(chance))
        else:
            about = words[chance.choice(NAMED)]
            speaker, aside = chance.choice(CHARACTERS), chance.choice(language.answers).format(one=about)
        text = language.space.join((template.format_map(words), aside))
        yield speaker, text[0].upper() + text[1:]


def _told(language: str, space: str) -> Language:
    told = tomllib.loads(Path(__file__).with_name(f"made_up.{language}.toml").read_text(encoding="utf-8"))
    return Language(
        told["words"], told["before"], told["after"], told["scenes"], told["asides"], told["answers"], space
    )
