"""Characters: what is written in which script, and what is the same letter."""

import math
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from lumina.language.bilingual import Language

CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
CJKS = re.compile(f"{CJK.pattern}+")
CJK_RUN = re.compile(r"[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff]+")
HIRAGANA = re.compile(r"[\u3041-\u3096]")
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+")
SEVERAL = 3
WORD, SENTENCE = 16, 1_000
"""Characters of a text that is taken for a word or for a sentence, and remembered."""

LATIN_PHRASE = re.compile(r"[A-Za-z][A-Za-z'’]*(?:[ ,.\-]+[A-Za-z][A-Za-z'’]*){2,}")
LAUGH = re.compile(r"^\s*[wｗ]+\s*$")
SURROGATE = re.compile(r"[\ud800-\udfff]")

KATAKANA_TO_HIRAGANA = {code: code - 0x60 for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}


def fold(text: str) -> str:
    """NFKC, lower case, katakana as hiragana: two spellings of one word are one string."""
    return _folded_word(text) if len(text) <= WORD else _folded(text)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower().translate(KATAKANA_TO_HIRAGANA)


_folded_word = lru_cache(maxsize=50_000)(_folded)


def language_of(text: str) -> str:
    """'en' where Latin letters outnumber Japanese characters by far, or where there are several Latin words and no
    hiragana between them; else 'ja'. The answer for a sentence at hand is remembered, as several ask."""
    return _remembered(text) if len(text) <= SENTENCE else _language_of(text)


def _language_of(text: str) -> str:
    latin, japanese = len(LATIN.findall(text)), len(CJK.findall(text))
    several = len(LATIN_WORD.findall(text)) >= SEVERAL and not HIRAGANA.search(text)
    return "en" if latin > 3 * japanese or (several and latin > japanese) else "ja"


_remembered = lru_cache(maxsize=512)(_language_of)


def conversation_language(text: str, before: Sequence[str]) -> Language:
    """The language to answer a text in: its own; where it is a word or a laugh, that of what was said before it."""
    clear = next((said for said in (text, *reversed(before)) if _is_clear(said)), LAUGH.sub("", text))
    return "ja" if language_of(clear) == "ja" else "en"


def _is_clear(text: str) -> bool:
    return CJK.search(text) is not None or len(LATIN_WORD.findall(text)) > 1


def estimate_tokens(text: str) -> int:
    """Tokens of a text: one a CJK character, one for 4 other characters (DESIGN.md section 13)."""
    cjk = sum(map(len, CJKS.findall(text)))
    return cjk + math.ceil((len(text) - cjk) / 4)
