"""The part of an English line that asks, without what is said around it: why one asks, and who wants to know."""

import re

from lumina.language.scripts import CJK, fold

BREAKS = re.compile(r"[.!?;\n]+\s*|,\s+|\s+[-–—]+\s+|\s+(?=(?:cos|coz|because|cause|bc)\b)")
ASKS = re.compile(
    r"\b(?:what|which|whose|whom|who|where(?:abouts)?|when|how|why|name|remind|tell)(?:'?(?:s|d|re|ll|ve))?\b"
)
SHORT = 3
"""So many words beside a question say what it is about: "Which day, the dentist?"."""


def asking_part(said: str) -> str:
    """Of a line the clauses that ask, and what is too short to be a reason: "What position do I play, mum wants to put
    it on a cake" asks for no cake. A line without a word that asks is returned as it is, and so is Japanese."""
    parts = [part for part in BREAKS.split(said) if part.strip()]
    asking = [part for part in parts if ASKS.search(fold(part))]
    if CJK.search(said) or not asking:
        return said
    return ", ".join(part for part in parts if part in asking or len(part.split()) <= SHORT)
