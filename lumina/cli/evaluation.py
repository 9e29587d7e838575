"""`lumina eval`: how well recall finds what is asked for, measured in a folder that goes away."""

import asyncio
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lumina.cli.evaluated import as_json, readable
from lumina.cli.run import Call, json_option, runs_here

if TYPE_CHECKING:
    from lumina.evaluation.asking import Step
    from lumina.evaluation.questions import Conversation, Documents
    from lumina.evaluation.run import Run
    from lumina.evaluation.talk import Played

KINDS = ("locomo", "jsquad", "talk", "learning")


def _what(
    _context: click.Context, _argument: click.Parameter, words: tuple[str, ...]
) -> tuple[str | None, Path | None]:
    """The kind of file, where one is named, and the path."""
    kind = words[0] if len(words) == 2 else None
    if len(words) > 2 or kind not in (None, *KINDS) or (len(words) == 1 and words[0] in KINDS):
        raise click.UsageError("this takes [locomo|jsquad|talk|learning] PATH, or a folder, or nothing")
    return kind, Path(words[-1]) if words else None


@click.command("eval")
@click.argument("what", metavar="[locomo|jsquad|talk|learning] [PATH]", nargs=-1, callback=_what)
@click.option(
    "--embedder",
    "embedders",
    metavar="E",
    multiple=True,
    help="An embedder, as in LUMINA_EMBEDDER (the default); each one given has its column.",
)
@click.option(
    "--as-of-turn",
    "points",
    metavar="N",
    type=click.IntRange(min=1),
    multiple=True,
    help="Ask after N turns, too, what is answered by then; may be given again.",
)
@click.option("--every", metavar="N", type=click.IntRange(min=1), help="Ask after every N turns.")
@click.option("--only", metavar="NAME", multiple=True, help="This conversation; may be given again.")
@click.option("--questions", metavar="K", type=click.IntRange(min=1), help="Questions of each conversation at most.")
@json_option
@runs_here
async def evaluate(call: Call, what: tuple[str | None, Path | None], embedders: tuple[str, ...], **chosen: Any) -> None:
    """Measure recall with questions whose answers are known, through the real pipeline in a folder that goes away.

    PATH is a LoCoMo file, a JSQuAD file, or a folder of NAME.jsonl (a transcript) with NAME.questions.jsonl. Without a
    PATH: the conversations that LUMINA brings along. `talk FILE` plays dialogues that tell and ask: whether the offline
    voice answers right, and whether a model would have been given the answer. `learning FOLDER` imports each NAME.jsonl
    that has its labels beside it (NAME.truth.json), and tells how much of them is known afterwards.
    """
    kind, path = what
    if kind == "talk":
        await _play(call, cast("Path", path))
        return
    if kind == "learning":
        await _learn(call, cast("Path", path))
        return
    chosen_embedders = embedders or (call.settings.embedder,)
    material: list[Conversation] | Documents = await asyncio.to_thread(
        import_module("lumina.evaluation.material").read_material,
        path,
        kind,
        only=chosen["only"],
        questions=chosen["questions"],
    )
    with _progress(call) as bar:
        found = await _run(call, material, chosen_embedders, chosen["points"], chosen["every"], _step(call, bar))
    name = str(path or "LUMINA")
    call.answer(as_json(name, found), *readable(name, found, call.words))


async def _play(call: Call, file: Path) -> None:
    dialogues = await asyncio.to_thread(import_module("lumina.evaluation.dialogues").read_dialogues, file)
    with _progress(call) as bar:
        step = _step(call, bar)
        played: Played = partial(step, "ask")
        probed = await import_module("lumina.evaluation.talk").play(dialogues, call.settings, played)
    shown = import_module("lumina.cli.talked")
    call.answer(shown.as_json(str(file), probed), *shown.readable(str(file), probed, call.words))


async def _learn(call: Call, folder: Path) -> None:
    lives = await asyncio.to_thread(import_module("lumina.evaluation.lives").read_lives, folder)
    with _progress(call) as bar:
        lived = await import_module("lumina.evaluation.learning").learn(lives, call.settings, _step(call, bar))
    shown = import_module("lumina.cli.learned")
    call.answer(shown.as_json(str(folder), lived), *shown.readable(str(folder), lived, call.words))


async def _run(
    call: Call,
    material: "list[Conversation] | Documents",
    embedders: tuple[str, ...],
    points: tuple[int, ...],
    every: int | None,
    step: "Step",
) -> "list[Run]":
    running = import_module("lumina.evaluation.run")
    if not isinstance(material, list):
        return await running.evaluate_documents(material, call.settings, embedders, step)
    longest = max(len(talk.turns) for talk in material)
    cuts = {*points, *(range(every, longest, every) if every else ())}
    return await running.evaluate_conversations(material, call.settings, embedders, sorted(cuts), step)


def _progress(call: Call) -> Progress:
    columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=call.err, transient=True)


def _step(call: Call, bar: Progress) -> "Step":
    task = bar.add_task(call.words("eval_import"), total=None)

    def step(doing: str, done: int, of: int) -> None:
        bar.update(task, description=call.words(f"eval_{doing}"), completed=done, total=of)

    return step
