"""Which line is of the time that is asked for: how things are now, or how they were before that; and what was told
later than what is known."""

import math
from collections.abc import Mapping, Sequence
from datetime import timedelta

from lumina.language.acts import does
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.scripts import CJK, fold
from lumina.voices.fitting import ASIDE, quoted_before
from lumina.voices.following import BREATH, PUT_OFF, days_of, moment_of
from lumina.voices.matching import ANSWERED_BY
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.ranking.asked_time import asks_how_it_was
from lumina.voices.ranking.changes import Succession, changes
from lumina.voices.ranking.looks import looks
from lumina.voices.ranking.ranker import Ranked

AT_MOST = 24
"""So many of the likeliest lines are looked at."""

NOW, THEN = -1.0, -3.0
"""The logarithm of the odds that something changed and is asked about, at least: how it is now, and how it was before,
by which it is told that it changed."""

FOLLOWED, HARDLY = 0.5, 0.02
"""By the likeliest line's measure, how likely one is asked about that was quoted last, where it is asked for what was
before; and how likely any is, at least."""

TOLD_OTHERWISE = frozenset({"why", "outcome"})
"""What is asked for of a change itself."""

LONGEST = 4
"""So often in a row a thing changes at most."""

Likely = Mapping[int, float]


def at_its_time(
    said: str, first: Evidence | None, lines: Sequence[Ranked], own: Sequence[Evidence], material: Material
) -> Evidence | None:
    """The line that takes the place of the first one, and of that what takes its place; or, where it is asked for how
    things were, the one whose place was taken. None, where nothing changed."""
    if looks("asked", fold(said)) & TOLD_OTHERWISE:
        return None
    before = asks_how_it_was(said)
    likely = _likely(first, lines, quoted_before(own, material) if before else ())
    rest = [piece for piece in own if id(piece) not in likely][: AT_MOST - len(likely)]
    likely = {**dict.fromkeys(map(id, rest), HARDLY), **likely}
    found = changes([piece for piece in own if id(piece) in likely], None if before else first)
    if before or not first:
        return _before(found, likely) if before else None
    return _now(first, [one for one in found if _has_as_much(said, one) and not _is_put_off(said, one.later)], likely)


def is_of_what_was_quoted(said: str, turned: Evidence, own: Sequence[Evidence], material: Material) -> bool:
    """Whether a line is how it was before what was quoted last, and that is asked for, in whatever words."""
    last = quoted_before(own, material) if asks_how_it_was(said) else []
    return bool(last) and turned not in last


def _has_as_much(said: str, one: Succession) -> bool:
    """Whether the later line has what is asked for, a price or a day, if the earlier one has."""
    wanted = {ANSWERED_BY.get(asked) for asked in looks("asked", fold(said)) - {"name", "why"}}
    old, new = (looks("offered", fold(piece["text"])) for piece in (one.earlier, one.later))
    return (wanted & old) <= new


def _is_put_off(said: str, piece: Evidence) -> bool:
    """Whether it is asked when something is, and a line says by how much it was put off, and not to which day."""
    return does("when", said) and PUT_OFF.search(fold(piece["text"])) is not None and not days_of(piece)


def _likely(first: Evidence | None, lines: Sequence[Ranked], followed: Sequence[Evidence]) -> Likely:
    """How likely a line is asked about, by the likeliest one's measure, which is the first."""
    best = max((one.chance for one in lines), default=1.0) or 1.0
    found = {id(one.piece): max(one.chance / best, HARDLY) for one in lines[:AT_MOST]}
    for piece in followed:
        found[id(piece)] = max(found.get(id(piece), 0.0), FOLLOWED)
    return {**found, id(first): 1.0} if first else found


def _now(first: Evidence, found: Sequence[Succession], likely: Likely) -> Evidence | None:
    """The end of what takes the place of what; or, where that says what is no more, what was said next instead."""
    was = first
    for _ in range(LONGEST):
        after = [(_odds(one) + math.log(likely[id(one.later)]) / 2, one.later) for one in found if one.earlier is first]
        best = max(after, key=lambda one: one[0], default=None)
        if not best or best[0] < NOW:
            break
        first = best[1]
    if first is was:
        return None
    since = [(one.later, moment_of(one.later) - moment_of(first)) for one in found if one.earlier is was]
    soon = [piece for piece, apart in since if timedelta(0) < apart <= BREATH]
    after = max(soon, key=lambda piece: likely[id(piece)], default=first)
    return after if likely[id(after)] > likely[id(first)] else first


def _before(found: Sequence[Succession], likely: Likely) -> Evidence | None:
    """What was so before the likeliest change."""
    asked = list[tuple[float, Evidence]]()
    for one in found:
        less, more = sorted((likely[id(one.earlier)], likely[id(one.later)]))
        asked.append((_odds(one) + math.log(more) + math.log(less) / 2, one.earlier))
    best = max(asked, key=lambda one: one[0], default=None)
    return best[1] if best and best[0] >= THEN else None


def _odds(one: Succession) -> float:
    """The logarithm of how much likelier it is than not that this changed."""
    return math.log(one.chance / (1 - one.chance + 1e-9))


def told_since(fact: Told, quoted: Sequence[Evidence], own: Sequence[Evidence], material: Material) -> bool:
    """Whether a line that surely answers tells something else than a fact, and was told after all that tells it."""
    said, value = material["said"], fold(ASIDE.sub("", fact["value"]))
    kinds = {fact["kind"]} & {*asked_kinds(said)}
    if CJK.search(said) or not quoted or not kinds & {*told_kinds(quoted[0]["text"])}:
        return False
    telling = [moment_of(piece) for piece in own if value in fold(piece["text"])]
    return value not in fold(quoted[0]["text"]) and bool(telling) and max(telling) < moment_of(quoted[0])
