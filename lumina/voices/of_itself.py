"""What a character is asked of itself: of its tastes and its day, of the other characters, and of the person."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from lumina.language.acts import LIKELY, OWN, UNLIKELY, asks_all, asks_opinion, does, is_of_character, smalltalk
from lumina.language.questions import RECALLS, SOUGHT, seeks_counsel
from lumina.language.scripts import CJK, fold
from lumina.language.trained.wants import Want, wants
from lumina.voices.material import Material
from lumina.voices.picking import pick
from lumina.voices.ranking.whose import whose
from lumina.voices.voice import OF_FELLOW, Phrases

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "grown": "grown",
        "regards": "regards",
        "cares": "cares",
        "awaits": "favours",
        "fellows": "fellows",
        "judges": "opines",
        "romance": "loves",
        "colours": "favours_colour",
        "foods": "favours_food",
        "tunes": "favours_music",
        "tales": "favours_story",
        "minds": "minds",
        "favours": "favours",
    }
)
"""By what a question has in it the kind of phrase that answers it, the surest first."""

OF_MIND: Final = frozenset({"grown", "regards", "cares", "fellows"})
"""What is asked of a character, of whomever else a line may be."""

TASTES: Final = frozenset({"prefers", "opines", "occupied", "plans", "hurt", "talented", "fancies", "wellbeing"})
"""Small talk that is of a character."""

OPEN: Final = frozenset({"others", "opines", "fancies"})
"""Small talk that may be of anybody."""

BARE: Final = re.compile(
    r"(?:いちばん|一番)?(?:好きな|嫌いな|苦手な|お気に入りの)[^。!?]{1,8}(?:は|って)(?:何|なに|ある|あるの)?[?]*"
    r"|(?:and |any |what about )?(?:the |a )?(?:best |favou?rite )[a-z ]{2,20}[?]*"
)
"""A question for a taste that does not say whose."""

SUPPOSED: Final = re.compile(r"(?:としたら|とすれば|たら|なら)、|\bif\b")
"""What another character is only imagined to do: what is asked for then is the person's, over folded text."""

GROUP: Final = ("3人", "三人", "あなたたち", "君たち", "きみたち")
"""What the characters are called together, where they are asked as one is by name."""

TOPIC: Final = "(?:さん|ちゃん|くん)?(?:は|って|も|なら|的には|としては)(?:さ|ね)?、?"


def asked_of_itself(said: str, material: Material) -> bool:
    """Whether a question is for the character that answers: by what it says, by whom it names, or by what was asked
    before it."""
    of_all = asks_all(said) and (CJK.search(said) or not is_of_mind(said))
    if RECALLS.search(fold(said)) or does("requests", said) or of_all:
        return False
    rest = without_own_name(said, material)
    if (seeks_counsel(rest) or seeks_counsel(said)) and not is_of_mind(rest):
        return False
    sought = sum(wants(rest)[one] for one in SOUGHT)
    is_named = rest != said and not does("recalls", rest)
    if is_of_character(rest) or (is_named and (sought < UNLIKELY or any(does(act, rest) for act in KINDS))):
        return True
    named = [*_fellows(said, material)] and not SUPPOSED.search(fold(said))
    if (named and (sought < LIKELY or not OWN.search(fold(said)))) or is_of_mind(rest):
        return True
    return BARE.fullmatch(fold(rest)) is not None and _is_spoken_of(material)


def is_of_mind(said: str) -> bool:
    """Whether it is asked what the characters think of the person, or are to one another."""
    if asks_opinion(said):
        return True
    them = whose(said)
    if them.third or them.relations or not any(does(act, said) for act in OF_MIND):
        return False
    chances = wants(said)
    others = SOUGHT if does("grown", said) else (*SOUGHT, Want.MUSE)
    return chances[Want.BOT] >= UNLIKELY or sum(chances[one] for one in others) < LIKELY


def is_put_to_it(said: str, material: Material) -> bool:
    """Whether the character is asked by its name, whatever mood the words would have of the person."""
    rest = without_own_name(said, material)
    return (
        rest != said
        and not smalltalk(said)
        and not smalltalk(rest)
        and max(wants(one)[Want.BOT] for one in (said, rest)) >= LIKELY
        and asked_of_itself(said, material)
    )


def is_of_somebody(kind: str, said: str, material: Material) -> bool:
    """Whether small talk of this kind is of another character, or of what the character thinks of the person."""
    if kind == "occupied":
        return CJK.search(said) is None and bool([*_fellows(said, material)])
    if kind not in OPEN:
        return False
    return bool([*_fellows(said, material)]) or does("regards", said) or does("grown", said)


def of_itself(said: str, material: Material, voice: Phrases) -> str:
    """What the character answers, in its own way."""
    named = [*_fellows(said, material)]
    if len(named) == 1:
        [(fellow, name)] = named
        kind = OF_FELLOW + fellow
        return pick(voice, kind, material) if kind in voice else pick(voice, "fellow", material, name=name)
    rest = without_own_name(said, material)
    if named:
        return pick(voice, "fellows", material)
    return pick(voice, next((kind for act, kind in KINDS.items() if does(act, rest)), "wonders"), material)


def without_own_name(said: str, material: Material) -> str:
    """What is said without the name of the character that answers, where it is asked as 「ノクスは…？」."""
    names = "|".join(map(re.escape, (*material["cast"].get(material["character"], ()), *GROUP)))
    return re.sub(rf"^(?:{names}){TOPIC}(?=\w)", "", said, flags=re.IGNORECASE)


def _fellows(said: str, material: Material) -> Iterator[tuple[str, str]]:
    """The other characters that are named: the id, and the name as it stands."""
    folded = fold(said)
    for one, names in material["cast"].items():
        found = next((name for name in names if _stands(fold(name), folded)), "")
        if found and one != material["character"]:
            yield one, found


def _stands(name: str, folded: str) -> bool:
    if name.isascii():
        return re.search(rf"\b{re.escape(name)}\b", folded) is not None
    return re.search(rf"{re.escape(name)}(?:さん|ちゃん|くん)?(?![ぁ-ん]*[ァ-ヶ])", folded) is not None


def _is_spoken_of(material: Material) -> bool:
    """Whether the line before was for the character."""
    before = next((text for text in reversed(material["told"]) if text != material["said"]), "")
    before = without_own_name(before, material)
    return bool(before) and (smalltalk(before) in TASTES or is_of_character(before)) and not OWN.search(fold(before))
