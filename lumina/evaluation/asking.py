"""Questions, asked of the application as a person would ask it."""

import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import timedelta
from pathlib import Path

from lumina.app import Lumina
from lumina.clock import ManualClock, later
from lumina.evaluation.figures import BUDGETS, RANKS, Answered
from lumina.evaluation.questions import Conversation, Documents, Question
from lumina.language.captions import parted
from lumina.recall.grade import TEXTS, RemarkKind
from lumina.reports import Recollection

Step = Callable[[str, int, int], None]
"""Told what is being done ("import" or "ask"), how much of it is done, and how much there is."""

AFTERWARDS = timedelta(hours=1)
"""From the last turn until the questions are asked."""

NAMESPACE = "evaluation"
CHUNKS = 5
"""Passages asked for, for every document that is wanted: a document may be ranked several times."""

WRONG_PERSON = tuple(
    re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text))) for text in TEXTS[RemarkKind.WRONG_PERSON].values()
)


async def grown(
    lumina: Lumina, clock: ManualClock, talk: Conversation, points: Sequence[int], step: Step
) -> AsyncIterator[int]:
    """Let the conversation grow: yields each number of turns when so many have been imported and the jobs have run."""
    done, said = 0, talk.turns[0].at
    person = person_of(talk)
    for point in points:
        lines = talk.turns[done:point]
        said = max([said, *(line.at for line in lines)])
        clock.set(said)
        await lumina.transfer.bring(
            lines, person=person, me=talk.me, progress=lambda n, done=done: step("import", done + n, len(talk.turns))
        )
        clock.set(later(said, AFTERWARDS))
        await lumina.jobs.run("all")
        done = point
        yield point


def person_of(talk: Conversation) -> str:
    """Whose memories it becomes. The name of who took no part must not be a word that a question may have."""
    return talk.me or f"evaluation:{talk.name}"


async def ask_all(lumina: Lumina, talk: Conversation, questions: Sequence[Question], step: Step) -> list[Answered]:
    said = {turn.ref: _words(parted(turn.text)[0]) for turn in talk.turns}  # the words, without what a picture shows
    answers: list[Answered] = []
    for question in questions:
        answers.append(await _ask(lumina, person_of(talk), question, [said[ref] for ref in question.evidence]))
        step("ask", len(answers), len(questions))
    return answers


async def _ask(lumina: Lumina, person: str, question: Question, evidence: Sequence[str]) -> Answered:
    """One question, a pack for each budget. The first is timed: what follows it is warm."""
    packs: dict[int, Recollection] = {}
    began = time.perf_counter()
    spent = 0.0
    for budget in reversed(BUDGETS):
        packs[budget] = await lumina.recall.look_up(
            question.text, person=person, viewer=None, budget=budget, limit=max(RANKS), unit="turn"
        )
        spent = spent or 1e3 * (time.perf_counter() - began)
    texts = {budget: _words(found.pack.text) for budget, found in packs.items()}
    largest = packs[max(BUDGETS)]
    return Answered(
        question=question,
        found=tuple(hit.turns[0].ref for hit in largest.hits),
        milliseconds=spent,
        kept={budget: _share(evidence, text) for budget, text in texts.items()},
        tokens={budget: found.pack.tokens for budget, found in packs.items()},
        grade=largest.pack.grade,
        wrong_person=any(remark.fullmatch(text) for remark in WRONG_PERSON for text in largest.pack.remarks),
        complete=not any(found.missing for found in packs.values()),
    )


def _share(evidence: Sequence[str], text: str) -> float:
    return sum(words in text for words in evidence) / len(evidence) if evidence else 0.0


def _words(text: str) -> str:
    """A text with its line ends and spaces made one space each, as a pack may write it."""
    return " ".join(text.split())


async def add(lumina: Lumina, file: Path) -> int:
    """Documents, a line of JSON each, go into the knowledge base; returns how many."""
    return len(await lumina.knowledge.add(NAMESPACE, [file]))


async def ask_library(lumina: Lumina, documents: Documents, step: Step) -> list[Answered]:
    answers: list[Answered] = []
    for question in documents.questions:
        began = time.perf_counter()
        hits = await lumina.knowledge.search(NAMESPACE, question.text, CHUNKS * max(RANKS))
        spent = 1e3 * (time.perf_counter() - began)
        names = tuple(dict.fromkeys(hit.document for hit in hits))[: max(RANKS)]
        answers.append(Answered(question, names, spent))
        step("ask", len(answers), len(documents.questions))
    return answers
