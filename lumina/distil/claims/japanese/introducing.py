"""With what somebody says who they are."""

import re

from lumina.distil.claims.japanese.phrases import HOLLOW, ME, PLACES, first_name, name, place
from lumina.distil.claims.japanese.relations import HUMAN, PETS, RELATION
from lumina.language.japanese import morphemes
from lumina.language.names import bare_name

N = r"(?P<v>[一-龠々]{1,5}?[ 　]?[一-龠々ぁ-んァ-ヴー]{0,5}?|[ァ-ヴー]{2,10}|[ぁ-んー]{2,6}?)"
STATION = (
    r"(?:妊娠[0-9]{1,2}(?:[かヶケカ]月|週)|(?:小学?|中学?|高校?|大学?)[1-6一二三四五六]?年?生?|大学院生|新人|新入社員"
    r"|[1-9][0-9]?歳)"
)
"""What somebody is who says it before their name: 高3の陸です。"""

INTRODUCES = re.compile(
    r"^(?:(?:こんにちは|こんばんは|おはよう(?:ございます)?|はじめまして|初めまして|どうも|やあ|やっほー)[、。! ~ー]*)?"
    rf"(?P<me>{ME}(?:は|、|の(?:お)?名前は)、?|(?:お)?名前は、?)?(?:{STATION}の)?{N}"
    r"(?P<is>です|だよ|だ|やで|やねん|や|(?:って|と)(?:いい|言い)ます|(?:って|と)(?:い|言)うん(?:だ|です)|っていうの|と申します)?"
    r"[。、!!~〜ー ]*"
    r"(?:$|(?P<w>よろしく|宜しく|はじめまして|初めまして))"
)
AS_WHOM = re.compile(
    rf"(?:^|[。、! ])(?P<me>{ME}(?:は、?|、))?(?P<of>[^。!はがをも]{{1,24}}(?:の|、))?"
    rf"{N}(?:です|だよ|だ|っす|や|やで|やねん|でーす|でございます|と申します|(?=!))(?=$|[。!、ー])"
)
"""With what somebody says who they are to somebody new: 修士2年の奥村です。"""

SAYS_NAME = re.compile(
    r"^(?:(?:こんにちは|こんばんは|はじめまして|初めまして|どうも)[、。! ~ー]*)*"
    rf"(?:{ME}(?:は|、)、?)?{N}(?P<as>って|と)(?:いい|言い|申し)ます(?:[。、!]|$)"
)
"""How somebody says that they are called, whatever they tell behind it: さやかっていいます。31歳。"""

PARTICLE = re.compile("[がをはも]")
"""In what is said, and in no name: 紅茶が好きっていいます."""

ASKS = re.compile(r"名前|名は|名を|何て呼|なんて呼|何とお呼び|どう呼")
SUITS = re.compile(rf"^{N}(?:で|って|と)(?:いい|ええ|よい|結構|お願い|呼んで|どうぞ)")
"""With what somebody answers how to call them: りおでいいよ。"""

WISHED = re.compile(
    rf"(?:^|[。、!\s]|{ME}(?:のこと)?[はを]|(?:これから|今日から|今度から|今後)は?|じゃなく(?:て|って)?、?)(?:普通に|気軽に)?"
    r"(?:[「『“\"](?P<q>[^「」『』“”\"\s]{1,10})[」』”\"]|(?P<v>[一-龠々ァ-ヴー]{1,6}|[一-龠々ぁ-んァ-ヴーA-Za-z]{1,8}?))"
    r"(?P<as>って|と|て)呼んで(?=[。、!?~ー…\s]|ほし|欲し|もらえ|もらっていい|くれ(?:る|ない)?[?か。!]|くれ$|ください|下さい|いい|[ねよな]|$)"
)
"""With what one says how one wants to be called, as a thing or another is quoted: 「みか」って呼んでね。"""

BEING = re.compile(rf"(?:{HUMAN}|{PETS})(?:の(?:名前|こと))?$")
"""Who or what is called so instead, before a pause."""

IN_FULL = re.compile(
    r"^(?P<v>[一-龠々][一-龠々ぁ-んァ-ヴー]{2,7})[、。 (](?:[ぁ-んァ-ヴー]{2,8}(?:[、。)]|$)|[1-9][0-9]歳)"
)
"""A surname and a name, and how it is read or how old one is: 瀬川陸斗、りくと。"""

SAID = frozenset({"副詞", "感動詞", "代名詞", "接続詞", "連体詞", "助動詞", "形状詞", "助詞"})

THEIRS = re.compile(rf"(?:{RELATION}|推し|好きな\S*|担当|作家|歌手|監督|選手|キャラ|犯人|代表|名物|出身|地元|隣)の$")
"""Before the name of somebody else."""


def given(caught: str) -> str:
    """A name that somebody gives as their own."""
    if bare_name(caught) != caught or caught in {"ひみつ", "ないしょ", "ヒミツ", "ナイショ"} or _is_said(caught):
        return ""
    return caught if name(caught) or re.fullmatch(r"[ぁ-んァ-ヴー]{2,9}(?<!っ)", caught) else ""


def wished(text: str) -> str:
    """The name by which the speaker wants to be called, or ""; a mere adverb is none: ちゃんと呼んで."""
    for found in WISHED.finditer(text):
        if BEING.search(text, 0, found.start()):
            continue
        if found["q"]:
            return found["q"]
        caught = found["v"]
        honored = bare_name(caught) not in ("", caught)
        if honored or name(caught) or (found["as"] == "って" and given(caught)):
            return caught
    return ""


def introduction(text: str, asked: str, first: bool) -> str:
    """The name with which the speaker introduces themselves in a turn (健太です。よろしく!), or "". `asked` is what
    was said just before, `first` whether nothing was."""
    suits = SUITS.match(text) if ASKS.search(asked) else None
    if suits and given(suits["v"]):
        return suits["v"]
    full = IN_FULL.match(text) if first or ASKS.search(asked) else None
    if full and _is_full(full["v"]):
        return full["v"]
    says = SAYS_NAME.match(text) if first or ASKS.search(asked) else None
    if says and (_own_name(says["v"]) or given(says["v"]) or (says["as"] == "って" and not PARTICLE.search(says["v"]))):
        return says["v"]
    match = INTRODUCES.match(text)
    own = match and (match["w"] or match["me"] or (match["is"] and first) or ASKS.search(asked))
    if match and own and _own_name(match["v"]):
        return match["v"]
    return next((found["v"] for found in AS_WHOM.finditer(text) if (first or found["me"]) and _is_whom(found)), "")


def _is_full(caught: str) -> bool:
    """Whether it is a surname with a name."""
    parts = [word.part[3] for word in morphemes(caught) if "人名" in word.part]
    return len(parts) == len(morphemes(caught)) and parts[:1] == ["姓"] and "名" in parts


def _own_name(caught: str) -> str:
    return "" if caught.endswith(("さん", "ちゃん")) or _is_said(caught) else first_name(caught)


def _is_said(caught: str) -> bool:
    """Whether it is a word with which one says something, and nobody's name: あ、そうだ。"""
    return {word.part[0] for word in morphemes(caught)} <= SAID


def _is_whom(match: re.Match[str]) -> bool:
    """Whether one is who the speaker is. Behind what they are it is no place; behind where they are from, any kana."""
    of, called = (match["of"] or "").rstrip("の、"), match["v"]
    if not of and (match["me"] or match.string[match.end() - 1 : match.end() + 1].endswith("!")):
        return False
    named = _own_name(called) or (place(of) and called not in HOLLOW and given(called))
    return bool(named) and not THEIRS.search(f"{of}の") and not (of and called in PLACES)
