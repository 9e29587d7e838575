"""That somebody lives who was taken to be dead."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from lumina.dialogue.heeded import NOTHING, Acts, Heeded, Unit, act_on, note, units
from lumina.dialogue.meant import asserted, held_in, last_said, stated_in, until
from lumina.distil.claims.english.clauses import clauses
from lumina.known import ME, NOTE, Fact, Known, Mode
from lumina.language.plain_english.words import KIN, NAME, RELATION, normal_relation
from lumina.language.scripts import fold
from lumina.models import Turn

ALIVE: Final = re.compile(
    rf"(?:^|[\s,])(?:(?:my|our|me) (?:\w+ )?(?P<who>{RELATION})(?: (?P<called>{NAME}))?|(?P<kin>{KIN})"
    rf"|(?P<pronoun>he|she)"
    rf"|(?P<name>{NAME}))"
    r"(?:(?:'s| is)(?: \w+(?: and truly)?){0,2}? (?:alive|living|not dead|not gone|with us)(?! (?:in|at|with|on|out"
    r"|off)\b)"
    r"|(?:'s| is)?(?:n't| not)(?: \w+)?? (?:dead|deceased)"
    r"|(?: has|'s)?(?: didn't| did not|n't| never| not)(?: \w+)?? (?:die|died|pass away|passed away|passed)\b)",
    re.I,
)
"""How it is said that somebody is not dead."""

DIED: Final = re.compile(r"(?P<who>.+?) died(?: \(|$)")
PASSED: Final = re.compile(
    r"(?:died|(?:has |have )?passed(?: away| on)?)(?: (?!(?:the|his|her|my|an?|it|with)\b)|$)", re.I
)


def concerns(text: str) -> bool:
    """Whether a text says that somebody lives."""
    return next(_living(text), None) is not None


def revived(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts] | None:
    """That they died is taken back of those who are said to live; None where the turn does not say so of anybody. Of a
    mere "she is alive" it is of whose death was just told, or of the only one whose death is known."""
    living = [*_living(turn.text)]
    if not living:
        return None
    held = [fact for fact in held_in(known) if _dead(fact) and turn.id not in fact.evidence]
    last = last_said(before)
    near = {fact.id for fact in asserted(until(known, turn), before)}
    near |= {fact.id for fact in held if last and last.id in fact.evidence}
    wrong = list[Fact]()
    for who in living:
        named = [fact for fact in held if who and _called(_dead(fact), known) == _called(who, known)]
        just = [fact for fact in held if fact.id in near] or held
        wrong += named if who else just if len({_called(_dead(fact), known) for fact in just}) == 1 else []
    if not wrong:
        return NOTHING, []
    acts = [(turn, act_on(fact, Mode.FORGETS)) for fact in dict.fromkeys(wrong)]
    if right := [fact for fact in stated_in(turn, known) if _dead(fact)]:
        return Heeded("set right", units(right)), acts
    alive = [f"{_called(_dead(fact), known)} is alive" for fact in dict.fromkeys(wrong)]
    told = tuple(Unit(NOTE, one) for one in dict.fromkeys(alive))
    return Heeded("set right", told), [*acts, *((turn, note(one)) for one in dict.fromkeys(alive))]


def _living(text: str) -> Iterator[str]:
    """Whoever a text says to live, "" for a mere pronoun."""
    for clause in clauses(text):
        for match in ALIVE.finditer(clause.said):
            relation = match["who"] or match["kin"]
            yield normal_relation(relation) if relation else match["name"] or ""


def _dead(fact: Fact) -> str:
    """Whose death a fact tells, or ""."""
    if fact.kind == "event" and fact.about != ME and PASSED.match(fact.value):
        return fact.about
    died = DIED.match(fact.value) if fact.kind == "family" else None
    return died["who"] if died else ""


def _called(who: str, known: Known) -> str:
    """The name of whoever is called so, or is that to the person."""
    named = [one.name for one in known.people if fold(who) in map(fold, (one.name, one.relation, *one.aliases))]
    return named[0] if len(named) == 1 else known.names.get(fold(who), who)
