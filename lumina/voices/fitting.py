"""Which of what was said fits a question: by its words, and by what kind of thing it asks for."""

import re
from collections.abc import Sequence
from datetime import datetime

from lumina.language.acts import does
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.scripts import fold
from lumina.language.tokens import analyse
from lumina.language.when.dated import dated
from lumina.voices.material import Evidence

NUMBER = re.compile(
    r"[0-9一二三四五六七八九十]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|couple|dozen)\b"
)
DATE = re.compile(
    r"[0-9]+(?:月|日|時|/[0-9])|曜|朝|昼|夕|夜|晩|\b(?:[0-9]{1,2}(?:st|nd|rd|th)|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
    r"|morning|noon|afternoon|evening|night|breakfast|lunch|dinner|bed|o'clock|[0-9]+ ?[ap]m)\b"
)


def fitting(said: str, evidence: Sequence[Evidence]) -> Sequence[Evidence]:
    """Those that have words of the question or speak of what it asks for, as far as any do, and of them those that have
    a day or a number, where it asks for one."""
    near = [piece for piece in evidence if speaks_of(said, piece["text"])]
    if not near:
        return evidence
    if does("how_many", said):
        return [piece for piece in near if NUMBER.search(fold(piece["text"]))] or near
    return ([piece for piece in near if _names_a_day(piece)] or near) if does("when", said) else near


def speaks_of(said: str, text: str) -> bool:
    """Whether a text has a word of a question, or speaks of a kind of fact that it asks for."""
    words, asked = {*analyse(said).words}, {*asked_kinds(said)}
    return bool(words.intersection(analyse(text).words) or asked.intersection(told_kinds(text)))


def _names_a_day(piece: Evidence) -> bool:
    at = datetime.fromisoformat(piece["at"])
    return bool(dated(piece["text"], at)) or DATE.search(fold(piece["text"])) is not None
