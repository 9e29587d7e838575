"""Whose matter a text is: the speaker's own, of somebody who is something to them, or of somebody by name."""

import re
from dataclasses import dataclass

from lumina.language.scripts import CJK, fold
from lumina.voices.ranking.looks import first_relation, looks

OWN = re.compile(
    r"\b(?:i|i'm|i've|i'll|i'd|im|ive|my|me|mine|myself|we|our|us)\b"
    r"|(?<!さ)(?:私|わたし|あたし|あたくし|僕|ぼく|俺|おれ|うち(?!に)|自分|わし|わい|おら)"
)
THIRD = re.compile(r"\b(?:he|she|they|his|her|their|him|them)(?:'\w+)?\b|彼(?!氏|女)|あの(?:人|子|方)|あいつ")
SOMEBODY_FIRST = re.compile(
    r"^(?:(?:and|but|so|oh|well|also|anyway|the|old|wee|little|poor|young)[, ]+)*"
    r"(?:(?:[Hh]e|[Ss]he|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir)\b"
    r"|[A-Z][a-z]+(?:['’]s\b| (?:is|was|has|had|says|said|got|keeps|wants|works?|lives?|plays?|does|did|can|will"
    r"|reckons|hates|loves|likes|never|always|and I)\b|,))"
)
HONOURED = re.compile("(?:さん|くん|ちゃん|君|様)(?=[はがもの、とにを])")
HEAD = {"en": 24, "ja": 10}
"""Letters within which somebody stands whom a line is of."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whom a text speaks of: by relation, whether by "I" and by "she", and whether it begins with somebody else."""

    relations: frozenset[str]
    own: bool
    third: bool
    other_first: bool


def whose(text: str) -> Whose:
    folded = fold(text)
    return Whose(
        looks("relations", folded),
        OWN.search(folded) is not None,
        THIRD.search(folded) is not None,
        _begins_with_another(text, folded),
    )


def _begins_with_another(text: str, folded: str) -> bool:
    if CJK.search(text):
        named = HONOURED.search(folded)
        return first_relation(folded) < HEAD["ja"] or (named is not None and named.start() < HEAD["ja"])
    said_by = re.search(r"\bi(?:'\w+)?\b", folded)
    relation = first_relation(folded)
    first = relation < HEAD["en"] and not (said_by and said_by.start() < relation)
    return first or SOMEBODY_FIRST.search(text) is not None


def match(asked: Whose, told: Whose) -> str:
    """Whose matter is asked for, and whose a line is, as "me:other"."""
    who = "both" if asked.own and asked.relations else "somebody" if asked.relations else "me" if asked.own else "none"
    if told.other_first:
        return f"{who}:other"
    return f"{who}:{'me' if told.own and not told.relations else 'somebody' if told.relations else 'none'}"
