"""Whom the talk is about, sentence by sentence and over the turns of both: what has no subject is said of whoever was
spoken of last, by name or as what they are, as long as the other goes along."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from lumina.distil.claims.japanese.calling import EVERYBODY, KIN_NAME, NO_NAME, NO_PET
from lumina.distil.claims.japanese.clauses import ATTRIBUTES, HONORIFICS, ME, Clause, Phrase, bare, clauses
from lumina.distil.claims.japanese.phrases import FIRST_NAMES, HOLLOW, TORN, job, name
from lumina.distil.claims.japanese.predicates import KEEPS, LIKELY, Said, answered, bare_age, club, habit, instead, is_a, said_by
from lumina.distil.claims.japanese.relations import KIND_OF, NORMAL, kind_of, normal
from lumina.distil.claims.japanese.subjects import NEIGHBOURS
from lumina.known import ME as SPEAKER
from lumina.language.categories import starts
from lumina.language.japanese import KANJI, morphemes
from lumina.language.names import bare_name

PET = "ペット"
MARKED = frozenset(["は", "も", "って", "が", "、", ""])
"""Particles behind which one stands of whom something is said; bare in talk."""

LASTING = frozenset(["は", "も", "って", "、", ""])
"""Behind these the next sentence is still about the same one."""

OF_NO_PET = frozenset(["job", "workplace", "school", "partner", "home", "hometown", "hobby", "likes", "dislikes", "habit", "skill", "plan"])
OF_ONE_SUBJECT = frozenset(["job", "workplace", "school", "home", "hometown", "age", "hobby", "plan", "habit", "family", "birthday"])
ASKS_NAME = re.compile(r"名前|名は|何て(?:呼|いう)|なんて(?:呼|いう)|お名前")
KIN_END = re.compile(r"(?:さん|ちゃん|くん|様|さま|たち|一家|夫婦)$")
RECEIVES = re.compile(r"^(?:貰う|呉れる|思う|もらう|くれる|頂く)$")
HEARSAY = re.compile(r"(?:や|ん?だ|ん|の|た|る|い)(?:って|て)(?:よ|さ|ね)*$|らしい(?:です)?(?:よ|ね|けど|わ|で)*$|そう(?:です|だ|や)(?:よ|ね|わ)*$|言うて(?:る|た|はる)(?:わ|で)*$")
"""What somebody else said; not of the speaker."""

SOMEBODY = re.compile(r"(?:(?<![一二三])人|子|方|男|女|男子|女子|客|患者|患者さん|生徒|園児|店員|おばさん|おじさん|奴|やつ|家族|夫婦|カップル|バンドマン)$")
"""Somebody whom nobody knows."""

CHILD = re.compile(r"(?:子ども|子供|こども|赤ちゃん|双子)$")
GOT = re.compile(r"て(?:もら|もろ|くれ|いただ)|たい")
AT_HOME = re.compile(r"(?<=[ん輩生])ん?ち$")
DECIDED = re.compile(r"ことに(?:し(?:た|まし|てん|ます)|する|決め)")
ROUTINE = re.compile(r"毎|いつも|から|朝|晩|週|月に|日に|歩|走|飲|食")
LIGHT = frozenset("為る 遣る 成る 行く 来る 居る 有る 無い 言う 思う 見る 聞く 食べる 飲む 買う 出る 入る 貰う 呉れる 出来る 分かる 寝る 起きる 帰る 使う 持つ 着く 驚く 泣く 笑う".split())
"""Verbs of everyday, by which nothing that was left open is known."""

DOES = frozenset(["為る", "遣る"])
THEY = frozenset(["あの子", "その子", "この子", "あいつ", "そいつ", "こいつ", "彼", "あの人", "その人", "本人"])
WORD_FROM = re.compile(r"電話|連絡|手紙|メール|LINE|ライン|便り|葉書|知らせ|報告")
IN_ORDER = frozenset(["上", "下", "一番上", "一番下", "真ん中", "上の子", "下の子"])
KANA = re.compile(r"[ぁ-んー]{2,6}|[ァ-ヴー]{2,8}")
LOOSE = re.compile(r"[ぁ-んァ-ヴー一-龠々]{1,6}")


@dataclass(frozen=True, slots=True)
class Introduced:
    """Somebody with the name they are called by, and what they are to the speaker."""

    called: str
    relation: str
    sure: float = LIKELY

    @property
    def name(self) -> str:
        return bare_name(self.called)


@dataclass(frozen=True, slots=True)
class Told:
    """Something said of somebody, and whether they are named in the clause that says it."""

    about: str
    said: Said
    named: bool


@dataclass(slots=True)
class Discourse:
    """`who` is spoken of just now (a name or a relation, "me", or "" for something else), `unnamed` the relation of
    somebody of whom no name was told yet, `names` those who were named here with what they are."""

    own: frozenset[str] = frozenset()
    who: str = SPEAKER
    unnamed: str = ""
    asked: str = ""
    names: dict[str, str] = field(default_factory=dict[str, str])
    found: list[Introduced] = field(default_factory=list[Introduced])
    done: list[str] = field(default_factory=list[str])
    """What the speaker did, by the last sentence."""

    of_another: bool = False
    """Whether the last sentence is about somebody who is not known, or only what others say."""

    def hear(self, text: str) -> None:
        """What a character says: whoever it speaks of is still spoken of."""
        spoken = [one for one in self._spoken_of(text) if one not in self.own]
        self.asked = _asked_for(text)
        if spoken or not self.asked or self.asked == "name":
            self.who = spoken[-1] if spoken else SPEAKER
        if spoken and spoken[-1] in KIND_OF and spoken[-1] not in self.names.values():
            self.unnamed = spoken[-1]
        elif not spoken and not self.asked:
            self.unnamed = ""

    def _spoken_of(self, text: str) -> Iterator[str]:
        for clause in clauses(text, self.names):
            for phrase in (*clause.phrases, *([clause.noun] if clause.noun else [])):
                if (who := self._whom(phrase)) and who != SPEAKER:
                    yield who

    def read(self, sentence: str) -> list[Told]:
        """What a sentence of the speaker's says of whom; who is introduced in it is in `found`."""
        told, subject, before, theme = list[Told](), self.who, None, None
        self.found, self.done, self.of_another = [], [], False
        found, text = clauses(sentence, self.names), bare(sentence)
        hearsay = any(HEARSAY.search(one) for one in (sentence, *(clause.tail for clause in found)))
        for at, clause in enumerate(found):
            subject, named = self._subject(clause, subject)
            if theme is not None and clause.lemma and not clause.by("は", "も", "を", "が", "って", ""):
                clause = replace(clause, phrases=(*clause.phrases, theme))
            theme = next((one for one in clause.phrases if one.particle == "は" and not self._whom(one) and not one.modified), theme)
            if called := self._called(clause, subject, first=at == 0):
                subject = called.name
                self._introduce(called)
                continue
            subject = self._listed(clause) or subject
            introduced = len(self.found)
            told += [Told(about, said, True) for about, said in self._apposed(clause, subject)]
            if subject == SPEAKER and not named and hearsay:
                continue
            said = [*self._said(clause, subject, named, text, first=at == 0), *(instead(before, clause) if before else ())]
            told += [Told(subject, one, named) for one in said if self._fits(one, subject, clause)]
            before = clause
            if len(self.found) > introduced:
                subject = self.found[-1].name
            if clause.past and not clause.negative and subject == SPEAKER and clause.lemma not in LIGHT and clause.lemma:
                self.done.append(clause.lemma)
        self.of_another = self.of_another or (hearsay and not any(one.about == SPEAKER and one.named for one in told))
        self.asked = ""
        return told

    def _said(self, clause: Clause, subject: str, named: bool, text: str, *, first: bool) -> Iterator[Said]:
        """What the clause says; of the speaker a phrase alone says nothing, unless it answers."""
        noun = clause.noun
        if noun is not None and first and self.asked and not clause.negative:
            yield from answered(self.asked, noun, clause)
        if noun is not None and subject == SPEAKER and not named and not clause.tail:
            return
        yield from said_by(clause, text)
        yield from habit(clause, text)
        if subject == SPEAKER:
            yield from club(clause)
        kept = clause.by("を") if clause.lemma in KEEPS else None
        if subject == SPEAKER and kept is not None and self.is_pet(self._whom(kept)):
            yield Said("pet", kept.head)
        if DECIDED.search(clause.tail) and subject == SPEAKER and (deed := _deed(clause, text)):
            yield Said("habit" if ROUTINE.search(deed) else "plan", deed, sure=LIKELY)
        if noun is not None and subject not in {SPEAKER, ""}:
            yield from bare_age(clause, noun)

    # Whom a clause is about

    def _subject(self, clause: Clause, before: str) -> tuple[str, bool]:
        sender = clause.by("から")
        if sender is not None and any(WORD_FROM.search(one.text) for one in clause.phrases) and (who := self._whom(sender)):
            self._speak_of(who)
            return SPEAKER, False
        for phrase in clause.phrases:
            if phrase.particle not in MARKED or (clause.lemma in DOES and phrase is clause.phrases[-1] and not phrase.particle):
                continue
            if who := self._whom(phrase):
                self._speak_of(who)
                return who, True
            if (SOMEBODY.search(phrase.head) or (CHILD.search(phrase.head) and clause.noun is not None)) and phrase.particle in LASTING | {"が"}:
                self.of_another = True
                return "", True
        if RECEIVES.match(clause.lemma) or GOT.search(clause.tail):
            return SPEAKER, False
        if self.found and clause.noun is not None and before == SPEAKER:
            return self.found[-1].name, False
        return before, False

    def _speak_of(self, who: str) -> None:
        self.who = who
        if who in KIND_OF and who not in self.names.values():
            self.unnamed = who

    def _whom(self, phrase: Phrase) -> str:
        """The person or pet whom a phrase names, or "" """
        parts = (*phrase.parts[:-1], AT_HOME.sub("", phrase.parts[-1]))
        if phrase.text in ME:
            return SPEAKER
        if phrase.text in IN_ORDER:
            return "子"
        if phrase.text in THEY:
            return "" if self.who == SPEAKER else self.who
        if len(parts) > 1 and parts[-1].lstrip("おご") in ATTRIBUTES.keys() | {"名前"}:
            return self._whom(replace(phrase, parts=parts[:-1]))
        if (kin := KIN_NAME.fullmatch(parts[-1])) and name(kin["n"]):
            if kin["n"] not in self.names:
                self._introduce(Introduced(kin["n"], normal(kin["r"])))
            return kin["n"]
        head = KIN_END.sub("", parts[-1])
        relation = NORMAL.get(parts[-1]) or NORMAL.get(head) or NORMAL.get(f"{head}さん", "")
        if relation:
            return self._kin(relation, parts[-2] if len(parts) > 1 else "")
        if not self._is_name(parts[-1]):
            return ""
        called = bare_name(parts[-1])
        if len(parts) > 1 and (relation := normal(parts[-2])) in NORMAL.values() and called not in self.names:
            self._introduce(Introduced(parts[-1], relation))
        elif len(parts) > 1 and called not in self.names and _is_breed(parts[-2]):
            self._introduce(Introduced(parts[-1], PET))
        return called

    def _kin(self, relation: str, owner: str) -> str:
        if NEIGHBOURS.fullmatch(owner):
            return ""
        if owner and owner not in ME and (normal(owner) != owner or owner.endswith(HONORIFICS) or self._is_name(owner)):
            return f"{bare_name(normal(owner))}の{relation}"
        named = [one for one, of in self.names.items() if of == relation]
        return named[-1] if len(named) == 1 else relation

    def _is_name(self, called: str) -> bool:
        bare_ = bare_name(called)
        if bare_ in self.names:
            return True
        if bare_ in EVERYBODY or bare_ in HOLLOW or normal(called) != called or job(bare_) or NO_NAME.search(bare_):
            return False
        if len(bare_) < 2 and not KANJI.search(bare_):
            return False
        if called != bare_:
            return normal(bare_) == bare_ and bool(LOOSE.fullmatch(bare_)) and not bare_.endswith("っ")
        return bare_ in FIRST_NAMES or (bool(name(bare_)) and any(one.part[2:4] == ("人名", "名") for one in morphemes(bare_)))

    def _fits(self, said: Said, subject: str, clause: Clause) -> bool:
        """Whether it may be said of the subject: of pets few things, and nothing of one where the clause is about
        something else (店が開く)."""
        if not subject:
            return False
        if said.kind in OF_NO_PET and self.is_pet(subject):
            return False
        other = clause.by("が", "は")
        if other is None or said.kind not in OF_ONE_SUBJECT or self._whom(other) or other.head in ATTRIBUTES:
            return True
        return all("副詞可能" in word.part or word.part[0] == "代名詞" for word in other.words) or said.kind in {"hobby"} and other.particle == "は"

    def is_pet(self, who: str) -> bool:
        return self.names.get(who) == PET or kind_of(self.names.get(who, who)) == "pet"

    # Who is called how

    def _introduce(self, one: Introduced) -> None:
        self.names[one.name] = one.relation
        self.found.append(one)
        self.who = one.name
        if self.unnamed == one.relation:
            self.unnamed = ""

    def _called(self, clause: Clause, subject: str, *, first: bool) -> Introduced | None:
        """Who is called what in the clause: 浩司いうねん, 弟は陸っていう, きなこ (asked for the name)."""
        last = clause.phrases[-1] if clause.phrases else None
        given = clause.noun or last
        relation = self._relation(subject, given.text) if given is not None else ""
        if clause.lemma in {"言う", "いう"} and last is not None and last.particle in {"", "って", "と"}:
            is_name = self._is_name(last.head) or _could_be(last.text)
            if len(last.parts) == 1 and (is_name if relation else last.head.endswith(HONORIFICS) and is_name):
                return Introduced(last.head, relation)
            return None
        noun = clause.noun
        if noun is not None and noun.head in NORMAL and self.names.get(subject, "?") == "" and not clause.negative:
            return Introduced(subject, normal(noun.head))
        if noun is None or noun.modified or not relation or clause.negative:
            return None
        topic = clause.by("は", "が", "って", "")
        if len(noun.parts) > 1:
            return Introduced(noun.head, relation) if topic is not None and self._is_name(noun.head) else None
        is_given = (topic is not None or clause.tail[:1] in {"だ", "や"}) and self._is_name(noun.text)
        is_given = is_given or (topic is not None and kind_of(relation) == "pet" and _could_be_pets(noun))
        answers = first and not clause.phrases and ((self.asked == "name" and _could_be(noun.text)) or self._is_unknown(noun.text))
        return Introduced(noun.text, relation, 0.75) if is_given or answers else None

    def _listed(self, clause: Clause) -> str:
        """Who is named just behind what they are: 上の娘が彩花、24で…"""
        for one, other in pairwise(clause.phrases):
            relation = self._whom(one)
            if relation in KIND_OF and one.particle in {"が", "は"} and other.particle == "、" and self._is_name(other.text):
                self._introduce(Introduced(other.text, relation))
                return bare_name(other.text)
        return ""

    def _relation(self, subject: str, called: str) -> str:
        """What somebody without a name is, of whom the clause or else the talk is."""
        if subject in KIND_OF:
            return subject
        return self.unnamed if subject in {SPEAKER, "", bare_name(called)} else ""

    def _is_unknown(self, called: str) -> bool:
        """Whether it can be but a name: no word of the dictionary."""
        return self._is_name(called) or (bool(KANA.fullmatch(called)) and _is_torn(called))

    def _apposed(self, clause: Clause, subject: str) -> Iterator[tuple[str, Said]]:
        """What stands before whom it says it of: 看護師の叔母の良枝さん, ゴールデンのもち太."""
        own = clause.noun if subject != SPEAKER or clause.phrases or not clause.tail else None
        for phrase in (*clause.phrases, *([own] if own else [])):
            parts = (*phrase.parts[:-1], AT_HOME.sub("", phrase.parts[-1]))
            if len(parts) < 2 or phrase.modified:
                continue
            kept, called = NORMAL.get(parts[-2], PET if _is_breed(parts[-2]) else ""), parts[-1]
            is_name = _is_torn(called) or (kind_of(kept) == "pet" and phrase.particle in {"、", "は", "って"})
            if kept and called not in self.names and KANA.fullmatch(called) and is_name and not NO_PET.search(called):
                self._introduce(Introduced(called, kept))
            who = self._whom(phrase)
            if who and who != SPEAKER and parts[-1] not in ATTRIBUTES and normal(parts[-1]) not in DESCENDED | WORKMATES:
                for part in parts[:-1]:
                    if normal(part) == part:
                        yield from ((who, one) for one in is_a(replace(phrase, parts=(part,))) if one.kind in {"job", "school", "age"})


DESCENDED = frozenset(["息子", "娘", "子", "孫", "妻", "夫"])
"""Before these it says whose they are: ネジ屋の息子."""


WORKMATES = frozenset(["店長", "先生", "上司", "部下", "同僚", "先輩", "後輩", "弟子", "大家"])


def _asked_for(text: str) -> str:
    """The kind of fact that a question asks for, or "name"."""
    question = next((one for one in reversed(re.split(r"(?<=[。.?!？！])", text)) if ASKING.search(one)), "")
    if ASKS_NAME.search(question):
        return "name"
    if re.search(r"何年生|何回生", question):
        return "school"
    return next((kind for word, kind in ASKED_KINDS.items() if word in question), "")


ASKING = re.compile(r"[?？]|(?:何|なに|どこ|どちら|どの|誰|どんな)[^。]*(?:だ|です|か)?[。.]?$")
ASKED_KINDS = {word: kind for word, kind in ATTRIBUTES.items() if word not in {"家", "部屋", "苦手"}} | {"バイト": "job"}


def _is_breed(word: str) -> bool:
    return len(word) >= 3 and (starts(word, "animal"))


def _deed(clause: Clause, text: str) -> str:
    """What one decides to do, as it is said."""
    said = text[clause.begin : clause.end]
    end = said.find("ことに")
    return said[:end].lstrip("、 ").removeprefix("ほんで") if 2 < end < 24 else ""


def _is_torn(called: str) -> bool:
    words = morphemes(called)
    if any(word.part[0] in {"感動詞", "副詞", "接続詞", "代名詞", "連体詞"} for word in words):
        return False
    return len(words) > 1 and (any(TORN.match(word.surface) for word in words) or all(len(word.surface) <= 2 for word in words)) and words[-1].part[0] in {"名詞", "接尾辞", "助詞"} or any("人名" in word.part for word in words)


def _could_be_pets(noun: Phrase) -> bool:
    """Whether it may be what a pet is called: 猫はチャボ."""
    called = noun.text
    plain = all(word.part[0] == "名詞" and "形状詞" not in word.part[2] for word in noun.words)
    return plain and bool(KANA.fullmatch(called)) and normal(called) == called and not NO_PET.search(called)


def _could_be(called: str) -> bool:
    """Whether one may be called so, where it is said that one is."""
    words = morphemes(called)
    return (
        bool(LOOSE.fullmatch(called))
        and normal(called) == called
        and called not in HOLLOW | EVERYBODY | ME
        and not NO_NAME.search(called)
        and not job(called)
        and all(word.part[0] in {"名詞", "接尾辞", "接頭辞", "形状詞", "助詞"} and word.part[1] != "数詞" for word in words)
    )
