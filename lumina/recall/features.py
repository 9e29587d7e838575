"""The terms of the formula, each on a scale of its own (RECALL.md); arrays of one number a candidate."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lumina.embedding.windows import LENGTH_SHARE, SATURATION
from lumina.language.names import same_name
from lumina.language.scripts import fold
from lumina.memory.entries import Entries, Flag, Mask, Places
from lumina.models import Matrix, Vector
from lumina.recall.question import Question
from lumina.recall.speakers import Preference
from lumina.recall.statistics import Statistics
from lumina.recall.times import tells_when

Numbers = NDArray[np.float32]
_PAIR = 32
"""Bits by which the second character of a pair is apart from the first."""

AVERAGE_CHARACTERS = 40.0
"""Characters and pairs in an average turn, for the saturation of `characters`."""

PASSAGE_CHARACTERS = 700.0
"""The same for a passage of a document, which nobody said."""

PASSAGE_SATURATION = 0.35
"""k1 in a passage: where a word stands, further ones say less than in talk (JSQuAD R@1 .925; .913 with 1)."""

DOUBT = 2.0
"""Words at which the vector of a turn alone counts half."""


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """What is measured of each candidate, before any weight."""

    words: Numbers
    characters: Numbers
    window: Numbers
    sentence: Numbers
    speaker: Numbers
    companion: Numbers
    is_question: Numbers
    follows_question: Numbers
    rarest: Numbers
    number: Numbers
    time: Numbers
    period: Numbers


def measure(
    question: Question,
    entries: Entries,
    texts: Sequence[str],
    statistics: Statistics,
    vector: Vector | None,
) -> Features:
    """All terms for these entries, of which `texts` has what was said (of a summary, nothing)."""
    preference = question.preference
    preferred = _numbers(entries.by_scene(lambda scene: _preferred(preference, scene.speaker)))
    return Features(
        words=_words(question, entries, statistics),
        characters=_characters(question, texts, _are_passages(entries), statistics),
        window=_window(entries, vector),
        sentence=_sentence(entries, vector),
        speaker=np.where(entries.are(Flag.SUMMARY), np.float32(0), preferred),
        companion=_numbers(entries.by_scene(lambda scene: _together(preference, scene.people))),
        is_question=_numbers(entries.are(Flag.QUESTION)),
        follows_question=_numbers(entries.are(Flag.FOLLOWS_QUESTION)),
        rarest=_rarest(entries, statistics),
        number=_numbers(entries.are(Flag.DIGIT)) * question.wants_number,
        time=_numbers([question.wants_time and tells_when(text) for text in texts]),
        period=_period(question, entries),
    )


def _numbers(values: Sequence[float] | NDArray[np.bool_]) -> Numbers:
    return np.array(values, np.float32)


def _words(question: Question, entries: Entries, statistics: Statistics) -> Numbers:
    """B: BM25 over the window, divided by the sum of the question's idf."""
    idf = statistics.idf(question.terms)
    best = float(idf.sum())
    if best <= 0:
        return np.zeros(len(entries), np.float32)
    order = np.argsort(question.terms)
    asked, weights = question.terms[order], idf[order]
    ids, saturated = entries.terms.ids, entries.terms.weights
    share = np.where(_are_passages(entries), np.float32(PASSAGE_SATURATION), np.float32(1))[entries.term_owners]
    saturated = saturated / (saturated + share * (1 - saturated))  # tf / (tf + k1 · norm) of tf / (tf + norm)
    at = np.minimum(np.searchsorted(asked, ids), len(asked) - 1)
    found = np.where(asked[at] == ids, saturated * weights[at], 0)
    return (np.bincount(entries.term_owners, found, len(entries)) / best).astype(np.float32)


@lru_cache(maxsize=16_384)
def _codes(text: str) -> NDArray[np.uint64]:
    """The folded characters of a text, with a gap at the end."""
    return np.frombuffer(f"{fold(text)}\0".encode("utf-32-le", "replace"), np.uint32).astype(np.uint64)


def _are_passages(entries: Entries) -> Mask:
    return np.array(entries.by_scene(lambda scene: not scene.speaker), bool) & ~entries.are(Flag.SUMMARY)


def _characters(question: Question, texts: Sequence[str], passages: Mask, statistics: Statistics) -> Numbers:
    """C: BM25 over the characters and pairs of the turn alone, divided likewise."""
    idf = statistics.idf(question.gram_terms)
    best = float(idf.sum())
    if best <= 0 or not texts:
        return np.zeros(len(texts), np.float32)
    parts = [_codes(text) for text in texts]
    sizes = [len(part) for part in parts]
    counts = _counts(question.grams, np.concatenate(parts), np.repeat(np.arange(len(parts)), sizes), len(parts))
    averages = np.where(passages, PASSAGE_CHARACTERS, AVERAGE_CHARACTERS)
    saturation = np.where(passages, PASSAGE_SATURATION, SATURATION)
    norms = saturation * (1 - LENGTH_SHARE + LENGTH_SHARE * 2 * _numbers(sizes) / averages)
    return (np.vecdot(counts / (counts + norms[:, np.newaxis]), idf) / best).astype(np.float32)


def _counts(grams: Sequence[str], codes: NDArray[np.uint64], owners: Places, count: int) -> NDArray[np.intp]:
    """How often each character or pair stands in the texts of `count` owners; shape (count, grams)."""
    numbers = np.array([ord(gram[0]) | (ord(gram[1]) if len(gram) > 1 else 0) << _PAIR for gram in grams], np.uint64)
    order = np.argsort(numbers)
    asked = numbers[order]
    read = np.concatenate([codes, codes[:-1] | codes[1:] << np.uint64(_PAIR)])
    at = np.minimum(np.searchsorted(asked, read), len(asked) - 1)
    (found,) = np.nonzero(asked[at] == read)
    places = np.concatenate([owners, owners[:-1]])[found] * len(grams) + order[at[found]]
    return np.bincount(places, minlength=count * len(grams)).reshape(count, len(grams))


def _products(rows: Matrix, vector: Vector) -> Numbers:
    """The inner product of each row with the vector."""
    return np.vecdot(rows, vector)


def _window(entries: Entries, vector: Vector | None) -> Numbers:
    """M: cosine with the windowed mean vector."""
    found = np.zeros(len(entries), np.float32)
    if vector is not None and len(entries.windows):
        found[entries.with_window] = _products(entries.windows, vector)
    return found


def _sentence(entries: Entries, vector: Vector | None) -> Numbers:
    """S: cosine with the closest sentence, the less the fewer words the turn has: of one word it is half chance."""
    if vector is None or not len(entries.sentences):
        return np.zeros(len(entries), np.float32)
    closest = _highest(_products(entries.sentences, vector), entries.sentence_owners, len(entries))
    said: Numbers = np.bincount(entries.word_owners, minlength=len(entries)).astype(np.float32)
    return (closest * said / (said + DOUBT)).astype(np.float32)


def _rarest(entries: Entries, statistics: Statistics) -> Numbers:
    """R: the highest idf among the turn's own words, of the highest there is."""
    ids, places = np.unique(entries.words, return_inverse=True)
    return _highest(statistics.idf(ids)[places], entries.word_owners, len(entries)) / np.float32(statistics.highest)


def _highest(values: Numbers, owners: Places, count: int) -> Numbers:
    """The highest value of each of `count` owners, 0 for who has none."""
    found = np.zeros(count, np.float32)
    if len(values):
        starts = np.flatnonzero(np.diff(owners, prepend=-1))
        found[owners[starts]] = np.maximum.reduceat(values, starts)
    return found


def _period(question: Question, entries: Entries) -> Numbers:
    if not question.periods:
        return np.zeros(len(entries), np.float32)
    moments = map(entries.moment, range(len(entries)))
    return _numbers([max(period.closeness(moment) for period in question.periods) for moment in moments])


def _preferred(preference: Preference, speaker: str) -> float:
    """How much turns of this speaker are preferred."""
    own = [weight for name, weight in preference.speakers.items() if same_name(name, speaker)]
    return max(own, default=preference.others)


def _together(preference: Preference, people: Sequence[str]) -> float:
    """1 where somebody takes part whom the question names."""
    return float(any(same_name(name, other) for name in preference.companions for other in people))
