"""Which of the lines that may answer an English question is of the time that it asks for; and what was told later than
what is known."""

from collections.abc import Sequence

from lumina.language.acts import does
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.scripts import CJK, fold
from lumina.voices.fitting import ASIDE
from lumina.voices.following import ORIGINALLY, moment_of
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.ranking.lines import line
from lumina.voices.ranking.ranker import Ranked
from lumina.voices.wanted import asked_types

AS_LIKELY, HARDLY = 0.4, 0.12
"""By the likeliest one's measure: so likely is a line that is taken for it, being told later, where it is asked how
things are now; and one that was told before a change, where it is asked how they were."""


def at_its_time(said: str, lines: Sequence[Ranked]) -> list[Ranked]:
    """The same lines, the one first that is of the time that is asked for."""
    if CJK.search(said) or len(lines) < 2:
        return [*lines]
    types, first = asked_types(said), lines[0]
    before = "before" in types or does("before", said) or ORIGINALLY.search(fold(said))
    if before:
        kinds = {*asked_kinds(said)}
        earlier = [
            one
            for one in lines
            if _is_earlier(one, first)
            and one.chance >= HARDLY * first.chance
            and (_tells_of_change(first.piece) or kinds & {*told_kinds(one.piece["text"])})
        ]
        return _with_first(earlier[0], lines) if earlier else [*lines]
    if "now" in types and not before:
        likely = [one for one in lines if one.chance >= AS_LIKELY * first.chance]
        return _with_first(max(likely, key=lambda one: moment_of(one.piece)), lines)
    return [*lines]


def _is_earlier(one: Ranked, first: Ranked) -> bool:
    return moment_of(one.piece) < moment_of(first.piece)


def _tells_of_change(piece: Evidence) -> bool:
    told = line(piece["text"])
    return told.changes or "change" in told.types or does("mends", piece["text"])


def _with_first(first: Ranked, lines: Sequence[Ranked]) -> list[Ranked]:
    """With this one at the head, as likely as the one that was there."""
    rest = [one for one in lines if one is not first]
    return [Ranked(first.piece, max(first.chance, rest[0].chance)), *rest] if rest else [first]


def told_since(fact: Told, quoted: Sequence[Evidence], own: Sequence[Evidence], material: Material) -> bool:
    """Whether a line that surely answers tells something else than a fact, and was told after all that tells it."""
    said, value = material["said"], fold(ASIDE.sub("", fact["value"]))
    kinds = {fact["kind"]} & {*asked_kinds(said)}
    if CJK.search(said) or not quoted or not kinds & {*told_kinds(quoted[0]["text"])}:
        return False
    telling = [moment_of(piece) for piece in own if value in fold(piece["text"])]
    return value not in fold(quoted[0]["text"]) and bool(telling) and max(telling) < moment_of(quoted[0])
