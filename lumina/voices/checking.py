"""Yes or no: whether something was told, or is so, as far as what was told bears it out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from lumina.language.acts import NOT, does
from lumina.language.questions import is_told_check
from lumina.language.scripts import fold
from lumina.language.tokens import analyse
from lumina.language.when.moments import moments
from lumina.voices.answering import answer_of
from lumina.voices.fitting import ASIDE
from lumina.voices.following import moment_of
from lumina.voices.matching import akin, own_statements, tells_of_kind
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.ranking.looks import looks
from lumina.voices.ranking.whose import whose

ENOUGH, SOME = 0.6, 0.3
"""Of the words of what is asked about, so many a line has that tells of it, or comes near."""

WEEKDAY = re.compile(r"^(?!.*\d).*(?:[月火水木金土日]曜|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)")
"""A day that is named by its day of the week alone."""

SHOWN = 2
"""So many lines bear it out where no fact does."""

MANY = 2
"""Words that a line has to have at least, for it to be so what is asked."""

UNSURE = frozenset({"untold", "supposes"})
"""Verdicts that a line of the kind that is asked about overrules."""

SAYING = frozenset(
    {
        *("tell", "told", "mention", "say", "said", "know", "known", "remember", "recall", "talk", "thing", "ever"),
        *("already", "yet", "before", "still", "right", "anyth", "anything", "someth", "something", "guy", "did"),
        *("話す", "言う", "覚える", "知る", "聞く", "教える", "伝える", "もう", "前", "こと", "話", "件", "まだ"),
        *(
            "ちゃんと",
            "さっき",
            "この前",
            "笑う",
            "くださる",
            "くれる",
            "事",
            "見せる",
            "有る",
            "在る",
            "分かる",
            "判る",
        ),
    }
)
"""Words by which it is asked, and which are nothing that was told."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The kind of phrase that says yes or no, and the lines that bear it out; "" where neither is sure."""

    kind: str
    quoted: Sequence[Evidence] = ()


UNCHECKED = Verdict("")


def verdict(said: str, fresh: Sequence[Evidence], facts: Sequence[Told], material: Material) -> Verdict:
    """On what is asked. Whether something was told is always known; whether it is so, only where a line says it."""
    topic, asked = _topic(said), whose(said).relations
    if not topic:
        return UNCHECKED
    own = [piece for piece in own_statements(fresh) if asked <= whose(piece["text"]).relations]
    shares = sorted(((_share(topic, piece["text"]), moment_of(piece), piece) for piece in own), key=lambda one: one[:2])
    best = max((share for share, _, _ in shares), default=0.0)
    near = [piece for share, _, piece in reversed(shares) if share >= max(best, SOME)][:SHOWN]
    known = [fact for fact in facts if _share(topic, _words_of(fact)) >= ENOUGH]
    if not is_told_check(said):
        return _so(said, topic, near, known, material)
    found = _told(best, near, known or facts, said)
    of_kind = _of_kind(said, fresh, material) if found.kind in UNSURE else []
    return Verdict("affirms", of_kind) if of_kind else found


def _of_kind(said: str, fresh: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What answers and is of the kind that is asked about, and of the same person."""
    answer, asked = answer_of(said, fresh, material), whose(said).relations
    if not answer.near:
        return []
    of_kind = [piece for piece in answer.quoted if tells_of_kind(said, piece["text"]) and _has_name(said, piece)]
    return [piece for piece in of_kind if asked <= whose(piece["text"]).relations]


def _has_name(said: str, piece: Evidence) -> bool:
    """Whether a line names somebody, if a name is what is asked about."""
    return not does("asks_name", said) or "naming" in looks("offered", fold(piece["text"]))


def _told(best: float, near: Sequence[Evidence], known: Sequence[Told], said: str) -> Verdict:
    """Whether it was told."""
    unnamed = not known and not any(_has_name(said, piece) for piece in near)
    if known or (best >= ENOUGH and not unnamed):
        return Verdict("affirms", near)
    return Verdict("supposes", near) if best >= SOME and not unnamed else Verdict("untold")


def _so(
    said: str, topic: frozenset[str], near: Sequence[Evidence], known: Sequence[Told], material: Material
) -> Verdict:
    """Whether it is so: what was told has all the words of it, or has another day, another number, a "not"."""
    now = datetime.fromisoformat(material["now"])
    days = _days(said, now)
    undated = frozenset(word for word in topic if not _dates(word, now)) if days else topic
    for piece in near:
        if _share(undated, piece["text"]) < 1 or len(undated) + bool(days) < MANY:
            continue
        told = _days(piece["text"], moment_of(piece))
        if days and told:
            at = 1 if WEEKDAY.search(fold(said)) else 0
            is_same = {day[at] for day in days} & {day[at] for day in told}
            return Verdict("confirms" if is_same else "contradicts", [piece])
        if not days:
            is_denied = bool(NOT.search(fold(piece["text"]))) != bool(NOT.search(fold(said)))
            return Verdict("contradicts" if is_denied else "confirms", [piece])
    whole = [fact for fact in known if _share(topic, _words_of(fact)) >= 1 and fact["sure"] and not fact["past"]]
    return Verdict("confirms") if whole and len(topic) >= MANY else UNCHECKED


def _topic(said: str) -> frozenset[str]:
    """Its words; of what is asked of somebody who is something to the person, those that say what."""
    words = frozenset(word for word in analyse(ASIDE.sub("", said)).words if word not in SAYING)
    return frozenset(word for word in words if not whose(word).relations) or words


def _days(text: str, at: datetime) -> set[tuple[int, int]]:
    """The days that a text names: of the month and of the week."""
    return {(one.first.day, one.first.weekday()) for one in moments(text, at) if one.precision == "day"}


def _dates(word: str, now: datetime) -> bool:
    """Whether a word names a day, or is part of such a name."""
    return bool(moments(word, now)) or re.fullmatch(r"\d+|月|日|曜|曜日|火|水|木|金|土", word) is not None


def _words_of(fact: Told) -> str:
    return f"{fact['about']} {fact['label']} {fact['value']}"


def _share(topic: frozenset[str], text: str) -> float:
    """How much of what is asked about a text speaks of."""
    words = {*analyse(text).words}
    folded = fold(text)
    met = sum(word in words or word in folded or any(akin(word, other) for other in words) for word in topic)
    return met / len(topic) if topic else 0.0
