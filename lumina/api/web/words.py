"""What the pages say, in Japanese and English."""

from lumina.language.bilingual import Language
from lumina.telling.words import Words as TellingWords


class Words(TellingWords):
    """The sentences of `words.toml` in one language: `words("talk")`."""

    def __init__(self, language: Language) -> None:
        super().__init__(language, "lumina.api.web")
