"""Whom the talk is about, sentence by sentence and over the turns of both: what has no subject is said of whoever was
spoken of last, by name or as what they are, as long as the other goes along."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from lumina.distil.claims.japanese.calling import NO_PET
from lumina.distil.claims.japanese.clauses.abilities import abilities
from lumina.distil.claims.japanese.clauses.bodies import bodies
from lumina.distil.claims.japanese.clauses.chaining import (
    among,
    instead,
    is_told_of,
    marked,
    of_parts,
    taken_together,
    undone,
    with_theme,
)
from lumina.distil.claims.japanese.clauses.deeds import KEEPS
from lumina.distil.claims.japanese.clauses.elaborating import contrasted, elaborated
from lumina.distil.claims.japanese.clauses.happenings import happenings
from lumina.distil.claims.japanese.clauses.kept import kept
from lumina.distil.claims.japanese.clauses.kin import Kin, kin
from lumina.distil.claims.japanese.clauses.naming import (
    PET,
    Introduced,
    asked_for,
    could_be,
    is_breed,
    is_deed,
    is_name,
    is_torn,
    may_be_pets,
)
from lumina.distil.claims.japanese.clauses.nouns import Said, answered, bare_age, bare_place
from lumina.distil.claims.japanese.clauses.parsing import bare, clauses
from lumina.distil.claims.japanese.clauses.parts import ATTRIBUTES, HONORIFICS, Clause, Phrase, is_time
from lumina.distil.claims.japanese.clauses.persons import Persons, at_home
from lumina.distil.claims.japanese.clauses.predicates import club, decided, habit, said_by
from lumina.distil.claims.japanese.clauses.selves import selves
from lumina.distil.claims.japanese.clauses.trades import trades
from lumina.distil.claims.japanese.relations import KIND_OF, NORMAL, kind_of, normal
from lumina.distil.claims.japanese.subjects import NEIGHBOURS
from lumina.known import ME as SPEAKER
from lumina.language.categories import belongs
from lumina.language.kinds import kinds
from lumina.language.lexicon import word_list
from lumina.language.names import bare_name

OF_A_PET = frozenset(["name", "birthday", "age", "health", "allergy", "event", "pet"])
TELLS_WHO = re.compile(r"な|ね|だよ|です|のこと|だけど|なんだけど|やで|や|だ|$")
OF_ONE_SUBJECT = frozenset(kinds()) - {"name", "likes", "dislikes", "allergy", "health", "possession", "event"}
RECEIVES = frozenset(["貰う", "呉れる", "思う", "もらう", "くれる", "頂く"])
ASKS_OF = re.compile(r"[?？]|(?:は|か|で)[。]?$")
GOT = re.compile(r"て(?:もら|もろ|くれ|いただ)|たい")
HEARSAY = re.compile(
    r"(?:や|ん?だ|ん|の|た|る|い)(?:って|て|(?<=た)と)(?:よ|さ|ね)*$|らしい(?:です)?(?:よ|ね|けど|わ|で)*$"
    r"|やと$|そう(?:です|だ|や)(?:よ|ね|わ)*$|言うて(?:る|た|はる)(?:わ|で)*$"
)
"""What somebody else said; not of the speaker."""

SOMEBODY = re.compile(
    r"(?:(?<![一二三四五六七八九十0-9])人|子|方|男|女|男子|女子|客|患者|患者さん|生徒|園児|店員|おばさん|おじさん|奴|やつ|家族|夫婦"
    r"|カップル|バンドマン)$"
)
"""Somebody whom nobody knows."""

OTHERS = re.compile(
    r"(?:仲間|みんな|皆|友達|友人|連中|周り|まわり|家族|同僚|後輩|先輩|部下|客|職場|会社|近所|クラス|学校|親|子ども|孫)(?:たち|さん)?$"
)
"""Those who call one by some name."""

KATAKANA = re.compile(r"[ァ-ヴー]{3,}")
ELDERS = frozenset(["祖母", "祖父"])
YOUNG = re.compile(r"(?:[0-9]|[12][0-9])(?:歳|才)")
CHILD = re.compile(r"(?:子ども|子供|こども|赤ちゃん|双子)$")
WORD_FROM = re.compile(r"電話|連絡|手紙|メール|LINE|ライン|便り|葉書|知らせ|報告")
CALLS = frozenset(["言う", "いう", "申す"])
SAYS_SO = re.compile(r"(?:い)?(?:ます|まして|ねん|うねん|者|の|ん)")
A_PET = re.compile(
    r"(?:うちの|実家の|白い|黒い|茶色い)?(?P<r>[一-龠ァ-ヴーぁ-ん]{1,9}?)の(?P<n>[ぁ-んー]{2,5}|[ァ-ヴー]{2,6})(?:です|だよ|ね|よ|っていう|ちゃん)?"
)
SPEAKING_OF = re.compile(r"た?ら|えば|うと|や")
"""Behind 言う it takes a word up, and calls nobody so: 試験いうたら…"""

NAMES_SO = frozenset(["為る", "決める", "決まる", "成る", "付ける"])
LIGHT = word_list("light.ja")
"""Verbs of everyday, by which nothing that was left open is known."""

ANIMATE = word_list("animate.ja")
"""What nothing does but what lives."""

NOT_OF = word_list("not_of.ja")
"""What stands before these is whose they are, or where: ネジ屋の息子."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something said of somebody, and whether they are named in the clause that says it."""

    about: str
    said: Said
    named: bool


@dataclass(slots=True)
class Discourse(Persons):
    """What is read sentence by sentence. `asked` is the kind of fact that the other asked for, `quoted` what
    of the turn stands in quotation marks, `done` the verbs of what
    the speaker did by the last sentence; `of_another`: that is about somebody who is not known, or what others say."""

    asked: str = ""
    quoted: frozenset[str] = frozenset()
    done: list[str] = field(default_factory=list[str])
    of_another: bool = False
    before: Clause | None = None
    unknown: str = ""
    told: bool = False
    listening: bool = False
    own_named: bool = False
    heard_of: str = ""
    """Whether the speaker has just said who they are."""

    further: str = ""
    """With what a clause goes on that ends with て."""

    kin: list[Kin] = field(default_factory=list[Kin])
    """Whom the last sentence speaks of as the speaker's."""

    near: bool = False
    """Whether the sentence has named whom it is about."""

    def hear(self, text: str) -> None:
        """What a character says: whoever it speaks of is still spoken of. Whom nobody told it of it only addresses
        (ゆみさん。), or makes up."""
        spoken = [one for one in self._spoken_of(text) if not self.is_new(one)]
        self.before = None
        self.asked = asked_for(text)
        if spoken or not self.asked or self.asked == "name":
            self.who = spoken[-1] if spoken else SPEAKER
        self.heard_of = ""
        if spoken:
            self.speak_of(spoken[-1])
            self.heard_of = self.unnamed if ASKS_OF.search(text) and self.unnamed == spoken[-1] else ""
        elif not self.asked:
            self.unnamed = ""
        self.who = self.who or SPEAKER

    def is_new(self, who: str) -> bool:
        """Whether somebody is named who is not known."""
        return who != SPEAKER and who not in self.names and who not in KIND_OF and "の" not in who

    def _spoken_of(self, text: str) -> Iterator[str]:
        for clause in clauses(text, self.names):
            yield from (who for phrase in clause.all() if (who := self.whom(phrase)) and who != SPEAKER)

    def read(self, sentence: str) -> list[Told]:
        """What a sentence of the speaker's says of whom; who is introduced in it is in `found`."""
        self.found, self.done, self.kin, self.of_another = [], [], [], self.who == ""
        self._note_pet(sentence)
        found, text = clauses(sentence, self.names), bare(sentence)
        hearsay = any(HEARSAY.search(one) for one in (sentence, *(clause.tail for clause in found)))
        self.told = bool(found) and found[-1].past
        told = [*self._told(found, text, hearsay=hearsay)]
        self.before = found[-1] if found else None
        self.of_another = self.of_another or (hearsay and not any(one.about == SPEAKER and one.named for one in told))
        self.asked = self.heard_of = ""
        return told

    def _told(self, found: list[Clause], text: str, *, hearsay: bool) -> Iterator[Told]:
        subject, theme, before = self.who, None, None
        self.near = False
        for at, clause in enumerate(taken_together(found)):
            after = found[at + 1 : at + 2] if clause.tail in {"て", "で"} else []
            self.further = "".join(text[one.begin : one.end] for one in after)
            subject, named = self._subject(clause, subject)
            self.near = self.near or named
            self.kin += kin(clause, text[clause.begin : clause.end])
            theme = self._theme(clause) or theme
            of_another = self.near and subject != SPEAKER
            if clause.lemma in CALLS and not of_another and (own := self._own_name(clause)):
                self.names[own], self.who, subject, self.own_named = SPEAKER, SPEAKER, SPEAKER, True
                continue
            if self._is_by_name(clause, subject) and (own := self._by_name(clause)):
                self.names[own] = SPEAKER
            if len(found) == 1 and not clause.phrases and not clause.tail and (who := self._only(clause)):
                self.speak_of(who)
                continue
            if called := self._told_who(clause) if len(found) == 1 else None:
                subject = called.name
                self.introduce(called)
                continue
            if called := self._called(clause, subject, first=clause is found[0]):
                subject = called.name
                self.introduce(called)
                continue
            subject, introduced = self._listed(clause) or subject, len(self.found)
            yield from (Told(about, said, True) for about, said in self._apposed(clause, subject))
            if not self.listening and (subject != SPEAKER or named or not hearsay):
                about = with_theme(clause, theme)
                said = [*self._said(about, subject, named, text), *(instead(before, clause) if before else ())]
                said += [*elaborated(self.before, clause), *contrasted(before or self.before, clause)]
                yield from (Told(subject, one, named) for one in said if self._fits(one, subject, clause))
            before = clause
            self._note_new(clause)
            theme = theme or undone(clause)
            subject = self.found[-1].name if len(self.found) > introduced else subject
            self._note_done(clause, subject)

    def _only(self, clause: Clause) -> str:
        """Somebody who is what they are to the speaker, where the sentence says no more: (だれの?) いとこの。"""
        noun = clause.noun
        is_one = noun is not None and all(normal(part) in KIND_OF for part in noun.parts)
        who = self.whom(noun) if noun is not None and is_one else ""
        return who if who.rpartition("の")[2] in KIND_OF and who not in self.names and not self.is_pet(who) else ""

    def _note_pet(self, sentence: str) -> None:
        """A pet that is told of by no more than what it is and its name: 文鳥のぶんた。"""
        match = A_PET.fullmatch(sentence)
        kept = normal(match["r"]) if match else ""
        if match and (kind_of(kept) == "pet" or belongs(kept, "animal")) and not NO_PET.search(match["n"]):
            self.introduce(Introduced(match["n"], kept if kind_of(kept) == "pet" else PET, 0.75))

    def _is_by_name(self, clause: Clause, subject: str) -> bool:
        """Whether a clause tells what the speaker is called by others: みんなからリクって呼ばれる."""
        by = clause.by("は", "が", "から", "には", "も")
        others = by is not None and bool(OTHERS.search(by.text))
        return clause.lemma == "呼ぶ" and ((("れ" in clause.tail) and subject == SPEAKER) or others)

    def _by_name(self, clause: Clause) -> str:
        """What one is called by others: クラスではリックって呼ばれてる."""
        by = clause.by("って", "と", "て")
        return bare_name(by.head) if by is not None and (could_be(by.text) or could_be(bare_name(by.text))) else ""

    def _note_new(self, clause: Clause) -> None:
        named = (one.head for one in clause.all() if self.is_called(one.head) and self.is_new(bare_name(one.head)))
        self.unknown = next(named, self.unknown)

    def _told_who(self, clause: Clause) -> Introduced | None:
        """What somebody is who was named before: 美咲からチョコ。あ、彼女な。"""
        noun, called = clause.noun, self.unknown
        relation = normal(noun.head) if noun is not None and not clause.phrases and not clause.negative else ""
        if (
            not called
            or relation not in KIND_OF
            or relation == "子"
            or not TELLS_WHO.match(clause.tail)
            or kind_of(relation) == "pet"
        ):
            return None
        self.unknown = ""
        return Introduced(called, relation, 0.75)

    def _note_done(self, clause: Clause, subject: str) -> None:
        if clause.past and not clause.negative and subject == SPEAKER and clause.lemma not in LIGHT | {""}:
            self.done += [clause.lemma, f"{clause.last.text if clause.last else ''} {clause.lemma}"]

    def _theme(self, clause: Clause) -> Phrase | None:
        """A thing of which the sentence says something, as in 酒は好きだが、三年前にやめた."""
        topics = (one for one in clause.phrases if one.particle == "は" and not one.modified and not is_time(one))
        return next((one for one in topics if not self.whom(one)), None)

    def _said(self, clause: Clause, subject: str, named: bool, text: str) -> Iterator[Said]:
        """What the clause says; of the speaker a phrase alone says nothing, unless it answers."""
        noun, said = clause.noun, text[clause.begin : clause.end]
        if noun is not None and clause.begin == 0 and self.asked and not clause.negative:
            yield from answered(self.asked, noun)
        yield from (*abilities(clause, said), *bodies(clause, said), *trades(clause, said))
        if subject == SPEAKER:
            yield from selves(clause, said)
        if subject:
            yield from happenings(replace(clause, past=True) if self.told and clause.tail == "て" else clause, said)
        alone = noun is not None and subject == SPEAKER and not named and not clause.tail
        if subject and (subject == SPEAKER or self.near):
            yield from kept(clause, said, self.further, alone=alone)
        if alone and not is_told_of(clause):
            return
        yield from said_by(clause)
        yield from habit(clause, text)
        if subject == SPEAKER:
            yield from (*club(clause), *decided(clause, text), *self._kept(clause))
        if noun is not None and (subject not in {SPEAKER, ""} or self.own_named):
            yield from bare_age(clause, noun)
        if noun is not None and subject not in {SPEAKER, ""}:
            yield from bare_place(clause, noun)

    def _kept(self, clause: Clause) -> Iterator[Said]:
        kept = clause.by("を") if clause.lemma in KEEPS else None
        named = {one.called for one in self.found}
        if kept is not None and kept.head not in named and self.is_pet(self.whom(kept)):
            yield Said("pet", kept.head)

    def _subject(self, clause: Clause, before: str) -> tuple[str, bool]:
        """Whom a clause is about, and whether it names them."""
        sender = clause.by("から")
        if sender is not None and any(WORD_FROM.search(one.text) for one in clause.phrases):
            self.speak_of(self.whom(sender) or self.who)
            return SPEAKER, False
        for phrase in marked(clause):
            if (who := self.whom(phrase)) and (
                self.is_new(who) and self.heard_of and phrase.particle in {"は", "も", "が"}
            ):
                self.introduce(Introduced(phrase.head, self.heard_of))
            if who:
                self.of_another = self.of_another and who != SPEAKER
                self.speak_of(who)
                return who, True
            is_next_door = len(phrase.parts) > 1 and NEIGHBOURS.fullmatch(phrase.parts[0])
            is_child = CHILD.search(phrase.head) and clause.noun is not None
            if SOMEBODY.search(phrase.head) or is_next_door or is_child:
                self.who, self.of_another = "", True
                return "", True
        if clause.lemma in RECEIVES or GOT.search(clause.tail):
            return SPEAKER, False
        if self.found and clause.noun is not None and before == SPEAKER:
            return self.found[-1].name, False
        return before, False

    def _fits(self, said: Said, subject: str, clause: Clause) -> bool:
        """Whether it may be said of the subject: of pets few things, and nothing of one where the clause is about
        something else (店が開く)."""
        if not subject or (said.kind not in OF_A_PET and self.is_pet(subject)):
            return False
        other = clause.by("が", "は")
        if other is not None and other.text in said.value:
            return True
        if other is None or said.kind not in OF_ONE_SUBJECT or self.whom(other) or other.head in ATTRIBUTES:
            return True
        is_time = all("副詞可能" in word.part or word.part[0] == "代名詞" for word in other.words)
        return is_time or (said.kind in {"hobby", "habit"} and other.particle == "は")

    def _own_name(self, clause: Clause) -> str:
        """The name that the speaker gives as their own: 桑原剛志っていいます."""
        last = clause.last
        is_alone = last is not None and len(clause.phrases) == 1 and len(last.parts) == 1 and not self.unnamed
        is_one = (
            is_alone and last is not None and last.particle in {"", "って", "と"} and not last.head.endswith(HONORIFICS)
        )
        return last.head if last is not None and is_one and SAYS_SO.match(clause.tail) and is_name(last.head) else ""

    def _called(self, clause: Clause, subject: str, *, first: bool) -> Introduced | None:
        """Who is called what in the clause: 浩司いうねん, 弟は陸っていう, きなこ (asked for the name)."""
        last, noun = clause.last, clause.noun
        if clause.lemma in CALLS and SPEAKING_OF.match(clause.tail):
            return None
        if clause.lemma in CALLS and last is not None and last.particle in {"", "って", "と"}:
            return self._says_name(last, self._relation(subject, last.text) or among(clause))
        if noun is None or clause.negative:
            return self._gets_name(clause)
        if noun.head in NORMAL and self.names.get(subject, "?") == "":
            return Introduced(subject, normal(noun.head))
        if noun.head == "名前" and (given := self._is_the_name(clause, subject)):
            return given
        relation = self._relation(subject, noun.text)
        is_so = (
            relation
            and not noun.modified
            and (self._gives_name(clause, noun, relation) or (first and self._answers(clause, noun)))
        )
        return Introduced(noun.head, relation, 0.75) if is_so else None

    def _gets_name(self, clause: Clause) -> Introduced | None:
        """Who is given a name: 名前は航にします."""
        into, topic = clause.by("に"), clause.by("は")
        if clause.lemma not in NAMES_SO or topic is None or topic.head != "名前" or into is None or clause.negative:
            return None
        return Introduced(into.text, self.unnamed or "子", 0.75) if could_be(into.text) else None

    def _is_the_name(self, clause: Clause, subject: str) -> Introduced | None:
        """Who is spoken of, and is called so: マルって名前."""
        by = clause.by("って", "と", "という", "っていう")
        relation = self._relation(subject, by.head) if by is not None and could_be(by.text) else ""
        return Introduced(by.head, relation, 0.75) if by is not None and relation else None

    def _says_name(self, last: Phrase, relation: str) -> Introduced | None:
        is_one = self.is_called(last.head) or could_be(last.text)
        is_one = is_one if relation else is_one and last.head.endswith(HONORIFICS)
        return Introduced(last.head, relation) if is_one and len(last.parts) == 1 else None

    def _gives_name(self, clause: Clause, noun: Phrase, relation: str) -> bool:
        """Whether the noun is how somebody is called of whom the clause is: 孫は健一のところの葵."""
        topic = clause.by("は", "が", "って", "")
        if len(noun.parts) > 1:
            may_be_breed = is_breed(noun.parts[-2]) or KATAKANA.fullmatch(noun.parts[-2])
            is_one = could_be(noun.head) and not is_breed(noun.head)
            of_a_breed = kind_of(relation) == "pet" and may_be_breed and is_one
            return topic is not None and (of_a_breed or self.is_called(noun.head))
        is_pets = topic is not None and kind_of(relation) == "pet" and may_be_pets(noun)
        return is_pets or ((topic is not None or clause.tail[:1] in {"だ", "や"}) and self.is_called(noun.text))

    def _answers(self, clause: Clause, noun: Phrase) -> bool:
        """Whether the noun alone is a name, or the answer to the question for one."""
        is_one = self.asked == "name" and could_be(noun.text)
        return (
            not clause.phrases and len(noun.parts) == 1 and (is_one or self.is_called(noun.text) or is_torn(noun.text))
        )

    def _listed(self, clause: Clause) -> str:
        """Who is named just behind what they are: 上の娘が彩花、24で…"""
        for one, other in pairwise(clause.phrases):
            is_so = one.particle in {"が", "は"} and other.particle == "、" and self.is_called(other.head)
            is_pet = one.particle == "、" and kind_of(normal(one.head)) == "pet" and could_be(other.head)
            if (is_so or (is_pet and other.particle in {"が", "は", "も"} and not other.modified)) and (
                relation := self.whom(one)
            ) in KIND_OF:
                self.introduce(Introduced(other.head, relation))
                return bare_name(other.head)
        return ""

    def _relation(self, subject: str, called: str) -> str:
        """What somebody without a name is, of whom the clause or else the talk is."""
        if subject in KIND_OF:
            return subject
        return self.unnamed if subject in {SPEAKER, "", bare_name(called)} else ""

    def _apposed(self, clause: Clause, subject: str) -> Iterator[tuple[str, Said]]:
        """What stands before whom it says it of: 看護師の叔母の良枝さん, ゴールデンのもち太. The speaker's own name is
        given so, too."""
        is_own = subject == SPEAKER and not clause.phrases and clause.tail
        for phrase in clause.phrases if is_own else clause.all():
            parts = at_home(phrase)
            if len(parts) < 2 or phrase.modified:
                continue
            self._introduce_kept(parts, phrase.particle, lives=clause.lemma in ANIMATE)
            who = self._as_old(self.whom(phrase), parts)
            if who and who != SPEAKER and parts[-1] not in ATTRIBUTES and normal(parts[-1]) not in NOT_OF:
                yield from ((who, one) for one in of_parts(phrase))

    def _as_old(self, who: str, parts: Sequence[str]) -> str:
        """Who is a grandparent at that age: a pet that is old for one, and nobody else (12歳のおばあちゃん)."""
        if who not in ELDERS or not YOUNG.fullmatch(parts[0]):
            return who
        return self.who if self.is_pet(self.who) else ""

    def _introduce_kept(self, parts: Sequence[str], particle: str, *, lives: bool) -> None:
        """Whoever is named by a word that is nothing else, or a pet by any word in kana: 柴犬のこむぎ、…"""
        kept, called = NORMAL.get(parts[-2], PET if is_breed(parts[-2]) else ""), parts[-1]
        if not kept or called in self.names or NO_PET.search(called) or is_deed(called):
            return
        is_pets = kind_of(kept) == "pet" and (lives or particle in {"、", "は", "って"}) and could_be(called)
        if is_pets or is_torn(called) or (called in self.quoted and could_be(called)):
            self.introduce(Introduced(called, kept))
