"""A model is asked for JSON about turns: once, and once more with what was wrong."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeVar
from xml.sax.saxutils import escape, quoteattr

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import ValidationError

from lumina.language.kinds import kinds
from lumina.models import Turn

T = TypeVar("T")


class TwiceWrong(Exception):
    """Neither of two answers could be read."""

    def __init__(self, answers: tuple[str, str], wrong: ValidationError) -> None:
        super().__init__()
        self.answers, self.wrong = answers, wrong


@dataclass(frozen=True, slots=True)
class Structured:
    """A silent model is left after `time_limit` seconds a call. Nothing of the turns is logged."""

    model: BaseChatModel
    time_limit: float = 60.0

    async def ask(self, instructions: str, turns: Sequence[Turn], language: str, parse: Callable[[str], T]) -> T:
        """What `parse` makes of the answer. Raises TwiceWrong where it can make nothing of the second one either,
        TimeoutError, and what the model's library raises."""
        asked: list[BaseMessage] = [SystemMessage(instructions), HumanMessage(fenced(turns))]
        first = await self._call(asked)
        try:
            return parse(first)
        except ValidationError as error:
            again = _prompt(language, "distil-again").format(faults=faults(error))
        second = await self._call([*asked, AIMessage(first or "…"), HumanMessage(again)])
        try:
            return parse(second)
        except ValidationError as error:
            raise TwiceWrong((first, second), error) from None

    async def _call(self, messages: list[BaseMessage]) -> str:
        async with asyncio.timeout(self.time_limit):
            return (await self.model.ainvoke(messages)).text

    def remark(self, error: Exception) -> str:
        """Why, in words that hold nothing of what was said or answered."""
        if isinstance(error, TimeoutError):
            return f"no answer within {self.time_limit:g} s"
        if isinstance(error, TwiceWrong):
            places = sorted({_place(fault["loc"]) for fault in error.wrong.errors()})
            return "twice no valid answer: " + ", ".join(places)
        status = getattr(error, "status_code", "")
        return f"{type(error).__name__} {status}".strip()


def instructions(language: str, *names: str) -> str:
    """Prompts one after the other, with the kinds of facts where they are named."""
    told = ", ".join(f"{kind.name} ({getattr(kind.label, language)})" for kind in kinds().values())
    return "\n\n".join(_prompt(language, name).strip() for name in names).replace("{kinds}", told)


@cache
def _prompt(language: str, name: str) -> str:
    return files("lumina.distil").joinpath("prompts", language, f"{name}.md").read_text(encoding="utf-8")


def fenced(turns: Sequence[Turn]) -> str:
    """The turns as data, numbered from 1: what they say cannot close the fence nor speak as somebody else."""
    lines = (
        f"<turn n={quoteattr(str(number))} at={quoteattr(turn.at.isoformat(timespec='minutes'))}"
        f" speaker={quoteattr(turn.speaker)} role={quoteattr(turn.role)}>{escape(turn.text)}</turn>"
        for number, turn in enumerate(turns, 1)
    )
    return "\n".join(("<turns>", *lines, "</turns>"))


def faults(error: ValidationError) -> str:
    return "\n".join(f"- {_place(fault['loc'])}: {fault['msg']}" for fault in error.errors())


def _place(place: tuple[int | str, ...]) -> str:
    return ".".join(map(str, place)) or "JSON"
