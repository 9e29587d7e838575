"""Distillation by a language model: one structured call gives summary and claims, and the offline way where it
fails."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from langchain_core.language_models import BaseChatModel
from pydantic import ValidationError

from lumina.distil.answer import DistilAnswer, parsed
from lumina.distil.claims.model_answer import ClaimsAnswer, parsed_claims, required_claims
from lumina.distil.distillate import CONCEPTS, KEYWORDS, Distillate, Distiller
from lumina.distil.structured import Structured, TwiceWrong, instructions
from lumina.errors import NotRead, because
from lumina.language.concepts import concept, says_something
from lumina.language.names import spellings
from lumina.language.scripts import fold, language_of
from lumina.models import Turn

logger = logging.getLogger(__name__)

LANGUAGES = ("ja", "en")

Whole = tuple[DistilAnswer, ClaimsAnswer | None]


class ModelDistiller:
    """Asks the model once, once more with what was wrong, and then distils by `otherwise`, with the reason as remark.
    Where only the claims could not be read, they are missing."""

    together = 1
    """What a model was asked for is stored at once."""

    def __init__(self, model: BaseChatModel, otherwise: Distiller, time_limit: float = 60.0) -> None:
        self._model = Structured(model, time_limit)
        self._otherwise = otherwise
        self._instructions = {language: instructions(language, "distil", "claims") for language in LANGUAGES}

    async def distil(self, turns: Sequence[Turn]) -> Distillate:
        language = language_of("\n".join(turn.text for turn in turns))
        try:
            answer, claims = await self._answer(turns, language)
        except Exception as error:
            remark = self._model.remark(error)
            logger.warning("distilled without the model: %s", remark)
            return replace(await self._otherwise.distil(turns), remark=remark)
        made = await asyncio.to_thread(distillate, answer, turns, language)
        return replace(made, claims=claims)

    async def _answer(self, turns: Sequence[Turn], language: str) -> Whole:
        """Where only the claims were wrong, twice, the rest is taken."""
        try:
            return await self._model.ask(self._instructions[language], turns, language, _whole)
        except TwiceWrong as error:
            for answer in reversed(error.answers):
                with suppress(ValidationError):
                    return parsed(answer), None
            raise


def _whole(reply: str) -> Whole:
    return parsed(reply), parsed_claims(reply)


class ModelReader:
    """Has a model read turns for claims, and for nothing else: what a flush could not have."""

    def __init__(self, model: BaseChatModel | None, time_limit: float = 60.0) -> None:
        self._model = Structured(model, time_limit) if model else None
        self._instructions = {language: instructions(language, "learn", "claims") for language in LANGUAGES}

    async def read(self, turns: Sequence[Turn]) -> ClaimsAnswer:
        """Raises NotRead, also where no model is set any more."""
        if self._model is None:
            raise NotRead(why=because("no model is set (LUMINA_MODEL)"))
        language = language_of("\n".join(turn.text for turn in turns))
        try:
            return await self._model.ask(self._instructions[language], turns, language, required_claims)
        except Exception as error:
            raise NotRead(why=self._model.remark(error)) from None


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
