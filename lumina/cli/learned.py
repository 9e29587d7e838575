"""What was learnt from lives, as JSON and for people to read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from lumina.cli.words import Words
from lumina.evaluation.learning import shares

if TYPE_CHECKING:
    from lumina.evaluation.judging import Judged
    from lumina.evaluation.learning import Lived, Share

Shape = dict[str, object]
CATEGORY = "("
SHOWN = 200
"""Characters of what was learnt instead."""


def as_json(what: str, lived: Sequence["Lived"]) -> Shape:
    return {
        "evaluated": what,
        **_shapes(lived),
        "lives": {life.name: {"language": life.language, **_shapes([life])} for life in lived},
        "failed": [{"life": life.name, **_judged(one)} for life in lived for one in life.judged if not one.met],
    }


def _shapes(lived: Sequence["Lived"]) -> Shape:
    return {
        name.strip("()").replace(" ", "_"): {"met": share.met, "of": share.of, "share": _share(share)}
        for name, share in shares(lived).items()
    }


def _share(share: "Share") -> float:
    return round(share.met / share.of, 4)


def _judged(one: "Judged") -> Shape:
    return {"measure": one.measure, "label": one.label, "wanted": one.wanted, "learnt": one.learnt}


def readable(what: str, lived: Sequence["Lived"], words: Words) -> list[RenderableType]:
    """A table with a column for each life and one for all, and what was not met."""
    table = Table("", *(life.name for life in lived), words("learn_all"), title=words("learn_title", what=what))
    columns = [*(shares([life]) for life in lived), shares(lived)]
    for measure in columns[-1]:
        table.add_row(_name(measure, words), *(_cell(column.get(measure)) for column in columns))
    failed = [
        f"{life.name} · {_name(one.measure, words)} · {one.label}: {one.wanted}\n    {one.learnt[:SHOWN] or '–'}"
        for life in lived
        for one in life.judged
        if not one.met and not one.measure.startswith(CATEGORY)
    ]
    return [table, Text(words("learn_failed"), style="bold"), *map(Text, failed)] if failed else [table]


def _name(measure: str, words: Words) -> str:
    return f"  {measure}" if measure.startswith(CATEGORY) else words(f"learn_{measure.replace(' ', '_')}")


def _cell(share: "Share | None") -> str:
    return f"{_share(share):.3f} ({share.met}/{share.of})" if share else "–"
