"""What a statement has in common with a question: words, or the kind of thing that it is about."""

import re
from collections.abc import Sequence

from lumina.language.acts import asks, does, is_for_what_was_told, only_asks
from lumina.language.asking import asking_part
from lumina.language.categories import asks_category, told_of_category
from lumina.language.english import is_content
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse, split_sentences
from lumina.language.trained.vectors import has_vector
from lumina.voices.material import Evidence
from lumina.voices.ranking.looks import looks

AKIN = 4
"""Letters that words of one family have in common at least."""

ANSWERED_BY = {
    "price": "money",
    "when": "date",
    "age": "age",
    "long": "span",
    "many": "number",
    "colour": "colour",
    "why": "reason",
    "name": "naming",
}
"""What a line has that answers each type of question."""

OF_SOMEBODY = frozenset({"family", "friend", "partner", "pet", "name"})
"""Kinds that a question asks for by whom it speaks of."""

TELLING = 3
"""Words of content that a sentence has at least which tells something before a question."""

ANSWERS_IT = re.compile(
    r"[?] *(?:(?:oh|well|actually|ha|lol|wait|i never told you)[,. ]*)*(?:it's|its|it was|that's|thats) \w"
)
"""Who asks, and tells it at once."""

CALLED = re.compile(
    r"\s*(?P<name>@?\w+)[,:]? +(?=(?:who|what|where|when|why|how|which|whose|do|did|can|will|should)(?:'?s|'?re)?\b)",
    re.I,
)
"""A name before a question."""

ASKS_NAME = re.compile("名前|なまえ|苗字|名字|\\bnames?\\b|\\bcalled\\b", re.I)
"""Who asks for a name does not ask for whatever speaks of names, or of families."""


def own_statements(evidence: Sequence[Evidence]) -> list[Evidence]:
    """What the person stated: what asks for what was told before tells nothing, whatever is said beside it."""
    return [
        piece
        for piece in evidence
        if piece["who"] == "you" and not _only_asks(piece["text"]) and not _asks_for_it(piece["text"])
    ]


def _only_asks(text: str) -> bool:
    """Whether a text asks, and tells nothing in English before that."""
    text = _without_call(text)
    if not only_asks(text):
        return False
    sentences = split_sentences(text)
    told = [one for one in sentences if not asks(one) and len(analyse(one).words) >= TELLING]
    return CJK.search(text) is not None or not told or is_for_what_was_told(text)


def _without_call(text: str) -> str:
    """A question without the name before it, of somebody whom nobody else is called like: nox who's going to win."""
    called = CALLED.match(text)
    name = called["name"] if called else ""
    is_name = name.startswith("@") or (is_content(name) and not has_vector(fold(name), "en"))
    return text[called.end() :] if called and is_name else text


def _asks_for_it(text: str) -> bool:
    """Whether a text asks for what was told before, and does not tell it itself."""
    return asks(text) and is_for_what_was_told(text) and not ANSWERS_IT.search(fold(text))


def shared_words(said: str, text: str) -> int:
    """How many words of a question a text has, or their like: the drummer, and who is on drums."""
    words, told = _words(said), {*analyse(text).words}
    return sum(word in told or any(akin(word, other) for other in told) for word in words)


def tells_of_kind(said: str, text: str) -> bool:
    """Whether a text speaks of a kind of fact that a question asks for, beside whom it asks about; of a question that
    asks for none, always."""
    asked = {*asked_kinds(said)} - OF_SOMEBODY
    return not asked or bool(asked & {*told_kinds(text)}) or told_of_category(said, text)


def answers_plainly(said: str, text: str) -> bool:
    """Whether a text has a word of a question, and what the question asks for: a price, a day, a colour."""
    asked, offered = looks("asked", fold(said)), looks("offered", fold(text))
    return shared_words(said, text) > 0 and any(ANSWERED_BY.get(one) in offered for one in asked)


def akin(one: str, other: str) -> bool:
    """Whether two English stems are of one family: all but the last letter of the shorter one begins the other."""
    short, long = sorted((one, other), key=len)
    return len(short) >= AKIN and short.isascii() and long.startswith(short[: max(AKIN, len(short) - 1)])


def _words(said: str) -> set[str]:
    """The words of a question; of one for a name without that."""
    return {*analyse(ASKS_NAME.sub(" ", said) if does("asks_name", said) else said).words}


def is_of_its_kind(said: str, text: str) -> bool:
    """Whether a text speaks of a kind of fact that a question asks for, or names one of its category."""
    asking = asking_part(said)
    of_kind = not does("asks_name", asking) and {*asked_kinds(said)}.intersection(told_kinds(text))
    return bool(of_kind) or told_of_category(asking if asks_category(asking) else said, text)
