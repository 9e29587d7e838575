"""What is stated, lasts, and was understood by no rule: kept under its kind in the words in which it was said."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.rules import PIECES
from lumina.distil.claims.english.subjects import SUBJECTLESS, Spoken
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.kinds import kinds
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import JOB, KIN, NAME, NUMBER, RELATION, SPECIES, is_name
from lumina.language.when.english import PAST

PLAIN, ASKED_ABOUT = 0.7, 0.6
"""The confidence of what is asserted as it was said, and of what is first asked about."""
SAID_OF_OTHERS = frozenset(
    ("job", "skill", "home", "hometown", "health", "allergy", "school", "hobby", "event", "plan")
)
GENERAL = frozenset(("habit", "hobby", "event", "plan", "possession", "skill", "likes"))
"""Kinds under which anything can be said that is something closer as well."""
WHO_THERE_IS = frozenset(("family", "friend", "pet", "name"))
SAME = tuple(
    map(frozenset, (("skill", "school"), ("job", "workplace", "school"), ("home", "hometown"), ("health", "allergy")))
)
LONGEST, SHORTEST = 14, 2
"""Words of a value."""
OWN = re.compile(
    r"^(?:I|I'm|I've|we|we're|we've|my|me|our|both|nobody|in the future|me and)\b|^(?!(?:he|she|it|they|you"
    r"|this|that|these"
    r"|those|there|who|what|which|his|her|their|your|the|a|an|someone|somebody|everyone|people|nobody|nothing"
    r"|god|not)\b)",
    re.I,
)
"""What the person says of themselves, with or without a word for it."""
OF_ANOTHER = re.compile(r"^\w+ (?:himself|herself|themselves)\b", re.I)
"""What somebody who is not named here did for themselves: "bought himself a boat"."""
FIRST_PERSON = re.compile(r"(?:I|we|my|me|our|I'm|I've|we're|we've)\b", re.I)
NOT_SAID = re.compile(
    r"\b(?:you|your|you're|yours|someone|somebody|lol|haha+|ha|wow|omg|smh|ugh|as if|dreaming|joke|bet|literally dying"
    r"|imagine|^keep (?:\w+ing|it|on|up|at|your|those)|story|in my head|like a|hate|hates|feel|feels"
    r"|feeling|so tired|knackered|asleep|awake|in bits|parked)\b",
    re.I,
)
MOMENT = re.compile(
    r"\b(?:tonight|right now|just now|this (?:morning|afternoon|evening|minute)|since morning|all (?:day|night|morning)"
    r"|at the minute|hour shift|is over|today|yesterday|last night)\b",
    re.I,
)
"""What is so for the moment only, but for what happens once and for good."""
NEGATED = re.compile(r"\b(?:not|no|never|none|nor|\w+n't|without)\b", re.I)
BY_NEGATION = frozenset(("skill", "habit", "event", "job", "family"))
LED = re.compile(r"^(?:(?:I|we|me)(?:'m|'ve|'re| am| are| have)? |and |so |also |just |my )+", re.I)
TRAILS = re.compile(
    r"[,;]? (?:btw|lol|haha+|x+|(?<!\bmy )(?<!\byour )(?<!\bhis )(?<!\bher )(?<!\btheir )mind"
    r"|like|though|tho|anyway|so yeah|yeah|you know|innit|pal|love|mate|bismillah"
    r"|inshallah"
    r"|guess so|imagine)$",
    re.I,
)
WORTH_KEEPING = 4
"""Words that a statement about somebody else has at least."""
PASSING = re.compile(
    r"^(?:I'm|I am|I've been) (?:name|the|so|very|too|just|really|good|fine|well|a saint|coming|going|late|here"
    r"|there|off|out|back|up|down"
    r"|being|having|sat|sitting|asking|saying|looking|not)\b|^I (?:just )?(?:say|said|ask|asked|tell|told|think"
    r"|thought|want|wanted"
    r"|call|called|text|texted|ring|rang|know|knew)\b|^(?:I )?name is\b|^(?:I )?(?:\w+ )?sons? are\b",
    re.I,
)
"""What somebody says or is at the moment."""
YEARS = rf"(?:{NUMBER}|a few|couple of|many|several)[ -](?:years?|yrs)|since (?:19|20)\d\d|since I (?:left|got|was)"
GOT_INTO = re.compile(r"\bgot me (?:hooked|into|started)\b|\bfrom me\b", re.I)
"""What somebody else is the subject of, and is the person's all the same."""
BODILY = frozenset(("health", "allergy"))
"""Kinds of which each word is about one body."""
CARERS = r"doctor|doc|gp|consultant|nurse|specialist|dentist|physio|optician|surgeon|midwife|therapist"
OTHERS = re.compile(
    rf"\b(?!(?:{CARERS})\b)(?:{RELATION}|{KIN}|shift lead|(?:[\w-]+ )?nurse|people|friends|folks?"
    rf"|kids|children|parents)\b"
    rf"|\b(?!(?:Dr|Doctor|Mr|Mrs|Ms)\b){NAME}(?=,|'s| (?:is|has|got|was|had|does)\b)"
    r"|(?-i:\b[A-Z]{2,}'S\b)|\b(?!(?:it|that|there|what|here|doctor|doc)')\w+'s (?=expecting"
    r"|pregnant)|\b(?:each|every|brush) (?=stroke)",
    re.I,
)
"""Somebody else, before what is said of a body: "Flatmate Priyanka is allergic", "since Winston's stroke"."""
MINE_AT_FIRST = re.compile(r"(?:I|I'm|I've|we|we're|we've)\b(?!.*\bsince\b)|both\b", re.I)
IT_IS_THEIRS = re.compile(rf"\b(?:that is|that's|it's|it is) {NAME}'s\b")
PLURAL = re.compile(r"(?:my|our) (?:kids|children|parents|grandkids|boys|girls|lads|sons|daughters)\b", re.I)
"""Several of the person's, who are the subject."""
SURNAME = re.compile(r"^(?:I )?(?!I\b)(?P<name>[A-Z][a-zà-ÿ]+)(?P<is>'s)? (?P<rest>(?![A-Z]).+)$")
BY_NAME = re.compile(rf"^(?P<name>{NAME}) (?P<rest>.+)$")


@dataclass(frozen=True, slots=True)
class Frame:
    """What shows that a clause states something of this kind that lasts."""

    kind: str
    frame: re.Pattern[str]
    about: re.Pattern[str]
    candidate: bool

    def found_in(self, text: str) -> bool:
        match = self.frame.search(text)
        return bool(match) and bool(self.about.search(text))

    def is_anothers(self, text: str) -> bool:
        """Whether what it says of a body, or of what can be done, is said of somebody else than the speaker."""
        if self.kind == "skill" and PLURAL.match(text):
            return True
        about = self.about.search(text) if self.kind in BODILY else None
        return bool(about) and not MINE_AT_FIRST.match(text) and bool(OTHERS.search(text[: about.end()]))


@cache
def frames() -> tuple[Frame, ...]:
    table = tomllib.loads(files("lumina.distil.claims.english").joinpath("stated.toml").read_text(encoding="utf-8"))
    return tuple(
        Frame(kind, _pattern(row["frame"]), _pattern(row["about"]), row.get("candidate", False))
        for kind, rows in table.items()
        for row in rows
    )


def _pattern(text: str) -> re.Pattern[str]:
    pieces = {
        "<I>": r"(?:(?:I|we)(?:'ve| have)? (?:really |just |also |still |mostly |mainly |always |only )*)?",
        "<YEARS>": YEARS,
        "<SPECIES>": SPECIES,
        "<JOB>": JOB,
        "<REL>": RELATION,
        "<PASTIME>": PIECES["<PASTIMES>"],
        "<ILL>": PIECES["<ILL>"].replace("?P<value>", "?:"),
    }
    for name, piece in pieces.items():
        text = text.replace(name, piece)
    return re.compile(text, re.I)


def stated(
    clause: Clause, spoken: Sequence[Spoken], found: Sequence[Claim], of_others: bool = False
) -> Iterator[Claim]:
    """The facts that the clause states as it stands; `found` is what rules read out of it, `of_others` whether somebody
    else was spoken of just before, and a clause without a subject may be about them."""
    told = [claim for claim in found if claim.type is ClaimType.FACT]
    whole = clause.text
    if len(whole.split()) < SHORTEST or NOT_SAID.search(whole) or any("died" in claim.value for claim in told):
        return
    if of_others and not FIRST_PERSON.match(whole) and all(one.about == ME for one in spoken):
        return
    about, text = _whose(whole, spoken)
    if any(claim.about == ME and claim.value == about for claim in told):
        return
    if about == ME and (not OWN.match(whole) or OF_ANOTHER.search(whole) or SUBJECTLESS.match(whole)):
        return
    known = {near for claim in told if claim.about == about for near in _near(claim.kind)}
    for frame in frames():
        if frame.kind in known or not _may_be(frame, text, about) or not frame.found_in(text):
            continue
        if about == ME and (frame.is_anothers(text) or IT_IS_THEIRS.search(text)):
            continue
        known |= _near(frame.kind)
        sure = ASKED_ABOUT if frame.candidate or not kinds()[frame.kind].many else PLAIN
        yield Claim(ClaimType.FACT, about, frame.kind, _trimmed(text), clause.sentence, sure, Mode.IS)
    if about != ME and not known:
        yield from _of_somebody(about, text, clause)


def _of_somebody(about: str, text: str, clause: Clause) -> Iterator[Claim]:
    """What is said of somebody else and tells of nothing that has a kind: what befell them, or what they do."""
    if MOMENT.search(text) or NEGATED.search(text) or len(text.split()) < WORTH_KEEPING or PASSING.search(text):
        return
    if surname := SURNAME.match(text):
        about, text = f"{about} {surname['name']}", f"{'is ' if surname['is'] else ''}{surname['rest']}"
    kind = "event" if PAST.search(text) else "habit"
    yield Claim(ClaimType.FACT, about, kind, _trimmed(text), clause.sentence, ASKED_ABOUT)


def _whose(whole: str, spoken: Sequence[Spoken]) -> tuple[str, str]:
    """Whom the clause is about, and what it says of them."""
    others = next((one for one in spoken if one.about != ME), None)
    if GOT_INTO.search(whole):
        return ME, whole
    if others:
        return others.about, others.text
    named = BY_NAME.match(whole)
    if named and is_name(named["name"]) and named["name"].lower() in word_list("names.en"):
        return named["name"], named["rest"]
    return ME, whole


def _may_be(frame: Frame, text: str, about: str) -> bool:
    if about != ME and frame.kind not in SAID_OF_OTHERS:
        return False
    if frame.kind != "event" and MOMENT.search(text):
        return False
    return frame.kind in BY_NEGATION or not NEGATED.search(text)


def _near(kind: str) -> frozenset[str]:
    """Kinds under which the same is not kept twice; that somebody is there says nothing of what they do."""
    if kind in WHO_THERE_IS:
        return frozenset((kind,))
    return GENERAL | {kind, *(near for pair in SAME if kind in pair for near in pair)}


def _trimmed(text: str) -> str:
    before = ""
    value = LED.sub("", text)
    while before != value:
        before, value = value, TRAILS.sub("", value).strip(" ,.;:!-–—")
    return " ".join(value.split()[:LONGEST])
