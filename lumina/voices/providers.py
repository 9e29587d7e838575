"""Who serves chat models: how to have a provider, where it is asked, and with whose key."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from lumina.errors import BadSetting, because
from lumina.extras import packages_of
from lumina.settings import Settings

NO_KEY: Final = "none"
"""Sent as the key to a server of one's own (a base URL) that needs none."""

BASE_URLS: Final = "provider=URL, with commas between, such as anthropic=https://HOST, ollama=http://127.0.0.1:11434"
RETRIES: Final = 1


@dataclass(frozen=True, slots=True)
class Provider:
    """How to have a provider: LUMINA's extra, the variables with its key (the first one is told to
    people), and what it calls a time limit and how often it asks again (empty: it knows no such thing)."""

    extra: str = ""
    keys: tuple[str, ...] = ()
    timeout: str = "timeout"
    retries: str = "max_retries"


PROVIDERS: Final[Mapping[str, Provider]] = MappingProxyType(
    {
        "openai": Provider("openai", ("OPENAI_API_KEY",)),
        "anthropic": Provider("anthropic", ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")),
        "google_genai": Provider("google", ("GOOGLE_API_KEY", "GEMINI_API_KEY")),
        "ollama": Provider("ollama", timeout="", retries=""),
    }
)
ALIASES: Final = MappingProxyType({"google": "google_genai"})


def provider(name: str) -> Provider:
    return PROVIDERS.get(name, Provider())


def packages(name: str) -> str:
    """What speaks the API of a provider, as it stands behind `pip install`."""
    known = provider(name)
    return packages_of(known.extra) if known.extra else f"langchain-{name.replace('_', '-')}"


def provider_and_model(named: str) -> tuple[str, str]:
    """What `provider:model` names; either is empty where it does not."""
    called, _, model = named.strip().partition(":")
    return _called(called), model


def _called(name: str) -> str:
    return ALIASES.get(name.strip(), name.strip()).replace("-", "_")


def options(settings: Settings, name: str, environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """What a provider's client is opened with, beside the model: its limits, and the base URL that was named for this
    provider and no other. Without one, a key goes to the provider's own host. Raises BadSetting."""
    known, base_url = provider(name), _base_url(settings, name)
    limits = {known.timeout: settings.model_timeout, known.retries: RETRIES}
    chosen: dict[str, Any] = {limit: value for limit, value in limits.items() if limit}
    if base_url:
        chosen["base_url"] = base_url
    if base_url and known.keys and not any(environment.get(key) for key in known.keys):
        chosen["api_key"] = NO_KEY
    return chosen


def _base_url(settings: Settings, name: str) -> str:
    """The base URL that was named for a provider, or nothing. LUMINA_MODEL_BASE_URL belongs to LUMINA_MODEL's."""
    others = _base_urls(settings.provider_base_urls)
    if not settings.model_base_url:
        return others.get(name, "")
    first, _ = provider_and_model(settings.model)
    if not first:
        why = because("it belongs to the provider of LUMINA_MODEL, and none is set")
        raise BadSetting(setting="LUMINA_MODEL_BASE_URL", why=why, allowed=f"LUMINA_PROVIDER_BASE_URLS: {BASE_URLS}")
    return settings.model_base_url if name == first else others.get(name, "")


def _base_urls(named: str) -> dict[str, str]:
    """The providers of a list with their base URLs. Raises BadSetting."""
    pairs = [one.partition("=") for one in named.split(",") if one.strip()]
    found = {_called(name): url.strip() for name, _, url in pairs}
    for name, url in found.items():
        if not name or not url.startswith(("http://", "https://")):
            why = because("{name} has no URL that begins with http:// or https://", name=name or repr(named))
            raise BadSetting(setting="LUMINA_PROVIDER_BASE_URLS", why=why, allowed=BASE_URLS)
    if len(found) < len(pairs):
        why = because("a provider is named twice")
        raise BadSetting(setting="LUMINA_PROVIDER_BASE_URLS", why=why, allowed=BASE_URLS)
    return found
