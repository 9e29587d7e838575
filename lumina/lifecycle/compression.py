"""What stays of a summary when its memory fades: its most telling words."""

import re
from collections.abc import Sequence

from lumina.language.concepts import topics
from lumina.language.tokens import analyse

SHARE = 0.3
SPEAKER = re.compile(r"(?:^|(?<=[。！？!?.\s]))[^\s：:。]{1,40}[：:](?=\s|[^\s/])")
"""The name before what somebody said: it tells nothing."""

JOINERS = {"ja": "・", "en": ", "}


def gist(text: str, language: str) -> str:
    """The most telling words of a text, in their order, in at most 30 % of its characters (one at least).

    Topics, or where none fits other content words; those that come up often go first, then the longer ones. The same
    text always gives the same; it is empty only where the text has nothing but white space.
    """
    joiner = JOINERS.get(language, JOINERS["en"])
    room = max(int(len(text) * SHARE), 1)
    said = SPEAKER.sub(" ", text)
    others = tuple(dict.fromkeys(word.forms[-1] for word in analyse(said).content))
    kept = _fitting(topics(said), said, joiner, room) or _fitting(others, said, joiner, room)
    return kept or text.strip()[:room].strip()


def _fitting(words: Sequence[str], text: str, joiner: str, room: int) -> str:
    kept: set[str] = set()
    for word in sorted(words, key=lambda word: (-text.count(word), -len(word))):
        if sum(map(len, kept)) + len(word) + len(joiner) * len(kept) <= room:
            kept.add(word)
    return joiner.join(word for word in words if word in kept)
