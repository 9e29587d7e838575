"""Distillation by a language model: one structured call, asked again once, and the offline way where it fails."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from xml.sax.saxutils import escape, quoteattr

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import ValidationError

from lumina.distil.answer import DistilAnswer, parsed
from lumina.distil.distillate import CONCEPTS, KEYWORDS, Distillate, Distiller
from lumina.language.concepts import concept, says_something
from lumina.language.names import spellings
from lumina.language.scripts import fold, language_of
from lumina.models import Turn

logger = logging.getLogger(__name__)

LANGUAGES = ("ja", "en")


class ModelDistiller:
    """Asks the model once, once more with what was wrong, and then distils by `otherwise`, with the reason as remark.

    A silent model is left after `time_limit` seconds a call. Nothing of the turns is logged.
    """

    together = 1
    """What a model was asked for is stored at once."""

    def __init__(self, model: BaseChatModel, otherwise: Distiller, time_limit: float = 60.0) -> None:
        self._model = model
        self._otherwise = otherwise
        self._time_limit = time_limit
        self._instructions = {language: prompt(language, "distil") for language in LANGUAGES}
        self._again = {language: prompt(language, "distil-again") for language in LANGUAGES}

    async def distil(self, turns: Sequence[Turn]) -> Distillate:
        language = language_of("\n".join(turn.text for turn in turns))
        try:
            answer = await self._answer(turns, language)
        except Exception as error:
            remark = self._remark(error)
            logger.warning("distilled without the model: %s", remark)
            return replace(await self._otherwise.distil(turns), remark=remark)
        return await asyncio.to_thread(distillate, answer, turns, language)

    async def _answer(self, turns: Sequence[Turn], language: str) -> DistilAnswer:
        asked: list[BaseMessage] = [SystemMessage(self._instructions[language]), HumanMessage(fenced(turns))]
        first = await self._call(asked)
        try:
            return parsed(first)
        except ValidationError as error:
            again = self._again[language].format(faults=faults(error))
        return parsed(await self._call([*asked, AIMessage(first or "…"), HumanMessage(again)]))

    async def _call(self, messages: list[BaseMessage]) -> str:
        async with asyncio.timeout(self._time_limit):
            return (await self._model.ainvoke(messages)).text

    def _remark(self, error: Exception) -> str:
        """Why, in words that hold nothing of what was said or answered."""
        if isinstance(error, TimeoutError):
            return f"no answer within {self._time_limit:g} s"
        if isinstance(error, ValidationError):
            return "twice no valid answer: " + ", ".join(sorted({_place(fault["loc"]) for fault in error.errors()}))
        status = getattr(error, "status_code", "")
        return f"{type(error).__name__} {status}".strip()


def prompt(language: str, name: str) -> str:
    return files("lumina.distil").joinpath("prompts", language, f"{name}.md").read_text(encoding="utf-8")


def fenced(turns: Sequence[Turn]) -> str:
    """The turns as data: what they say cannot close the fence nor speak as somebody else."""
    lines = (
        f"<turn at={quoteattr(turn.at.isoformat(timespec='minutes'))} speaker={quoteattr(turn.speaker)}"
        f" role={quoteattr(turn.role)}>{escape(turn.text)}</turn>"
        for turn in turns
    )
    return "\n".join(("<turns>", *lines, "</turns>"))


def faults(error: ValidationError) -> str:
    return "\n".join(f"- {_place(fault['loc'])}: {fault['msg']}" for fault in error.errors())


def _place(place: tuple[int | str, ...]) -> str:
    return ".".join(map(str, place)) or "JSON"


def distillate(answer: DistilAnswer, turns: Sequence[Turn], language: str) -> Distillate:
    """What the model answered, with its concepts in the form in which the offline way has them."""
    speakers = frozenset(spelling for turn in turns for spelling in spellings(turn.speaker))
    named = dict.fromkeys(concept(given) for given in answer.concepts if says_something(given))
    return Distillate(
        summary=answer.summary,
        keywords=tuple(dict.fromkeys(answer.keywords))[:KEYWORDS],
        concepts=tuple(name for name in named if fold(name) not in speakers)[:CONCEPTS],
        valence=answer.valence,
        language=language,
        by="model",
    )
