"""A part that one had, a captain's or a treasurer's, and a diet, once they are laid down."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.subjects import Spoken
from lumina.known import ME, Claim, ClaimType, Mode

LIKELY = 0.75
BACK_TO = re.compile(
    r"\b(?:(?P<meat>eat(?:s|ing)? (?:meat|chicken|fish|bacon|beef) again|back (?:on|to eating) meat)"
    r"|(?P<drink>drinking again)|(?P<gluten>(?:eating|(?:can|able to) eat) (?:bread|gluten|pasta|wheat) again)"
    r"|(?P<smoke>smoking again))\b",
    re.I,
)
DIETS = {
    "meat": ("vegetarian", "vegan", "veggie", "pescatarian", "plant-based"),
    "drink": ("teetotal", "sober", "doesn't drink"),
    "gluten": ("gluten-free", "gluten free"),
    "smoke": ("non-smoker", "doesn't smoke"),
}
OFFICE = (
    r"(?:captain|vice-captain|chair|chairman|chairwoman|chairperson|secretary|treasurer|president|vice-president"
    r"|leader|governor|organiser|organizer|coach"
    r"|manager|editor|warden|councillor|steward|scout leader|team leader|committee member|trustee|director"
    r"|conductor|head [\w ]{2,20})"
)
LAID_DOWN = re.compile(
    r"^I(?:'ve| have|'m| am)? ?(?:just |finally |now )*(?P<how>(?:stepped|stood|stepping|standing"
    rf"|step) down (?:as|from being)|resigned as|retired as|(?:no longer|not) (?:the )?(?={OFFICE}))"
    rf" ?(?:the )?(?P<what>{OFFICE})\b",
    re.I,
)
ENDED_OFFICE = re.compile(r"\b(?:any ?more|no longer|down|resigned|retired)\b", re.I)


def laid_down_in(clause: Clause, of: Sequence[Spoken]) -> Iterator[Claim]:
    """A part that the person lays down, and a diet that they do."""
    if of and of[0].about != ME:
        return
    office = LAID_DOWN.match(clause.said)
    if office and ENDED_OFFICE.search(clause.sentence):
        told = f"{office['how'].strip()} {office['what']}"
        told = f"no longer {office['what']}" if told.startswith(("not", "no longer")) else told
        for kind in ("job", "hobby", "habit"):
            yield Claim(ClaimType.FACT, ME, kind, office["what"], clause.sentence, LIKELY, Mode.ENDS, replaces=told)
    if (back := BACK_TO.search(clause.said)) and re.match(r"I\b|we\b|back\b|eating\b", clause.said, re.I):
        kept = next(name for name, told in back.groupdict().items() if told)
        for diet in DIETS[kept]:
            yield Claim(ClaimType.FACT, ME, "habit", diet, clause.sentence, LIKELY, Mode.ENDS)
