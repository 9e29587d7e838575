"""What a clause says of its subject, by the class of its verb and of the nouns that go with it."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from lumina.distil.claims.japanese.bodily import BONES, CLUBS
from lumina.distil.claims.japanese.clauses import ATTRIBUTES, Clause, Phrase
from lumina.distil.claims.japanese.living import DATE
from lumina.distil.claims.japanese.phrases import HOLLOW, PLACES, job, name
from lumina.distil.claims.japanese.relations import NORMAL, kind_of, normal
from lumina.known import Mode
from lumina.language.categories import belongs
from lumina.language.japanese import morphemes

SURE, LIKELY = 0.8, 0.72


@dataclass(frozen=True, slots=True)
class Said:
    """A kind of fact and its value. `ends`: what it replaces holds no more."""

    kind: str
    value: str
    mode: Mode = Mode.IS
    sure: float = SURE
    ends: str = ""


NO_TRADE = re.compile(r"(?:就職|退職|転職|無職|走り屋|全員|歯医者)$")
BARE_AGE = re.compile(r"(?:まだ|もう)?(?P<n>[1-9]?[0-9]|10[0-9])")
SYMPTOMS = re.compile(r"(?:じんましん|蕁麻疹|発疹|湿疹|ぶつぶつ|かゆみ|鼻水|くしゃみ)$")
AGE = re.compile(r"(?P<n>[0-9]{1,3}|[一二三四五六七八九十]{1,3})(?:歳|才|さい)|(?P<t>[一二三四五六七八九])つ|(?P<b>はたち|二十歳)")
GRADE = re.compile(
    r"(?:(?:小学|中学|高校|大学|院|大学院)(?:[1-6一二三四五六]年生?)|[小中高大][1-6]|[1-6一二三四五六](?:年生|回生)"
    r"|(?:大学|高校|中学|小学|専門学|大学院|浪人)生|大学院|修士[12一二]年|博士[1-3一二三]年)"
)
FACULTY = re.compile(r"(?:学部|学科|専攻|学|経済|法|文|商|医|工|理|農|薬|看護|教育|音楽|美術|情報|外語|大学?|高校|中学|ゼミ)$")
YEAR = re.compile(r"[1-6一二三四五六]年")
ORGANISATION = re.compile(
    r"(?:会社|病院|医院|クリニック|大学|高校|中学校?|小学校|幼稚園|保育園|工場|役所|役場|銀行|信金|郵便局|図書館|美術館|博物館|ホテル|旅館"
    r"|スーパー|コンビニ|レストラン|カフェ|喫茶店|居酒屋|本屋|書店|花屋|パン屋|カラオケ|研究所|事務所|商店|百貨店|デパート|センター|塾"
    r"|農協|商社|メーカー|代理店|[^部]屋|薬局|美容室|美容院|サロン|ジム|ホーム|施設|支店|本社|支社|消防署|警察署|市場)$"
)
SHOP = re.compile(r"(?:カフェ|喫茶店|食堂|居酒屋|レストラン|バー|美容室|美容院|サロン|民宿|旅館|ペンション|工房|農園|牧場|塾|[^部]屋|商店|薬局)$")
PART_TIME = frozenset(["バイト", "アルバイト", "パート"])
DISEASE = re.compile(
    r"(?:症|炎|癌|がん|喘息|ぜんそく|骨折|捻挫|ねんざ|貧血|痛風|ヘルニア|ぎっくり腰|盲腸|糖尿病?|不眠|インフル(?:エンザ)?|腰痛|肺炎|脳梗塞|心筋梗塞|白内障"
    r"|潰瘍|腫瘍|動脈瘤|血栓|心不全|腎不全|認知|リウマチ|緑内障|風邪|コロナ|結石|(?<!看)病|鬱|うつ|血圧|脱臼|打撲)$"
)
BODY = re.compile(rf"^(?:{BONES}|腰|首|目|歯|胃|背中|頭|手|心臓|喉)$")
ACTIVITY = re.compile(
    r"(?:物|り|み|ング|語|道|教室|レッスン|部|ヨガ|ピアノ|ギター|ウクレレ|園芸|菜園|料理|写真|俳句|短歌|川柳|ダンス|体操|将棋|囲碁|麻雀|ゴルフ|三味線|俳句|句|日記|ブログ"
    r"|ドラマ|サウナ|カメラ|茶|花|画|陶芸|彫刻|絵|釣り|散歩|太極拳|マラソン|ラン|キャンプ|登山|筋トレ|水泳|手芸|絵手紙|フラ|合唱|コーラス)$"
)
WORKS = frozenset(["仕事", "会社", "勤め", *PART_TIME, "店", "お店"])
LIVING = frozenset(["住む", "住まう", "暮らす", "暮す", "下宿", "同居", "居住", "在住"])
ALONE = re.compile(r"(?:一人|ひとり|二人|ふたり|実家|寮)?(?:暮らし|ぐらし)$|^一人$|単身赴任")
MOVES = frozenset(["引っ越す", "越す", "移る", "移り住む", "転居", "移住", "引っ越し"])
SERVES = frozenset(["働く", "勤める", "勤務", "務める"])
TRANSFERS = frozenset(["異動", "転勤", "転職", "就職", "入社", "配属", "出向", "内定", "転属", "単身赴任"])
KEEPS = frozenset(["飼う", "迎える", "引き取る", "拾う"])
BEGINS = frozenset(["始める", "習う", "習い始める", "はじめる"])
QUITS = frozenset(["辞める", "やめる", "止める", "引退", "卒業"])
FOND = frozenset(["好き", "大好き", "大好物", "好物", "目がない"])
AVERSE = frozenset(["嫌い", "苦手", "大嫌い", "無理", "駄目", "だめ"])
EVENTS = frozenset(["独立", "開業", "起業", "留学", "結婚", "入籍", "出産", "退職", "進学", "入学", "帰国", "復職", "移住"])
DONE = frozenset(["引退", "入院", "退院", "骨折", "捻挫", "手術"])


def said_by(clause: Clause, text: str) -> Iterator[Said]:
    """What a clause says of whoever it is about."""
    if clause.noun is not None:
        yield from _by_noun(clause, clause.noun)
    elif clause.lemma:
        yield from _by_verb(clause, _deed(clause), text)


def _deed(clause: Clause) -> tuple[str, Phrase | None]:
    """The verb, and what it is done to: of a noun that only takes する the noun is the verb (北海道に転勤した)."""
    last = clause.phrases[-1] if clause.phrases else None
    if clause.lemma in {"為る", "する", "成る"} and last is not None and last.particle in {"", "を", "に"} and last.head in _VERBAL:
        return last.head, None
    return clause.lemma, _object(clause)


def instead(gone: Clause, chosen: Clause) -> Iterator[Said]:
    """What is given up for something else: カラオケやめて本屋にした."""
    what, into = _object(gone), chosen.by("に")
    if gone.lemma not in QUITS or chosen.lemma not in {"為る", "変える", "成る"} or what is None or into is None:
        return
    if not gone.tail.startswith("て") or into.modified or not (_thing(what) and _thing(into)):
        return
    if ORGANISATION.search(into.head) and not FACULTY.search(into.head):
        yield Said("job", into.text, ends=what.text)
    else:
        kind = "hobby" if ACTIVITY.search(into.head) else "plan"
        yield Said(kind, into.text if kind == "hobby" else f"{into.text}にする", ends=what.text)


def answered(kind: str, noun: Phrase, clause: Clause) -> Iterator[Said]:
    """What a phrase says that answers a question for a kind of fact."""
    value = ""
    if kind == "job":
        value = noun.text if job(noun.head) or ORGANISATION.search(noun.head) else ""
    elif kind == "school":
        value = noun.text if FACULTY.search(noun.head) or GRADE.search(noun.text) or YEAR.fullmatch(noun.text) else ""
    elif kind in VALUES:
        value = VALUES[kind](noun)
    elif kind in {"hobby", "likes", "skill"} and not name(noun.head) and not noun.modified:
        value = _thing(noun) if any(word.part[0] == "名詞" and word.part[2] != "副詞可能" for word in noun.words) else ""
    if value:
        yield Said(kind, value, sure=LIKELY)


def bare_age(clause: Clause, noun: Phrase) -> Iterator[Said]:
    """A number that can be but the age of somebody: 娘は24で…"""
    match = BARE_AGE.fullmatch(noun.text)
    if match and re.match(r"$|で|や|だ|です|なん", clause.tail):
        yield Said("age", f"{match['n']}歳", sure=LIKELY)


def _object(clause: Clause) -> Phrase | None:
    """What something is done to: with を, or bare just before the verb."""
    last = clause.phrases[-1] if clause.phrases else None
    return clause.by("を") or (last if last is not None and last.particle in {"", "は", "も"} else None)


# What somebody is


def _by_noun(clause: Clause, noun: Phrase) -> Iterator[Said]:
    if clause.negative or re.search(r"じゃな|やな|ちゃう|なら|ば|たら", clause.tail):
        return
    attribute = _attribute(clause)
    if attribute:
        yield from _has(attribute, noun, clause)
        return
    mode = Mode.WAS if clause.past else Mode.IS
    yield from (Said(one.kind, one.value, mode if one.kind in {"job", "school"} else one.mode, one.sure) for one in is_a(noun))
    if noun.head in _VERBAL:
        yield from _by_verb(clause, (noun.head, None), "")
    if noun.head in FOND | AVERSE and (what := _felt(clause)):
        yield Said("likes" if noun.head in FOND else "dislikes", what, Mode.WAS if clause.past else Mode.IS)
    if ALONE.search(noun.head) and (where := _place_in(clause)):
        yield Said("home", where)
    if "単身赴任" in "".join(one.text for one in clause.phrases) and (where := place(noun)):
        yield Said("home", f"{where}（単身赴任）")
    if noun.head in PART_TIME and (where := clause.by("で") or clause.by("の")):
        yield Said("job", f"{where.text}でバイト")


FREQUENT = re.compile(
    r"毎[朝晩日週月年食回]|朝晩|いつも|(?:週|月|年|日)に[0-9一二三四五六七八九十]+[回度日本杯]|[月火水木金土日]曜(?:日)?(?:は|の[朝夜])(?:いつも|必ず)"
)


def habit(clause: Clause, text: str) -> Iterator[Said]:
    """What is done again and again."""
    said = text[clause.begin : clause.end].strip("、 ")
    if clause.lemma and not clause.past and not clause.negative and FREQUENT.search(said) and 4 < len(said) <= 30:
        if any(one.particle in {"を", "に", "と", "", "で"} for one in clause.phrases):
            yield Said("habit", re.sub(r"(?:のですが|んですが|けど|から|ので|よ|ね|ねん|わ|のです|んです|んだ)+$", "", said), sure=LIKELY)


def club(clause: Clause) -> Iterator[Said]:
    """What somebody belongs to who speaks of it: 俳句の会の吟行."""
    for phrase in (*clause.phrases, *([clause.noun] if clause.noun else [])):
        for one, other in zip(phrase.parts, phrase.parts[1:], strict=False):
            if other in {"会", "サークル", "教室", "クラブ", "同好会", "稽古", "レッスン", "チーム"} and ACTIVITY.search(one):
                yield Said("hobby", f"{one}の{other}", sure=LIKELY)


def is_a(noun: Phrase) -> Iterator[Said]:
    """What somebody is of whom this is said, each part of it by itself: 大学の経済学部2年."""
    head, before = noun.head, noun.parts[:-1]
    if age := AGE.fullmatch(head):
        yield Said("age", "20歳" if age["b"] else f"{age['n'] or age['t']}歳")
    elif GRADE.search(head) or (YEAR.fullmatch(head) and before and FACULTY.search(before[-1])):
        yield Said("school", noun.text)
    elif club := re.fullmatch(CLUBS, head):
        yield Said("hobby", club.group())
    elif DISEASE.search(head):
        yield Said("health", head)
    elif not noun.modified and (trade := job(head)) and not name(head) and normal(head) == head and not _no_trade(noun):
        yield Said("job", trade if not before or _is_vague(before[-1]) else f"{before[-1]}の{trade}")


def _no_trade(noun: Phrase) -> bool:
    return bool(NO_TRADE.search(noun.head)) or "地名" in morphemes(noun.head)[-1].part


def _is_vague(part: str) -> bool:
    return part in HOLLOW or part in NORMAL or bool(AGE.search(part))


def _attribute(clause: Clause) -> str:
    """Of what one has the clause speaks, if it does: 仕事は, 浩司の趣味は."""
    topic = next((one for one in reversed(clause.phrases) if one.particle in {"は", "が", "って", "、", ""}), None)
    return ATTRIBUTES.get(topic.head, "") if topic is not None else ""


def _has(kind: str, noun: Phrase, clause: Clause) -> Iterator[Said]:
    """A value of a kind, if it can be one."""
    if (taken := VALUES.get(kind, _thing)(noun)) and not noun.modified:
        yield Said(kind, taken, Mode.WAS if clause.past and kind in {"job", "workplace", "home", "school"} else Mode.IS)


def place(noun: Phrase) -> str:
    """A phrase of places, from the first that is one on: 京都の出町柳."""
    places = [at for at, part in enumerate(noun.parts) if part in PLACES or _is_place(noun, at)]
    return "の".join(noun.parts[places[0] : places[-1] + 1]) if places else ""


def _is_place(noun: Phrase, at: int) -> bool:
    words, part = [one for one in noun.words if one.surface != "の"], noun.parts[at]
    return any("地名" in one.part and part.startswith(one.surface) for one in words) or bool(
        re.fullmatch(r"[^\s]{1,5}[都道府県市区町村島]", part) and part not in HOLLOW and not re.search(r"^(?:この|その|同じ)", part)
    )


def _thing(noun: Phrase) -> str:
    return "" if noun.text in HOLLOW or noun.head in HOLLOW or re.fullmatch(r"[0-9]+\D{0,2}", noun.text) else noun.text


def _date(noun: Phrase) -> str:
    return noun.text if re.fullmatch(DATE, noun.text) else ""


def _work(noun: Phrase) -> str:
    return noun.text if job(noun.head) else ""


VALUES: Mapping[str, Callable[[Phrase], str]] = {
    "hometown": place,
    "home": place,
    "birthday": _date,
    "job": _work,
    "workplace": lambda noun: noun.text if place(noun) or ORGANISATION.search(noun.head) else "",
    "health": lambda noun: noun.text if DISEASE.search(noun.head) else "",
    "school": lambda noun: noun.text if FACULTY.search(noun.head) or GRADE.search(noun.text) else "",
}


def _felt(clause: Clause) -> str:
    """What is liked or not."""
    what = next((one for one in reversed(clause.phrases) if one.particle in {"が", "は", "も", "って", ""} and normal(one.head) == one.head), None)
    return _thing(what) if what is not None and not what.modified and not name(what.head) else ""


# What somebody does


def _by_verb(clause: Clause, deed: tuple[str, Phrase | None], text: str) -> Iterator[Said]:
    verb, what = deed
    if clause.negative or re.search(r"た(?:い|く)|ば|たら|かも|なら", clause.tail):
        return
    for verbs, rule in DEEDS:
        if verb in verbs:
            yield from rule(clause, what)


def _lives(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if where := _place_in(clause):
        yield Said("home", where, Mode.WAS if clause.past and "て" not in clause.tail[:1] else Mode.IS)


def _stays(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    """Where people are said to be: 松本におります."""
    there = clause.by("に")
    if there is not None and (where := place(there)) == there.text and not clause.past and not re.search("今|いま", clause.phrases[0].text):
        yield Said("home", where, sure=LIKELY)


def _place_in(clause: Clause) -> str:
    there = next((one for one in reversed(clause.phrases) if one.particle in {"に", "で", ""} and place(one)), None)
    return place(there) if there is not None else ""


def _moves(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    there = clause.by("に", "へ")
    if there is not None and (where := place(there)) and not there.modified:
        yield Said("home" if clause.past else "plan", where if clause.past else f"{where}に引っ越す")


def _serves(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    there = clause.by("で", "に")
    if there is not None and (ORGANISATION.search(there.head) or place(there)):
        yield Said("workplace", there.text, Mode.WAS if clause.past else Mode.IS)


def _transfers(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    there = next((one for one in reversed(clause.phrases) if one.particle in {"に", "へ"} and one.head not in _VERBAL), None)
    if there is not None and _thing(there) and not there.modified:
        yield Said("job" if job(there.head) else "workplace", there.text)


def _does(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is None or what.particle in {"は", "も"} and job(what.head) == "":
        return
    there = clause.by("で")
    if what.head in PART_TIME and there is not None:
        yield Said("job", f"{there.text}でバイト")
    elif trade := _trade(what):
        yield Said("job", trade, Mode.WAS if clause.past else Mode.IS)
        if there is not None and (ORGANISATION.search(there.head)):
            yield Said("workplace", there.text)
    elif SHOP.search(what.head) and not what.modified and clause.lemma == "遣る":
        yield Said("job", f"{what.text}の経営")
    elif belongs(what.head, "sport") or belongs(what.head, "instrument"):
        yield Said("hobby", what.head, Mode.WAS if clause.past else Mode.IS)
    elif ALONE.search(what.head):
        yield from _lives(clause, what)
    elif BODY.match(what.head) and clause.past and clause.lemma == "遣る":
        yield Said("health", f"{what.head}を痛めた")


def _trade(what: Phrase) -> str:
    if not job(what.head) or normal(what.head) != what.head or what.head in PART_TIME:
        return ""
    return what.text


def _becomes(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    into = clause.by("に")
    if into is not None and not into.modified:
        yield from is_a(into)


def _hurts(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is not None and BODY.match(what.head) and clause.past:
        yield Said("health", f"{what.head}を{'骨折' if clause.lemma in {'折る', '折れる'} else '痛めた'}")


def _is_cared_for(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    noun = clause.noun.head if clause.noun is not None else (clause.phrases[-1].head if clause.phrases else "")
    if noun in DONE:
        yield Said("health", noun)


def _keeps(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is not None and kind_of(normal(what.head)) == "pet":
        yield Said("pet", what.head)


def _begins(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is not None and _thing(what) and not what.modified and ACTIVITY.search(what.head):
        was = clause.lemma == "習う" and clause.past and clause.tail.startswith("て")
        yield Said("hobby", what.text, Mode.WAS if was else Mode.IS, LIKELY)


def _lives_through(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    """What happens once or twice in a life, and lies ahead: 来年独立する."""
    event = clause.noun.head if clause.noun is not None else clause.phrases[-1].head if clause.phrases else ""
    if event in EVENTS and not clause.past and "て" not in clause.tail[:1]:
        yield Said("plan", event, sure=LIKELY)


def _quits(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is None or not _thing(what) and what.head not in WORKS or what.modified:
        return
    if what.head in WORKS or job(what.head) or SHOP.search(what.head):
        yield Said("job", "" if what.head in WORKS else what.text, Mode.ENDS)
    elif clause.past:
        yield Said("habit", f"{what.text}はやめた", ends=what.text)
        yield Said("hobby", what.text, Mode.ENDS)


def _applies(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is not None and (FACULTY.search(what.head) or ORGANISATION.search(what.head)) and not clause.past:
        yield Said("plan", f"{what.text}を受ける")


def _dies(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if (clause.past or "て" in clause.tail) and clause.phrases and clause.phrases[0].particle in {"は", "が", "も", ""}:
        yield Said("family", "亡くなった")


def _swells(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    eaten = clause.by("で")
    if what is not None and SYMPTOMS.search(what.head) and eaten is not None and _thing(eaten):
        yield Said("allergy", eaten.text)


def _decides(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    """What one chooses: 高知の大学にする."""
    chosen = clause.by("に")
    if chosen is not None and not chosen.modified and FACULTY.search(chosen.head):
        yield Said("plan", f"{chosen.text}にする")


def _goes_to(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    there = clause.by("に", "へ")
    if there is None or there.modified:
        return
    if re.search(r"(?:教室|スクール|道場)$", there.head):
        yield Said("hobby", there.text)
    elif FACULTY.search(there.head):
        yield Said("school", there.text)


DEEDS: tuple[tuple[frozenset[str], Callable[[Clause, Phrase | None], Iterator[Said]]], ...] = (
    (LIVING, _lives),
    (EVENTS, _lives_through),
    (frozenset(["居る", "おる"]), _stays),
    (MOVES, _moves),
    (SERVES, _serves),
    (TRANSFERS, _transfers),
    (frozenset(["為る", "遣る", "する"]), _does),
    (frozenset(["為る", "決める"]), _decides),
    (frozenset(["成る"]), _becomes),
    (frozenset(["出る"]), _swells),
    (frozenset(["痛める", "折る", "折れる", "捻る", "挫く"]), _hurts),
    (frozenset(["入院", "退院", "骨折", "捻挫", "手術"]), _is_cared_for),
    (KEEPS, _keeps),
    (BEGINS, _begins),
    (QUITS, _quits),
    (frozenset(["受ける", "受験", "志望", "目指す"]), _applies),
    (frozenset(["亡くなる", "他界"]), _dies),
    (frozenset(["通う", "通い始める"]), _goes_to),
)
_VERBAL = EVENTS | TRANSFERS | DONE | LIVING | MOVES | SERVES | frozenset(["受験", "志望", "他界", "卒業"])
