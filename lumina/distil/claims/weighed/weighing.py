"""How sure one may be of each claim of a fact, by how likely it is right: a logistic regression (a field over one
place, python-crfsuite) that `tools.weigher` trained on claims that readers judged."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from lumina.distil.claims.tagged.claims import ASKED_ABOUT, ASSERTED
from lumina.distil.claims.tagged.tagger import values
from lumina.distil.claims.weighed.features import of_claim
from lumina.distil.lasting import CERTAIN
from lumina.known import Claim, ClaimType, Mode
from lumina.language.scripts import language_of
from lumina.language.trained.field import Field
from lumina.models import Turn

RIGHT = "right"
WEIGHED = frozenset({Mode.IS, Mode.WAS})
"""What says that something is over, or was said wrongly, asserts nothing by itself."""

WHOLE, PLAIN, LIKELY = 0.9, 0.8, 0.75
"""The confidence of what a rule has read that takes in all that is said (a move with its street), of what one for a
plain case has, and of what one for a likely case has."""

RULED, LOOSELY = 0.715, 0.65
"""Between what the tagger is at most sure of and what any rule asserts; and from where on it is no mere guess."""

ASSERTED_FROM: tuple[tuple[float, float], ...] = (
    (WHOLE, 0.0),
    (PLAIN, 0.25),
    (LIKELY, 0.4),
    (CERTAIN, 0.6),
    (0.0, 0.8),
)
"""From which confidence on how likely right a claim must be to be asserted: of those that readers judged, some four in
five of what is asserted so are right, two in three of what rules and tagger would assert."""

KEPT_FROM: tuple[tuple[float, float], ...] = ((RULED, 0.0), (LOOSELY, 0.2), (ASKED_ABOUT, 0.25), (0.0, 0.5))
"""The same, for a claim to be kept at all, and asked about: what a rule asserts always is."""


def weighed(claims: Sequence[Claim], text: str, before: Sequence[Turn]) -> Iterator[Claim]:
    """The claims of a text behind these turns, each fact as sure as it deserves."""
    facts = sum(map(is_weighed, claims))
    for claim in claims:
        if not is_weighed(claim):
            yield claim
            continue
        chance = _chance(claim, text, before, facts - 1)
        if chance >= limit(ASSERTED_FROM, claim.confidence):
            yield replace(claim, confidence=max(claim.confidence, ASSERTED))
        elif chance >= limit(KEPT_FROM, claim.confidence):
            yield replace(claim, confidence=min(claim.confidence, ASKED_ABOUT))


def is_weighed(claim: Claim) -> bool:
    """Whether it asserts a fact by itself: it has a value, and does not stand in the place of what was known."""
    return claim.type is ClaimType.FACT and claim.mode in WEIGHED and bool(claim.value) and not claim.replaces


def limit(limits: Sequence[tuple[float, float]], confidence: float) -> float:
    """How likely right a claim of a confidence must be."""
    return next(chance for sure, chance in limits if confidence >= sure)


def _chance(claim: Claim, text: str, before: Sequence[Turn], beside: int) -> float:
    language = "en" if language_of(text) == "en" else "ja"
    features = of_claim(claim, text, before, beside, values(claim.text, language))
    [chances] = _field(language).chances([features])
    return chances[RIGHT]


@cache
def _field(language: str) -> Field:
    return Field(files("lumina.distil.claims.weighed").joinpath(f"right.{language}.crfsuite"))
