"""What of a statement a listener takes up: by a field that `tools.tagger` trained on lines that listeners marked."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from lumina.language.scripts import language_of
from lumina.language.trained.features import of_words
from lumina.language.trained.field import Field
from lumina.language.trained.tokens import Token, tokens

OUTSIDE, BEGINS, WITHIN = "O", "B", "I"
MOST = 60
"""Words of a line that count."""

SURE = 0.5
"""How likely the least likely word of a phrase must be."""


@lru_cache(maxsize=512)
def focus(line: str) -> str:
    """The phrase, as it stands in the line; "" where nothing is surely what it is about."""
    language = "en" if language_of(line) == "en" else "ja"
    return max(phrases_by(_field(language), line, language), default=(0.0, ""))[1]


def phrases_by(field: Field, line: str, language: str, sure: float = SURE) -> Iterator[tuple[float, str]]:
    """Every phrase that another field is so sure of, with how sure it is (0 to 1)."""
    words = tokens(line, language)[:MOST]
    if not words:
        return
    chances = field.chances(of_words(words))
    for first, last in _runs(chances, sure):
        chance = min(1 - chances[at][OUTSIDE] for at in range(first, last + 1))
        yield chance, line[words[first].start : words[last].end]


def labels(words: Sequence[Token], start: int, end: int) -> list[str]:
    """Of each word: whether the phrase from `start` to `end` of its line begins there, goes on, or is elsewhere."""
    within = [at for at, word in enumerate(words) if start <= word.start < end]
    return [OUTSIDE if at not in within else BEGINS if at == within[0] else WITHIN for at in range(len(words))]


def _runs(chances: Sequence[Mapping[str, float]], sure: float) -> Iterator[tuple[int, int]]:
    """The first and the last place of each phrase: of neighbours that are likely enough within one, and where another
    is likelier to begin than this to go on, up to there."""
    first = -1
    for at in range(len(chances) + 1):
        one = chances[at] if at < len(chances) else {OUTSIDE: 1.0}
        within, begins = 1 - one[OUTSIDE] >= sure, one.get(BEGINS, 0.0) > one.get(WITHIN, 0.0)
        if first >= 0 and (begins or not within):
            yield first, at - 1
            first = -1
        if within and first < 0:
            first = at


@cache
def _field(language: str) -> Field:
    return Field(files("lumina.language.trained").joinpath(f"focus.{language}.crfsuite"))
