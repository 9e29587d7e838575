"""What somebody says not to be so of themselves, or of somebody else, by the verb that would say it: "I don't have
cancer", "Mike doesn't live in Denver". What they only do not do now is so all the same."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from lumina.dialogue.meant import held_in, names_it, until
from lumina.known import ME, Fact, Known
from lumina.language.acts import asks
from lumina.language.plain_english.words import KIN, NAME, RELATION, normal_relation
from lumina.language.scripts import fold
from lumina.models import Turn

NOT_SO: Final = re.compile(
    rf"(?:^|[.,;:!?] ?|\b(?:and|but|so|no|because|also|wait|well|sorry|actually) )(?:(?P<me>I)|(?:my|our)"
    rf" (?P<kin>{RELATION})"
    rf"(?: {NAME})?|(?P<bare>{KIN})|(?P<name>{NAME}))"
    r"(?: (?:do|did|does|am|is|was|have|has)(?:n't| not)|(?:'m|'s| am| is| was) not|'ve never|'s never| never)"
    r"(?P<verb>(?: (?:actually|really|even|ever|technically))* (?:(?:have|had|got|has|own|owned|live|lived|work"
    r"|worked|play"
    r"|played|speak|do|did|go|been|allergic|into|in|at|on|from|with|drive|drove|ride|study|studied|teach|collect|belong"
    r"|a|an|the|any) )*)(?P<what>[^.,;:!?]{2,50})",
    re.I,
)
NOW_ONLY: Final = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|this (?:morning|week|month|year|time|evening|afternoon|weekend)|right now"
    r"|at the moment|for now|currently|yet|until|till|unless|when|while|if|every|all|both|only|just|enough|much"
    r"|many|often"
    r"|always|usually|as|so|too|very|well|because|since|anything|anyone|anybody|a lot|great|good|that|with me|on me"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)\w*|the time|time|to)\b",
    re.I,
)
"""With which it is said how, when or how much something is not so, and not that it is not."""

MY_OWN: Final = re.compile(r"\b(?:my|our|his|her|their)\b", re.I)

NEGATIVE: Final = re.compile(r"n't\b|\b(?:not?|never|without|gave up|allergic)\b", re.I)
"""What is told with a "not" is said again by it."""

HAS_IT_NOT: Final = re.compile(
    r"(?:n't|\bnot|\bnever) (?:\w+ )?(?:have|got|had|bring|brought|need|use|used|see|seen)\b.*\b(?:my|our|today|tonight"
    r"|tomorrow|right now|at the moment|yet|(?:with|on) me|this (?:week|morning|time|weekend))\b",
    re.I,
)
"""That one does not have it by one, and has it."""

KINDS: Final = frozenset(
    {
        "health",
        "allergy",
        "possession",
        "pet",
        "hobby",
        "habit",
        "skill",
        "job",
        "workplace",
        "school",
        "home",
        "hometown",
    }
    | {"plan"}
)
"""Kinds of what is denied by a verb."""


def disowned(known: Known, turn: Turn) -> list[Fact]:
    """The facts that a turn says not to be so of whom they are about."""
    if asks(turn.text):
        return []
    held = [fact for fact in held_in(until(known, turn)) if fact.kind in KINDS and not NEGATIVE.search(fact.value)]
    return [*dict.fromkeys(fact for who, what in _denied(turn.text, known) for fact in _meant(held, who, what))]


def concerns(text: str) -> bool:
    """Whether a text may say so."""
    return any(not _is_for_now(match) for match in NOT_SO.finditer(text))


def is_for_now(clause: str) -> bool:
    """Whether a clause says only of now that one has not what is one's own."""
    return HAS_IT_NOT.search(clause) is not None


def _denied(text: str, known: Known) -> Iterator[tuple[str, str]]:
    """Whom a text speaks of, and what it says that they do not."""
    for match in NOT_SO.finditer(text):
        if not _is_for_now(match):
            called = match["name"] or normal_relation(match["kin"] or match["bare"] or "")
            yield ME if match["me"] else known.names.get(fold(called), _who_is(called, known)), match["what"]


def _who_is(relation: str, known: Known) -> str:
    """The name of the only one who is that to the person."""
    such = [one.name for one in known.people if relation and relation in (one.relation, *one.aliases)]
    return such[0] if len(such) == 1 else relation


def _is_for_now(match: re.Match[str]) -> bool:
    return bool(NOW_ONLY.search(match["what"]) or MY_OWN.search(match["what"]))


def _meant(held: Sequence[Fact], who: str, what: str) -> list[Fact]:
    return [fact for fact in held if fold(fact.about) == fold(who) and names_it(fact, what)]
