"""What a matter that is left open is called: the deed in the form of the dictionary, the event with whose it is, and
of what it is the result."""

import re

from lumina.distil.claims.japanese.left_open import AN_EVENT, EDGES, LENGTH
from lumina.language.japanese import Morpheme, morphemes

HELPS = frozenset(
    {"くれる", "もらう", "貰う", "いただく", "くださる", "おく", "しまう", "みる", "ある", "いる", "おる", "やる"}
)
"""Verbs that behind another one say no more than for whom it is done, or how."""

OPENING = re.compile(
    r"^(?:(?:あと|それと|それから|ほんで|そういえば|で|でも|そろそろ|早く|はやく|いい加減(?:に)?|ちゃんと|とりあえず|まず|まだ|今度|こんど|いや|うん|はい|ああ|やばい?|あ"
    r"|(?:私|僕|俺|うち|わたし|あたし)(?=、)"
    r"|(?:今日|明日|あした|あさって|来週|今週|週末)(?:は|に)?(?=[一-龠ァ-ヴー])"
    r"|さすがに|忘れないうちに|急いで|なるべく早く)(?:、|(?=[一-龠ァ-ヴー]))|[、 ])+"
)
MUST_END = re.compile(
    r"(?:なきゃ|なくちゃ|ないと|なければ|ねば|なあかん|んとあかん)(?:いけ(?:ない|ません)?|なら(?:ない|ん)?|なりません|だめ|ダメ|ね|な|ー|よ|の)*$"
)
BY_DAY = re.compile(r"(?:[0-9]{1,2}月)?[0-9]{1,2}日(?:まで(?:に)?|に|中に)|[0-9]{1,2}月中に")
AT_A_PLACE = re.compile(r"(?P<v>[^\s、。はが]{1,16})は、?[一-龠ァ-ヴーA-Za-z]{1,10}")
REASON = re.compile(r"(?<=[だですたるい])(?:から|ので|けど|が)、?|ので、?|のに、?")
TOPIC = re.compile(r"^(?P<v>[^\s、。はが]{2,14})(?:は|って)")
ERRAND = re.compile(r"^[一-龠][ぁ-ん]{1,2}に(?=行く|来る)")
OBJECT = re.compile(r"[一-龠ァ-ヴーA-Za-z]")
THINKS = re.compile(
    r"(?:よう|[おこそとのもろご]う)?(?:か)?(?:な)?(?:と|って)(?:思(?:う|って(?:い)?(?:る|ます)|います)|考えて(?:い)?る)$"
)
EVENTS = re.compile(rf"(?P<v>(?:[^\s、。はがもをにで]{{1,12}}?の)?{AN_EVENT})")
GENERIC = frozenset(
    [
        "予約",
        "結果",
        "報告",
        "予定",
        "診察",
        "返事",
        "連絡",
        "回答",
        "審査",
        "通知",
        "期限",
        "締切",
        "締め切り",
        "〆切",
        "本番",
    ]
)
OUTCOMES = re.compile(r"結果|返事|連絡|回答|合否|採否|通知|発表|審査")
"""What comes of something that was done, and says by itself not of what."""

TRIED = re.compile(
    r"(?P<v>[^\s、。はがもをにで!?「」]{2,14})(?:は|が|を|も|に)?(?:、)?(?:やっと|無事|一応|ようやく|さっき|今日|昨日)?"
    r"(?:終わ|おわ|済ん|すん|受け(?:た|て|まし)|うけ(?:た|て)|出し(?:た|て)|提出し|申し込|応募し|申請し|抜い(?:た|て)|撮っ(?:た|て)|行って(?:き|来))"
)
"""What is done, and has a result to come."""


def deed(text: str) -> str:
    """A deed with its object, as one would note it: 本を返す of 本も返さなきゃ; "" where none is told."""
    told = OPENING.sub("", THINKS.sub("", EDGES.sub("", text.strip())))
    parts = [part for part in REASON.split(told) if part.strip("、 ")]
    last = parts[-1].strip("、 ") if parts else ""
    found = _in_form(last)
    topic = TOPIC.search(told) if len(parts) > 1 else None
    if found and topic and not _has_object(found):
        plain = found.removesuffix("する")
        found = f"{topic['v']}の{plain}" if plain != found else f"{topic['v']}を{found}"
    return found[-LENGTH:]


def in_short(told: str) -> str:
    """A duty as a deed, and an event without that there is one."""
    told = re.sub(r"が(?:ある|あります|あって|あるそうだ)(?:んだ|んです|よ|って|らしい)*$", "", OPENING.sub("", told))
    short = deed(BY_DAY.sub("", MUST_END.sub("", told))) if MUST_END.search(told) else ""
    if has_object(short):
        return short
    told = re.sub(r"(?:は|が)?の?(?:予定|つもり)$", "", told) or told
    where = AT_A_PLACE.fullmatch(told)
    return where["v"] if where and event(where["v"]) else told


def _in_form(text: str) -> str:
    """Up to the last verb, and that as the dictionary has it."""
    words, place, kept = morphemes(text), 0, ""
    for at, word in enumerate(words):
        if word.part[0] == "動詞" and not _helps(words, at):
            before = text[:place]
            before = f"{before[:-1]}を" if before.endswith("も") else before
            kept = before + word.dictionary
        place += len(word.surface)
    return kept


def _helps(words: tuple[Morpheme, ...], at: int) -> bool:
    before = words[at - 1].surface if at else ""
    return before in {"て", "で", "って", "ちゃ"} and words[at].dictionary in HELPS


def _has_object(told: str) -> bool:
    """Whether a deed says to what or to whom it is done."""
    told = ERRAND.sub("", told)
    words = [word for word in morphemes(told)[:-1] if word.part[0] in {"名詞", "接尾辞", "代名詞"}]
    return len(words) > told.endswith("する")


def has_object(told: str) -> bool:
    return bool(OBJECT.search(told)) and _has_object(told)


def event(text: str) -> str:
    """The last event of a text that is more than a result, with whose, or of what it is."""
    found = [match for match in EVENTS.finditer(text) if match["e"] not in GENERIC]
    return found[-1]["v"] if found else ""


def tried(text: str) -> str:
    """What a text tells to be done, and to have a result."""
    if named := event(text):
        return named
    match = TRIED.search(text)
    words = morphemes(match["v"]) if match else ()
    is_noun = bool(words) and all(
        word.part[0] in {"名詞", "接尾辞", "接頭辞"} or word.surface == "の" for word in words
    )
    return match["v"] if match and is_noun else ""
