"""Whom a text speaks to: 「ノクス、…」 does, 「ノクスって冷たいよね」 does not."""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import pairwise

from lumina.dialogue.characters import Cast
from lumina.dialogue.mentions import Mention, Spoken, alternatives, mentions, neighbours, phrases, read

BOUNDARY = r"(?:^|[.!?。;:\n…♪♡☆★)\]】—–~〜]|[\U0001F000-\U0001FFFF\u2600-\u27bf])\s*"
ENDS = re.compile(r"\s*(?:$|[.!?。\n…♪♡☆★~〜]|[\U0001F000-\U0001FFFF\u2600-\u27bf])")
PAUSES = re.compile(r"\s*[,、;:—–](?!って|と[呼言い])|\s+-\s")
LIST_GOES_ON = re.compile(r",?\s*(?:and|or)\b")
OF_WHOM = re.compile("って(?!ば|[呼言い])")
"""What follows the name of somebody who is spoken about."""

ASKED_LAST = re.compile(
    r"(?:^|[.!?,;] )(?:(?:so|and|but|ok|hey|oh|well|right|be honest),? )*"
    r"(?:what|which|how|when|where|who)(?:'?s|'?re|'?d| \w+)?\b[^.!?]*\b(?:you|your|u|ur|youre|you're)\b[^.!?]*"
    r"(?<!\babout)(?<!\bof)(?<!\bto)(?<!\bwith)(?<!\bfor)(?<!\bfrom)(?<!\bthan)(?<!\band)(?<!\bor)(?<!\bis)(?<!\bwas)"
    r"(?<!\bthink)(?<!\bcall)(?<!\bmeet)(?<!\bknow)(?<!\btell)(?<!\bask)(?<!\bin)(?<!\bon)\s+$"
)
"""What is asked of whoever is named behind it, without a comma: how's your day been, Nox."""

RELATIVE = re.compile(r"\s*,\s*(?:who|which|whose|whom)\b")
TOPIC = re.compile(r"(?:は|が|を|や|とか|も|(?<!の)に|is|was|are|were|be)\s*[,、]\s*$")
SEPARATOR = re.compile(r"\s*[,、]\s*|\s+")
COMMA = re.compile(r"[,、]\s*$")
ALL, NONE, FIRST, LAST = slice(None), slice(0), slice(1), slice(-1, None)
NEAR = 200
"""Letters before and after a name that are looked at."""

JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


class Left(StrEnum):
    """What stands before a name."""

    START = "start"
    OPENER = "opener"
    CALL = "call"
    COMMA = "comma"
    CLOSER = "closer"
    NOTHING = "nothing"


def addressed(text: str, cast: Cast) -> tuple[str, ...]:
    """The ids of the characters that the text speaks to, in its order; EVERYBODY stands for all."""
    spoken = read(text)
    found: list[str] = []
    for chain in neighbours(mentions(spoken, cast), spoken.folded):
        to = range(len(chain))[_spoken_to(chain, spoken)]
        found.extend(mention.character for place, mention in enumerate(chain) if mention.at or place in to)
    return tuple(dict.fromkeys(found))


def _spoken_to(chain: Sequence[Mention], spoken: Spoken) -> slice:
    """Which of a list of names are spoken to, apart from those after an @."""
    before, after = _around(spoken.folded, chain[0].start, chain[-1].end)
    left = Left.START if chain[0].at else _left(before)
    if _offers_a_choice(chain, spoken.folded):
        return ALL if left is Left.START and PAUSES.match(after) else NONE
    if len(chain) > 1 and LIST_GOES_ON.match(after):
        return NONE
    if len(chain) > 1 and OF_WHOM.match(after) and left is not Left.NOTHING:
        return _one_of_two(chain, spoken.folded, left, after)
    if _is_vocative(left, before, after, spoken.plain[chain[-1].end - 1]):
        return ALL
    return _one_of_two(chain, spoken.folded, left, after)


def _around(folded: str, start: int, end: int) -> tuple[str, str]:
    """What stands close before and after; where it is cut off, a letter stands for the rest."""
    before, after = folded[max(start - NEAR, 0) : start], folded[end : end + NEAR]
    return ("x" * (start > NEAR) + before, after + "x" * (len(folded) > end + NEAR))


def _one_of_two(chain: Sequence[Mention], folded: str, left: Left, after: str) -> slice:
    """In 「ルミナ、ノクスって…」 the first is spoken to about the second, in "Say hi to Nox, Lumina!" the second about
    the first; three are a list: they are spoken about."""
    groups = SEPARATOR.split(folded[chain[0].start : chain[-1].end])
    if len(groups) != 2:
        return NONE
    if left in (Left.START, Left.OPENER, Left.CALL) and SEPARATOR.match(folded, chain[0].end):
        return FIRST
    return LAST if left is Left.NOTHING and groups[1].isascii() and ENDS.match(after) else NONE


def _offers_a_choice(chain: Sequence[Mention], folded: str) -> bool:
    choice = rf"\s*(?:{'|'.join(phrases()['choices'])})\s*"
    return any(re.fullmatch(choice, folded[one.end : other.start]) for one, other in pairwise(chain))


def _left(before: str) -> Left:
    calls, openers, closers = _before_patterns()
    if re.search(BOUNDARY + "$", before):
        return Left.START
    for kind, pattern in ((Left.CALL, calls), (Left.OPENER, openers)):
        if pattern.search(before):
            return kind
    if COMMA.search(before):
        return Left.COMMA
    return Left.CLOSER if closers.search(before) else Left.NOTHING


@cache
def _before_patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    said = phrases()
    mark = r"[,、!~〜ー]*\s*$"
    word = r"(?<![a-z'])"
    return (
        re.compile(rf"{word}(?:{alternatives(said['calls'])}){mark}"),
        re.compile(rf"{BOUNDARY}(?:{alternatives(said['openers'])}){mark}"),
        re.compile(rf"{word}(?:{alternatives(said['closers'])})\s*$"),
    )


def _is_vocative(left: Left, before: str, after: str, last_letter: str) -> bool:
    if _is_asked(left, before, after):
        return True
    if ENDS.match(after):
        if left is Left.NOTHING:
            return ASKED_LAST.search(before) is not None
        return not (left is Left.COMMA and TOPIC.search(before))
    if PAUSES.match(after):
        return left not in (Left.NOTHING, Left.CLOSER) and not (left is Left.COMMA and RELATIVE.match(after))
    return _goes_on(left, after, last_letter)


def _is_asked(left: Left, before: str, after: str) -> bool:
    """「ノクスはどう思う？」, 「クラリスに質問」, "a question for Nox": no vocative, yet one is meant."""
    said = phrases()
    asks = left not in (Left.NOTHING, Left.CLOSER) or re.search(r"(?:について|に関して|けど|から|ので|だけど)$", before)
    if asks and re.match(f"(?:{'|'.join(said['asked_of'])})", after):
        return True
    return bool(re.search(rf"(?<![a-z])(?:{'|'.join(said['asked_for'])})\s+$", before))


def _goes_on(left: Left, after: str, last_letter: str) -> bool:
    """Whether a name is spoken to that the sentence goes on from without a comma."""
    said, rest = phrases(), after.lstrip()
    if left not in (Left.START, Left.OPENER, Left.CALL) or re.match(f"(?:{'|'.join(said['about'])})", rest):
        return False
    hiragana_runs_on = rest == after and _is_hiragana(last_letter) and _is_hiragana(rest[0])
    if left is Left.CALL and not hiragana_runs_on:
        return rest[0].isalnum()
    apart = rest != after and bool(JAPANESE.match(rest))
    return apart or bool(re.match(f"(?:{'|'.join(said['asked'])})", rest))


def _is_hiragana(letter: str) -> bool:
    return "\u3041" <= letter <= "\u309f"
