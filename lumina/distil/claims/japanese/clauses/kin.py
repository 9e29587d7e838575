"""Whom the speaker has, told by no more than a word for what they are: 旦那が釣り竿を買ってきた."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from lumina.distil.claims.japanese.clauses.parts import ME, Clause, Phrase
from lumina.distil.claims.japanese.phrases import name
from lumina.distil.claims.japanese.relations import kind_of, normal
from lumina.known import ME as SPEAKER
from lumina.known import Claim, ClaimType

OLDER = re.compile(
    r"[0-9一二三四五六七八九十]+(?:つ|歳|個|年)?[上下]|[一二三]つ違い|すぐ[上下]|一番[上下]|実|双子|年子|末"
)
"""How much older or younger somebody is."""

POLITE = re.compile(
    r"^(?:旦那さん|旦那様|ご主人|奥さん|奥様|奥さま|お[母父](?:様|さま)|お義?(?:母|父|姉|兄)さん|お[ばじ][あい]?さん|おば?さん|[叔伯][父母]さん|姑さん|.*(?:息子|娘)さん)$"
)
"""So one speaks of others' as well."""

UNCLEAR = frozenset(
    [
        "相方",
        "連れ",
        "ツレ",
        "ダチ",
        "カレシ",
        "元カレ",
        "元カノ",
        "元彼",
        "元夫",
        "元妻",
        "赤ちゃん",
        "赤ん坊",
        "末っ子",
        "親",
        "両親",
        "嫁",
        "子",
        "うちの子",
        "恋人",
        "パートナー",
    ]
)
"""Of these there is more than one thing that they may be, or it is over."""

ROLES = frozenset(
    ["店長", "上司", "所長", "社長", "顧問", "監督", "院長", "園長", "校長", "親方", "大家", "主治医", "隣人"]
)
"""Of these one alone is the speaker's."""

APART = frozenset(["長男", "次男", "三男", "長女", "次女", "三女", "上の息子", "下の息子", "上の娘", "下の娘"])
"""So one tells one's children apart."""

THEIRS = frozenset(["彼女", "彼氏", "奥さん", "旦那さん", "ご主人", "嫁さん"])
"""So one calls the partner of another, too."""

CHILDREN = {"上の子": "上の子", "上": "上の子", "下の子": "下の子", "下": "下の子"}
HOME = frozenset(["うち", "実家", "我が家", "自分", "田舎"])
WHICH = re.compile(
    r"(?:[0-9一二三四五六七八九十]+(?:つ|歳|才|個|コ|学年)?(?:年)?[上下]|双子|年子|[0-9一二三四]番目|末|すぐ[上下]|実|同居|独身|既婚)"
)
"""What stands between the speaker and one of theirs: 八つ下の妹."""

BESIDE = frozenset(["は", "が", "も", "と", "に", "を", "から", "って", "", "、"])
OF_NOBODY = frozenset(["日", "味", "会", "世代", "代", "ほう", "方"])
NONE = re.compile(
    r"いない|おらん|いません|いなく|ほしい|欲しい|別れ|募集|できない|できた?ら|(?:ママ|パパ)友|[兄弟姉孫]弟子|兄嫁"
)
SURE = 0.72


@dataclass(frozen=True, slots=True)
class Kin:
    """Somebody as the speaker calls them, and what they are."""

    called: str
    relation: str

    @property
    def name(self) -> str:
        """By what they are known until they have a name."""
        return self.called if self.called in APART else CHILDREN.get(self.called, self.relation)


def kin(clause: Clause, said: str) -> Iterator[Kin]:
    """Whom a clause, `said` in these words, speaks of as the speaker's."""
    if NONE.search(said):
        return
    alone = [clause.noun] if clause.noun is not None and not clause.phrases and not clause.tail else []
    for before, phrase in pairwise([None, *clause.phrases, *alone]):
        is_named = before is not None and not before.particle
        if phrase is not None and not phrase.modified and not is_named and not _is_theirs(phrase, before):
            yield from _of(phrase)


def _is_theirs(phrase: Phrase, before: Phrase | None) -> bool:
    """Whether it is whoever goes with the one of whom the clause tells: 滝沢は彼女を連れてきた."""
    if before is None or phrase.head not in THEIRS or phrase.particle not in {"を", "と"}:
        return False
    return before.particle in {"は", "が", "も"} and before.head not in ME and bool(name(before.head))


def _of(phrase: Phrase) -> Iterator[Kin]:
    for at, part in enumerate(phrase.parts):
        behind = phrase.parts[at + 1] if at + 1 < len(phrase.parts) else ""
        is_role = normal(part) in ROLES
        before = phrase.parts[at - 1] if at else ""
        is_which = bool(WHICH.fullmatch(before) or OLDER.fullmatch(before))
        own = not at or is_role or before in ME | HOME | CHILDREN.keys() or is_which
        word = (
            f"{phrase.parts[at - 1]}の{part}"
            if part in {"子", "息子", "娘"} and at and phrase.parts[at - 1] in CHILDREN
            else part
        )
        relation = normal(word)
        is_kin = is_role or kind_of(relation) in {"family", "partner"}
        if not is_kin or word in UNCLEAR or not own or behind in OF_NOBODY:
            continue
        if POLITE.match(word) and at == 0:
            continue
        if behind or phrase.particle in BESIDE:
            yield Kin(word, relation)


def claims_of(found: Kin, text: str, *, new: bool) -> Iterator[Claim]:
    """That somebody is spoken of; and where that is `new`, that the speaker has them."""
    names = (found.called,) if found.called != found.name else ()
    yield Claim(ClaimType.PERSON, SPEAKER, found.relation, found.name, text, SURE, names=names)
    if new and (kind := kind_of(found.relation)) in {"family", "partner"}:
        yield Claim(ClaimType.FACT, SPEAKER, kind, f"{found.called}がいる", text, SURE)
