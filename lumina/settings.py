"""All settings in one place, read from the environment (prefix LUMINA_) once, by whoever starts a process."""

from collections.abc import Mapping
from pathlib import Path
from ssl import create_default_context
from typing import Any, Final, Literal, get_args, get_origin

import platformdirs
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, SettingsConfigDict

from lumina.errors import BadSetting, because
from lumina.texts import LONGEST_NAME, wrong_with_name

SHOWN: Final = 60
"""Characters of a wrong value that are repeated."""

LOG: Final = "lumina.log"

CHANGEABLE: Final = (
    *("language", "model", "model_base_url", "provider_base_urls", "model_temperature", "model_timeout"),
    *(
        "distil_model",
        "vision_model",
        "characters",
        "budget",
        "source_timeout",
        "window_max",
        "window_min",
        "idle_minutes",
    ),
    *("policy", "retention_days", "capacity", "country", "help_file"),
)
"""What can be changed while LUMINA is open. The others say which data it has opened, and how."""

BOUNDS: Final = {"ge": "at least", "gt": "more than", "le": "at most"}


SCHEMES: Final = {
    "postgres_url": ("postgresql", "postgres"),
    "postgres_pool_url": ("postgresql", "postgres"),
    "postgres_standby_url": ("postgresql", "postgres"),
    "redis_url": ("redis", "rediss", "redis+cluster", "rediss+cluster"),
    "qdrant_url": ("http", "https"),
    "neo4j_url": ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"),
}
"""What the URLs of the engines begin with."""

UNNEEDED: Final = frozenset({"postgres_pool_url", "postgres_standby_url"})
"""Those of them that nobody has to set."""

AUTHORITIES: Final = {
    "qdrant_ca": ("qdrant_url", ("https",)),
    "neo4j_ca": ("neo4j_url", ("bolt+s", "neo4j+s")),
}
"""Whose URL must begin how, so that a certificate is looked at."""


def _url(example: str, further: str) -> Any:
    """The URL of an engine; it is looked at where the profile needs it, and never shown."""
    return Field(default=SecretStr(""), validate_default=True, description=f"`{example}` ({further})")


def _authority(engine: str, schemes: str) -> Any:
    """A file of the operator's; it is read at once, so that it is named where there is none."""
    what = f"a file with the certificate (PEM) of the authority that signed {engine}'s, where it is one's own; "
    return Field(default=None, description=f"{what}{engine}'s URL begins with {schemes}")


def default_home() -> Path:
    return Path(platformdirs.user_data_dir("lumina", appauthor=False))


def default_master_key() -> Path:
    return Path(platformdirs.user_config_dir("lumina", appauthor=False)) / "master.key"


class Settings(BaseSettings):
    """What an operator can set; what is empty in the environment is not set. docs/settings.md is made from the
    descriptions here."""

    model_config = SettingsConfigDict(env_prefix="LUMINA_", env_ignore_empty=True, extra="ignore", frozen=True)

    home: Path = Field(
        default_factory=default_home, description="data folder of the embedded profile (default: the platform's)"
    )
    profile: Literal["embedded", "server"] = Field(
        default="embedded", description="which engines: `embedded` needs none, `server` those of the next ten"
    )
    postgres_url: SecretStr = _url(
        "postgresql://USER:PASSWORD@HOST:PORT/DATABASE",
        "?sslmode=verify-full with TLS, &sslrootcert=FILE for an authority of one's own; with a standby "
        "HOST:PORT,HOST:PORT/DATABASE?target_session_attrs=read-write",
    )
    postgres_pool_url: SecretStr = _url(
        "postgresql://USER:PASSWORD@HOST:PORT/DATABASE",
        "a PgBouncer in transaction mode before the same database, for all that needs no session of its own; locks and "
        "the queue go by LUMINA_POSTGRES_URL, which leads past it",
    )
    postgres_standby_url: SecretStr = _url(
        "postgresql://USER:PASSWORD@HOST:PORT/DATABASE",
        "one hot standby of it, from which recall reads what it has already; by no PgBouncer and no balancer",
    )
    redis_url: SecretStr = _url(
        "redis://:PASSWORD@HOST:PORT/0",
        "rediss:// with TLS, ?ssl_ca_certs=FILE for an authority of one's own, redis+cluster:// for a cluster, "
        "of which HOST:PORT,HOST:PORT names some nodes",
    )
    qdrant_url: SecretStr = _url("http://HOST:PORT", "https:// with TLS")
    qdrant_api_key: SecretStr = Field(default=SecretStr(""), description="Qdrant's API key, where it wants one")
    qdrant_shards: int = Field(
        default=0,
        ge=0,
        le=10_000,
        description="of a Qdrant cluster, the number of shards among which persons are shared out by a hash, so that a "
        "search asks one of them (0: points are shared out, and each search asks all); the same on all machines",
    )
    qdrant_ca: Path | None = _authority("Qdrant", "https://")
    neo4j_url: SecretStr = _url("bolt://USER:PASSWORD@HOST:PORT", "neo4j:// for a cluster, +s behind it with TLS")
    neo4j_ca: Path | None = _authority("Neo4j", "bolt+s:// or neo4j+s://")
    shared_url: str = Field(
        default="",
        description="for machines of the server profile that share no data folder: where the keys of the persons lie, "
        "`s3://BUCKET/PREFIX` (a bucket without versions; as LUMINA_BACKUP_URL) or `file:///FOLDER`; what is days old "
        "lies in PostgreSQL then, and LUMINA_HOME is a cache (what a folder has already is taken over)",
    )
    shared_endpoint: str = Field(default="", description="URL of an S3 server that is not AWS's, for LUMINA_SHARED_URL")
    url: str = Field(
        default="", description="address of a `lumina serve` that does the commands, where `--url` is not given"
    )
    token: SecretStr = Field(default=SecretStr(""), description="the token for LUMINA_URL")
    token_file: Path | None = Field(
        default=None,
        description="a file with it that nobody else can read, where `--token-file` is not given",
    )
    user: str = Field(
        default="me",
        min_length=1,
        max_length=LONGEST_NAME,
        description="the person who talks, where `--user` is not given",
    )
    room: str = Field(
        default="cli", min_length=1, max_length=LONGEST_NAME, description="the room, where `--room` is not given"
    )
    language: Literal["auto", "ja", "en"] = Field(
        default="auto", description="language of messages (auto: the terminal's)"
    )
    model: str = Field(default="", description="chat model as `provider:model`; empty: the offline voice")
    model_base_url: str = Field(
        default="", description="base URL of a server that speaks the API of LUMINA_MODEL's provider; for no other one"
    )
    provider_base_urls: str = Field(
        default="",
        description="base URLs of other providers, as `provider=URL`, with commas between; a key goes to the host "
        "of its provider, or to the one named for it",
    )
    model_temperature: float | None = Field(
        default=None,
        ge=0,
        le=2,
        description="sampling temperature, where a character names none (empty: the model's own)",
    )
    model_timeout: float = Field(
        default=60, gt=0, le=86_400, description="seconds until a silent model counts as failed"
    )
    distil_model: str = Field(default="", description="model that distils memories; empty: the chat model, or none")
    vision_model: str = Field(
        default="",
        description="model that describes the images that are shown; empty: the distilling or the chat model, where "
        "its provider's list says that it sees, or none",
    )
    embedder: str = Field(default="chive", description="`chive`, or `sentence-transformers:NAME-or-path`")
    characters: Path | None = Field(default=None, description="a folder with further character files")
    budget: int = Field(default=1500, ge=100, le=100_000, description="tokens of a MemoryPack")
    source_timeout: float = Field(default=2.0, gt=0, le=3600, description="seconds that recall waits for one source")
    window_max: int = Field(default=12, ge=2, le=100, description="turns in the short-term window before it is flushed")
    window_min: int = Field(default=6, ge=1, le=50, description="turns that stay in the window after a flush")
    idle_minutes: float = Field(
        default=10, gt=0, le=525_600, description="minutes of silence after which a new thread begins"
    )
    conversation_idle_seconds: int = Field(
        default=7_200, ge=60, le=31_536_000, description="seconds of silence after which a room's history goes on"
    )
    message_threshold: int = Field(
        default=50, ge=2, le=10_000, description="new messages after which a room's history goes on"
    )
    max_history_count: int = Field(
        default=5, ge=0, le=100, description="versions of a room's history that a character is given"
    )
    conversation_chunk_unit: Literal["turns", "tokens"] = Field(
        default="turns", description="what the chunks of a talk are measured in, where it is read as a source"
    )
    conversation_chunk_size: int = Field(default=12, ge=1, le=100_000, description="the most that such a chunk holds")
    conversation_chunk_overlap: int = Field(
        default=2, ge=0, le=99_999, description="how much of it the next chunk has, too: less than a chunk holds"
    )
    policy: Literal["full", "summary-only"] = Field(
        default="full",
        description="what is kept of the talk of whoever chose nothing (`lumina policy`): `full` all of it, "
        "`summary-only` what was distilled of it, once it has left the window",
    )
    retention_days: int = Field(default=90, ge=1, le=36_500, description="days that the archive keeps a body")
    capacity: int = Field(default=10_000, ge=10, description="active memories of one person")
    disk_floor: int = Field(
        default=200,
        ge=128,
        le=1_000_000,
        description="megabytes that stay free on the disk of the embedded data folder: below, nothing is written",
    )
    country: str = Field(
        default="", max_length=2, description="where the person lives (ISO 3166): whose help lines are named in danger"
    )
    help_file: Path | None = Field(
        default=None,
        description="further help lines, or others, by country: a file such as `lumina/language/help.toml`",
    )
    backup_url: str = Field(
        default="",
        description="where backups go: `file:///FOLDER`, or `s3://BUCKET/PREFIX` with AWS_ACCESS_KEY_ID, "
        "AWS_SECRET_ACCESS_KEY and AWS_REGION; empty: there are none",
    )
    backup_endpoint: str = Field(default="", description="URL of an S3 server that is not AWS's")
    backup_keep_days: int = Field(
        default=30, ge=1, le=36_500, description="days that backups are kept; the newest is kept longer"
    )
    parquet_url: str = Field(
        default="",
        description="where `lumina log` writes the full log of a person by month: `file:///FOLDER`, or "
        "`s3://BUCKET/PREFIX` as for backups; the files are under no key",
    )
    master_key: Path = Field(
        default_factory=default_master_key,
        description="the file with the key under which lies all that is kept, and the backups, made at the first start "
        "(default: the platform's folder for settings); keep a copy elsewhere: without it nothing can be read",
    )
    master_passphrase: SecretStr = Field(
        default=SecretStr(""), description="words in the place of that file, from which the key is made"
    )
    master_kms: str = Field(
        default="",
        description="a key management service that wraps the key in that file: `vault+https://HOST:PORT/MOUNT/KEY` "
        "(Vault's transit), `awskms://REGION/KEY`; `lumina keys rotate` puts a file that is there under it",
    )
    master_kms_secret: SecretStr = Field(
        default=SecretStr(""), description="how that service knows LUMINA: Vault's token; for AWS `ID:SECRET[:SESSION]`"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="warning", description="what goes into the log"
    )
    log_file: Path | None = Field(
        default=None, description="the log, which holds no words of anybody (`-`: stderr; default: in the data folder)"
    )

    @property
    def folder_is_cache(self) -> bool:
        """Whether machines share engines alone: what lies in the data folder may be lost at any time."""
        return self.profile == "server" and bool(self.shared_url)

    @property
    def log(self) -> Path:
        """Where the log is."""
        return self.log_file or self.home.expanduser().absolute() / LOG

    @field_validator(*SCHEMES)
    @classmethod
    def _is_an_engine(cls, url: SecretStr, others: ValidationInfo) -> SecretStr:
        schemes = SCHEMES[str(others.field_name)]
        needed = others.field_name not in UNNEEDED
        if needed and others.data.get("profile") == "server" and not url.get_secret_value():
            raise ValueError("it is missing, and LUMINA_PROFILE=server needs it")
        if others.field_name == "postgres_standby_url" and "," in url.get_secret_value():
            raise ValueError("it names one server: of several, each is at another place of the log")
        if url.get_secret_value() and url.get_secret_value().partition("://")[0] not in schemes:
            raise ValueError(f"it does not begin with one of {', '.join(f'{scheme}://' for scheme in schemes)}")
        return url

    @field_validator(*AUTHORITIES)
    @classmethod
    def _is_an_authority(cls, file: Path | None, others: ValidationInfo) -> Path | None:
        url, secure = AUTHORITIES[str(others.field_name)]
        if file is None:
            return None
        try:
            create_default_context(cafile=file)
        except OSError as error:
            raise ValueError(f"there is no certificate ({error.strerror or error})") from error
        given = others.data[url].get_secret_value() if url in others.data else ""
        if given and given.partition("://")[0] not in secure:
            raise ValueError(f"LUMINA_{url.upper()} does not begin with {' or '.join(f'{one}://' for one in secure)}")
        return file

    @field_validator("user", "room")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        if why := wrong_with_name(name):
            raise ValueError(str(why))
        return name

    @field_validator("model_base_url", "url")
    @classmethod
    def _is_a_url(cls, url: str) -> str:
        if url and not url.startswith(("http://", "https://")):
            raise ValueError("a URL begins with http:// or https://")
        return url

    @field_validator("window_min")
    @classmethod
    def _fits(cls, window_min: int, others: ValidationInfo) -> int:
        most = others.data.get("window_max", window_min)
        if window_min > most:
            raise ValueError(f"more turns than LUMINA_WINDOW_MAX ({most}) cannot stay")
        return window_min

    @field_validator("conversation_chunk_overlap")
    @classmethod
    def _is_less_than_a_chunk(cls, overlap: int, others: ValidationInfo) -> int:
        size = others.data.get("conversation_chunk_size", overlap + 1)
        if overlap >= size:
            raise ValueError(f"a chunk of LUMINA_CONVERSATION_CHUNK_SIZE ({size}) would lie in the one before it")
        return overlap


def load_settings(**overrides: object) -> Settings:
    """Read the environment. Raises BadSetting with the variable's name and what is allowed."""
    try:
        return Settings(**overrides)  # pyright: ignore[reportArgumentType]
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        why = first["msg"].removeprefix("Value error, ")
        hidden = Settings.model_fields[name].annotation is SecretStr
        raise BadSetting(
            setting=f"LUMINA_{name.upper()}",
            why=why if hidden else f"{_short(repr(first['input']))}: {why}",
            allowed=allowed(Settings.model_fields[name]),
        ) from error


def changed(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """These settings, some of them changed; text is read as in the environment (empty: as if it were not set). Raises
    BadSetting with the variable's name."""
    for name in changes:
        if name not in CHANGEABLE:
            raise BadSetting(
                setting=f"LUMINA_{name.upper()}",
                why=because("it cannot be changed while LUMINA is open"),
                allowed=", ".join(CHANGEABLE),
            )
    kept = {name: getattr(settings, name) for name in Settings.model_fields if name not in changes}
    return load_settings(**kept, **{name: value for name, value in changes.items() if value != ""})


def allowed(field: FieldInfo) -> str:
    """The values of a setting in words: those it may have, or its bounds and what it means."""
    if get_origin(field.annotation) is Literal:
        return ", ".join(map(str, get_args(field.annotation)))
    bounds = [
        f"{words} {bound:,}"
        for limit in field.metadata
        for name, words in BOUNDS.items()
        if (bound := getattr(limit, name, None)) is not None
    ]
    return f"{' and '.join(bounds)} ({field.description})" if bounds else str(field.description)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
