"""What went wrong, for somebody in front of a page: without commands, and with settings by their names there."""

from typing import Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from lumina.api.web.words import Words
from lumina.errors import BadSetting, LuminaError, Reason
from lumina.language.bilingual import Language
from lumina.language.messages import Messages, filled
from lumina.reports import Failure
from lumina.settings import Settings

BOUNDS: Final = ("ge", "gt", "le")


class Told(Messages):
    """An error, or a reason, for which `words.toml` has a sentence of the pages' own is told by that."""

    def __init__(self, language: Language) -> None:
        super().__init__(language)
        self.words = Words(language)

    def _said(self, detail: object) -> str:
        if not isinstance(detail, Reason):
            return str(detail)
        details = {name: self._said(value) for name, value in detail.details.items()}
        if detail.template in self.words:
            return self.words(detail.template, **details)
        return filled(detail.template, details) if self.language == "en" else super()._said(detail)

    def error(self, error: LuminaError) -> str:
        if isinstance(error, BadSetting):
            return self._setting(error)
        key = f"wrong_{type(error).__name__}"
        if key not in self.words:
            return super().error(error)
        return self.words(key, **{name: self._said(value) for name, value in error.details.items()})

    def failure(self, failure: Failure) -> str:
        if not failure.model:
            return self.words("wrong_stopped")
        return self.words("wrong_ModelFailed", model=failure.model, why=self._said(failure.why))

    def problem(self, error: Exception, told: str) -> str:
        """What to tell of whatever a route raised; `told` where there is nothing better."""
        if isinstance(error, LuminaError):
            return self.error(error)
        if isinstance(error, HTTPException) and error.status_code == 404:
            return self.words("no_page")
        return self.words("wrong_invalid") if isinstance(error, RequestValidationError) else told

    def _setting(self, error: BadSetting) -> str:
        """What a setting cannot be: why, where that is told in our words; else what it may be."""
        setting, why = str(error.details["setting"]), error.details["why"]
        name = setting.removeprefix("LUMINA_").lower()
        called = self.words(f"setting_{name}") if f"setting_{name}" in self.words else setting
        limits = self._limits(name)
        if isinstance(why, Reason) or not limits:
            return self.words("wrong_BadSetting", setting=called, why=self._said(why))
        return self.words("wrong_limits", setting=called, limits=limits)

    def _limits(self, name: str) -> str:
        field = Settings.model_fields.get(name)
        found = [
            (bound, limit)
            for one in (field.metadata if field else ())
            for bound in BOUNDS
            if (limit := getattr(one, bound, None)) is not None
        ]
        return self.words("between").join(self.words(f"limit_{bound}", limit=f"{limit:,}") for bound, limit in found)
