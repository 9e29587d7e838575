"""How an English line stands to whom a question is of, to what it is about, and to what type of answer it wants."""

from collections.abc import Iterable, Mapping, Sequence, Set

from lumina.language.asking import asking_part
from lumina.language.scripts import CJK, fold
from lumina.voices.circle import FEMALE, HE, MALE, SHE, Circle, circle_of, subjects
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence
from lumina.voices.spelt import spelt
from lumina.voices.wanted import asked_types, deed, met_words, offered, topic_words

Features = Mapping[str, float]

MANY, BESIDE = 2, 3
"""So many words leave no doubt; and so many lines before one say what it is about."""


def aims(said: str, pieces: Sequence[Evidence], known: Circle | None = None) -> list[Mapping[str, float]]:
    """Of each line; nothing of Japanese."""
    if CJK.search(said):
        return [{} for _ in pieces]
    said, known = spelt(asking_part(said)), known or circle_of([piece["text"] for piece in pieces])
    texts = [spelt(piece["text"]) for piece in pieces]
    asked, named = known.asked(said), known.named(said)
    meant = MALE if HE.search(fold(said)) else FEMALE if SHE.search(fold(said)) else frozenset[str]()
    topic = topic_words(said, asked)
    own = [met_words(topic, text) for text in texts]
    before = _before(pieces)
    about = [whose | (known.named(text) & named) for text, whose in zip(texts, subjects(pieces, known), strict=True)]
    offers = [offered(said, text) for text in texts]
    around = [frozenset[str]().union(words, *(own[other] for other in before[at])) for at, words in enumerate(own)]
    carried = [_first(about[other] for other in before[at]) for at in range(len(pieces))]
    verb, types = deed(said) & topic, asked_types(said)
    fits = [
        (len(words), len(more), offer, bool(asked and who and not asked & who))
        for words, more, offer, who in zip(own, around, offers, about, strict=True)
    ]
    newest = _newest(pieces, fits)
    return [
        {
            **_of_whom(asked, meant, about[at], carried[at], bool(known.of(texts[at]) & asked)),
            **_of_topic(topic, verb, own[at], around[at], offers[at]),
            **_together(topic, asked, about[at], own[at], offers[at], types),
            **dict.fromkeys(newest[at], 1.0),
        }
        for at in range(len(pieces))
    ]


def _before(pieces: Sequence[Evidence]) -> list[list[int]]:
    """Of each line those that were said right before it, in the same breath, the last first."""
    moments = [moment_of(piece) for piece in pieces]
    order = sorted(range(len(pieces)), key=moments.__getitem__)
    found: dict[int, list[int]] = {}
    for place, at in enumerate(order):
        near = order[max(0, place - BESIDE) : place][::-1]
        found[at] = [other for other in near if moments[at] - moments[other] <= BREATH]
    return [found[at] for at in range(len(pieces))]


def _first(found: Iterable[Set[str]]) -> Set[str]:
    return next((one for one in found if one), frozenset[str]())


def _of_whom(asked: Set[str], meant: Set[str], who: Set[str], carried: Set[str], plain: bool) -> Features:
    of = _whose(asked, who)
    return {
        of: 1.0,
        "of him": float(bool(meant & who)),
        "of it by name": float(plain),
        "carried of it": float(bool(asked & carried) and not who),
        "carried of another": float(bool(asked and carried and not asked & carried) and not who),
        "carried of him": float(bool(meant & carried) and not who),
    }


def _whose(asked: Set[str], who: Set[str]) -> str:
    if not asked:
        return "of somebody" if who else "of none"
    return "of it" if asked & who else "of another" if who else "of nobody"


def _of_topic(topic: Set[str], verb: Set[str], own: Set[str], around: Set[str], offers: float) -> Features:
    whole = len(topic) or 1
    has, full = _has(offers), bool(topic) and len(around) == len(topic)
    return {
        has: 1.0,
        "topic": len(own) / whole,
        "topic all": float(bool(topic) and len(own) == len(topic)),
        "topic many": float(len(own) == len(topic) >= MANY),
        "topic none": float(bool(topic) and not own),
        "topic around": len(around) / whole,
        "topic before": len(around - own) / whole,
        "topic around all": float(full),
        f"{has} around": len(around) / whole,
        f"{has} before": float(bool(around) and not own),
        "no topic": float(not topic),
        "deed": float(bool(verb & own)),
        "deed missed": float(bool(verb) and not verb & own),
    }


def _has(offers: float) -> str:
    return "has it" if offers == 1 else "lacks it" if not offers else "may have it"


def _together(
    topic: Set[str], asked: Set[str], who: Set[str], own: Set[str], offers: float, types: Set[str]
) -> Features:
    of, has, share = _whose(asked, who), _has(offers), len(own) / (len(topic) or 1)
    is_all = float(bool(topic) and len(own) == len(topic))
    return {
        f"{of} {has}": 1.0,
        f"{of} topic": share,
        f"{has} topic": share,
        f"{of} all": is_all,
        f"{has} all": is_all,
        f"{of} {has} all": is_all,
        f"{of} {has} none": float(not own),
        **{f"{one} {has}": 1.0 for one in types},
        **{f"{one} {of}": 1.0 for one in types},
    }


def _newest(pieces: Sequence[Evidence], fits: Sequence[tuple[int, int, float, bool]]) -> list[list[str]]:
    """Whether each is the last of those that fit as well, by itself and with what was said right before it."""
    found = [list[str]() for _ in pieces]
    for name, place in (("fit", 0), ("fit around", 1)):
        scores = [-1.0 if fit[3] else fit[place] + fit[2] for fit in fits]
        best = [at for at, one in enumerate(scores) if one == max(scores)]
        best.sort(key=lambda at: pieces[at]["at"])
        for at in best:
            found[at].append(f"best {name}")
        found[best[-1]].append(f"last {name}")
        found[best[0]].append(f"first {name}")
        if len(best) == 1:
            found[best[0]].append(f"only {name}")
    return found
