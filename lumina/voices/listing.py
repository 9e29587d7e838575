"""What of the facts answers an English question for all of a sort: all children, all pets, all who live with one."""

import re
from typing import Final

from lumina.language.scripts import fold
from lumina.voices.material import Material, Told
from lumina.voices.stating import BRACKETED

ASKED: Final = r"\b(?:what|which|how many|name|names|list|who|all)\b.*\b"
HOME: Final = re.compile(
    r"\bwho(?: all| else)? (?:do i (?:live|have (?:living )?(?:at|in|with))|lives? (?:with (?:me|us)"
    r"|here|at home|in (?:my|our))"
    r"|(?:is|are|'s) (?:living )?(?:at home|in (?:my|our|the) (?:house|flat|family|household)))\b"
    r"|\b(?:name|list)\b.*\b(?:live with me|at home|(?:house|family|household))\b"
)
SORTS: Final = {
    "pet": re.compile(rf"{ASKED}(?:pets|animals)\b"),
    "child": re.compile(rf"{ASKED}(?:kids|children)\b"),
    "home": HOME,
}
"""How all of a sort are asked for, over folded text."""

CHILD: Final = re.compile(r"\b(?:child|son|daughter|baby|kid|twin)s?\b(?!-)")
WITH_ONE: Final = re.compile(r"\b(?:wife|husband|partner|boyfriend|girlfriend|flatmate|housemate|roommate)\b")
ANOTHERS: Final = re.compile(r"\b(?:his|her|their|your|\w+'s) (?:own )?(?:kids|children|pets|animals|house|family)\b")


def asks_for_all(said: str) -> bool:
    """Whether all of a sort are asked for."""
    folded = fold(said)
    return any(pattern.search(folded) for pattern in SORTS.values()) and not ANOTHERS.search(folded)


def all_of_the_sort(material: Material) -> list[Told]:
    """The facts that name one of the sort that is asked for; none where no sort is."""
    said = fold(material["said"])
    sort = next((name for name, pattern in SORTS.items() if pattern.search(said)), "")
    if not sort or ANOTHERS.search(said):
        return []
    own = [fact for fact in material["facts"] if not fact["about"] and not fact["past"]]
    return [fact for fact in own if _is_of(sort, fact)]


def _is_of(sort: str, fact: Told) -> bool:
    found = BRACKETED.fullmatch(fact["value"])
    what = fold(found[2]) if found else ""
    is_child = fact["kind"] == "family" and CHILD.search(what) is not None
    if sort == "child":
        return is_child
    if sort == "pet":
        return fact["kind"] == "pet"
    return is_child or fact["kind"] == "pet" or (fact["kind"] in {"partner", "friend"} and bool(WITH_ONE.search(what)))
