"""What tells whether a claim of a fact is right: its kind and value, the words around that, what the tagger makes of
the same words, and how sure the rule was that made it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lumina.distil.claims.tagged.tagger import Value
from lumina.known import ME, Claim
from lumina.language.acts import asks
from lumina.language.scripts import fold, language_of
from lumina.language.trained.tokens import Token, tokens
from lumina.models import Role, Turn

ASIDE = re.compile(r"\s*[（(][^（）()]*[）)]$")
"""What a value has behind it that was said elsewhere: who somebody is, or the day of an event."""

NEAR, AROUND, ENDING = 3, 8, 4
"""Words of which the place counts, before and behind a value; that count wherever they stand; of a sentence's end."""

LONGEST, LONG = 60, 8
"""Words of a sentence that are read; how long values, and sentences in fours, are told apart."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A value in its sentence: the words of both, and the place of its first and last word there (-1: not as it
    stands)."""

    kind: str
    whole: Sequence[Token]
    words: Sequence[Token]
    first: int
    last: int


def of_claim(claim: Claim, text: str, before: Sequence[Turn], beside: int, tagged: Sequence[Value]) -> list[str]:
    """The features of a claim of a fact, made of a text behind these turns with so many `beside` it. `tagged` are the
    values that the tagger finds in the clause."""
    whose = "me" if claim.about == ME else "other"
    sure = f"{claim.confidence:.2f}"
    place = _placed(claim)
    return [
        *("bias", f"mode={claim.mode}", f"whose={whose}", f"sure={sure}", f"beside={min(beside, LONG)}"),
        *_of_kind(claim.kind, "", whose, f"mode={claim.mode}", f"sure={sure}"),
        *_of_value(place),
        *_of_words_around(place),
        *_of_sentence(claim.text, text, place.whole),
        *_of_tagger(claim, whose, tagged),
        *_of_turn_before(before),
    ]


def _of_kind(kind: str, *features: str) -> Iterator[str]:
    """Features that count otherwise for each kind."""
    return (f"{kind}|{one}" for one in features)


def _placed(claim: Claim) -> _Place:
    language = language_of(claim.text)
    whole = tokens(claim.text, language)[:LONGEST]
    value = ASIDE.sub("", claim.value)
    start = fold(claim.text).find(fold(value))
    within = [at for at, word in enumerate(whole) if start <= word.start < start + len(value)] if start >= 0 else []
    if not within:
        return _Place(claim.kind, whole, tokens(value, language_of(value))[:LONGEST], -1, -1)
    return _Place(claim.kind, whole, whole[within[0] : within[-1] + 1], within[0], within[-1])


def _of_value(place: _Place) -> Iterator[str]:
    length = f"length={min(len(place.words), LONG)}"
    yield from (length, "as said" if place.first >= 0 else "not as said", *_of_kind(place.kind, length))
    for name, word in (("first", place.words[:1]), ("last", place.words[-1:])):
        told = [f"{name}={shape}" for one in word for shape in (one.normal, *one.classes[:3])]
        yield from (*told, *_of_kind(place.kind, *told))
    for word in place.words:
        groups = (f"has={one}" for one in word.classes[-2:] if one[1:].isdigit())
        yield from (f"has={word.normal}", *_of_kind(place.kind, f"has={word.normal}", *groups))


def _of_words_around(place: _Place) -> Iterator[str]:
    if place.first < 0:
        return
    words, behind = [word.normal for word in place.whole], place.last + 1
    for away in range(1, NEAR + 1):
        before = words[place.first - away] if away <= place.first else "^"
        after = words[place.last + away] if place.last + away < len(words) else "$"
        yield from (f"-{away}={before}", f"+{away}={after}")
        if away < NEAR:
            yield from _of_kind(place.kind, f"-{away}={before}", f"+{away}={after}")
    yield from (f"before={word}" for word in words[max(0, place.first - AROUND) : place.first])
    yield from (f"after={word}" for word in words[behind : behind + AROUND])


def _of_sentence(sentence: str, text: str, words: Sequence[Token]) -> Iterator[str]:
    yield from (f"end{place}={word.normal}" for place, word in enumerate(reversed(words[-ENDING:])))
    yield from (f"begins={word.normal}" for word in words[:1])
    yield f"words={min(len(words) // 4, LONG)}"
    if asks(text):
        yield "asks"
    if re.search("[?？]", sentence):
        yield "marked as asking"
    if re.search('[「」"“”]', sentence):
        yield "quotes"


def _of_tagger(claim: Claim, whose: str, tagged: Sequence[Value]) -> Iterator[str]:
    """How sure the tagger is of the same words, of the kind claimed and of any other."""
    value = fold(ASIDE.sub("", claim.value))
    meant = [one for one in tagged if fold(one.text) in value or value in fold(one.text)]
    same = max((one for one in meant if one.kind == claim.kind), key=lambda one: one.confidence, default=None)
    if same is None:
        yield from ("untagged", *_of_kind(claim.kind, "untagged"))
    else:
        tenths = int(same.confidence * 10)
        yield from (f"tagged={tenths}", *_of_kind(claim.kind, f"tagged={tenths}"))
        yield from (f"tagged>{tenth}" for tenth in range(1, tenths + 1))
        yield f"status={same.status}|{whose}|{claim.mode}"
    for one in meant:
        if one.kind != claim.kind:
            yield from (f"tagged {one.kind}", *_of_kind(claim.kind, f"tagged {one.kind}"))


def _of_turn_before(before: Sequence[Turn]) -> Iterator[str]:
    if before:
        by = "own" if before[-1].role is Role.PERSON else "other"
        yield f"{by} turn before {'asks' if asks(before[-1].text) else 'tells'}"
