"""What an English question asks for, and what it is about besides whom; and how much of that a line has."""

import re
from collections.abc import Mapping, Sequence, Set
from functools import cache, lru_cache
from types import MappingProxyType

from lumina.language.asking import asking_part
from lumina.language.categories import asks_category, told_of_category
from lumina.language.english import plain_words, stem
from lumina.language.lexicon import any_of, word_list
from lumina.language.scripts import fold
from lumina.language.tokens import analyse
from lumina.voices.circle import NAMED, WORD, forms
from lumina.voices.matching import ANSWERED_BY, akin
from lumina.voices.ranking.looks import looks

EMPTY = frozenset(
    {"remember", "tell", "told", "again", "name", "called", "know", "say", "said", "remind", "many", "much"}
    | {
        "color",
        "colour",
        "age",
        "price",
        "cost",
        "day",
        "date",
        "time",
        "place",
        "number",
        "year",
        "kind",
        "sort",
        "type",
    }
    | {"lot", "thing", "stuff", "today", "yesterday", "last", "week", "guy", "person", "long", "ago", "score", "type"}
    | {
        "right",
        "quick",
        "check",
        "question",
        "quiz",
        "lol",
        "haha",
        "lmao",
        "please",
        "pls",
        "btw",
        "tho",
        "tell",
        "remember",
        "go",
        "goe",
    }
    | {"what", "whats", "who", "whos", "when", "where", "how", "which", "why", "call"}
)
"""Words that say nothing of what a question is about."""

IDIOM = re.compile(
    r"\b(?:(?:wrong|the matter|up) with|what(?:'s| is) wrong"
    r"|(?:have|has|are|is|got|with)(?: (?:i|we|there|he|she))?(?: got)? left(?= *[?.!]*$)"
    r"|(?<=have )left\b|in the end|these days|end(?:ed)? up|turn(?:ed)? out|make of|like to know|i said|i told you"
    r"|(?:which|what) (?:relative|family member|one of (?:my|the) family)|in (?:the|my|our) family)\b"
)
"""Words of a question that are no matter of it, as they stand together."""

WHAT_ANIMAL = re.compile(r"\bwhat (?:kind|sort|type|breed|species|animal|bird|pet)\b")
"""Who asks what a pet is: whoever "he" is, it is no man."""

NUMBERS = re.compile(r"\b(?:score|points?|total|record|weigh\w*|size|number)\b")
ANOTHERS = re.compile(
    r"\b(?P<who>(?!what|who|where|when|how|that|it|let|here|there|he|she|today|my)[a-z]{3,})'s"
    r" (?P<what>wife|husband|mom|mum|mother|dad|father|sister|brother|son|daughter|kids?|boyfriend|girlfriend|partner"
    r"|dog|cat|boss)\b"
)
"""Who asks for somebody who is something to another than the person, over folded text."""

ILL = re.compile(
    r"\b(?:wrong with|the matter with|happened to|sick with|diagnos(?:ed with|is)|operation|surgery|illness"
    r"|disease|ails?)\b"
)
AILS = re.compile(
    r"\b(?:cancer|tumou?r|lump\w*|biops\w*|surger\w*|operat\w*|\w+(?:ectomy|itis|oscopy)|stroke|diabet\w*|broke\w*"
    r"|sprain\w*|fractur\w*|infect\w*|flu|fever|heart|pain\w*|hurt\w*|ill|sick|hospital|diagnos\w*|parkinson'?s?"
    r"|dementia|cataract\w*)\b"
)
SURGICAL = re.compile(
    r"\b(?:surger\w*|oper(?:at\w*)?|surgeri|op|procedure|\w+(?:ectomy|oscopy|plasty)|replace(?:d|ment)|cataract"
    r"|c-section)\b"
)
BIRTH = re.compile(r"\b(?:bab(?:y|i)|due|born|birth|expecting|expect|pregnan\w*|newborn)\b")
LOATHED = re.compile(
    r"\b(?:hate[sd]?|loath\w*|detest\w*|despis\w*|dislik\w*|can'?t (?:stand|bear|abide|be doing with))\b"
)
LOATHES = re.compile(r"^(?:hate|loath|loathe|detest|despis|despise|dislik|dislike|stand|bear|abid|abide)$")
FEARED = re.compile(
    r"\b(?:scared?|scares|afraid|frighten\w*|terrif\w*|fears?|phobi\w*|petrif\w*|spook\w*|creeps? me out|dread\w*)\b"
)
FEARS = re.compile(r"^(?:scar|scare|afraid|frighten|terrif\w*|fear|phobi\w*|petrif\w*|spook|run|dread|flee)$")
"""How a line tells of what somebody cannot bear or is afraid of, and by what word, as a stem, that is asked for."""

VERB = re.compile(
    r"\b(?:did|does|do|will|would|should) (?:(?:my|our|the|his|her) )?"
    r"(?:(?!you\b)\w+(?: and (?:i|\w+))? )(?P<verb>[a-z]+)\b"
    r"|^(?:so |and )?who (?P<by>[a-z]+)\b"
)
NO_DEED = frozenset(
    {"has", "was", "is", "are", "were", "had", "can", "could", "will", "would", "did", "does", "might", "else", "am"}
    | {"get", "have", "do", "be", "go", "i", "we", "you", "mean", "think", "like", "call", "name", "live", "work"}
)
"""What somebody did by a question; and what says too little."""

PLACED = re.compile(
    r"\b(?:in|at|from|to|near|into|by|on|of|down|over|called) (?:(?:the|an?|my|our|her|his|their|some) )?[A-Za-z]{3,}"
)
"""What a line has that tells where; what is left of it is told by its words."""

PRICE = re.compile(r"\bhow much\b|\b(?:cost|price|rent|fee)s?\b|\bwhat\b.*\b(?:pay|owe)\b")
SHOWN = re.compile(r"\bhow (?:many|much)\b|\bcolou?rs?\b")
"""Who asks for what shows in any line that tells it."""

WHEN = re.compile(
    r"(?:^|[,;.!?] ?|\b(?:and|so|but|again|ok|oh|remember|know|said?|tell me|hey|lumina|nox|clarisse),? )"
    r"(?:when|(?:what|which) (?:day|date|time|month|year))|\bdate\b"
)
SCORED = re.compile(r"\b(?:got|scored|bowled|hit|shot|made|finished|best|record|points?|pins|marks?)\b|^\W*\d+\s?!")
"""What a line has that tells of an operation; and of a score."""

PAST_OF = (
    "give/gave/given get/got go/went/gone buy/bought make/made tell/told say/said come/came leave/left "
    "meet/met see/saw/seen take/took/taken write/wrote/written eat/ate/eaten drink/drank/drunk drive/drove/driven "
    "lose/lost win/won fall/fell/fallen break/broke/broken find/found bite/bit/bitten wake/woke/woken sell/sold "
    "pay/paid teach/taught know/knew/known wear/wore/worn choose/chose/chosen begin/began/begun bring/brought "
    "sing/sang/sung fly/flew/flown build/built send/sent spend/spent keep/kept sleep/slept catch/caught "
    "throw/threw/thrown grow/grew/grown feel/felt hide/hid/hidden steal/stole/stolen swim/swam run/ran "
    "speak/spoke/spoken ride/rode/ridden"
)
PAST: Mapping[str, str] = MappingProxyType(
    {past: present for row in PAST_OF.split() for present, *pasts in [row.split("/")] for past in pasts}
)
"""Irregular verbs, by their past, as stems."""

AGAIN = re.compile(r"re(?:test|sit|book|schedul|match|paint|marri|home|train|start|open|build|appli|order|wir)")
"""What is done once more, and is the same."""

SORT = re.compile(
    r"\b(?:what|which|name)(?:'?s| is| was| are)?(?: (?:the|my|that|this))?"
    r" (?:animal|creature|bird|insect|bug|critter|beast)\b"
)
"""Who asks for one of a sort by its name, over folded text."""

MANY = 2
"""So many words that a question is about leave no doubt."""

TYPES = ANSWERED_BY | {"price": "money", "when": "date"}


def met(topic: Set[str], text: str) -> int:
    """How many of the words of what a question is about a line has, or their like."""
    return len(met_words(topic, text))


def met_words(topic: Set[str], text: str) -> frozenset[str]:
    """The words of what a question is about that a line has, or their like."""
    if not topic:
        return frozenset()
    words, alike = _words_in(text)
    return frozenset(
        word
        for word in topic
        for now in [_present(word)]
        if now in words or any(akin(now, other) for other in words) or any(one.search(now) for one in alike)
    )


@lru_cache(maxsize=4096)
def _words_in(text: str) -> tuple[frozenset[str], Sequence[re.Pattern[str]]]:
    words = {_present(word) for word in analyse(text).words} | {
        _present(stem(fold(word))) for word in plain_words(text)
    }
    words |= {word[2:] for word in words if AGAIN.fullmatch(word)}
    alike = ((SURGICAL, SURGICAL), (BIRTH, BIRTH), (LOATHED, LOATHES), (FEARED, FEARS))
    return frozenset(words), [asked for told, asked in alike if told.search(fold(text))]


def _present(word: str) -> str:
    return PAST.get(word, word)


def topic_words(said: str, of: Set[str]) -> frozenset[str]:
    """What a question is about, besides whom."""
    asking = IDIOM.sub(" ", asking_part(said))
    about = (word for word in analyse(asking).words if word not in EMPTY)
    return frozenset({*deed(said), *(word for word in about if not of & ({*forms(word)} | looks("relations", word)))})


@cache
def _ills() -> re.Pattern[str]:
    """What people have, by the name of it, with and without its apostrophe."""
    ills = word_list("ills.en")
    return any_of({*ills, *(ill.replace("'", "") for ill in ills)})


def _has_somebody(text: str, folded: str) -> bool:
    """Whether a line speaks of somebody but the one who says it."""
    given = not word_list("names.en").isdisjoint(WORD.findall(folded))
    return given or NAMED.search(text) is not None or bool(looks("relations", folded))


def deed(said: str) -> frozenset[str]:
    """What somebody did, by a question."""
    verb = VERB.search(fold(asking_part(said)))
    return frozenset({stem(verb["verb"] or verb["by"])} - NO_DEED if verb else ())


def asked_types(said: str) -> frozenset[str]:
    """Of what type the answer to a question is: "when she woke up" asks for no day."""
    folded = fold(said)
    found = looks("asked", folded)
    stray = {one for one, plainly in (("when", WHEN), ("price", PRICE)) if not plainly.search(folded)}
    return found - stray


def offered(said: str, text: str) -> float:
    """How much of what the type of a question asks for a line has (0 to 1); a half where none shows."""
    folded, told = fold(said), fold(text)
    found = looks("offered", told)
    types = asked_types(said)
    has = [TYPES[one] in found for one in types & {*TYPES}]
    has += [PLACED.search(text) is not None] if "where" in types else []
    has += [_has_somebody(text, told)] if "who" in types and "who_is" not in types else []
    has += [bool(AILS.search(told) or _ills().search(told))] if ILL.search(folded) else []
    has += [bool(SCORED.search(told)) and "number" in found] if NUMBERS.search(folded) else []
    has += [told_of_category(said, text)] if SORT.search(folded) and asks_category(said) else []
    return sum(has) / len(has) if has else 0.5
