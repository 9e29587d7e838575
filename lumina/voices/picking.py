"""Which of a character's phrases is said."""

import zlib

from lumina.voices.material import Material
from lumina.voices.voice import Phrases


def pick(voice: Phrases, kind: str, material: Material, **details: str) -> str:
    """One of the phrases of a kind, another one for another moment, and none that this talk has had already as long as
    there is a fresh one; none that names what there is no word for."""
    lacking = [f"{{{name}}}" for name, word in details.items() if not word]
    fitting = [phrase for phrase in voice[kind] if not any(name in phrase for name in lacking)]
    phrases = [phrase.format_map(details) for phrase in fitting or voice["asks_on"]]
    earlier = "\n".join(material["earlier"])
    fresh = [phrase for phrase in phrases if phrase not in earlier] or phrases
    seed = f"{material['said']}\0{len(material['earlier'])}\0{kind}"
    return fresh[zlib.crc32(seed.encode("utf-8", "replace")) % len(fresh)]
