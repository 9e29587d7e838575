"""A tale (a dream, a film, a game) and what goes on with it."""

import re
from collections.abc import Sequence
from functools import lru_cache

from lumina.distil.claims.english.unreal import FICTION
from lumina.distil.claims.japanese.sentences import plain
from lumina.distil.claims.japanese.unreal import DREAMT, STORY
from lumina.language.scripts import SENTENCE, language_of
from lumina.models import Role, Turn

LEFT = re.compile(
    r"(?:^|[.!?…]\s+)(?:anyways?|by the way|back to)\b"
    r"|(?:^|[。！!？?…]\s*)(?:ところで|それはそうと|さておき|それより|まあいいや)",
    re.I,
)
"""From here on it is something else."""


def goes_on_with_a_tale(text: str, before: Sequence[Turn]) -> bool:
    """Whether the person told a tale just before these words, and has not left it."""
    last = next((turn.text for turn in reversed(before) if turn.role is Role.PERSON), "")
    return len(last) <= SENTENCE and tells_a_tale(last) and not LEFT.search(text)


@lru_cache(maxsize=8_192)
def tells_a_tale(text: str) -> bool:
    """Of a dream, a film, a game: what follows belongs to it."""
    if language_of(text) == "ja":
        return bool(STORY.search(plain(text)) or DREAMT.search(plain(text)))
    return bool(FICTION.search(text))
