"""What stays of a summary when its memory fades: its most telling words."""

from collections.abc import Sequence

from lumina.language.concepts import topics
from lumina.language.tokens import analyse

SHARE = 0.3
JOINERS = {"ja": "・", "en": ", "}


def gist(text: str, language: str) -> str:
    """The most telling words of a text, in their order, in at most 30 % of its characters (one at least).

    Topics, or where none fits other content words; those that come up often go first, then the longer ones. The same
    text always gives the same; it is empty only where the text has nothing but white space.
    """
    joiner = JOINERS.get(language, JOINERS["en"])
    room = max(int(len(text) * SHARE), 1)
    others = tuple(dict.fromkeys(word.forms[-1] for word in analyse(text).content))
    kept = _fitting(topics(text), text, joiner, room) or _fitting(others, text, joiner, room)
    return kept or text.strip()[:room].strip()


def _fitting(words: Sequence[str], text: str, joiner: str, room: int) -> str:
    kept: set[str] = set()
    for word in sorted(words, key=lambda word: (-text.count(word), -len(word))):
        if sum(map(len, kept)) + len(word) + len(joiner) * len(kept) <= room:
            kept.add(word)
    return joiner.join(word for word in words if word in kept)
