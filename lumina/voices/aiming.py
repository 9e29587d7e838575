"""Which of the lines that may answer an English question does: by whom it is of, of what it is, and of what type."""

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import timedelta

from lumina.language.acts import does
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.voices.circle import FEMALE, HE, MALE, SHE, circle, subjects
from lumina.voices.counting import measured
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence, Material
from lumina.voices.ranking.looks import looks
from lumina.voices.ranking.ranker import Ranked
from lumina.voices.wanted import ANOTHERS, EMPTY, MANY, NUMBERS, SHOWN, asked_types, deed, met, offered, topic_words

STATE = re.compile(r"^(?:and |so |but |now )?(?:(?:he|she|they)(?:'s|'re)?|hes|shes|theyre)\b")
HEAD = 16
"""How a line begins that says how somebody is."""

SURNAME = re.compile(r"\b(?:last|middle|maiden|family|second) name|\bsurname\b")
HOW_IS = re.compile(
    r"^(?:and |so |but )?how(?:'s| is| are) (?:my |our |the )?(?!it\b|that\b|this\b|things?\b|you\b|life\b)\w+(?: \w+)?"
    r"(?: doing| feeling| now| these days| getting on| holding up)?[?]*$"
)
"""Who asks for another name of somebody than their own; and how somebody is."""

NEARER, FARTHER, OFFERED, TOPICAL = 4.0, 0.3, 2.0, 3.0
"""How much likelier a line answers that is of somebody of whom it is asked, and one that is of somebody else; one that
has what the type of the question asks for; and one that has all words of what it is about."""
CAME_OF_IT = re.compile(
    r"^(?:(?:and|so|well|yay|hey|guess what|update|ok|omg|right)[,! ]+)*(?:(?:i|she|he|they|we|it) (?:all )?"
    r"(?:got (?:it|the|in|an?)|passed|failed|won|lost|didn't get|did it|made it"
    r"|went (?!to\b|out\b|for\b|on\b))|passed|failed|got it)\b"
)
"""How a line begins that tells what came of something."""
WHY = re.compile(
    r"^(?:so |and |but |wait,? )*why (?:did|was|were|can't|cant|couldn't|am|are|do|don't|is|isn't)"
    r" (?!you\b|this\b|that\b)(?:i|we|my|our|he|she|they|[a-z]+(?: and (?:i|me|[a-z]+))?)\b"
)
"""Who asks why something was so."""


def by_subject(said: str, lines: Sequence[Ranked], material: Material) -> list[Ranked]:
    """The same lines in the light of whom they are of, of what type they are, and of what else the question has."""
    if CJK.search(said) or not lines:
        return [*lines]
    known = circle(material)
    wanted, named = known.asked(said), known.named(said)
    of = subjects([one.piece for one in lines], known)
    topic = topic_words(said, wanted)
    meant = MALE if HE.search(fold(said)) else FEMALE if SHE.search(fold(said)) else frozenset[str]()
    weighed = list[tuple[bool, Ranked]]()
    for one, who in zip(lines, of, strict=True):
        text = one.piece["text"]
        whose = who | (known.named(text) & named)
        chance = one.chance * _of_whom(wanted or (meant & whose), whose) * _fit(said, text, topic)
        weighed.append((_is_complete(said, text, topic, wanted, whose), replace(one, chance=chance)))
    whole = sum(one.chance for _, one in weighed)
    return [
        replace(one, chance=one.chance / whole)
        for _, one in sorted(weighed, key=lambda each: (not each[0], -each[1].chance))
    ]


def _is_complete(said: str, text: str, topic: Set[str], asked: Set[str], whose: Set[str]) -> bool:
    """Whether a line has all that a question is about, and is of nobody else."""
    if not topic or met(topic, text) < len(topic) or (asked and whose and not asked & whose):
        return False
    is_deed = bool(deed(said) & topic) and (not asked or bool(asked & whose))
    return len(topic) >= MANY or is_deed or offered(said, text) == 1


def _of_whom(asked: Set[str], whose: Set[str]) -> float:
    if not asked:
        return 1.0
    return NEARER if asked & whose else FARTHER if whose else 1.0


def _fit(said: str, text: str, topic: Set[str]) -> float:
    """How well a line fits a question by what it is about, and by the type of answer."""
    words = met(topic, text)
    is_all = words == len(topic) >= MANY
    return (1 + TOPICAL * words * (2 if is_all else 1)) * OFFERED ** (2 * offered(said, text) - 1)


def the_nearest(said: str, quoted: Sequence[Evidence], material: Material) -> list[Evidence]:
    """Of what would be quoted, the first, and what has as much of what the question is about, and of its type."""
    if CJK.search(said) or not quoted or does("profile", said):
        return [*quoted]
    known = circle(material)
    asked = known.asked(said)
    topic = topic_words(said, asked)
    fits = [
        (met(topic, text) + bool(asked & (known.of(text) | known.named(text))), offered(said, text))
        for text in (piece["text"] for piece in quoted)
    ]
    most, offers = fits[0]
    return [quoted[0], *(
        piece for piece, one in zip(quoted[1:], fits[1:], strict=True) if one[0] >= max(1, most) and one[1] >= offers
    )]  # fmt: skip


def answers_surely(said: str, piece: Evidence, material: Material) -> bool:
    """Whether a line has all that a question is about, and what its type asks for, whatever is likely."""
    known = circle(material)
    asked = known.asked(said)
    topic = topic_words(said, asked)
    if CJK.search(said) or not topic or met(topic, piece["text"]) < len(topic):
        return False
    return offered(said, piece["text"]) > 0


def is_beside_it(said: str, piece: Evidence, own: Sequence[Evidence], material: Material) -> bool:
    """Whether a line surely answers nothing: it has neither what the type of a question asks for, nor whom, nor
    anything of what it is about."""
    if CJK.search(said):
        return False
    known = circle(material)
    asked = known.asked(said)
    of = dict(zip(map(id, own), subjects(own, known), strict=True)).get(id(piece), frozenset[str]())
    whom = bool(asked & (of | known.named(piece["text"])))
    offers = offered(said, piece["text"])
    if (SHOWN.search(fold(said)) and not offers and not NUMBERS.search(fold(said))) or _lacks(said, piece["text"]):
        return True
    topic = topic_words(said, asked)
    words = met(topic, piece["text"])
    if (unit := measured(said)) and unit.search(fold(piece["text"])) and not (asked and of and not whom):
        return False
    if does("yes_no", said) and topic:
        return not words
    is_shown = offers == 1 and "where" not in asked_types(said)  # hardly a line has no place in it
    return not (whom or words) and (not offers or (bool(asked) and not is_shown))


def _lacks(said: str, text: str) -> bool:
    """Whether another name of somebody is asked for than their own, or somebody who is something to another, and a line
    says nothing of that."""
    folded, told = fold(said), fold(text)
    theirs = ANOTHERS.search(folded)
    if theirs and not re.search(rf"\b{re.escape(theirs['who'])}", told):
        return True
    if theirs and not looks("relations", theirs["what"]) & looks("relations", told):
        return True
    return SURNAME.search(folded) is not None and SURNAME.search(told) is None


def lately(said: str, own: Sequence[Evidence], material: Material) -> Evidence | None:
    """To who asks how somebody is, what was told of them last."""
    if CJK.search(said) or not HOW_IS.search(fold(said)):
        return None
    known = circle(material)
    asked = known.asked(said)
    of = [piece for piece, whose in zip(own, subjects(own, known), strict=True) if whose & asked]
    plain = [piece for piece in of if known.named(piece["text"][:HEAD]) & asked or STATE.search(fold(piece["text"]))]
    return max(plain or of, key=moment_of, default=None)


def went(said: str, first: Evidence, own: Sequence[Evidence], material: Material) -> Evidence | None:
    """To who asks how something went, of what they told later what has most words of what they said of it before it."""
    if CJK.search(said) or "outcome" not in looks("asked", fold(said)):
        return None
    before = {
        word
        for piece in own
        if abs(moment_of(piece) - moment_of(first)) <= BREATH
        for word in analyse(piece["text"]).words
    }
    known = circle(material)
    asked = known.asked(said)
    later = [
        piece
        for piece, who in zip(own, subjects(own, known), strict=True)
        if moment_of(piece) - moment_of(first) > BREATH and not (asked and who and not asked & who)
    ]
    shares = [len((before - EMPTY) & {*analyse(piece["text"]).words}) for piece in later]
    shares = [
        share + 2 * bool(CAME_OF_IT.search(fold(piece["text"]))) for share, piece in zip(shares, later, strict=True)
    ]
    best = max(shares, default=0)
    return later[shares.index(best)] if best else None


def reason(said: str, first: Evidence, own: Sequence[Evidence]) -> Evidence | None:
    """To who asks why, where what is quoted does not say it, what was told right before it."""
    if CJK.search(said) or not WHY.search(fold(said)) or "reason" in looks("offered", fold(first["text"])):
        return None
    before = [piece for piece in own if timedelta(0) < moment_of(first) - moment_of(piece) <= BREATH]
    return max(before, key=moment_of, default=None)


def asks_why_it_was(said: str, own: Sequence[Evidence]) -> bool:
    """Whether it is asked why something is so that was told."""
    topic = topic_words(said, frozenset())
    return WHY.search(fold(said)) is not None and any(met(topic, piece["text"]) == len(topic) > 0 for piece in own)
