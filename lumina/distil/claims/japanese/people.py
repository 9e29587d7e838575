"""People and pets: what they are called, and what they are to the speaker."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from lumina.distil.claims.japanese.calling import (
    A_NAME,
    BEGUN,
    CALLED_SO,
    EVERYBODY,
    IN_ORDER,
    KIN_NAME,
    MENTION,
    NAMED,
    NAMED_APART,
    NO_NAME,
    NO_PET,
    NOUNS_TOO,
    OFFSPRING,
    OFFSPRING_OF,
    ONE_OF_THEM,
    OPENING,
    OWN,
    PARTED,
    PARTNER,
    PET_NAME,
    RATHER,
    READING,
    SEEMS,
    TITLE,
    TRADES,
)
from lumina.distil.claims.japanese.graded import children
from lumina.distil.claims.japanese.phrases import FIRST_NAMES, ME, name, place
from lumina.distil.claims.japanese.relations import HUMAN, KIND_OF, PETS, kind_of, normal
from lumina.distil.claims.japanese.sound import may_be_called
from lumina.language.japanese import Morpheme, may_be_newly_coined_name, morphemes, reading
from lumina.language.names import bare_name
from lumina.language.scripts import fold

ABOVE = "(?:課長|部長|係長|次長|室長)"
"""Whoever is spoken of as such is the speaker's boss, if nobody else's."""

OTHERS_BOSS = re.compile(
    r"(?:取引先|客先|お客|先方|相手|他社|他の[課部]|隣の[課部]|別の[課部]|よその|前の会社|元|妻|夫|旦那|嫁|彼氏|彼女|兄|弟|姉|妹|父|母|友達|友人|親友|さん|くん)の?(?:[^\s、。]{0,6}の)?$"
)
AT_A_PLACE = re.compile(r"で(?!す|し|ござ)|だから|なので|に(?:い|住|おる|おり|引|嫁)")
"""What stands behind where somebody is."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is named or spoken of in a sentence: where, how they are called and what they are to whom (`owner`
    is "" where it is the speaker)."""

    begin: int
    name: str
    names: tuple[str, ...]
    relation: str
    owner: str
    sure: float

    @property
    def is_pet(self) -> bool:
        return kind_of(self.relation) == "pet"


def people(sentence: str, context: str) -> list[Person]:
    """Who is introduced in a sentence; `context` is what was said just before it, for pets that are named apart."""
    found: dict[str, Person] = {}
    for one in _introduced(sentence, context):
        known = found.get(one.name)
        if known is None or (one.relation and not known.relation):
            found[one.name] = one
    return list(found.values())


def as_bosses(found: Iterable[Person], sentence: str) -> Iterator[Person]:
    """Those who are introduced, a boss of the speaker's as one: 課長の田辺さん, 田辺課長."""
    for one in found:
        above = re.search(rf"{ABOVE}の{re.escape(one.name)}|{re.escape(one.name)}{ABOVE}", sentence)
        is_own = above and not one.relation and not OTHERS_BOSS.search(sentence[: above.start()])
        yield replace(one, relation="上司", sure=max(one.sure, 0.75)) if is_own else one


def _introduced(sentence: str, context: str) -> Iterator[Person]:
    for pattern in NAMED:
        yield from (_person(match, 0.85) for match in pattern.finditer(sentence) if _is_called(match))
    for pattern in SEEMS:
        yield from (_person(match, 0.75) for match in pattern.finditer(sentence) if _is_name(match))
    for match in PARTNER.finditer(sentence):
        if match["h"] or name(match["n"]):
            yield _somebody(
                match.start("n"),
                match["n"],
                match["h"] or "",
                "元恋人" if PARTED.search(match.group()) else "恋人",
                0.75,
            )
    pet = re.search(rf"{PETS}|うちの子に|ペット", context + sentence)
    for match in PET_NAME.finditer(sentence):
        called = match["n"] or match["s"] or match["m"] or match["o"] or _noun(match["p"] or match["q"] or "")
        if called and pet:
            kept = normal(pet.group())
            yield _somebody(match.start(), called, "", kept if kind_of(kept) else "ペット", 0.8)
    if not pet:
        yield from _called_so(sentence, context)
    yield from _in_order(sentence, context)
    for one in children(sentence, context):
        yield _somebody(one.begin, one.name, one.honorific, one.relation, 0.75 if one.relation else 0.5)
    for match in KIN_NAME.finditer(sentence):
        if name(match["n"]) and normal(match["n"]) == match["n"] and match["n"] not in EVERYBODY:
            kin = _somebody(match.start(), match["n"], "", normal(match["r"]), 0.75)
            yield replace(kin, names=(f"{match['n']}{match['r']}",))
    for match in MENTION.finditer(sentence):
        if (
            match["n"] not in EVERYBODY
            and not match["n"].endswith(TRADES)
            and (len(match["n"]) > 1 or match["h"] != "くん")
            and name(match["n"])
            and normal(match["n"]) == match["n"]
        ):
            yield _somebody(match.start(), match["n"], match["h"], "", 0.5)


def _noun(called: str) -> str:
    """三毛でミケコ tells a name, 三毛でかわいい none."""
    part = morphemes(called)[-1].part if called else ()
    return called if part and part[0] == "名詞" and not part[2].endswith("可能") else ""


def _called_so(sentence: str, context: str) -> Iterator[Person]:
    """The one of whom the sentence before spoke."""
    whose = [match.group() for match in re.finditer(rf"{HUMAN}|(?<=うちの)子|赤ちゃん", context)]
    begun = BEGUN.search(context)
    apart = NAMED_APART.match(sentence) if whose else None
    so = CALLED_SO.match(sentence) if begun else None
    if apart and _is_called(apart):
        yield _somebody(apart.start("n"), apart["n"], apart["h"] or "", normal(whose[-1]), 0.75)
    elif begun and so and _is_called(so):
        yield _somebody(-1, so["n"], so["h"] or "", normal(begun["r"]), 0.75)


def _in_order(sentence: str, context: str) -> Iterator[Person]:
    """The elder and the younger of one's children, or one of them."""
    match, whose = IN_ORDER.search(sentence), OFFSPRING.search(sentence) or OFFSPRING.search(context)
    if not whose:
        return
    relation = OFFSPRING_OF.get(whose.group(), whose.group())
    if match and all(map(_is_a_childs, match.group("n", "m"))):
        for group, place in (("n", "上"), ("m", "下")):
            yield _child(match.start(group), match[group], "", relation, place)
    for one in () if match else ONE_OF_THEM.finditer(sentence):
        if _is_a_childs(one["n"]):
            yield _child(one.start("n"), one["n"], one["h"] or "", relation, one["place"])


def _is_a_childs(called: str) -> bool:
    return bool(name(called)) or called in FIRST_NAMES or may_be_newly_coined_name(called)


def _child(begin: int, called: str, honorific: str, relation: str, place: str) -> Person:
    one = _somebody(begin, called, honorific, relation, 0.8)
    return replace(one, names=(*one.names, f"{place}の子"))


def _is_mine(match: re.Match[str]) -> bool:
    owner = match["owner"] or ""
    return any(owner.endswith(own) for own in OWN) or match.string[: match.start("r")].endswith(("飼ってる", "愛"))


def _is_called(match: re.Match[str]) -> bool:
    """Whether it is a name that somebody is said to have, not the relation or the end of a word."""
    called, honorific = match["n"], match["h"] or ""
    if normal(called + honorific) in KIND_OF or normal(called) != called or called in EVERYBODY:
        return False
    if re.fullmatch(ME, called) or _is_of_a_trade(match):
        return False
    if not may_be_called(called) or _is_torn_verb(match):
        return False
    if "c" in match.groupdict() and not match["c"] and not honorific and not name(TITLE.sub("", called)):
        return False
    return not NO_NAME.search(called) and morphemes(called)[-1].part[0] != "形容詞"


def _is_name(match: re.Match[str]) -> bool:
    """Whether it is somebody's name: by an honorific, by the dictionary, or for a pet by being no thing of its own."""
    called = match["n"]
    if normal(called) != called or called in EVERYBODY or NO_NAME.search(called):
        return False
    if normal(called + (match["h"] or "")) in KIND_OF or (not match["h"] and _is_where(match)):
        return False
    if match["h"] or name(called) or (called in FIRST_NAMES and called not in NOUNS_TOO):
        return True
    if kind_of(normal(match["r"])) in {"family", "partner"}:
        return may_be_newly_coined_name(called)
    return (
        kind_of(normal(match["r"])) == "pet"
        and _is_mine(match)
        and bool(re.fullmatch(r"[ァ-ヴー]{2,6}", called))
        and not NO_PET.search(called)
    )


def _is_of_a_trade(match: re.Match[str]) -> bool:
    """Whether what somebody seems to be to one only says how old a teacher is: おじいちゃん先生."""
    is_kin = bool(match.groupdict().get("r"))
    return is_kin and match.string.startswith(("先生", "医者", "講師", "店員", "店主", "運転手"), match.end("r"))


def _is_torn_verb(match: re.Match[str]) -> bool:
    """Whether it ends within a verb, or a day: アラーム鳴 of アラーム鳴って, あさ of あさって."""
    at, end = match.start("n"), match.end("n")
    for word in morphemes(match.string[at : end + 2]):
        if at < end < at + len(word.surface):
            is_day = word.part[2:3] == ("副詞可能",) and at == match.start("n")
            return is_day or (word.part[0] == "動詞" and at > match.start("n"))
        at += len(word.surface)
    return False


def _is_where(match: re.Match[str]) -> bool:
    """Whether it is where somebody is, though families are called so, too: 弟は上田でそば屋を…"""
    called, is_kin = match["n"], kind_of(normal(match["r"])) in {"family", "partner"}
    is_surname = [word.part[3:4] for word in morphemes(called)] == [("姓",)]
    is_one = is_surname or (bool(place(called)) and not name(called))
    return is_kin and is_one and bool(AT_A_PLACE.match(match.string, match.end("n")))


def _person(match: re.Match[str], sure: float) -> Person:
    owner = (match["owner"] or "") if "owner" in match.groupdict() else ""
    somebody = _somebody(match.start("n"), match["n"], match["h"] or "", normal(match["r"]), sure)
    if owner and any(owner.endswith(own) for own in OWN):
        owner = ""
    if owner and not (name(owner) or normal(owner) != owner or owner.endswith(("さん", "くん", "ちゃん"))):
        owner = ""
    whose = normal(owner)
    relation = f"{whose}の{somebody.relation}" if owner else somebody.relation
    return replace(somebody, relation=relation, owner=whose, begin=match.start())


def _somebody(begin: int, called: str, honorific: str, relation: str, sure: float) -> Person:
    full = called + honorific
    bare = bare_name(full)
    names = tuple(one for one in dict.fromkeys([bare, full]) if one != bare)
    return Person(begin, bare, names, relation, "", sure)


def spelt(person: Person, sentence: str) -> Person | None:
    """The person with the reading that the next sentence gives: 聡さん。さとし。"""
    match = READING.match(sentence) if person.relation else None
    if (
        match
        and match["y"] != person.name
        and morphemes(match["y"])[0].part[0] != "感動詞"
        and not re.search("[のをは]", match["y"])
    ):
        return replace(person, names=(*person.names, match["y"]))
    kanji = name(sentence.strip("、。 ")) if len(sentence) <= A_NAME else ""
    return replace(person, names=(*person.names, kanji)) if kanji and reading(kanji) == fold(person.name) else None


def mentioned(text: str) -> list[Person]:
    """Whoever is named in a text, by the dictionary or beside "with", the last first; nobody is introduced by that."""
    words = morphemes(text)
    found = [
        Person(0, word.surface, (), "", "", 0.0)
        for word, after in pairwise([*words, *words[-1:]])
        if word.part[3:4] == ("名",) or (after.surface == "と" and _is_like_a_name(word))
    ]
    return found[::-1]


def _is_like_a_name(word: Morpheme) -> bool:
    return word.part[:3] == ("名詞", "普通名詞", "一般") and bool(re.fullmatch(r"[ぁ-ん]{2,4}", word.surface))


def related(sentence: str, last: Sequence[Person]) -> list[Person]:
    """The one who was just named, where a sentence begins with what they are: 高校からの友達で…"""
    match = OPENING.search(sentence) or RATHER.search(sentence)
    whom = next(iter(last), None)
    if not match or not whom or whom.relation or normal(whom.name) != whom.name:
        return []
    return [replace(whom, relation=normal(match["r"]), sure=0.75)]
