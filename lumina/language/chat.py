"""Opens the chat model that is asked for, and streams what it says."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, BaseMessageChunk

from lumina.characters import Character
from lumina.errors import BadSetting, ModelFailed, because
from lumina.language.offline_voice import NAME, OfflineVoice
from lumina.settings import Settings

logger = logging.getLogger(__name__)

ALLOWED = (
    "provider:model, such as openai:MODEL, anthropic:MODEL, ollama:MODEL, google_genai:MODEL; empty: offline voice"
)
REFUSALS = frozenset({"refusal", "content_filter", "safety", "SAFETY"})
RETRIES = 1
NO_KEY = "none"
"""Sent as the key to a server of one's own (a base URL) that needs none."""


@dataclass(frozen=True, slots=True)
class Provider:
    """How to have a provider: LUMINA's extra, the variable with its key, and what it calls a time limit and how often
    it asks again (empty: it knows no such thing)."""

    extra: str
    key: str = ""
    timeout: str = "timeout"
    retries: str = "max_retries"


PROVIDERS: Mapping[str, Provider] = MappingProxyType(
    {
        "openai": Provider("openai", "OPENAI_API_KEY"),
        "anthropic": Provider("anthropic", "ANTHROPIC_API_KEY"),
        "google_genai": Provider("google", "GOOGLE_API_KEY"),
        "ollama": Provider("ollama", timeout="", retries=""),
    }
)
ALIASES = MappingProxyType({"google": "google_genai"})


def open_chat_model(settings: Settings, character: Character | None = None) -> BaseChatModel:
    """The model of a character: its own, else the one that is set, else the offline voice. Raises BadSetting where it
    cannot be had."""
    named = character.model if character and character.model else settings.model
    if not named.strip():
        return OfflineVoice(voices=character.voices()) if character else OfflineVoice()
    where = f"{character.id}.toml: model" if character and character.model else "LUMINA_MODEL"
    provider, _, model = named.strip().partition(":")
    provider = ALIASES.get(provider, provider).replace("-", "_")
    if not (provider and model):
        raise BadSetting(
            setting=where, why=because("{name} names no provider and model", name=repr(named)), allowed=ALLOWED
        )
    return _open(where, provider, model, _options(settings, character, provider))


def model_name(model: BaseChatModel) -> str:
    """What the model is called, for people to read."""
    name = getattr(model, "model_name", None) or getattr(model, "model", None)
    return NAME if isinstance(model, OfflineVoice) else str(name or type(model).__name__)


def _options(settings: Settings, character: Character | None, provider: str) -> dict[str, Any]:
    """Only what was asked for is sent: many models refuse a temperature."""
    known = PROVIDERS.get(provider, Provider(provider))
    limits = {known.timeout: settings.model_timeout, known.retries: RETRIES}
    options: dict[str, Any] = {name: value for name, value in limits.items() if name}
    if settings.model_base_url:
        options["base_url"] = settings.model_base_url
    own = character.temperature if character else None
    if own is not None:
        options["temperature"] = own
    elif settings.model_temperature is not None:
        options["temperature"] = settings.model_temperature
    return options


def _open(where: str, provider: str, model: str, options: dict[str, Any]) -> BaseChatModel:
    from langchain.chat_models import init_chat_model  # noqa: PLC0415  heavy, and the offline voice needs none of it

    try:
        return cast("Any", init_chat_model)(model, model_provider=provider, **options)
    except ImportError as error:
        known = PROVIDERS.get(provider)
        package = f"lumina[{known.extra}]" if known else f"langchain-{provider.replace('_', '-')}"
        why = because(
            "the package {name} is not installed (pip install {install})", name=provider, install=f"'{package}'"
        )
        raise BadSetting(setting=where, why=why, allowed=ALLOWED) from error
    except Exception as error:  # every provider complains in its own way about a missing key
        if "base_url" in options and "api_key" not in options:
            return _open(where, provider, model, {**options, "api_key": NO_KEY})
        raise BadSetting(setting=where, why=_key_hint(provider, error), allowed=ALLOWED) from error


def _key_hint(provider: str, error: Exception) -> str:
    key = PROVIDERS[provider].key if provider in PROVIDERS else ""
    hint = f" (set {key}?)" if key else ""
    return f"{provider} cannot be opened: {_first_line(error)}{hint}"


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:300] if lines else type(error).__name__


async def stream_reply(model: BaseChatModel, messages: Sequence[BaseMessage], *, patience: float) -> AsyncIterator[str]:
    """The pieces of an answer as they come. Raises ModelFailed where the model fails, refuses, says nothing, or is
    silent for `patience` seconds."""
    whole: BaseMessageChunk | None = None
    async with aclosing(_chunks(model, messages, patience)) as chunks:
        async for chunk in chunks:
            whole = chunk if whole is None else whole + chunk
            if chunk.text:
                yield chunk.text
    _check_finished(model, whole)


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
                raise _failed(model, f"it was silent for {patience:g} seconds") from error
            except Exception as error:  # the outer edge: providers raise what they like
                logger.warning("%s failed", model_name(model), exc_info=error)
                raise _failed(model, f"{type(error).__name__}: {_first_line(error)}") from error
            yield chunk


def _check_finished(model: BaseChatModel, whole: BaseMessageChunk | None) -> None:
    metadata = cast("dict[str, Any]", whole.response_metadata) if whole else {}  # pyright: ignore[reportUnknownMemberType]
    reason = str(metadata.get("finish_reason") or metadata.get("stop_reason") or "")
    if reason in REFUSALS:
        raise _failed(model, f"it refused ({reason})")
    if whole is None or not whole.text.strip():
        raise _failed(model, "it said nothing (some models refuse that way)")


def _failed(model: BaseChatModel, why: str) -> ModelFailed:
    return ModelFailed(model=model_name(model), why=why)
