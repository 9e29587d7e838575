"""What a question asks for: words, characters, who said it, when it was."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lumina.language.english import stem
from lumina.language.lexicon import word_list
from lumina.language.tokens import Analysis, analyse, fold, gram_id, grams, term_id
from lumina.recall.periods import Period, read_periods
from lumina.recall.speakers import Preference, read_preference, without_names
from lumina.recall.statistics import Statistics
from lumina.recall.times import asks_when

NUMBER_ASKED = re.compile(
    r"いつ|何[回度人歳才個日月年時分枚本匹羽台泊巻曜冊円キ]|いくつ|いくら|どれ[くぐ]らい|どの[くぐ]らい|どれほど|"
    r"\b(?:when|how (?:many|much|long|old|often|far|tall|big)|(?:what|which) (?:time|date|year|month|day|age))\b",
    re.I,
)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question taken apart. `words` are its content words without framing words and names, `terms` their ids (in the
    same order), `shown` how people read them; `grams` its characters and pairs. `encoder_text` is what an
    encoder reads: names are taken out. `preference` says whose turns are meant, `periods` when it was said."""

    text: str
    language: str
    encoder_text: str
    words: tuple[str, ...]
    shown: tuple[str, ...]
    terms: NDArray[np.uint32]
    grams: tuple[str, ...]
    gram_terms: NDArray[np.uint32]
    preference: Preference
    periods: tuple[Period, ...]
    wants_number: bool
    wants_time: bool

    @property
    def speaker(self) -> str | None:
        """The speaker whose turns a second search should go through."""
        return self.preference.only_speaker

    @property
    def month(self) -> tuple[int, int] | None:
        """(year, month) that a second search should go through, where just one is asked for."""
        months = {period.month for period in self.periods}
        return months.pop() if len(months) == 1 else None

    def weigher(self, statistics: Statistics) -> Callable[[str], float]:
        """What a word of the question counts in its vector: its idf, and nothing where it only frames."""
        content = frozenset(self.words)
        return lambda word: statistics.idf_of(word) if word in content else 0.0


def read_question(text: str, *, asker: Sequence[str], people: Sequence[str], at: datetime) -> Question:
    """Take a question apart. `asker` are the names of who asks, `people` all names known (characters too), `at` the
    moment that 「先週」 starts from."""
    preference = read_preference(text, asker=asker, people=people)
    nameless = without_names(text, people)
    analysis = analyse(nameless)
    shown = {word.normal: word.shown for word in analysis.content if not is_framing(word.normal)}
    found = tuple(grams(nameless))
    return Question(
        text=text,
        language=analysis.language,
        encoder_text=encoder_text(text, analysis, people),
        words=tuple(shown),
        shown=tuple(shown.values()),
        terms=np.array([term_id(word) for word in shown], np.uint32),
        grams=found,
        gram_terms=np.array([gram_id(gram) for gram in found], np.uint32),
        preference=preference,
        periods=read_periods(text, at),
        wants_number=bool(NUMBER_ASKED.search(text)),
        wants_time=asks_when(text),
    )


def encoder_text(text: str, analysis: Analysis, people: Sequence[str]) -> str:
    """The question as an encoder reads it: in English a name becomes "I" or "my", in Japanese it goes."""
    return without_names(text, people, pronouns=analysis.language == "en")


@cache
def _framing() -> frozenset[str]:
    return frozenset(map(fold, word_list("framing.ja"))) | frozenset(map(stem, word_list("framing.en")))


def is_framing(word: str) -> bool:
    """Whether a normalised word only frames a question."""
    return word in _framing()
