"""How something was found, and why something else was not, for people to read."""

from collections.abc import Iterable, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from lumina.cli.words import Words
from lumina.models import Turn
from lumina.recall.explanations import Absence, Dropped, Explanation, Place, Reason, Weighed
from lumina.recall.selection import going_on
from lumina.shapes.talk import name_of
from lumina.telling.absences import arm_label, sentence

FIRST = 3
"""Examples of what was dropped for one reason."""

LONGEST = 60
"""Characters of a turn in a table."""


VISIBLE = 0.0005
"""What a term must add to show in three digits."""


def explained(found: Explanation, words: Words) -> RenderableType:
    """The arms, each hit's ranks and terms, and what was dropped."""
    arms = _table(words, "arm", "found", "go_on", "last_score")
    for name, arm in found.arms.items():
        arms.add_row(arm_label(name, words), str(arm.found), str(arm.go_on), f"{arm.last:.3f}")
    hits = _table(words, "hit", "score", "sources", "arms", "terms")
    for hit in found.hits:
        hits.add_row(
            f"{hit.place}. {_shown(hit, words)}",
            f"{hit.score:.3f}",
            _ranks(hit.sources, words),
            _ranks(hit.arms, words),
            "\n".join(f"{words(f'term_{term}')} {added:+.3f}" for term, added in _largest_first(hit.terms)),
        )
    left_out = _table(words, "reason", "count", "first")
    for reason, ones in _by_reason(found.dropped).items():
        examples = "\n".join(_one_dropped(one, words) for one in ones[:FIRST])
        left_out.add_row(words(f"dropped_{reason}"), str(len(ones)), examples)
    title = Rule(words("explain_title", limit=found.limit), align="left")
    return Group(title, arms, hits, left_out) if found.dropped else Group(title, arms, hits)


def absent(found: Absence, words: Words, name: str, viewer: str | None) -> RenderableType:
    """The sentence, then where it stands in every arm, and its terms beside those of the last hit."""
    parts: list[RenderableType] = [Text(sentence(found, words, name, viewer), style="bold")]
    one, last = found.weighed, found.last
    if one:
        parts += [Text(_shown(one, words), style="cyan"), _standing(one, found.limit, words)]
    if one and last:
        terms = _table(words, "term", "this", "last_hit", "lacks")
        for term in _visible(one.terms, last.terms):
            mine, other = one.terms.get(term, 0.0), last.terms.get(term, 0.0)
            terms.add_row(words(f"term_{term}"), f"{mine:.3f}", f"{other:.3f}", f"{other - mine:+.3f}")
        terms.add_row(words("column_score"), f"{one.score:.3f}", f"{last.score:.3f}", f"{last.score - one.score:+.3f}")
        parts.append(terms)
    return Group(*parts)


def _standing(one: Weighed, limit: int, words: Words) -> RenderableType:
    table = _table(words, "arm", "rank", "go_on", "score", "sources")
    for arm, place in one.arms.items():
        of_arm = {name: at for name, at in one.sources.items() if name.partition(":")[2] == arm}
        goes_on = words("yes") if place.rank <= going_on(arm, limit) else words("no")
        table.add_row(arm_label(arm, words), str(place.rank), goes_on, f"{place.score:.3f}", _ranks(of_arm, words))
    return table if one.arms else Text()


def _table(words: Words, *columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(words(f"column_{column}"), overflow="fold")
    return table


def _ranks(places: Mapping[str, Place], words: Words) -> str:
    """A line each: "duckdb by words 3 (0.412)"."""
    lines: list[str] = []
    for name, place in places.items():
        source, _, arm = name.rpartition(":")
        lines.append(f"{source} {arm_label(arm, words)} {place.rank} ({place.score:.3f})".strip())
    return "\n".join(lines)


def _largest_first(terms: Mapping[str, float]) -> Iterable[tuple[str, float]]:
    return sorted((pair for pair in terms.items() if abs(pair[1]) >= VISIBLE), key=lambda pair: -abs(pair[1]))


def _visible(one: Mapping[str, float], other: Mapping[str, float]) -> list[str]:
    return [term for term in {**one, **other} if max(abs(one.get(term, 0.0)), abs(other.get(term, 0.0))) >= VISIBLE]


def _by_reason(dropped: Iterable[Dropped]) -> Mapping[Reason, Sequence[Dropped]]:
    reasons: dict[Reason, list[Dropped]] = {}
    for one in dropped:
        reasons.setdefault(one.reason, []).append(one)
    return reasons


def _one_dropped(one: Dropped, words: Words) -> str:
    score = "" if one.score is None else f"{one.score:.3f} "
    turn = one.turn
    if turn is None:
        return score + words("summary_of_memory", memory=str(one.entry)[:8])
    return f"{score}{_quoted(turn, words)}"


def _shown(one: Weighed, words: Words) -> str:
    if one.turn is None:
        return words("summary_of_memory", memory=str(one.entry)[:8])
    return _quoted(one.turn, words)


def _quoted(turn: Turn, words: Words) -> str:
    said = words("words_let_go") if turn.let_go else _short(turn.text)
    return f"{turn.speaker}: {said} ({name_of(turn)})"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
