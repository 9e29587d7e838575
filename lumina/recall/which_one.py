"""Which of several relatives a question means: the younger brother, the eldest, the other sister."""

import re
from collections.abc import Iterator, Sequence

from lumina.known import ME, Fact
from lumina.language.relatives import own_relatives_asked
from lumina.language.scripts import CJK, fold

LIKE = {
    "young": "younger|youngest|little|wee|baby|kid",
    "old": "older|oldest|elder|eldest|big",
    "middle": "middle",
    "twin": "twin",
}
"""What says the same of somebody among brothers and sisters."""
OPPOSITE = {"young": "old", "old": "young"}
RELATIVE = "brother|sister|son|daughter|child|cousin|boy|girl|niece|nephew|kid|one|lad"
ASKED = tuple(
    (sort, re.compile(rf"\b(?:{words}) (?P<who>{RELATIVE})\b(?! (?:called|named)\b)")) for sort, words in LIKE.items()
)
OF = re.compile(r"^(?P<name>[^()（）]+?) ?[(（](?P<relation>[^()（）]+)[)）]$")
UNNAMED = re.compile(rf"^(?P<name>(?P<relation>.*{CJK.pattern}.*))$")
"""Of whom no name was told in Japanese: 夫と3人暮らし."""
SAME = {"boy": "son", "lad": "son", "girl": "daughter", "kid": "child"}


OF_THE_FAMILY = frozenset({"family", "partner"})


def is_another_relation(question: str, fact: Fact) -> bool:
    """Whether a folded question asks for somebody of the person's own family by what they are, and the fact tells of
    somebody who is something else, or of somebody else's family."""
    of = (OF.match(fact.value) or UNNAMED.match(fact.value)) if fact.kind in OF_THE_FAMILY else None
    asked = own_relatives_asked(question) if of else ()
    if not of or not asked:
        return False
    if not any(one.told.search(fold(of["relation"])) for one in asked):
        return fold(of["name"]) not in question
    return fact.about != ME and any(one.mine for one in asked)


def which_one(question: str, facts: Sequence[Fact]) -> frozenset[str]:
    """The name of the one whom a folded question means by age: who was told of so, or the only other one of two."""
    for sort, pattern in ASKED:
        if match := pattern.search(question):
            return frozenset(_meant(sort, SAME.get(match["who"], match["who"]), facts))
    return frozenset()


def _meant(sort: str, relation: str, facts: Sequence[Fact]) -> Iterator[str]:
    ones = {
        match["name"]: fact.text for fact in facts if (match := _of(fact)) and relation in (match["relation"], "one")
    }
    told = [name for name, text in ones.items() if _is_told(name, sort, text)]
    if len(told) == 1:
        yield from told
    elif not told and len(ones) == 2:
        others = [name for name, text in ones.items() if _is_told(name, OPPOSITE.get(sort, ""), text)]
        yield from (name for name in ones if others and name not in others)


def _of(fact: Fact) -> re.Match[str] | None:
    return OF.match(fact.value) if fact.about == ME and fact.kind == "family" and fact.is_open else None


def _is_told(name: str, sort: str, text: str) -> bool:
    """Whether the words that told of somebody say so of them."""
    if sort not in LIKE:
        return False
    by, of = LIKE[sort], re.escape(name)
    return bool(
        re.search(rf"\b(?:{by})(?: (?:{RELATIVE}))?,? (?:is |called |named )?{of}\b", text, re.I)
        or re.search(rf"\b{of}(?:'s| is| was|,),? (?:the |my |our )?(?:{by})\b", text, re.I)
    )
