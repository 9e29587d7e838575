"""What asks for no answer is given: leave to cry, nearness, praise, agreement, one of two things, something nice."""

import re
import zlib
from types import MappingProxyType
from typing import Final

from lumina.language.acts import Mood, does, is_for_what_was_told
from lumina.language.pleas import plea
from lumina.language.questions import RECALLS
from lumina.language.scripts import fold
from lumina.voices.material import Material
from lumina.voices.picking import pick
from lumina.voices.voice import Phrases

GIVEN: Final = MappingProxyType(
    {
        "permission": "permits",
        "nearness": "consoles",
        "pride": "praises",
        "fondness": "concurs",
        "indignation": "sides",
        "cheer": "cheers_up",
    }
)
"""By what is asked for, the kind of phrase."""

CHEERFUL: Final = frozenset({"praises", "concurs"})

ONE = r"[^、。!?\s]{1,10}"
WHICH = r"(?:なら|だったら|では|って|の)?、?(?:どっち|どちら)(?!も)(?:か|が|の|を|派)?[^。!?]{0,10}[?]*$"
BEGINS = r"(?:^|[、。\s]|は|って|なら)"
EITHER = tuple(
    re.compile(rf"{BEGINS}(?P<one>{ONE}?){between}(?P<other>{ONE}?)(?:と|か)?{WHICH}")
    for between in ("(?:派?と|、それとも)", "(?:か、?|、|or|vs)")
)
"""Who asks which of two things, over folded text."""

OWN_CHOICE = re.compile(
    r"私|わたし|あたし|僕|ぼく|俺|おれ|うち|っけ|言っ|(?:ば|たら|た(?:ほう|方)が)いい|べき|(?:しよう|行こう|買おう|選ぼう|決めよう)"
)
"""What is the person's own to choose."""


def granted(said: str, felt: Mood, material: Material, voice: Phrases) -> str:
    """What is said to what asks for something other than an answer; "" where it asks for none."""
    if RECALLS.search(fold(said)) or does("requests", said):
        return ""
    kind = GIVEN.get(plea(said), "")
    if kind in CHEERFUL and felt > Mood.SORROW:
        return ""
    return pick(voice, kind, material) if kind else _chosen(said, felt, material, voice)


def _chosen(said: str, felt: Mood, material: Material, voice: Phrases) -> str:
    """One of two things, the same for the same character."""
    folded = fold(said)
    found = next((match for one in EITHER if (match := one.search(folded))), None) if felt is Mood.LIGHT else None
    if found is None or OWN_CHOICE.search(fold(said)) or is_for_what_was_told(said):
        return ""
    both = [found["one"].removesuffix("派"), found["other"].removesuffix("派")]
    place = zlib.crc32(f"{material['character']}{found['one']}{found['other']}".encode()) % 2
    one = _as_written(both[place], said)
    return pick(voice, "chooses", material, one=one) if one else ""


def _as_written(word: str, said: str) -> str:
    """A folded word as it stands in the text."""
    at = fold(said).find(word)
    return said[at : at + len(word)] if len(fold(said)) == len(said) and at >= 0 else word
