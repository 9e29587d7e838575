"""What LUMINA says, it can say in Japanese and in English."""

from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, model_validator

Language = Literal["ja", "en"]
LANGUAGES: Final[tuple[Language, Language]] = ("ja", "en")


def other(language: Language) -> Language:
    return "en" if language == "ja" else "ja"


class Bilingual(BaseModel):
    """A text in one language or both; where one is missing, the other stands in."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    ja: str = ""
    en: str = ""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.ja or self.en):
            raise ValueError("needs a text under ja or en")
        return self

    def of(self, language: Language) -> str:
        return (self.ja or self.en) if language == "ja" else (self.en or self.ja)
