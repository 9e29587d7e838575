"""A chat model that needs no key and no download. It takes the very path that a real one takes."""

# ruff: noqa: ARG002  the signatures are langchain's

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, cast

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import Field

from lumina.language.bilingual import Language
from lumina.language.scripts import language_of
from lumina.voices.material import Material, material_of
from lumina.voices.reply import reply
from lumina.voices.voice import Phrases, neutral_voice

NAME = "offline"
PIECE = re.compile(r"\s*(?:[\u3040-\u30ff\u3400-\u9fff]{1,6}|[^\s\u3040-\u30ff\u3400-\u9fff]+)\s*|\s+")


def neutral_voices() -> Mapping[Language, Phrases]:
    return {"ja": neutral_voice("ja"), "en": neutral_voice("en")}


class OfflineVoice(BaseChatModel):
    """Answers in character from what the prompt carries as `Material`: it quotes what was recalled, says so where
    nothing was, reflects the person's own words, and invents nothing. `voices` are a character's phrases by language.
    """

    voices: Mapping[Language, Phrases] = Field(default_factory=neutral_voices)

    @property
    def _llm_type(self) -> str:
        return NAME

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        pieces = self._pieces(messages)
        for place, piece in enumerate(pieces):
            yield _chunk(piece, is_last=place == len(pieces) - 1)

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        for chunk in self._stream(messages):
            yield chunk

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        message = AIMessage(content="".join(self._pieces(messages)), response_metadata={"model_name": NAME})
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _pieces(self, messages: Sequence[BaseMessage]) -> list[str]:
        material = material_of(messages) or _bare(messages)
        return PIECE.findall(reply(material, self.voices[material["language"]]))


def _chunk(piece: str, *, is_last: bool) -> ChatGenerationChunk:
    metadata = {"model_name": NAME, "finish_reason": "stop"} if is_last else {}
    last = "last" if is_last else None
    return ChatGenerationChunk(message=AIMessageChunk(content=piece, response_metadata=metadata, chunk_position=last))


def _bare(messages: Sequence[BaseMessage]) -> Material:
    """The material of a prompt that carries none: nothing was recalled."""
    said = next((message.text for message in reversed(messages) if isinstance(message, HumanMessage)), "")
    return Material(
        character="",
        names=(),
        cast={},
        language=cast("Language", language_of(said)),
        now="",
        said=said,
        answered=(),
        earlier=(),
        told=(),
        grade="weak",
        remarks=(),
        facts=(),
        evidence=(),
        knowledge=(),
        summary=(),
        span=None,
        help="",
        deed="",
        heeded=(),
        on="",
        due=None,
        learnt=(),
        others=(),
        notice=None,
    )
