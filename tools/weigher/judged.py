"""Claims that readers judged, from the corpus: a line of talk a line of JSON, with what was said before it, the claims
of facts that were read out of it, and of each whether it is right ("g"), true but of the wrong kind, cut, or of no
worth ("k"), or wrong ("w")."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from lumina.distil.claims.tagged.tagger import Value, values
from lumina.distil.claims.weighed.features import of_claim
from lumina.distil.claims.weighed.weighing import WEIGHED
from lumina.known import Claim, ClaimType, Mode
from lumina.models import Role, Turn

CORPUS = Path(__file__).parent / "corpus"
GOOD, WRONG = "g", "w"


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim by its features, from whom its line is, how sure the rule was that made it, and the verdict."""

    by: str
    features: list[str]
    confidence: float
    verdict: str


def read_judged(language: str) -> list[Judged]:
    """All of a language."""
    lines = (CORPUS / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [one for line in lines for one in _judged(json.loads(line), language)]


def _judged(line: Any, language: str) -> Iterator[Judged]:
    """Where the line is of the tagger's own corpus, it holds what a tagger makes of it that has not seen it."""
    before = [_turn(*said) for said in line["before"]]
    for about, kind, value, mode, text, confidence, verdict in line["claims"]:
        if Mode(mode) in WEIGHED:
            claim = Claim(ClaimType.FACT, about, kind, value, text, confidence, Mode(mode))
            seen = [Value(*one) for one in line["tagged"][text]] if "tagged" in line else values(text, language)
            features = of_claim(claim, line["said"], before, line["facts"] - 1, seen)
            yield Judged(line["by"], features, confidence, verdict)


def _turn(role: str, text: str) -> Turn:
    none, moment = UUID(int=0), datetime.fromtimestamp(0, UTC)
    return Turn(none, "", "", none, "", Role(role), text, moment, frozenset())
