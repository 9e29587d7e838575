"""Where somebody goes to work or to school, told by the name of the place alone: 大輔は今日から岡山支店です,
結衣は四月からひばり保育園です, 陽向の学校は家から近い北山小です."""

import re
from collections.abc import Iterator, Mapping, Sequence

from lumina.distil.claims.japanese.phrases import phrase
from lumina.distil.claims.japanese.relations import KIND_OF, normal
from lumina.distil.claims.japanese.rules import IS
from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.names import bare_name
from lumina.language.when.reckoning import Found

WORK = (
    r"(?:支店|支社|支部|本店|本社|本部|支所|営業所|事業所|出張所|工場|病院|医院|クリニック|歯科|薬局|研究所|役場|市役所|区役所|県庁|市民病院"
    r"|オフィス|[一-龠ァ-ヴー]{2,}店|消防署|警察署|郵便局|銀行|図書館|児童館|ホテル|旅館|スーパー|[ぁ-ん一-龠]屋|学童|出版社|新聞社|商店|事務所|法人|会社)"
)
CHILDREN = r"(?:保育園|保育所|幼稚園|こども園|子ども園|(?<!中)小学校|[^\s最]{2,}小|中学校?)"
GROWN = r"(?:高校|高専|大学院?|短大|専門学校|看護学校|予備校|[^\s最]{2,}高)"
PLACE = rf"(?P<v>も?[^\s、。はがをも]{{0,16}}?(?:{WORK}|{CHILDREN}|{GROWN}))"
FROM = (
    r"(?:今日|きょう|本日|昨日|明日|今週|来週|先週|今月|来月|先月|来年|今年|新年度|この?[春夏秋冬]|[春夏秋冬]|(?:来週|来月の?)?[月火水木金土日]曜日?"
    r"|[0-9]{1,2}月(?:[0-9]{1,2}日)?|[0-9]{1,2}日|これ)から"
)
SO = rf"(?:{IS}|$|、|に(?:なり|なる|なっ|通(?:い|う|っ)|転園|転校|入園|入学|進学|勤務|行(?:き|く)(?:ます|こと|$)))"
MEMBER = r"(?:の(?:子|生徒|園児|学生|児童|社員|職員|所属|配属|勤務|[0-9一二三]年生?|年[長中少]))?"
SINCE = re.compile(rf"{FROM}(?:は|、)?{PLACE}{MEMBER}{SO}")
ITS_NAME = re.compile(
    rf"(?:(?P<who>[^\s、。はがもを]{{1,8}})の)?(?P<what>学校|高校|大学|中学|小学校|保育園|幼稚園|会社|職場|勤め先|勤務先|バイト先|パート先)(?:は|も|って)、?"
    rf"(?:[^。]{{0,18}}?(?:の、|[るたいな]、?|近くの|隣の|そばの|前の|すぐの))?{PLACE}{MEMBER}(?:{IS}|$)"
)
OF_ITS = re.compile("(?:学校?|高校|園|会社|職場|先)(?:は|も|って)")
ENDS_AS_WORK, OF_CHILDREN, OF_GROWN = (re.compile(rf"(?:{ends})$") for ends in (WORK, CHILDREN, GROWN))
ADULT = frozenset(
    ["夫", "妻", "母", "父", "祖母", "祖父", "義母", "義父", "叔母", "叔父", "彼氏", "彼女", "婚約者", "恋人"]
)
NOT_SO = re.compile(
    r"(?:じゃ|では|や)(?:な[いく]|ありません)|休み|見学|だった|でした|お迎え|送り迎え|入院|通院|診察|検査"
)
SURE = 0.8


def placed(text: str, found: Sequence[Found], about: str, names: Mapping[str, str]) -> Iterator[Claim]:
    """Where somebody is by a sentence that is `about` them, or names whose school it is; `names` are known, with what
    each is to the speaker."""
    match = SINCE.search(text) or (ITS_NAME.search(text) if OF_ITS.search(text) else None)
    name = phrase(match["v"]) if match else ""
    if not match or not name or NOT_SO.search(text):
        return
    if match.re is ITS_NAME and match["who"]:
        about = whose(match["who"], about, names)
    kind = _kind(name, about, names.get(about, about))
    since = next((Day(one[0], one[2]) for one in found), None) if match.re is SINCE else None  # type: ignore[arg-type]
    if kind:
        yield Claim(ClaimType.FACT, about, kind, name, text, SURE, since=since)


def whose(who: str, about: str, names: Mapping[str, str]) -> str:
    """Whose school or place of work it is: 陽向の学校, 下の子の保育園."""
    bare = bare_name(who.rpartition("の")[2] if normal(who) == who else who)
    is_known = names.get(bare, ME) != ME
    return bare if is_known else normal(bare) if normal(bare) in KIND_OF else about


def _kind(name: str, about: str, relation: str) -> str:
    """Whether one works there, or goes to school; of the speaker a school of small children says neither."""
    is_grown_up = about == ME or normal(relation) in ADULT
    if OF_GROWN.search(name):
        return "school"
    if OF_CHILDREN.search(name):
        return "workplace" if is_grown_up and about != ME else "" if is_grown_up else "school"
    return "workplace" if ENDS_AS_WORK.search(name) else ""
