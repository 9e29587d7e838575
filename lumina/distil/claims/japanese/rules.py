"""What a rule is: a pattern of a sentence, the kind of fact that it tells, and how its value is taken out of it."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lumina.distil.claims.japanese.phrases import phrase, whole
from lumina.known import Mode

IS = r"(?:です|だ|や|なん|っす|でし|なの|じゃ|でござい|やねん|であ|ですね)"
DOES = (
    r"(?:を)?(?:して(?:い)?(?:る|ます|おり(?!ました)|まして|て)|してん|しとる|しとり|してる|やって(?:い)?(?:る|"
    r"ます|まして|て)|やってん|やっとる|やっとり|やりよる|しよる)"
)
DID = (
    r"(?:を)?(?:して(?:い|おり)?(?:た|ました)|しとった|しとりました|やって(?:い)?(?:た|ました)|"
    r"やっとった|だった|やった|でした)"
)
LEARNT = r"(?:が)?(?:ある|あります|いる|います|おる|おります)"


@dataclass(frozen=True, slots=True)
class Rule:
    """`v` in the pattern is what is caught, `taken` makes the value of it. `shown` is the value where that is more than
    what was caught (\\g<v> stands in it). `ends`: what was caught holds no more."""

    kind: str
    pattern: re.Pattern[str]
    confidence: float
    mode: Mode
    taken: Callable[[str], str]
    shown: str
    ends: bool = False


def rule(
    kind: str,
    pattern: str,
    confidence: float = 0.8,
    mode: Mode = Mode.IS,
    taken: Callable[[str], str] | None = None,
    shown: str = "",
    *,
    ends: bool = False,
) -> Rule:
    """A rule; its value is the noun phrase that it caught, if nothing else is said."""
    return Rule(kind, re.compile(pattern), confidence, mode, taken or (whole if shown else phrase), shown, ends)


def values(found: Rule, match: re.Match[str]) -> Iterable[str]:
    """The values of a match, none if what it caught is no such thing."""
    caught = match.expand(found.shown) if found.shown else match["v"] or ""
    value = found.taken(caught)
    return [value] if value else []
