"""An answer as it streams, and whether all of it came."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any, Final, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, BaseMessageChunk

from lumina.errors import ModelFailed, Reason, because
from lumina.voices.chat import base_url, first_line, model_name

logger = logging.getLogger(__name__)

ENDS: Final = ("finish_reason", "stop_reason", "stopReason", "done_reason", "status")
"""Under these names providers say, in the last piece of a stream, why it ended."""

REFUSED: Final = frozenset(
    {"refusal", "content_filter", "safety", "recitation", "blocklist", "prohibited_content", "spii", "language"}
)
TOO_LONG: Final = frozenset(
    {"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded", "incomplete"}
)
BROKEN: Final = frozenset({"", "error", "abort", "aborted", "cancelled", "failed", "in_progress", "other"})
"""Whoever ends for one of these has not said all; an empty one: the stream was cut off."""


NOTHING: Final = because("it said nothing (some models refuse that way)")

UNREADABLE: Final = (ValueError, TypeError, AttributeError, KeyError)
"""What libraries raise of an answer that is none of their provider's; broken JSON is a ValueError."""


async def stream_reply(model: BaseChatModel, messages: Sequence[BaseMessage], *, patience: float) -> AsyncIterator[str]:
    """The pieces of an answer as they come. Raises ModelFailed where the model fails, refuses, says nothing, does not
    come to the end, or is silent for `patience` seconds; the pieces that came before are what it said."""
    end, said = "", False
    async with aclosing(_chunks(model, messages, patience)) as chunks:
        async for chunk in chunks:
            end = _end(chunk) or end
            said = said or bool(chunk.text.strip())
            if chunk.text:
                yield chunk.text
    if why := _incomplete(end, said=said):
        raise _failed(model, why)


async def _chunks(
    model: BaseChatModel, messages: Sequence[BaseMessage], patience: float
) -> AsyncGenerator[BaseMessageChunk]:
    stream = cast("AsyncGenerator[BaseMessageChunk]", model.astream(list(messages)))
    async with aclosing(stream):
        while True:
            try:
                chunk = await asyncio.wait_for(anext(stream), patience)
            except StopAsyncIteration:
                return
            except TimeoutError as error:
                silent = because("it was silent for {seconds} seconds", seconds=f"{patience:g}")
                raise _failed(model, silent) from error
            except Exception as error:  # the outer edge: providers raise what they like
                raise _failed(model, _why(model, error)) from error
            yield chunk


def _why(model: BaseChatModel, error: Exception) -> Reason | str:
    """What a library raises; where it could not read an answer at all, and a base URL is set, that this is why."""
    told = f"{type(error).__name__}: {first_line(error)}"
    url = base_url(model)
    if not url or not isinstance(error, UNREADABLE) or hasattr(error, "status_code"):
        return told
    provider = type(model).__name__.removeprefix("Chat")
    return because(
        "what answers at {url} does not speak the API of {provider} ({error})", url=url, provider=provider, error=told
    )


def _end(chunk: BaseMessageChunk) -> str:
    """Why the stream ended, in the provider's word; nothing where it goes on."""
    metadata = cast("dict[str, Any]", chunk.response_metadata)  # pyright: ignore[reportUnknownMemberType]
    return next((str(word).lower() for name in ENDS if (word := metadata.get(name))), "")


def _incomplete(end: str, *, said: bool) -> Reason | None:
    """Why an answer is none, or not all of one."""
    if end in REFUSED:
        return because("it refused ({reason})", reason=end)
    if end in TOO_LONG:
        return because("the answer was longer than the model may say ({reason})", reason=end)
    if end in BROKEN and said:
        return because("the answer was cut off before its end")
    return None if said else NOTHING


def _failed(model: BaseChatModel, why: Reason | str) -> ModelFailed:
    return ModelFailed(model=model_name(model), why=why)


def said_nothing(model: BaseChatModel) -> ModelFailed:
    return _failed(model, NOTHING)
