"""Dialect at the end of a clause written as one writes for everybody, so that one rule reads it wherever somebody is
from: 住んどるばい is 住んでいるよ, 消防士だべ is 消防士だ. What is said is left as it is."""

import re

NOUN = r"[一-龠々ァ-ヴーA-Za-z]"
END = r"(?=$|[、。])"
VERB = r"(?<=[うくぐすつぬぶむるたい])"
SO = r"(?=$|[、。んのよわで]|けど|から|けえ|けん|ねん|人|上品)"
GOES_ON = r"(?<=[っしけせてねべめれえげり])(?<!受け)(?<!うけ)"
"""Behind a stem that takes て: 釣っとる, 教えとる; not 受けとる, and not メモとる."""

CHANGES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), into)
    for pattern, into in (
        (r"(?:っていう|という|ていう|っちゅう)(?:町|街|村|市|ところ|とこ|島)(?=[でにはがをのへだ、]|$)", ""),
        (rf"{GOES_ON}(?:と|ちょ)り(?=ます|まし)", "ており"),
        (rf"{GOES_ON}(?:とっ|ちょっ)(?=た|て)", "てい"),
        (rf"{GOES_ON}(?:とる|ちょる|とう(?=よ|と|けん|$))", "ている"),
        (r"(?<=ん)どり(?=ます|まし)", "でおり"),
        (r"(?<=ん)どっ(?=た|て)", "でい"),
        (r"(?<=ん)(?:どる|じょる|どう(?=よ|と|けん|$))", "でいる"),
        (rf"{VERB}(?:とよ|とばい|ったい|ばい|だべさ?|だっちゃ|っちゃ|だに|だよ|べさ?|さー)(?:ね|な)?{END}", "よ"),
        (rf"(?P<n>{NOUN})(?:だべさ?|べさ?|だっちゃ|っちゃ|ばい|だに|ずら|だら|やに|じゃよ|ばよ){END}", r"\g<n>だよ"),
        (r"(?<=[だや])(?:けん|さかい)(?=[、。ね]|$)", "から"),
        (rf"(?<=[しえけせてねべめれげ])よる{SO}", "ている"),
        (rf"きよる{SO}", "いている"),
        (rf"ぎよる{SO}", "いでいる"),
        (rf"(?P<n>[^、。\s])[りいち]よる{SO}", r"\g<n>っている"),
        (rf"(?P<n>[^、。\s])[みびに]よる{SO}", r"\g<n>んでいる"),
        (r"じゃけえ?(?=[、。ね]|$)|じゃけん(?=[、。ね]|$)", "だから"),
        (r"じゃけど", "だけど"),
        (rf"(?P<n>{NOUN}|[0-9])のくせ(?:に|して)", r"\g<n>なのに"),
        (rf"(?P<n>{NOUN})(?:じゃっど(?:ん)?|じゃが|(?<![見出寝着居似得経煮鋳])たい){END}", r"\g<n>だよ"),
        (rf"(?P<n>{NOUN})どす{END}", r"\g<n>です"),
        (rf"(?P<n>{NOUN})(?:やけん|やさかい|やし){END}", r"\g<n>だから"),
        (r"(?<=好き|嫌い|苦手|得意|無理)で(?:さ|ね|な)[ぁあー]?、", "で、"),
        (r"(?<=[にへ])越(?=す|し(?!たこと|たもの))", "引っ越"),
        (r"義理の(?=[母父姉兄妹弟])", "義"),
        (r"(?P<d>[0-9]{1,2}月[0-9]{1,2})(?=(?:と[0-9]|から|ー|、|$))", r"\g<d>日"),
        (r"(?<=[0-9一-龠々ァ-ヴー])じゃ(?=$|[、。])", "だよ"),
        (r"(?P<n>[一-龠々ァ-ヴー])ば(?=[一-龠やし][^かっらりん]{0,6})", r"\g<n>を"),
    )
)


def standard(sentence: str) -> str:
    """The sentence as one writes for everybody; what is standard stays as it is."""
    for pattern, into in CHANGES:
        sentence = pattern.sub(into, sentence)
    return sentence
