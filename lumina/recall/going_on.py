"""Whether a question goes on with the one before it, and what that asked for."""

import re
from collections.abc import Collection, Mapping, Sequence

from lumina.known import Known
from lumina.language.acts import asks
from lumina.language.bilingual import Language
from lumina.language.kinds import asked_kinds
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.recall.question import is_framing

PRONOUN = re.compile(r"\b(?:he|she|him|her|they|them|(?<!is )(?<!was )it)\b|彼(?!氏|女)|彼女|(?:その|あの)(?:人|子)")
ELLIPTICAL: Mapping[Language, int] = {"ja": 9, "en": 32}
"""Characters of a question at most that goes on with the one before it."""

OWN_WORDS = 3
"""A question with so many content words of its own says by itself what it asks for, whomever it calls "he"."""

ASKS_ITSELF = re.compile(
    r"^(?:and |so |but )*(?:what|how|when|where)\b.*\b(?:i|my|me|we|our)\b"
    r"|^(?:(?:じゃあ?|で|それで)、?)?(?:わたし|私|僕|ぼく|俺|おれ|あたし|うち|自分)の"
)
"""A question of one's own with its question word does not go on with another."""


def goes_on(question: str, kinds_asked: Collection[str], known: Known) -> bool:
    """Whether a question that asks for these kinds of facts goes on with another."""
    return not (kinds_asked and ASKS_ITSELF.search(fold(question))) and _is_elliptical(question, known)


def _is_elliptical(question: str, known: Known) -> bool:
    """Whether it is short, and has no word of its own but names, as "and my sister?", or calls somebody "he"."""
    own = {fold(word.normal) for word in analyse(question).content if not is_framing(word.normal)}
    if PRONOUN.search(fold(question)):
        return len(own) < OWN_WORDS
    is_short = len(question) <= ELLIPTICAL["ja" if CJK.search(question) else "en"]
    return is_short and own <= {part for alias in known.names for part in (alias, *map(fold, analyse(alias).words))}


def asked_before(window: Sequence[str]) -> tuple[str, ...]:
    """The kinds of facts that the last of these texts asked for that asked for any."""
    return next((found for text in reversed(window) if asks(text) and (found := asked_kinds(text))), ())
