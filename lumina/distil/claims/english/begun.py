"""What has begun, or begun again: whom the person is with now, what they eat, drink or do once more, and what the
animals that came to them are called."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import EMPTY, clean
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.plain_english.words import MATE, NAME, SPECIES, is_name, normal_relation

SURE, LIKELY, WHOLE = 0.8, 0.72, 0.9
END = r"(?= *(?:$|[,.!;?]|\b(?:and|but|so|because|cos|since)\b))"
TOGETHER = re.compile(
    rf"(?:^|[,;:] ?|\b(?:and|but|so|that|well|anyway) )(?:(?:me|us) and (?P<one>{NAME})|(?P<other>{NAME}) and (?:I|me))"
    r"(?:'re| are| have been|'ve been) (?:(?:now|officially|sort of|kind of|properly|finally|actually) )*"
    r"(?P<how>going out(?= (?:now|these days|together)\b| *[.!]|$)|seeing each other|together|back together|an item"
    r"|a couple|a thing|official|dating|courting)"
    rf"(?: now| again| these days| properly| together)*{END}",
    re.I,
)
"""Who is a couple with the person."""
SEEING = re.compile(
    r"^I(?:'ve| have|'m| am)? (?:(?:just|also|now) )*(?:started|begun|been)? ?(?:seeing|dating|going out with)"
    rf" (?P<name>{NAME})(?! (?:tonight|today|tomorrow|on|at|next|about|this|later|for)\b)",
    re.I,
)
NOT_YET = re.compile(r"\b(?:not|never|used to|were|if|almost|nearly|\w+n't)\b", re.I)
IS_MINE = re.compile(
    rf"^(?:he|she|they)(?:'s| is|'re| are) (?:(?:now|officially|definitely|actually|technically|basically|sort of"
    rf"|totally) )*my (?:new )?(?P<who>{MATE})(?! (?:of|said|says|and I)\b)(?!'s \w)",
    re.I,
)
"""Somebody of whom was spoken is the person's partner."""
OWN_NOW = re.compile(
    rf"^(?:(?P<name>{NAME})(?:'s| is) (?:(?:now|officially|finally|legally|all|really|properly) )+(?:mine|ours)\b"
    rf"|(?:I|we)(?:'ve| have)? (?:(?:just|finally|officially) )*adopted (?P<adopted>{NAME})(?= *(?:$|[,.!])))",
    re.I,
)
ADOPTED = re.compile(r"\b(?:rescue|adopt\w*|foster\w*|home ?check|shelter|papers|pound|kennels?|microchip\w*)\b", re.I)
AGAIN = re.compile(
    r"^(?:(?:I|we)(?:'m|'re|'ve| am| are| have)? )?(?:(?:actually|also|even|just|now|started|gone back to|back to"
    r"|back|been) )*"
    r"(?P<does>(?:drink|eat|tak|take|smok|smoke|vap|vape|hav|have|us|use|play|run|swim|rid|ride|knit|paint|cycl|cycle|sing|danc|dance|bowl|fish|climb|sew|writ|write)(?:ing|s)?)"
    rf" (?P<what>(?!(?:it|that|this|part|place|care|time)\b)[a-z][\w' -]{{1,28}}?) again(?: now)?{END}",
    re.I,
)
"""What is done, or had, once more."""
BACK_ON = re.compile(
    r"^(?:(?:I|we)(?:'m|'re|'ve| am| are| have)? )?(?:(?:now|gone|went|already|officially) )*back on (?:the )?"
    rf"(?P<what>coffee|tea|sugar|meat|fags|cigarettes|ciggies|booze|beer|wine|gin|chocolate|dairy|gluten|bread|caffeine|vape|carbs)\b{END}",
    re.I,
)
GIVEN_UP = (
    "gave up",
    "given up",
    "quit",
    "stopped",
    "off",
    "no",
    "doesn't drink",
    "doesn't eat",
    "doesn't have",
    "doesn't take",
)
"""How what one had given up was told."""
SOME = re.compile(
    rf"\b(?:two|three|four|some|a pair of|a couple of|both) (?:(?!and\b)[\w-]+ )?(?P<what>{SPECIES})s\b", re.I
)
NAMED = re.compile(
    r"^(?:they're|they are|we've|I've|we|I|she's|he's)? ?(?:called|named|called them|named them|calling them)"
    rf" (?P<one>{NAME})(?:, (?P<two>{NAME}))?,? (?:and|&) (?P<last>{NAME})",
    re.I,
)


def begun_in(clause: Clause, of: Sequence[Spoken], earlier: Sequence[Clause]) -> Iterator[Claim]:
    """That the person is somebody's partner now, has again what they had given up, or what their animals are called."""
    about, text = of[0].about if of else ME, bare(clause.said)
    if (pair := TOGETHER.search(clause.sentence) or SEEING.match(text)) and not NOT_YET.search(clause.said):
        groups = pair.groupdict()
        name = groups.get("one") or groups.get("other") or groups.get("name") or ""
        if is_name(name) and name in clause.sentence[: pair.end()] and clause.said in clause.sentence:
            yield Claim(ClaimType.FACT, ME, "partner", name, clause.sentence, LIKELY)
    if (mine := IS_MINE.match(text)) and not NOT_YET.search(text) and about == ME:
        yield Claim(ClaimType.FACT, ME, "partner", normal_relation(mine["who"]), clause.sentence, WHOLE)
    if about == ME and (again := AGAIN.match(text) or BACK_ON.match(text)) and not NOT_YET.search(text):
        yield from _again(again, clause)
    yield from _animals(clause, text, earlier)
    yield from _fostered(clause, text)


def _fostered(clause: Clause, text: str) -> Iterator[Claim]:
    """That an animal that was only looked after is the person's own."""
    own = OWN_NOW.match(text)
    name = (own["name"] or own["adopted"]) if own else ""
    if is_name(name) and not NOT_YET.search(text):
        yield Claim(ClaimType.FACT, ME, "pet", "fostering", clause.sentence, SURE, Mode.ENDS)
        if ADOPTED.search(clause.sentence):
            yield Claim(ClaimType.FACT, ME, "pet", f"{name} (adopted)", clause.sentence, WHOLE)


def coupled(clause: Clause, meant: str) -> str:
    """Whoever was spoken of lately, where a clause says that they are the person's partner."""
    return meant if IS_MINE.match(clause.text) else ""


def _again(again: re.Match[str], clause: Clause) -> Iterator[Claim]:
    """What is had again, and that it is given up no more."""
    what = clean(again["what"])
    if EMPTY.match(what):
        return
    does = again.groupdict().get("does") or "back on"
    for kind in ("habit", "event"):
        for how in GIVEN_UP:
            yield Claim(ClaimType.FACT, ME, kind, f"{how} {what}", clause.sentence, SURE, Mode.ENDS)
    yield Claim(ClaimType.FACT, ME, "habit", f"{does.lower()} {what} again", clause.sentence, SURE)


def _animals(clause: Clause, text: str, earlier: Sequence[Clause]) -> Iterator[Claim]:
    """Two or three that were just told of, by their names."""
    named = NAMED.match(text)
    some = (
        next((found for one in (clause, *reversed(earlier[-2:])) if (found := SOME.search(one.sentence))), None)
        if named
        else None
    )
    if named and some:
        for name in (named["one"], named["two"], named["last"]):
            if name and is_name(name):
                yield Claim(ClaimType.FACT, ME, "pet", f"{name} ({some['what'].lower()})", clause.sentence, SURE)
