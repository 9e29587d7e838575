"""What turns bring to a summary: what somebody states, in their own words, with what it is about."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from uuid import UUID

from lumina.distil.claims.english.clauses import CONDITION
from lumina.distil.claims.english.clauses import QUESTION as QUESTION_ENGLISH
from lumina.distil.claims.english.unreal import JOKE
from lumina.distil.claims.japanese.sentences import PICTURE, QUESTION
from lumina.distil.claims.japanese.unreal import FEELING, SUPPOSED, WISHED
from lumina.distil.claims.own import own_text
from lumina.distil.claims.tales import LEFT, tells_a_tale
from lumina.language.acts import smalltalk
from lumina.language.bilingual import Language
from lumina.language.concepts import concept, topics
from lumina.language.plain_english.casing import cased
from lumina.language.plain_english.spelling import respelt
from lumina.language.scripts import fold, language_of
from lumina.language.tokens import QUESTION_END, analyse, split_sentences
from lumina.models import Role, Turn

CALLED = re.compile(
    r"^(?:ok |hey |so |ねえ|ねぇ|なあ)*[、 ]*(?:lumina|clarisse|nox|ルミナ|クラリス|ノクス)(?:さん|ちゃん|\b)[ ,:、]*",
    re.I,
)
"""Who is asked, at the beginning."""

ENOUGH = {"ja": 18, "en": 44}
"""Characters that stand on their own: a shorter sentence is read together with what follows it in its turn."""

SHORTEST = {"ja": 6, "en": 12}
LONGEST = {"ja": 90, "en": 220}
"""Characters of what is quoted."""

OPENING = ('"', "“", "'", "‘", "「", "『")
"""What begins so is quoted: somebody else's words, or a title."""

TALE = 4
"""Turns of a thread that a tale goes on for, unless its teller leaves it."""

LEANS = re.compile(
    r"(?:that|they|it|this|these|those|so|yes|yeah|no|nope|right|he|she|both|neither|exactly|me|same|aye|nah"
    r"|because|cos|i know|i did|i do|thought so|noted|spot on|fair enough|agreed)\b"
    r"|(?:そう|それ|そこ|だよ|だから|うん|いや|まあ|はい|ええ|でしょ|あれ|その|図星)",
    re.I,
)
"""What begins so, right after a character spoke, is not understood without what was said."""

ASKED = {"ja": 60, "en": 120}
"""Characters of what somebody was asked: an answer to a longer question is left out."""

BRIEF = 5
"""Content words of an answer that may not be understood without its question."""

REMEMBERED = 8_192

Read = tuple[str, tuple[tuple[str, str], ...], int]
"""A text, what it is about (concept and topic), and how many words it has."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Some sentences of a turn, what they are about (each topic as it stands, by its concept), how many words they
    have, and what of the turn before they answer."""

    turn: Turn
    text: str
    about: tuple[tuple[str, str], ...]
    words: int
    asked: str = ""
    asker: Turn | None = None

    @property
    def length(self) -> int:
        return len(self.text) + len(self.asked)


def sayings(turns: Iterable[Turn]) -> list[Saying]:
    """What the person and guests state, in order: no questions, greetings, jokes, nothing supposed or pasted; nothing
    of what characters say."""
    said, tales, before = list[Saying](), dict[UUID, int](), dict[UUID, Turn]()
    for turn in turns:
        tale = tales.get(turn.thread, 0) - 1
        left = LEFT.search(turn.text)
        tales[turn.thread] = (
            TALE if tells_a_tale(turn.text[left.end() :] if left else turn.text) else 0 if left else tale
        )
        if turn.role is not Role.CHARACTER and not turn.failed:
            if max(tale, tales[turn.thread]) <= 0:
                said += _said(turn, turn.text, before.get(turn.thread))
            elif left:
                said += _said(turn, turn.text[left.end() :].lstrip(" ,、"), None)
        before[turn.thread] = turn
    return said


def _said(turn: Turn, text: str, before: Turn | None) -> Iterator[Saying]:
    """What a text of a turn states; what answers a character with what it answers, or not at all."""
    heard = before if before and before.role is Role.CHARACTER and not before.failed else None
    for number, read in enumerate(_read(text)):
        saying = Saying(turn, *read)
        if (
            heard
            and not number
            and text.lstrip().startswith(saying.text[:8])
            and (asked := _asked(heard.text, saying.text))
        ):
            if len(asked) > ASKED[language_of(text)]:
                continue
            saying = replace(saying, asked=asked, asker=heard)
        yield saying


@lru_cache(maxsize=REMEMBERED)
def _asked(text: str, answer: str) -> str:
    """The question of a character that an answer leans on, or what it says of the same; "" where the answer stands by
    itself, as a longer one does, or one to a question that is about nothing ("And then?")."""
    spoken = [" ".join(one.split()) for one in split_sentences(text) if PICTURE.sub("", one).strip()]
    questions = [one for one in spoken[-2:] if one.rstrip().endswith(("?", "？"))]
    leans = LEANS.match(answer)
    if not questions:
        return spoken[-1] if leans and spoken and concepts_of(spoken[-1]) & concepts_of(answer) else ""
    if not leans and not topics(questions[-1]):
        return ""
    return questions[-1] if leans or len(analyse(answer).words) <= BRIEF else ""


@lru_cache(maxsize=REMEMBERED)
def _read(text: str) -> tuple[Read, ...]:
    language: Language = "ja" if language_of(text) == "ja" else "en"
    own = own_text(text)
    if not own:
        return ()
    kept = (piece for piece in _pieces(own, language) if SHORTEST[language] <= len(piece) <= LONGEST[language])
    return tuple((piece, _about(piece), len(analyse(piece).words)) for piece in kept)


def _pieces(text: str, language: Language) -> Iterator[str]:
    """Its sentences, as far as they state something; short ones together."""
    piece, quoting = "", False
    for sentence in [*split_sentences(text), ""]:
        somebody_else = quoting or sentence.startswith(OPENING)
        quoting = quoting ^ (sentence.count('"') % 2 == 1)
        stated = bool(sentence) and not somebody_else and _states(sentence, language)
        longer = f"{piece}{'' if language == 'ja' else ' '}{sentence}".strip()
        if piece and (not stated or len(piece) >= ENOUGH[language] or len(longer) > LONGEST[language]):
            yield piece
            piece = ""
            longer = sentence
        piece = " ".join(longer.split()) if stated else ""


def _states(sentence: str, language: Language) -> bool:
    bare = PICTURE.sub("", sentence).strip()
    if not bare or QUESTION_END.search(bare) or smalltalk(CALLED.sub("", bare)):
        return False
    if language == "ja":
        bare = bare.rstrip("。!！ ")
        return not (any(one.search(bare) for one in (QUESTION, SUPPOSED, FEELING)) or _merely_wished(bare))
    bare = respelt(cased(bare))
    asked = QUESTION_ENGLISH.search(bare) or QUESTION_ENGLISH.search(CALLED.sub("", bare))
    return not (asked or JOKE.search(bare) or CONDITION.search(bare))


def _merely_wished(sentence: str) -> bool:
    """What somebody would do if; what they want to do tells of them."""
    return bool(WISHED.search(sentence) and re.search(r"(?:たら|なら|れば)", sentence))


def _about(sentence: str) -> tuple[tuple[str, str], ...]:
    """Each topic in the letters in which it was written."""
    return tuple({fold(concept(topic)): _as_it_stands(topic, sentence) for topic in topics(sentence)}.items())


def _as_it_stands(topic: str, sentence: str) -> str:
    at = sentence.lower().find(topic.lower())
    return sentence[at : at + len(topic)] if at >= 0 else topic


@lru_cache(maxsize=REMEMBERED)
def concepts_of(text: str) -> frozenset[str]:
    """What a whole text is about, whoever says it."""
    return frozenset(fold(concept(topic)) for topic in topics(text))
