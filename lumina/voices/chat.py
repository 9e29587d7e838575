"""Opens the chat model that is asked for."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from langchain_core.language_models import BaseChatModel

from lumina.errors import BadSetting, because
from lumina.language.bilingual import Language
from lumina.settings import Settings
from lumina.voices.offline_voice import NAME, OfflineVoice
from lumina.voices.providers import NO_KEY, PROVIDERS, options, packages, provider, provider_and_model
from lumina.voices.voice import Phrases

ALLOWED = (
    "provider:model, such as openai:MODEL, anthropic:MODEL, ollama:MODEL, google_genai:MODEL; empty: offline voice"
)


class Speaker(Protocol):
    """Who speaks, as far as a model depends on it: a character may name its own, and has a voice without any."""

    @property
    def id(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def temperature(self) -> float | None: ...
    def voices(self) -> Mapping[Language, Phrases]: ...


def open_chat_model(settings: Settings, character: Speaker | None = None) -> BaseChatModel:
    """The model of a character: its own, else the one that is set, else the offline voice. Raises BadSetting where it
    cannot be had."""
    if character and character.model:
        return _opened(settings, character.model, f"{character.id}.toml: model", character.temperature)
    if settings.model.strip():
        return _opened(settings, settings.model, "LUMINA_MODEL", character.temperature if character else None)
    return OfflineVoice(voices=character.voices()) if character else OfflineVoice()


def open_distil_model(settings: Settings) -> BaseChatModel | None:
    """The model that distils: its own, else the chat model; None where there is neither. Raises BadSetting."""
    named = "distil_model" if settings.distil_model.strip() else "model"
    model = getattr(settings, named)
    return _opened(settings, model, f"LUMINA_{named.upper()}", None) if model.strip() else None


def open_vision_model(settings: Settings) -> BaseChatModel | None:
    """The model that describes images: its own, else the one that distils where it sees; None where there is neither.
    Raises BadSetting where it cannot be had."""
    if named := settings.vision_model.strip():
        return _opened(settings, named, "LUMINA_VISION_MODEL", None)
    model = open_distil_model(settings)
    return model if model and sees(model) else None


def sees(model: BaseChatModel) -> bool:
    """Whether the model takes images, as far as its provider's list knows."""
    return bool((model.profile or {}).get("image_inputs"))


def model_name(model: BaseChatModel) -> str:
    """What the model is called, for people to read."""
    name = getattr(model, "model_name", None) or getattr(model, "model", None)
    return NAME if isinstance(model, OfflineVoice) else str(name or type(model).__name__)


def base_url(model: BaseChatModel) -> str:
    """Where the model is asked, as far as its library tells; nothing at its provider's own host."""
    named = (getattr(model, name, None) for name in ("openai_api_base", "anthropic_api_url", "base_url"))
    return next((str(url) for url in named if url), "")


def _opened(settings: Settings, named: str, where: str, temperature: float | None) -> BaseChatModel:
    """Only the temperature that was asked for is sent: many models refuse one."""
    name, model = provider_and_model(named)
    if not (name and model):
        raise BadSetting(
            setting=where, why=because("{name} names no provider and model", name=repr(named)), allowed=ALLOWED
        )
    chosen = options(settings, name)
    sent = settings.model_temperature if temperature is None else temperature
    return _open(where, name, model, chosen if sent is None else {**chosen, "temperature": sent})


def _open(where: str, name: str, model: str, chosen: dict[str, Any]) -> BaseChatModel:
    from langchain.chat_models import init_chat_model  # noqa: PLC0415  heavy, and the offline voice needs none of it

    try:
        return cast("Any", init_chat_model)(model, model_provider=name, **chosen)
    except ImportError as error:
        why = because("the package {name} is not installed (pip install {install})", name=name, install=packages(name))
        raise BadSetting(setting=where, why=why, allowed=ALLOWED) from error
    except Exception as error:  # every provider complains in its own way about a missing key
        if "base_url" in chosen and "api_key" not in chosen and name not in PROVIDERS:
            return _open(where, name, model, {**chosen, "api_key": NO_KEY})
        raise BadSetting(setting=where, why=_key_hint(name, error), allowed=ALLOWED) from error


def _key_hint(name: str, error: Exception) -> str:
    keys = provider(name).keys
    hint = f" (set {keys[0]}?)" if keys else ""
    return f"{name} cannot be opened: {first_line(error)}{hint}"


def first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:300].rstrip(".") if lines else type(error).__name__
