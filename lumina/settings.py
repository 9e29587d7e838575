"""All settings in one place, read from the environment (prefix LUMINA_) once, by whoever starts a process."""

from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from lumina.errors import BadSetting


def default_home() -> Path:
    return Path(platformdirs.user_data_dir("lumina", appauthor=False))


class Settings(BaseSettings):
    """What an operator can set. README's table is made from the descriptions here."""

    model_config = SettingsConfigDict(env_prefix="LUMINA_", extra="ignore", frozen=True)

    home: Path = Field(
        default_factory=default_home, description="data folder of the embedded profile (default: the platform's)"
    )
    profile: Literal["embedded"] = Field(default="embedded", description="which engines: `embedded` needs no server")
    user: str = Field(
        default="me", min_length=1, max_length=300, description="the person who talks, where `--user` is not given"
    )
    room: str = Field(default="cli", min_length=1, max_length=300, description="the room, where `--room` is not given")
    language: Literal["auto", "ja", "en"] = Field(
        default="auto", description="language of messages (auto: the terminal's)"
    )
    model: str = Field(default="", description="chat model as `provider:model`; empty: the offline voice")
    model_base_url: str = Field(default="", description="base URL of a server that speaks the provider's API")
    model_temperature: float | None = Field(
        default=None,
        ge=0,
        le=2,
        description="sampling temperature, where a character names none (empty: the model's own)",
    )
    model_timeout: float = Field(default=60, gt=0, description="seconds until a silent model counts as failed")
    distil_model: str = Field(default="", description="model that distils memories; empty: the chat model, or none")
    embedder: str = Field(default="chive", description="`chive`, or `sentence-transformers:NAME-or-path`")
    characters: Path | None = Field(default=None, description="a folder with further character files")
    budget: int = Field(default=1500, ge=100, le=100_000, description="tokens of a MemoryPack")
    source_timeout: float = Field(default=2.0, gt=0, description="seconds that recall waits for one source")
    window_max: int = Field(default=12, ge=2, le=100, description="turns in the short-term window before it is flushed")
    window_min: int = Field(default=6, ge=1, le=50, description="turns that stay in the window after a flush")
    idle_minutes: float = Field(default=10, gt=0, description="minutes of silence after which a new thread begins")
    retention_days: int = Field(default=90, ge=1, description="days that the archive keeps a body")
    capacity: int = Field(default=10_000, ge=10, description="active memories of one person")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="warning", description="what goes to stderr"
    )


def load_settings(**overrides: object) -> Settings:
    """Read the environment. Raises BadSetting with the variable's name and what is allowed."""
    try:
        return Settings(**overrides)  # pyright: ignore[reportArgumentType]
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "?"
        field = Settings.model_fields.get(name)
        raise BadSetting(
            setting=f"LUMINA_{name.upper()}",
            why=f"{first['input']!r}: {first['msg']}",
            allowed=(field.description if field else "see README"),
        ) from error
