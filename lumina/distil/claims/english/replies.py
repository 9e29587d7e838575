"""What one likes, has, can do or suffers from, in answer to a question for it, in a word or two: "Any food you won't
touch?" "Aubergine. Slimy." """

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from lumina.distil.claims.english.clauses import Clause, plain
from lumina.distil.claims.english.misread import as_meant
from lumina.distil.claims.english.values import EMPTY, STUMP, clean
from lumina.distil.claims.tagged.claims import ASKED_ABOUT
from lumina.known import ME, Claim, ClaimType
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import RELATION, SPECIES
from lumina.models import Role, Turn

SURE = 0.72
"""The confidence of what is answered so; the question says what it is."""
LONGEST = 6
"""Words of an answer."""


@cache
def asked() -> Mapping[str, re.Pattern[str]]:
    """By which questions each kind is asked for, as replies.toml has them."""
    text = files("lumina.distil.claims.english").joinpath("replies.toml").read_text(encoding="utf-8")
    return {kind: re.compile("|".join(says), re.I) for kind, says in tomllib.loads(text).items()}


LED = re.compile(
    r"^(?:(?:oh|ooh|ah|well|just|only|it's|it is|it has to be|has to be|got to be|is|that's|that'd be|mostly|mainly"
    r"|erm|um"
    r"|yeah|yes|aye|yep|always|probably|definitely|obviously|easy|hm+|honestly|say|I'd say|I like|I love|I play|I do"
    r"|I have|I've got|I've|I hate|got|have|a bit of|bit of|lots of|loads of|plenty of|my|me|and|with|some|still|now"
    r"|these days|at the moment|currently|these|either|any)[,!]? )+",
    re.I,
)
FIRST = re.compile(r"^[^,.!?;:()…—–]+?(?= - |[,.!?;:()…—–]|$)")
PLACED = re.compile(
    r"(?<=\w) (?:since|because|cos|but|so|which|if|when|though|for|at \d|till|until|who|that)\b.*$", re.I
)
NO_ANSWER = re.compile(
    r"^(?:forget|remember|delete|scrap|ignore|stop|wait|no|nope|nah|not|never|nothing|nobody|none|don't|dunno|why|you|your|depends|guess|fine|good|ok|okay|tired"
    r"|both|same"
    r"|thanks?|thank you|the usual|it|this|that|today|tonight|now|sleep|well|haha+|lol|secret|maybe|what|who|where"
    r"|when|how"
    r"|which|if|as|like|ask|let me|hard to say|everything|anything|all sorts|all of (?:it|them)|too (?:many|much)"
    r"|plenty"
    r"|lots|loads|bits and bobs|mixed|grand|bad|better|worse|up and down|not so|so-so|alright|all right|knackered"
    r"|rough|sore"
    r"|work|working|him|her|them|me|us|he|she|they|we|I|people|water|payday|my (?:kids?|work|job|boss|ex)|the kids?"
    r"|oh|god|christ|jesus"
    r"|o+h+|a+h+|h*m+|e+r+m?|u+m+|gosh|blimey|crikey|lord|wow|hey|phew|eek|yes|yeah|aye|yep|sure|indeed|true|exactly"
    r"|right|sorry|please|there|here|back|tell me|\d+)\b(?!-)",
    re.I,
)
VERBAL = re.compile(
    r"\b(?:I|we|he|she|it|they|you|is|are|was|were|am|be|been|has|had|does|did|will|would|can|could|should|see|get"
    r"|gets|go"
    r"|goes|went|come|comes|came|need|needs|want|wants|said|says|think|know|knows|feel|make|makes|take|takes|let"
    r"|lets|put"
    r"|\w+n't)\b|'(?:s|m|re|ve|ll|d)\b(?! \w+$)",
    re.I,
)
SOUND = {
    "pet": re.compile(rf"\b(?:{SPECIES}|kelpie|heeler|basset|parrot|macaw)s?\b", re.I),
    "hobby": re.compile(r"\w{3}"),
    "allergy": re.compile(r"\w{3}"),
}
"""What the answer must have in it."""
BODILY_WORD = re.compile(
    r"\b(?:\w+(?:itis|osis|oma|aemia|emia|pathy|algia|tism|tigmatism|betes|noea|ritis|sclerosis)|diabetes|pressure"
    r"|angina|copd"
    r"|asthma|gout|cataracts?|glaucoma|tinnitus|migraines?|stents?|pacemaker|arthritic|new (?:hip|knee|hips|knees)"
    r"|carpal tunnel"
    r"|adhd|ms|me|ptsd|sciatica|vertigo|hernia|slipped disc|hearing aids?|colou?r blind|deaf\b.*|blind in.*"
    r"|type (?:1|2|one|two)"
    r"|degeneration|heart|disease|syndrome|tunnel|cancer|dystonia|palsy|epilepsy|eczema|psoriasis|long covid|anxiety"
    r"|depression)\b",
    re.I,
)
OF_OTHERS = re.compile(rf"\b(?:your (?:{RELATION})|he|she|they|his|her|their)\b", re.I)
STRONG = frozenset(("likes", "dislikes", "allergy", "hobby"))
"""Kinds of which anything may be the value that the question leaves open."""


def replied(stated: Sequence[Clause], found: Sequence[Claim], before: Sequence[Turn]) -> list[Claim]:
    """What was found, and what a turn answers to the question just before it in a fragment, where no rule has read it;
    what was guessed of that kind gives way."""
    last = before[-1] if before else None
    if last is None or last.role is Role.PERSON or not stated or not last.text.rstrip().endswith("?"):
        return [*found]
    question = re.split(r"(?<=[.!]) ", plain(last.text))[-1]
    if OF_OTHERS.search(question):
        return [*found]
    kind = next((kind for kind, pattern in asked().items() if pattern.search(question)), "")
    same = [one for one in found if one.type is ClaimType.FACT and one.about == ME and one.kind == kind]
    value = _fragment(stated[0].said, kind) if kind and all(one.confidence <= ASKED_ABOUT for one in same) else ""
    if not value:
        return [*found]
    answer = as_meant([Claim(ClaimType.FACT, ME, kind, value, stated[0].sentence, SURE)])
    return [*(one for one in found if one not in same or one.text != stated[0].sentence), *answer]


def _fragment(said: str, kind: str) -> str:
    """The first words of an answer, without what leads up to them; "" where they tell nothing."""
    if kind == "belief" and said.lower().startswith("that "):
        return re.split(r"[.;!?]", said[len("that ") :])[0].strip()
    said = LED.sub("", said)
    match = FIRST.match(said)
    value = clean(PLACED.sub("", match.group())) if match and not NO_ANSWER.match(said) else ""
    if not value or len(value.split()) > LONGEST or VERBAL.search(value) or EMPTY.match(value) or STUMP.search(value):
        return ""
    sound = SOUND.get(kind) or (BODILY_WORD if kind == "health" else re.compile(r"\w"))
    if not sound.search(value) or value.lower() in word_list("names.en"):
        return ""
    return value if kind in STRONG or kind in SOUND or _names_a_thing(value, kind) else ""


def _names_a_thing(value: str, kind: str) -> bool:
    """Whether a skill, a possession or a belief has more to it than one common word that may be anything."""
    return kind == "health" or len(value.split()) > 1 or value[:1].isupper() or len(value) > len("guitar") - 1
