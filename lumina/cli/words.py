"""What the command line says, in Japanese and English."""

import tomllib
from importlib.resources import files

from lumina.language.bilingual import Language
from lumina.language.messages import filled


class Words:
    """The sentences of `words.toml` in one language: `words("imported", turns=3)`."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        both = tomllib.loads(files("lumina.cli").joinpath("words.toml").read_text(encoding="utf-8"))
        self._sentences: dict[str, str] = {key: sentence[language] for key, sentence in both.items()}

    def __call__(self, key: str, **details: object) -> str:
        return filled(self._sentences[key], details)
