"""Of whom a sentence tells that names somebody behind it: 寺尾に住んでる甥, リンさんは兄貴が…; and what is no
home, only a place."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lumina.distil.claims.japanese.relations import HUMAN, normal
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.names import bare_name

STANDING = frozenset({"home", "hometown", "workplace", "school", "job"})
ATTRIBUTE = re.compile(
    r"(?:[にで](?:住む|住んで(?:い)?る|暮らす|暮らして(?:い)?る|勤める|勤めて(?:い)?る|働く|働いて(?:い)?る|通う|通って(?:い)?る|行って(?:い)?る|いる|嫁いだ|越した)"
    r"|(?:に|で)?(?:出身|在住|勤務|勤め|育ち|暮らし)の|から(?:来た|来て(?:い)?る|出てきた)|を(?:して(?:い)?る|やって(?:い)?る|目指して(?:い)?る))"
)
TITLE = r"(?:さん|ちゃん|くん|君|先生|先輩)"
MINE = re.compile(r"(?:うち|私|俺|僕|わたし|あたし|自分)の")
THEIR_KIN = re.compile(
    rf"(?P<who>[^\s、。はがもを]{{1,8}}?){TITLE}(?:は|には|って|も)、?(?P<kin>{HUMAN})が(?!好き|嫌い|苦手|怖)"
)
DWELLS = re.compile(
    r"住|暮ら|越し|越す|家|宅|アパート|マンション|団地|寮|実家|部屋|移住|転居|上京|同棲|下宿|社宅|区$|市$|町$|から|戻|帰|在$|生活|今は|いまは|新居|物件|内見|転勤"
)
OWNED = frozenset({"possession", "home", "workplace", "job", "school", "birthday", "age", "hometown"})
THINGS = (
    r"(?:車|クルマ|愛車|バイク|スマホ|携帯|パソコン|家|職場|会社|仕事|学校|大学|高校|誕生日|年|歳|地元|実家|"
    r"出身|住まい)"
)
A_HUMAN = re.compile(HUMAN)
THEIR_THING = re.compile(rf"(?:^|[、。])(?P<who>[^\s、。はがもをの]{{1,8}}?){TITLE}?の{THINGS}は、?[^。は]{{0,10}}$")
FAINT = 0.75


def of_who_follows(claims: Sequence[Claim], names: Mapping[str, str], asked: str) -> Iterator[Claim]:
    """The claims of a turn, each of whom it is; `asked` is what the other said."""
    for one in claims:
        if one.type is ClaimType.PERSON and _is_their_kin(one.text, one.kind):
            if one.value != one.kind:
                yield replace(one, kind="")
        elif one.type is ClaimType.FACT and one.about == ME:
            yield from _of_mine(one, claims, names, asked)
        elif not (one.type is ClaimType.FACT and _tells_of_kin(one)):
            yield one


def _of_mine(one: Claim, claims: Sequence[Claim], names: Mapping[str, str], asked: str) -> Iterator[Claim]:
    kin = THEIR_KIN.search(one.text)
    if one.kind == "family" and kin and kin["kin"] in one.value and not MINE.search(one.text):
        yield replace(one, about=bare_name(kin["who"]))
    elif who := _whose_thing(one, names) or _who_follows(one, claims, names):
        yield replace(one, about=who)
    elif not _is_only_a_place(one, asked):
        yield one


def _is_their_kin(text: str, relation: str) -> bool:
    match = THEIR_KIN.search(text)
    return bool(match and normal(match["kin"]) == relation and not MINE.search(text))


def _tells_of_kin(one: Claim) -> bool:
    """Whether what is told of somebody is told of theirs: リンさんは兄貴が先生だ."""
    match = THEIR_KIN.search(one.text)
    behind = one.text[match.end() :] if match else ""
    return bool(match and one.about == bare_name(match["who"]) and one.value and one.value in behind)


def _who_follows(one: Claim, claims: Sequence[Claim], names: Mapping[str, str]) -> str:
    """Who stands right behind what is said of them, by the name if there is one."""
    at = one.text.find(one.value) if one.kind in STANDING and one.value else -1
    match = ATTRIBUTE.match(one.text, at + len(one.value)) if at >= 0 else None
    if not match:
        return ""
    behind = re.split("[、。はがもをに]", one.text[match.end() :], maxsplit=1)[0].rpartition("の")[2]
    known = next((name for name in names if _is_other(name, names) and behind.startswith(name)), "")
    human = A_HUMAN.match(behind)
    relation = normal(known or (human.group() if human else ""))
    people = (each for each in claims if each.type is ClaimType.PERSON and each.text == one.text)
    return next((each.value for each in people if relation and each.kind == relation), relation)


def _whose_thing(one: Claim, names: Mapping[str, str]) -> str:
    """Whose thing it is of which is told what it is: 弟の車はフィットだ."""
    if one.kind not in OWNED or not one.value:
        return ""
    match = THEIR_THING.search(one.text.partition(one.value)[0])
    who = match["who"] if match else ""
    return normal(who) if _is_other(who, names) or A_HUMAN.fullmatch(who) else ""


def _is_other(who: str, names: Mapping[str, str]) -> bool:
    return names.get(who, ME) != ME


def _is_only_a_place(one: Claim, asked: str) -> bool:
    """Whether a home is nothing but a place of which something is told."""
    is_home = one.kind == "home" and one.mode is Mode.IS and one.confidence < FAINT and bool(one.value)
    return is_home and not DWELLS.search(one.text) and not re.search("どこ|どちら|住|お住まい|場所", asked)
