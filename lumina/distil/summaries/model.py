"""Summaries by a language model: one call gives sentences with their evidence, of which only those stay that the turns
bear out; where the model fails, the sentences by rules stay."""

import calendar
import logging
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Annotated
from uuid import UUID

from langchain_core.language_models import BaseChatModel
from pydantic import BaseModel, Field

from lumina.distil.answer import Text, json_object
from lumina.distil.structured import Structured, instructions
from lumina.distil.summaries.material import Draft
from lumina.language.japanese import morphemes
from lumina.language.scripts import fold, language_of
from lumina.language.tokens import analyse
from lumina.language.when.dated import dated
from lumina.models import Role, Turn
from lumina.summaries import Sentence, SummaryKind

logger = logging.getLogger(__name__)

LANGUAGES = ("ja", "en")
ABOUT: Mapping[SummaryKind, Mapping[str, str]] = {
    SummaryKind.WEEK: {
        "ja": "{about}（月曜）から{last}（日曜）までの一週間",
        "en": "the week from Monday, {about}, to Sunday, {last}",
    },
    SummaryKind.RELATIONSHIP: {
        "ja": "本人と「{about}」という話し手のあいだのこと",
        "en": "what is between the person and the speaker {about}",
    },
}
KINDS = frozenset({SummaryKind.WEEK, SummaryKind.PERSON, SummaryKind.TOPIC, SummaryKind.RELATIONSHIP})
"""What a model sums up; the history of rooms is made as people talk, by rules."""

MOST = 8
"""Sentences of one summary."""

LATEST = 150
"""Turns that a model reads of one summary: the latest."""

BORNE = 0.5
"""The share of a sentence's content words that must stand in its evidence."""

WORTH = 1.0
CALENDAR: frozenset[str] = frozenset({*calendar.day_name, *calendar.month_name, "I"})
"""What has a capital in English and is no name."""

NUMBERS = re.compile(r"\d+")
NAMES = re.compile(r"(?<=[\w,;:] )[A-Z][\w'-]+|[ァ-ヴー]{2,}")


class SentenceAnswer(BaseModel, frozen=True):
    """A sentence, and the numbers of the turns that say it."""

    text: Annotated[Text, Field(min_length=1, max_length=400)]
    turns: Annotated[tuple[int, ...], Field(min_length=1, max_length=20)]


class SummaryAnswer(BaseModel, frozen=True):
    """What a model is asked for; further fields are passed over."""

    sentences: Annotated[tuple[SentenceAnswer, ...], Field(max_length=50)]


def parsed_summary(reply: str) -> SummaryAnswer:
    """Raises ValidationError where a reply is not as asked."""
    return SummaryAnswer.model_validate(json_object(reply))


class SummaryModel:
    """Asks the model once, once more with what was wrong, and then leaves the draft as it is."""

    def __init__(self, model: BaseChatModel, time_limit: float = 60.0) -> None:
        self._model = Structured(model, time_limit)
        self._instructions = {language: instructions(language, "summary") for language in LANGUAGES}

    async def write(self, draft: Draft, withdrawn: Collection[UUID]) -> Draft:
        """What changed and what is known as the rules have it, and what was said in the model's words."""
        turns = [turn for turn in draft.turns if turn.id not in withdrawn][-LATEST:]
        if draft.kind not in KINDS or not turns:
            return draft
        prompt = self._instructions[draft.language].replace("{about}", about(draft))
        try:
            answer = await self._model.ask(prompt, turns, draft.language, parsed_summary)
        except Exception as error:  # the edge of one call: a model's library raises what it likes
            logger.warning("summed up without the model: %s", self._model.remark(error))
            return draft
        told = [*borne_out(answer, turns)][:MOST]
        kept = [one for one in draft.sentences if one.told in {"change", "known"}]
        return replace(draft, sentences=(*kept, *told), by="model") if told else draft


def about(draft: Draft) -> str:
    """What is summed up, for one who knows the turns alone: a week by its days, and between whom something is."""
    form = ABOUT.get(draft.kind)
    if form is None:
        return draft.about
    week = draft.kind is SummaryKind.WEEK
    last = date.fromisoformat(draft.about) + timedelta(days=6) if week else ""
    return form[draft.language].format(about=draft.about, last=last)


def borne_out(answer: SummaryAnswer, turns: Sequence[Turn]) -> Iterator[Sentence]:
    """The sentences that the turns they name bear out, in the order of their days; `turns` are numbered from 1."""
    numbered = dict(enumerate(turns, 1))
    found: list[Sentence] = []
    for one in answer.sentences:
        evidence = [numbered[number] for number in dict.fromkeys(one.turns) if number in numbered]
        if any(turn.role is not Role.CHARACTER for turn in evidence) and _says(evidence, one.text):
            day = min(turn.at.date() for turn in evidence)
            found.append(Sentence(one.text, tuple(turn.id for turn in evidence), "told", day, worth=WORTH))
    if left_out := len(answer.sentences) - len(found):
        logger.info("left out of what a model sums up: %d not borne out", left_out)
    yield from sorted(found, key=lambda one: one.day)


def _says(evidence: Sequence[Turn], text: str) -> bool:
    """Whether turns have all numbers and names of a text, and half of its other words."""
    said = fold(" ".join(f"{turn.speaker} {turn.text}" for turn in evidence))
    words = {*analyse(text).words}
    heard = {word for turn in evidence for word in analyse(f"{turn.text} {turn.speaker}").words}
    named = all(fold(name) in said for name in _names(text))
    return named and _numbers_hold(evidence, text) and len(words & heard) >= BORNE * len(words)


def _names(text: str) -> set[str]:
    """Whatever reads as a name, but for months and days of the week."""
    if language_of(text) == "ja":
        proper = {one.surface for one in morphemes(text) if one.part[1] == "固有名詞"}
        return proper | {*NAMES.findall(text)}
    return {name.removesuffix("'s") for name in NAMES.findall(text)} - CALENDAR


def _numbers_hold(evidence: Sequence[Turn], text: str) -> bool:
    said = fold(" ".join(turn.text for turn in evidence))
    days = [day for turn in evidence for day in (turn.at.date(), *(one.day for one in dated(turn.text, turn.at)))]
    allowed = {int(number) for number in NUMBERS.findall(said)} | {part for day in days for part in _parts(day)}
    return all(int(number) in allowed for number in NUMBERS.findall(fold(text)))


def _parts(day: date) -> tuple[int, int, int]:
    return day.year, day.month, day.day
