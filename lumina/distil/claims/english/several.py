"""Several people or pets who are named together, or one by one."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.relations import somebody
from lumina.known import Claim
from lumina.language.plain_english.words import MANY, NAME, NUMBER, is_name

OLD = (
    rf" ?(?:, ?|\(|- ?)?(?:(?:he|she|who)(?:'s| is) |aged? |now )?(?:{NUMBER})(?: years? old| now)?\)?(?![\w-])"
    r"(?= *(?:$|[,.;!]|and\b|&))"
)
"""How old somebody is, beside their name: "Tom, who's six"."""
ONE = rf"(?:(?:baby|little|wee|big|young) )?{NAME}(?: {NAME})?(?:{OLD})?"
SEVERAL = re.compile(
    rf"(?P<lead>(?:\b(?:my|me|our|his|her|have|had|have got|just had|'ve got|'ve|two|three|four|2|3|4|twin) "
    rf"|(?:^|(?<=[.!?] ))(?:the )?(?=\w+ are\b))(?:two |2 |twin "
    rf"|three |four |2 |3 |4 |little |grown[- ]up )*(?P<who>{MANY}))(?: are|,|:)?"
    rf" (?:called |named )?(?P<all>(?:{ONE},? )*{ONE},? (?:and|&) {ONE})",
    re.I,
)
EACH_NAME = re.compile(rf"{NAME}(?: {NAME})?")
SEVERAL_ARE = re.compile(
    rf"^(?P<one>{NAME}) (?:and|&) (?P<two>{NAME}) are (?:my|me|our) (?P<who>{MANY})",
    re.I,
)
MANY_FIRST = re.compile(rf"\b(?:my|our|have|had|got|are|the|'ve) (?:[\w-]+ ){{0,2}}?(?P<who>{MANY})$", re.I)
"""Several, who are named one by one afterwards: "two girls, Greta's nine and Solveig is six"."""
EACH = re.compile(
    rf"^(?P<name>{NAME})(?:'s| is| does| plays| goes| works| has| wants| loves| likes"
    r"| lives| drives| teaches| runs| studies| was| used)\b"
)
ONE_OF_THEM = re.compile(
    rf"^(?P<name>{NAME})(?:'s| is| was),? (?:the |my |our )?(?:older|younger|elder|eldest|oldest|youngest|big|little"
    r"|middle|baby|wee|other)(?: one)?(?= *(?:$|,|and\b))",
    re.I,
)
"""Which of several somebody is: "I've two brothers. Fraser's the younger one"."""
NUMBERED = re.compile(
    rf"\b(?:two|three|four|five|six|twin|2|3|4|5|6) (?:[\w-]+ ){{0,2}}?(?P<who>{MANY})\b(?! (?:of|who|in|at|from"
    rf"|on)\b)",
    re.I,
)
AGED = re.compile(rf"^(?P<name>{NAME})(?:'s| is) (?:only |just |nearly |now )?(?:{NUMBER})\b", re.I)
"""Each of so many, by their age: "two kids. Xochi's seventeen"."""
BARE_NAME = re.compile(rf"(?:^|[,:;] ?|and )(?P<name>{NAME})(?= *(?:$|,|and\b|;))")
LISTED = re.compile(rf"^(?:[^:]*: ?)?{NAME}(?:(?:,| and|, and) {NAME})+$")
"""Names and no more: "two kittens arrived: Olive and Fig"."""
HAVING = re.compile(
    rf"(?:^|\b(?:have|had|got|'ve|are|have got|adopted) )(?:the |our |my |\w+ |\d )?"
    rf"(?:(?:two|three|four|five|six|2|3|4|5) )"
    rf"(?:(?!and\b)[\w-]+ )?(?P<who>{MANY})\b",
    re.I,
)
"""Several of somebody, by their number."""
SINGULAR = {
    **{"kids": "child", "children": "child", "twins": "child", "boys": "son", "girls": "daughter"},
    **{"grandkids": "grandchild", "grandchildren": "grandchild"},
    **{"ponies": "pony", "bunnies": "bunny", "puppies": "puppy"},
}


def several(clause: Clause) -> Iterator[Claim]:
    """Some of a kind who are named in one breath: my sons Tom and Leo; my girls are Ida, who's six, and Ruth, she's
    two."""
    for match in SEVERAL.finditer(clause.sentence):
        if match["lead"] in clause.said:
            yield from _each(match["who"], EACH_NAME.findall(match["all"]), clause)
    for match in SEVERAL_ARE.finditer(clause.said):
        yield from _each(match["who"], (match["one"], match["two"]), clause)


def _each(who: str, names: Sequence[str], clause: Clause) -> Iterator[Claim]:
    who = SINGULAR.get(who.lower(), who.lower().rstrip("s"))
    return (somebody(name, who, clause, 0.8) for name in names if is_name(name))


def one_of_several(clause: Clause, earlier: Sequence[Clause]) -> Iterator[Claim]:
    """One of several who were told of just before, without their names."""
    first = next((match for one in reversed(earlier[-3:]) if (match := MANY_FIRST.search(one.said))), None)
    beside = first if first and clause.sentence == earlier[-1].sentence else None
    named = EACH.match(clause.text) if beside else ONE_OF_THEM.match(clause.text) if first else None
    names = [named["name"]] if named else []
    if not named and (aged := AGED.match(clause.text)):
        first = next((match for one in reversed(earlier[-4:]) if (match := NUMBERED.search(one.said))), None)
        names = [aged["name"]] if first else []
    if before := _names_alone(clause, earlier):
        first, names = before
    if first and not beside and not names and _is_next(clause, earlier):
        names = [match["name"] for match in [EACH.match(clause.text)] if match]
    for name in filter(is_name, names if first else ()):
        who = first["who"].lower() if first else ""
        yield somebody(name, SINGULAR.get(who, who.rstrip("s")), clause, 0.75)


def _names_alone(clause: Clause, earlier: Sequence[Clause]) -> tuple[re.Match[str], list[str]] | None:
    """Names alone, right behind how many of them there are."""
    several = HAVING.search(clause.said) or next((HAVING.search(one.said) for one in reversed(earlier[-1:])), None)
    if several is None or not LISTED.match(clause.said):
        return None
    return several, [match["name"] for match in BARE_NAME.finditer(clause.said.rpartition(":")[2].strip())]


def _is_next(clause: Clause, earlier: Sequence[Clause]) -> bool:
    """Whether one of several was told of in the same sentence: "Fraser's the younger one and Hamish drives lorries"."""
    return any(one.sentence == clause.sentence and ONE_OF_THEM.match(one.text) for one in earlier)
