"""What needs no memory: greetings, what is asked of the characters and of the place, consolation, a proposal."""

import re
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from lumina.language.acts import EDGES, PAUSE, Mood, asks, does, mood, part_kinds, sentence_kinds, smalltalk
from lumina.language.dates import moment
from lumina.language.tokens import fold, split_sentences
from lumina.voices.hearing import SORRY, taken_as
from lumina.voices.material import Material
from lumina.voices.picking import pick
from lumina.voices.voice import Phrases

PRESENTED = 60
"""Characters of a text that says who somebody is, and nothing else."""

PROPOSES = re.compile(
    r"(?:^|[.!,] ?)(?:so,? |ok,? |well,? )?(?:let's|lets|can we|could we|shall we|wanna|do you want to|i want to"
    r"|i'd like to|i wanna|i feel like)(?: just| maybe)? (?:talk|talking|chat|chatting|discuss|discussing)"
    r"(?: about| of)? (?P<en>[^.!?,]{2,30})"
    r"|(?P<ja>[^、。!?\s]{1,12}?)(?:の話(?:でも)?|について(?:の話)?)(?:を|が|、)?(?:しよう|したい|話そう|話したい|しません|しない"
    r"|語ろう|語りたい)"
)
"""What somebody wants to talk about."""

COURTESIES = frozenset(
    {
        *("greets", "calls", "introduces", "machine", "abilities", "languages", "checks", "affection", "scolded"),
        *("thanked", "rests", "parts", "wellbeing", "arrives"),
        *("place", "others", "keeps_private", "unlearns", "clock", "entertains", "sends_off", "complained", "forgives"),
        *("consoles", "encourages", "celebrates", "asked_back", "prefers", "opines", "occupied"),
        *("plans", "hurt", "talented", "fancies", "turns_to"),
    }
)
ANSWERED = frozenset(
    {
        *("introduces", "machine", "abilities", "languages", "wellbeing"),
        *("place", "others", "keeps_private", "unlearns", "clock", "entertains"),
        *("prefers", "opines", "occupied", "asked_back", "plans", "hurt", "talented", "fancies"),
    }
)
"""Questions that need no memory, whatever is said besides."""

BRIEF = 60
"""Characters of a line that says why somebody goes."""

OF_CHARACTER = frozenset({"prefers", "opines", "occupied", "plans", "hurt", "talented", "fancies"})
"""Questions that are none unless they are asked: 「猫派」."""

TRAILING = frozenset({"nods", "jokes"})
"""What is said behind a question, and asks nothing: haha."""

LEAVES = frozenset({"parts", "rests", "sends_off"})
WANTED = frozenset({"complained", "turns_to", "consoles", "encourages", "celebrates"})
"""What is answered wherever it stands in a line: of all that the line says, it is what waits for an answer."""

HEAVY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "opines": "listens",
        **dict.fromkeys(("entertains", "consoles"), "comforts"),
    }
)
"""In sorrow: nobody is entertained, and what is small talk else is listened to."""

OPENINGS = frozenset({"greets", "calls", "arrives", "nods", "wellbeing", "affection"})
"""What is said on the way to a name."""


def phrase_alone(said: str, felt: Mood) -> str:
    """The kind of phrase that is all there is to say; "" where memory has a part in it."""
    if not said.strip(EDGES):
        return "calls" if said else "greets"
    own = smalltalk(said)
    kind = _leaves(said) or _wanted(said) or (own if own not in TRAILING else "") or _asked_besides(said) or own
    if (kind in LEAVES | WANTED and mood(said) is not Mood.LIGHT) or (kind in OF_CHARACTER and not asks(said)):
        kind = ""
    if kind in COURTESIES:
        return _in_mood(kind, felt)
    if felt is Mood.LIGHT and (shown := _shows(said)):
        return shown
    if does("corrects", said):
        return "corrects"
    if asks(said):
        return consoling(felt) if felt is not Mood.LIGHT and does("despairs", said) else ""
    return _of_statement(said, kind, felt)


def _shows(said: str) -> str:
    """Whether somebody tells a joke, or says who they are."""
    if does("jests", said):
        return "jokes"
    return "welcomes" if does("presents", said) and len(said) <= PRESENTED else ""


def _in_mood(kind: str, felt: Mood) -> str:
    if felt is Mood.LIGHT or kind not in HEAVY:
        return kind
    return HEAVY[kind]


def _leaves(said: str) -> str:
    """How somebody goes who says so last, whatever is said before, or first, with a short reason; who goes out comes
    back. Nobody goes who asks."""
    sentences = part_kinds(said)
    kinds = [kind for sentence in sentences for kind in sentence]
    going = [kind for kind in kinds if kind in LEAVES]
    if not going or asks(said):
        return ""
    is_brief = len(sentences) == 1 and len(said) <= BRIEF and kinds[0] in LEAVES
    if not (kinds[-1] in LEAVES or all(kinds) or is_brief):
        return ""
    return "sends_off" if "sends_off" in going else going[-1]


def _wanted(said: str) -> str:
    if does("unasked", said):
        return "turns_to"
    kinds = [kind for sentence in part_kinds(said) for kind in sentence]
    return next((kind for kind in kinds if kind in WANTED), "")


def _of_statement(said: str, kind: str, felt: Mood) -> str:
    if felt is Mood.LIGHT:
        return kind
    if felt is Mood.SORROW and mood(said) is Mood.LIGHT:
        met = taken_as(said)
        return met if met in SORRY and met != "feels_for" else "listens"
    may_mend = does("falls_ill", said) and not does("incurable", said) and not does("dies_so", said)
    return "feels_for" if felt is Mood.SORROW and may_mend else consoling(felt)


def _asked_besides(said: str) -> str:
    """The question that needs no memory, where none that needs one is asked beside it."""
    sentences = split_sentences(fold(said))
    kinds = sentence_kinds(said)
    *others, last = PAUSE.split(said)
    if others and (kind := smalltalk(last)) in OF_CHARACTER and not asks("、".join(others)):
        return kind
    if any(asks(text) for text, kind in zip(sentences, kinds, strict=False) if not kind):
        return ""
    inner = {kind for kind in kinds[1:-1] if kind == "wellbeing"}  # it went ok? he cried a bit
    return next((kind for kind in reversed(kinds) if kind in ANSWERED and kind not in inner), "")


def consoling(felt: Mood) -> str:
    return "mourns" if felt is Mood.GRIEF else "comforts"


def courteous(kind: str, material: Material, voice: Phrases) -> str:
    """A phrase that needs no memory; it may name the time, or who else is here."""
    if kind == "clock":
        now = datetime.fromisoformat(material["now"])
        return pick(voice, kind, material, time=moment(now, material["language"]))
    if kind == "others" and material["others"]:
        joined = (" and " if material["language"] == "en" else "、").join(material["others"])
        return pick(voice, kind, material, others=joined)
    return pick(voice, {"arrives": "welcomes", "others": "introduces"}.get(kind, kind), material)


def proposed(said: str) -> str:
    """What the person wants to talk about, as somebody else names it."""
    match = PROPOSES.search(fold(said))
    topic = (match["en"] or match["ja"] or "").strip() if match else ""
    return re.sub(r"\bmy\b", "your", topic)
