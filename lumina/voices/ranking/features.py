"""What speaks for a line as the answer to a question, as figures by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from lumina.language.asking import asking_part
from lumina.language.categories import asks_category, told_of_category
from lumina.language.scripts import fold
from lumina.voices.circle import Circle
from lumina.voices.counting import measured
from lumina.voices.following import BREATH
from lumina.voices.material import Evidence
from lumina.voices.ranking.aims import aims
from lumina.voices.ranking.in_japanese import of_japanese
from lumina.voices.ranking.likeness import LIKENESSES, likenesses
from lumina.voices.ranking.lines import Line, line, question
from lumina.voices.ranking.meaning import Tables, meant, tables
from lumina.voices.ranking.whose import match

Features = Mapping[str, float]

TURNS = ("yesno", "outcome", "now", "before", "why", "when", "form", "quiz", "food", "who")
"""Types of questions of which other things speak for a line than of all others."""

OCCASIONS = frozenset({"form", "quiz", "gift", "job", "age", "name", "food", "health", "where", "like"})
"""Types of questions that are likelier for somebody's own matter, or less so."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """What was told, line by line, with how like the question each line is (a row of LIKENESSES); `order` are their
    places by the time of telling, `place` the place of each in that, `changing` those that tell of a change."""

    asked: Line
    lines: Sequence[Line]
    likenesses: Sequence[Mapping[str, float]]
    moments: Sequence[datetime]
    order: Sequence[int]
    place: Mapping[int, int]
    changing: Sequence[int]


def features(
    said: str, pieces: Sequence[Evidence], known: Circle | None = None, table: Tables | None = None
) -> list[Features]:
    """Of each candidate, in their order; by what words mean in another table than ours, where one is given."""
    asked, lines = question(asking_part(said)), [line(piece["text"]) for piece in pieces]
    moments = [datetime.fromisoformat(piece["at"]) for piece in pieces]
    order = sorted(range(len(pieces)), key=lambda at: moments[at])
    place = {at: number for number, at in enumerate(order)}
    changing = [at for at in order if lines[at].changes]
    told = _Lines(asked, lines, likenesses(asked, lines), moments, order, place, changing)
    aimed = aims(said, pieces, known)
    unit, of_category = measured(said), asks_category(said)
    in_japanese = of_japanese(said, pieces)
    by_meaning = _by_meaning(asked, lines, table or tables(asked.language))
    return [
        {
            **aimed[at],
            **told.likenesses[at],
            **by_meaning[at],
            **_of_pair(asked, lines[at]),
            **_of_whose(asked, lines[at]),
            **_of_neighbours(told, at),
            **_of_time(told, at),
            **in_japanese[at],
            "category": float(of_category and told_of_category(said, piece["text"])),
            "unit": float(unit is not None and unit.search(fold(piece["text"])) is not None),
            "no unit": float(unit is not None and unit.search(fold(piece["text"])) is None),
        }
        for at, piece in enumerate(pieces)
    ]


def _by_meaning(asked: Line, lines: Sequence[Line], table: Tables) -> list[Mapping[str, float]]:
    """How well each line answers by what its words mean; one of another language says nothing."""
    told = [one.places if one.language == asked.language else asked.places[:0] for one in lines]
    return meant(asked.places, told, table)


def _of_pair(asked: Line, told: Line) -> Features:
    kinds, names = asked.kinds & told.kinds, asked.names & told.names
    return {
        "length": min(told.length, 40) / 20,
        "short": float(told.length <= 3),
        "courtesy": float(told.courtesy),
        "kinds": float(bool(kinds)),
        "kinds share": len(kinds) / max(1, len(asked.kinds)),
        "kinds none": float(bool(asked.kinds) and not told.kinds),
        "kinds miss": float(bool(asked.kinds) and bool(told.kinds) and not kinds),
        "no kinds": float(not told.kinds),
        "names": float(bool(names)),
        "names none": float(bool(asked.names) and not names),
        "named": float(bool(told.names)),
        "who>named": float(bool(told.names) and not asked.types.isdisjoint(("who", "name"))),
        **{f"kind {kind}": 1.0 for kind in kinds},
        **{f"{one}>{other}": 1.0 for one in asked.types for other in told.types},
        **{f"has {one}": 1.0 for one in told.types},
        **{f"tells {one}": 1.0 for one in told.kinds},
    }


def _of_whose(asked: Line, told: Line) -> Features:
    same, whose = asked.whose.relations & told.whose.relations, match(asked.whose, told.whose)
    relations, lacks = bool(told.whose.relations), bool(asked.whose.relations) and not same
    return {
        whose: 1.0,
        "same relation": float(bool(same)),
        "other relation": float(lacks and relations),
        "lacks relation": float(lacks),
        "new relation": float(not asked.whose.relations and relations),
        **{f"same {one}": 1.0 for one in same},
        **{f"{one} {whose}": 1.0 for one in asked.types & OCCASIONS},
    }


def _of_neighbours(told: _Lines, at: int) -> Features:
    """What the lines before and after have of the question that were said in the same breath."""
    around = [told.order[near] for near in (told.place[at] - 1, told.place[at] + 1) if 0 <= near < len(told.order)]
    near = [one for one in around if abs(told.moments[one] - told.moments[at]) <= BREATH]
    best = {name: max((told.likenesses[one][name] for one in near), default=0.0) for name in LIKENESSES}
    before = [told.likenesses[one]["words"] for one in near if told.place[one] < told.place[at]]
    own = told.likenesses[at]
    turns = {
        f"{turn} {name}": value
        for turn in TURNS
        if turn in told.asked.types
        for name, value in (
            ("near", best["soft"]),
            ("words near", best["words"]),
            ("words", own["words"]),
            ("soft", own["soft"]),
        )
    }
    near_by = {f"{name} near": value for name, value in best.items()}
    return {**near_by, "words before": max(before, default=0.0), **turns}


def _of_time(told: _Lines, at: int) -> Features:
    """Whether it was told late, whether it tells of a change, and whether one told later does, of the same."""
    one, asked = told.lines[at], told.asked
    kinds = one.kinds & asked.kinds
    earlier = (told.lines[place] for place in told.order[: told.place[at]])
    later = (told.lines[other] for other in told.changing if told.place[other] > told.place[at])
    found = {
        "recent": (told.place[at] + 1) / len(told.order),
        "last": float(told.place[at] == len(told.order) - 1),
        "replaced": float(any(_is_of_the_same(one, other, kinds) for other in later)),
        "replaces": float(one.changes and any(_is_of_the_same(one, other, kinds) for other in earlier)),
        "changes": float(one.changes),
    }
    when = "past" if asked.past else "now" if "now" in asked.types else "any"
    turns = [turn for turn in TURNS if turn in asked.types]
    return {f"{name} {which}": value for name, value in found.items() for which in (when, *turns)}


def _is_of_the_same(one: Line, other: Line, kinds: frozenset[str]) -> bool:
    return not (one.words.isdisjoint(other.words) and kinds.isdisjoint(other.kinds))
