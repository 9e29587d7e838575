"""What a character asks next: about the thing that matters most of what the person has just told for the first time."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from lumina.language.acts import does
from lumina.language.bilingual import Language
from lumina.language.japanese import morphemes
from lumina.language.tokens import fold
from lumina.voices.material import Material, Told

AHEAD: Final = "ahead"
"""The kind of what is still to come: it is not asked about, it is kept in mind."""

ASKED_BY: Final[Mapping[str, str]] = MappingProxyType(
    {
        AHEAD: "asks_ahead",
        "pet": "asks_pet",
        **dict.fromkeys(("partner", "family", "friend"), "asks_person"),
        "health": "asks_health",
        **dict.fromkeys(("job", "workplace"), "asks_job"),
        "school": "asks_school",
        "hobby": "asks_hobby",
        "likes": "asks_likes",
        "plan": "asks_plan",
        **dict.fromkeys(("home", "hometown"), "asks_home"),
        **dict.fromkeys(("birthday", "age", "allergy", "dislikes", "possession", "skill", "habit"), "notes"),
    }
)
"""By kind of fact the kind of phrase, what matters most first."""

PURSUED: Final = frozenset({"hobby", "likes", "job", "workplace", "school", "habit", "home", "skill", "plan"})
"""What somebody may give up."""

WEIGHT: Final = {kind: place for place, kind in enumerate(ASKED_BY)}
BEINGS: Final = frozenset({"asks_pet", "asks_person"})
RELATED = re.compile(
    r"(?:\w+ )?(?:mum|mom|mam|mother|dad|father|parents?|brothers?|sisters?|sons?|daughters?|kids?|children|twins|wife"
    r"|husband|partner|boyfriend|girlfriend|fianc[eé]e?|friends?|mates?|flatmate|roommate|boss|neighbou?r|colleague|teacher|coach"
    r"|aunt|uncle|cousins?|niece|nephew|gran|nan|grandma|grandad|grandpa|grandmother|grandfather|grand\w+|baby|dogs?|cats?"
    r"|puppy|kittens?|rabbits?|hamsters?|budgies?|parrot|hens?|chickens?|horses?|pony|tortoise|fish)"
)
ASIDE = re.compile(r"\s*[（(].*")
YEARLY = re.compile(r"誕生日|記念日|\b(?:birthday|anniversary)\b")
"""What comes every year: nobody reports how it went."""

LONGEST: Final = 16
CLAUSE = re.compile(
    r"\b(?:i|i'm|i've|my|me|we|our|us|it|it's|is|was|are|were|am|has|have|had|to|and|but|because|that|not|no|\w+ed)\b",
    re.IGNORECASE,
)
NOMINAL: Final = frozenset({"名詞", "接頭辞", "接尾辞", "記号", "形状詞", "代名詞"})
HONORED = re.compile(r"(?:さん|ちゃん|くん|君|様|さま|先生|先輩|氏)$")
POLITE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "父": "お父さん",
        "母": "お母さん",
        "祖父": "おじいさん",
        "祖母": "おばあさん",
        "兄": "お兄さん",
        "姉": "お姉さん",
        "弟": "弟さん",
        "妹": "妹さん",
        "息子": "息子さん",
        "娘": "娘さん",
        "両親": "ご両親",
        "家族": "ご家族",
        "妻": "奥さん",
        "嫁": "奥さん",
        "夫": "旦那さん",
        "主人": "旦那さん",
        "友達": "お友達",
    }
)


def next_question(material: Material) -> tuple[str, Mapping[str, str]] | None:
    """The kind of phrase, and what it names; whoever answers after another asks about another thing. None where nothing
    was told that is asked about."""
    told = sorted((one for one in material["learnt"] if _is_asked_about(one, material["language"])), key=_weight)
    asked: dict[tuple[str, str], tuple[str, Mapping[str, str]]] = {}
    for one in told:
        kind = _kind(one, material["said"])
        if not kind or (kind in BEINGS and _is_known(one["about"] or ASIDE.sub("", one["value"]), material)):
            continue
        details = _details(kind, one, material["language"])
        asked.setdefault((kind, details.get("who", "")), (kind, details))
    return [*asked.values(), None][min(len(material["answered"]), len(asked))]


def _kind(one: Told, said: str) -> str:
    """The kind of question; "" where there is none: nothing is asked about what is given up, nor about a
    funeral; what is only an idea has no day."""
    if one["kind"] == AHEAD:
        is_over = does("outcome", said) and not does("pending", said)
        is_none = is_over or YEARLY.search(fold(one["value"])) or any(does(act, said) for act in ("funerals", "ideas"))
        return (
            ""
            if is_none or does("funerals", one["value"])
            else "hopes"
            if does("illness", one["value"])
            else ASKED_BY[AHEAD]
        )
    if one["about"]:
        return "asks_person"
    if (one["kind"] in PURSUED and does("gives_up", said)) or (one["kind"] == "plan" and does("ideas", said)):
        return ""
    begins = one["kind"] in ("job", "workplace") and does("not_begun", said)
    return "asks_start" if begins else ASKED_BY[one["kind"]]


def _is_known(who: str, material: Material) -> bool:
    """Whether the person has spoken of somebody before."""
    name, said = fold(HONORED.sub("", who) or who), fold(material["said"])
    new = [(one["kind"], one["value"], one["about"]) for one in material["learnt"]]
    known = [one for one in material["facts"] if (one["kind"], one["value"], one["about"]) not in new]
    spoken = (fold(piece["text"]) for piece in material["evidence"] if piece["who"] == "you")
    told = [*(fold(text) for text in material["told"]), *(text for text in spoken if text != said)]
    return any(name in text for text in told if text != said) or any(
        name in (fold(one["about"]), fold(ASIDE.sub("", one["value"]))) for one in known
    )


def new_name(material: Material) -> str:
    """What the person is called, where they have just said so for the first time; without its honorific."""
    name = last_name(material)
    return HONORED.sub("", name) or name


def last_name(material: Material) -> str:
    """The same as it was said."""
    names = [one["value"] for one in material["learnt"] if one["kind"] == "name" and not one["about"]]
    return names[-1] if names else ""


def _is_asked_about(told: Told, language: Language) -> bool:
    if told["past"] or not (told["about"] or told["kind"] in ASKED_BY):
        return False
    is_being = bool(told["about"]) or ASKED_BY[told["kind"]] in BEINGS
    return not is_being or _names(told["about"] or ASIDE.sub("", told["value"]), language)


def _names(who: str, language: Language) -> bool:
    """Whether somebody is called so, or is that to the person."""
    return is_nominal(who, language) and (language == "ja" or who[:1].isupper() or bool(RELATED.fullmatch(who)))


def _weight(told: Told) -> int:
    return len(WEIGHT) if told["about"] else WEIGHT[told["kind"]]


def _details(kind: str, told: Told, language: Language) -> Mapping[str, str]:
    if kind in BEINGS:
        who = told["about"] or ASIDE.sub("", told["value"])
        return {"who": _honored(who, kind) if language == "ja" else _owned(who)}
    value = told["value"]
    fits = is_nominal(value, language) and not (kind == "asks_home" and language == "en" and value[:1].islower())
    return {"value": value if fits else ""}


def _honored(who: str, kind: str) -> str:
    """How somebody else speaks of them."""
    who = POLITE.get(who, who)
    return who if kind == "asks_pet" or HONORED.search(who) or who in POLITE.values() else f"{who}さん"


def _owned(who: str) -> str:
    return f"your {who}" if who[:1].islower() else who


def is_nominal(value: str, language: Language) -> bool:
    """Whether a value can stand for a thing in a sentence: words that name, and no clause."""
    if language == "en":
        return len(value.split()) <= 4 and not CLAUSE.search(value)
    words = morphemes(value)
    return len(value) <= LONGEST and all(word.part[0] in NOMINAL or word.surface == "の" for word in words)
