"""What stays of a summary when its memory fades: its most telling words."""

from lumina.language.concepts import topics
from lumina.language.tokens import analyse

SHARE = 0.3
JOINERS = {"ja": "・", "en": ", "}


def gist(text: str, language: str) -> str:
    """The most telling words of a text, in their order, in at most 30 % of its characters (one at least).

    Those that come up often go first, then the longer ones. The same text always gives the same; it is empty only
    where the text has nothing but white space.
    """
    joiner = JOINERS.get(language, JOINERS["en"])
    room = max(int(len(text) * SHARE), 1)
    words = _telling(text)
    ranked = sorted(words, key=lambda word: (-text.count(word), -len(word)))
    kept: set[str] = set()
    for word in ranked:
        if sum(map(len, kept)) + len(word) + len(joiner) * len(kept) <= room:
            kept.add(word)
    return joiner.join(word for word in words if word in kept) or (ranked or [text.strip()])[0][:room].strip()


def _telling(text: str) -> tuple[str, ...]:
    """Topics, or where there are none the content words."""
    return topics(text) or tuple(dict.fromkeys(word.forms[-1] for word in analyse(text).content))
