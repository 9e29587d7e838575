# ruff: noqa: T201
"""Evaluates and tunes the scorer over an index in memory: stage 1 exact, stage 2 the very scorer that LUMINA uses.

    python -m bench.tune_recall [lives] [locomo] [jsquad] [--data DIR] [--tune] [--grades]
                                [--embedder chive|none|sentence-transformers:NAME]

Prints R@10 by category, R@1, and the evidence in packs of 500 and 1,500 tokens, with the milliseconds of stage 2.
--tune fits the weights with one person or conversation left out; --grades prints what the limits of the grades and
remarks are measured from. `tune_recall.log.md` keeps what came out.
"""

import argparse
import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from bench.conversations import Asked, Conversation, load_jsquad, load_lives, load_locomo
from bench.memory_index import MemoryIndex, Silent, index, pack
from lumina.embedding.opening import open_embedder
from lumina.language.scripts import estimate_tokens
from lumina.memory.entries import Entries
from lumina.models import Turn, Vector
from lumina.recall.features import Features, measure
from lumina.recall.grade import evidence, rival_statement
from lumina.recall.question import Question
from lumina.recall.scorer import WITH_VECTORS, WORDS_ONLY, Ranking, Weights, contributions, rank

DATA = Path("/work/shared/data")
FITTED = tuple(field.name for field in fields(Features))
STEPS = (0.7, 0.85, 1.18, 1.4)


@dataclass(frozen=True, eq=False)
class Asking:
    """A question with its candidates, and what it needs to be ranked again."""

    where: int
    index: MemoryIndex
    asked: Asked
    question: Question
    vector: Vector | None
    candidates: Entries


async def ask_all(indexes: Sequence[MemoryIndex]) -> list[Asking]:
    found: list[Asking] = []
    for where, one in enumerate(indexes):
        for asked in one.conversation.questions:
            question, vector = await one.read(asked)
            found.append(Asking(where, one, asked, question, vector, one.candidates(question, vector)))
    return found


def ranked(asking: Asking, turns: Mapping[UUID, Turn]) -> Ranking:
    return rank(asking.question, asking.candidates, texts(asking, turns), asking.index.statistics, asking.vector, {})


def texts(asking: Asking, turns: Mapping[UUID, Turn]) -> list[str]:
    return [turns[UUID(bytes=id_)].text for id_ in asking.candidates.ids]


def in_order(ranking: Ranking, turns: Mapping[UUID, Turn]) -> list[Turn]:
    """Best first."""
    return [turns[UUID(bytes=ranking.entries.ids[row])] for row in ranking.rows]


def evaluate(askings: Sequence[Asking]) -> dict[str, float]:
    """Every figure, averaged over questions; ALL and the packs are without what was never said."""
    figures: defaultdict[str, list[float]] = defaultdict(list)
    turns_of = {id(asking.index): asking.index.turns for asking in askings}
    for asking in askings:
        evidence_turns = set(asking.asked.evidence)
        turns = turns_of[id(asking.index)]
        start = time.perf_counter()
        result = ranked(asking, turns)
        figures["ms"].append(1e3 * (time.perf_counter() - start))
        if not evidence_turns:
            continue
        order = in_order(result, turns)
        found = len(evidence_turns.intersection(turn.ref for turn in order[:10])) / len(evidence_turns)
        figures[asking.asked.category].append(found)
        if asking.asked.answerable:
            figures["ALL"].append(found)
            figures["R@1"].append(len(evidence_turns.intersection(t.ref for t in order[:1])) / len(evidence_turns))
            for budget in (500, 1500):
                kept = pack(order, asking.question.words, budget, estimate_tokens)
                figures[f"P{budget}"].append(len(evidence_turns & kept) / len(evidence_turns))
    spent = figures.pop("ms")
    summary = {name: float(np.mean(values)) for name, values in figures.items()}
    return summary | {"ms p50": float(np.percentile(spent, 50)), "ms p95": float(np.percentile(spent, 95))}


@dataclass(frozen=True, eq=False)
class Measured:
    """The features of one answerable question's candidates, for fitting."""

    where: int
    features: Features
    has_vector: bool
    relevant: NDArray[np.bool_]
    count: int


def measured(askings: Sequence[Asking]) -> list[Measured]:
    found: list[Measured] = []
    for asking in askings:
        if not asking.asked.answerable or not len(asking.candidates):
            continue
        turns, entries = asking.index.turns, asking.candidates
        said = texts(asking, turns)
        features = measure(asking.question, entries, said, asking.index.statistics, asking.vector)
        relevant = np.array([turns[UUID(bytes=id_)].ref in asking.asked.evidence for id_ in entries.ids])
        found.append(Measured(asking.where, features, asking.vector is not None, relevant, len(asking.asked.evidence)))
    return found


def recall(measurements: Sequence[Measured], weights: Weights) -> float:
    """R@10 with these weights."""
    values: list[float] = []
    for m in measurements:
        scores = np.sum(list(contributions(m.features, m.has_vector, weights).values()), axis=0)
        best = np.argsort(-scores, kind="stable")[:10]
        values.append(m.relevant[best].sum() / m.count)
    return float(np.mean(values)) if values else 0.0


def fit(measurements: Sequence[Measured], weights: Weights) -> Weights:
    """One round of coordinate search around the weights in use."""
    best = recall(measurements, weights)
    for name in FITTED:
        for step in STEPS:
            tried = replace(weights, **{name: getattr(weights, name) * step})
            if (value := recall(measurements, tried)) > best + 2e-4:
                best, weights = value, tried
    return weights


def leave_one_out(measurements: Sequence[Measured], start: Weights) -> None:
    """Fit on all but one, try on that one."""
    total, count = 0.0, 0
    for out in sorted({m.where for m in measurements}):
        weights = fit([m for m in measurements if m.where != out], start)
        mine = [m for m in measurements if m.where == out]
        total, count = total + recall(mine, weights) * len(mine), count + len(mine)
        print(f"  left out {out}: {recall(mine, weights):.3f}", {k: round(asdict(weights)[k], 3) for k in FITTED})
    print(f"  left out, all: R@10 {total / count:.4f}; weights in use: {recall(measurements, start):.4f}")


def grades(askings: Sequence[Asking]) -> None:
    """Quantiles of the evidence of answerable questions, and of what others say better than the one asked about."""
    rows: list[tuple[int, float, float, bool, bool]] = []
    for asking in askings:
        result = ranked(asking, asking.index.turns)
        if not result.rows:
            continue
        rival = rival_statement(asking.question, result)
        refs = {turn.ref for turn in in_order(result, asking.index.turns)[:10]}
        found = asking.asked.answerable and bool(refs.intersection(asking.asked.evidence))
        gap = np.nan if rival is None else rival[0]
        rows.append((asking.where, evidence(asking.question, result), gap, asking.asked.answerable, found))
    where, strength, gap, answerable, found = map(np.array, zip(*rows, strict=True))
    print("  evidence, 10 % and 50 %:", np.quantile(strength[answerable], [0.1, 0.5]).round(3))
    level = np.zeros(len(where), int)
    for out in sorted(set(where)) if len(set(where)) > 1 else ():
        weak, strong = np.quantile(strength[answerable & (where != out)], [0.1, 0.5])
        level[where == out] = (strength[where == out] >= weak).astype(int) + (strength[where == out] >= strong)
    shares = [(name, found[level == at].mean().round(3)) for at, name in enumerate(("weak", "medium", "strong"))]
    print("  evidence in the top ten, limits from the others:", shares)
    limit = np.nanquantile(gap[answerable], 0.95)
    flagged = (np.nan_to_num(gap[~answerable], nan=-1) > limit).mean()
    print(f"  gap met by 5 %: {limit:.3f}; wrong-person remark in {flagged:.3f} of those that have no answer")


def load(name: str, folder: Path) -> list[Conversation]:
    if name == "lives":
        return load_lives(folder)
    return load_locomo(folder / "locomo_dev.json") if name == "locomo" else [load_jsquad(folder / "jsquad_valid.json")]


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=["lives", "locomo", "jsquad"])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--embedder", default="chive")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "lumina-tune")
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--grades", action="store_true")
    options = parser.parse_args()
    embedder = Silent() if options.embedder == "none" else open_embedder(options.embedder, options.cache)
    for name in options.sets:
        askings = await ask_all([await index(talk, embedder) for talk in load(name, options.data)])
        figures = evaluate(askings)
        print(name, options.embedder, " ".join(f"{k} {v:.3f}" for k, v in sorted(figures.items())), flush=True)
        if options.tune and name != "jsquad":
            leave_one_out(measured(askings), WITH_VECTORS if options.embedder != "none" else WORDS_ONLY)
        if options.grades and name != "jsquad":
            grades(askings)


if __name__ == "__main__":
    asyncio.run(main())
