"""Of whom hardly anything was told: what comes nearest is held out rather than denied; and what must have been told of
for an answer."""

import re
from collections.abc import Sequence
from typing import Final

from lumina.language.acts import CERTAIN, LIKELY, does
from lumina.language.asking import asking_part
from lumina.language.kinds import asked_kinds
from lumina.language.scripts import CJK, fold
from lumina.language.trained.wants import Want, wants
from lumina.voices.matching import is_of_its_kind
from lumina.voices.material import Evidence
from lumina.voices.ranking.whose import whose
from lumina.voices.spoken import WORD
from lumina.voices.wanted import offered

LITTLE: Final = 6
HELD_OUT: Final = 2
RATHER: Final = 0.5
"""Lines that a person has told: of so few the likeliest is held out rather than that anything was told denied; and so
many of them, where it is less likely than this."""


LOOSELY: Final = frozenset({"friend", "colleague", "boss", "teacher", "neighbour", "flatmate"})
"""What somebody, or a tortoise, may be called in passing."""

OLD_ONE: Final = re.compile(r"\bthe old (?:girl|boy|lad|lady)\b")
"""What people call a thing of theirs that they are fond of, over folded text."""


TO_WHOM: Final = re.compile(
    rf"(?:{WORD.pattern}|両?親|ママ|パパ)(?:さん|ちゃん)?に(?:は|も)?、?(?=な[るっり]|見せ|言[えわいっ]|話[さしせ]|内緒|隠|バレ|ばれ|知られ|打ち明け)"
    r"|(?:[そこあ]この|あの|店の|宿の)主人"
)
"""Who one becomes, and from whom a thing is kept: of them nothing is asked; and the keeper of a house."""


OF_THE_WORLD: Final = re.compile(
    r"(?:教え|調べ|検索し|計算し|訳し)て(?:ください|下さい|くれ|ちょうだい|よ|ね)*[。!?]*$"
    r"|^(?:how (?:do|can|does|would) (?:i|you|we|one) |what(?:'s| is) the (?:weather|capital|way|time) )"
)
"""How one asks for directions, for the weather and for what is to be looked up."""

PLAIN: Final = re.compile(
    r"^(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち)の[一-龠ァ-ヶー]{2,8}(?:は|って)(?:何|なん|なに|いくつ|どれ|覚えて|わか|知って)?[^、。]{0,8}$"
    r"|^(?:what(?:'s| is| was| are)|do you (?:know|remember)) my (?:[a-z-]+ ){0,2}[a-z-]+[?]*$"
)
"""How one asks for something by its own word, over folded text."""


def is_of_little(said: str, own: Sequence[Evidence]) -> bool:
    """Whether an English question is for the person's own, of whom hardly anything was told: then what comes nearest is
    held out."""
    if CJK.search(said) or len(own) > LITTLE or does("asks_own_name", said):
        return False
    return whose(said).own or wants(said)[Want.ASK] >= LIKELY


def held_out(said: str, first: Evidence, lines: Sequence[Evidence]) -> list[Evidence]:
    """The likeliest line, and one more that has as much of what the type of the question asks for."""
    least = _fit(said, first)
    return [first, *(one for one in lines[:HELD_OUT] if one is not first and _fit(said, one) >= least)][:HELD_OUT]


def _fit(said: str, piece: Evidence) -> tuple[float, bool]:
    return offered(said, piece["text"]), is_of_its_kind(said, piece["text"])


def wants_to_be_met(said: str, own: Sequence[Evidence]) -> bool:
    """Whether nothing answers a question but what speaks of what it asks for: it is a mere yes or no, or of somebody of
    whom nothing was told."""
    unheard = _whom_it_needs(said, own)
    unheard = bool(unheard) and not any(unheard & whose(piece["text"]).relations for piece in own)
    return unheard or does("yes_no", asking_part(said) if CJK.search(said) else said)


def relations_asked(said: str) -> frozenset[str]:
    """By what they are to the person those of whom a question is, and to whom a thing is not merely done."""
    return whose(TO_WHOM.sub("", said)).relations


def _whom_it_needs(said: str, own: Sequence[Evidence]) -> frozenset[str]:
    """Those by what they are to the person who must have been spoken of, for a question to be answered: no pet in
    English, which is many an animal; nor, where hardly anything was told, whoever may only be called a friend."""
    asked = relations_asked(said)
    if CJK.search(said):
        return asked
    if OLD_ONE.search(fold(said)):
        return frozenset()
    return asked - {"pet"} - (LOOSELY if len(own) <= LITTLE else frozenset())


def is_of_the_world(said: str) -> bool:
    """Whether a line asks for what nobody here has told."""
    is_surely = CJK.search(said) is None and wants(said)[Want.WORLD] >= CERTAIN
    return (is_surely or OF_THE_WORLD.search(fold(said)) is not None) and not does("recalls", said)


def asks_by_its_word(said: str) -> bool:
    """Whether a question names what it wants by its own word ("what's my blood type?"), and that is no kind of fact:
    whoever told it has said that word."""
    return PLAIN.search(fold(said)) is not None and not asked_kinds(said)
