"""Rules for what two sentences tell together: 引っ越すことにした。来月から横浜."""

from lumina.distil.claims.japanese.ailments import ALLERGEN, IS_BORNE_NOT, SO_THE_BODY_SAYS, allergen
from lumina.distil.claims.japanese.caught import birthday, employment
from lumina.distil.claims.japanese.living import DATE
from lumina.distil.claims.japanese.phrases import ME, V, phrase, place
from lumina.distil.claims.japanese.rules import IS, rule

ACROSS = (
    rule("home", rf"(?:引っ?越し?|転居)[^!]*!(?:[^\s!→]{{1,8}})→{V}$", 0.75, taken=place),
    rule(
        "home",
        r"(?:引っ?越す|引っ?越し(?:する|ます|が)|転居する)[^!]*!"
        rf"(?:再?来[月週年]|[0-9]+月|年明け|[春夏秋冬])(?:から|に)?は?、?{V}(?=$|です|だ|や|に|へ|で|、)",
        0.75,
        taken=place,
    ),
    rule(
        "possession",
        r"(?:売った|売りました|手放した|手放しました|廃車にした)!(?:かわりに|代わりに|その代わり|次は|今は|今度は)、?"
        r"(?P<v>[^\s、。!]{2,16}?)(?:$|です|だ|を買|にし)",
        0.75,
        taken=str,
    ),
    rule(
        "habit",
        r"(?:^|[、に])(?P<v>[一-龠ァ-ヴーA-Za-z]{2,12})(?:です|だ|や|な)?![^!]{0,16}?"
        r"(?P<d>毎[日朝晩週](?:、)?[0-9一二三四五]?[本杯個缶枚箱袋]?(?:いって|飲んで|食べて|やって)(?:い)?(?:る|ます))",
        0.7,
        shown=r"\g<v>を\g<d>",
    ),
    rule(
        "habit",
        r"(?:やめ(?:た|まし|て)|断(?:った|ち))[^!]{0,8}!(?:今は|いまは|最近は|代わりに|かわりに|その代わり|今日から|明日から|これから|今週から|今月から)(?:は|、)?"
        r"(?P<v>[^\s、。!]{1,16}?)(?:$|です|だ|にし|を?飲|を?食べ|派)",
        0.7,
        taken=phrase,
    ),
    rule(
        "job",
        r"(?:転職|再就職|辞め|やめ|退職)[^!]{0,14}!(?:今は|いまは|今の仕事は|次は|今度は)、?"
        r"(?P<v>[^\s、。!]{1,16}?)(?:$|です|だ|をして|をやって|として|で働|に勤め|の仕事)",
        0.75,
        taken=employment,
    ),
    rule(
        "likes",
        rf"好きな(?:作家|歌手|バンド|食べ物|料理|飲み物|映画|本|曲|色|動物|季節|花|アーティスト)!{V}(?:さん)?{IS}",
        0.8,
    ),
    rule(
        "allergy",
        rf"(?:^|[、はもの]){ALLERGEN}{IS_BORNE_NOT}[^!、]{{0,6}}![^!]{{0,12}}?{SO_THE_BODY_SAYS}(?!じゃ|では)",
        0.78,
        taken=allergen,
    ),
    rule("hometown", rf"{V}から!うちの(?:地元|実家|故郷)$", 0.75, taken=place),
    rule("birthday", rf"誕生日[^。!]{{0,16}}!(?P<v>{DATE})", 0.8, taken=birthday),
    rule(
        "birthday",
        rf"(?:来月|もうすぐ|今度|あと少し|今月)(?:で|に)?(?:{ME}(?:は|も|、)?)?"
        rf"(?:[1-9][0-9]|はたち)[^。!]{{0,8}}[! ](?P<v>{DATE})",
        0.75,
        taken=birthday,
    ),
    rule("birthday", rf"(?P<v>{DATE})[^。!]{{0,10}}!(?:{ME}の)?誕生日(?:です|だ|や|なん|$)", 0.75, taken=birthday),
    rule(
        "skill",
        r"(?P<v>TOEIC|TOEFL|英検|簿記)[^!0-9]{0,8}!(?P<n>[0-9]{3}点?|[準0-9初][0-9]?[級段])$",
        0.75,
        shown=r"\g<v> \g<n>",
    ),
    rule(
        "job",
        r"(?:新しい|次の)(?:バイト|仕事|職場|パート)(?:が|は)?(?:決まった|見つかった)[^!]{0,3}!(?P<v>[^\s、。!]{2,24})",
        0.75,
        taken=str,
    ),
)
"""Rules for two sentences, with "!" between them."""
