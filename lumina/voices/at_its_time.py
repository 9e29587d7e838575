"""Which line is of the time that is asked for: how things are now, or how they were before that; and what was told
later than what is known."""

import math
from collections.abc import Mapping, Sequence

from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.scripts import CJK, fold
from lumina.voices.fitting import ASIDE, quoted_last
from lumina.voices.following import moment_of
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.ranking.asked_time import asks_how_it_was
from lumina.voices.ranking.changes import Change, changes
from lumina.voices.ranking.looks import looks
from lumina.voices.ranking.ranker import Ranked

AT_MOST = 24
"""So many of the likeliest lines are looked at."""

LEAST = -2.0
"""The logarithm of the odds that something changed, and is asked about, at least."""

FOLLOWED = 0.5
"""By the likeliest line's measure, how likely one is asked about that was quoted last, where it is asked for what was
before."""

TOLD_OTHERWISE = frozenset({"why", "outcome"})
"""What is asked for of a change itself."""

LONGEST = 4
"""So often in a row a thing changes at most."""


def at_its_time(said: str, first: Evidence | None, lines: Sequence[Ranked], material: Material) -> Evidence | None:
    """The line that takes the place of the first one, and of that what takes its place; or, where it is asked for how
    things were, the one whose place was taken. The first one, where nothing changed."""
    if looks("asked", fold(said)) & TOLD_OTHERWISE:
        return first
    likely, before = _likely(said, first, lines, material), asks_how_it_was(said)
    pieces = [piece for piece in (one.piece for one in lines) if id(piece) in likely]
    found = changes(pieces)
    return _before(first, found, likely) if before else first and _now(first, found, likely)


def _likely(
    said: str, first: Evidence | None, lines: Sequence[Ranked], material: Material
) -> Mapping[int, float]:
    """How likely a line is asked about, by the likeliest one's measure: the first; where it is asked for what was
    before, what was quoted last, too."""
    best = max((one.chance for one in lines), default=1.0) or 1.0
    likely = {id(one.piece): max(one.chance / best, 1e-9) for one in lines[:AT_MOST]}
    if asks_how_it_was(said):
        for piece in quoted_last([one.piece for one in lines], material):
            likely[id(piece)] = max(likely.get(id(piece), 0.0), FOLLOWED)
    return {**likely, id(first): 1.0} if first else likely


def _now(first: Evidence, found: Sequence[Change], likely: Mapping[int, float]) -> Evidence:
    """The end of what takes the place of what."""
    for _ in range(LONGEST):
        after = [one for one in found if one.earlier is first and _odds(one, likely[id(one.later)] ** 0.5) >= LEAST]
        if not after:
            break
        first = max(after, key=lambda one: _odds(one, likely[id(one.later)] ** 0.5)).later
    return first


def _before(first: Evidence | None, found: Sequence[Change], likely: Mapping[int, float]) -> Evidence | None:
    asked = {id(one): _odds(one, max(likely[id(one.earlier)], likely[id(one.later)])) for one in found}
    best = max(found, key=lambda one: asked[id(one)], default=None)
    return best.earlier if best and asked[id(best)] >= LEAST else first


def _odds(one: Change, likely: float) -> float:
    """The logarithm of how much likelier it is than not that this changed, and is asked about."""
    return math.log(one.chance / (1 - one.chance + 1e-9)) + math.log(likely)


def told_since(fact: Told, quoted: Sequence[Evidence], own: Sequence[Evidence], material: Material) -> bool:
    """Whether a line that surely answers tells something else than a fact, and was told after all that tells it."""
    said, value = material["said"], fold(ASIDE.sub("", fact["value"]))
    kinds = {fact["kind"]} & {*asked_kinds(said)}
    if CJK.search(said) or not quoted or not kinds & {*told_kinds(quoted[0]["text"])}:
        return False
    telling = [moment_of(piece) for piece in own if value in fold(piece["text"])]
    return value not in fold(quoted[0]["text"]) and bool(telling) and max(telling) < moment_of(quoted[0])
