"""What one noun says of the speaker: where they are from, how they live, how old they are, what school they go to."""

import re
from collections.abc import Iterator, Mapping

from lumina.distil.claims.japanese.clauses.deeds import SHOP
from lumina.distil.claims.japanese.clauses.nouns import (
    DWELLING,
    FACULTY,
    GRADE,
    LIKELY,
    ORGANISATION,
    YEAR,
    Said,
    place,
    thing,
)
from lumina.distil.claims.japanese.clauses.parts import ME, Clause, Phrase
from lumina.distil.claims.japanese.phrases import HOLLOW, job, name
from lumina.distil.claims.japanese.relations import normal
from lumina.known import Mode
from lumina.language.categories import belongs
from lumina.language.when.japanese_calendar import number as number_of

HERE = frozenset(["うち", "家", "我が家", "自宅", "今", "いま", "現在", "今年", "もう", "まだ", "住まい", "住んでるの"])
ROOM = re.compile(r"[0-9.]+畳|[1-4一]?[LSDKRワ]{1,4}|[0-9]+号室")
RESIDENT = re.compile(r"(?P<v>[^\s]{1,6}[区市町村都府県])民")
BACK_THEN = re.compile(r"で(?!した)[^、。]{1,8}(?:た|だ)(?!い|く)")
"""At 25 one began something: 25で始めた."""

ROUND_AGES: Mapping[str, int] = {
    "還暦": 60,
    "古希": 70,
    "古稀": 70,
    "喜寿": 77,
    "傘寿": 80,
    "米寿": 88,
    "卒寿": 90,
    "白寿": 99,
}
NUMBER = re.compile(r"(?P<n>[1-9][0-9]|[二三四五六七八九]?十[一二三四五六七八九]?)(?:歳|才)?")
SOON = re.compile(r"来月|来年|もうすぐ|今度|そろそろ|明日|来週|なる(?!と)|なります")
IN_ROLE: Mapping[str, str] = {
    "趣味": "hobby",
    "日課": "habit",
    "習慣": "habit",
    "生きがい": "likes",
    "特技": "skill",
    "好物": "likes",
    "大好物": "likes",
    "推し": "likes",
    "癒し": "likes",
    "専門": "school",
    "専攻": "school",
    "仕事": "job",
    "本業": "job",
    "持病": "health",
    "宝物": "possession",
    "相棒": "possession",
}
"""What something is to whoever says so: 数独が日課."""

HOLIDAY = re.compile(
    r"(?:今年の|来年の|次の)?(?:夏休み|冬休み|春休み|GW|ゴールデンウィーク|連休|年末年始|年末|正月|お盆|シルバーウィーク|新婚旅行|卒業旅行|社員旅行|修学旅行)"
)
OF_A_DAY = re.compile(r"[朝昼夜晩]|夕方|午[前後]|時|今日|明日|これ|ここ|そこ|今$")
"""From when on one is somewhere for a while."""

ASKED = frozenset(["どれ", "どっち", "両方", "どちら", "何"])
PREFERS = re.compile(r"(?P<v>.{1,12}?)(?:一択|党|派|推し|一筋)")
PARTIES = re.compile(r"(?:自民|民主|共産|公明|維新|[野与新政多少反賛右左両])$|.*(?:反対|賛成|慎重|推進|印象|戦後)")


def selves(clause: Clause, said: str) -> Iterator[Said]:
    """What a clause, `said` in these words, tells of the speaker by a noun, by a number, or by a role."""
    yield from _own_age(clause, said)
    noun = clause.noun
    if noun is None or clause.negative:
        return
    told = bool(clause.tail) or _is_about_me(clause)
    was = Mode.WAS if clause.past else Mode.IS
    if told and (dwelling := _dwelling(noun, clause)):
        yield Said("home", dwelling, was)
    elif (match := RESIDENT.fullmatch(noun.text)) and told:
        yield Said("home", match["v"], was)
    elif (
        (topic := clause.by("は")) is not None
        and HOLIDAY.fullmatch(topic.text)
        and place(noun) == noun.text
        and not clause.past
    ):
        yield Said("plan", f"{noun.text}（{topic.text}）", sure=LIKELY)
    elif _is_origin(clause, noun):
        yield Said("hometown", noun.text, sure=0.7)
    elif _is_class(clause, noun):
        yield Said("school", noun.text, was)
    elif _is_at_work(clause, noun):
        yield Said("job" if job(noun.head) else "workplace", noun.text, was)
    yield from _in_role(clause, noun)
    yield from _prefers(clause, noun)


def _is_about_me(clause: Clause) -> bool:
    return bool(clause.phrases) and clause.phrases[0].text in ME | HERE


def _dwelling(noun: Phrase, clause: Clause) -> str:
    """シェアハウス, 白石の学生寮, 団地の4階."""
    at = next((at for at, part in enumerate(noun.parts) if DWELLING.search(part)), -1)
    others = [one for one in clause.phrases if one.text not in ME | HERE and one.particle in {"は", "が", ""}]
    if at < 0 and len(noun.parts) == 2 and ROOM.fullmatch(noun.head) and not noun.modified and clause.by("は"):
        return noun.text
    is_floor = at == len(noun.parts) - 1 or bool(re.fullmatch(r"[0-9]+階|[^0-9]{1,3}号室", noun.head))
    return "" if at < 0 or others or noun.modified or not is_floor else noun.text


def _is_origin(clause: Clause, noun: Phrase) -> bool:
    """おれ旭川だから."""
    is_mine = len(clause.phrases) == 1 and clause.phrases[0].text in ME and bool(clause.tail)
    return is_mine and not clause.past and place(noun) == noun.text and not noun.modified


def _is_class(clause: Clause, noun: Phrase) -> bool:
    """札幌の看護専門学校の1年. One's own school needs no verb."""
    if noun.modified or len(noun.parts) < 2 or any(one.text not in ME | HERE for one in clause.phrases):
        return False
    school = noun.parts[-2]
    is_year = bool(YEAR.fullmatch(noun.head) or GRADE.fullmatch(noun.head))
    return is_year and bool(FACULTY.search(school) or re.search(r"学校|高専|短大|学院|科$", school))


def _is_at_work(clause: Clause, noun: Phrase) -> bool:
    """今は倉庫, 春から県庁. Where somebody is since, or just now, in one word."""
    when = clause.phrases[0] if len(clause.phrases) == 1 else None
    is_now = when is not None and (
        (when.particle == "から" and not OF_A_DAY.search(when.text))
        or (when.text in {"今", "いま", "現在"} and when.particle == "は")
    )
    is_work = job(noun.head) or ORGANISATION.search(noun.head) or SHOP.search(noun.head)
    return is_now and when is not None and _is_when(when) and bool(is_work) and not noun.modified


def _own_age(clause: Clause, said: str) -> Iterator[Said]:
    """もう41なんだけど, 昨日で20になった, いま64, 今年で還暦."""
    into = clause.by("に", "を")
    number = clause.noun if clause.noun is not None else into if clause.lemma in {"成る", "迎える"} else None
    if number is None or clause.negative or number.modified:
        return
    others = [one for one in clause.phrases if one is not number and not _is_when(one)]
    head = number.head if len(number.parts) == 1 or number.parts[-2].endswith("生まれ") else ""
    is_so = bool(clause.tail) or (bool(clause.phrases) and clause.phrases[0].text in {"今", "いま", "今年", "現在"})
    age = str(ROUND_AGES.get(head, "")) or (
        str(number_of(match["n"])) if (match := NUMBER.fullmatch(head)) and is_so else ""
    )
    is_past = BACK_THEN.match(clause.tail) or (clause.lemma and not clause.past)
    if others or not age or is_past or (clause.lemma == "迎える" and head not in ROUND_AGES):
        return
    if SOON.search(said):
        yield Said("age", f"もうすぐ{age}歳", sure=0.6)
    else:
        yield Said("age", f"{head}（{age}歳）" if head in ROUND_AGES else f"{age}歳", sure=LIKELY)


def _is_when(phrase: Phrase) -> bool:
    is_time = all(
        "副詞可能" in word.part or word.part[0] in {"副詞", "接頭辞"} or word.part[1] == "数詞" for word in phrase.words
    )
    return phrase.text in ME | HERE | {"あと", "昨日", "先週", "先月", "今月"} or (
        is_time and not NUMBER.fullmatch(phrase.text)
    )


def _in_role(clause: Clause, noun: Phrase) -> Iterator[Said]:
    what = clause.by("が")
    kind = IN_ROLE.get(noun.text, "") if not re.search(r"なら|ば|たら", clause.tail) else ""
    if not kind or what is None or what.modified or not thing(what) or name(what.head):
        return
    if normal(what.head) == what.head and (kind != "job" or job(what.head)):
        yield Said(kind, what.text)


def _prefers(clause: Clause, noun: Phrase) -> Iterator[Said]:
    """紅茶党, 味噌一択."""
    match = PREFERS.fullmatch(noun.head)
    if not match or PARTIES.match(match["v"]) or clause.past or noun.modified or "方" in match["v"]:
        return
    is_plain = noun.head.endswith(("一択", "一筋")) or belongs(match["v"], "drink") or bool(clause.tail)
    is_noun = all(
        word.part[0] in {"名詞", "接尾辞", "補助記号"} and "形状詞可能" not in word.part for word in noun.words
    )
    if is_plain and is_noun and match["v"] not in HOLLOW | ASKED and not name(match["v"]):
        yield Said("likes", match["v"], sure=LIKELY)
