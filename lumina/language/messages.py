"""What LUMINA itself says to the person, in Japanese and English. The texts lie in `lumina/language/messages`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, cast

from lumina import errors
from lumina.errors import LuminaError, Reason
from lumina.language.bilingual import Language
from lumina.reports import Failure

Table = Mapping[str, Any]


@cache
def _table(language: Language) -> Table:
    return tomllib.loads(files("lumina.language").joinpath("messages", f"{language}.toml").read_text(encoding="utf-8"))


def _entry(language: Language, key: str) -> object:
    """What stands under a dotted key. Raises KeyError."""
    found: object = _table(language)
    for part in key.split("."):
        if not isinstance(found, dict) or part not in found:
            raise KeyError(f"no message {key!r} in {language}.toml")
        found = cast("Table", found)[part]
    return found


def phrases(language: Language, key: str) -> tuple[str, ...]:
    """The texts of a list. Raises KeyError where there is none."""
    found = _entry(language, key)
    if not isinstance(found, list):
        raise KeyError(f"{key!r} in {language}.toml is no list")
    return tuple(str(text) for text in cast("list[object]", found))


class _Sentence(Formatter):
    """Knows, beyond what braces can say, how many there are: `{count:turn/turns}` is "1 turn" or "2 turns"."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, slash, many = format_spec.partition("/")
        if not slash:
            return super().format_field(value, format_spec)
        return f"{value} {one if str(value) == '1' else many}"


def filled(template: str, details: Mapping[str, object]) -> str:
    """The template with its details filled in. Raises KeyError for a detail that is not there."""
    return _Sentence().vformat(template, (), details)


class Messages:
    """The texts of one language, by dotted key: `text("chat.welcome", name="ルミナ")`."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def text(self, key: str, **details: object) -> str:
        """The text with its details filled in. Raises KeyError for a key or a detail that is not there."""
        return filled(self.template(key), {name: self._said(value) for name, value in details.items()})

    def _said(self, detail: object) -> str:
        """Reasons are LUMINA's own words; what a database or a library says stays as it is."""
        if self.language == "en" or not isinstance(detail, Reason):
            return str(detail)
        return filled(
            _table(self.language)["why"][detail.template], {k: self._said(v) for k, v in detail.details.items()}
        )

    def template(self, key: str) -> str:
        """The text with its braces. The English one of an error is the docstring of its class."""
        group, _, name = key.partition(".")
        kind = getattr(errors, name, None) if group == "errors" and self.language == "en" else None
        if isinstance(kind, type) and issubclass(kind, LuminaError):
            return " ".join((kind.__doc__ or "").split())
        return str(_entry(self.language, key))

    def failure(self, failure: Failure) -> str:
        """Why an answer is not complete: it was stopped, or its model failed."""
        if not failure.model:
            return self.text("turn.stopped")
        return self.text("errors.ModelFailed", model=failure.model, why=failure.why)

    def error(self, error: LuminaError) -> str:
        """What an error says in this language."""
        return self.text(f"errors.{type(error).__name__}", **error.details)
