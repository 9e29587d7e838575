"""Turns taken apart: sentences with who said them, what they are about, and whether they only ask or greet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lumina.distil.polarity import feeling
from lumina.language.concepts import topics
from lumina.language.names import spellings
from lumina.language.scripts import fold
from lumina.language.tokens import QUESTION_END, analyse, split_sentences
from lumina.models import Role, Turn

READ_OF_A_TURN = 4_000
"""Characters of one turn that are read: a pasted book must not hold up the talk."""

GREETING = re.compile(
    r"^(?:"
    r"(?:はじめまして|初めまして|どうぞ|よろしく|宜しく|こちらこそ|こんにち[はわ]|こんばん[はわ]|おはよう|おやすみ|ただいま|おかえり)|"
    r"(?:おつかれ|お疲れ|さようなら|またね|じゃあ?ね|ありがとう|どういたしまして|そうなんです|そうですね|そうだね|そっか|なるほど)|"
    r"(?:へえ|わかり|了解|もちろん|いいですね|いいね|すごいです|すごいね|確かに|たしかに|本当ですか|ほんと)|"
    r"(?:hi|hello|hey|good (?:morning|evening|night)|bye|goodbye|see you|thanks|thank you|you're welcome)\b|"
    r"(?:(?:good|great|nice) to (?:see|hear|meet)|how are you|sounds (?:good|great|nice)|take care|of course|sure)\b|"
    r"(?:wow|that's (?:great|nice|awesome|cool)|(?:so|how) (?:cool|nice|sweet)|nice job|well done|i see|me too)\b|"
    r"congrat)",
    re.IGNORECASE,
)
SHORT = 24
"""A greeting that goes on longer says something besides."""

FILLER = re.compile(
    r"^(?:(?:"
    r"うん|ううん|はい|ええ|いえいえ|そう|えっと|えーと|ええと|あの|まあ|ねえ|あ|あっ|へえ|わあ|おお|ところで|そういえば|ちなみに|"
    r"well|so|yeah|yes|yep|oh|ah|hmm|um|uh|hey|haha|btw|by the way|anyway|i mean|wow|aww?|nice|cool|thanks|ok(?:ay)?"
    r")[ーっ〜～]*[、,…！!]+\s*)+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of a turn. `words` are its content words, `topics` what it is about and `topical` their words,
    speakers left out; `feeling` is from -1 to 1. `is_answered` says of a question that somebody else spoke next."""

    speaker: str
    role: Role
    text: str
    words: frozenset[str]
    topics: tuple[str, ...]
    topical: frozenset[str]
    feeling: float
    is_question: bool = False
    is_answered: bool = False
    is_greeting: bool = False


def statements(turns: Sequence[Turn]) -> tuple[Statement, ...]:
    """The sentences of the turns, in order."""
    speakers = frozenset(spelling for turn in turns for spelling in spellings(turn.speaker))
    said = [one for before, turn in pairwise([*turns, None]) if before for one in _of(before, turn, speakers)]
    return tuple(said)


def _of(turn: Turn, after: Turn | None, speakers: frozenset[str]) -> Iterator[Statement]:
    answered = after is not None and after.speaker != turn.speaker
    for sentence in split_sentences(turn.text[:READ_OF_A_TURN]):
        text = FILLER.sub("", sentence) or sentence
        about = tuple(topic for topic in topics(text) if fold(topic) not in speakers)
        yield Statement(
            speaker=turn.speaker,
            role=turn.role,
            text=text,
            words=frozenset(analyse(text).words) - speakers,
            topics=about,
            topical=frozenset(word for topic in about for word in analyse(topic).words),
            feeling=feeling(text),
            is_question=QUESTION_END.search(text) is not None,
            is_answered=answered,
            is_greeting=len(text) <= SHORT and GREETING.match(text) is not None,
        )
