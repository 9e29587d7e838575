"""What a question in Japanese asks for in whatever it is about, and which of what was said has such a thing."""

import re
from collections.abc import Callable, Sequence

from lumina.language.acts import does
from lumina.language.japanese import Morpheme, may_be_given_name, morphemes
from lumina.language.kinds import told_kinds
from lumina.language.scripts import CJK, fold
from lumina.voices.material import Evidence

Has = Callable[[str], bool]
"""Whether a text has something."""

WHO = re.compile("誰|だれ|どなた|名前|なまえ|苗字|名字|ふるねーむ|何さん|なにさん")
OLD = re.compile("何歳|なんさい|いくつ(?:だ|に|で|[?。!]|$)|年齢|歳は|学年|何年生")
PLACE = re.compile("どこ(?!ろ)|どちら(?!か)|どの(?:辺|あたり|町|街|国|県)|場所")
CALLED = re.compile(
    "(?:さん|くん|ちゃん|先生|先輩|君|様)(?:[はがもをにとの、。!]|$)|(?:って|と)(?:いう|言う|いい|言い|申し|呼)"
)
AGE = re.compile(
    "[0-9一二三四五六七八九十]+(?:歳|才|か月|ヶ月|年生)|[小中高大][1-6一二三](?![0-9人つ])|[一二三四五六七八九十]{2,}に?なり?[っま]"
)

ONES = (
    "(?:(?:年[上下]|上|下|若い|年長|もと|新しい|古い|大きい|小さい|手放した|やめた)の?(?:ほう|方)"
    "|もう(?:一方|片方|一人|ひとり|一つ|ひとつ|一匹|一台)"
    "|(?:その|あの|この)(?:人|子|方|とき|時|店|会社|家|日|ため)?|彼|彼女|そっち|あっち|ほかの|他の)"
)
GOES_ON = re.compile(rf"^(?:じゃあ?|で|それで|あと|では|ちなみに)?[、 ]*{ONES}")
"""How a question begins that means what the one before it was about."""

BARE = 8
"""Letters at most of a question that is no more than a word for what is asked: 色は?"""


INTRODUCES = re.compile(
    r"^[^\s、。!のはがも]{1,8}(?:です|だよ|だ|といいます|と(?:申|もう)します|って(?:いいます|言います))[。!]?$"
)
"""Who says who they are, and no more."""


def _names_somebody(text: str) -> bool:
    if INTRODUCES.search(text.strip()):
        return False
    return CALLED.search(fold(text)) is not None or any(map(_is_a_name, morphemes(text)))


def _is_a_name(word: Morpheme) -> bool:
    return "人名" in word.part or (word.part[0] == "名詞" and may_be_given_name(word.surface))


RECALLED = 0.2
"""The score from which something came to mind for its meaning."""

_TYPES: Sequence[tuple[re.Pattern[str], Has]] = (
    (OLD, lambda text: AGE.search(fold(text)) is not None),
    (WHO, _names_somebody),
    (PLACE, lambda text: any("地名" in word.part for word in morphemes(text))),
)


def of_japanese_type(said: str, pieces: Sequence[Evidence]) -> list[Evidence]:
    """Those that have what the question asks for: somebody else's name, an age, a place; none to one that says nothing
    of that."""
    has = next((has for asked, has in _TYPES if asked.search(fold(said))), None)
    return [piece for piece in pieces if has(piece["text"])] if has else []


def goes_on_in_japanese(said: str) -> bool:
    """Whether a question means somebody or something that was spoken of before it, or is of hardly a word."""
    folded = fold(said).rstrip("?!。ー〜 ")
    return bool(GOES_ON.search(folded)) or (len(folded) <= BARE and not does("name", said))


def is_of_the_person(said: str) -> bool:
    """Whether a question in Japanese asks for a name or an age, which nobody can look up."""
    return CJK.search(said) is not None and (does("asks_name", said) or OLD.search(fold(said)) is not None)


def most_telling(pieces: Sequence[Evidence]) -> list[Evidence]:
    """Those that came to mind for their meaning, if any did; what may tell of somebody before mere remarks."""
    recalled = [piece for piece in pieces if piece["score"] >= RECALLED]
    return sorted(recalled or pieces, key=lambda piece: not told_kinds(piece["text"]))
