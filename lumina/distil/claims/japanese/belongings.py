"""Rules for what somebody has: what was left, given or handed down to them, what they bought to keep, and what there is
at home."""

import re

from lumina.distil.claims.japanese.phrases import name, phrase
from lumina.distil.claims.japanese.relations import RELATION
from lumina.distil.claims.japanese.rules import rule
from lumina.distil.claims.japanese.tastes import CLOSES

COUNT = (
    r"(?:約|もう|だけ|全部で)?(?:[0-9]+|[一二三四五六七八九十百千]+|ひと|ふた|み|何)"
    r"(?:つ|個|台|本|枚|冊|丁|足|着|張り?|挺|棹|脚|基|体|鉢|組|揃い|種類|ほど)?(?:ほど|ばかり|以上|だけ|も|ずつ)*"
)
COUNTED = r"(?:[0-9]+|[一二三四五六七八九十百]+)(?:台|本|丁|足|着|張り?|挺|棹|脚|基|冊|体|鉢)"
HAS = r"持って(?:い)?(?:る|ます|て|おり)|持っており|所有して|愛用して"
HERE = r"(?:(?:うち|我が家|自宅|わが家)(?:の[庭蔵]|の玄関|の居間)?|蔵|箪笥|押し入れ|ガレージ|車庫|物置|書斎|床の間)"
GIVER = rf"(?:亡くなった|亡き|死んだ)?(?:{RELATION}|先代|師匠|先輩|曾祖父|曾祖母|先祖)(?:さん|ちゃん)?"
LEFT = r"(?:形見|遺品|お?下がり|おさがり|置き土産|忘れ形見)"
THING = r"(?P<v>[^\s、。はがをにも]{2,14}?)"
NOT_KEPT = re.compile(
    r"興味|関心|夢|自信|責任|誇り|印象|意見|疑問|権利|資格|免許|検定|段$|級$|語$|特技|病|症|時間|余裕|仕事|予定|約束|会|話|店$|会社|家族|家庭|子ども?|子供|孫|友|人|犬|猫|鳥|魚$|亀|カメ|金魚|畑$"
    r"|弁当|パン|おにぎり|肉|野菜|酒|ビール|ワイン|茶$|菓子|アイス|ケーキ|チョコ|券$|チケット|食材|薬|米|味|気|荷物|傘|電池|会議|授業|試合|試験|映画|電話|メール|ライン|LINE|写真$|もの$|やつ$|こと$|とこ$|それ|これ|あれ|ほう$"
    r"|電車|バス$|新幹線|飛行機|タクシー|[0-9]$|[てでだたるいくな]$|ため$|せい$|おかげ|問題|悩み|縁|力$|心|経験|知識|考え|目標|家$"
)


def belonging(caught: str) -> str:
    """A thing that one keeps."""
    value = phrase(caught)
    return "" if not value or NOT_KEPT.search(value) or name(value) else value


BELONGINGS = (
    rule("possession", rf"{GIVER}の{LEFT}の(?P<v>[^\s、。はがをもにでと]{{1,12}})", 0.8, taken=belonging),
    rule(
        "possession",
        rf"(?:^|[、。]){THING}[はも]、?{GIVER}(?:の[^\s、。はがを]{{1,5}}|から)?の{LEFT}",
        0.8,
        taken=belonging,
    ),
    rule("possession", rf"(?:^|[、。 ]){THING}(?:を|は|も)、?{COUNT}(?:{HAS})", 0.8, taken=belonging),
    rule(
        "possession",
        r"(?:譲り受け|譲られ|受け継い|引き継い|もらい受け|相続し)[ただ](?P<v>[^\s、。はがをもにでと]{2,12})",
        0.8,
        taken=belonging,
    ),
    rule(
        "possession",
        rf"(?:^|[、。はのも]){THING}(?:を|は)[^。はがを]{{0,16}}?(?:譲り受け|譲って(?:もら|もろ|いただ|くれ)|受け継(?:い|ぎ)|相続し)",
        0.8,
        taken=belonging,
    ),
    rule(
        "possession",
        r"(?:^|[、。はの])(?:[0-9.]+万(?:円)?の)?(?P<v>[^\s、。はがをにも]{2,14}?)を、?(?:[0-9一二三四五六七八九十.]+万円?で|ローンで|分割で|中古で|新品で|初任給で|給料で|初給料で|ボーナスで|退職金で|奮発して|思い切って|念願叶って|ついに|とうとう)+"
        r"(?:買(?:った|いま|うた|うて|ってしま|っちゃ|って)|購入し|求め(?:た|て|まし)|手に入れ)",
        0.8,
        taken=belonging,
    ),
    rule(
        "possession",
        r"(?:^|[、。はの])(?:[0-9一二三四五六七八九十]+(?:年|回)?)?(?:ローン|分割|ボーナス|初任給|退職金|へそくり|バイト代|お年玉)で、?(?:ついに|念願の|やっと)*(?P<v>[^\s、。はがをにも]{2,14}?)を?(?:買(?:った|いま|うた|うて|ってしま|っちゃ|って)|購入し|手に入れ)",
        0.8,
        taken=belonging,
    ),
    rule(
        "possession",
        r"(?:誕生日|誕プレ|クリスマス|お?祝い|還暦|退職|記念日?|卒業|入学|成人)[^、。]{0,10}?(?:に|で)[^、。]{0,8}?もらった(?P<v>(?:[白黒赤青][いの])?(?:[A-Za-z][A-Za-z0-9\s]*[A-Za-z0-9]|[ァ-ヴー]{2,12}|[一-龠]{2,4}))",
        0.75,
        taken=belonging,
    ),
    rule(
        "possession",
        rf"(?:^|[、。]){THING}が、?(?:{COUNT})?、?{HERE}に(?:は)?(?:ある|あります|あって|ございま|置いて)(?!た)",
        0.75,
        taken=belonging,
    ),
    rule(
        "possession",
        rf"(?:^|[、。]){HERE}に(?:は|も)?{THING}が(?:{COUNT})?(?:ある(?!か)|あります(?!か)|あって|ございま)",
        0.75,
        taken=belonging,
    ),
    rule(
        "possession",
        rf"(?:^|[、。は]){THING}(?:を|が|は)?{COUNTED}(?:も|ほど)?(?:ある|あって|あります|持って|所有)",
        0.75,
        taken=belonging,
    ),
    rule(
        "possession",
        rf"(?:^|[、。は]){THING}(?:、|の|は、?)ローンが(?:まだ|あと)?[^。]{{0,8}}残って",
        0.75,
        taken=belonging,
    ),
    rule("possession", r"愛用の(?P<v>[^\s、。はがをもにでと]{2,12})", 0.72, taken=belonging),
    rule(
        "possession",
        rf"(?:^|[、。は]){THING}(?:を|は|も)、?(?:もう|かれこれ)?[0-9一二三四五六七八九十]+年(?:以上|近く|も)?(?:使って(?:い)?る|使い続け|愛用|着て(?:い)?る|履いて(?:い)?る|乗って(?:い)?る)",
        0.75,
        taken=belonging,
    ),
    rule("possession", rf"(?:宝物|家宝|宝|愛車|愛機)(?:は|って)、?{THING}{CLOSES}", 0.75, taken=belonging),
)
"""What one keeps."""
