"""What an evaluation found, as JSON and for people to read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeVar

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from lumina.cli.words import Words

if TYPE_CHECKING:
    from lumina.evaluation.figures import Figures, Graded, Shares
    from lumina.evaluation.run import Run

Key = TypeVar("Key", int, str)
Shape = dict[str, object]
Row = tuple[str, Callable[["Run"], str]]
"""A line of the table: its name, and its figure of a run."""

NOTHING = "–"


def as_json(what: str, runs: Sequence["Run"]) -> Shape:
    return {"evaluated": what, "runs": [_run(run) for run in runs]}


def _run(run: "Run") -> Shape:
    return {
        "embedder": run.embedder,
        "as_of_turn": run.as_of_turn,
        "imported": run.size,
        "import_per_second": round(run.size / run.seconds, 1) if run.seconds else 0.0,
        **_figures(run.whole),
        "conversations": {name: _figures(part) for name, part in run.parts.items()},
    }


def _figures(found: "Figures") -> Shape:
    return {
        **_shares(found.whole),
        **{f"tokens_{budget}": round(mean, 1) for budget, mean in found.tokens.items()},
        "latency_ms": {name: round(value, 2) for name, value in found.milliseconds.items()},
        "incomplete": found.incomplete,
        "categories": {name: _shares(shares) for name, shares in found.categories.items()},
        "grades": {name: asdict(graded) for name, graded in found.grades.items()},
        "wrong_person": dict(found.wrong_person),
    }


def _shares(shares: "Shares") -> Shape:
    recall = {f"recall_at_{most}": round(share, 4) for most, share in shares.recall.items()}
    kept = {f"evidence_in_{budget}": round(share, 4) for budget, share in shares.kept.items()}
    return {"questions": shares.questions, **recall, **kept}


def readable(what: str, runs: Sequence["Run"], words: Words) -> list[RenderableType]:
    """A table with a column for each run, and below what it means."""
    table = Table(title=words("eval_title", what=what))
    table.add_column("")
    for run in runs:
        moment = words("eval_turn", turn=run.as_of_turn) if run.as_of_turn else words("eval_end")
        table.add_column(f"{_short(run.embedder)}\n{moment}", justify="right")
    for group in (_recall_rows(words), _category_rows(runs), _part_rows(runs), _grade_rows(runs, words)):
        for name, figure in group:
            table.add_row(name, *(figure(run) for run in runs))
        table.add_section()
    notes = [Text(words("eval_note"), style="dim")]
    if incomplete := sum(run.whole.incomplete for run in runs):
        notes.insert(0, Text(words("eval_incomplete", count=incomplete), style="yellow"))
    return [table, *notes]


def _recall_rows(words: Words) -> list[Row]:
    return [
        (words("eval_questions"), lambda run: str(run.whole.whole.questions)),
        *((f"R@{most}", lambda run, most=most: _share(run.whole.whole.recall, most)) for most in (1, 5, 10)),
        *(
            (words("eval_pack", budget=f"{budget:,}"), lambda run, budget=budget: _pack(run.whole, budget))
            for budget in (500, 1500)
        ),
        (words("eval_latency"), lambda run: " / ".join(f"{ms:.1f}" for ms in run.whole.milliseconds.values())),
        (words("eval_rate"), lambda run: f"{run.size / run.seconds:,.0f}" if run.seconds else NOTHING),
    ]


def _category_rows(runs: Sequence["Run"]) -> list[Row]:
    """Apart from what was never said: it cannot be found."""
    having = [{name: shares for name, shares in run.whole.categories.items() if shares.recall} for run in runs]
    names = _ordered(having)
    return [(f"R@10 {name}", lambda run, name=name: _of(run.whole.categories.get(name))) for name in names]


def _part_rows(runs: Sequence["Run"]) -> list[Row]:
    names = _ordered(run.parts for run in runs)
    if len(names) < 2:
        return []
    return [(f"R@10 {name}", lambda run, name=name: _of(_whole(run.parts.get(name)))) for name in names]


def _grade_rows(runs: Sequence["Run"], words: Words) -> list[Row]:
    grades = _ordered(run.whole.grades for run in runs)
    remarks = _ordered(run.whole.wrong_person for run in runs)
    return [
        *(
            (words("eval_grade", grade=words(f"grade_{name}")), lambda run, name=name: _grade(run.whole.grades, name))
            for name in grades
        ),
        *(
            (words(f"eval_wrong_{name}"), lambda run, name=name: _share(run.whole.wrong_person, name))
            for name in remarks
        ),
    ]


def _short(embedder: str) -> str:
    """Of a path, the end."""
    return "/".join(embedder.split("/")[-2:])


def _ordered(mappings: Iterable[Mapping[str, object]]) -> list[str]:
    return [*dict.fromkeys(name for mapping in mappings for name in mapping)]


def _whole(found: "Figures | None") -> "Shares | None":
    return found.whole if found else None


def _of(shares: "Shares | None") -> str:
    return f"{_share(shares.recall, 10)} ({shares.questions})" if shares else NOTHING


def _grade(grades: "Mapping[str, Graded]", name: str) -> str:
    return f"{grades[name].found:.3f} ({grades[name].packs})" if name in grades else NOTHING


def _pack(found: "Figures", budget: int) -> str:
    share = _share(found.whole.kept, budget)
    return share if share == NOTHING else f"{share} ({found.tokens[budget]:,.0f})"


def _share(shares: Mapping[Key, float], key: Key) -> str:
    return f"{shares[key]:.3f}" if key in shares else NOTHING
