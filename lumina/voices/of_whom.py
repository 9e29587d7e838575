"""Of whom and of what a Japanese question asks, and which facts are of that: not of somebody else, and nothing that the
question says itself."""

import re
from collections.abc import Sequence
from typing import Final

from lumina.known import NOTE
from lumina.language.acts import does
from lumina.language.kinds import asked_kinds
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.voices.kinship import MINE, Kinship, kinship
from lumina.voices.material import Material, Told
from lumina.voices.ranking.looks import looks
from lumina.voices.stating import BRACKETED, IS_TO_ONE

ME: Final = r"(?:私|わたし|わたくし|あたし|僕|ぼく|俺|おれ|うち|わし|自分|今|いま|前|昔|元|上|下|最近)"
TO_ONE: Final = (
    r"(?:旦那|だんな|夫|主人|妻|嫁|奥|彼氏|彼女"
    r"|恋人|婚約者|結婚相手|相手|子ども|子供|息子|娘|赤ちゃん|お?母|お?父|お?兄|お?姉|弟|妹|祖[父母]|親友|友達|上司|先生|猫|犬)"
)
OWNED: Final = re.compile(
    rf"(?:^|[、\s])(?P<owner>(?!{ME}の)[^\s、。のはが]{{1,8}}?)(?:さん|ちゃん|くん|君)?の{TO_ONE}(?:さん|ちゃん|くん)?(?:の|は|って|が|、|と)"
)
"""Somebody of somebody else's, over folded text."""

NAME_OF: Final = re.compile(r"(?P<owner>[^\s、。の]{1,10})(?:さん|ちゃん|くん|先生)?の(?:名前|なまえ|苗字|名字)")
OWN: Final = re.compile(rf"^(?:.*[、\s])?{ME}$")
HOLDS_AT_ONCE: Final = frozenset(
    {"plan", "event", "habit", "possession", "skill", "note", "likes", "hobby", "school", "health"}
)
"""Kinds of facts that are no answer unless they are of what is asked for."""

OF_ONE: Final = frozenset({"home", "hometown", "job", "workplace", "school", "age", "birthday", "hobby", "health"})
SUBJECT: Final = re.compile(r"(?:私|わたし|あたし|僕|ぼく|俺|おれ|自分)(?:は|って|が|も)")
"""What everybody has one of; and that the person asks for their own."""

AGED: Final = re.compile(
    r"^(?P<who>[^\s、。]{2,8}?)(?:は|って|の(?:年齢|年|歳)は)(?:今|いま|もう)?(?:何歳|何さい|いくつ|おいくつ|[?])"
)
"""Of whom it is asked how old they are."""

THERE_IS: Final = re.compile(r"が(?:いる|ある|います|あります)$")

FAMILY: Final = re.compile(
    r"家族[^。!?]{0,8}(?:全員|みんな|全部|誰|だれ|何人|構成|めんばー|言え|挙げ|教え)|(?:全員|みんな)[^。!?]{0,4}家族"
)
"""Who asks for all of their family, over folded text."""

GONE: Final = re.compile(r"(.{1,4})は亡くなった$")

POINTED: Final = frozenset({"where", "when", "many", "price", "age", "long", "colour", "why", "outcome", "name", "who"})
ASKS_WHO: Final = re.compile(
    r"の(?:何|なん|なに)(?:だ|や|に|で|か|[?？]|$)|誰|だれ|どなた|どんな人|どういう人|関係|何人|家族|飼って|いる(?:か|の|[?]|っけ)"
)
DAY: Final = re.compile(r"\d+(?:月|日|時|年|/\d)|[一二三四五六七八九十]月|曜")


def fits(fact: Told, material: Material) -> bool:
    """Whether a fact is of whom and of what a question in Japanese asks for; of others, always."""
    said = material["said"]
    if not CJK.search(said) or does("profile", said):
        return True
    folded = fold(said)
    return not (
        _is_of_nobody_asked(fact, said, kinship(material))
        or _is_of_another(fact, folded, material["facts"])
        or _is_the_persons(fact, folded)
        or _is_of_the_owner(fact, folded)
        or _is_said_by_it(fact, folded)
        or _is_beside_it(fact, said)
    )


def family(material: Material) -> Told | None:
    """All of the person's family that is known, as one fact, where they ask for it."""
    said = fold(material["said"])
    if not FAMILY.search(said) or not CJK.search(said):
        return None
    asked = IS_TO_ONE - {"friend"}
    own = (fact for fact in material["facts"] if fact["kind"] in asked and not fact["about"] and not fact["past"])
    known = [_as_one_of_them(fact["value"]) for fact in own]
    more = [one for name, one in kinship(material).family() if not any(name in other for other in known)]
    named = [one for one in (*known, *more) if "の" in one or not any(other.startswith(f"{one}の") for other in more)]
    all_of_them = "、".join(dict.fromkeys(named))
    return Told(about="", label="", value=all_of_them, kind=NOTE, past=False, sure=True) if all_of_them else None


def _as_one_of_them(value: str) -> str:
    """千夏（妹） as 妹の千夏."""
    if found := BRACKETED.fullmatch(value):
        return f"{found[2]}の{found[1]}"
    gone = GONE.match(value)
    return f"亡くなった{gone[1]}" if gone else THERE_IS.sub("", value)


def _core(fact: Told) -> str:
    """Who or what a fact names, folded."""
    found = BRACKETED.fullmatch(fact["value"])
    return fold(found[1] if found else fact["value"])


def _is_of_nobody_asked(fact: Told, said: str, known: Kinship) -> bool:
    """Whether a fact is of somebody else than those whom a question is of, or says no more of them than who they are,
    where that is not asked."""
    asked = known.asked(said)
    if not asked and fact["kind"] in IS_TO_ONE and _core(fact) in fold(said):
        return not does("profile", said)
    if not asked or asked & {fold(one["value"]) for one in (fact,) if fact["kind"] == "name"}:
        return False
    if fact["about"]:
        return not asked & known.of(fact["about"])
    if fact["kind"] in IS_TO_ONE:
        return not (ASKS_WHO.search(fold(said)) or does("asks_name", said))
    return fact["kind"] in OF_ONE | {"skill"} and MINE.search(said) is None


def _is_of_another(fact: Told, folded: str, facts: Sequence[Told]) -> bool:
    """Whether a question names somebody who is known, and the fact is of another one."""
    known = {_core(one) for one in facts if one["kind"] in IS_TO_ONE and BRACKETED.fullmatch(one["value"])}
    known |= {fold(one["about"]) for one in facts if one["about"]}
    named = {name for name in known if len(name) > 1 and name in folded}
    return bool(named and fact["about"]) and not any(name in fold(fact["about"]) for name in named)


def _is_the_persons(fact: Told, folded: str) -> bool:
    """Whether somebody of the person's own is asked about, and the fact is of the person."""
    if fact["about"] or fact["kind"] not in OF_ONE or SUBJECT.search(folded):
        return False
    aged = AGED.search(folded) if fact["kind"] == "age" else None
    if aged and not (OWN.fullmatch(aged["who"]) or asked_kinds(aged["who"])):
        return True
    return bool(looks("relations", folded))


def _is_of_the_owner(fact: Told, folded: str) -> bool:
    """Whether somebody else's husband is asked for, or what something is called, and the fact is of one's own."""
    if fact["kind"] == "name" and not fact["about"]:
        named = NAME_OF.search(folded)
        return named is not None and OWN.fullmatch(named["owner"]) is None
    found = OWNED.search(folded)
    if not found or fact["kind"] not in IS_TO_ONE:
        return False
    return found["owner"] not in fold(fact["about"]) and found["owner"] not in fold(fact["value"])


def _is_said_by_it(fact: Told, folded: str) -> bool:
    """Whether a fact tells no more than the question does."""
    if ASKS_WHO.search(folded) or does("yes_no", folded):
        return False
    core = THERE_IS.sub("", _core(fact))
    is_bare = (
        core != _core(fact) or fact["kind"] not in asked_kinds(folded) or BRACKETED.fullmatch(fact["value"]) is None
    )
    return is_bare and core in folded


def _is_beside_it(fact: Told, said: str) -> bool:
    """Whether a fact is of a kind of which there are many, and has none of what the question is about but a name."""
    wants = looks("asked", fold(said)) & POINTED
    if not wants or fact["kind"] not in HOLDS_AT_ONCE:
        return False
    if "when" in wants and not DAY.search(fact["value"]):
        return True
    words = {*analyse(_core(fact)).words} & {*analyse(said).words}
    names = {fold(fact["about"])}
    is_of_kind = fact["kind"] in asked_kinds(said) and wants.isdisjoint(("when", "who"))
    return not is_of_kind and not any(word not in names and not looks("relations", word) for word in words)
