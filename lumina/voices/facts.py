"""Which of what is known answers a question: what a model is given to weigh is more than what one says."""

import re
from typing import Final

from lumina.language.acts import asks_all, does
from lumina.language.categories import told_of_category
from lumina.language.kinds import asked_kinds
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.voices.circle import circle, is_of_another
from lumina.voices.following import is_outdone
from lumina.voices.listing import all_of_the_sort
from lumina.voices.material import Material, Told
from lumina.voices.of_whom import fits
from lumina.voices.own_matter import is_own_matter
from lumina.voices.ranking.asked_time import asks_how_it_was
from lumina.voices.ranking.looks import looks
from lumina.voices.ranking.whose import whose
from lumina.voices.stating import BRACKETED, IS_TO_ONE
from lumina.voices.wanted import ANOTHERS, WHAT_ANIMAL, offered

PROFILE: Final = 16
"""So many facts are told at most."""

PASSING: Final = 3
"""A fact of more words than these that stands in a question was told by it."""

AT_ONE_TIME: Final = frozenset({"home", "job", "workplace", "school", "partner"})
"""Kinds of facts of which another took the place of one."""

VAGUE: Final = frozenset({"possession", "event", "plan", "habit", "skill", "friend"})
"""Kinds that many a question may want: of these a fact has to be of what is asked for."""

UNEXPLAINED: Final = frozenset({"why", "outcome"})
"""Types of questions to which no fact is an answer."""

OF_SOMEBODY: Final = frozenset({"where", "when", "long", "price", "age", "colour", "gift", "food"})
"""Types to which it is no answer who somebody is."""

MEASURED: Final = frozenset({"price", "long"})
"""Types to which none is, unless it has the question's words."""

ANIMAL: Final = re.compile(
    r"\b(?:cat|dog|rabbit|hamster|bird|horse|goat|fish)|猫|ねこ|犬|いぬ|うさぎ|ハムスター|鳥|馬|魚"
)
"""Sorts of animals that are not one another's breeds, over folded text."""

AT_FIRST: Final = re.compile(r"\b(?:originally|(?:at )?first(?! name| aid| born| class))\b|最初(?:は|に)")
"""That it is asked for what was told before it was put right."""

ITS_NAME: Final = re.compile(
    r"\b(?:my|our|the|his|her|their) (?!(?:own |full |first |last |real )?(?:name|surname))[a-z]+"
)
"""That something is named whose name is asked for."""

THINGS: Final = (
    "(?:place|team|street|shop|store|restaurant|school|company|hospital|clinic|town|city|book|song|movie|film|show|drug"
    "|medicine|pills?|boat|car|band|hotel|bar|pub|class|group|club|game|recipe|beach|island|park|church|rehab|factory)s?"
)
THING: Final = re.compile(
    rf"\b{THINGS}\b.*\b(?:called|named?)\b|\b(?:called|name of) (?:the|that|my|our) {THINGS}\b"
    r"|\b(?:last|middle|maiden|family|second) name\b|\bsurname\b",
    re.IGNORECASE,
)
"""Who asks how something is called that is nobody."""

MEASURED_BY: Final = frozenset({"long", "price", "many", "when", "colour", "age"})
OF_WORK: Final = frozenset({"name", "job", "workplace", "school"})
ABOUT: Final = re.compile(
    r"\b(?:know|tell me|told you|remember|everything|anything|all) (?:[a-z]+ )?(?:about|of)\b"
    r"|\bwho(?:'?s| is| was) \w+[?]*$|\bhow(?:'s| is) \w+"
)
"""That one wants to hear whatever is known of somebody."""

DATED: Final = re.compile(r"\d|[一二三四五六七八九十]月")
I_DO: Final = re.compile(
    r"\b(?:do|did|am|was|have|had|can|should|could|will) i\b|\bi(?:'m| am| do| have| had)\b"
    r"|(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち|自分)(?:は|って|が|も|の)"
)
"""That somebody asks for what they do themselves, whoever else comes up."""


OF_ME: Final = re.compile(r"\b(?:describe|introduce|present|sum up|about|on|of) me\b|\bwho i am\b")
"""Who asks for all that is known of themselves, to whomever it is to be told, over folded text."""


def facts_for(material: Material) -> list[Told]:
    """What is known that answers what was said, the best first; of those whom a question names, what is known of them
    alone; nothing that is not confirmed beside what is."""
    if listed := all_of_the_sort(material):
        return listed
    said = fold(material["said"])
    at_first = AT_FIRST.search(said) is not None
    known = [fact for fact in material["facts"] if _is_told_of(fact, material) and (fact["past"] or not at_first)]
    if not asks_all(material["said"]):
        known = [fact for fact in known if _answers(fact, material) and not is_outdone(fact, material)]
        known = [fact for fact in known if fits(fact, material)]
    of = circle(material)
    if not OF_ME.search(said):
        known = [fact for fact in known if not is_of_another(fact, material["said"], of)]
    known = [fact for fact in known if fact["sure"]] or known
    named = {fact["about"] for fact in known if fact["about"] and fold(fact["about"]) in said}
    meant = [
        fact
        for fact in known
        if not named or fact["about"] in named or (not fact["about"] and any(name in fact["value"] for name in named))
    ]
    return [*{(fact["about"], fact["label"], fact["value"]): fact for fact in meant}.values()][:PROFILE]


STRANGER: Final = re.compile(
    r"\b(?:the|that|this) (?:\w+ )?(?:man|woman|fella|fellow|guy|bloke|chap|lad|lady|girl|boy|kid|person|neighbou?r"
    r"|driver|teacher|doctor|nurse|couple)s? (?:on|in|at|from|who|that|with|next|over|down|up|across)\b"
)
"""Somebody without a name who is asked about, over folded text."""


def is_of_another_time(fact: Told, material: Material) -> bool:
    """Whether it is how things are now, where it is asked how they were, of what holds but once."""
    said = material["said"]
    own = fact["kind"] in AT_ONE_TIME and not fact["past"] and not fact["about"]
    asked = asked_kinds(said)
    return own and asks_how_it_was(said) and (not asked or fact["kind"] in asked)


def _is_told_of(fact: Told, material: Material) -> bool:
    """Whether it is of the time that is asked for, is not what the question itself tells in passing, and not another's
    where the person's own is asked for."""
    value, said = fold(fact["value"]), fold(material["said"])
    if not fact["about"] and STRANGER.search(said):
        return False
    in_passing = len(value.split()) > PASSING and value in said and not does("yes_no", said)
    asks_own = is_own_matter(material) or (I_DO.search(said) is not None and not whose(said).relations)
    others = bool(fact["about"]) and fold(fact["about"]) not in said and asks_own
    return not (is_of_another_time(fact, material) or in_passing or others)


def _answers(fact: Told, material: Material) -> bool:
    said = fold(material["said"])
    asked, wants = asked_kinds(material["said"]), looks("asked", said)
    of_somebody = fact["kind"] in IS_TO_ONE and wants & OF_SOMEBODY and not wants & {"name", "who"}
    if wants & UNEXPLAINED or of_somebody or not (CJK.search(said) or _fits_in_english(fact, said, wants, asked)):
        return False
    if _shares(fact, material["said"]):
        return not asked or fact["kind"] in asked or fact["kind"] not in VAGUE - IS_TO_ONE
    if wants & MEASURED or ("when" in wants and not DATED.search(fact["value"])):
        return False
    if asked and fact["kind"] not in asked:
        return False
    vague = fact["kind"] in VAGUE or (fact["kind"] == "family" and not whose(said).relations)
    if fact["kind"] == "pet" and _is_another_animal(fact, said):
        return False
    return not _is_of_another(fact, said) and (not vague or _asks_for_kind(fact, material["said"]))


def _fits_in_english(fact: Told, said: str, wants: frozenset[str], asked: tuple[str, ...]) -> bool:
    """Whether a fact may answer a question by what that asks for: who somebody is is no answer to what they did, nor is
    what somebody likes to who."""
    if not fact["about"] and (
        (fact["kind"] == "name" and not asks_for_own_name(said))
        or (fact["kind"] in IS_TO_ONE and ANOTHERS.search(said))
    ):
        return False
    if ABOUT.search(said) or (fact["kind"] == "pet" and WHAT_ANIMAL.search(said)):
        return True
    if fact["kind"] in IS_TO_ONE:
        return (bool(wants & {"name", "who"}) and not THING.search(said)) or (
            does("yes_no", said) and I_DO.search(said) is not None
        )
    if wants & MEASURED_BY and fact["kind"] not in {"age", "birthday"} and not offered(said, fact["value"]):
        return False
    if "who" in wants and fact["kind"] not in OF_WORK and not _shares(fact, said):
        return False
    own = {*analyse(fact["about"]).words}
    return fact["kind"] in asked or bool({*analyse(fact["value"]).words} & {*analyse(said).words} - own)


def asks_for_own_name(said: str) -> bool:
    return does("asks_own_name", said) or does("name", said) or ITS_NAME.search(said) is None


def _is_of_another(fact: Told, said: str) -> bool:
    """Whether a question asks for somebody by what they are to the person, or for the person, and the fact tells of
    somebody else."""
    if not whose(said).relations or (fact["about"] and fold(fact["about"]) in said):
        return False
    if fact["about"]:
        return not CJK.search(said)
    return fact["kind"] not in IS_TO_ONE and I_DO.search(said) is None


def _is_another_animal(fact: Told, said: str) -> bool:
    """Whether a question names an animal, and the fact is of one of another sort."""
    found, asked = BRACKETED.fullmatch(fact["value"]), {*ANIMAL.findall(said)}
    sort = {*ANIMAL.findall(fold(found[2]))} if found else set[str]()
    return bool(asked and sort) and not asked & sort


def _shares(fact: Told, said: str) -> bool:
    """Whether a fact has a word of the question in its value, or names one of its category."""
    words = {*analyse(fact["value"]).words}
    return bool(words & {*analyse(said).words}) or told_of_category(said, fact["value"])


def _asks_for_kind(fact: Told, said: str) -> bool:
    """Whether a question has no words but those of the kind."""
    label = {*analyse(fact["label"]).words}
    return not [word for word in analyse(said).words if word not in label]
