"""What a turn in Japanese claims."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from lumina.distil.claims.japanese.animals import with_animals
from lumina.distil.claims.japanese.answering import answers, asked_of, but_answered, whom_asked
from lumina.distil.claims.japanese.apart import with_what_stands_apart
from lumina.distil.claims.japanese.bracketed import apart_from_brackets
from lumina.distil.claims.japanese.changing import but_weekly
from lumina.distil.claims.japanese.clauses.discourse import Discourse
from lumina.distil.claims.japanese.corrections import but_corrected, corrections
from lumina.distil.claims.japanese.dropped import of_whom_they_are
from lumina.distil.claims.japanese.follows import of_who_follows
from lumina.distil.claims.japanese.going_on import of_whom_it_goes_on
from lumina.distil.claims.japanese.gone import unless_replaced
from lumina.distil.claims.japanese.hired import beside_the_known, but_read_so, hired
from lumina.distil.claims.japanese.inner import is_own_day
from lumina.distil.claims.japanese.introducing import introduction, wished
from lumina.distil.claims.japanese.kin_words import as_kin
from lumina.distil.claims.japanese.milestones import with_milestones
from lumina.distil.claims.japanese.misread import as_meant
from lumina.distil.claims.japanese.of_others import not_ones_own
from lumina.distil.claims.japanese.patients import of_the_ill
from lumina.distil.claims.japanese.people import mentioned
from lumina.distil.claims.japanese.rather import Rather, as_said, read_as
from lumina.distil.claims.japanese.reader import SURE, Reading
from lumina.distil.claims.japanese.relations import FRIEND, HUMAN, PETS, kind_of, normal
from lumina.distil.claims.japanese.sentences import Sentence, plain, sentences
from lumina.distil.claims.japanese.settled import as_one
from lumina.distil.claims.japanese.sound import is_too_young, sound
from lumina.distil.claims.japanese.spouses import of_their_own
from lumina.distil.claims.japanese.timeless import timeless
from lumina.distil.claims.japanese.unreal import DREAMT
from lumina.distil.claims.japanese.what_they_are import as_what_they_are
from lumina.distil.claims.japanese.when_asked import Said
from lumina.distil.claims.japanese.whose import pets_of, whose_they_are
from lumina.distil.claims.tagged.claims import ASSERTED
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.acts import asks
from lumina.language.japanese import morphemes
from lumina.language.kinds import kinds
from lumina.language.names import bare_name
from lumina.language.when.moments import moments
from lumina.models import Role, Turn

QUOTED = re.compile(r"[「『]([^「」『』]{1,8})[」』]")
OTHERS_WORDS = re.compile(
    r"[「『]|(?:って|と|て)(?:言|いわ|ゆ|怒|褒め|聞かれ)|言うて|言われ|言うん|だって|やって$|たい(?:くらい|な|よ|ね|です|$)|いって(?:る|た)"
    rf"|口癖|口ぐせ|の(?:弁|持論)(?:です|だ|や|。|$)|(?:って|[ぞぜよねかろ]と)、?(?:うちの)?(?:{HUMAN})(?:さん|ちゃん)?(?:[。!]|$)"
)
GREETING = re.compile(
    r"(?:こんにちは|こんばんは|おはよう(?:ございます)?|はじめまして|初めまして|どうも|やあ|やっほー)[、。!?~ー ]*"
)
INVITES = re.compile(
    r"(?:もう少し|もっと|詳しく|くわしく|続き|ぜひ|話)[^。!?]{0,14}(?:聞|伺|聴|教え|聞か|話し)|(?:どんな|どのような)(?:人|方|子|人間)"
    r"|いつもどんな話|よくお会い|長いのか|手はかかる|由来|会ってみたい|いかがですか"
    r"|話をもう少し"
)
"""What asks for no more than to hear more of somebody."""

NAME_GIVEN = re.compile(r"(?:お)?名前(?:は|が)")
OF_AN_ANIMAL = re.compile(rf"(?:{PETS})[^。!?]{{0,12}}(?:飼|迎え|拾|来た|家族|うちの子|もら|引き取)")
OF_A_BEING = re.compile(rf"{HUMAN}|{PETS}|うちの子|赤ちゃん|子ども|子供")

CORRECTS = re.compile(
    r"(?:あ|いや|ううん|いえ|いいえ|ごめん|すみません)?[、。 ]*(?:それ|そこ|これ)?は?(?:違|ちが|間違|まちが|ちゃう)"
)
HEARD = re.compile(r"(?:だって|ってさ|って言って|そうで(?:す|ね)|そうだ(?:よ)?|らしい(?:よ|です)?)[。!]*$")
"""What was heard of whoever was asked about."""

PLAIN_ANSWERS = frozenset({"likes", "dislikes", "skill", "hobby", "habit", "possession", "allergy", "pet"})
WISHED_SO = 0.9
"""The confidence of the name by which somebody wants to be called."""

SPOKEN = 3
"""So many turns of the speaker may say of what a day is, or a result."""

NOBODY_KNOWN: Mapping[str, str] = {}


def claims_in_japanese(
    text: str,
    at: datetime,
    before: Sequence[Turn],
    names: Mapping[str, str] = NOBODY_KNOWN,
    lately: Sequence[Turn] = (),
) -> list[Claim]:
    """What the text claims, read behind the turns before it; `names` are known, with what each is to the speaker;
    `lately` was said in the same sitting."""
    heard = plain(before[-1].text) if before and before[-1].role is not Role.PERSON else ""
    before = _not_invited(text, at, before)
    last = before[-1].text if before else ""
    if DREAMT.search(plain(last)) and before[-1].role is not Role.PERSON:
        return []
    told = sentences(text)
    if not told:
        return []
    reading = _reading(text, at, before, names)
    told, aside = apart_from_brackets(told)
    said, (told, put_right) = told, read_as(told, names.keys())
    _read_all(reading, told, put_right)
    asked = answers(told, plain(last)) if before and before[-1].role is not Role.PERSON else []
    asked_for = [one for one in asked if one.kind in PLAIN_ANSWERS]
    new_job = [*hired(told, at)]
    claimed = [
        *_introduced(text, before),
        *aside,
        *corrections(said, plain(text), lambda: _earlier(before)),
        *asked,
        *but_read_so(_but_of_the_kind_asked(reading.claims, asked_for), new_job),
        *new_job,
    ]
    if _goes_on_about_another(text, before) or _names_an_animal(text):
        claimed = [one for one in claimed if (one.about, one.kind) != (ME, "name")]
    claimed = [*sound(but_corrected(claimed))]
    asked_of = whom_asked(plain(last)) if before and before[-1].role is not Role.PERSON else ME
    claimed = [*of_whom_they_are(but_answered(claimed, asked), told, reading.talk.names, asked_of)]
    claimed = [*as_one(claimed, reading.talk.names)]
    claimed = [*of_who_follows(claimed, {**names, **reading.talk.names}, heard)]
    claimed = [*not_ones_own(claimed, plain(text), {**names, **reading.talk.names})]
    claimed = [*_of_oneself(claimed, _own_names(claimed, reading.talk.names))]
    if CORRECTS.match(text):
        claimed = map(_as_it_is, claimed)
    claimed = [*but_weekly(as_meant(claimed, heard))]
    pets = pets_of(
        {**names, **reading.talk.names, **{one.value: one.kind for one in claimed if one.type is ClaimType.PERSON}}
    )
    claimed = [*whose_they_are(claimed, _said_up_to(text, before), pets)]
    if asked_of == ME and not any(is_own_day(sentence.text) for sentence in told):
        claimed = of_whom_it_goes_on(claimed, told, lately, {**names, **reading.talk.names})
    beings = {*pets, *(name for name, of in names.items() if not of)}
    claimed = with_what_stands_apart(claimed, Said(told, heard, _spoken(before), at, beings))
    told = (one for one in timeless(beside_the_known(claimed), at) if not is_too_young(one))
    everybody = {**names, **reading.talk.names}
    return unless_replaced(_with_others(as_said(told, put_right), said, _Talk(plain(text), at, lately, everybody)))


@dataclass(frozen=True, slots=True)
class _Talk:
    """A turn and what it is said behind: its text and moment, the turns lately, and those who are known."""

    text: str
    at: datetime
    lately: Sequence[Turn]
    names: Mapping[str, str]


def _with_others(claims: Iterable[Claim], said: Sequence[Sentence], talk: _Talk) -> Iterator[Claim]:
    """The claims, each of whom it is; with what others have before them, and are."""
    claims = of_the_ill(claims, talk.text)
    claims = of_their_own(claims, talk.lately, talk.names)
    claims = with_milestones(claims, said, talk.at, talk.names)
    return as_what_they_are(with_animals(as_kin(claims), said, talk.names), said, talk.names)


def _reading(text: str, at: datetime, before: Sequence[Turn], names: Mapping[str, str]) -> Reading:
    """Ready to read a text behind these turns."""
    reading = Reading(at)
    _listen(reading, before, names)
    reading.talk.quoted = frozenset(QUOTED.findall(plain(text)))
    reading.unnamed = frozenset(name for name, of in names.items() if normal(name) == of)
    reading.nearest = next((name for turn in reversed(before) for name in names if _names(name, turn.text)), "")
    if _goes_on_about_another(text, before) or ("→" in text and before):
        reading.context = next((plain(turn.text) for turn in reversed(before) if turn.role is Role.PERSON), "")
    reading.own_words = not OTHERS_WORDS.search(plain(text))
    return reading


def _read_all(reading: Reading, told: Sequence[Sentence], put_right: Mapping[str, Rather]) -> None:
    """Read the sentences; as it was said one that says nothing as it is to be read."""
    for sentence in told:
        reading.read(sentence)
        if (it := put_right.get(sentence.text)) and it.is_thing and not _is_told(sentence.text, reading.claims):
            reading.read(replace(sentence, text=it.said))


def _is_told(sentence: str, claims: Iterable[Claim]) -> bool:
    return any(one.text == sentence and one.type is ClaimType.FACT for one in claims)


def _spoken(before: Sequence[Turn]) -> list[str]:
    """The sentences of the speaker in their last turns, the latest first."""
    mine = [turn for turn in reversed(before) if turn.role is Role.PERSON][:SPOKEN]
    return [one.text for turn in mine for one in reversed(sentences(turn.text))]


def _but_of_the_kind_asked(claims: Iterable[Claim], asked: Sequence[Claim]) -> list[Claim]:
    """The claims without what was only guessed of the words that answer something else."""
    taken = {one.value: one.kind for one in asked}
    return [one for one in claims if one.confidence > ASSERTED or taken.get(one.value, one.kind) == one.kind]


def _own_names(claimed: Iterable[Claim], names: Mapping[str, str]) -> Collection[str]:
    """What the speaker is called, by what was known and by what they have just said."""
    given = {one.value for one in claimed if (one.about, one.kind, one.mode) == (ME, "name", Mode.IS)}
    return {name for name, of in names.items() if of == ME} | given


def _said_up_to(text: str, before: Sequence[Turn]) -> str:
    """What the speaker said last, and the text."""
    mine = [plain(turn.text) for turn in before if turn.role is Role.PERSON][-1:]
    return "。".join([*mine, plain(text)])


def _not_invited(text: str, at: datetime, before: Sequence[Turn]) -> Sequence[Turn]:
    """Who is asked nothing, or invited to tell more of somebody, and speaks of a day to come and names nobody, goes on
    to their own."""
    if not before or before[-1].role is Role.PERSON:
        return before
    invited = INVITES.search(before[-1].text)
    if HEARD.search(text) if invited else asks(before[-1].text):
        return before
    if not any(one.first >= at.date() for one in moments(text, at)):
        return before
    return [*before[:-1], replace(before[-1], text="")]


def _of_oneself(claimed: Iterable[Claim], own: Collection[str]) -> Iterator[Claim]:
    """Whoever speaks of themselves by one of their `own` names speaks of nobody else."""
    for one in claimed:
        if one.type is not ClaimType.PERSON or one.value not in own:
            yield replace(one, about=ME) if one.about in own or _is_what_one_has(one) else one


def _is_what_one_has(one: Claim) -> bool:
    """Whether an animal is told of only as what one has, or likes: 保護犬を迎えた."""
    is_animal = kind_of(normal(one.about)) == "pet" and one.kind in {"pet", "likes", "dislikes"}
    return is_animal and one.value.endswith(one.about)


def _as_it_is(one: Claim) -> Claim:
    """Who puts something right tells how it is: 違うよ、4年生だった."""
    if one.mode is not Mode.WAS or one.kind not in kinds():
        return one
    return replace(one, mode=Mode.IS if kinds()[one.kind].many else Mode.CORRECTS)


def _introduced(text: str, before: Sequence[Turn]) -> Iterator[Claim]:
    asked = before[-1].text if before and before[-1].role is not Role.PERSON else ""
    if _goes_on_about_another(text, before) or _names_an_animal(text):
        return
    if given := introduction(plain(text), plain(asked), _is_new(before)):
        yield Claim(ClaimType.FACT, ME, "name", given, text, SURE)
    elif wish := wished(plain(text)):
        yield Claim(ClaimType.FACT, ME, "name", wish, text, WISHED_SO)


def _names_an_animal(text: str) -> bool:
    """Whether a name is that of an animal that the same turn tells of: 猫、うちの子にした。… 名前はリボン."""
    given = NAME_GIVEN.search(plain(text))
    return bool(given and OF_AN_ANIMAL.search(plain(text), 0, given.start()))


def _goes_on_about_another(text: str, before: Sequence[Turn]) -> bool:
    """Whether a name is that of somebody whom the speaker has just told of: うちの子が… 名前は翔."""
    mine = next((turn for turn in reversed(before[-2:]) if turn.role is Role.PERSON), None)
    return mine is not None and bool(NAME_GIVEN.match(plain(text)) and OF_A_BEING.search(plain(mine.text)))


def _is_new(before: Sequence[Turn]) -> bool:
    """Whether the speaker has said nothing yet, or has greeted and no more."""
    own = [plain(turn.text) for turn in before if turn.role is Role.PERSON]
    return not before or (bool(own) and all(GREETING.fullmatch(one) for one in own))


def _listen(reading: Reading, before: Sequence[Turn], names: Mapping[str, str]) -> None:
    """Whom the talk was about before."""
    mine = next((turn for turn in reversed(before[-2:]) if turn.role is Role.PERSON), None)
    for sentence in sentences(mine.text) if mine else []:
        reading.listen(sentence)
    reading.talk = _heard(before, names)
    theirs = before[-1].text if before and before[-1].role is not Role.PERSON else ""
    if theirs:
        told = {one.name for one in reading.last} | names.keys() | reading.talk.names.keys()
        reading.last = (*(one for one in mentioned(theirs) if one.name in told), *reading.last)
    if reading.talk.names.get(reading.who) == ME:
        reading.who = ME
    reading.guessed = reading.who != ME and (reading.who in theirs or not theirs)
    if reading.who not in theirs or reading.who in FRIEND:
        reading.who = ME
    reading.context = ""
    asked = asked_of(theirs) if reading.who == ME and asks(theirs) else ME
    if asked != ME:
        reading.who, reading.guessed = asked, True


def _names(name: str, text: str) -> bool:
    return len(name) > 1 and name in text and any(word.surface == name for word in morphemes(text))


def _heard(before: Sequence[Turn], names: Mapping[str, str]) -> Discourse:
    """Whom the talk is about behind these turns."""
    own = {bare_name(turn.speaker): ME for turn in before if turn.role is Role.PERSON}
    named = {name: of for name, of in names.items() if normal(name) != of}
    talk = Discourse(names={**named, **own}, listening=True)
    for turn in before:
        if turn.role is Role.PERSON:
            for sentence in sentences(turn.text):
                talk.read(sentence.text)
        else:
            talk.hear(plain(turn.text))
    talk.found, talk.listening = [], False
    return talk


def _earlier(before: Sequence[Turn]) -> list[Claim]:
    """What the person claimed in the last turns, the latest first."""
    mine = [turn for turn in before if turn.role is Role.PERSON][-2:]
    return [claim for turn in reversed(mine) for claim in _alone(turn) if claim.type is ClaimType.FACT]


def _alone(turn: Turn) -> list[Claim]:
    reading = Reading(turn.at)
    for sentence in sentences(turn.text):
        reading.read(sentence)
    return reading.claims
