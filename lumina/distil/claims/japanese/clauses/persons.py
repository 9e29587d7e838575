"""Who is spoken of: by name, as what they are to the speaker, or by a pronoun."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lumina.distil.claims.japanese.calling import EVERYBODY, KIN_NAME, NO_PET
from lumina.distil.claims.japanese.clauses.naming import KANA, PET, Introduced, could_be, is_breed, is_deed, is_name
from lumina.distil.claims.japanese.clauses.parts import ATTRIBUTES, HONORIFICS, ME, Phrase
from lumina.distil.claims.japanese.phrases import name
from lumina.distil.claims.japanese.relations import KIND_OF, NORMAL, kind_of, normal
from lumina.distil.claims.japanese.subjects import APART, NEIGHBOURS, is_of_a_place
from lumina.known import ME as SPEAKER
from lumina.language.japanese import may_be_given_name
from lumina.language.names import bare_name

KIN_END = re.compile(r"(?:さん|ちゃん|くん|様|さま|たち|一家|夫婦)$")
INSTITUTION = re.compile(r"(?:保育園|幼稚園|こども園|小学校|中学校|高校|大学|病院|医院|歯科|支店|営業所|工場|会社)$")
"""A word that ends so names no person: ひばり保育園."""

AT_HOME = re.compile(r"(?<=[ん輩生])ん?ち$")
"""Behind whose home it is: あゆさんち."""

OWN_PLACES = frozenset(["実家", "地元"])
"""Whose they are need not be said: the speaker's."""

THEY = frozenset(["あの子", "その子", "この子", "あいつ", "そいつ", "こいつ", "彼", "あの人", "その人", "本人"])
IN_ORDER = frozenset(["上", "下", "一番上", "一番下", "真ん中", "上の子", "下の子"])
"""With these one tells one's children apart: 上の大樹."""

HOUSEHOLD = frozenset(["うち", "ウチ", "我が家", "子ども", "子供"])
"""Behind anything else it is where something is: 坂の上の畑."""

OLDER_OR_YOUNGER = {"上": "上の子", "上の子": "上の子", "下": "下の子", "下の子": "下の子"}

THEIRS = frozenset(["名前", "話", "こと", "事", "件", "やつ", "奴", "ほう"])
"""What is of somebody, and speaks of them: 猫のお話."""

MOSTLY_THINGS = frozenset(
    [
        "大学",
        "心",
        "力",
        "未来",
        "愛",
        "花",
        "光",
        "声",
        "家",
        "実",
        "道",
        "夢",
        "命",
        "誕生",
        "好み",
        "旅",
        "音",
        "歌",
        "手",
        "目",
    ]
)
"""Of these one speaks as of what somebody has, though children are called so, too."""

CHILDREN = frozenset(["息子", "娘", "子", "孫", "兄", "姉", "弟", "妹"])


@dataclass(slots=True)
class Persons:
    """`who` is spoken of just now (a name or a relation, "me", or "" for something else), `unnamed` the relation of
    somebody of whom no name was told yet, `names` those who are known with what they are, `found` who was introduced
    by the last sentence."""

    who: str = SPEAKER
    unnamed: str = ""
    names: dict[str, str] = field(default_factory=dict[str, str])
    found: list[Introduced] = field(default_factory=list[Introduced])

    def speak_of(self, who: str) -> None:
        """From now on the talk is about this one."""
        self.who = who
        relation = normal(who)
        if relation in KIND_OF and relation not in self.names.values():
            self.unnamed = relation

    def introduce(self, one: Introduced) -> None:
        """Somebody is called so."""
        self.names[one.name] = one.relation
        self.found.append(one)
        self.who = one.name
        if self.unnamed == one.relation:
            self.unnamed = ""

    def is_pet(self, who: str) -> bool:
        return self.names.get(who) == PET or kind_of(self.names.get(who, who)) == "pet"

    def is_own(self, called: str) -> bool:
        """Whether the speaker is called so, in full or in part."""
        bare = bare_name(called)
        return any(of == SPEAKER and len(one) > 1 and one in bare for one, of in self.names.items())

    def is_called(self, called: str) -> bool:
        """Whether somebody is called so, or it is a name."""
        return bare_name(called) in self.names or (is_name(called) and not INSTITUTION.search(called))

    def whom(self, phrase: Phrase) -> str:
        """The person or pet whom a phrase names, or "" """
        if phrase.text in ME | IN_ORDER:
            return SPEAKER if phrase.text in ME else OLDER_OR_YOUNGER.get(phrase.text, "子")
        if phrase.text in THEY:
            return "" if self.who == SPEAKER else self.who
        parts = at_home(phrase)
        return "" if _is_where(parts) else self._somebody(phrase, parts)

    def _somebody(self, phrase: Phrase, parts: Sequence[str]) -> str:
        head, before = parts[-1], parts[-2] if len(parts) > 1 else ""
        if not before and head in OWN_PLACES:
            return SPEAKER
        if before and (head.lstrip("おご") in ATTRIBUTES.keys() | THEIRS or head.endswith("アレルギー")):
            return self.whom(replace(phrase, parts=tuple(parts[:-1])))
        if (kin := KIN_NAME.fullmatch(head)) and name(kin["n"]):
            return self._known(kin["n"], normal(kin["r"]))
        if self.is_own(head):
            return SPEAKER
        if relation := _relation(head):
            return head if head in APART and not before else self._kin(relation, before)
        is_named = before in IN_ORDER or self.is_called(head) or _is_introduced(head, before)
        return self._named(head, before) if is_named else ""

    def _named(self, called: str, before: str) -> str:
        """Whoever is called so; with what they are before it, they are introduced."""
        if before in IN_ORDER:
            children = self.unnamed if self.unnamed in CHILDREN else "子"
            return self._known(called, children) if _is_childs(called) else ""
        relation = NORMAL.get(before, PET if is_breed(before) else "")
        if relation == "両親":
            return ""
        return self._known(called, relation) if relation else bare_name(called)

    def _known(self, called: str, relation: str) -> str:
        if (bare := bare_name(called)) not in self.names:
            self.introduce(Introduced(called, relation))
        return bare

    def _kin(self, relation: str, owner: str) -> str:
        if NEIGHBOURS.fullmatch(owner) or is_of_a_place(owner, relation):
            return ""
        is_owner = owner in KIND_OF or normal(owner) != owner or owner.endswith(HONORIFICS) or self.is_called(owner)
        if owner and owner not in ME and is_owner:
            return f"{bare_name(normal(owner))}の{relation}"
        named = [one for one, of in self.names.items() if of == relation]
        return named[0] if len(named) == 1 else relation


def at_home(phrase: Phrase) -> list[str]:
    """The parts of a phrase; of a home, of whose it is."""
    return [*phrase.parts[:-1], AT_HOME.sub("", phrase.head)]


def _is_where(parts: Sequence[str]) -> bool:
    """Whether above and below is where something is, and tells no children apart: 坂の上の畑."""
    if len(parts) < 3 or parts[-2] not in IN_ORDER:
        return False
    return parts[-3] not in ME | HOUSEHOLD and normal(parts[-3]) == parts[-3]


def _is_childs(called: str) -> bool:
    """Whether the elder or the younger may be called so."""
    if called in ATTRIBUTES:
        return False
    may_be = bool(KANA.fullmatch(called)) and _may_be_called(called)
    return may_be or is_name(called) or may_be_given_name(called)


def _relation(called: str) -> str:
    head = KIN_END.sub("", called)
    return NORMAL.get(called) or NORMAL.get(head) or NORMAL.get(f"{head}さん", "")


def _is_introduced(called: str, before: str) -> bool:
    """Whether a word behind what somebody is to the speaker is their name, though mostly it is none: 弟の大地."""
    bare = bare_name(called)
    is_pets = kind_of(normal(before)) == "pet" and bool(KANA.fullmatch(bare)) and could_be(bare) and not is_deed(bare)
    may_be = may_be_given_name(bare) or (is_pets and not NO_PET.search(bare) and bare == called)
    return before in NORMAL and bare not in MOSTLY_THINGS | EVERYBODY and may_be


def _may_be_called(called: str) -> bool:
    return could_be(called) and not is_deed(called) and called not in ATTRIBUTES
