"""The extractive summary: who said what, in their own words."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from lumina.distil.statements import Statement
from lumina.models import Role

SENTENCES = 3
CHARACTERS = {"ja": 200, "en": 600}
WORDS_EN = 60
ENOUGH = 0.2
"""A further sentence is taken if it tells at least this share of what the best one tells."""

A_TOPIC = 1.0
ANOTHER_WORD = 0.4
SAID_ALREADY = 0.1
A_GREETING, UNANSWERED, ANSWERED = 0.05, 0.2, 0.4
WHOSE_WORD = {Role.PERSON: 1.0, Role.GUEST: 0.9, Role.CHARACTER: 0.4}


def summary(said: Sequence[Statement], language: str) -> str:
    """The most telling sentences (at most 3; 200 characters in Japanese, 60 words in English) in their order, each
    speaker named once in a row. Empty only where nothing was said."""
    return _cut(_joined([said[at] for at in sorted(chosen(said, language))], language), language)


def chosen(said: Sequence[Statement], language: str) -> list[int]:
    """The places of the sentences to keep, the most telling first; what one has told hardly counts again."""
    shared = Counter(word for one in said for word in one.words)
    picked: list[int] = []
    worth: list[float] = []
    while len(picked) < SENTENCES and (left := _further(said, picked, language)):
        told = frozenset(word for at in picked for word in said[at].words)
        worths = {at: telling(said[at], shared, told) for at in left}
        best = max(left, key=worths.__getitem__)
        if worth and worths[best] <= ENOUGH * worth[0]:
            break
        picked.append(best)
        worth.append(worths[best])
    return picked


def _further(said: Sequence[Statement], picked: Sequence[int], language: str) -> list[int]:
    """The places of the sentences that still fit; the first always does."""
    left = [at for at in range(len(said)) if at not in picked]
    if not picked:
        return left
    return [at for at in left if _fits(_joined([said[place] for place in sorted([*picked, at])], language), language)]


def telling(one: Statement, shared: Mapping[str, int], told: frozenset[str]) -> float:
    """How much a sentence tells: its words, those that the talk comes back to more (ln(1 + sentences that have it)),
    topics more than other words, per square root of its length; feelings raise it; questions and greetings tell little.
    """
    content = math.fsum(  # words have no order
        (A_TOPIC if word in one.topical else ANOTHER_WORD)
        * math.log1p(shared[word])
        * (SAID_ALREADY if word in told else 1)
        for word in one.words
    )
    felt = 1 + 0.5 * abs(one.feeling)
    return content / math.sqrt(len(one.words) + 3) * felt * _manner(one) * WHOSE_WORD[one.role]


def _manner(one: Statement) -> float:
    if one.is_greeting:
        return A_GREETING
    if one.is_question:
        return ANSWERED if one.is_answered else UNANSWERED
    return 1.0


def _joined(said: Sequence[Statement], language: str) -> str:
    """太郎：京都に行った。楽しかった。 花子：いいな。"""
    colon, space = (": ", " ") if language == "en" else ("：", "")
    runs = groupby(said, key=lambda one: one.speaker)
    return " ".join(f"{who}{colon}{space.join(_closed(one.text, language) for one in run)}" for who, run in runs)


def _closed(text: str, language: str) -> str:
    """A sentence that ends in a letter gets its full stop, as another may follow."""
    return text + ("." if language == "en" else "。") if text[-1:].isalnum() else text


def _fits(text: str, language: str) -> bool:
    return len(text) <= CHARACTERS[language] and (language == "ja" or len(text.split()) <= WORDS_EN)


def _cut(text: str, language: str) -> str:
    """The text, or as much of it as fits, which then ends in an ellipsis."""
    if _fits(text, language):
        return text
    short = text if language == "ja" else " ".join(text.split()[:WORDS_EN])
    return short[: CHARACTERS[language] - 1].rstrip() + "…"
