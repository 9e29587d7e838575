"""What somebody does, by the class of the verb and of the nouns that go with it."""

import re
from collections.abc import Callable, Iterator

from lumina.distil.claims.japanese.clauses.nouns import (
    ABSTAINS,
    ACTIVITY,
    BODY,
    DWELLING,
    FACULTY,
    LIKELY,
    ORGANISATION,
    PASTIME,
    Said,
    is_a,
    place,
    thing,
)
from lumina.distil.claims.japanese.clauses.parts import Clause, Phrase, is_time
from lumina.distil.claims.japanese.clauses.possessions import buys, changes, drives, owns
from lumina.distil.claims.japanese.phrases import job
from lumina.distil.claims.japanese.relations import kind_of, normal
from lumina.known import Mode
from lumina.language.categories import belongs

SYMPTOMS = re.compile(r"(?:じんましん|蕁麻疹|発疹|湿疹|ぶつぶつ|かゆみ|鼻水|くしゃみ)$")
SHOP = re.compile(
    r"(?:カフェ|喫茶店|食堂|レストラン|バー|美容室|美容院|サロン|民宿|旅館|ペンション|工房|農園|牧場|塾|[^部]屋|商店|薬局)$"
)
PART_TIME = frozenset(["バイト", "アルバイト", "パート"])
WORKS = frozenset(["仕事", "会社", "勤め", "店", "お店"]) | PART_TIME
ALONE = re.compile(r"(?:一人|ひとり|二人|ふたり|[0-9]+人|[三四五六七八]人|実家|寮)?(?:暮らし|ぐらし)$|^一人$|単身赴任")
LIVING = frozenset(["住む", "住まう", "暮らす", "暮す", "下宿", "同居", "居住", "在住", "駐在", "赴任", "滞在", "同棲"])
MOVES = frozenset(["引っ越す", "越す", "移る", "移り住む", "転居", "移住", "引っ越し"])
SERVES = frozenset(["働く", "勤める", "勤務", "務める"])
TRANSFERS = frozenset(["異動", "転勤", "転職", "就職", "入社", "配属", "出向", "内定", "転属", "単身赴任"])
KEEPS = frozenset(["飼う", "迎える", "引き取る", "拾う"])
BEGINS = frozenset(["始める", "習う", "習い始める", "はじめる"])
QUITS = frozenset(["辞める", "やめる", "止める", "引退", "卒業"])
EVENTS = frozenset(
    ["独立", "開業", "起業", "留学", "結婚", "入籍", "出産", "退職", "進学", "入学", "帰国", "復職", "移住"]
)
CARED_FOR = frozenset(["入院", "退院", "骨折", "捻挫", "手術"])
VERBAL = EVENTS | TRANSFERS | CARED_FOR | LIVING | MOVES | SERVES | frozenset(["受験", "志望", "他界", "卒業", "引退"])
"""Nouns that are verbs with する."""

STAYED = re.compile(r"て(?:い|お|おり)?(?:た|まし)")
"""So one lived somewhere for a while, and does no more."""

UNREAL = re.compile(r"^よ?う(?:か|と|$)|た(?:い|く)|ば|たら|かも|なら|なさい|ください")


def done_by(clause: Clause, verb: str, what: Phrase | None) -> Iterator[Said]:
    """What a verb says of whoever does it."""
    if clause.negative or UNREAL.search(clause.tail):
        return
    for verbs, rule in DEEDS:
        if verb in verbs:
            yield from rule(clause, what)


def deed(clause: Clause) -> tuple[str, Phrase | None]:
    """The verb, and what it is done to: of a noun that only takes する the noun is the verb (北海道に転勤した)."""
    last = clause.last
    is_light = clause.lemma in {"為る", "する", "成る"} and last is not None and last.particle in {"", "を", "に"}
    if is_light and last is not None and last.head in VERBAL:
        return last.head, None
    if clause.lemma == "暮らす" and last is not None and ALONE.search(f"{last.head}暮らし"):
        return "暮らす", None
    if clause.lemma in {"換える", "替える"} and last is not None and last.head in {"乗り", "買い"}:
        return f"{last.head}換える", None
    return clause.lemma, done_to(clause)


def done_to(clause: Clause) -> Phrase | None:
    """What something is done to: with を, or bare just before the verb, but for when."""
    bare = [one for one in clause.phrases if not is_time(one)][-1:]
    return clause.by("を") or next((one for one in bare if one.particle in {"", "は", "も"}), None)


def lives(clause: Clause, _what: Phrase | None = None) -> Iterator[Said]:
    """Where somebody lives: 下北で一人暮らし."""
    there = next((one for one in reversed(clause.phrases) if one.particle in {"に", "で", ""} and where(one)), None)
    if there is not None:
        was = clause.past and (not clause.tail.startswith("て") or bool(STAYED.match(clause.tail)))
        yield Said("home", where(there), Mode.WAS if was else Mode.IS)


def where(there: Phrase) -> str:
    """A place, or a dwelling: シェアハウス."""
    return place(there) or (there.text if DWELLING.search(there.head) else "")


def _stays(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    """Where people are said to be: 松本におります."""
    there = clause.by("に")
    if there is None or clause.past or not (where := place(there)) or where != there.text:
        return
    first = clause.phrases[0]
    if first.particle == "は" or not re.search("今|いま", first.text):
        yield Said("home", where, sure=LIKELY)


def _moves(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    there = clause.by("に", "へ")
    if there is not None and SHOP.search(there.head) and not there.modified:
        yield Said("job", there.text)
    elif there is not None and (where := place(there)) and not there.modified and clause.tail != "て":
        has_moved = clause.past or clause.tail.startswith(("てい", "てき", "お"))
        yield Said("home", where) if has_moved else Said("plan", f"{where}に引っ越す")


def _serves(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    there = clause.by("で", "に")
    if there is not None and (ORGANISATION.search(there.head) or place(there)):
        yield Said("workplace", there.text, Mode.WAS if clause.past else Mode.IS)


def _transfers(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    into = [one for one in clause.phrases if one.particle in {"に", "へ"} and one.head not in VERBAL]
    if into and thing(into[-1]) and not into[-1].modified:
        yield Said("job" if job(into[-1].head) else "workplace", into[-1].text)


def _does(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is None or (what.particle in {"は", "も"} and not job(what.head)):
        return
    there = clause.by("で")
    if what.head in PART_TIME:
        yield from [Said("job", f"{there.text}でバイト")] if there is not None else []
    elif job(what.head) and normal(what.head) == what.head:
        yield Said("job", what.text, Mode.WAS if clause.past else Mode.IS)
        if there is not None and ORGANISATION.search(there.head):
            yield Said("workplace", there.text)
    else:
        yield from _goes_in_for(clause, what)


def _goes_in_for(clause: Clause, what: Phrase) -> Iterator[Said]:
    is_run = clause.lemma == "遣る"
    if is_run and SHOP.search(what.head) and not what.modified:
        yield Said("job", f"{what.text}の経営")
    elif belongs(what.head, "sport") or belongs(what.head, "instrument") or (is_run and PASTIME.search(what.head)):
        yield Said("hobby", what.head, Mode.WAS if clause.past else Mode.IS)
    elif ALONE.search(what.head):
        yield from lives(clause)
    elif is_run and clause.past and BODY.match(what.head):
        yield Said("health", f"{what.head}を痛めた")


def _becomes(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    into = clause.by("に")
    if into is not None and not into.modified:
        yield from is_a(into)


def _hurts(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is not None and BODY.match(what.head) and clause.past:
        yield Said("health", f"{what.head}を{'骨折' if clause.lemma in {'折る', '折れる'} else '痛めた'}")


def _named(clause: Clause) -> str:
    noun = clause.noun or clause.last
    return noun.head if noun is not None else ""


def _is_cared_for(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    if (noun := _named(clause)) in CARED_FOR:
        yield Said("health", noun, ends="入院" if noun == "退院" and clause.past else "")


def _lives_through(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    """What happens once or twice in a life, and lies ahead: 来年独立する."""
    if (event := _named(clause)) in EVENTS and not clause.past and not clause.tail.startswith("て"):
        yield Said("plan", event, sure=LIKELY)


def _keeps(_clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is not None and kind_of(normal(what.head)) == "pet":
        yield Said("pet", what.head)


def _begins(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if clause.tail.startswith("と"):
        return
    if what is not None and ABSTAINS.search(what.head) and clause.past:
        yield Said("habit", what.text)
    elif (
        what is not None
        and thing(what)
        and not what.modified
        and (ACTIVITY.search(what.head) or _is_taught(clause, what))
    ):
        was = clause.lemma == "習う" and clause.past and clause.tail.startswith("て")
        yield Said("hobby", what.text, Mode.WAS if was else Mode.IS, LIKELY)


def _is_taught(clause: Clause, what: Phrase) -> bool:
    """Whether it is what somebody has lessons in."""
    is_learnt = clause.lemma in {"習う", "習い始める"} and not clause.negative
    return is_learnt or belongs(what.head, "instrument") or belongs(what.head, "sport")


PLAINLY = frozenset(["", "ます", "つもり", "予定", "んだ", "んです", "ことにした", "ことになった", "ことにします"])
"""So it is said what one is going to do, and not that one thinks of it."""


def _quits(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is None or what.modified or not (thing(what) or what.head in WORKS):
        return
    if what.head in WORKS or job(what.head) or SHOP.search(what.head):
        if clause.past or clause.tail.startswith("て"):
            yield Said("job", "" if what.head in WORKS else what.text, Mode.ENDS)
        elif clause.tail in PLAINLY:
            yield Said("plan", f"{what.text}を辞める", sure=LIKELY)
    elif not clause.past and (clause.tail.startswith("ます") or clause.by("から") is not None):
        yield Said("habit", f"{what.text}をやめる", sure=LIKELY)
    elif clause.past:
        yield Said("habit", f"{what.text}はやめた", ends=what.text)
        yield Said("hobby", what.text, Mode.ENDS)


def _applies(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    if what is not None and (FACULTY.search(what.head) or ORGANISATION.search(what.head)) and not clause.past:
        yield Said("plan", f"{what.text}を受ける")


def _dies(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    if (clause.past or "て" in clause.tail) and clause.phrases and clause.phrases[0].particle in {"は", "が", "も", ""}:
        yield Said("family", "亡くなった")


def _swells(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    eaten = clause.by("で", "は", "って")
    if what is not None and SYMPTOMS.search(what.head) and eaten is not None and thing(eaten):
        yield Said("allergy", eaten.text)


def _plays(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    """ホルンを吹いていた."""
    if what is not None and belongs(what.head, "instrument") and clause.tail.startswith("て"):
        yield Said("hobby", what.head, Mode.WAS if clause.past else Mode.IS)


def _enters(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    """施設に入っている, 自衛隊に入った."""
    into = clause.by("に")
    if into is None or into.modified:
        return
    if DWELLING.search(into.head) and clause.tail.startswith("て"):
        yield Said("home", into.text)
    elif EMPLOYER.search(into.head) and (clause.past or clause.tail.startswith("て")):
        yield Said("workplace", into.text)


EMPLOYER = re.compile(
    r"(?:自衛隊|会社|商社|メーカー|銀行|県庁|市役所|役所|警察|消防|省庁|劇団|事務所|部署|[課部局]|工場)$"
)


def _goes_on(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    """What one does still: 水曜のフラは続けている."""
    what = what or clause.by("は")
    if what is not None and ACTIVITY.search(what.head) and clause.tail.startswith("て") and not what.modified:
        yield Said("hobby", what.text)


def _decides(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    """What one chooses: 高知の大学にする."""
    chosen = clause.by("に")
    if chosen is not None and not chosen.modified and FACULTY.search(chosen.head):
        yield Said("plan", f"{chosen.text}にする")


def _goes_to(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    there = clause.by("に", "へ")
    if there is None or there.modified:
        return
    if re.search(r"(?:教室|スクール|道場)$", there.head):
        yield Said("hobby", there.text)
    elif FACULTY.search(there.head):
        yield Said("school", there.text)


DEEDS: tuple[tuple[frozenset[str], Callable[[Clause, Phrase | None], Iterator[Said]]], ...] = (
    (LIVING, lives),
    (EVENTS, _lives_through),
    (frozenset(["居る", "おる"]), _stays),
    (MOVES, _moves),
    (SERVES, _serves),
    (TRANSFERS, _transfers),
    (frozenset(["為る", "遣る", "する"]), _does),
    (frozenset(["為る", "決める"]), _decides),
    (frozenset(["成る"]), _becomes),
    (frozenset(["乗り換える", "買い替える", "買い換える", "機種変更"]), changes),
    (frozenset(["出る"]), _swells),
    (frozenset(["痛める", "折る", "折れる", "捻る", "挫く"]), _hurts),
    (CARED_FOR, _is_cared_for),
    (KEEPS, _keeps),
    (BEGINS, _begins),
    (QUITS, _quits),
    (frozenset(["受ける", "受験", "志望", "目指す"]), _applies),
    (frozenset(["亡くなる", "他界"]), _dies),
    (frozenset(["続ける"]), _goes_on),
    (frozenset(["弾く", "吹く", "叩く"]), _plays),
    (frozenset(["入る"]), _enters),
    (frozenset(["乗る"]), drives),
    (frozenset(["買う", "購入"]), buys),
    (frozenset(["有る"]), owns),
    (frozenset(["通う", "通い始める"]), _goes_to),
)
