"""Distillation without a model: the most telling sentences, their nouns, and how they feel. A few milliseconds."""

import asyncio
from collections import Counter
from collections.abc import Sequence

from lumina.distil.distillate import CONCEPTS, KEYWORDS, Distillate
from lumina.distil.polarity import valence
from lumina.distil.statements import Statement, statements
from lumina.distil.summary import summary
from lumina.language.concepts import concept
from lumina.language.scripts import language_of
from lumina.models import Role, Turn

WHOSE_FEELING = {Role.PERSON: 1.0, Role.GUEST: 0.5, Role.CHARACTER: 0.25}
"""A memory's emotion is the person's own: a character's warm answer must not make small talk memorable."""


class OfflineDistiller:
    """Distils by rules alone; the same turns always give the same. Works in a thread: its word lists and its dictionary
    are files, read when they are first needed."""

    together = 24

    async def distil(self, turns: Sequence[Turn]) -> Distillate:
        return await asyncio.to_thread(distilled, turns)


def distilled(turns: Sequence[Turn]) -> Distillate:
    language = language_of("\n".join(turn.text for turn in turns))
    everything = statements(turns)
    said = _telling(everything)
    keywords = weightiest(said)
    return Distillate(
        summary=summary(said, language),
        keywords=keywords[:KEYWORDS],
        concepts=in_order(said, keywords),
        valence=valence([WHOSE_FEELING[one.role] * one.feeling for one in everything]),
        language=language,
        by="offline",
    )


def _telling(said: Sequence[Statement]) -> tuple[Statement, ...]:
    """What people said; a character's words are told again only where there are no others, so that what it recalled is
    not learnt as new."""
    return tuple(one for one in said if one.role is not Role.CHARACTER) or tuple(said)


def weightiest(said: Sequence[Statement]) -> tuple[str, ...]:
    """The topics of the statements, each concept once as it first stood: those that come up often first, the longer
    (more special) of two before the shorter, and what was said before what was only asked."""
    weights: Counter[str] = Counter()
    first: dict[str, str] = {}
    for one in said:
        for topic in one.topics:
            first.setdefault(concept(topic), topic)
            weights[concept(topic)] += 2 if one.is_question else 4
    ranked = sorted(first, key=lambda name: -(weights[name] + min(len(name), 4)))
    return tuple(first[name] for name in ranked)


def in_order(said: Sequence[Statement], keywords: Sequence[str]) -> tuple[str, ...]:
    """The concepts of the first 12 keywords, in the order in which they came up."""
    kept = {concept(keyword) for keyword in keywords[:CONCEPTS]}
    appearing = (concept(topic) for one in said for topic in one.topics)
    return tuple(dict.fromkeys(name for name in appearing if name in kept))
