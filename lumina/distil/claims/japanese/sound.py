"""What cannot be: a name that is a piece of a sentence, a number, or torn out of a word; what is nobody's trade."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.japanese.relations import kind_of, normal
from lumina.known import ME, Claim, ClaimType
from lumina.language.japanese import Morpheme, morphemes
from lumina.language.names import bare_name
from lumina.language.when.japanese_calendar import NUMBER, number

KANJI = re.compile(r"[一-龠々]")
ILLNESS = re.compile("(?:[症病炎癌]|がん|小体型)$")
NUMERALS = re.compile(r"[0-9〇一二三四五六七八九十百千万]{2,}")
REAL_NAMES = frozenset({"一二三", "五十六", "千万"})
HONORIFICS = frozenset({"さん", "ちゃん", "くん", "君", "先生", "先輩"})
LINKS = frozenset({"助動詞", "助詞"})
BEGINS_A_SENTENCE = frozenset({"副詞", "感動詞", "接続詞"})
THAT_ONE = "あの人"
"""Somebody whom the talk knows, as long as it is not known who."""

OPEN = re.compile(r"(?:て|で|って|けど|から|ので|は|が|を|に|も|まして)$")
"""An end with which a sentence goes on."""

NO_HOME = re.compile(
    r"たか(?:った|っ)|(?:引っ?越|[しんっい][ただ]|ました|[るう])$|(?:道|署|役所|役場|病院|医院|駅|会社|職場|教室)$"
)
"""Where one wished to live, and where nobody does."""

NEVER_DONE = (
    re.compile(r"[ただ](?:こと|ためし|覚え)$"),
    re.compile(r"(?:が|は|も)?(?:一[度回]も|まだ)?(?:な[いくか]|ありません|ねえ|ねぇ|あらへん)"),
)
"""The end of what was never done, and what stands behind it."""

TELLING = frozenset({"名詞", "代名詞", "接尾辞", "接頭辞"})
HAD = frozenset({"family", "friend", "partner"})
"""Whom one has is not told by a sentence without a noun: ちょっとだけ."""

NO_EMPLOYER = re.compile("(?:新しい|新|今の|前の|次の)?(?:職場|会社|仕事|勤め先|店|お店|バイト先)")
"""Of where one works it says no more than that one does."""

GREETINGS = re.compile(
    r"おかげ(?:さま|様)|お陰(?:さま|様)|おやすみ|おはよ|こんにち[はわ]|こんばん[はわ]|ありがと|さ[よい]なら|いただきま|ごちそうさま|ただいま|おかえり|お?つかれ|いって(?:きま|らっしゃ)|よろしく|ほなね"
)
"""A name that is a piece of one is none."""

NOTHING = re.compile(
    r"(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち|自分|とこ|ところ|もの|こと|やつ|ほう|方|人|時|とき|それ|これ|あれ|そこ)|.*の[はがを]"
)
"""A word that names nothing by itself, and a piece of a sentence."""

NO_NAME_YET = re.compile("^(?:まだ|もう|特に|別に)|ない$|未定|考え中|募集|秘密")
"""What is said of a name instead of it."""

AMOUNT = re.compile(
    r"[0-9]+/[0-9]+(?:[と、]?[0-9]+(?![0-9歳才]))?|[0-9]+(?:年ローン|月|日|時|分|円|%|年目|回|度|キロ|km|kg|人|本|個|匹|枚|番|階|点|万)"
)
"""Figures that are no years of anybody's."""

AIM = re.compile(r"(?:の|こと|満了|完済|定年|目標)[がは]、?$")
"""Before an age at which something is to be: 払い終わるのが76."""

CLASS = re.compile(r"[0-9]+歳児(?:クラス)?(?:が|は)?[0-9]+人")
"""The children of a class are nobody's family."""

WRITES_FROM = 7
"""Years: who is younger does not write."""

WHOLE = frozenset({"home", "hometown", "job", "workplace", "school", "name", "pet"})
"""Kinds whose values name something, and are no sentence."""

DONE_AT = frozenset({"job", "workplace", "home", "school"})
"""Of these none ends as what one thinks of doing does: 辞めようと."""


OWN = re.compile("うち|私|わたし|あたし|僕|ぼく|俺|おれ|我が家|わが家")
SORT = re.compile("（([^（）]+)）$")
"""What stands behind the name of a pet, or of whom one has."""

VALUED = frozenset({ClaimType.FACT, ClaimType.LOOP})


def sound(claims: Iterable[Claim]) -> Iterator[Claim]:
    """The claims without those of people whose name is none, and of what is no value of its kind."""
    told = list(claims)
    nobody = {
        one.value
        for one in told
        if one.type is ClaimType.PERSON
        and (
            _is_kind_of_pet(one) or _is_greeting(one) or not (_is_kin(one) or may_be_called(one.value, *one.names[:1]))
        )
    }
    for one in told:
        kept = _of_its_keeper(one, told)
        of_nobody = kept.about in {*nobody, THAT_ONE} or any(one.value.startswith(f"{name}（") for name in nobody)
        no_value = one.type in VALUED and not _is_value(one)
        if not (of_nobody or one.value in nobody or no_value or _is_untold(one)):
            yield kept


def _is_untold(one: Claim) -> bool:
    """Whether its sentence names nobody of whom it could tell that the speaker has them."""
    sort = SORT.search(one.value) if one.type is ClaimType.FACT and one.kind in HAD else None
    has = one.type is ClaimType.PERSON or (sort is not None and bool(kind_of(normal(sort[1]))))
    named = one.about != ME or one.value.partition("（")[0] in one.text
    return has and not named and all(word.part[0] not in TELLING for word in morphemes(one.text))


def _of_its_keeper(one: Claim, told: Sequence[Claim]) -> Claim:
    """A pet that would be the speaker's, of whoever keeps one of its sort, where nothing says that it is theirs: 姉が
    文鳥を飼ってて、名前はピピ."""
    if one.type is not ClaimType.FACT or one.kind != "pet" or one.about != ME or OWN.search(one.text):
        return one
    sort = SORT.search(one.value)
    meant = {one.value, sort[1]} if sort else {one.value}
    keeper = next((other.about for other in told if _keeps(other) and other.value in meant), ME)
    return replace(one, about=keeper)


def _keeps(one: Claim) -> bool:
    is_kept = one.type is ClaimType.FACT and one.kind == "pet" and one.about != ME
    return is_kept and kind_of(normal(one.about)) != "pet"


def _is_kind_of_pet(one: Claim) -> bool:
    """Whether a pet is said to be called by what it is: 形はメダカです."""
    return "pet" in {kind_of(one.kind), kind_of(normal(one.kind))} and kind_of(normal(one.value)) == "pet"


def _is_kin(one: Claim) -> bool:
    """Whether somebody is called by what they are: 甥, of 甥っ子."""
    return bool(kind_of(one.value)) and one.value == one.kind


def _is_greeting(one: Claim) -> bool:
    return one.value in one.text and one.value not in GREETINGS.sub(" ", one.text)


def may_be_called(called: str, whole: str = "") -> bool:
    """Whether it may be a name, which stands in the longer word `whole`: no piece of a sentence and none of a word."""
    words = morphemes(called)
    linked = len(words) > 1 and any(word.part[0] in LINKS for word in words[1:])
    if (
        called in HONORIFICS
        or ILLNESS.search(called)
        or _is_number(called)
        or called.startswith("で")
        or (linked and (KANJI.search(called) or _is_said(words)))
    ):
        return False
    return not (whole.startswith(called) and _is_torn(called, whole))


def _is_said(words: Sequence[Morpheme]) -> bool:
    """Whether it is a word with which one answers, and what ends it: まあな."""
    return words[0].part[0] in BEGINS_A_SENTENCE and words[-1].surface in {"な", "ね", "よ", "だ", "か"}


def _is_aged(one: Claim) -> bool:
    """Whether an age in figures is told as one, and is no part of a date, a time or an amount."""
    years = re.match("[0-9]+", one.value)
    if years is None or years[0] not in one.text:
        return True
    told = AMOUNT.sub("", one.text)
    places = [at.start() for at in re.finditer(rf"(?<![0-9]){years[0]}(?![0-9])", told)]
    return any(not AIM.search(told[:at]) for at in places)


def is_too_young(one: Claim) -> bool:
    """Whether it gives the speaker an age at which nobody writes: whoever it is of was not understood."""
    years = re.match(rf"({NUMBER})(?:歳|才)", one.value)
    return one.kind == "age" and one.about == ME and years is not None and number(years[1]) < WRITES_FROM


def _is_number(called: str) -> bool:
    return bool(NUMERALS.fullmatch(called)) and called not in REAL_NAMES


def _is_torn(called: str, whole: str) -> bool:
    """Whether a name ends within a word: しま of 模様 in しま模様."""
    ends, at = set[int](), 0
    for word in morphemes(whole):
        ends.add(at := at + len(word.surface))
    behind = whole[len(called) :]
    return bool(KANJI.search(called)) and len(called) not in ends and behind not in HONORIFICS


def _is_by_job(one: Claim) -> bool:
    """Whether a trade is only how somebody is called, or whose they are: 店長の猫 is no 店長."""
    return (
        bare_name(one.value) == one.about
        or one.about.startswith(f"{one.value}の")
        or one.value.endswith(f"の{one.about}")
    )


def _is_value(one: Claim) -> bool:
    if NOTHING.fullmatch(one.value) or CLASS.fullmatch(one.value) or _is_none_of_its_kind(one) or _is_never(one):
        return False
    if one.about == one.value or (one.kind == "job" and one.about and _is_by_job(one)):
        return False
    if one.kind in WHOLE - {"name", "pet"} and any(word.part[0] == "助詞" for word in morphemes(one.value)[:1]):
        return False
    return one.kind not in WHOLE or not (OPEN.search(one.value) or (one.kind in DONE_AT and one.value.endswith("うと")))


def _is_never(one: Claim) -> bool:
    """Whether it is what one has never done: 釣りなんて一回もやったことない."""
    end, behind = NEVER_DONE
    at = one.text.find(one.value) + len(one.value)
    return bool(end.search(one.value) and behind.match(one.text, at))


def _is_none_of_its_kind(one: Claim) -> bool:
    """Whether it is a pet, a home, an employer, a name or an age, and can be none."""
    match one.kind:
        case "pet":
            return one.value.startswith("の")
        case "home":
            return NO_HOME.search(one.value) is not None
        case "workplace":
            return NO_EMPLOYER.fullmatch(one.value) is not None
        case "name":
            return _is_number(one.value) or NO_NAME_YET.search(one.value) is not None
        case "age":
            return not _is_aged(one)
        case _:
            return False
