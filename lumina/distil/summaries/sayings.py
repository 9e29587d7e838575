"""What turns bring to a summary: what somebody states, in their own words, with what it is about."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from lumina.distil.claims.english.clauses import CONDITION, FICTION, JOKE
from lumina.distil.claims.english.clauses import QUESTION as QUESTION_ENGLISH
from lumina.distil.claims.japanese.sentences import DREAMT, FEELING, PICTURE, QUESTION, STORY, SUPPOSED, plain
from lumina.distil.claims.own import own_text
from lumina.language.acts import smalltalk
from lumina.language.bilingual import Language
from lumina.language.concepts import concept, topics
from lumina.language.scripts import fold, language_of
from lumina.language.tokens import QUESTION_END, analyse, split_sentences
from lumina.models import Role, Turn

ENOUGH = {"ja": 18, "en": 44}
"""Characters that stand on their own: a shorter sentence is read together with what follows it in its turn."""

SHORTEST = {"ja": 6, "en": 12}
LONGEST = {"ja": 90, "en": 220}
"""Characters of what is quoted."""

OPENING = ('"', "“", "'", "‘", "「", "『")
"""What begins so is quoted: somebody else's words, or a title."""

TALE = 4
"""Turns of a thread that a tale goes on for."""

REMEMBERED = 8_192

Read = tuple[str, tuple[tuple[str, str], ...], int]
"""A text, what it is about (concept and topic), and how many words it has."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Some sentences of a turn, what they are about (each topic as it stands, by its concept), and how many words they
    have."""

    turn: Turn
    text: str
    about: tuple[tuple[str, str], ...]
    words: int


def sayings(turns: Iterable[Turn]) -> list[Saying]:
    """What the person and guests state, in order: no questions, greetings, jokes, nothing supposed or pasted; nothing
    of what characters say."""
    said, tales = list[Saying](), dict[UUID, int]()
    for turn in turns:
        tale = tales.get(turn.thread, 0) - 1
        tales[turn.thread] = TALE if _tells_a_tale(turn.text) else tale
        if turn.role is not Role.CHARACTER and not turn.failed and max(tale, tales[turn.thread]) <= 0:
            said += [Saying(turn, *read) for read in _read(turn.text)]
    return said


@lru_cache(maxsize=REMEMBERED)
def _tells_a_tale(text: str) -> bool:
    """Of a dream, a film, a game: what follows belongs to it."""
    if language_of(text) == "ja":
        return bool(STORY.search(plain(text)) or DREAMT.search(plain(text)))
    return bool(FICTION.search(text))


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
    if not bare or QUESTION_END.search(bare) or smalltalk(bare):
        return False
    if language == "ja":
        bare = bare.rstrip("。!！ ")
        return not (QUESTION.search(bare) or SUPPOSED.search(bare) or FEELING.search(bare))
    return not (QUESTION_ENGLISH.search(bare) or JOKE.search(bare) or CONDITION.search(bare))


def _about(sentence: str) -> tuple[tuple[str, str], ...]:
    return tuple({fold(concept(topic)): topic for topic in topics(sentence)}.items())


@lru_cache(maxsize=REMEMBERED)
def concepts_of(text: str) -> frozenset[str]:
    """What a whole text is about, whoever says it."""
    return frozenset(fold(concept(topic)) for topic in topics(text))
