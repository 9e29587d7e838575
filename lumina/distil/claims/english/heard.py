"""A clause for the tagger: whom it is about, as far as its grammar says, and what of it is so."""

import re
from collections.abc import Sequence

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.mentions import is_things
from lumina.distil.claims.english.relations import had, is_pet
from lumina.distil.claims.english.subjects import SUBJECTLESS, Spoken
from lumina.distil.claims.english.titled import is_strangers
from lumina.distil.claims.english.whereabouts import PLACES, is_no_place_of_theirs
from lumina.distil.claims.tagged.claims import Heard
from lumina.distil.claims.tagged.tagger import Value
from lumina.known import ME, Claim
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import NAME, RELATION, SPECIES, is_name, normal_relation
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
ACTS = re.compile(
    r"(?: (?:at|in|from|on|down) [\w' ]{1,25}?)? (?:told|said|says|was|is|has|had|gave|asked|thinks|reckons|let|made"
    r"|came|got"
    r"|wants|never|didn't|won't|just|keeps|shouted)\b",
    re.I,
)
"""Behind a trade: whoever has it is the subject."""
OUTSIDE = re.compile(
    r"(?!(?:I|we|my|me|our|both|it|that|this|home|work|job|school|uni|college|office|shop|base|currently|name)\b)"
    r"(?:the |an? |only )?[\w-]+(?: [\w-]+){0,4}? (?:is|was|were|settles)\b",
    re.I,
)
"""Something else is the subject: "fynbos is at R165"."""
MY_ONE = re.compile(
    r"(?:my|our) (?!(?:[\w-]+ )?(?:home|house|flat|place|office|shop|work|job|school|college|uni|university|hometown"
    r"|town"
    r"|village|family|parents|people|roots|employer|company|firm|base|course|degree|studies|thesis|phd|major|trade"
    r"|profession|business|salon|studio|garage|workplace|surgery|ward|class|subject)\b)"
    r"(?:[\w-]+ ){0,2}?[\w-]+(?:'s| is| was| has)\b",
    re.I,
)
"""Whoever it is that is the speaker's is the subject: "our firstborn is reading law"."""
ANOTHERS = re.compile(
    r"\b(?:(?:chat\w*|talk\w*|speak\w*|spoke|spoken|listen\w*|married|engaged|sat|sitting|next|according) (?:to|with)"
    r"|met|saw|see|know|knew|asked|told|rang|called|phoned|need|hire|hired|paid|pay|dating|seeing) (?:(?:an?|the|this"
    r"|some)"
    r" (?:[\w-]+ ){0,2})?$",
    re.I,
)
"""Before a trade that somebody else has."""
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
            named = value.kind != "who" or (
                is_name(value.text) and not is_things(before) and not _is_whose(value.text, before, behind)
            )
            return named and not is_strangers("", behind)
        if value.of_other and not (meant or other or SOMEBODY.search(clause.sentence)):
            return False
        theirs = not subject and IT_IS_THEIRS.search(clause.text)
        return not (nobody or theirs or OF_THEIRS.match(clause.text) or _is_else(value, clause, before, behind, other))

    changes = bool(CHANGE.search(clause.said))
    return Heard(lambda _: subject, meant, found, states, changes, _relation, is_name, had)


def _is_whose(name: str, before: str, behind: str) -> bool:
    """Whether a name only says whose a place is, or which: "teacher at Sam's school", "my uncle lives near Bath"."""
    placed = re.search(r"\b(?:at|near|from|in|outside) $", before) is not None
    return placed and (behind.startswith("'s ") or name.lower() in word_list("places.en"))


def _is_else(value: Value, clause: Clause, before: str, behind: str, about: str) -> bool:
    """Whether the words of a value say something else than what they are tagged as."""
    kind, text, own = value.kind, value.text, bool(OWN.match(clause.text))
    mine = not about and not value.of_other
    if (not own and SAYS.search(text)) or (kind in OF_DOING and not before.strip() and IS.match(behind)):
        return True
    if kind in OF_THE_SPEAKER and mine and (OUTSIDE.match(clause.text) or MY_ONE.match(clause.text)):
        return True
    if kind in PLACES:
        return is_no_place_of_theirs(value, clause, before, behind, about)
    if kind == "plan":
        return bool(A_DAY.search(text) or SHOWN.match(clause.text) or (mine and _is_over(before)))
    if kind == "family":
        return not KINDRED.search(text) or before.endswith("other ")
    return bool(
        (kind == "hobby" and DOWN.match(behind))
        or (kind == "skill" and ALL_CAN.match(clause.text))
        or (kind == "health" and NO_ILL.search(text))
        or (kind in BODILY and not about and not own and not value.of_other and DOES_TO.match(behind))
        or (kind == "pet" and is_pet(about))
        or (kind == "job" and (ANOTHERS.search(before) or (not own and not before.strip() and ACTS.match(behind))))
    )


def _is_over(before: str) -> bool:
    return is_past(before, len(before), len(before))


def _relation(words: str) -> str:
    """What somebody is to the speaker; "" where the words say no such thing: an interview, a doctor's title."""
    return normal_relation(words) or (words.lower() if is_pet(words) else "")
