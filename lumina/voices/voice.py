"""The phrases of a character's offline voice: what it says where there is no language model."""

import re
import string
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from lumina.language.bilingual import Language
from lumina.language.messages import phrases

Phrases = Mapping[str, tuple[str, ...]]

PLAIN = (
    *("me", "you", "greets", "welcomes", "wellbeing", "introduces", "thanked", "parts", "nods", "returns", "jokes"),
    *("calls", "machine", "abilities", "languages", "checks", "affection", "scolded", "rests", "sympathises"),
    *(
        "listens",
        "wonders",
        "advises",
        "remembers",
        "knows",
        "hedges",
        "nearest",
        "unknown",
        "escapes",
        "nothing_then",
        "recounts",
        "general",
        "declines",
        "stranger",
        "connects",
        "hears",
        "glad",
    ),
    *("keeps", "corrects", "asks_on", "opens", "notes"),
    *("place", "keeps_private", "unlearns", "entertains"),
    *("asks_school", "asks_ahead", "asks_plan", "asks_health"),
    *("comforts", "mourns", "shelters", "stays", "consoles", "encourages", "celebrates"),
    *("sends_off", "forgives", "complained", "asked_back", "prefers", "opines", "occupied"),
    *("plans", "hurt", "talented", "fancies", "feels_for"),
    *("laughs", "relieved", "warms", "ended", "hopes", "asks_start", "asks_joy", "turns_to"),
    *("worries", "steadies", "startles", "sides", "winces", "weighs"),
    *("muses", "reassures", "guesses", "regards", "grown", "fellows", "cares", "loves", "minds"),
    *("favours", "favours_colour", "favours_food", "favours_music", "favours_story"),
    *("foresees", "dresses", "affirms", "confirms", "supposes", "untold", "contradicts"),
    *("cannot_advise", "asks_event", "wins_chain", "loses_chain"),
    *("permits", "concurs", "praises", "cheers_up", "wishes_well"),
    *(
        f"advises_{matter}"
        for matter in (
            "gift",
            "words",
            "contact",
            "care",
            "time",
            "company",
            "rest",
            "work",
            "health",
            "meal",
            "early",
            "outing",
        )
    ),
)
DETAILS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        **dict.fromkeys(PLAIN, frozenset[str]()),
        **dict.fromkeys(("asks_topic", "echoes", "takes_up"), frozenset({"topic"})),
        **dict.fromkeys(("welcomes_name", "calls_so", "fellow"), frozenset({"name"})),
        "others": frozenset({"others"}),
        "chooses": frozenset({"one"}),
        "chains": frozenset({"word", "kana"}),
        "clock": frozenset({"time"}),
        **dict.fromkeys(("asks_person", "asks_pet"), frozenset({"who"})),
        **dict.fromkeys(("asks_job", "asks_home", "asks_likes", "asks_hobby"), frozenset({"value"})),
        **dict.fromkeys(("takes_back", "sets_right", "ends", "forgets", "asks_which"), frozenset({"facts"})),
        **dict.fromkeys(("finds_nothing", "reminds"), frozenset({"facts"})),
        "reminds_on": frozenset({"facts", "day"}),
        **dict.fromkeys(("reminds_today", "reminds_ahead"), frozenset({"what"})),
        "reminds_late": frozenset({"what", "day"}),
        "asks_how": frozenset({"what"}),
        **dict.fromkeys(("asks_today", "asks_gently"), frozenset({"what"})),
        "tells": frozenset({"who", "text"}),
        "agrees": frozenset({"name"}),
        **dict.fromkeys(("states", "states_past", "states_that"), frozenset({"fact"})),
        "quotes": frozenset({"when", "who", "text"}),
        "reads": frozenset({"source", "text"}),
    }
)
"""Every kind of phrase, with the details that it may name in braces."""

OF_FELLOW = "fellow_"
"""What a character says of another one begins so, and ends with that one's id; of whom it has nothing to say, `fellow`
is said."""

NOTHING = frozenset[str]()


@cache
def neutral_voice(language: Language) -> Phrases:
    """What a character says whose file gives no phrases of its own."""
    return MappingProxyType({kind: phrases(language, f"voice.{kind}") for kind in DETAILS})


def check_phrase(kind: str, phrase: str) -> None:
    """Raises ValueError, saying why, where the phrase could not be spoken."""
    if kind not in DETAILS and not kind.startswith(OF_FELLOW):
        raise ValueError(f"there is no such kind of phrase; there are {', '.join(DETAILS)}")
    if not phrase.strip():
        raise ValueError("a phrase is empty")
    named = {name for _, name, _, _ in string.Formatter().parse(phrase) if name is not None}
    if not all(re.fullmatch(r"\w+", name) for name in named) or not named <= DETAILS.get(kind, NOTHING):
        allowed = ", ".join(f"{{{name}}}" for name in sorted(DETAILS.get(kind, NOTHING))) or "nothing"
        raise ValueError(f"{phrase!r} may name {allowed} in braces")
