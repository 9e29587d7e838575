"""Whose a fact is where the subject is dropped behind a mention of somebody: 兄貴ひとり。釧路で漁師 is the brother's.
What is told of somebody whom nobody knows (クラスの子が…) is no fact at all."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lumina.distil.claims.japanese.calling import EVERYBODY
from lumina.distil.claims.japanese.inner import is_of_the_speaker
from lumina.distil.claims.japanese.phrases import FIRST_NAMES, name, place
from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.relations import FAMILY, FRIEND, HUMAN, PARTNER, kind_of, normal
from lumina.distil.claims.japanese.sentences import Sentence
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.japanese import may_be_given_name
from lumina.language.names import bare_name

OF_SOMEBODY = frozenset({"home", "hometown", "job", "workplace", "school", "age", "birthday", "pet"})
"""Kinds of what is told of somebody without naming them once more."""

GUESSED, MENTIONED = 0.72, 0.5
"""How sure one may be at most of whose it is, and that somebody is spoken of."""

NOBODY = "?"
"""Somebody of whom nothing is kept."""

PEERS = ("親友", "友達", "幼なじみ", "同僚", "同期", "後輩", "上司", "部下", "ルームメイト")
KIN = "|".join(
    sorted("|".join([*FAMILY.values(), *PARTNER.values(), *(FRIEND[one] for one in PEERS)]).split("|"), key=len)[::-1]
)
PEER = "同級生|同窓生|クラスメイト|クラスメート|ママ友|パパ友|飲み仲間|相棒"
HON = r"(?:さん|ちゃん|くん|君|氏|先生|先輩)"
CALLED = r"[一-龠々]{1,4}|[ァ-ヴー]{2,8}|[ぁ-んー]{2,5}?"
ENDS = r"(?=[、。 はがもとっなねさ?!]|$)"
ONE = r"(?:[0-9一二三四五六]人|ひとり|ふたり)"
GOES_OUT = r"(?:(?:先月|今日|今月|今年|もう)で?、?[0-9一二三四五六半]+(?:年|か月|ヶ月|カ月)|付き合|つき[あお]|交際)"
KATAKANA = re.compile("[ァ-ヴー]{2,8}")
MENTION = re.compile(
    rf"(?:{HUMAN}|{PEER})の(?P<n>{CALLED}){HON}?{ENDS}|(?P<r>{KIN}|{PEER})|(?P<m>{CALLED}){HON}{ENDS}"
    rf"|(?:^|(?<=[、。 のたる]))(?P<k>{CALLED})(?=とは|と{GOES_OUT})"
)
"""Somebody, as what they are to the speaker, with or without a name, or by name."""

KIN_ALONE = re.compile(f"{KIN}|{PEER}")

OPENS = re.compile(
    r"(?:って(?:いう)?(?:人|子|の)|の(?:話|こと)(?:だ|なんだ|や|です)(?:けど|が))?(?:[なねさ]?[、! ]|\?)"
)
"""Behind a mention: what follows in the sentence is told of them."""

DESCRIBED = re.compile("[のなたるい]$")
"""Before whoever is spoken of; who stands alone before a comma may be spoken to."""

CARRIES = re.compile(
    r"(?:の(?:こと|話|ほう|方)|いうの|って(?:いう)?(?:人|子|の|やつ|奴|男|女|友達|同僚|後輩|先輩))?"
    r"(?:[はがも]|って|ですか|[、!? ]|[なねさ](?=[、! ]|$))"
    rf"|[がはも]?{ONE}(?:い(?:る|ます)|お[るり]|だけ|[、! ]|$)|とは?{GOES_OUT}|の(?:話|こと)(?:だ|です|や|な|ね|$)"
    r"|とは[^、]{0,14}?(?:仲(?!間)|会[うっ]|切れて|友|親友|ライバル|腐れ縁|よく話)"
)
"""Behind a mention: what follows the sentence is."""

ALONE = re.compile(r"(?:うちの|実家の|[上下]の|もう[一1]人は)?")
"""Before somebody with whom a sentence ends, and of whom the next one is."""

ABSENT = re.compile(r"い(?:ない|なく|ません)|おらん|おりません|亡くな|死ん")
DOES_FOR_ONE = re.compile(r"[てで](?:くれ|もら|もろ)|ほめ|褒め|怒|叱|言われ")
OF_AN_AGE = re.compile(r"^(?:まだ|もう|今年)?[1-9][0-9](?:歳|才)?の(?!時|とき|頃|ころ|誕生日|春|夏|秋|冬)")
"""So one speaks of somebody else, whom the sentence before has named."""

BARE = re.compile(rf"(?P<r>{KIN})(?:さん|ちゃん)?の?(?P<p>[一-龠々]{{1,4}}|[ァ-ヴー]{{2,6}})[でにさ]")
"""So the subject stands in talk, and in the west: ママ堺でスナックしてて, せがれの福岡で消防士ばしよる."""

THEY = re.compile(
    r"(?:^|[、。 ])(?:[あそこ]いつ|[あそこ]の(?:人|子|方|ひと|奴|やつ)|本人|向こう|あちら)"
    r"(?:[はがも、]|って|ね|(?=今|いま|もう|まだ))"
)
AROUND = r"(?:隣|近所|向かい|裏|職場|会社|バイト先|パート先|施設|病室|病棟|同じ(?:棟|階|職場|クラス)|[上下]の階)"
SOMEBODY = re.compile(
    rf"{AROUND}の[^、。はがの]{{0,6}}(?:[人子員客]|さん|ちゃん|やつ|奴|夫婦|家族|家|男|女)(?:[はがも、]|って)|"
    r"(?:誰か|だれか|お?客(?:さん)?|常連(?:さん)?|患者(?:さん)?|店員(?:さん)?|知り合い|知らない人|通行人|クラスの[子人男女]子?|担当者"
    r"|(?:という|っていう|ていう)(?:人|奴|やつ|男|女|子|方))(?:は|が|も|って)"
)
SPEAKER = re.compile(
    rf"(?:^|[、。 はが])(?:{I}|こっち|こちら|我が家|お互い|(?:二人|ふたり)とも)"
    r"(?:は|が|も|って|、|ら|なんか|だって|だけ|[ぁ-ん]{0,2}(?=[一-龠ァ-ヴ]))"
)
MOVES = re.compile(
    r"(?:[月年週]|[春夏秋冬]|今日|明日)から|引っ?越|越して|転職|就職し|入社|異動|移住|移り住|上京|戻[っりる]|買[っい]"
)
"""What somebody begins so is told of oneself without a subject."""

ITSELF = re.compile(
    r"(?:それと|それから|あとは?|うち|家)(?:に?は|、|(?=[一-龠ァ-ヴ]))|(?:で、?)?(?:仕事|職業|職場|会社|地元|出身|実家|誕生日|住まい|家|歳|年齢|バイト)(?:先)?[はも]"
)
"""With what one comes to speak of oneself."""

BRIEF = 14
"""A sentence so short says nothing of anybody else."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """From a place of a sentence on it tells of this one; `named`: the sentence says so itself."""

    at: int
    who: str
    named: bool = False


def of_whom_they_are(
    claims: Iterable[Claim], told: Sequence[Sentence], names: Mapping[str, str], asked_of: str
) -> Iterator[Claim]:
    """The claims of the sentences of a turn; what they seem to tell of the speaker, and tell of whoever was mentioned
    just before, is theirs. `names` are those of people, with what each is to the speaker; the other `asked_of` this
    one."""
    claims = [*claims]
    named = {**names, **{one.value: one.kind for one in claims if one.type is ClaimType.PERSON}}
    known = frozenset(one for one, of in named.items() if of != ME and kind_of(normal(of)) != "pet" and len(one) > 1)
    marks, recent = dict[str, Sequence[_Mark]](), ""
    carried = "" if asked_of == ME else asked_of
    for sentence in told:
        text = sentence.text
        before = "" if sentence.anew or ITSELF.match(text) else carried
        if before.startswith(NOBODY):
            before = (before[1:] or NOBODY) if OF_AN_AGE.match(text) else ""
        mentioned = [*_mentions(text, known)]
        here = _marks(text, before or recent, mentioned)
        recent = mentioned[-1][0] if mentioned else recent
        marks.setdefault(text, [_Mark(0, before), *here])
        carried = _carried(text, here, before)
    spoken = {*named}
    for one in claims:
        who = _whose(one, marks[one.text]) if one.text in marks and _is_dropped(one) else ""
        spoken |= {one.value} if one.type is ClaimType.PERSON else set()
        if who and who != NOBODY and who not in spoken and not kind_of(who):
            spoken.add(who)
            yield Claim(ClaimType.PERSON, ME, "", who, one.text, MENTIONED)
        if who != NOBODY:
            yield replace(one, about=who, confidence=min(one.confidence, GUESSED)) if who else one


def _is_dropped(one: Claim) -> bool:
    """Whether it was taken for the speaker's, of a kind that anybody may have."""
    is_so = one.type is ClaimType.FACT and one.about == ME and one.kind in OF_SOMEBODY and one.mode is not Mode.ENDS
    return is_so and bool(one.value) and (one.kind != "pet" or "飼" in one.text or one.value == one.text)


def _is_own(one: Claim) -> bool:
    """Whether one tells it so of oneself, though somebody was mentioned: a move, a wish."""
    return one.since is not None or bool(MOVES.search(one.text)) or is_of_the_speaker(one.text)


def _whose(one: Claim, marks: Sequence[_Mark]) -> str:
    """Whose it is by the last mark before its value; "" where it is the speaker's."""
    core = one.value.partition("（")[0]
    at = one.text.rfind(core) if core in one.text else len(one.text)
    mark = [mark for mark in marks if mark.at <= at][-1]
    if mark.who == NOBODY or (mark.at and mark.named):
        return mark.who
    return "" if _is_own(one) or mark.who in one.value or normal(one.value) == mark.who else mark.who


def _marks(text: str, recent: str, mentioned: Sequence[tuple[str, int, int]]) -> list[_Mark]:
    """Of whom a sentence tells, and from where on; what goes on behind it stands at its end."""
    found = [_Mark(match.end(), "") for match in SPEAKER.finditer(text)]
    found += [_Mark(match.end(), NOBODY) for match in SOMEBODY.finditer(text)]
    last, behind = recent, len(text) + 1
    for who, begin, end in mentioned:
        last = who
        is_topic = not kind_of(who) and text.startswith(("は", "って"), end)
        may_be_called = text.startswith("、", end) and not DESCRIBED.search(text[:begin])
        if is_topic or (OPENS.match(text, end) and not may_be_called):
            found.append(_Mark(end, who, named=not is_topic))
        elif CARRIES.match(text, end) if end < len(text) else _is_alone(who, text[:begin]):
            found.append(_Mark(behind, who))
    found += [_Mark(match.end(), last) for match in THEY.finditer(text) if last]
    found += [_Mark(match.start("p"), normal(match["r"])) for match in BARE.finditer(text) if place(match["p"])]
    return sorted(found, key=lambda one: one.at)


def _mentions(text: str, known: Collection[str]) -> Iterator[tuple[str, int, int]]:
    """Who is mentioned, by name where there is one, else as what they are; from where to where."""
    for match in MENTION.finditer(text):
        bare = bare_name(match["n"] or match["m"] or match["k"] or "")
        if bare and normal(bare) == bare and (bare in known or _is_name(bare, match)):
            yield bare, match.start(), match.end()
        elif kin := KIN_ALONE.match(text, match.start()):
            yield normal(kin.group()), kin.start(), kin.end()
    yield from ((one, text.find(one), text.find(one) + len(one)) for one in known if one in text)


def _is_name(bare: str, match: re.Match[str]) -> bool:
    if bare in EVERYBODY:
        return False
    as_one = match["m"] and (KATAKANA.fullmatch(bare) or match.group().endswith(("くん", "ちゃん")))
    goes_out = match["k"] and re.match(f"と{GOES_OUT}", match.string[match.end() :])
    return bool(as_one or goes_out or bare in FIRST_NAMES or name(bare)) or may_be_given_name(bare)


def _is_alone(who: str, before: str) -> bool:
    """Whether a sentence that ends with somebody is of them: with a name, or with nothing before what they are."""
    return kind_of(who) == "" or bool(ALONE.fullmatch(before))


def _carried(text: str, here: Sequence[_Mark], before: str) -> str:
    """Of whom the next sentence may be; behind "?" only where it speaks of them as of somebody else."""
    if is_of_the_speaker(text) or ABSENT.search(text):
        return ""
    if not here:
        return before if len(text) <= BRIEF else ""
    who = here[-1].who
    return f"{NOBODY}{who}" if who not in {"", NOBODY} and DOES_FOR_ONE.search(text) else who
