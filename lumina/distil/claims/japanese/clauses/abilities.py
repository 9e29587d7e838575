"""What somebody can do and cannot, eats and does not: by the potential of a verb, or by a noun of feeling."""

import re
from collections.abc import Iterator

from lumina.distil.claims.japanese.clauses.nouns import LIKELY, Said, thing
from lumina.distil.claims.japanese.clauses.parts import Clause, Phrase, is_time
from lumina.distil.claims.japanese.phrases import name
from lumina.distil.claims.japanese.relations import normal
from lumina.known import Mode
from lumina.language.categories import belongs

NOT = r"(?:ない|なく|なかった|ません|へん|まへん|ねえ|ねー|ん(?![だでな]))"
CANNOT_TAKE = re.compile(rf"(?:食え|食べら?れ|飲め|受け付け|受けつけ){NOT}")
CANNOT_BEAR = re.compile(rf"(?:耐えら?れ|[観見]ら?れ|触れ|さわれ|我慢でき){NOT}")
JUST_NOW = re.compile(
    r"今日|きょう|今(?!でも|まで)|昨日|さっき|まだ|もう|忙し|熱|風邪|お?腹|全部|これ以上|一人|ひとり|時間|明日|一緒|外で|時|頃|しばらく|なかった|学生|行ったら"
)
"""What is so only just now, or for another reason."""

LANGUAGE = re.compile(r"(?:語|手話|点字|英会話)$")
LEARNT = re.compile(
    r"(?:語|手話|点字|英会話|運転|料理|自炊|裁縫|編み物|着付け|プログラミング|暗算|そろばん|逆立ち|側転|バク転|タイピング"
    r"|マジック|手品|けん玉|ものまね|木登り|車の整備|溶接|左官|剪定)$"
)
DONE_WITH: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("話す", re.compile(r"話せ|喋れ|しゃべれ"), "話せ"),
    ("喋る", re.compile(r"話せ|喋れ|しゃべれ"), "話せ"),
    ("乗る", re.compile(r"乗れ"), "乗れ"),
    ("読む", re.compile(r"読め"), "読め"),
)
ANYTHING = frozenset(
    [
        "ごはん",
        "ご飯",
        "飯",
        "めし",
        "何",
        "もの",
        "朝ごはん",
        "昼ごはん",
        "晩ごはん",
        "夕飯",
        "ほんま",
        "まったく",
        "おにぎり",
    ]
)
"""Not to be able to eat says nothing of what one likes."""

MARKS = frozenset(["は", "が", "も", "を", "って", "", "、"])
AVERSE = re.compile(
    r"(?P<n>.*?)(?:一切|全部|ぜんぶ|全般|系は|まったく|全く|どうしても|絶対|ほんと|ほんま|マジ|ちょっと)?(?:ダメ|だめ|駄目|無理|NG|苦手)"
)
EATEN = re.compile(
    r"(?:類|もの|もん|物|肉|魚|豆|菜|貝|乳|卵|芋|麺|酒|茶|料理|野菜|きのこ|キノコ|トマト|ナス|ピーマン|セロリ|パクチー|カニ|エビ|イカ|タコ|チーズ"
    r"|レバー|ホルモン|梅干し|漬物|わさび|からし|にんにく|ネギ|ねぎ|玉ねぎ|人参|ニンジン|牡蠣|カキ|刺身|寿司|虫|蛇|ヘビ|クモ|蜘蛛|ゴキブリ"
    r"|所|とこ|ところ|場所|人混み|人ごみ|音|匂い|臭い|電車|飛行機|船|注射|血|映画|お化け|雷|犬|猫)$"
)


def abilities(clause: Clause, said: str) -> Iterator[Said]:
    """What the words `said` of a clause tell of what somebody can or cannot."""
    if clause.noun is not None:
        yield from _averse(clause, clause.noun, said)
    elif CANNOT_TAKE.search(said) or CANNOT_BEAR.search(said):
        yield from _cannot(clause, said)
    else:
        yield from _can(clause, said)


def _object(clause: Clause) -> Phrase | None:
    """What one can or cannot: the last phrase that is no time and nobody."""
    fit = [
        one
        for one in clause.phrases
        if one.particle in MARKS and not is_time(one) and one.head not in ANYTHING and normal(one.head) == one.head
    ]
    return fit[-1] if fit else None


def _is_of_one(what: Phrase | None) -> bool:
    return (
        what is not None
        and not what.head.endswith(tuple(ANYTHING))
        and bool(thing(what))
        and not name(what.head)
        and not what.modified
    )


def _averse(clause: Clause, noun: Phrase, said: str) -> Iterator[Said]:
    """納豆だけは無理, 辛いもん一切ダメ."""
    match = AVERSE.fullmatch(noun.text)
    if not match or clause.negative or clause.past or JUST_NOW.search(said):
        return
    what = _object(clause)
    if match["n"]:
        yield from [Said("dislikes", match["n"], sure=LIKELY)] if EATEN.search(match["n"]) else []
    elif (
        what is not None and _is_of_one(what) and (EATEN.search(what.head) or "だけは" in said or "どうしても" in said)
    ):
        yield Said("dislikes", what.text)


def _cannot(clause: Clause, said: str) -> Iterator[Said]:
    what = _object(clause)
    if what is not None and _is_of_one(what) and not JUST_NOW.search(said):
        yield Said("dislikes", what.text, Mode.WAS if "なかった" in clause.tail else Mode.IS)


def _can(clause: Clause, said: str) -> Iterator[Said]:
    if clause.past or JUST_NOW.search(said):
        return
    what = clause.by("が", "は", "も", "を", "")
    if clause.lemma == "泳ぐ" and "泳げ" in said:
        yield Said("skill", "泳げない" if clause.negative else "泳げる")
    elif what is None or what.modified:
        return
    elif clause.lemma == "出来る" and (LEARNT.search(what.head) or belongs(what.head, "sport")):
        yield Said("skill", f"{what.text}ができ{'ない' if clause.negative else 'る'}")
    if what is None:
        return
    for lemma, could, stem in DONE_WITH:
        fits = LANGUAGE.search(what.head) or (lemma == "乗る" and re.search(r"車|自転車|バイク|馬", what.head))
        if clause.lemma == lemma and could.search(said) and fits:
            yield Said("skill", f"{what.text}が{stem}{'ない' if clause.negative else 'る'}")
