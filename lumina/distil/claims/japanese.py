"""Claims in Japanese, by rules."""

from collections.abc import Sequence
from datetime import datetime

from lumina.known import Claim
from lumina.models import Turn


def claims_in_japanese(text: str, at: datetime, before: Sequence[Turn]) -> list[Claim]:
    """What the text claims."""
    return []
