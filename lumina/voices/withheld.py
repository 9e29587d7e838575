"""What is not quoted unless it is asked for: what was said in danger, or of violence."""

from collections.abc import Sequence

from lumina.language.acts import Mood, mood
from lumina.voices.matching import shared_words
from lumina.voices.material import Evidence

ENOUGH = 2
"""So many words of it must be in a question, for it to ask for it."""


def without_cries(evidence: Sequence[Evidence], said: str) -> list[Evidence]:
    """Evidence that may be quoted in answer to this."""
    if mood(said) >= Mood.VIOLENCE:
        return [*evidence]
    return [piece for piece in evidence if mood(piece["text"]) < Mood.VIOLENCE or _is_meant(said, piece["text"])]


def _is_meant(said: str, text: str) -> bool:
    return shared_words(said, text) >= ENOUGH
