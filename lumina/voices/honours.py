"""How a character speaks in Japanese of those whom the person names: as the person does, else as is polite."""

import re
from typing import Final

from lumina.language.japanese import morphemes
from lumina.language.scripts import CJK, fold
from lumina.voices.material import Material, Told
from lumina.voices.next_question import HONORED, POLITE

SUFFIXES: Final = "さん|ちゃん|くん|君|先生|先輩|様|部長|課長|店長"
CHILD: Final = {
    "娘": "ちゃん",
    "孫": "ちゃん",
    "息子": "くん",
    "長男": "くん",
    "次男": "くん",
    "長女": "ちゃん",
    "次女": "ちゃん",
}
LEADS: Final = re.compile(r"^(?P<name>[^\sの、]{1,6})(?P<rest>の.+)?$")


def honoured(who: str, material: Material) -> str:
    """A relative as of somebody else, whoever has a name with what the person puts behind it; a pet as it is."""
    if who in POLITE:
        return POLITE[who]
    if HONORED.search(who) or not CJK.search(who) or not _is_name(who) or _is_pet(who, material):
        return who
    said = "\n".join(
        [material["said"], *material["told"], *(one["text"] for one in material["evidence"] if one["who"] == "you")]
    )
    found = re.search(rf"{re.escape(who)}(?P<suffix>{SUFFIXES})", said)
    return who + (found["suffix"] if found else _by_what_they_are(who, material))


def of_honoured(phrase: str, material: Material) -> str:
    """A phrase that begins with somebody's name: 千夏さんの結婚式."""
    found = LEADS.match(phrase)
    return f"{honoured(found['name'], material)}{found['rest'] or ''}" if found and _is_name(found["name"]) else phrase


def _is_name(who: str) -> bool:
    words = morphemes(who)
    return len(words) == 1 and words[0].part[2] == "人名"


def _is_pet(who: str, material: Material) -> bool:
    known = (*material["facts"], *material["learnt"])
    return any(one["kind"] == "pet" and fold(who) in fold(one["value"]) for one in known)


def _by_what_they_are(who: str, material: Material) -> str:
    known: tuple[Told, ...] = (*material["facts"], *material["learnt"])
    values = [one["value"] for one in known if one["kind"] == "family" and who in one["value"]]
    return next((suffix for word, suffix in CHILD.items() if any(word in value for value in values)), "さん")
