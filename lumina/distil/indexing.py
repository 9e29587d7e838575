"""Index entries: every turn read with its neighbours, and the summary of a memory."""

from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from lumina.embedding.directions import unit
from lumina.embedding.embedder import Embedder, Passage
from lumina.embedding.windows import saturated, window_counts, window_vector
from lumina.language.tokens import Analysis, analyse, gram_id, grams, term_id
from lumina.models import EVERYBODY, Entry, Memory, Role, Terms, Turn, Vector

AVERAGE_WORDS = 20.0
"""Content words in an average window; fixed, so that an entry never changes with what else is in store."""

PASSAGE_WORDS = 100.0
"""The same for a passage of a document, which nobody said."""


async def index_turns(
    turns: Sequence[Turn], memory_of: Mapping[UUID, UUID], people: Sequence[str], embedder: Embedder
) -> tuple[Entry, ...]:
    """Entries of those turns that are in `memory_of` (turn to memory) and whose words are kept, in order.

    `turns` is a slice of one thread in order, with up to five turns of context before and after; `people` are the
    speakers of the thread. A turn is read with those neighbours that whoever may know of it may know of, too: else that
    it is found, and what is said to stand near it, would tell what was never heard.
    """
    analyses = [analyse(turn.text) for turn in turns]
    passages = await embedder.passages([turn.text for turn in turns])
    counts = [_counts(analysis) for analysis in analyses]
    return tuple(
        _entry(turn, memory_of[turn.id], tuple(people), analyses, *_known_with(turns, at, passages, counts), at)
        for at, turn in enumerate(turns)
        if turn.id in memory_of and not turn.let_go
    )


def _known_with(
    turns: Sequence[Turn], at: int, passages: Sequence[Passage | None], counts: Sequence[Counter[int]]
) -> tuple[Sequence[Passage | None], Sequence[Counter[int]]]:
    """The passages and counts of the turns that are known to all who know of the one at this place."""
    knowing = _audience(turns[at])
    known = [EVERYBODY in turn.witnesses or knowing <= turn.witnesses for turn in turns]
    if all(known):
        return passages, counts
    return (
        [passage if here else None for passage, here in zip(passages, known, strict=True)],
        [count if here else Counter[int]() for count, here in zip(counts, known, strict=True)],
    )


def _audience(turn: Turn) -> frozenset[str]:
    """Who heard it, without its speaker where that is no character: only characters are kept from anything."""
    return turn.witnesses if turn.role is Role.CHARACTER else turn.witnesses - {turn.speaker}


def _entry(
    turn: Turn,
    memory: UUID,
    people: tuple[str, ...],
    analyses: Sequence[Analysis],
    passages: Sequence[Passage | None],
    counts: Sequence[Counter[int]],
    at: int,
) -> Entry:
    own = passages[at]
    return Entry(
        id=turn.id,
        memory=memory,
        person=turn.person,
        thread=turn.thread,
        is_summary=False,
        speaker=turn.speaker,
        people=people,
        at=turn.at,
        witnesses=turn.witnesses,
        window=window_vector(passages, at),
        sentences=None if own is None else own.sentences,
        terms=_terms(window_counts(counts, at), AVERAGE_WORDS if turn.speaker else PASSAGE_WORDS),
        words=_distinct(counts[at]),
        is_question=analyses[at].is_question,
        follows_question=at > 0 and analyses[at - 1].is_question,
        has_digit=analyses[at].has_digit,
    )


async def index_summary(memory: Memory, people: Sequence[str], embedder: Embedder) -> Entry:
    """The entry of a memory's own text, under the memory's id; it has no speaker."""
    analysis = analyse(memory.text)
    passage = (await embedder.passages([memory.text]))[0]
    counts = _counts(analysis)
    return Entry(
        id=memory.id,
        memory=memory.id,
        person=memory.person,
        thread=memory.thread,
        is_summary=True,
        speaker="",
        people=tuple(people),
        at=memory.born,
        witnesses=memory.witnesses,
        window=_whole(passage),
        sentences=None if passage is None else passage.sentences,
        terms=_terms(dict(counts), AVERAGE_WORDS),
        words=_distinct(counts),
        has_digit=analysis.has_digit,
    )


def turn_terms(text: str) -> NDArray[np.uint32]:
    """The ids of a turn's words and grams (ascending, distinct), as the person's term statistics count them."""
    return _distinct([*map(term_id, analyse(text).words), *map(gram_id, grams(text))])


def _counts(analysis: Analysis) -> Counter[int]:
    return Counter(map(term_id, analysis.words))


def _whole(passage: Passage | None) -> Vector | None:
    return None if passage is None else unit(passage.sum)


def _distinct(ids: Sequence[int] | Mapping[int, int]) -> NDArray[np.uint32]:
    return np.array(sorted(set(ids)), np.uint32)


def _terms(counts: Mapping[int, float], average: float) -> Terms:
    """Saturated weights of the words of a window."""
    words = sorted(counts)
    length = sum(counts.values())
    weights = [saturated(counts[word], length, average) for word in words]
    return Terms(np.array(words, np.uint32), np.array(weights, np.float32))
