"""Of whom the speaker tells, sentence by sentence and over the turns of a sitting: by a name, by a kin word (旦那 is
the 直樹 who was named as one), or by somebody of whom nobody knows more than a word (クラスの子は…, 相手は…)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from lumina.distil.claims.japanese.graded import GRADE
from lumina.distil.claims.japanese.inner import is_of_the_speaker
from lumina.distil.claims.japanese.kin_words import OF_KIN
from lumina.distil.claims.japanese.patients import ILL
from lumina.distil.claims.japanese.relations import HUMAN, PETS, kind_of, normal
from lumina.distil.claims.japanese.subjects import APART, FIRST, NEIGHBOURS, ON_OUR_SIDE
from lumina.known import ME
from lumina.language.japanese import morphemes

NOBODY = "?"
"""Somebody of whom nothing is kept."""

TITLE = r"(?:さん|ちゃん|くん|君|様|さま|先生)?(?:たち|一家|夫婦|本人)?"
KIN_WORD = re.compile(rf"{HUMAN}|{PETS}")
IS_TOPIC = re.compile(
    rf"{TITLE}(?:の(?:ほう|方|やつ|こと))?(?P<p>って|は|が|も|ね、|な、|、|だけど|なんだけど|[。!?]|$|だ|です|(?=今|いま|昨日|今日|先週|先月|去年))"
)
OWNS = re.compile(rf"{TITLE}の(?P<what>[^\s、。はがをもに]{{1,12}})")
A_PERSON = re.compile(
    r"(?:人|子|男|女|方|奴|やつ|生徒|児童|選手|先輩|後輩|友達|友人|仲間|先生|担任|コーチ|監督|上司|同僚|社員|客|医者|さん|ちゃん|くん)$"
)
SOMEBODY = re.compile(
    r"(?:^|[、。 ])(?:(?:うちの)?[^\s、。はがもを]{0,10}の)?(?:相手|対戦相手|ライバル|強豪"
    r"|[^\s、。はがもを]{1,8}の(?:人|子|男|女|方|奴|やつ|生徒|選手|夫婦)|お?客さん|患者さん|店員さん|担当者|知り合い|知人"
    r"|誰か|[^\s、。はがもをのにと]{1,6}(?:さん|ちゃん|くん|君)|じい?さん|ばあ?さん|[婆爺]さん)(?:は|が|も|って)"
)
QUOTED = re.compile("「[^「」]*」")
DIED = re.compile(r"亡くな|死ん|他界|逝っ|旅立っ|息を引き取|見送っ")
IS_ILL = re.compile(ILL)
CLUB = re.compile(
    r"(?:部|クラブ|同好会|少年団|スクール)(?:で|に|の|だ|、|$)|部活|朝練|練習|習って|習い|大会|試合|発表会|コンクール|塾"
)
YOUNG = frozenset({"息子", "娘", "子", "孫", "甥", "姪", "弟", "妹"})
TURNS, PATIENT_FOR = 3, 8
"""So many sentences without anybody, and so many turns, the talk is still about whom it was, or whoever is ill."""

SENTENCES = 512
"""So many are remembered with whom they name: what was said lately is read again with each turn."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody whom a sentence names, from where to where; `particle` is "" where it does not tell of them."""

    begin: int
    end: int
    who: str
    particle: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """Of whom the talk is: `who` (a name, what they are to the speaker, ME or NOBODY), for how many sentences nobody
    was named; whether they have died; whether they are young enough for a school or a club; and who is ill, or has
    died, and since how many sentences that was told."""

    who: str = ME
    ago: int = 0
    died: bool = False
    young: bool = False
    patient: str = ""
    told: int = 0
    beside: str = ""
    """Who was named together with them: 湊と凪."""

    def behind(self, text: str, names: Mapping[str, str]) -> "Spoken":
        """Behind one more sentence."""
        subject = subject_of(text, names)
        ill, died = bool(IS_ILL.search(text)), bool(DIED.search(text))
        who = self._who(text, subject)
        same = who == self.who
        young = who not in {ME, NOBODY} and (is_young(who, names) or bool(re.search(GRADE, text) or CLUB.search(text)))
        said = replace(
            self,
            who=who,
            ago=0 if subject or not same else self.ago + 1,
            died=(self.died and same) or (died and who != ME),
            young=young or (self.young and same),
            told=self.told + 1,
            beside=_beside(text, subject, names) if subject else self.beside,
        )
        if said.ago > TURNS:
            said = replace(said, who=ME, ago=0, died=False, young=False)
        if (ill or died) and said.who not in {ME, NOBODY}:
            return replace(said, patient=said.who, told=0)
        forgotten = said.told > 2 * PATIENT_FOR or (ill and said.who in {ME, NOBODY} and subject)
        return replace(said, patient="") if forgotten else said

    def _who(self, text: str, subject: str) -> str:
        if subject:
            return subject
        return ME if is_of_the_speaker(text) and self.ago else self.who


def subject_of(text: str, names: Mapping[str, str]) -> str:
    """Of whom a sentence tells, by the last it names as its topic; "" where it names nobody."""
    found = [(one.begin, one.who, one.particle) for one in mentions(text, names) if one.particle]
    taken = {range(one.begin, one.end) for one in mentions(text, names)}
    own = (match for each in (FIRST, ON_OUR_SIDE) for match in each.finditer(text))
    found += [(match.start(), ME, "は") for match in own if not text.startswith("こと", match.end())]
    for match in SOMEBODY.finditer(text):
        if not any(match.start() <= one.start < match.end() and _is_head(text, one, match) for one in taken):
            found.append((match.start(), NOBODY, "は"))
    told = [one for one in found if one[2] in {"は", "って", "が", "も"}] or found
    return max(told)[1] if told else ""


def _beside(text: str, subject: str, names: Mapping[str, str]) -> str:
    found = mentions(text, names)
    pairs = ((one.who, other.who) for one, other in pairwise(found) if text[one.end : other.begin] in {"と", "とか"})
    return next((one for one, other in pairs if other == subject), "")


def _is_head(text: str, taken: range, match: re.Match[str]) -> bool:
    """Whether somebody who is known is who the words stand for, and not only whose they are: 夫の健二くんは."""
    return re.fullmatch(rf"{TITLE}(?:は|が|も|って)", text[taken.stop : match.end()]) is not None


def mentions(text: str, names: Mapping[str, str]) -> Sequence[Mention]:
    """Whom a sentence names, in its order: by name, or as what they are."""
    return _mentions(text, tuple(names.items()))


@lru_cache(maxsize=SENTENCES)
def _mentions(text: str, known: tuple[tuple[str, str], ...]) -> Sequence[Mention]:
    names = dict(known)
    places = [(text.find(name), text.find(name) + len(name)) for name in names if _is_named(name, names, text)]
    for match in KIN_WORD.finditer(text):
        if not any(begin < match.end() and match.start() < end for begin, end in places):
            places.append(match.span())
    found = list[Mention]()
    for begin, end in sorted(places):
        owner = found[-1] if found and text[found[-1].end : begin] in {"の", "さんの", "ちゃんの", "くんの"} else None
        who = _whom(text[begin:end], text[:begin], owner, names)
        is_kept = kind_of(who) == "pet" and text == text[begin:end]
        found.append(Mention(begin, end, who, _particle(text, end) if who and not is_kept else ""))
    return tuple(found)


def _is_named(name: str, names: Mapping[str, str], text: str) -> bool:
    return (
        names[name] != ME
        and normal(name) == name
        and name in text
        and (len(name) > 1 or any(word.surface == name for word in morphemes(text)))
    )


def _particle(text: str, end: int) -> str:
    """How a sentence goes on about somebody; "" where what is theirs is somebody else, or it tells of another."""
    if match := IS_TOPIC.match(text, end):
        return match["p"] or "、"
    owns = OWNS.match(text, end)
    return "の" if owns and not A_PERSON.search(owns["what"]) and not KIN_WORD.search(owns["what"]) else ""


def _whom(word: str, before: str, owner: Mention | None, names: Mapping[str, str]) -> str:
    """Who is meant by a name or a word for what they are."""
    relation = normal(word)
    if relation == word and word in names:
        return word
    if NEIGHBOURS.search(before[-4:]):
        return NOBODY
    if owner is not None:
        of = names.get(owner.who) or owner.who
        theirs = OF_KIN.get(of, {}).get(relation, "")
        named = next(
            (one for one, is_ in names.items() if is_ in {f"{of}の{relation}", f"{owner.who}の{relation}"}), ""
        )
        return named or (named_as(theirs, names) if theirs else f"{owner.who}の{relation}")
    return word if word in APART else named_as(relation, names)


def named_as(relation: str, names: Mapping[str, str]) -> str:
    """Who is that to the speaker, by the name if one alone is known; else whoever is that to one of theirs."""
    own = [name for name, of in names.items() if normal(of) == relation and normal(name) == name]
    theirs = [name for name, of in names.items() if of.endswith(f"の{relation}") and relation not in names]
    known = own or theirs
    return known[0] if len(known) == 1 else relation


def is_young(who: str, names: Mapping[str, str]) -> bool:
    """Whether somebody is a child of the family."""
    return normal(names.get(who) or who) in YOUNG


def by_name(text: str, names: Mapping[str, str]) -> Iterator[str]:
    """Whom a sentence speaks of by no more than what they are to the speaker, by their names."""
    said = QUOTED.sub("", text)
    for one in mentions(said, names):
        if one.who in names and said[one.begin : one.end] != one.who and kind_of(normal(names[one.who])) != "pet":
            yield one.who


def behind_all(texts: Iterable[str], names: Mapping[str, str], since: Spoken | None = None) -> Spoken:
    """Of whom the talk is behind these sentences."""
    spoken = since or Spoken()
    for text in texts:
        spoken = spoken.behind(text, names)
    return spoken


def has_children(names: Mapping[str, str]) -> bool:
    """Whether the speaker is known to have a child, or a grandchild."""
    return any(normal(of) in {"息子", "娘", "子", "孫"} for of in names.values())
