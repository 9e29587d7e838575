"""Whose what is left open is: that "she's due" is said of somebody, and a birthday is somebody's."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.english.clauses import Clause
from lumina.known import ME, Claim, ClaimType
from lumina.language.plain_english.words import RELATION, is_name

ONE_DOES = re.compile(r"^(?:she|he)\b(?!'d)(?P<does>.*)$", re.I)
NEAR = 12
"""Letters at most between whoever has something and what it is."""

DATED = re.compile(r"(?P<what>[^(]*?)(?P<day> \([^()]*\))?$")
HAS = re.compile(
    r"(?:(?:and|but|so|oh|well|also|then|now) )*(?:(?:my|our) )?"
    rf"(?P<who>(?-i:[A-Z][a-zà-ÿ]+)|(?:{RELATION})(?: (?-i:[A-Z][a-zà-ÿ]+))?)"
    r"(?:(?:'s| is| are| was)(?: (?:having|got|getting|(?:going |booked )?in for|due|facing))|(?: has| have)(?: got)?)"
    r" (?!(?:married|engaged|divorced|promoted|sacked|fired|worse|better|old|bored|sick of|back|home|up)\b)",
    re.I,
)
"""Whoever has what happens, for its subject: "my mum is having a hip op"."""

HAVING = re.compile(r"^(?:having|getting) (?:(?:an?|the|his|her|their) )?", re.I)
NOBODYS = re.compile(r"(?:(?:\d+\w*|big|next) )?(?:birthday|bday|due date)$", re.I)
"""What is nothing without somebody whose it is."""


def with_owners(
    claims: Sequence[Claim], stated: Sequence[Clause], meant: Callable[[Clause, Sequence[Clause]], str]
) -> Iterator[Claim]:
    """The claims; of what is left open, and what happens, by a pronoun, with whom it means. Where that is nobody who is
    known, it is left out if it is nothing without."""
    for one in claims:
        happens = one.type is ClaimType.FACT and one.kind == "event" and one.about == ME and one.until
        if one.type is not ClaimType.LOOP and not happens:
            yield one
        elif named := _had_by(one) or _named(one, stated, meant):
            yield named


def _had_by(one: Claim) -> Claim | None:
    """With whose it is; None where it does not stand right behind somebody who has it."""
    has, told = HAS.match(one.text), DATED.match(one.value)
    if not has or not told:
        return None
    who = has["who"]
    what = HAVING.sub("", told["what"])
    behind = one.text[has.end() :].lower()
    is_theirs = what and who.lower() not in what.lower() and 0 <= behind.find(what.lower()) <= NEAR
    if not is_theirs or not (who[:1].islower() or is_name(who) or re.match(RELATION, who, re.I)):
        return None
    return replace(one, value=f"{who}'s {what}{told['day'] or ''}")


def _named(one: Claim, stated: Sequence[Clause], meant: Callable[[Clause, Sequence[Clause]], str]) -> Claim | None:
    told = DATED.match(one.value)
    what, day = (told["what"], told["day"] or "") if told else (one.value, "")
    does = ONE_DOES.match(what)
    said = what if does else rf"(?:his|her) (?:[\w-]+ )?{re.escape(what)}"
    for place, clause in enumerate(stated):
        found = (
            re.search(said if not does else r"(?:she|he)\b", clause.said, re.I) if clause.sentence == one.text else None
        )
        if found is None or (not does and found.start() and clause.said[found.start() - 1].isalnum()):
            continue
        who = meant(replace(clause, text=clause.said[found.start() :]), stated[:place])
        if who:
            owned = does["does"] if does else f"'s {what}"
            return replace(one, value=f"{who}{owned}{day}")
        return None if does or NOBODYS.fullmatch(what) else one
    return one
