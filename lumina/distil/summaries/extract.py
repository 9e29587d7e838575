"""Which sentences stand for all that was said: those that tell most, each telling something else."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from lumina.distil.summaries.sayings import Saying, concepts_of
from lumina.language.bilingual import Language
from lumina.language.scripts import fold
from lumina.language.tokens import analyse
from lumina.models import Role, Turn
from lumina.summaries import Sentence

NAMED, KNOWN, A_TOPIC = 2.0, 1.5, 1.0
"""What a name counts, what is part of something known, and any other topic."""

OFTEN = A_TOPIC * math.log1p(2)
"""What a topic counts that came up twice, and is neither a name nor known: one that is named besides came up more."""

TOLD_ALREADY = 0.1
"""What is left of a topic that an earlier sentence told."""

SAME_TALK = 0.8
"""What is left of a sentence for each one that was taken out of the same thread."""

A_GUEST = 0.7
LEARNT = 0.5
"""What a sentence is worth more out of a turn that told something that is known now."""

HAPPENED = 0.5
"""The same, out of one that told what happened, or came of something."""


@dataclass(frozen=True, slots=True)
class Space:
    """How much is taken: sentences, their characters by language, and names and topics besides."""

    sentences: int
    characters: Mapping[Language, int]
    besides: int = 0


@dataclass(frozen=True, slots=True)
class Around:
    """What is known around the turns: the names of people and pets (folded), the concepts of all that they told, the
    turns that told something, what they told in few words, and those that told what happened."""

    names: Collection[str] = frozenset()
    concepts: Collection[str] = frozenset()
    telling: Collection[UUID] = frozenset()
    values: Sequence[tuple[str, UUID]] = ()
    news: Collection[UUID] = frozenset()

    def weight(self, topic: str) -> float:
        return NAMED if topic in self.names else KNOWN if topic in self.concepts else A_TOPIC


def extract(
    turns: Sequence[Turn], said: Sequence[Saying], around: Around, space: Space, language: Language
) -> list[Sentence]:
    """The sentences of these turns, of what is `said` in them, that tell most, in the order in which they were said,
    and one for what else came up."""
    weights = _weights(turns, around)
    chosen = _chosen(said, weights, around, space, space.characters[language])
    taken = [said[at] for at in sorted(chosen)]
    quoted = [_quote(said[at], worth) for at, worth in sorted(chosen.items())]
    return [*quoted, *_besides(turns, said, taken, weights, around, space.besides, language)]


def _weights(turns: Iterable[Turn], around: Around) -> Mapping[str, float]:
    """What each topic counts: more, the more turns come back to it (whoever says them), and more for a name."""
    often = Counter(topic for turn in turns for topic in concepts_of(turn.text))
    return {topic: around.weight(topic) * math.log1p(count) for topic, count in often.items()}


def _chosen(
    said: Sequence[Saying], weights: Mapping[str, float], around: Around, space: Space, characters: int
) -> dict[int, float]:
    """The places of the sentences, each with what it told that none before it did."""
    picked: dict[int, float] = {}
    told: set[str] = set()
    talks: Counter[UUID] = Counter()
    left = characters
    worths = {at: _worth(one, weights, around, told) for at, one in enumerate(said)}
    akin = _akin(said)
    while len(picked) < space.sentences:
        fitting = [at for at in worths if said[at].length <= left]
        best = max(fitting, key=lambda at: (worths[at], -at), default=-1)
        if best < 0 or worths[best] <= 0:
            break
        picked[best], one = worths.pop(best), said[best]
        new = {topic for topic, _ in one.about} - told
        told |= new
        talks[one.turn.thread] += 1
        left -= one.length
        for at in {other for what in (one.turn.thread, *new) for other in akin[what]} & worths.keys():
            worths[at] = _worth(said[at], weights, around, told) * SAME_TALK ** talks[said[at].turn.thread]
    return picked


def _akin(said: Sequence[Saying]) -> Mapping[UUID | str, list[int]]:
    """The places of the sentences of each thread, and of those about each topic."""
    found: dict[UUID | str, list[int]] = defaultdict(list)
    for at, one in enumerate(said):
        for what in (one.turn.thread, *(topic for topic, _ in one.about)):
            found[what].append(at)
    return found


def _worth(one: Saying, weights: Mapping[str, float], around: Around, told: Collection[str]) -> float:
    content = math.fsum(weights.get(topic, 0.0) * (TOLD_ALREADY if topic in told else 1.0) for topic, _ in one.about)
    whose = 1.0 if one.turn.role is Role.PERSON else A_GUEST
    learnt = 1 + LEARNT if one.turn.id in around.telling else 1.0
    news = 1 + HAPPENED if one.turn.id in around.news else 1.0
    return content / math.sqrt(one.words + 3) * whose * learnt * news


def _quote(one: Saying, worth: float) -> Sentence:
    speaker = "" if one.turn.role is Role.PERSON else one.turn.speaker
    evidence = (one.turn.id, *((one.asker.id,) if one.asker else ()))
    return Sentence(one.text, evidence, "quote", one.turn.at.date(), speaker, round(worth, 4), one.asked)


def _is_part(text: str, other: str) -> bool:
    """Whether another text says as much and more: starts October, starts 5th of October."""
    return text != other and (text in other or {*analyse(text).words} < {*analyse(other).words})


def _besides(
    turns: Sequence[Turn],
    said: Sequence[Saying],
    taken: Sequence[Saying],
    weights: Mapping[str, float],
    around: Around,
    count: int,
    language: Language,
) -> list[Sentence]:
    """What else is known now, and the topics that came up besides, if they are part of something known or often came
    up: those that were come back to most, in the order in which they came up."""
    told = {topic for one in taken for topic, _ in one.about}
    words = fold("".join(one.text for one in taken))
    by_id = {turn.id: turn for turn in turns}
    learnt = {text: by_id[turn] for text, turn in around.values if turn in by_id and fold(text) not in words}
    learnt = {text: turn for text, turn in learnt.items() if not any(_is_part(text, one) for one in learnt)}
    shown: dict[str, tuple[str, Turn]] = {fold(text): (text, turn) for text, turn in [*learnt.items()][:count]}
    heard = fold("".join(learnt)) + words
    first: dict[str, tuple[str, Turn]] = {}
    for one in said:
        for topic, text in one.about:
            tells = topic in around.names or topic in around.concepts or weights.get(topic, 0.0) > OFTEN
            if tells and topic not in told and fold(text) not in heard:
                first.setdefault(topic, (text, one.turn))
    best = sorted(first, key=lambda topic: -weights.get(topic, 0.0))[: count - len(shown)]
    kept = sorted([*shown.values(), *(first[topic] for topic in best)], key=lambda one: one[1].at)
    if not kept:
        return []
    evidence = tuple(dict.fromkeys(turn.id for _, turn in kept))
    text = ("、" if language == "ja" else ", ").join(text for text, _ in kept)
    return [Sentence(text, evidence, "besides", kept[0][1].at.date())]
