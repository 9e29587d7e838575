"""Names of people: the same person however the name is written."""

import re
from functools import lru_cache

from lumina.language.japanese import reading
from lumina.language.lexicon import word_list
from lumina.language.scripts import CJK, fold

CALL = re.compile(r"(?<![\w.])[@＠](?:[A-Za-z][\w\-]*(?<!\W)|[ァ-ヶー]+|みんな|全員)[,、，\s]*", re.ASCII)
"""Somebody who is spoken to: @ノクス, @all."""

ENGLISH_TITLE = re.compile(r"^(?:mr|mrs|ms|miss|dr|prof)\.?\s+", re.I)


def without_calls(text: str) -> str:
    """A text without those to whom it is addressed: 「@ノクス 京都へ行く」 speaks of 京都. A mere call stays."""
    return (CALL.sub("", text) if "@" in text or "＠" in text else text) or text


@lru_cache(maxsize=4096)
def bare_name(name: str) -> str:
    """The name without honorifics: 田中さん is 田中, Dr. Smith is Smith. A name that is all honorific stays."""
    name = ENGLISH_TITLE.sub("", name.strip())
    for honorific in sorted(word_list("honorifics"), key=len, reverse=True):
        if name.endswith(honorific) and len(name) > len(honorific):
            return name[: -len(honorific)].strip()
    return name


@lru_cache(maxsize=4096)
def spellings(name: str) -> frozenset[str]:
    """How a name may be written, folded: bare, by its reading (田中 and たなか), and the first of several words."""
    bare = fold(bare_name(name))
    found = {bare, bare.split()[0] if bare.split() else bare}
    if CJK.search(bare):
        found.add(reading(bare))
    return frozenset(spelling for spelling in found if spelling)


def same_name(one: str, other: str) -> bool:
    return bool(spellings(one) & spellings(other))
