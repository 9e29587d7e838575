"""That something is over, or how it went: what a sentence closes, and of what alone it may be meant."""

import re
from collections.abc import Iterator
from datetime import datetime

from lumina.distil.claims.japanese.left_open import BACK, DONE, DUE, LIKELY, REPORT
from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.deeds import deeds
from lumina.language.japanese import Morpheme, morphemes
from lumina.language.when.japanese_tense import PAST
from lumina.language.when.reckoning import Found

BECOMES = re.compile(
    r"(?:[くに]なって|(?<![一-龠])出て|増えて|減って|返って|降って|晴れて|慣れて|なれて|疲れて|飽きて|冷えて|暮れて|見えて|届いて|余って|聞こえて|覚めて|さめて|[沸湧]いて|思えて|流れて|わかって|分かって"
    r"|痛んで|落ち着いて|痩せて|やせて|太って|伸びて|似て|溜まって|たまって|変わって|明けて|生えて|咲いて|腹が立って)き(?:た|まし|て)"
)
"""What comes of itself: who is back from nowhere has done nothing."""

CAME_OUT = re.compile(
    r"(?:(?:通|とお)(?:った|りまし)|(?:許可|審査|許し|おり)[がも]?(?:下り|降り|おり|で|出)(?:た|まし)|直(?:った|りまし)|治(?:った|りまし)|直してもら(?:った|い)"
    r"|持って(?:って|行って|いって)もら|片付(?:いた|け(?:た|終|まし))|仕上が(?:った|り)|間に合(?:った|い)|話せ(?:た|まし)|言え(?:た|まし)|伝え(?:た|まし)|謝(?:った|れた|りまし)|振り込(?:んだ|みまし)"
    r"|受け取(?:った|りまし)|もらって(?:き|来)|来てくれた|済ませ|申請し(?:た|まし)|更新し(?:た|まし)|[一-龠ァ-ヴー]{2,}(?:を)?(?:し(?:た|まし)(?!ら)|してき(?:た|まし))"
    r"|(?<=[一-龠ァ-ヴーA-Z])(?:が)?(?:出た|でた|出ました)|勝(?:った|ちまし)|負け(?:た|まし)|引き?分け|優勝|完走|大成功|うまくいった)"
    r"(?!ら|い)"
)
"""How it is told that something went as it should, or did not."""

IS_TO_BE = re.compile(r"こと(?:に|が)(?:なっ|なり|し|決ま)|(?:つもり|予定|はず)(?:だった|でした)|頼まれ|言われ|誘われ")
PARTLY = re.compile(r"(?:だけ|途中|半分|少し|一部|ちょっと)(?:は|まで|しか)?、?[^、。]{0,8}(?:た|まし)")
THEN = re.compile(r"[^、。]*[ただ]ら(?!しい)、?")
"""What was done before that of which is told."""

FOUND = re.compile(r"(?P<v>[^\s、。はがもを]{1,10}?)(?:が|は|も)?、?(?:やっと|無事|結局|普通に)?あった(?:!|よ|わ|ー|$)")
ALONE = re.compile(
    r"^(?:もう|やっと|ようやく|ついに|ちゃんと|さっき|今|、)*(?P<v>言った|伝えた|話した|出した|返した|送った|払った|渡した|行った|行ってきた|やった|済ませた|電話した|謝った|書いた|頼んだ|言ってきた|予約した|買った)(?:よ|わ|ぞ|ー|!|、)*$"
)
"""A deed that is told as done, and nothing of what."""

TOLD_TO = frozenset({"電話", "連絡", "メール", "返信", "報告", "返事", "LINE", "挨拶"})
GOVERNS = frozenset({"が", "を", "は", "も"})
IDLE = frozenset({"副詞可能"})


def outcomes(sentence: str, bare: str, coming: list[Found], at: datetime, what: str) -> Iterator[Claim]:
    """What is done; or what is told of as something that was. Who is just back has done what was due. `what` is the
    sentence in short."""
    told = THEN.sub("", sentence)
    own = own_matter(told) or (own_matter(sentence[: -len(told)] if told != sentence else ""))
    if PARTLY.search(sentence):
        return
    if BACK.search(sentence) and not BECOMES.search(sentence) and not coming:
        yield _close(what, sentence, LIKELY, own, Day(at.date()))
    elif DONE.search(told) or (not coming and _is_told_done(sentence, told, bare)):
        yield _close(what, sentence, LIKELY, own)
    elif not coming and (found := FOUND.search(bare)):
        yield _close(found["v"], sentence, LIKELY, found["v"])
    elif not coming and PAST.search(sentence) and not IS_TO_BE.search(sentence):
        event = DUE.search(sentence)
        if event or own:
            yield _close(event["v"] if event else what, sentence, REPORT, "" if event else own)


def of_others(sentence: str, coming: list[Found], what: str) -> Iterator[Claim]:
    """That somebody else is done with an event that is named: 蒼太は見学会に行ってきた."""
    event = DUE.search(sentence)
    if event and not coming and PAST.search(sentence) and not IS_TO_BE.search(sentence):
        yield _close(what, sentence, LIKELY if BACK.search(sentence) or DONE.search(sentence) else REPORT, event["v"])


def _close(value: str, text: str, confidence: float, own: str, until: Day | None = None) -> Claim:
    return Claim(ClaimType.CLOSE, ME, "", value, text, confidence, until=until, replaces=own)


def _is_told_done(sentence: str, told: str, bare: str) -> bool:
    return bool(deeds(told, "closes") or CAME_OUT.search(sentence) or ALONE.search(bare))


def own_matter(sentence: str) -> str:
    """What a sentence says itself to be done or to have come, or whom it was told: nothing else is over by it. ""
    where it says no more than that something is, or where its word for it stands for another: 内定 of 面接."""
    words = morphemes(sentence)
    verbs = [
        at
        for at, word in enumerate(words)
        if word.part[0] == "動詞" and word.dictionary not in {"する", "くる", "来る", "いる", "もらう", "しまう"}
    ]
    noun = _verbal_noun(words)
    last = noun if noun is not None else verbs[-1] if verbs else None
    if last is None:
        return ""
    own = _governed(words, last)
    if own and deeds(sentence, "closes") != deeds(sentence.replace(own, ""), "closes"):
        return ""
    return own


def _verbal_noun(words: tuple[Morpheme, ...]) -> int | None:
    """Where 電話 of 電話した stands, if the sentence ends with such."""
    for at in range(len(words) - 1, 0, -1):
        if words[at].dictionary == "する" and "サ変可能" in words[at - 1].part:
            return at - 1
    return None


def _governed(words: tuple[Morpheme, ...], verb: int) -> str:
    """The noun that a verb has for its object or subject, or to whom it is told."""
    at = verb - 1
    while at >= 0:
        word = words[at]
        if word.surface in GOVERNS and word.part[0] == "助詞":
            return _noun_before(words, at)
        if word.surface in {"に", "へ"} and words[verb].surface in TOLD_TO:
            return _noun_before(words, at)
        if at == verb - 1 and _is_noun(word):
            return _noun_before(words, verb)
        if word.part[0] in {"動詞", "形容詞"} and at < verb - 1 and words[at + 1].surface not in {"て", "で"}:
            return ""
        at -= 1
    return ""


def _noun_before(words: tuple[Morpheme, ...], end: int) -> str:
    begin = end
    while begin and _is_noun(words[begin - 1]):
        begin -= 1
    return "".join(word.surface for word in words[begin:end])


def _is_noun(word: Morpheme) -> bool:
    return word.part[0] in {"名詞", "接尾辞", "接頭辞"} and not IDLE & {*word.part} and "数詞" not in word.part
