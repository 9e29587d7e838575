"""Values of facts in a sentence, by two conditional random fields (Lafferty, McCallum and Pereira 2001;
python-crfsuite) that `tools.tagger` trained on a corpus written for it: one finds values and their kinds, the other
says of each whose it is and whether it still holds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import groupby

from lumina.distil.claims.tagged.features import of_value
from lumina.language.trained.features import of_words
from lumina.language.trained.field import Field
from lumina.language.trained.tokens import Token, tokens

LANGUAGES = ("en", "ja")
OUTSIDE, OWN = "O", "own"
FAINT, FAINTEST = "?", 0.3
"""From where on a value is looked at that is likelier none."""

LONGEST = 60
"""Words of a sentence that is tagged: what is longer is no talk."""


@dataclass(frozen=True, slots=True)
class Value:
    """What stands from `start` to `end` of a sentence: of which kind, and how sure that is (0 to 1). `status` has "@"
    where it is told of somebody else than the speaker, and "-" where it is over."""

    kind: str
    text: str
    start: int
    end: int
    confidence: float
    status: str

    @property
    def of_other(self) -> bool:
        return "@" in self.status

    @property
    def is_over(self) -> bool:
        return "-" in self.status


class Tagger:
    """The two fields of a language, from the files of a folder."""

    def __init__(self, language: str, folder: Traversable) -> None:
        self._language = language
        self._values = Field(folder.joinpath(f"values.{language}.crfsuite"))
        self._status = Field(folder.joinpath(f"status.{language}.crfsuite"))

    def values(self, sentence: str) -> tuple[Value, ...]:
        """The values in a sentence, in order."""
        words = tokens(sentence, self._language)
        if not words or len(words) > LONGEST:
            return ()
        found = self._values.found(of_words(words), OUTSIDE, FAINTEST)
        runs = _runs([label for label, _ in found], [_by_kind(chances) for _, chances in found])
        return tuple(self._value(sentence, words, *run) for run in runs)

    def _value(self, sentence: str, words: Sequence[Token], first: int, last: int, kind: str, sure: float) -> Value:
        start, end = words[first].start, words[last].end
        [status] = self._status.labels([of_value(words, first, last, kind)])
        return Value(kind, sentence[start:end], start, end, sure, status.removeprefix(OWN))


@cache
def _tagger(language: str) -> Tagger:
    return Tagger(language, files("lumina.distil.claims.tagged"))


@lru_cache(maxsize=512)
def values(sentence: str, language: str) -> tuple[Value, ...]:
    """The values in a sentence of a language, in order."""
    return _tagger(language).values(sentence)


def _by_kind(chances: Mapping[str, float]) -> Mapping[str, float]:
    """The labels that begin a value and go on with it, together."""
    kinds = dict[str, float]()
    for label, chance in chances.items():
        kind = label.partition("-")[2]
        kinds[kind] = kinds.get(kind, 0.0) + chance
    return kinds


def _runs(labels: Sequence[str], chances: Sequence[Mapping[str, float]]) -> Iterator[tuple[int, int, str, float]]:
    """The first and the last place of each value, its kind, and the confidence of its least sure word. Where the
    likeliest labels have none, but it is likelier than not much that there is one, it is of the likeliest kind."""
    kinds, number = list[tuple[int, str]](), 0
    for label, chance in zip(labels, chances, strict=True):
        number += label.startswith("B-")
        kind = label.partition("-")[2]
        kinds.append((number, kind) if kind else (-1, FAINT if chance[""] <= 1 - FAINTEST else ""))
    at = 0
    for (_, kind), run in groupby(kinds):
        last = at + len(list(run)) - 1
        if kind:
            within = chances[at : last + 1]
            meant = kind if kind != FAINT else _likeliest(within)
            yield at, last, meant, min(one[meant] for one in within)
        at = last + 1


def _likeliest(within: Sequence[Mapping[str, float]]) -> str:
    return max(sorted(set(within[0]) - {""}), key=lambda kind: sum(one[kind] for one in within))
