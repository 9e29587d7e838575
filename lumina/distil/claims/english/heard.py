"""A clause for the tagger: whom it is about, as far as its grammar says, and what of it is so."""

import re
from collections.abc import Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.mentions import is_things
from lumina.distil.claims.english.relations import had, is_pet
from lumina.distil.claims.english.subjects import SUBJECTLESS, Spoken
from lumina.distil.claims.english.titled import is_strangers
from lumina.distil.claims.english.words import NAME, RELATION, SPECIES, is_name, normal_relation
from lumina.distil.claims.tagged.claims import Heard
from lumina.distil.claims.tagged.tagger import Value
from lumina.known import ME, Claim
from lumina.language.when.english import is_past

OWN = re.compile(r"(?:I|we)\b", re.I)
"""How a clause begins that is about the speaker."""
NOT = re.compile(r"\b(?:not|no|never|n't|\w+n't|nor|without)\b", re.I)
HATES_NOT = re.compile(r"\b(?:hate|hates|dislike|dislikes) not\b", re.I)
BY_NEGATION = frozenset(("dislikes", "habit", "skill", "allergy", "rel", "who", "belief"))
"""Kinds of what is said with a "not" and is so all the same, and people."""
PEOPLE = frozenset(("rel", "who"))
OF_SOMEBODY = re.compile(rf"(?:he|she|they|it)(?:'|\b)|(?:for|with) (?:my|me|our) (?:{RELATION})\b", re.I)
OF_THEIRS = re.compile(
    rf"(?:{NAME}|(?:my|me|our) (?:{RELATION}))'s (?:(?!(?:my|me|our|an?|the|got|only|just)\b)[\w-]+ )?(?:{RELATION}"
    rf"|{SPECIES})\b(?! and (?:I|me)\b)",
    re.I,
)
"""Somebody else's relative or animal is the subject."""
IT_IS_THEIRS = re.compile(rf"\b(?:that is|that's|it's|it is) {NAME}'s\b")
SOMEBODY = re.compile(rf"\b(?:{RELATION})\b|{NAME}", re.I)
"""Whoever may be meant by what is somebody else's."""
GIVES_ME = re.compile(r"\b(?:put|started|got|has|had) me (?:back )?on\b", re.I)
IMAGINED = re.compile(
    r"\bin my head\b|\bplay(?:s|ed|ing)? the (?:fool|field|victim|hero|part|role|lottery|system|odds)\b", re.I
)
CHANGE = re.compile(
    r"\b(?:moved|moving|new|now|start(?:ed|ing|s)?|switched|changed|became|become|left|got the|took over|swapped"
    r"|finally|just|since|these days|back in|back to|instead|transferr?ed|promoted|handed|signed|broke up|split)\b",
    re.I,
)
"""What tells that something has become so."""
IS = re.compile(
    r" *(?:(?:is|was|are|were|isn't|wasn't|has|had|can|will)\b|'s\b)(?! (?:my|me|our|where|what|how)\b)", re.I
)
SAYS = re.compile(r"\b(?:is|was|were|are|died|isn't|wasn't)\b", re.I)
"""A sentence of its own, and nobody's doing."""
OF_DOING = frozenset(("partner", "likes", "dislikes", "plan", "skill", "hobby", "habit"))
SHOWN = re.compile(
    r"(?:here's|here are|here is|that's|this is)\b|.*\blast (?:year|week|month|summer|winter|spring|night)\b", re.I
)
A_DAY = re.compile(r"^(?:the )?\d+(?:st|nd|rd|th)?$|\bmoved (?:up|back|forward) to\b", re.I)
"""A day alone, or that something has another."""
KINDRED = re.compile(
    rf"\b(?:{RELATION}|grand\w+|parents?|siblings?|kids|children|boys|girls|sons|daughters|brothers|sisters|twins"
    rf"|triplets"
    r"|family|in-laws|cousins|nieces|nephews|aunts|uncles|grandkids|couple|mum of|dad of|orphan"
    r"|foster\w*|adopted)\b(?!'s)",
    re.I,
)
DOWN = re.compile(r" (?:up|out|down|off|in)\b")
"""Behind what is no pastime: "curling up with a book"."""
ALL_CAN = re.compile(r"we (?:can|could)\b", re.I)
DOES_TO = re.compile(r"[^,.;]{0,30}\b(?:him|her|them)\b", re.I)
"""Behind what does something to somebody else: "penicillin brings her out in hives"."""
NO_ILL = re.compile(r"\b(?:nursing|nurse|trials?|research|ward|clinic|unit|charity|week|awareness)$", re.I)
OUTSIDE = re.compile(
    r"(?!(?:I|we|my|me|our|both|it|that|this|home|work|job|school|uni|college|office|shop|base|currently|name)\b)"
    r"(?:the |an? |only )?[\w-]+(?: [\w-]+){0,2}? (?:is|was|were|settles)\b",
    re.I,
)
"""Something else is the subject: "fynbos is at R165"."""
MINE_IS = re.compile(
    r"(?:my|me|our) (?!(?:job|work|trade|day job|course|degree|school|college|uni(?:versity)?|office|shop|firm|salon"
    r"|place|home|house|flat|family|folks|people|parents)\b)(?:[\w-]+ ){1,3}?(?:is|was|has|had|are|were|does|did"
    r"|\w{2,}s)\b",
    re.I,
)
"""Something or somebody of the person's is the subject: "our firstborn is reading law"."""
BODILY = frozenset(("health", "allergy"))
OF_THE_SPEAKER = frozenset(("home", "school", "workplace", "hometown", "job", "skill", "belief"))


def heard(clause: Clause, of: Sequence[Spoken], meant: str, found: Sequence[Claim]) -> Heard:
    """The clause for the tagger."""
    other = next((one.about for one in of if one.about != ME), "")
    subject = ME if OWN.match(clause.text) or GIVES_ME.search(clause.text) else other
    nobody = not subject and (OF_SOMEBODY.match(clause.text) or IMAGINED.search(clause.text))
    nobody = nobody or (not subject and not meant and SUBJECTLESS.match(clause.text))

    def states(value: Value) -> bool:
        before, _, behind = clause.said.partition(value.text)
        denied = NOT.search(before) and (value.kind not in BY_NEGATION or HATES_NOT.search(before))
        if value.text not in clause.said or denied:
            return False
        if value.kind in PEOPLE:
            named = value.kind != "who" or (is_name(value.text) and not is_things(before))
            return named and not is_strangers("", behind)
        if value.of_other and not (meant or other or SOMEBODY.search(clause.sentence)):
            return False
        theirs = not subject and IT_IS_THEIRS.search(clause.text)
        return not (nobody or theirs or OF_THEIRS.match(clause.text) or _is_else(value, clause, before, behind, other))

    changes = bool(CHANGE.search(clause.said))
    return Heard(lambda _: subject, meant, found, states, changes, _relation, is_name, had)


def _is_else(value: Value, clause: Clause, before: str, behind: str, about: str) -> bool:
    """Whether the words of a value say something else than what they are tagged as."""
    kind, text, own = value.kind, value.text, bool(OWN.match(clause.text))
    if (not own and SAYS.search(text)) or (kind in OF_DOING and not before.strip() and IS.match(behind)):
        return True
    outside = OUTSIDE.match(clause.text) or (kind != "home" and MINE_IS.match(clause.text))
    if kind in OF_THE_SPEAKER and not about and not value.of_other and outside:
        return True
    if kind == "plan":
        return bool(
            A_DAY.search(text) or SHOWN.match(clause.text) or (not about and not value.of_other and _is_over(before))
        )
    if kind == "family":
        return not KINDRED.search(text) or before.endswith("other ")
    return bool(
        (kind == "hobby" and DOWN.match(behind))
        or (kind == "skill" and ALL_CAN.match(clause.text))
        or (kind == "health" and NO_ILL.search(text))
        or (kind in BODILY and not about and not own and not value.of_other and DOES_TO.match(behind))
        or (kind == "pet" and is_pet(about))
    )


def _is_over(before: str) -> bool:
    return is_past(before, len(before), len(before))


def _relation(words: str) -> str:
    """What somebody is to the speaker; "" where the words say no such thing: an interview, a doctor's title."""
    return normal_relation(words) or (words.lower() if is_pet(words) else "")
