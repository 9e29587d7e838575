"""Where help is for whose life is in danger, and for who is hurt: help.toml, or a file of the operator's before it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from lumina.errors import BadSetting, because
from lumina.language.acts import Mood
from lumina.language.bilingual import Bilingual, Language

_Table = TypeAdapter(dict[str, Bilingual])
JAPAN = "JP"
VIOLENCE = " violence"
"""Ends the key of a country's help against violence."""


@cache
def _own() -> Mapping[str, Bilingual]:
    text = files("lumina.language").joinpath("help.toml").read_text(encoding="utf-8")
    return _Table.validate_python(tomllib.loads(text))


def read_help(file: Path | None) -> Mapping[str, Bilingual]:
    """By country; what the operator's file says comes before LUMINA's own. Raises BadSetting."""
    if file is None:
        return _own()
    try:
        return {**_own(), **_Table.validate_python(tomllib.loads(file.read_text(encoding="utf-8")))}
    except (OSError, ValueError, ValidationError) as error:
        why = because("{path} cannot be read ({error})", path=file, error=str(error).splitlines()[0])
        raise BadSetting(
            setting="LUMINA_HELP_FILE", why=why, allowed="a file such as lumina/language/help.toml"
        ) from error


def help_text(table: Mapping[str, Bilingual], country: str, language: Language, felt: Mood) -> str:
    """Where help is for somebody in that mood, in the person's language as far as there is a text in it. Where no
    country is set, who speaks Japanese is told of Japan's."""
    chosen = country.upper() or (JAPAN if language == "ja" else "")
    keys = [f"{chosen}{VIOLENCE}", VIOLENCE] if felt is Mood.VIOLENCE else [chosen, ""]
    return next(table[key] for key in keys if key in table).of(language).strip()
