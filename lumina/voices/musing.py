"""What only sounds like a question is met as what it is: one wonders aloud, doubts oneself, or lets guess."""

import re

from lumina.language.acts import LIKELY, Mood, does, without
from lumina.language.feelings import feeling
from lumina.language.trained.wants import Want, wants
from lumina.voices.courtesies import consoling
from lumina.voices.hearing import FELT, asks_about, heard
from lumina.voices.material import Material
from lumina.voices.picking import pick
from lumina.voices.voice import Phrases

HOW = re.compile(r"どう(?:やったら|すれば|したら|やって)|\bhow (?:do|can|could|should) i\b", re.IGNORECASE)
"""Who asks how to do better doubts nothing of what they did."""


def mused(said: str, felt: Mood, material: Material, voice: Phrases) -> list[str]:
    """A word that fits; where something new was told besides, it is asked about. What rather tells is heard as such."""
    if does("heralds", said):
        return heard(without("heralds", said), material, voice)
    kind = _kind(said, felt)
    if kind == "muses" and wants(said)[Want.TELL] >= LIKELY:
        return heard(said, material, voice)
    asked = asks_about(material, voice) if felt is Mood.LIGHT and kind == "muses" and not material["due"] else ""
    return [pick(voice, kind, material), asked]


def _kind(said: str, felt: Mood) -> str:
    if does("regrets", said):
        return "comforts"
    if does("doubts", said) and not does("games", said) and not HOW.search(said):
        return "reassures"
    if felt is not Mood.LIGHT:
        return consoling(felt)
    if does("games", said):
        return "guesses"
    carried = feeling(said)
    return FELT[carried] if carried in ("hardship", "fun") else "muses"
