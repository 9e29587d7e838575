"""What is over by a name that it has in the sentence that told of it: Gary, of a canoe whose name is Gary; the band
that one plays bass in. The name is no part of the fact's value."""

import re

from lumina.distil.lasting import doubted, ended
from lumina.known import Claimed, Fact

NAMED = re.compile(r"\b[A-Z][\w'&-]+")
CALLED = r"\b(?:called|named|name is|name's|name was|goes by|known as),? (?:the )?$"
JOINED = r"\b(?:in|with|for|of|at|from|by|on|to)(?: (?:the|a|an|my|our))?(?: [\w-]+){0,2} $"
"""Before a name: what is called so, and what only stands beside it."""
KINDS = frozenset({"possession", "hobby", "habit", "plan", "event"})


def end_called(one: Claimed, here: list[Fact]) -> None:
    """What was told of last before the name of what is over ends, if it is called so; what is done with, or in, what
    has the name is likely over."""
    name = one.claim.value
    if not NAMED.match(name):
        return
    told = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.I)
    nearest: dict[str, tuple[int, int, str]] = {}
    for at, fact in enumerate(here):
        found = told.search(fact.text) if fact.is_open and fact.said < one.at else None
        place = fact.text.lower().find(fact.value.lower(), 0, found.start()) if found else -1
        if found and place >= 0 and place >= nearest.get(fact.text, (-1, 0, ""))[0]:
            nearest[fact.text] = place, at, fact.text[: found.start()]
    for _, at, before in nearest.values():
        if re.search(CALLED, before):
            here[at] = ended(here[at], one)
        elif re.search(JOINED, before):
            here[at] = doubted(here[at], one)
