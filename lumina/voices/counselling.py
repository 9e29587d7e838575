"""Advice on a matter of the person's own: nothing is decided for them."""

from lumina.language.acts import does
from lumina.voices.material import Material
from lumina.voices.picking import pick
from lumina.voices.voice import Phrases


def counsel(said: str, material: Material, voice: Phrases) -> str:
    """On what to wear, on how it will come out, or on what to do."""
    return pick(voice, next((kind for kind in ("dresses", "foresees") if does(kind, said)), "advises"), material)
