"""Plays dialogues that tell and ask: whether a talk remembers, with the offline voice, and by what a model is given."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.evaluation.dialogues import Dialogue, Line
from lumina.evaluation.run import for_evaluation, opened
from lumina.reports import Replied
from lumina.settings import Settings

BETWEEN_LINES = timedelta(minutes=1)
LISTENS = "…"

Played = Callable[[int, int], None]
"""Told how many dialogues have been played, of how many."""


class Listener(BaseChatModel):
    """A chat model that says next to nothing, and remembers what it was given last."""

    _given: Sequence[BaseMessage] = PrivateAttr(default=())

    @property
    def _llm_type(self) -> str:
        return "listener"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002  the signature is langchain's
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ARG002
    ) -> ChatResult:
        self._given = messages
        return ChatResult(generations=[ChatGeneration(message=AIMessage(LISTENS))])

    def given_besides(self, question: str) -> str:
        """All that it was given last, without the question itself."""
        texts = [message.text for message in self._given]
        before, found, after = texts[-1].rpartition(question) if texts else ("", "", "")
        return "\n".join([*texts[:-1], before, after if found else ""])


@dataclass(frozen=True, slots=True)
class Probed:
    """A probe and what became of it: the answer of the offline voice, whether it passes, and whether a model would have
    been given what is asked for (None where nothing is)."""

    dialogue: str
    language: str
    category: str
    line: Line
    answer: str
    passed: bool
    given: bool | None


async def play(dialogues: Sequence[Dialogue], settings: Settings, played: Played) -> list[Probed]:
    """Every dialogue twice, each time by a person of its own in one folder that goes away."""
    done = 0
    answers: list[Sequence[str]] = []
    givens: list[Sequence[str]] = []
    for listener, kept in ((None, answers), (Listener(), givens)):
        clock = ManualClock(min(sitting.at for dialogue in dialogues for sitting in dialogue.sittings))
        async with opened(for_evaluation(settings, settings.embedder), clock, speaking=listener) as lumina:
            for dialogue in dialogues:
                kept.append([text async for text in _answers(lumina, clock, dialogue, listener)])
                played(done := done + 1, 2 * len(dialogues))
    return [
        probed
        for dialogue, said, given in zip(dialogues, answers, givens, strict=True)
        for probed in _probed(dialogue, said, given)
    ]


def _probed(dialogue: Dialogue, answers: Sequence[str], givens: Sequence[str]) -> list[Probed]:
    lines = [line for sitting in dialogue.sittings for line in sitting.lines]
    return [
        Probed(
            dialogue.id,
            dialogue.language,
            dialogue.category,
            line,
            answer,
            line.passes(answer),
            line.accepts(given) if line.accepted else None,
        )
        for line, answer, given in zip(lines, answers, givens, strict=True)
        if line.is_probe
    ]


async def _answers(
    lumina: Lumina, clock: ManualClock, dialogue: Dialogue, listener: Listener | None
) -> AsyncIterator[str]:
    """To each line, what was said; or where somebody listens, what that one was given."""
    for sitting in dialogue.sittings:
        clock.set(sitting.at)
        await lumina.jobs.run("all")
        for line in sitting.lines:
            answer = await _say(lumina, dialogue.id, line.say)
            yield listener.given_besides(line.say) if listener else answer
            clock.advance(BETWEEN_LINES)
        await lumina.settle()


async def _say(lumina: Lumina, person: str, text: str) -> str:
    """Everybody's answer, a line each."""
    events = lumina.talk.say(text, person=person, room="evaluation")
    return "\n".join([event.turn.text async for event in events if isinstance(event, Replied)])


@dataclass(frozen=True, slots=True)
class Remembered:
    """Of so many probes, the share that passed, and of those that ask for something, the share whose answer a model was
    given."""

    probes: int
    passed: float
    given: float | None


def remembered(probed: Sequence[Probed]) -> Remembered:
    given = [one.given for one in probed if one.given is not None]
    return Remembered(
        len(probed),
        sum(one.passed for one in probed) / len(probed) if probed else 0.0,
        sum(given) / len(given) if given else None,
    )


def by(probed: Sequence[Probed], key: Callable[[Probed], str]) -> Mapping[str, Remembered]:
    """The figures of each part, in the order of its first probe."""
    parts: dict[str, list[Probed]] = {}
    for one in probed:
        parts.setdefault(key(one), []).append(one)
    return {name: remembered(part) for name, part in parts.items()}
