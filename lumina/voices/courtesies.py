"""What needs no memory: greetings, what is asked of the characters and of the place, consolation, a proposal."""

import re
from datetime import datetime

from lumina.language.acts import EDGES, Mood, asks, does, mood, sentence_kinds, smalltalk
from lumina.language.dates import moment
from lumina.language.tokens import fold, split_sentences
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
        *("place", "others", "keeps_private", "unlearns", "clock", "entertains"),
    }
)
ANSWERED = frozenset(
    {
        *("introduces", "machine", "abilities", "languages", "wellbeing"),
        *("place", "others", "keeps_private", "unlearns", "clock", "entertains"),
    }
)
"""Questions that need no memory, whatever is said besides."""

OPENINGS = frozenset({"greets", "calls", "arrives", "nods", "wellbeing", "affection"})
"""What is said on the way to a name."""


def phrase_alone(said: str, felt: Mood) -> str:
    """The kind of phrase that is all there is to say; "" where memory has a part in it."""
    if not said.strip(EDGES):
        return "calls" if said else "greets"
    kind = smalltalk(said) or _asked_besides(said)
    if kind in COURTESIES:
        return _in_mood(kind, felt)
    if does("presents", said) and felt is Mood.LIGHT and len(said) <= PRESENTED:
        return "welcomes"
    if does("corrects", said):
        return "corrects"
    if asks(said):
        return consoling(felt) if felt is not Mood.LIGHT and does("despairs", said) else ""
    return _of_statement(said, kind, felt)


def _in_mood(kind: str, felt: Mood) -> str:
    """Nobody is entertained in sorrow."""
    if felt is Mood.LIGHT or kind not in ("thanked", "entertains"):
        return kind
    return "listens" if kind == "thanked" else consoling(felt)


def _of_statement(said: str, kind: str, felt: Mood) -> str:
    if felt is Mood.LIGHT:
        return kind
    return "listens" if felt is Mood.SORROW and mood(said) is Mood.LIGHT and not kind else consoling(felt)


def _asked_besides(said: str) -> str:
    """The question that needs no memory, where none that needs one is asked beside it."""
    sentences = split_sentences(fold(said))
    kinds = sentence_kinds(said)
    if any(asks(text) for text, kind in zip(sentences, kinds, strict=False) if not kind):
        return ""
    return next((kind for kind in reversed(kinds) if kind in ANSWERED), "")


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
