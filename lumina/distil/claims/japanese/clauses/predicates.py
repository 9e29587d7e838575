"""What a clause says of whoever it is about."""

import re
from collections.abc import Iterator
from itertools import pairwise

from lumina.distil.claims.japanese.clauses.deeds import ALONE, PART_TIME, UNREAL, VERBAL, deed, done_by, lives
from lumina.distil.claims.japanese.clauses.nouns import ACTIVITY, LIKELY, Said, has, is_a, place, thing
from lumina.distil.claims.japanese.clauses.parts import ATTRIBUTES, Clause, Phrase
from lumina.distil.claims.japanese.phrases import HOLLOW, name
from lumina.distil.claims.japanese.relations import normal
from lumina.known import Mode

FOND = frozenset(["好き", "大好き", "大好物", "好物", "目がない"])
AVERSE = frozenset(["嫌い", "苦手", "大嫌い", "無理", "駄目", "だめ"])
CLUBS = frozenset(["会", "サークル", "教室", "クラブ", "同好会", "稽古", "レッスン", "チーム"])
DENIED = re.compile(r"じゃな|やな|ちゃう|なら|ば|たら")
FREQUENT = re.compile(
    r"毎[朝晩日週月年食回]|朝晩|いつも|必ず|欠かさ|寝る前|よく(?=[観聴聞読行食飲作通])(?!聞こ)|起きたら|週末[はに]|休日[はに]|休みの日[はに]|(?:週|月|年|日)に[0-9一二三四五六七八九十]+[回度日本杯]"
    r"|[月火水木金土日]曜(?:日)?(?:は|の[朝夜])(?:いつも|必ず)"
)
LOVES = re.compile(r"(?P<n>[^大\s]{2,8}?)(?P<f>好き|嫌い)")
ENDS_WHOLE = re.compile(r"(?:[るすくうつむぐぶぬ]|ます|ません|ない)$")
VAGUE = re.compile(
    r"思[うっ]|それ|これ|あれ|毎回|てしまい|てしまう|ちゃう|そうです|かけ|^(?:よく|必ず|いつも)[^\s]{2,6}$"
)
SCHOOLS = re.compile(r"学|校|高$|大$|園$|院$|私|僕|俺|[子娘孫妹弟姉兄]$")
WEEKLY = re.compile(r"[月火水木金土日]曜|週末|休日|休み|毎[朝晩日週月]")
TALK = re.compile(r"(?:のですが|んですが|けど|し|から|ので|よ|ね|ねん|わ|のです|んです|んだ)+$")
DECIDED = re.compile(r"ことに(?:し(?:た|まし|てん|ます)|する|決め)")
ROUTINE = re.compile(r"毎|いつも|から|朝|晩|週|月に|日に|歩|走|飲|食")
A_DEED = 24
LEAD = re.compile(
    r"^(?:(?:あ|えっと|ほんで|それで|それと|あと|で|実は|やっぱり|結局|いっそ|ついに|とうとう|思い切って|そういえば|ちなみに)(?:、|(?=[^っと、])))+"
)
"""With what one comes to say what one decides."""


def said_by(clause: Clause) -> Iterator[Said]:
    """What a clause says of whoever it is about."""
    if clause.noun is not None:
        yield from _by_noun(clause, clause.noun)
    elif clause.lemma:
        yield from done_by(clause, *deed(clause))


def _by_noun(clause: Clause, noun: Phrase) -> Iterator[Said]:
    if clause.negative or DENIED.search(clause.tail):
        return
    if attribute := _attribute(clause):
        yield from has(attribute, noun, clause)
        return
    was = Mode.WAS if clause.past else Mode.IS
    for one in is_a(noun):
        is_over = clause.past and one.kind in {"job", "school"}
        yield Said(one.kind, one.value, Mode.WAS if is_over else one.mode, one.sure)
    loves = LOVES.fullmatch(noun.head) if clause.tail and clause.tail != "な" and not noun.modified else None
    if (match := loves) and normal(match["n"]) == match["n"] and match["n"] not in HOLLOW and not name(match["n"]):
        yield Said("likes" if match["f"] == "好き" else "dislikes", match["n"], was)
    if noun.head == "卒業" and (what := clause.by("は")) is not None and not SCHOOLS.search(what.head) and thing(what):
        yield Said("habit", f"{what.text}はやめた", ends=what.text)
    elif noun.head in VERBAL:
        yield from done_by(clause, noun.head, None)
    if noun.head in FOND | AVERSE and (what := _felt(clause)):
        yield Said("likes" if noun.head in FOND else "dislikes", what, Mode.WAS if "た" in clause.tail else Mode.IS)
    if (
        ACTIVITY.search(noun.head)
        and not noun.modified
        and clause.tail
        and any(WEEKLY.search(one.text) for one in clause.phrases)
    ):
        yield Said("hobby", noun.text, sure=LIKELY)
    yield from _lives_so(clause, noun)


def _lives_so(clause: Clause, noun: Phrase) -> Iterator[Said]:
    """How one lives, or works beside school: 下北で一人暮らし, 単身赴任で福岡, カラオケでバイト."""
    there = clause.by("で")
    if ALONE.search(noun.head):
        yield from lives(clause)
    elif noun.head.startswith("単身赴任") and (where := next((place(one) for one in clause.phrases if place(one)), "")):
        yield Said("home", f"{where}（単身赴任）")
    elif any("単身赴任" in "".join(word.surface for word in one.words) or one.head == "赴任" for one in clause.phrases):
        yield from [Said("home", f"{where}（単身赴任）")] if (where := place(noun)) else []
    elif noun.head in PART_TIME and there is not None:
        yield Said("job", f"{there.text}でバイト")


def _attribute(clause: Clause) -> str:
    """Of what one has the clause speaks, if it does: 仕事は, 浩司の趣味は."""
    topic = clause.by("は", "が", "って", "、", "")
    return ATTRIBUTES.get(topic.head, "") if topic is not None else ""


def _felt(clause: Clause) -> str:
    """What is liked or not."""
    felt = [one for one in clause.phrases if one.particle in {"が", "は", "も", "って", ""}]
    what = next((one for one in reversed(felt) if normal(one.head) == one.head), None)
    return thing(what) if what is not None and not what.modified and not name(what.head) else ""


def habit(clause: Clause, text: str) -> Iterator[Said]:
    """What is done again and again."""
    said = text[clause.begin : clause.end].strip("、 ")
    if not clause.lemma or clause.past or clause.negative or UNREAL.search(clause.tail):
        return
    often = FREQUENT.search(said)
    is_whole = bool(ENDS_WHOLE.search(TALK.sub("", said))) and clause.by("が") is None and not VAGUE.search(said)
    if often and is_whole and 4 < len(said) <= 30 and clause.by("を", "に", "と", "", "で", "は"):
        yield Said("habit", TALK.sub("", said), sure=LIKELY)


def club(clause: Clause) -> Iterator[Said]:
    """What somebody belongs to who speaks of it: 俳句の会の吟行."""
    for phrase in clause.all():
        for one, other in pairwise(phrase.parts):
            if other in CLUBS and ACTIVITY.search(one):
                yield Said("hobby", f"{one}の{other}", sure=LIKELY)


def decided(clause: Clause, text: str) -> Iterator[Said]:
    """What one decides to do, as it is said: 朝歩くことにした."""
    if not DECIDED.search(clause.tail):
        return
    said = text[clause.begin : clause.end]
    what = LEAD.sub("", said[: said.find("ことに")].lstrip("、 "))
    if 2 < len(what) < A_DEED:
        yield Said("habit" if ROUTINE.search(what) else "plan", what, sure=LIKELY)
