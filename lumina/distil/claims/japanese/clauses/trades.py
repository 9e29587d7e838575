"""What somebody lives by, told by where and by what is done there: 塾で数学を教えている, すし屋で皿洗い,
除雪車に乗っている."""

import re
from collections.abc import Iterator

from lumina.distil.claims.japanese.clauses.deeds import PART_TIME, SHOP
from lumina.distil.claims.japanese.clauses.nouns import FACULTY, LIKELY, ORGANISATION, Said, thing
from lumina.distil.claims.japanese.clauses.parts import Clause, Phrase
from lumina.known import Mode
from lumina.language.lexicon import word_list

ONGOING = re.compile(r"^(?:て|で)(?:い?る|い?ます|おり|ん|は[るりっ]|い?て|いらっしゃ)|^てん")
DRIVEN = re.compile(
    r"(?:タクシー|トラック|ダンプ|バス|除雪車|ハイヤー|フォークリフト|クレーン|ユンボ|ショベル|重機|電車|新幹線|救急車|消防車|漁船|タンカー|トレーラー"
    r"|霊柩車|パトカー)$"
)
DRIVES = frozenset(["乗る", "転がす", "運転", "走らせる", "動かす"])
TASK = re.compile(
    r"(?:皿洗い|洗い場|レジ|レジ打ち|品出し|接客|調理|仕込み|清掃|掃除|警備|配達|配送|受付|経理|事務|総務|助手|仕分け|検品|ホール|厨房|キッチン|窓口"
    r"|営業|企画|広報|人事|品質管理|生産管理|設計|開発|整備|修理|介護|介助|保守|販売|案内|電話番|夜勤|見習い|修業|修行|実習生|介護職|事務職|保育"
    r"|養殖|酪農|稲作|農業|漁業|林業|畜産|養蜂|養鶏|IT|金融|保険|不動産|建設|土木|物流|貿易|広告|出版|印刷|アパレル|医療|福祉|溶接|塗装|旋盤|板金|電気工事|介護士|採用|編集|校正|翻訳|通訳|監査|運営|店番|係)(?:中)?$"
)
"""What is done at work; it names the work by itself."""

WORKS_AT = word_list("works_at.ja")
"""Verbs of what is done at work; at a place of work they say what one lives by."""

WORK_ONLY = re.compile(
    r"(?:造船所|製作所|工場|会社|役所|役場|[県都道府]庁|研究所|事務所|工房|商社|メーカー|倉庫|農園|牧場|漁港|現場)$"
)
NO_WORK = re.compile(r"勉強|通院|入院|見学|買い物|食事|昼寝|待機|休憩|バイト|話|手続き|相談|事故|怪我")
RAISED = re.compile(r"(?:養殖|酪農|稲作|農業|漁業|林業|畜産|養蜂|養鶏|農家|漁師|行商|卸|漁|畑|民泊|塾|道場)$")
LIVES_BY = re.compile(
    r"(?:描い|書い|作っ|撮っ|歌っ|踊っ|弾い|売っ|彫っ|打っ|教え)て、?(?:食べて|食って|生計を立てて|稼いで)"
)
TAKES_OVER = frozenset(["継ぐ", "引き継ぐ"])
INHERITED = re.compile(r"(?:店|屋|家業|農家|寺|神社|会社|工場|旅館|窯|畑|田んぼ|稼業|跡|医院|工房|牧場|仕事)$")
OPENS = frozenset(["出す", "開く", "始める", "オープン", "構える", "開ける"])
OWN_SHOP = re.compile(r"(?:店|お店|[^部]屋|カフェ|教室|工房|会社|事務所|医院|サロン|食堂|塾)$")
RISES = frozenset(["昇進", "昇格", "出世"])
LEAVES = frozenset(["中退", "休学", "退学"])
CHANGES = frozenset(["転部", "編入", "転校", "転科", "転入"])
SCHOOL = re.compile(r"(?:学部|学科|専攻|科|高校|大学|大|短大|高専|専門学校|学校|中学)$")
SEEKS = re.compile(r"(?:就活|就職活動|転職活動|求職|婚活|浪人)中?$")
AIMED_AT = re.compile(r"(?:試験|資格|検定|免許|留学|デビュー|合格|[師士員家]|大会|優勝|起業|独立)$")
OUT_OF_WORK = re.compile(r"休職|育休|産休|停職")


def trades(clause: Clause, said: str) -> Iterator[Said]:
    """What a clause, `said` in these words, tells of somebody's work or school."""
    if clause.negative or re.search(r"た(?:い|く)|たら|なら|ば$", clause.tail):
        return
    if clause.noun is not None:
        yield from _by_noun(clause, clause.noun)
    elif ONGOING.search(clause.tail):
        yield from _at_work(clause, said)
    yield from _turns(clause)


def _by_noun(clause: Clause, noun: Phrase) -> Iterator[Said]:
    there = clause.by("で")
    if there is not None and (ORGANISATION.search(there.head) or thing(there)) and TASK.search(noun.head):
        yield Said("job", f"{there.text}で{noun.text}")
        if ORGANISATION.search(there.head):
            yield Said("workplace", there.text)
    elif SEEKS.search(noun.head):
        yield Said("job", noun.head, sure=LIKELY)
    elif len(noun.parts) > 1 and SEEKS.search(noun.parts[-2]):
        yield Said("job", noun.parts[-2], sure=LIKELY)


def _at_work(clause: Clause, said: str) -> Iterator[Said]:
    there, what = clause.by("で"), clause.by("を", "に", "", "が")
    at_work = there is not None and (ORGANISATION.search(there.head) or SHOP.search(there.head))
    is_done = (
        clause.lemma == "為る"
        and clause.last is not None
        and not clause.last.particle
        and not NO_WORK.search(clause.last.head)
    )
    lemma = clause.last.head if clause.lemma == "為る" and clause.last is not None else clause.lemma
    if clause.lemma in DRIVES | {"為る"} and what is not None and DRIVEN.search(what.head if lemma != "運転" else said):
        yield Said("job", f"{what.text}に乗る" if lemma != "運転" else "運転手")
    elif (
        at_work
        and there is not None
        and (lemma in WORKS_AT or TASK.search(lemma) or (is_done and WORK_ONLY.search(there.head)))
    ):
        yield Said("job", _shortened(said[max(said.find(there.text), 0) :]))
        yield Said("workplace", there.text)
    elif clause.lemma == "為る" and what is not None and what.head == "研究" and len(what.parts) > 1:
        yield Said("school", what.text)
    elif LIVES_BY.search(said):
        yield Said("job", _shortened(said), sure=LIKELY)
    elif clause.lemma in {"遣る", "為る"} and what is not None and (RAISED.search(what.head) or _is_task(what)):
        yield Said("job", what.text)
    elif lemma == "担当" and what is not None and thing(what):
        yield Said("job", f"{(clause.by('を') or what).text}を担当")
    elif lemma in {"修業", "修行", "見習い"} and there is not None:
        yield Said("job", f"{there.text}で{lemma}")
    elif clause.lemma in WORKS_AT and clause.phrases[:1] and clause.phrases[0].head in {"仕事", "パート", "バイト"}:
        yield Said("job", _shortened(said))


def _is_task(what: Phrase) -> bool:
    """Whether it is what one is, told by an order or a post: 酒屋の四代目, 会社の受付."""
    return len(what.parts) > 1 and bool(re.search(r"代目|当主|跡取り|女将|店主|受付|役員", what.head))


def _shortened(said: str) -> str:
    return re.sub(
        r"(?:い)?(?:る|ます|おります)(?:よ|ね|んだ|んです|ん|の|わ|けど|から|ので)*$", "る", said.strip("、 ")
    )


def _turns(clause: Clause) -> Iterator[Said]:
    """What changes at work and at school."""
    last, what, into = clause.last, clause.by("を", "は", ""), clause.by("に", "へ")
    verb = last.head if clause.lemma == "為る" and last is not None else clause.lemma
    if verb in TAKES_OVER and what is not None and not what.modified and INHERITED.search(what.head):
        yield Said("job", f"{what.text}を継ぐ")
    elif verb in OPENS and what is not None and OWN_SHOP.search(what.head) and clause.past and not what.modified:
        yield Said("job", f"{what.text}を経営")
    elif verb in RISES and into is not None:
        yield Said("job", into.text)
    elif verb in LEAVES and clause.past and (school := _school(clause)):
        yield Said("school", f"{school}を{verb}")
    elif verb in CHANGES and into is not None and clause.past and SCHOOL.search(into.head):
        yield Said("school", into.text)
    elif (
        clause.lemma == "出る"
        and what is not None
        and SCHOOL.search(what.head)
        and FACULTY.search(what.parts[0] + "学")
    ):
        yield Said("school", what.text, Mode.WAS)
    elif clause.lemma == "目指す" and what is not None and not what.modified and AIMED_AT.search(what.head):
        yield Said("plan", f"{what.text}を目指す")
    elif verb in PART_TIME or OUT_OF_WORK.fullmatch(verb):
        return


def _school(clause: Clause) -> str:
    return next((one.text for one in clause.phrases if SCHOOL.search(one.head) and not one.modified), "")
