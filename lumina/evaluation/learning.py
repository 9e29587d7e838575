"""Runs labelled lives through the real pipeline, each in a folder that goes away, and judges what was learnt."""

from collections.abc import Sequence
from dataclasses import dataclass

from lumina.app import Lumina
from lumina.clock import ManualClock, later
from lumina.distil.summaries.told import text
from lumina.evaluation.asking import AFTERWARDS, Step
from lumina.evaluation.judging import Judged, Learnt, judge, judge_answer, judge_weeks
from lumina.evaluation.lives import Life
from lumina.evaluation.run import for_evaluation, opened
from lumina.settings import Settings
from lumina.summaries import SummaryKind

BUDGET = 500
"""Tokens of the pack in which the answer must stand."""

HITS = 10


@dataclass(frozen=True, slots=True)
class Lived:
    """A life, and what became of each of its labels."""

    name: str
    language: str
    judged: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """How many of so many labels were met."""

    met: int
    of: int


async def learn(lives: Sequence[Life], settings: Settings, step: Step) -> list[Lived]:
    """Each life is imported as a whole; what is known is judged after its last turn, and each question at its own
    moment, by the owner."""
    lived = list[Lived]()
    for life in lives:
        clock = ManualClock(life.turns[0].at)
        async with opened(for_evaluation(settings, settings.embedder), clock) as lumina:
            lived.append(await _live(lumina, clock, life, step))
    return lived


async def _live(lumina: Lumina, clock: ManualClock, life: Life, step: Step) -> Lived:
    person, truth = life.truth.person, life.truth
    end = later(max(turn.at for turn in life.turns), AFTERWARDS)
    await lumina.transfer.bring(
        life.turns, person=person, me=person, progress=lambda done: step("import", done, len(life.turns))
    )
    clock.set(end)
    await lumina.jobs.run("all")
    await lumina.tasks.run_due()
    called = [(await lumina.recall.turn_called(person, turn.ref), turn.ref) for turn in life.turns]
    refs = {id_: ref for id_, ref in called if id_}
    judged = judge(truth, Learnt(await lumina.knowing.of(person, end, None), refs))
    weeks = [one for one in await lumina.summaries.all(person) if one.kind is SummaryKind.WEEK]
    judged += judge_weeks(truth, {one.about: text(one) for one in weeks})
    for at, question in enumerate(truth.questions, 1):
        clock.set(question.at)
        found = await lumina.recall.look_up(
            question.question, person=person, viewer=None, budget=BUDGET, limit=HITS, unit="turn"
        )
        judged += judge_answer(question, found)
        step("ask", at, len(truth.questions))
    return Lived(life.name, truth.language, tuple(judged))


def shares(lived: Sequence[Lived]) -> dict[str, Share]:
    """Of each measure, in the order in which they come up."""
    judged = [one for life in lived for one in life.judged]
    measures = dict.fromkeys(one.measure for one in judged)
    return {
        measure: Share(
            sum(one.met for one in judged if one.measure == measure), sum(one.measure == measure for one in judged)
        )
        for measure in measures
    }
