"""Who answers: whoever was spoken to, else whom the topic suits, else whoever has been silent longest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from lumina.dialogue.address import addressed
from lumina.dialogue.characters import Cast, Character
from lumina.language.bilingual import LANGUAGES, Language
from lumina.language.messages import Messages
from lumina.language.scripts import fold
from lumina.models import EVERYBODY
from lumina.reports import Why

SUITED = 0.6
"""From here on a character is suited to a topic (DESIGN.md section 8)."""

FIT_OF_A_REQUEST = 0.75
FIT_OF_AN_UNKNOWN_DOMAIN = 0.5
AS_GOOD = 0.05
"""Two fits that differ by less are equal: the one who has been silent longer answers."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A character who answers. `reason` is "named", "everyone", "topic", "request", "floor" or "again"; `why`
    says it."""

    character: str
    reason: str
    why: Why


def choose_speakers(
    text: str,
    cast: Cast,
    present: Sequence[str],
    *,
    domain_scores: Mapping[str, float],
    spoken: Mapping[str, int],
) -> list[Choice]:
    """Who of those present answers, in the order of their answers; none where nobody is present.

    `spoken` says when each last spoke: the larger the later, and who is not in it never did (see `note_spoken`). The
    same arguments give the same answer.
    """
    here = [character for character in cast if character.id in present]
    if not here:
        return []
    return (
        _named(text, cast, here)
        or _suited(text, here, domain_scores, spoken)
        or [_choice(min(here, key=lambda one: spoken.get(one.id, -1)), "floor")]
    )


def ask_again(characters: Sequence[Character]) -> list[Choice]:
    """They answer once more, in this order."""
    return [_choice(character, "again") for character in characters]


def note_spoken(spoken: Mapping[str, int], characters: Sequence[str]) -> Mapping[str, int]:
    """`spoken`, after these characters spoke in this order."""
    last = max(spoken.values(), default=-1)
    return MappingProxyType({**spoken, **{one: last + 1 + place for place, one in enumerate(characters)}})


def _choice(character: Character, reason: str, domain: str = "", **details: object) -> Choice:
    return Choice(character.id, reason, {each: _said(character, reason, each, domain, details) for each in LANGUAGES})


def _said(character: Character, reason: str, language: Language, domain: str, details: Mapping[str, object]) -> str:
    messages = Messages(language)
    topic = {"domain": messages.text(f"domains.{domain}")} if domain else {}
    return messages.text(f"routing.{reason}", name=character.name.of(language), **topic, **details)


def _named(text: str, cast: Cast, here: Sequence[Character]) -> list[Choice]:
    named = addressed(text, cast)
    if EVERYBODY in named:
        return [_choice(character, "everyone") for character in here]
    return [_choice(cast.find(one), "named") for one in named if cast.find(one) in here]


def _suited(
    text: str, here: Sequence[Character], scores: Mapping[str, float], spoken: Mapping[str, int]
) -> list[Choice]:
    by_topic = {one.id: _fit(one, scores) for one in here}
    requested = {one.id for one in here if _is_asked_for(one, text)}
    fits = {one.id: max(by_topic[one.id], FIT_OF_A_REQUEST * (one.id in requested)) for one in here}
    best = max(fits.values())
    if best < SUITED:
        return []
    equals = [one for one in here if fits[one.id] > best - AS_GOOD]
    if len(equals) == len(here) > 1:
        return []
    chosen = min(equals, key=lambda one: spoken.get(one.id, -1))
    if chosen.id in requested and by_topic[chosen.id] < fits[chosen.id]:
        return [_choice(chosen, "request")]
    domain = max(scores, key=lambda name: (scores[name] * chosen.domains.get(name, 0), name))
    return [_choice(chosen, "topic", domain, fit=f"{fits[chosen.id]:.2f}")]


def _fit(character: Character, scores: Mapping[str, float]) -> float:
    """How well the domains of a text suit a character, weighed by their shares."""
    total = sum(scores.values())
    if total <= 0:
        return 0.0
    shares = ((domain, score / total) for domain, score in scores.items())
    return sum(share * character.domains.get(domain, FIT_OF_AN_UNKNOWN_DOMAIN) for domain, share in shares)


def _is_asked_for(character: Character, text: str) -> bool:
    folded = fold(text)
    return any(fold(phrase) in folded for phrase in (*character.suits.ja, *character.suits.en))
