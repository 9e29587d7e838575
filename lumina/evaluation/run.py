"""Runs an evaluation: every conversation in a folder of its own that goes away, for every embedder that is compared."""

import asyncio
import json
import shutil
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from langchain_core.language_models import BaseChatModel

from lumina.app import Lumina
from lumina.clock import Clock, ManualClock, system_clock
from lumina.evaluation.asking import Step, add, ask_all, ask_library, grown
from lumina.evaluation.figures import Answered, Figures, figures
from lumina.evaluation.questions import Conversation, Documents
from lumina.settings import Settings


@dataclass(frozen=True, slots=True)
class Run:
    """The figures of one embedder at one moment of the talk: after so many turns of each conversation (`as_of_turn`),
    or at its end (None). `parts` has them for each conversation; `size` is what was read in, turns or documents, and
    `seconds` what that took."""

    embedder: str
    as_of_turn: int | None
    size: int
    seconds: float
    whole: Figures
    parts: dict[str, Figures]


@dataclass(slots=True)
class _Gathered:
    """What one embedder answered at one moment, conversation by conversation."""

    size: int
    seconds: float
    answers: dict[str, list[Answered]]

    def run(self, embedder: str, point: int | None) -> Run:
        parts = {name: figures(answers) for name, answers in self.answers.items()}
        whole = figures([answer for answers in self.answers.values() for answer in answers])
        return Run(embedder, point, self.size, self.seconds, whole, parts)


async def evaluate_conversations(
    talks: Sequence[Conversation], settings: Settings, embedders: Sequence[str], points: Sequence[int], step: Step
) -> list[Run]:
    """A run for each embedder and each number of turns (`points`, conversations that are as long), then for the end."""
    runs: list[Run] = []
    for embedder in embedders:
        gathered: dict[int | None, _Gathered] = {point: _Gathered(0, 0.0, {}) for point in (*sorted(points), None)}
        for talk in talks:
            await _converse(talk, for_evaluation(settings, embedder), gathered, step)
        runs += [each.run(embedder, point) for point, each in gathered.items() if each.answers]
    return runs


async def _converse(talk: Conversation, settings: Settings, gathered: dict[int | None, _Gathered], step: Step) -> None:
    clock = ManualClock(talk.turns[0].at)
    end = len(talk.turns)
    cuts = [point for point in gathered if point is not None and point < end]
    async with opened(settings, clock) as lumina:
        began, asking = time.perf_counter(), 0.0
        async for point in grown(lumina, clock, talk, [*cuts, end], step):
            at = time.perf_counter()
            here = gathered[point if point in cuts else None]
            here.answers[talk.name] = await ask_all(lumina, talk, talk.answered_by(point), step)
            here.size += point
            here.seconds += at - began - asking
            asking += time.perf_counter() - at


async def evaluate_documents(
    documents: Documents, settings: Settings, embedders: Sequence[str], step: Step
) -> list[Run]:
    runs: list[Run] = []
    for embedder in embedders:
        async with opened(for_evaluation(settings, embedder), system_clock) as lumina:
            step("import", 0, len(documents.texts))
            began = time.perf_counter()
            file = await asyncio.to_thread(_written, documents, lumina.settings.home)
            added = await add(lumina, file)
            spent = time.perf_counter() - began
            answers = await ask_library(lumina, documents, step)
        runs.append(_Gathered(added, spent, {documents.name: answers}).run(embedder, None))
    return runs


def _written(documents: Documents, folder: Path) -> Path:
    lines = [json.dumps({"title": title, "text": text}, ensure_ascii=False) for title, text in documents.texts]
    path = folder / "documents.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def for_evaluation(settings: Settings, embedder: str) -> Settings:
    """No model: what is measured is recall, and the same for everybody."""
    return settings.model_copy(update={"embedder": embedder, "model": "", "distil_model": ""})


@asynccontextmanager
async def opened(settings: Settings, clock: Clock, *, speaking: BaseChatModel | None = None) -> AsyncGenerator[Lumina]:
    """The application in a folder that goes away with it."""
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="lumina-eval-"))
    try:
        async with Lumina.open(settings.model_copy(update={"home": folder}), clock, speaking=speaking) as lumina:
            yield lumina
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
