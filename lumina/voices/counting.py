"""How often, how long, how far: questions that want a number of whatever they are about."""

import re
from collections.abc import Sequence
from datetime import datetime

from lumina.language.acts import only_asks
from lumina.language.scripts import fold
from lumina.language.tokens import analyse
from lumina.voices.material import Evidence

N = (
    r"(?:\d[\d.,]*|an?|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -])?(?:one|two|three|four|five|six"
    r"|seven|eight|nine)|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty"
    r"|forty|fifty|sixty|seventy|eighty|ninety|half an?|a couple of)"
)
MEASURES = tuple(
    (re.compile(asked), re.compile(told))
    for asked, told in (
        (r"\bhow long\b", rf"\b{N}[ -]?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|fortnights?"
            rf"|months?|years?|decades?)\b|\bsince\b"),
        (r"\bhow far\b", rf"\b{N} ?(?:k|km|kms|miles?|mi|metres?|meters?|m|lengths?|laps|kilometres?"
            rf"|kilometers?|steps)\b"),
        (r"\bhow (?:much|expensive)\b|\bwhat did .* (?:cost|pay)\b", rf"[£$€]\d|\b{N} ?(?:quid|pounds|dollars"
            rf"|bucks|euros|grand|k|pence|p|thousand|hundred)\b|\b\d{{2,}}\b"),
        (r"\bhow (?:tall|high|big)\b", rf"\b{N} ?(?:foot|feet|ft|inches|cm|metres?|meters?|m|acres?|stone)\b"),
        (r"\bhow heavy\b|\bweigh\b", rf"\b{N} ?(?:kg|kilos?|stone|pounds|lbs?|oz|grams?)\b"),
    )
)  # fmt: skip
NUMERAL = r"(?:[0-9０-９一二三四五六七八九十百千万半数]+|数)"
LASTED = rf"{NUMERAL}(?:年|[かヶヵケ]?月|週間?|日|時間|分)(?!生|目|前|[組号頃])"
HOW_LONG = r"ど(?:れ|の|ん)(?:くらい|ぐらい|だけ|ほど)"
TAKES = r"(?:続|経|た[つっ]|なる|間|前|話して|会って|やって|住ん|飼|一緒|通)"
MEASURES_IN_JAPANESE = tuple(
    (re.compile(asked), re.compile(told))
    for asked, told in (
        (
            rf"{HOW_LONG}[^。?]{{0,8}}{TAKES}|(?:続け|始め|会っ|話し|住ん|飼っ|一緒に[^。?]{{0,4}})[てで]?[^。?]{{0,6}}{HOW_LONG}",
            LASTED,
        ),
        (r"いくら|なんぼ|値段|家賃は|何円", rf"{NUMERAL}(?:円|万|千|億)"),
    )
)
HOW_MANY = re.compile(
    r"(?:何|なん)(?P<of>[か箇]?[年週分秒人匹頭羽個本枚冊杯回度台軒首句曲部泊番組係階歳才点円足着皿玉箱話]"
    r"|[か箇]月|日間|時間|週間|きろ|せんち)(?!も|か(?!な|し|ね|い))"
)
"""What is counted, as 匹 of 何匹; a question for a day or an hour counts nothing."""
TIMES = re.compile(
    r"\bhow (?:many times|often) (?:did|have|has|had) (?:i|we|he|she|they|my \w+)\b"
    r"|\bhow many (?!times\b)[\w -]{3,30}? (?:have|did|has) (?:i|we|he|she|they) (?:had|have|been|done|made|run"
    r"|seen|go|gone|get|lost|missed|won)\b"
    r"|(?<![年月週日])(?<![年月週日]に)何回(?:も)?.*(?:った|した|いた|んだ|きた)"
)
TOLD_TIMES = re.compile(rf"{NUMERAL}回(?!目|転|線|生)")
"""A number of times that somebody has told is not counted once more."""
"""What asks how often something has happened."""
ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NTH = re.compile(
    rf"\b({'|'.join(ORDINALS)})\b(?! (?:hand|half|of (?:january|february|march|april|may|june|july|august)))"
)
EMPTY = frozenset(analyse("times often many time go have get do").words)


def measured(said: str) -> re.Pattern[str] | None:
    """What a statement has that tells how long, how far or how much, if a question asks for that."""
    folded = fold(said)
    if many := HOW_MANY.search(folded):
        return re.compile(NUMERAL + re.escape(many["of"]))
    return next((told for asked, told in (*MEASURES, *MEASURES_IN_JAPANESE) if asked.search(folded)), None)


def counted(said: str, evidence: Sequence[Evidence]) -> list[Evidence]:
    """The person's statements of something that a question wants counted, one a day, the earliest first; none where the
    question wants no such thing."""
    if not TIMES.search(fold(said)):
        return []
    words = frozenset(analyse(said).words) - EMPTY
    days: dict[str, Evidence] = {}
    for piece in sorted(evidence, key=lambda piece: piece["at"]):
        if piece["who"] == "you" and not only_asks(piece["text"]) and words & frozenset(analyse(piece["text"]).words):
            if TOLD_TIMES.search(fold(piece["text"])):
                return []
            days.setdefault(datetime.fromisoformat(piece["at"]).date().isoformat(), piece)
    return list(days.values())


def how_often(pieces: Sequence[Evidence]) -> int:
    """How often it happened, by the statements of it: as many as they are, or as the last of them says ("my third")."""
    said = [ORDINALS.index(match[1]) + 2 for piece in pieces for match in NTH.finditer(fold(piece["text"]))]
    return max([len(pieces), *said])
