"""The terms of the formula, each on a scale of its own (RECALL.md); arrays of one number a candidate."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lumina.language.names import same_name
from lumina.language.scripts import fold
from lumina.language.windows import LENGTH_SHARE, SATURATION
from lumina.models import Entry, Matrix, Vector
from lumina.recall.question import Question
from lumina.recall.speakers import Preference
from lumina.recall.statistics import Statistics

Numbers = NDArray[np.float32]

AVERAGE_CHARACTERS = 40.0
"""Characters and pairs in an average turn, for the saturation of `characters`."""

PASSAGE_CHARACTERS = 700.0
"""The same for a passage of a document, which nobody said."""


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
    period: Numbers


def measure(
    question: Question,
    entries: Sequence[Entry],
    texts: Sequence[str],
    statistics: Statistics,
    vector: Vector | None,
) -> Features:
    """All terms for these entries, of which `texts` has what was said (of a summary, nothing)."""
    preferred = {name: _preferred(question.preference, name) for name in {entry.speaker for entry in entries}}
    together = {group: _together(question.preference, group) for group in {entry.people for entry in entries}}
    return Features(
        words=_words(question, entries, statistics),
        characters=_characters(question, texts, _averages(entries), statistics),
        window=_window(entries, vector),
        sentence=_sentence(entries, vector),
        speaker=_numbers([0.0 if entry.is_summary else preferred[entry.speaker] for entry in entries]),
        companion=_numbers([together[entry.people] for entry in entries]),
        is_question=_numbers([entry.is_question for entry in entries]),
        follows_question=_numbers([entry.follows_question for entry in entries]),
        rarest=_rarest(entries, statistics),
        number=_numbers([question.wants_number and entry.has_digit for entry in entries]),
        period=_numbers([max((p.closeness(e.at) for p in question.periods), default=0) for e in entries]),
    )


def _numbers(values: Sequence[float]) -> Numbers:
    return np.array(values, np.float32)


def _owners(parts: Sequence[NDArray[np.generic]]) -> NDArray[np.int64]:
    """For the parts laid end to end: which part each element comes from."""
    return np.repeat(np.arange(len(parts)), [len(part) for part in parts])


def _words(question: Question, entries: Sequence[Entry], statistics: Statistics) -> Numbers:
    """B: BM25 over the window, divided by the sum of the question's idf."""
    idf = statistics.idf(question.terms)
    best = float(idf.sum())
    if best <= 0:
        return np.zeros(len(entries), np.float32)
    order = np.argsort(question.terms)
    asked, weights = question.terms[order], idf[order]
    ids = np.concatenate([entry.terms.ids for entry in entries])
    saturated = np.concatenate([entry.terms.weights for entry in entries])
    at = np.minimum(np.searchsorted(asked, ids), len(asked) - 1)
    found = np.where(asked[at] == ids, saturated * weights[at], 0)
    owners = _owners([entry.terms.ids for entry in entries])
    return (np.bincount(owners, found, len(entries)) / best).astype(np.float32)


@lru_cache(maxsize=16_384)
def _codes(text: str) -> NDArray[np.uint32]:
    """The folded characters of a text, with a gap at the end."""
    return np.frombuffer(f"{fold(text)}\0".encode("utf-32-le", "replace"), np.uint32)


def _averages(entries: Sequence[Entry]) -> Numbers:
    """The average length that each entry is measured by."""
    passages = [not entry.speaker and not entry.is_summary for entry in entries]
    return np.where(passages, PASSAGE_CHARACTERS, AVERAGE_CHARACTERS).astype(np.float32)


def _characters(question: Question, texts: Sequence[str], averages: Numbers, statistics: Statistics) -> Numbers:
    """C: BM25 over the characters and pairs of the turn alone, divided likewise."""
    idf = statistics.idf(question.gram_terms)
    best = float(idf.sum())
    if best <= 0 or not texts:
        return np.zeros(len(texts), np.float32)
    parts = [_codes(text) for text in texts]
    codes, owners = np.concatenate(parts), _owners(parts)
    lengths = _numbers([2 * len(part) for part in parts])
    norms = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths / averages)
    total = np.zeros(len(texts))
    for gram, weight in zip(question.grams, idf.tolist(), strict=True):
        found = codes == ord(gram[0])
        if len(gram) > 1:
            found[:-1] &= codes[1:] == ord(gram[1])
        counts = np.bincount(owners[found], minlength=len(texts))
        total += weight * counts / (counts + norms)
    return (total / best).astype(np.float32)


def _products(rows: Matrix | Sequence[Vector], vector: Vector) -> Numbers:
    """The inner product of each row with the vector, in this thread: a matrix product would wait for others."""
    return np.vecdot(np.asarray(rows), vector)


def _window(entries: Sequence[Entry], vector: Vector | None) -> Numbers:
    """M: cosine with the windowed mean vector."""
    found = np.zeros(len(entries), np.float32)
    known = [at for at, entry in enumerate(entries) if entry.window is not None]
    if vector is not None and known:
        found[known] = _products([window for at in known if (window := entries[at].window) is not None], vector)
    return found


def _sentence(entries: Sequence[Entry], vector: Vector | None) -> Numbers:
    """S: cosine with the closest sentence, the less the fewer words the turn has: of one word it is half chance."""
    found = np.zeros(len(entries), np.float32)
    parts = [(at, s) for at, entry in enumerate(entries) if (s := entry.sentences) is not None and len(s)]
    if vector is not None and parts:
        closeness = _products(np.concatenate([sentences for _, sentences in parts]), vector)
        starts = np.cumsum([0, *(len(sentences) for _, sentences in parts[:-1])])
        said = _numbers([len(entries[at].words) for at, _ in parts])
        found[[at for at, _ in parts]] = np.maximum.reduceat(closeness, starts) * said / (said + DOUBT)
    return found


def _rarest(entries: Sequence[Entry], statistics: Statistics) -> Numbers:
    """R: the highest idf among the turn's own words, of the highest there is."""
    found = np.zeros(len(entries), np.float32)
    parts = [(at, entry.words) for at, entry in enumerate(entries) if len(entry.words)]
    if parts:
        ids, places = np.unique(np.concatenate([words for _, words in parts]), return_inverse=True)
        idf = statistics.idf(ids)[places]
        starts = np.cumsum([0, *(len(words) for _, words in parts[:-1])])
        found[[at for at, _ in parts]] = np.maximum.reduceat(idf, starts) / statistics.highest
    return found


def _preferred(preference: Preference, speaker: str) -> float:
    """How much turns of this speaker are preferred."""
    own = [weight for name, weight in preference.speakers.items() if same_name(name, speaker)]
    return max(own, default=preference.others)


def _together(preference: Preference, people: Sequence[str]) -> float:
    """1 where somebody takes part whom the question names."""
    return float(any(same_name(name, other) for name in preference.companions for other in people))
