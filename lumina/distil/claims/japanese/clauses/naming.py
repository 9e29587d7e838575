"""What somebody may be called, by the dictionary or by how it is said."""

import re
from dataclasses import dataclass

from lumina.distil.claims.japanese.calling import EVERYBODY, NO_NAME, NO_PET
from lumina.distil.claims.japanese.clauses.nouns import LIKELY
from lumina.distil.claims.japanese.clauses.parts import ATTRIBUTES, ME, Phrase
from lumina.distil.claims.japanese.phrases import FIRST_NAMES, HOLLOW, TORN, job, name
from lumina.distil.claims.japanese.relations import normal
from lumina.language.categories import starts
from lumina.language.japanese import KANJI, morphemes
from lumina.language.names import bare_name

PET = "ペット"
KANA = re.compile(r"[ぁ-んー]{2,6}|[ァ-ヴー]{2,8}")
LOOSE = re.compile(r"[ぁ-んァ-ヴー一-龠々]{1,6}(?<!っ)")
ASKS_NAME = re.compile(r"名前|名は|(?:何て|なんて)(?:呼|いう)")
ASKING = re.compile(r"[?？]|(?:何|なに|どこ|どちら|どの|誰|どんな)[^。]*(?:だ|です|か)?[。.]?$")
ASKED_KINDS = {word: kind for word, kind in ATTRIBUTES.items() if word not in {"家", "部屋", "苦手"}} | {
    "バイト": "job"
}
SAYS = frozenset(["感動詞", "副詞", "接続詞", "代名詞", "連体詞"])
CALLS = frozenset(["名詞", "接尾辞", "接頭辞", "形状詞", "助詞"])


@dataclass(frozen=True, slots=True)
class Introduced:
    """Somebody with the name they are called by, and what they are to the speaker."""

    called: str
    relation: str
    sure: float = LIKELY

    @property
    def name(self) -> str:
        return bare_name(self.called)


def asked_for(text: str) -> str:
    """The kind of fact that a question asks for, or "name"."""
    parts = re.split(r"(?<=[。.?!？！])", text)
    question = next((one for one in reversed(parts) if ASKING.search(one)), "")
    if ASKS_NAME.search(question):
        return "name"
    if re.search(r"何年生|何回生", question):
        return "school"
    return next((kind for word, kind in ASKED_KINDS.items() if word in question), "")


def is_name(called: str) -> bool:
    """Whether it is a name by the dictionary, or by what is said behind it."""
    bare = bare_name(called)
    if bare in EVERYBODY or bare in HOLLOW or normal(called) != called or job(bare) or NO_NAME.search(bare):
        return False
    if len(bare) < 2 and not KANJI.search(bare):
        return False
    if called != bare:
        return normal(bare) == bare and bool(LOOSE.fullmatch(bare))
    return bare in FIRST_NAMES or (bool(name(bare)) and any(one.part[2:4] == ("人名", "名") for one in morphemes(bare)))


COATS = frozenset(
    {"三毛", "キジトラ", "茶トラ", "サバトラ", "ハチワレ", "はちわれ", "黒柴", "サビ", "白黒", "雑種", "ミックス"}
)
"""By which one says what kind of cat or dog it is."""


def is_breed(word: str) -> bool:
    """Whether it is what kind of animal a pet is: ゴールデン."""
    is_one = len(word) >= 3 and starts(word, "animal")
    return is_one or (len(word) >= 2 and word.endswith(("犬", "猫"))) or word in COATS


def is_torn(called: str) -> bool:
    """Whether it is in kana, and no word of the dictionary: it can be but a name."""
    words = morphemes(called)
    if not KANA.fullmatch(called) or any(word.part[0] in SAYS for word in words):
        return False
    if any("人名" in word.part for word in words):
        return True
    is_odd = any(TORN.match(word.surface) for word in words) or all(len(word.surface) <= 2 for word in words)
    return len(words) > 1 and is_odd and words[-1].part[0] in {"名詞", "接尾辞", "助詞"}


def is_deed(called: str) -> bool:
    """Whether it is what is done: 喧嘩."""
    return any(word.part[2:3] == ("サ変可能",) for word in morphemes(called))


def may_be_pets(noun: Phrase) -> bool:
    """Whether it may be what a pet is called: 猫はチャボ."""
    called = noun.text
    is_plain = all(word.part[0] == "名詞" and "形状詞" not in word.part[2] for word in noun.words)
    return is_plain and bool(KANA.fullmatch(called)) and normal(called) == called and not NO_PET.search(called)


def could_be(called: str) -> bool:
    """Whether one may be called so, where it is said that one is."""
    if not LOOSE.fullmatch(called) or normal(called) != called or called in HOLLOW | EVERYBODY | ME:
        return False
    words = morphemes(called)
    return not (NO_NAME.search(called) or job(called)) and all(
        word.part[0] in CALLS and word.part[1] != "数詞" for word in words
    )
