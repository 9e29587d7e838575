"""Several people or pets who are named together, or one by one."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.relations import somebody
from lumina.distil.claims.english.words import NAME, SPECIES, is_name
from lumina.known import Claim

MANY = (
    rf"kids|children|twins|boys|girls|sons|daughters|brothers|sisters|parents|friends|mates|cousins|nieces|nephews|aunts"
    rf"|uncles|grandsons|granddaughters|grandkids|grandchildren|flatmates|housemates|ponies|bunnies|puppies|(?:{SPECIES})s"
)
SEVERAL = re.compile(
    rf"\b(?:my|me|our|have|had|have got|just had|'ve got|'ve) (?:two |2 |twin |three |little |grown-up )*"
    rf"(?P<who>{MANY})(?: are|,|:)?"
    rf" (?:called |named )?(?P<one>{NAME}),? (?:and|&)"
    rf" (?P<two>{NAME})",
    re.I,
)
SEVERAL_ARE = re.compile(
    rf"^(?P<one>{NAME}) (?:and|&) (?P<two>{NAME}) are (?:my|me|our) (?P<who>{MANY})",
    re.I,
)
MANY_FIRST = re.compile(rf"\b(?:my|our|have|had|got|are|the|'ve) (?:[\w-]+ ){{0,2}}?(?P<who>{MANY})$", re.I)
"""Several, who are named one by one afterwards: "two girls, Greta's nine and Solveig is six"."""
EACH = re.compile(rf"^(?P<name>{NAME})(?:'s| is| does| plays| goes| works| has| wants| loves| likes)\b")
SINGULAR = {
    **{"kids": "child", "children": "child", "twins": "child", "boys": "son", "girls": "daughter"},
    **{"grandkids": "grandchild", "grandchildren": "grandchild"},
    **{"ponies": "pony", "bunnies": "bunny", "puppies": "puppy"},
}


def several(clause: Clause) -> Iterator[Claim]:
    """Two of a kind who are named in one breath: my sons Tom and Leo."""
    for pattern in (SEVERAL, SEVERAL_ARE):
        for match in pattern.finditer(clause.said):
            who = match["who"].lower()
            for name in (match["one"], match["two"]):
                if is_name(name):
                    yield somebody(name, SINGULAR.get(who, who.rstrip("s")), clause, 0.8)


def one_of_several(clause: Clause, earlier: Sequence[Clause]) -> Iterator[Claim]:
    """One of several who were told of just before, without their names."""
    first = next((match for one in reversed(earlier[-3:]) if (match := MANY_FIRST.search(one.said))), None)
    named = EACH.match(clause.text) if first and clause.sentence == earlier[-1].sentence else None
    if first and named and is_name(named["name"]):
        who = first["who"].lower()
        yield somebody(named["name"], SINGULAR.get(who, who.rstrip("s")), clause, 0.75)
