"""What LUMINA's faces say, in Japanese and English."""

import tomllib
from functools import cache
from importlib.resources import files

from lumina.language.bilingual import Language
from lumina.language.messages import filled

SHARED = "lumina.telling"


class Words:
    """The sentences that all faces share, and those of one of them where it is named, in one language:
    `words("imported", turns=3)`. Each package has them in its `words.toml`."""

    def __init__(self, language: Language, face: str = SHARED) -> None:
        self.language: Language = language
        self._sentences: dict[str, str] = {
            key: sentence[language] for package in (SHARED, face) for key, sentence in _table(package).items()
        }

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    def __call__(self, key: str, **details: object) -> str:
        return filled(self._sentences[key], details)


@cache
def _table(package: str) -> dict[str, dict[Language, str]]:
    return tomllib.loads(files(package).joinpath("words.toml").read_text(encoding="utf-8"))
