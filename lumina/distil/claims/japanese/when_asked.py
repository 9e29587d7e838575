"""Of what somebody was asked when it is, by the question and by what was said before it; and what is arranged."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from lumina.distil.claims.japanese.left_to_do import left_to_do
from lumina.distil.claims.japanese.matters import GENERIC, OUTCOMES, deed, event, has_object, tried
from lumina.distil.claims.japanese.sentences import QUESTION, Sentence
from lumina.known import Day
from lumina.language.japanese import morphemes

WHEN = re.compile(
    r"いつ(?:ごろ|頃)?|何日|何曜|何時|日(?:取り|程|時)?(?:は|って)?[。?？]|日は[^。]{0,6}(?:決|どう)|(?:期限|締め?切り?|納期|予定日)(?:は|って|、)|(?:契約|退去|出発|入社|手術|検査|面接|試験)日は"
)
ASKS_OF = re.compile(
    r"(?P<v>[^\s、。はがも?？]{2,16})(?:は|って|の(?:日|期限|予定|締め?切り?|日程|日取り)は?)(?:、)?(?:次は)?(?:いつ|何日|何曜|何時|[。?？]|決)"
)
DOES = re.compile(
    r"いつ(?:ごろ|頃)?(?:に|から)?(?P<v>(?:受け|行|会|出|返|始め|やり|やる|買|送|言|話|決め|見|渡|聞)[^\s、。?？]{0,4}?)(?:んだ|の|ん|です|ます|か|[。?？])"
)
SAID_TOPIC = re.compile(r"(?P<v>[^\s、。!?はがも「」]{2,14})(?:って|は|を|の(?:試験|検査|予約))")
FOR_MORE = re.compile(
    r"(?:いつから|いつまで続|いつも|いつの|いつ以来|いつか|何時に(?:起き|寝|帰|閉|開)|いつ(?:知り|出会|始めた|来た|買った|行った|引っ越した|でした|だった|頃から))"
)
"""What is asked of the past, or of every day."""

ARRANGED = re.compile(
    r"(?:予約(?:は|を|が)[^。]{0,6}(?:取|と|入れ|し)[っれ]?た|こと(?:に|が)(?:なっ|なり|し(?=[たてま])|決ま)[^。、]{0,6}|予約(?:を|が|は)?(?:し|取|と|入)[^、。]{0,3}|(?:取れ|とれ|おさえ|押さえ)(?:た|まし)|申し込(?:んだ|みまし)|(?:決ま|決め)(?:った|た|りました|ました)|つもり|予定|(?:頼ん|誘われ|呼ばれ|招待され)[ただ]?)"
    r"(?:です|だ|んだ|よ|ね|わ|の|から|けど|って)*$"
)
CUT = re.compile(
    r"(?:(?:の)?予約(?:は|を|が)[^。]{0,6}(?:取|と|入れ|し)[っれ]?た|(?:する|受ける|出る|行く)?(?:こと|話)(?:に|が)(?:なった|なりました|した|しました|決ま)[^、。]*|(?:の)?予約(?:を|が|は)?(?:し|取|と|入)[^、。]{0,3}|(?:を|が|は)?(?:取れ|とれ|おさえ|押さえ|決ま|決め)[^、。]{0,3})$"
)
IS_ON = re.compile(
    r"(?:だ|です|ある|あって|なん|が|の|受ける|行く|出る|[一-龠ー])(?:よ|ね|けど|から|って|[んの]だ|んです)*$"
)
IS_OVER = re.compile(r"終わ|おわ|済ん|済み|行って(?:き|来)|でした|だった")
HEAD = re.compile("|".join(sorted(GENERIC, key=len, reverse=True)))


@dataclass(frozen=True, slots=True)
class Said:
    """The sentences of a turn, and what was said before it: by the other last, by the speaker with the latest first."""

    told: Sequence[Sentence]
    theirs: str
    mine: Sequence[str]
    at: datetime
    pets: Collection[str]


def when_asked(said: Said) -> str:
    """Of what the other asked when it is."""
    if not WHEN.search(said.theirs) or FOR_MORE.search(said.theirs):
        return ""
    named = event(said.theirs)
    if named and named not in GENERIC:
        return named
    of = ASKS_OF.search(said.theirs)
    if of and is_noun(of["v"]) and of["v"] not in GENERIC:
        return of["v"]
    head = HEAD.search(said.theirs)
    for text in said.mine:
        if head and OUTCOMES.search(head.group()):
            if what := tried(text):
                return f"{what}の{head.group()}"
            continue
        if what := event(text) or arranged(text) or _to_do(text) or _topic(text, said.theirs):
            return what
    return ""


def _to_do(text: str) -> str:
    """What one was asked to do, as long as nothing but its day is missing."""
    return next((one.value for one in left_to_do(text, (), Day(date.max), text)), "")


def _topic(text: str, asked: str) -> str:
    """What was spoken of, with the deed of which it was asked when it is done: TOEICって… いつ受ける。"""
    does = DOES.search(asked)
    topic = SAID_TOPIC.search(text) if does else None
    if does and topic and is_noun(topic["v"]):
        return deed(f"{topic['v']}を{does['v']}") or f"{topic['v']}を{does['v']}"
    told = deed(text) if does and not QUESTION.search(text) and not re.search(r"(?:た|だ|ない)$", text) else ""
    return told if has_object(told) else ""


def arranged(text: str) -> str:
    """What a sentence says to be arranged, or an event that it names and does not say to be over."""
    if IS_OVER.search(text):
        return ""
    if ARRANGED.search(text):
        return event(text) or plain_matter(text)
    return event(text) if IS_ON.search(text) else ""


def plain_matter(text: str) -> str:
    """A deed, or a noun that is booked: 美容院の予約とれた."""
    bare = CUT.sub("", text)
    told = deed(bare)
    if told and has_object(told):
        return told
    noun = re.search(r"(?P<v>[^\s、。はがをも]{2,16})$", bare.rstrip("、 "))
    return noun["v"] if noun else ""


def is_noun(told: str) -> bool:
    """Whether it is nothing but a noun phrase."""
    words = morphemes(told)
    return bool(words) and all(
        word.part[0] in {"名詞", "接尾辞", "接頭辞", "記号"} or word.surface in {"の", "・"} for word in words
    )


def texts(told: Sequence[Sentence]) -> list[str]:
    """The words of sentences."""
    return [one.text for one in told]
