"""Rules for what one is afraid of, or thinks something of, without a particle, too (わたし高いところが怖い); for the
house in which one lives, and the shop that one keeps."""

import re

from lumina.distil.claims.japanese.phrases import HOLLOW, ME, name, phrase
from lumina.distil.claims.japanese.relations import HUMAN
from lumina.distil.claims.japanese.rules import DOES, IS, rule
from lumina.language.japanese import morphemes

AT_FIRST = (
    rf"(?:^|(?<=[、。!]))(?:{ME}(?:は|も|って)?、?)?"
    rf"(?:実は|やっぱり|昔から|どうしても|けっこう|結構|ちょっと|ほんとに|本当に)*"
)
WHAT = r"(?P<v>[^\s、。!はがをも]{1,14}?)"
VERY = (
    r"(?:、)?(?:すごく|とても|けっこう|結構|ほんとに|ほんと|本当に"
    r"|かなり|めちゃくちゃ|めっちゃ|ちょっと|わりと|昔から|どうも|大の|ずっと|超)*"
)
SO = (
    r"(?=$|、|です|なん|んです|んだ|だ(?!け|っ|ろ)|や(?!っ|ろ)|で(?:、|$|さ|ね)|な(?:の|ん)"
    r"|ので|のに|から|けど|し(?:、|$)|よ|ね|わ|[くっ]て)"
)
AFRAID = rf"(?:怖|こわ|恐|おっかな)(?:い{SO}|く[てっ](?!て)|がり{SO})"
NO_MATTER = re.compile(
    rf"今日|明日|昨日|来週|来月|将来|先|結果|返事|これ|それ|あれ|ここ|そこ|[たる]の$|自分|話|顔|人$|(?:{HUMAN})(?:さん|ちゃん)?$|[てで]$|夜勤|仕事|予定|時間|都合|体調|気持ち"
)
NOUN = frozenset({"名詞", "接尾辞", "形状詞"})


def felt(caught: str) -> str:
    """A thing, a beast or a sort of them; with the adjective before it, where it says nothing by itself: 高いところ."""
    told = re.sub(rf"^{ME}(?=[^のぁ-ん]|[ぁ-ん]{{2}})", "", caught)
    words = morphemes(told)
    if not words or words[-1].part[0] not in NOUN or NO_MATTER.search(told) or name(told):
        return ""
    if told in HOLLOW or phrase(told) in {"", *HOLLOW}:
        return told if len(words) == 2 and words[0].part[0] == "形容詞" else ""  # an adjective and its noun
    return phrase(told)


def house(caught: str) -> str:
    """A dwelling, with where it is."""
    return "" if re.search(r"実家|友|さん|隣|[たるい](?=マン|アパ|家)", caught) else phrase(caught)


def until_then(caught: str) -> str:
    """What goes on until then, and is no person's."""
    return "" if re.match(rf"(?:{HUMAN}|{ME}|今日|それ|これ)(?:さん|ちゃん)?は", caught) else caught


DWELLING = (
    r"(?:マンション|アパート|一軒家|一戸建て|戸建て|団地|社宅|官舎|寮"
    r"|平屋|長屋|シェアハウス|公営住宅|県営住宅"
    r"|市営住宅|借家|賃貸|タワマン|古民家|コーポ|ハイツ)"
)
AT_HEART = (
    rule("dislikes", rf"{AT_FIRST}{WHAT}(?:(?:が|は|も|って){VERY})?{AFRAID}", 0.75, taken=felt),
    rule(
        "dislikes",
        rf"(?:^|(?<=[、。])){ME}、?{WHAT}(?:(?:大?嫌い|大の苦手|苦手|無理){SO})",
        0.75,
        taken=felt,
    ),
    rule("likes", rf"(?:^|(?<=[、。])){ME}、?{WHAT}(?:大好き|好き){SO}", 0.75, taken=felt),
    rule("dislikes", rf"{AT_FIRST}{WHAT}恐怖症{SO}", 0.8, taken=felt),
    rule(
        "belief",
        rf"(?:^|(?<=[、。]))(?:{ME}(?:は|も)?、?)?(?P<v>[^\s、。はがをも]{{1,10}}?)(?:は|を|も|とか|って)、?(?:けっこう|結構|わりと|割と|すごく|ちょっと|意外と|かなり|昔から|本気で|ずっと|まったく|全然)*"
        r"(?P<how>信じ(?:る(?=ん|人|タイプ|派)|て(?:い)?(?:る|ます)|ます|ない|ません|てない|ていない)|気にする(?=ん|人|タイプ))(?!か|の[?？は])",
        0.75,
        taken=str,
        shown=r"\g<v>を\g<how>",
    ),
    rule(
        "home",
        rf"(?:^|(?<=[、。!はも]))(?:今の|新しい|いまの)?(?:家|自宅|住まい|我が家|わが家|新居|おうち|うち)(?:は|が)、?(?:今|いま|もう)?(?P<v>[^\s、。はがをも]{{2,14}}の(?:[^\s、。はがをも]{{1,10}}の)?{DWELLING})(?:の[0-9]+階)?(?:{IS}|$)",
        0.8,
        taken=house,
    ),
    rule(
        "home",
        rf"(?:^|(?<=[、。はもら]))(?P<v>[^\s、。はがをも]{{2,14}}?)(?:の(?:平屋|家|マンション|アパート|団地))?の住人(?:{IS}|に|$)",
        0.75,
        taken=house,
    ),
    rule(
        "plan",
        r"(?:^|(?<=[、。]))(?P<v>[^\s、。はがもを]{2,14}は、?(?:今月|来月|今週|今年|年内|来年|[0-9]{1,2}月)いっぱい)(?:です|だ(?!っ)|で(?:す|終わり|おしまい|やめ|辞め|閉め|退職|卒業|退会|解約|さよなら|お別れ))",
        0.8,
        taken=until_then,
    ),
    rule(
        "job",
        rf"(?P<v>お?[一-龠ァ-ヴー]{{0,4}}(?:弁当|惣菜|総菜|花|パン|ケーキ|肉|魚|米|酒|茶|八百|豆腐|菓子|本|古本|文具|薬|写真|時計|自転車|電器|電気|畳|床|寿司|すし|そば|うどん|ラーメン|たこ焼き|クリーニング|靴|着物|呉服|雑貨|植木|修理|印刷|不動産|居酒|駄菓子|団子|焼き鳥)屋)さん{DOES}(?!ごっこ)",
        0.8,
        taken=str,
    ),
    rule(
        "job",
        rf"(?P<v>整体|鍼灸|マッサージ|リフォーム|造園|農業|漁業|林業|運送|塗装|不動産|便利屋|民泊|介護|保険の営業|学習塾)(?:の仕事)?(?:を)?{DOES}(?!もら)",
        0.75,
        taken=str,
    ),
)
"""What one feels, and where one lives and keeps shop."""
