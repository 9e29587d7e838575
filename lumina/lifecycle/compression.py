"""What stays of a summary when its memory fades: its most telling words."""

import re
from collections.abc import Collection, Sequence

from lumina.language.concepts import topics
from lumina.language.japanese import morphemes
from lumina.language.scripts import CJK
from lumina.language.tokens import analyse

SHARE = 0.3
NUMBER = re.compile(r"[£$€¥]?\d+(?:[.,:/]\d+)*(?:%|[^\W\d_a-zA-Zぁ-ん]{1,2})?")
CHANGE = re.compile(
    r"\b(?:moved|quit|left|stopped|started|became|changed|sold|bought|broke up|married|died|gave up|instead"
    r"|no longer)\b"
    r"|引っ越|辞め|やめ|始め|変わ|変え|別れ|結婚|離婚|転職|退職|入院|退院|亡くな|売っ|買っ"
)
CAPITAL = re.compile(r"(?<=[\w,;:] )[A-Z][\w'-]+")
SPEAKER = re.compile(r"(?:^|(?<=[。！？!?.\s]))[^\s：:。]{1,40}[：:](?=\s|[^\s/])")
"""The name before what somebody said: it tells nothing."""

JOINERS = {"ja": "・", "en": ", "}


def gist(text: str, language: str) -> str:
    """The most telling words of a text, in their order, in at most 30 % of its bytes (one character at least).

    Names, places, numbers and what changed go first, then other topics, or where none fits other content words; those
    that come up often before those that come up once, then the longer ones. The same text always gives the same; it is
    empty only where the text has nothing but white space.
    """
    joiner = JOINERS.get(language, JOINERS["en"])
    room = int(size(text) * SHARE)
    said = SPEAKER.sub(" ", text)
    others = tuple(dict.fromkeys(word.forms[-1] for word in analyse(said).content))
    kept = _fitting(_telling(said), said, joiner, room) or _fitting(others, said, joiner, room)
    return kept or _cut(text.strip(), room)


def size(text: str) -> int:
    """In bytes of UTF-8, as it is kept."""
    return len(text.encode("utf-8", "surrogatepass"))


def _telling(said: str) -> tuple[str, ...]:
    """Topics, numbers with their units, and words of change, in the order of the text."""
    about = topics(said)
    numbers = (one.group().strip() for one in NUMBER.finditer(said))
    more = [one for one in (*numbers, *CHANGE.findall(said)) if not any(one in topic for topic in about)]
    return tuple(sorted(dict.fromkeys((*about, *more)), key=said.find))


def _fitting(words: Sequence[str], text: str, joiner: str, room: int) -> str:
    names = _names(text)
    kept: set[str] = set()
    for word in sorted(words, key=lambda word: (not _matters(word, names), -text.count(word), -len(word))):
        if sum(map(size, kept)) + size(word) + size(joiner) * len(kept) <= room:
            kept.add(word)
    return joiner.join(word for word in words if word in kept)


def _matters(word: str, names: Collection[str]) -> bool:
    return bool(NUMBER.search(word) or CHANGE.fullmatch(word)) or any(name in word for name in names)


def _names(text: str) -> frozenset[str]:
    """Of people, places and things, as they stand."""
    proper = {one.surface for one in morphemes(text) if one.part[1] == "固有名詞"} if CJK.search(text) else set[str]()
    return frozenset(proper | {*CAPITAL.findall(text)})


def _cut(text: str, room: int) -> str:
    """The beginning of a text that fits; a character where none does."""
    fits = text.encode("utf-8", "surrogatepass")[:room].decode("utf-8", "ignore").strip()
    return fits or text[:1]
