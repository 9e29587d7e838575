"""The questions in one line, each by itself: a document that answers one of them need not speak of the others."""

import re

from lumina.language.acts import asks

BREAKS = re.compile(
    r"(?<=[.!?。！？])\s*|[,、，;；\n]\s*(?:(?:and|but|also|or|plus|then|それと|あと|それから)\b[\s、,]*)?"
    r"|\s+(?:and|but|also|or)\s+(?=(?:also |then )?(?:when|what|which|where|who|whose|how|why|do|does|did|is|are|can"
    r"|could|should|will)\b)",
    re.IGNORECASE,
)
ASKS = re.compile(r"いつ|どこ|どの|どれ|どう|どんな|誰|だれ|何|なに|なん[のでだ時歳人回]|いくつ|いくら|なぜ")
"""What asks in Japanese, also where the sentence goes on: 水やりはいつで、…"""

MOST = 4


def questions_in(said: str) -> list[str]:
    """The first few, where there is more in a line than a single question; else none."""
    parts = [part.strip() for part in BREAKS.split(said) if part and part.strip()]
    return [part for part in parts if asks(part) or ASKS.search(part)][:MOST] if len(parts) > 1 else []
