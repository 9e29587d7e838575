"""What some words name that is to be forgotten, or not to be spoken of any more."""

import re

from lumina.language.scripts import fold

TOPIC = (
    re.compile(
        r"\b(?:forget|delete|erase|wipe|remove|don't (?:remember|keep)|scratch)\b(?P<plainly>[^.!?]*?\b(?:said"
        r"|told|mentioned|know|remember|have|got|everything|anything|all|stuff|things?)\b)?"
        r"[^.!?]*?\b(?:about|regarding|concerning) (?P<topic>[^.,;:!?]+)",
        re.I,
    ),
    re.compile(
        r"(?P<topic>[^。!！?？、,\s]{1,20}?)(?:(?:について|に関して)(?P<plainly>[^。、]{0,8})|の|って)(?:言った|話した|した)?"
        r"(?:こと|話|件)(?:は|を|も)?、?(?:もう|全部|ぜんぶ|すべて)?"
        r"(?:忘れ|(?:聞か)?なかったことに|(?:記[憶録]から)?(?:消し|削除|消去))"
    ),
    re.compile(r"(?P<topic>[^。!！?？、,\s]{1,15}?)[はを](?:もう|全部|ぜんぶ|すべて)?忘れ"),
    re.compile(
        r"\b(?P<plainly>mention(?:ing)?|bring(?:ing)? up|talk(?:ing)? about|going on about|speak (?:of|about)"
        r"|rais(?:e|ing)|remind(?:ing)? me (?:of|about)|bring(?:ing)?(?= [^.,;:!?]+ up\b)) (?P<topic>[^.,;:!?]+)",
        re.I,
    ),
    re.compile(
        r"(?P<topic>[^。!！?？、,\s]{1,20}?)(?:の(?:話題?|こと|件)|について)(?P<plainly>は|を|も|には)?、?"
        r"(?:もう|二度と|これ以上|絶対に?|今後|あまり)*"
        r"(?:(?:し|話さ|言わ|出さ|持ち出さ|触れ|ふれ|蒸し返さ|思い出さ|口にし|思い出させ)ない|やめて)"
    ),
    re.compile(
        r"(?P<plainly>\b(?:please|can you|could you|will you|would you|you to) (?:please )?)?\bforget (?:about )?"
        r"(?P<topic>(?!(?:that|what|whatever|everything|anything|all|i|the (?:things?|stuff|bit|part) (?:that )?i)\b)"
        r"[^.,;:!?]+)",
        re.I,
    ),
)
POINTS = re.compile(
    r"^(?:(?:that|this)(?: one| stuff| thing)?|it|it all|him|her|them|me|everything|.*\b(?:that|it)$"
    r"|[そあこ]|(?:それ|これ|あれ|今|いま|さっき|その|この|あの|先ほど)(?:の)?(?:話題?|こと|件|やつ)?"
    r"|[そあこ]の(?:子|人|方|話題?|こと|件|やつ|辺|へん))$"
)
"""What names nothing by itself."""

BEFORE = re.compile(
    r"^(?:(?:my|our|the|that|this|his|her|their|all|having|being) |(?:もう|やっぱり|ごめん|お願いだから)(?=.))", re.I
)
BEHIND = re.compile(
    r"(?: (?:please|now|ok|okay|then|thanks|too|up|(?:ever )?again|any ?more|from now on|for good|altogether|ever))+$",
    re.I,
)
BOTH = re.compile(r"\s*(?:の(?:こと|話|件)[もとや]|,|&|\band\b|\bor\b|や|と(?=[^。]))\s*")


def topic_of(text: str) -> str:
    """What a text that wants something forgotten says that to be; "" where it only points."""
    found = (BEHIND.sub("", match["topic"].strip()) for one in TOPIC for match in one.finditer(text))
    return next((BEFORE.sub("", topic) for topic in found if topic and not POINTS.match(fold(topic))), "")


def says_so_plainly(text: str) -> bool:
    """Whether a text can mean nothing but that something is to be forgotten."""
    return any((found := one.search(text)) and found.groupdict().get("plainly") for one in TOPIC)


def named_in(topic: str) -> list[str]:
    """Each of several that a topic names."""
    return [one for one in BOTH.split(topic) if one]
