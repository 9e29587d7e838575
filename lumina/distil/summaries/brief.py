"""What is known in few words is told so where it reads as such: no piece that was cut out of a sentence."""

import re
from typing import Final

from lumina.language.japanese import morphemes
from lumina.language.scripts import CJK, fold

WHAT: Final = re.compile(r"\s*[（(](?P<what>[^（()）]*)[)）]$")
"""What somebody is, or when something is, behind it."""

BEGUN: Final = re.compile(
    r"(?:and|or|but|nor|because|cos|so|of|than|which|who|that|i|it|he|she|we|they|you|\w+n['’]t)\b", re.I
)
LEFT: Final = re.compile(
    r"\b(?:and|or|but|nor|to|of|the|an?|with|for|from|than|my|me|your|his|its|our|their|\w+n['’]t"
    r"|(?:my|me|your|him|her|it)self|(?:our|your|them)selves)$",
    re.I,
)
TRAILING: Final = {"助詞", "助動詞", "補助記号"}
JOINING: Final = {"格助詞", "係助詞"}


def reads_alone(text: str) -> bool:
    """Whether it is understood without what stood around it. Who is called what they are is not told of: Cat (cat)."""
    found = WHAT.search(text)
    bare = text[: found.start()] if found else text
    if found and fold(found["what"]) == fold(bare):
        return False
    return not _breaks_off(bare) if CJK.search(bare) else not (BEGUN.match(bare) or LEFT.search(bare))


def _breaks_off(text: str) -> bool:
    """At its end something was left out behind a particle: 予定日はやて, 春の前にかー."""
    for word in reversed(morphemes(text)):
        if word.part[0] not in TRAILING:
            return False
        if word.part[1] in JOINING:
            return True
    return False
