"""How a word may be written, packed into other text or encoded: for the search for what is left of who was erased
(harness.residue)."""

import base64
import json
from collections.abc import Iterable, Iterator
from typing import Final
from unicodedata import normalize
from urllib.parse import quote

from lumina.erasure.search import MARK, Needle

ENCODINGS: Final = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le")
"""The last is Python's own of a text with an emoji."""

HALVES: Final = {normalize("NFKC", chr(code)): chr(code) for code in range(0xFF66, 0xFF9E)} | {"゙": "ﾞ", "゚": "ﾟ"}
"""Of each kana, and of the two marks that are joined to one, the form of half width."""

HIRAGANA: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
STEM: Final = 10
"""Letters of a word that whatever stems it leaves."""


def spellings(word: str) -> set[str]:
    """Composed, decomposed, in half width, in hiragana, in small and in capital letters, without its ending."""
    apart = normalize("NFD", word)
    halved = "".join(HALVES.get(sign, sign) for sign in apart)
    small = word.lower()
    soft = word.translate(HIRAGANA)
    stem = {small[:STEM]} if small.isascii() and len(small) > STEM else set[str]()
    return {normalize("NFC", word), apart, halved, soft, normalize("NFD", soft), small, word.upper(), *stem}


def spelt(words: Iterable[str], kind: str = "word") -> list[Needle]:
    """Needles for words in whatever form and encoding; what is shorter than eight bytes is left out."""
    return [Needle(kind, form) for form in sorted({form for word in words for form in _forms(word)})]


def _forms(word: str) -> frozenset[bytes]:
    forms = [form for spelling in spellings(word) for form in (*_encoded(spelling), *_escaped(spelling))]
    return frozenset(form for form in forms if len(form) >= MARK)


def _encoded(text: str) -> Iterator[bytes]:
    """As it is, in hexadecimal (as PostgreSQL writes bytes), and in base64, wherever in its triples it begins."""
    plain = text.encode()
    yield from (text.encode(code) for code in ENCODINGS)
    yield from (plain.hex().encode(), plain.hex().upper().encode())
    for before in range(3):
        packed = base64.b64encode(bytes(before) + plain)
        yield packed[-(-before * 8 // 6) : (before + len(plain)) * 8 // 6]


def _escaped(text: str) -> Iterator[bytes]:
    """As JSON, JSON within JSON, addresses and Python write it."""
    once = json.dumps(text)[1:-1]
    for form in (once, json.dumps(once)[1:-1], quote(text), repr(text.encode())[2:-1], ascii(text)[1:-1]):
        yield form.encode()
        yield form.lower().encode()
