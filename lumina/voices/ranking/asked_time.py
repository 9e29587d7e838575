"""Whether a question asks for how things were before they changed: a logistic regression over its words, trained by
`tools.ranker.changing`."""

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from lumina.language.acts import does
from lumina.language.scripts import CJK, fold
from lumina.language.trained.tokens import tokens
from lumina.voices.ranking.changes import weights_of
from lumina.voices.ranking.looks import looks
from lumina.voices.ranking.ranker import score

TURNS = ("past", "before", "present")
THEN = 0.5


@lru_cache(maxsize=64)
def asks_how_it_was(said: str) -> bool:
    """Rather than how things are."""
    weights = weights_of("ja" if CJK.search(said) else "en")["then"]
    return 1 / (1 + math.exp(-score(of_question(said), weights))) >= THEN


def of_question(said: str) -> Mapping[str, float]:
    folded = fold(said)
    found = tokens(said, "ja" if CJK.search(said) else "en")
    words = ["^", *(fold(word.text) for word in found if any(map(str.isalnum, word.text))), "$"]
    return {
        "one": 1.0,
        **{turn: float(does(turn, said)) for turn in TURNS},
        **{f"type {one}": 1.0 for one in looks("asked", folded) & {"before", "now", "outcome"}},
        **{f"word {word}": 1.0 for word in words},
        **{f"words {before} {after}": 1.0 for before, after in pairwise(words)},
    }
