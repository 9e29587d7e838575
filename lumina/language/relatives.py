"""As what somebody of the family is asked for, and as what they may have been told."""

import re
from dataclasses import dataclass

from lumina.language.scripts import CJK, fold

MEANT = (
    ("daughter", "daughter"),
    ("son", "son"),
    ("kid|child|children", "son|daughter|child|baby|twin"),
    ("sister", "sister"),
    ("brother", "brother"),
    ("sibling", "brother|sister|twin"),
    ("mother|mum|mom|mam|mummy|mama|mammy|mommy|ma|amma", "mother"),
    ("father|dad|daddy|papa|da|pops|appa", "father"),
    ("wife|missus", "wife|partner"),
    ("husband|hubby", "husband|partner"),
    ("girlfriend", "girlfriend|partner"),
    ("boyfriend", "boyfriend|partner"),
    ("aunt|auntie", "aunt"),
    ("uncle", "uncle"),
    ("niece", "niece"),
    ("nephew", "nephew"),
    ("cousin", "cousin"),
    ("grandmother|grandma|granny|gran|nan|nana", "grandmother"),
    ("grandfather|grandpa|grandad|granddad", "grandfather"),
    ("grandson", "grandson"),
    ("granddaughter", "granddaughter"),
    ("grandchild|grandchildren|grandkid", "grandson|granddaughter|grandchild"),
)
"""What one calls somebody of the family who is asked for, and as what they may have been told."""
ANY_CHILD = "(?:eldest|oldest|youngest|middle one|little ones?|wee ones?|bairns?)"
FONDLY = {
    "daughter": rf"girls?|lass(?:ie)?|{ANY_CHILD}",
    "son": rf"boys?|lads?|laddie|{ANY_CHILD}",
    "kid|child|children": rf"girls?|lass(?:ie)?|boys?|lads?|laddie|{ANY_CHILD}",
}
"""How people speak of their own children, who call them theirs: my lad, our youngest."""

ASKED = tuple(
    (
        re.compile(
            rf"\b(?:(?P<my>my|our)|any|many|have|got|a|and|or) (?:(?!and\b)[a-z-]+ ){{0,2}}?(?:{words})(?:s|'s name)?\b"
            r"(?!-| in law|'|s'| of| [a-z]+'s)"
        ),
        re.compile(rf"\b(?:{told})s?\b(?!-)"),
        re.compile(
            rf"(?<!\bhis )(?<!\bher )(?<!\btheir )(?<!\byour )(?<!'s )(?<!s' )\b(?:{words}|{told})s?\b(?!-| in law)"
            rf"|\b(?:my|our) (?:(?:little|wee|big|own|two|three) )*(?:{FONDLY.get(words, '(?!)')})\b(?!-)"
        ),
    )
    for words, told in MEANT
)
"""How a question asks for one's own, what the relation is then, and how a statement speaks of somebody who is that."""

IN_JAPANESE = (
    "(?<![祖義叔伯])父|おとうさん|お父さん|親父|おやじ|ぱぱ|父ちゃん|とうちゃん|おとん",
    "(?<![祖義叔伯])母|おかあさん|お母さん|お袋|おふくろ|まま|母ちゃん|かあちゃん|おかん",
    "(?<!従)兄(?!弟)|お兄さん|兄ちゃん|兄貴|おにいちゃん",
    "(?<!従)姉(?!妹)|お姉さん|姉ちゃん|姉貴|おねえちゃん",
    "(?<![兄従])弟(?!子)",
    "(?<![姉従])妹",
    "祖父|おじいちゃん|じいちゃん|おじいさん|じいさん|じいじ",
    "祖母|おばあちゃん|ばあちゃん|おばあさん|ばあさん|ばあば",
    "息子",
    "娘",
    "夫|旦那|だんな|主人|亭主",
    "妻|嫁|奥さん|家内|女房|かみさん",
    "叔父|伯父",
    "叔母|伯母",
    "いとこ|従兄弟|従姉妹",
    "甥",
    "姪",
    "孫",
)
"""Folded; what is asked for and what is told are the same words."""
ASKED_IN_JAPANESE = tuple(
    (
        re.compile(
            r"(?:^|(?<=[、。 はがもにっ])|(?P<my>(?:私|わたし|僕|ぼく|俺|おれ|うち|自分)の))"
            rf"お?(?:{words})(?:さん|ちゃん)?(?:って|は|が|も|の(?!日|よう)|、|$|[?？])"
        ),
        re.compile(words),
        re.compile(words),
    )
    for words in IN_JAPANESE
)


@dataclass(frozen=True, slots=True)
class Relative:
    """Somebody of the person's own family who is asked for: whether as theirs (`mine`: my son, not any sons), what the
    relation of one who is meant reads like, and what speaks of one in a statement of the person's."""

    mine: bool
    told: re.Pattern[str]
    spoken_of: re.Pattern[str]


def own_relatives_asked(question: str) -> tuple[Relative, ...]:
    """Those of the person's own family for whom a question asks by what they are to the person."""
    folded = fold(question)
    asked = ASKED_IN_JAPANESE if CJK.search(folded) else ASKED
    found = ((asks.search(folded), told, spoken_of) for asks, told, spoken_of in asked)
    return tuple(Relative(bool(match["my"]), told, spoken_of) for match, told, spoken_of in found if match)
