"""Claims in English, by rules."""

from collections.abc import Sequence
from datetime import datetime

from lumina.known import Claim
from lumina.models import Turn


def claims_in_english(text: str, at: datetime, before: Sequence[Turn]) -> list[Claim]:
    """What the text claims."""
    return []
