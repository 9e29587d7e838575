"""What of a text is the speaker's own: not what was pasted into it, nor orders to the memory and what follows them."""

import re
from collections.abc import Sequence

from lumina.distil.claims.english.clauses import MAX, ORDERS
from lumina.distil.claims.english.clauses import PASTED as PASTED_ENGLISH
from lumina.distil.claims.japanese.sentences import COMMANDS, LONG, plain
from lumina.distil.claims.japanese.sentences import PASTED as PASTED_JAPANESE
from lumina.language.scripts import language_of

FENCED = re.compile(r"```.*?(?:```|$)|<[a-z_]{2,}[^>\n]*>.*?(?:</[^>]+>|$)", re.I | re.S)
SENTENCE_END = re.compile(r"[.。!?！？\n]\s*")


def own_text(text: str) -> str:
    """The text up to the sentence with which something else begins; empty where all of it is something else."""
    english = language_of(text) == "en"
    if len(text) > (MAX if english else LONG):
        return ""
    told = FENCED.sub(" ", text if english else plain(text))
    return _until(told, (PASTED_ENGLISH, ORDERS) if english else (PASTED_JAPANESE, COMMANDS, ORDERS))


def _until(text: str, patterns: Sequence[re.Pattern[str]]) -> str:
    begins = [match.start() for pattern in patterns if (match := pattern.search(text))]
    if not begins:
        return text
    ends = [match.end() for match in SENTENCE_END.finditer(text, 0, min(begins))]
    return text[: ends[-1]] if ends else ""
