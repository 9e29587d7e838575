"""What nouns are, and what is said with them: trades, schools, places, illnesses."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from lumina.distil.claims.japanese.bodily import BONES, CLUBS
from lumina.distil.claims.japanese.clauses.parts import Clause, Phrase
from lumina.distil.claims.japanese.living import DATE
from lumina.distil.claims.japanese.phrases import HOLLOW, PLACES, job, name
from lumina.distil.claims.japanese.relations import NORMAL, normal
from lumina.known import Mode
from lumina.language.japanese import morphemes

SURE, LIKELY = 0.8, 0.72


@dataclass(frozen=True, slots=True)
class Said:
    """A kind of fact and its value. `ends`: what it replaces holds no more. `kept`: it is only kept as it is stated,
    where nothing else is understood of it."""

    kind: str
    value: str
    mode: Mode = Mode.IS
    sure: float = SURE
    ends: str = ""
    kept: bool = False


NO_TRADE = re.compile(r"(?:就職|退職|転職|無職|走り屋|全員|歯医者|宇宙飛行士|魔法使い|忍者|勇者|殺し屋)$")
GOES_ON = re.compile(r"(?:夢|途|最|集|熱|年|世界|一日|[活職婚妊]|ただ|真ん|真っただ|まっただ|戦|争|線|暇|雨|勤|番)中$")
BARE_AGE = re.compile(
    r"(?:まだ|もう)?(?P<n>[1-9]?[0-9]|10[0-9]|[二三四五六七八九]?十[一二三四五六七八九]?|百[一二三四五六七八九]?)"
)
AGE = re.compile(
    r"(?P<n>[0-9]{1,3}|[一二三四五六七八九十]{1,3})(?:歳|才|さい)|(?P<t>[一二三四五六七八九])つ|(?P<b>はたち|二十歳)"
)
GRADE = re.compile(
    r"(?:(?:小学|中学|高校|大学|院|大学院)(?:[1-6一二三四五六]年生?)|[小中高大][1-6]|[1-6一二三四五六](?:年生|回生)"
    r"|(?:大学|高校|中学|小学|専門学|大学院|浪人|受験)生|(?<!大学)院生|[一-龠]{1,4}学生|学部生|大学院|修士[12一二]年|博士[1-3一二三]年)"
)
FACULTY = re.compile(
    r"(?:学部|学科|専攻|学|経済|法|文|商|医|工|理|農|薬|看護|教育|音楽|美術|情報|外語|大学?|高校|中学|ゼミ)$"
)
YEAR = re.compile(r"[1-6一二三四五六]年")
ORGANISATION = re.compile(
    r"(?:[私公県市都府国町]立高|女子高|[工商農]業高|中高一貫校|会社|病院|医院|クリニック|整形外科|小児科|内科|外科|眼科|歯科|皮膚科|診療所|ステーション|倉庫|[県都道府]庁|庁舎|自衛隊|スタジオ|出版社|新聞社|印刷所|財団|組合|デイサービス|[一-龠]{1,3}(?<![場住名便台近])所|動物園|水族館|映画館|遊園地|[寿す]し屋|大学|高校|中学校?|小学校|幼稚園|保育園|工場|役所|役場|銀行|信金|郵便局|図書館"
    r"|美術館|博物館|ホテル|旅館|スーパー|コンビニ|レストラン|カフェ|喫茶店|書店|カラオケ|研究所|事務所|商店|百貨店"
    r"|デパート|センター|塾|農協|商社|メーカー|代理店|[^部]屋|薬局|美容室|美容院|サロン|ジム|ホーム|施設|支店|本社|支社"
    r"|消防署|警察署|市場)$"
)
DISEASE = re.compile(
    r"(?:症|炎|癌|がん|喘息|ぜんそく|骨折|捻挫|ねんざ|貧血|痛風|ヘルニア|ぎっくり腰|盲腸|糖尿病?|不眠|インフル(?:エンザ)?"
    r"|腰痛|肺炎|梗塞|内障|潰瘍|腫瘍|動脈瘤|血栓|不全|認知|リウマチ|風邪|コロナ|結石|パーキンソン|アルツハイマー|白内障|近視|遠視|乱視|老眼|難聴|不整脈|心房細動|痔|アトピー|(?<!看)病|鬱|うつ|血圧|脱臼|打撲|(?:脳|膜下|内)出血|水ぼうそう|おたふく|はしか|疱疹|肺気腫|大動脈解離)$"
)
BODY = re.compile(rf"^(?:{BONES}|腰|首|目|歯|胃|背中|頭|手|心臓|喉)$")
ACTIVITY = re.compile(
    r"(?:物|り|み|ング|語|道|教室|レッスン|部|ヨガ|ピアノ|ギター|ウクレレ|園芸|菜園|料理|写真|俳句|短歌|川柳|ダンス|体操"
    r"|将棋|囲碁|麻雀|ゴルフ|三味線|句|日記|ブログ|ドラマ|サウナ|カメラ|茶|花|画|陶芸|彫刻|絵|散歩|太極拳|マラソン|ラン"
    r"|キャンプ|登山|筋トレ|水泳|手芸|絵手紙|フラ|合唱|コーラス)$"
)


ABSTAINS = re.compile(r"(?:禁煙|禁酒|断酒|断食|減酒|減塩|糖質制限|ダイエット|早起き|節約)$")
PASTIME = re.compile(
    r"俳句|短歌|川柳|菜園|園芸|将棋|囲碁|麻雀|書道|茶道|華道|陶芸|ヨガ|バンド|合唱|コーラス|フラ|社交ダンス|盆栽|登山|釣り"
)
DWELLING = re.compile(
    r"(?:寮|団地|シェアハウス|アパート|マンション|社宅|一軒家|戸建て|長屋|タワマン|下宿|ワンルーム|平屋|古民家|官舎|公営住宅|県営住宅|市営住宅|老人ホーム|施設|グループホーム)$"
)


def is_a(noun: Phrase) -> Iterator[Said]:
    """What somebody is of whom this is said, each part of it by itself: 大学の経済学部2年."""
    head, before = noun.head, noun.parts[:-1]
    if (age := AGE.fullmatch(head)) and not (age["t"] and before):
        yield Said("age", "20歳" if age["b"] else f"{age['n'] or age['t']}歳")
    elif GRADE.search(head) or (YEAR.fullmatch(head) and before and FACULTY.search(before[-1])):
        yield Said("school", noun.text)
    elif club := re.fullmatch(CLUBS, head):
        yield Said("hobby", club.group())
    elif DISEASE.search(head):
        yield Said("health", head)
    elif not noun.modified and (match := BY_SUFFIX.fullmatch(noun.text)):
        yield from _of_suffix(match["n"], match["s"])
    elif not noun.modified and (trade := _trade(head)):
        yield Said("job", trade if not before or _is_vague(before[-1]) else f"{before[-1]}の{trade}")


BY_SUFFIX = re.compile(r"(?P<n>[^\s]{2,12}?)(?P<s>勤め|勤務|在住|住み|住まい|出身|育ち)")
SUFFIXES: Mapping[str, str] = {
    "勤め": "workplace",
    "勤務": "workplace",
    "在住": "home",
    "住み": "home",
    "住まい": "home",
    "出身": "hometown",
    "育ち": "hometown",
}


def _of_suffix(value: str, suffix: str) -> Iterator[Said]:
    """消防署勤め, 福岡在住: of what kind it is, the end of the word says."""
    is_work = SUFFIXES[suffix] == "workplace"
    known = ORGANISATION.search(value) if is_work else any("地名" in word.part for word in morphemes(value))
    if known or value in PLACES:
        yield Said(SUFFIXES[suffix], value)


def _trade(head: str) -> str:
    is_none = NO_TRADE.search(head) or "地名" in morphemes(head)[-1].part
    return "" if is_none or name(head) or normal(head) != head else job(head)


def _is_vague(part: str) -> bool:
    return part in HOLLOW or part in NORMAL or bool(AGE.search(part))


def bare_age(clause: Clause, noun: Phrase) -> Iterator[Said]:
    """A number that can be but the age of somebody: 娘は24で…"""
    match = BARE_AGE.fullmatch(noun.text)
    if match and re.match(r"$|で|や|だ|です|なん|なの|じゃ", clause.tail):
        yield Said("age", f"{match['n']}歳", sure=LIKELY)


def bare_place(clause: Clause, noun: Phrase) -> Iterator[Said]:
    """A place that can be but where somebody is: みさきは結婚して仙台。"""
    if re.search(r"(?:[^大]大|大学|学部|高校?|中学?|学校|高専)$", noun.text) and FACULTY.search(f"{noun.head}学"):
        told = re.match(r"$|で|や|だ|です|なん|の", clause.tail) and not noun.modified and len(noun.text) > 1
        if told and not _is_under_way(noun):
            yield Said("school", noun.text, sure=LIKELY)
        return
    if clause.by("に", "へ", "から", "まで", "を") is not None:
        return
    if (where := place(noun)) == noun.text and not noun.modified and re.match(r"$|で|や|だ|です|なん", clause.tail):
        yield from [Said("home", where, sure=LIKELY)] if where else []


def _is_under_way(noun: Phrase) -> bool:
    """Whether 中 says that something goes on (就活中, 夢中), and is no school's."""
    before = [*noun.words[:-1]][-1:]
    is_deed = bool(before) and ("サ変可能" in before[0].part[2] or before[0].part[0] != "名詞")
    return noun.text.endswith("中") and (is_deed or not before or bool(GOES_ON.search(noun.text)))


def place(noun: Phrase) -> str:
    """A phrase of places, from the first that is one on: 京都の出町柳."""
    places = [at for at, part in enumerate(noun.parts) if part in PLACES or _is_place(noun, part)]
    return "の".join(noun.parts[places[0] : places[-1] + 1]) if places else ""


def _is_place(noun: Phrase, part: str) -> bool:
    if any("地名" in one.part and part.startswith(one.surface) for one in noun.words):
        return True
    is_one = re.fullmatch(r"[^\s]{1,5}[都道府県市区町村島]", part) and part not in HOLLOW
    return bool(is_one) and not part.startswith(("この", "その", "同じ"))


def thing(noun: Phrase) -> str:
    """A phrase that says something by itself."""
    hollow = noun.text in HOLLOW or noun.head in HOLLOW or re.fullmatch(r"[0-9]+\D{0,2}", noun.text)
    return "" if hollow else noun.text


def _date(noun: Phrase) -> str:
    return noun.text if re.fullmatch(DATE, noun.text) else ""


def _school(noun: Phrase) -> str:
    return noun.text if FACULTY.search(noun.head) or GRADE.search(noun.text) else ""


VALUES: Mapping[str, Callable[[Phrase], str]] = {
    "hometown": place,
    "home": place,
    "birthday": _date,
    "job": lambda noun: noun.text if job(noun.head) else "",
    "workplace": lambda noun: noun.text if place(noun) or ORGANISATION.search(noun.head) else "",
    "health": lambda noun: noun.text if DISEASE.search(noun.head) else "",
    "school": _school,
}
PASSING = frozenset(["job", "workplace", "home", "school"])
"""Of these kinds what is told as past holds no more."""


def has(kind: str, noun: Phrase, clause: Clause) -> Iterator[Said]:
    """A value of a kind, if it can be one."""
    if (taken := VALUES.get(kind, thing)(noun)) and not noun.modified:
        yield Said(kind, taken, Mode.WAS if clause.past and kind in PASSING else Mode.IS)


def answered(kind: str, noun: Phrase) -> Iterator[Said]:
    """What a phrase says that answers a question for a kind of fact."""
    if value := _answer(kind, noun):
        yield Said(kind, value, sure=LIKELY)


def _answer(kind: str, noun: Phrase) -> str:
    if kind == "job" and any(ORGANISATION.search(part) for part in noun.parts):
        return noun.text
    if kind == "school" and YEAR.fullmatch(noun.text):
        return noun.text
    if kind in VALUES:
        return VALUES[kind](noun)
    is_noun = any(word.part[0] == "名詞" and word.part[2] != "副詞可能" for word in noun.words)
    is_own = kind in {"hobby", "likes", "skill"} and is_noun and not noun.modified and not name(noun.head)
    return thing(noun) if is_own else ""
