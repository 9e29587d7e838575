"""Rules for what somebody can: what they are quick or sure at, their rank in it, and what they may drive."""

import re

from lumina.distil.claims.japanese.fondness import THIS
from lumina.distil.claims.japanese.phrases import HOLLOW, name, phrase
from lumina.distil.claims.japanese.rules import rule

THING = r"(?P<v>[^\s、。はがをもにで]{2,14}?)"
CAN = r"(?:弾け|吹け|叩け|踊れ|歌え|描け|書け|編め|縫え|握れ|泳げ|話せ|しゃべれ|喋れ|滑れ|捌け|さばけ|打て|乗れ|作れ)"
RANK = r"(?:師範代?|有段者|名取|黒帯|免許皆伝|皆伝|[初二三四五六七八]段)"
NO_SKILL = re.compile(
    r"今日|明日|来週|来月|今|後|[時日月年週分]$|休み|夜|朝|昼|ここ|そこ|それ|これ|あれ|どこ|いつ|金$|安|大丈夫|平日|休日|週末|条件|話$|仕事$|予約|試験|今度|以上|以下|近く|電話|メール|人$"
)


def skill(caught: str) -> str:
    """What one can be good at."""
    value = phrase(caught)
    is_none = not value or value in HOLLOW or NO_SKILL.search(value) or name(value) or THIS.match(caught)
    return "" if is_none else value


PROWESS = (
    rule(
        "skill",
        r"(?P<v>(?:将棋|囲碁|剣道|柔道|書道|そろばん|空手|合気道|弓道|珠算|英検|漢検|簿記|数検|茶道|華道|硬筆|毛筆)(?:は|の|が)?(?:準)?[0-9一二三四五六七八九初十]+[段級])(?=を?(?:持|もっ|と[りっ]|取)|が?あ[るり]|だ(?!と)|で(?:す|、)|の腕|じゃ|なん)",
        0.78,
        taken=str,
    ),
    rule(
        "skill",
        rf"(?:^|[、。はも]){THING}なら、?[^、。はがを]{{0,10}}?(?:{CAN}る|{CAN}ます|[0-9一二三四五六七八九十]+秒|負けない|負けません|負けん|任せ|まかせ|自信がある|自信あり|ひと通り|一通り|目つぶって|お手の物|お手のもの)",
        0.78,
        taken=skill,
    ),
    rule(
        "skill",
        rf"(?:^|[、。はも]){THING}(?:を|が|は)?[0-9一二三四五六七八九十]+秒(?:で|を)?(?:切る|切れる|切ります|揃え|でき)",
        0.75,
        taken=skill,
    ),
    rule(
        "skill",
        rf"(?:^|[、。はも])(?P<v>[^\s、。はがをもにで]{{2,10}}?(?:の|は|が){RANK})(?:で(?!も)|だ|です|や|なん|じゃ|を|$|、)",
        0.78,
        taken=str,
    ),
    rule(
        "skill",
        r"(?P<v>[0-9一二三四五六七八]+[かカヶケヵ]国語)(?:が|を|も|は)?(?:いけ|話せ|しゃべれ|喋れ|でき|操)",
        0.8,
        shown=r"\g<v>が話せる",
    ),
    rule(
        "skill",
        r"(?P<v>絶対音感|速読|暗算|手品|けん玉|早口言葉|ものまね|逆立ち|バク転|口笛|利き酒)(?:が|は|も|なら)?(?:ある|あり|あって|あっ|持っ|でき(?:る|ます)|得意)",
        0.78,
        taken=str,
    ),
    rule(
        "skill",
        rf"(?:^|[、。は]){THING}(?:だけ|の腕)は、?(?:[^、。はが]{{1,8}}より(?:早い|速い|うまい|上手|強い)|誰にも負け|負け(?:ない|ません|ん)|自信があ|プロ並)",
        0.75,
        taken=skill,
    ),
    rule(
        "skill",
        rf"(?:^|[、。は]){THING}(?:は|も|が)、?(?:ひと通り|一通り|お手の物|お手のもの|朝飯前|プロ並み|玄人はだし|村一番|一番うまい)(?!や)",
        0.75,
        taken=skill,
    ),
    rule(
        "skill",
        r"(?:^|[、。はも])(?P<v>[^\s、。はがをもにで]{2,10}(?:を|が|\s)?(?<![てで])(?:巻け|作れ|弾け|泳げ|編め|縫え|乗れ|滑れ|焼け|握れ|捌け|さばけ|打て|読め|書け|話せ|でき)るように(?:なった|なりまし))",
        0.75,
        taken=str,
    ),
    rule(
        "skill",
        r"(?P<v>(?:大型|中型|大型二種|二種|牽引|けん引|フォークリフト|危険物|調理師|玉掛け|クレーン|小型船舶|船舶|狩猟|ボイラー)(?:の?免許|の?資格)?)(?:まで|も|を|は)持って(?:い)?(?:る|ます|て)",
        0.78,
        taken=str,
    ),
    rule(
        "skill",
        r"(?P<v>何でも(?:直す|直せる|直して|直し|繕って|繕う|繕える|作れる|作って|編める|こなす|弾ける|修理する|修理できる))",
        0.72,
        taken=str,
    ),
    rule(
        "skill",
        r"(?P<v>(?:目を?つぶって|目隠しで|左手だけで|暗譜で|楽譜なしで|耳コピで|ブラインドで)も?[^\s、。]{0,6}(?:弾け|打て|でき|書け|結べ|切れ)る)",
        0.72,
        taken=str,
    ),
)
"""What somebody can."""
