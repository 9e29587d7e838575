"""Rules for who somebody is and where they live."""

import re

from lumina.distil.claims.japanese.introducing import THEIRS, N, given
from lumina.distil.claims.japanese.phrases import ME, V, job, name, phrase, place
from lumina.distil.claims.japanese.rules import IS, rule
from lumina.known import Mode
from lumina.language.when.japanese_calendar import FIXED, NUMBER

CALLED = r"(?:(?:って|と|て)?(?:いい|言い|申し)(?:ます|まして)|(?:って|と)いう(?:者|もの|名前)|(?:と|って)申す)"
FEASTS = "|".join(sorted(FIXED, key=len, reverse=True))
DATE = rf"{NUMBER}月{NUMBER}日|[01]?[0-9]/[0-3]?[0-9]|{FEASTS}"
KANA_AGE = r"(?:(?:に|さん|よん)?じゅう)?(?:いっ|に|さん|よん|ご|ろく|なな|はっ|きゅう|じゅっ)"
CHILD = (
    r"[^、。はが]{0,8}(?:子|息子|娘|孫|双子|赤ちゃん|弟|妹|甥|姪|犬|猫)(?:さん|ちゃん|たち)?"
    r"(?:が|も|を|と|って|に|の|持ち|連れ)"
)
"""Whose age it is that stands before it."""

EMPLOYS = re.compile(
    r"(?:会社|店|屋|所|院|園|校|社|工場|局|役所|ホテル|カフェ|施設|事務所|業|農園|牧場|図書館|美術館|博物館)$"
)
HERE = r"(?:に|で)"
LIVES = (
    r"(?:住んで(?:い)?(?:る|ます|て|おり)|住んでん|住んどる|住んどって|住んどり|住みよる|"
    r"住み$|暮らして(?:い)?(?:る|ます|て|おり)|暮らしとる|一人暮らし|ひとり暮らし|実家暮らし|"
    r"二人暮らし|同棲(?:して|中)|下宿して|居候|に居る)"
)
MOVED = (
    r"(?:引っ?越し(?:た|まし|て(?:き|い)|ま(?:す|し)|てん)|引っ?越す(?:ん|こと)|引っ?越して|"
    r"越して(?:き|い)|移り住|転居し|移住し|上京し)"
)


def birthday(caught: str) -> str:
    """The date; of a feast that one."""
    return "{}月{}日".format(*FIXED[caught]) if caught in FIXED else caught


def called(caught: str) -> str:
    """What people call somebody, if it is a name."""
    return caught if name(caught) or caught.endswith(("さん", "ちゃん", "くん")) else ""


def employment(caught: str) -> str:
    """An occupation, or where one is employed."""
    value = phrase(caught)
    return value if job(value) or EMPLOYS.search(value) else ""


def own_job(caught: str) -> str:
    """What somebody is who says it before their name: デザイナーの麻衣です。"""
    return "" if THEIRS.search(f"{caught}の") else job(caught)


IDENTITY = (
    rule(
        "name",
        r"(?P<v>[一-龠々]{1,4})(?:と|って)書いて、?(?P<k>[ぁ-んー]{2,6}?)(?:といい|と言い|っていい|って言い|です|だ|って読|と読)",
        0.85,
        shown=r"\g<v>（\g<k>）",
    ),
    rule(
        "name",
        r"(?P<k>[ぁ-んー]{2,6})(?:と|って)書いて、?(?P<v>[一-龠々]{1,4})(?:です|だ|といい|って)",
        0.85,
        shown=r"\g<v>（\g<k>）",
    ),
    rule(
        "name",
        r"(?:ペンネーム|芸名|源氏名|ハンドルネーム|筆名|雅号)(?:で|は|が)、?(?P<v>[^\s、。はがをで]{2,10}?)(?:って|という|と|です|だ|や|、|$)",
        0.75,
        taken=str,
    ),
    rule("birthday", rf"(?P<v>(?:昭和|平成|令和|西暦)?(?:{NUMBER}|元)年)(?:の)?(?:早)?生まれ", 0.6, taken=str),
    rule("name", r"(?:苗字|名字)(?:が|を|は)[^、。]{1,6}から(?P<v>[一-龠々]{1,4})に(?:変わ|変え|なっ|なり)", 0.8),
    rule("age", rf"(?:^|は)(?P<v>{KANA_AGE}さい)(?:です|だよ|だ|や|になっ|$)", 0.75, taken=str),
    rule(
        "age",
        r"(?:^|[は、])(?P<v>[1-9][0-9]|[二三四五六七八九]?十[一二三四五六七八九]?)(?:歳|才)?になる(?=[一-龠]|$|んだ|んです|のよ)",
        0.7,
        shown=r"\g<v>歳",
    ),
    rule("age", rf"^(?P<v>{NUMBER})(?:歳|才)(?:です)?$", 0.65, shown=r"\g<v>歳"),
    rule(
        "age",
        rf"^(?:今日で|きょうで|ついに|とうとう|もう)?(?:{ME}(?:も|は|、)?)?(?P<v>[1-9][0-9])(?:歳|才)?に?(?:なった|なりました|なってもた|なっちゃった)"
        r"(?:わ|よ|で|の|んだ|んです|ー)*$",
        0.75,
        shown=r"\g<v>歳",
    ),
    rule("name", rf"(?:{ME}は、?|{ME}、|名前は|^|[、。 ]){N}{CALLED}(?!よね|ね|けどね)", 0.9, taken=given),
    rule(
        "name",
        rf"(?:(?:^|[、。])(?:本名|フルネーム|下の名前)|^(?:名前|なまえ|ペンネーム|源氏名|芸名|ハンドルネーム|あだ名|ニックネーム|通称)|{ME}の(?:お)?(?:名前|本名|なまえ))[はが](?:さ|ね)?、?{N}(?:{IS}|$|、|っていう|といい)",
        0.9,
        taken=given,
    ),
    rule("name", rf"(?:^|あ、|ちなみに、?|そういえば、?){ME}(?:は、?|、){N}(?:だよ|だ|ね|な)?$", 0.8, taken=name),
    rule("name", rf"(?:^|[、 の]|では|には|からは?){N}(?:と|って|て)(?:呼ばれて|呼ばれと)", 0.7, taken=called),
    rule(
        "name",
        rf"(?:{ME}のことは|{ME}を|^|、){N}(?:と|って|て)呼んで(?!る|い|た|も)",
        0.75,
        taken=called,
    ),
    rule(
        "name",
        rf"^(?:(?:はじめまして|初めまして|どうも|こんにちは|こんばんは)、?(?:{ME}は、?)?|{ME}(?:は、?|"
        rf"、)){N}です(?:$|、|。)",
        0.75,
        taken=name,
    ),
    rule(
        "name",
        rf"(?:して(?:い)?る|やって(?:い)?る|働いて(?:い)?る|住んで(?:い)?る|[員師士]の|生の|月の|に住む){N}です",
        0.8,
        taken=name,
    ),
    rule(
        "name",
        r"(?:苗字|名字)(?:が|を)(?:変わ|変え)[^、。]{0,8}(?:て|り)、?(?P<v>[一-龠々]{1,4})に(?:なり|"
        r"なっ)",
        0.8,
    ),
    rule(
        "job",
        rf"(?:^|[、。 ]|{ME}は、?)(?P<v>[^\s、。はがをも]{{1,16}})の[^\s、。はがをのもに]{{1,6}}"
        r"(?:です|だよ|だ|っす|や|やで|やねん|でーす|といいます|と申します)$",
        0.7,
        taken=own_job,
    ),
    rule("birthday", rf"(?:誕生日|バースデー|生年月日)(?:は|が|って)?[^。]{{0,8}}?(?P<v>{DATE})", 0.85, taken=birthday),
    rule(
        "birthday",
        rf"(?P<v>{DATE})(?:は|が)?、?(?:{ME}の)?(?:うまれ|生まれ|誕生日|バースデー)(?!変)",
        0.85,
        taken=birthday,
    ),
    rule("birthday", rf"(?P<v>{DATE})に(?:生まれ|うまれ)(?:た(?!子|ん)|まし|てん)", 0.85, taken=birthday),
    rule(
        "age",
        rf"(?<!あと)(?<!来[月週年])(?<!もうすぐ)(?<!曜で)(?P<v>{NUMBER})(?:歳|才)(?=$|{IS}|に(?:なっ|なり)|、|。|で(?!き)|の(?!{CHILD})[^時頃と]|"
        r"!|やけど|だけど|ですが)",
        0.8,
        shown=r"\g<v>歳",
    ),
    rule("age", r"^(?P<v>[1-9][0-9])(?:に|歳に)?(?:なった|なりました|なってもた)", 0.75, shown=r"\g<v>歳"),
    rule(
        "age",
        r"(?:^|は|、)(?P<v>アラ(?:サー|フォー|フィフ|還)|[二三四五六七2-7]0?代(?:前半|後半|"
        rf"半ば)?){IS}",
        0.75,
    ),
)
HOME = (
    rule(
        "home",
        rf"{V}に(?:ずっと|今|いま|もう)?(?:住んで(?:い)?(?:る|ます|て、|おり)|住んどる|住んどって|住みよる)",
        0.8,
    ),
    rule("home", rf"{V}{HERE}(?:は)?(?:ずっと|今|いま|もう)?(?:\S{{0,6}}年)?{LIVES}", 0.85, taken=place),
    rule(
        "home",
        rf"(?:住まい|自宅|住所|居住地|住んで(?:い)?る(?:の|ところ|場所|とこ|街|町|ん))は、?{V}(?:{IS}|"
        r"$|、|の(?:方|ほう))",
        0.85,
        taken=place,
    ),
    rule("home", rf"{V}(?:に|へ|さ){MOVED}", 0.85, taken=place),
    rule("home", rf"(?:^|[、。 ]){V}から、?[^\s、。はがを]{{1,10}}(?:に|へ|さ){MOVED}", 0.8, Mode.WAS, taken=place),
    rule(
        "home",
        rf"(?:引っ?越し|転居)(?:完了|した|しました|終わった|すんだ)?[、。! ]+{V}(?:なう|{IS}|$|!|に)",
        0.75,
        taken=place,
    ),
    rule(
        "home", rf"{V}に来て(?:から)?(?:もう)?(?:{NUMBER}(?:年|か月|ヶ月)|半年|数年|しばらく|長い)", 0.75, taken=place
    ),
    rule("home", rf"{V}(?:に|さ)(?:出はってき|出てきた|出てきて)", 0.7, taken=place),
    rule("home", rf"{V}で(?:一人|ひとり|二人|実家|寮)(?:暮らし)", 0.85, taken=place),
    rule("home", rf"{V}に(?:戻ってる|戻ってきた|戻りました|戻ってきました)", 0.75, taken=place),
    rule(
        "home",
        r"(?P<v>[^\s、。はがを]{1,6}(?:んち|の家|宅))(?:に|で)(?:しばらく|当分)?(?:泊めて|"
        r"居候|世話にな|泊まって(?:る|い))",
        0.75,
        taken=str,
    ),
    rule("home", rf"^(?:こちら|こっち)は、?{V}(?:です|だ|や)", 0.7, taken=place),
    rule("home", rf"{ME}(?:も|は){V}(?:です|に住)", 0.7, taken=place),
    rule("home", rf"^{V}在住", 0.85, taken=place),
    rule(
        "home",
        rf"(?:今日|きょう|本日|昨日|きのう|おととい|先週|先月|今週|今月|[0-9]+日)から(?:は|、)?{V}(?<![民人員生者])(?:の(?:実家|家|部屋|アパート|マンション|寮|社宅|団地|借家))?"
        rf"(?:暮らし|住まい|住み|{IS}|$)",
        0.8,
        taken=place,
    ),
    rule("home", rf"{V}の(?:部屋|アパート|マンション|自宅)(?=ついたら|に(?:帰|着|もど|戻)|は|で)", 0.6, taken=place),
    rule("hometown", rf"(?:生まれも育ちも|生まれ育ちは|生まれたのも育ったのも)、?{V}(?:{IS}|$|、)", 0.85, taken=place),
    rule("hometown", rf"{V}(?:の)?出身", 0.85, taken=place),
    rule("hometown", rf"{V}(?:の)?(?:生まれ)(?={IS}|で|の[^育]|、|$|や)", 0.85, taken=place),
    rule("hometown", rf"{V}(?:の)?(?:生まれ)?育ち", 0.8, taken=place),
    rule("hometown", rf"{V}(?:で|に)(?:生まれ(?:育|て|まし|た(?=$|の|ん|、|よ|け))|育っ(?!たのは))", 0.85, taken=place),
    rule(
        "hometown",
        rf"(?:地元|実家|故郷|ふるさと|出身(?:地)?|生まれ)(?:は|が|って)、?{V}(?:{IS}|$|、|の(?:方|ほう|田舎)|で)",
        0.85,
        taken=place,
    ),
    rule("hometown", rf"地元の{V}(?=に|で|へ|は|$|、)", 0.75, taken=place),
)
ACROSS = (
    rule("home", rf"(?:引っ?越し?|転居)[^!]*!(?:[^\s!→]{{1,8}})→{V}$", 0.75, taken=place),
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
    rule("hometown", rf"{V}から!うちの(?:地元|実家|故郷)$", 0.75, taken=place),
    rule("birthday", rf"誕生日[^。!]{{0,16}}!(?P<v>{DATE})", 0.8, taken=birthday),
    rule(
        "birthday",
        rf"(?:来月|もうすぐ|今度|あと少し|今月)(?:で|に)?(?:[1-9][0-9]|はたち)[^。!]{{0,6}}[! ](?P<v>{DATE})",
        0.75,
        taken=birthday,
    ),
    rule("birthday", rf"(?P<v>{DATE})[^。!]{{0,10}}!(?:{ME}の)?誕生日(?:です|だ|や|なん|$)", 0.75, taken=birthday),
    rule(
        "job",
        r"(?:新しい|次の)(?:バイト|仕事|職場|パート)(?:が|は)?(?:決まった|見つかった)[^!]{0,3}!(?P<v>[^\s、。!]{2,24})",
        0.75,
        taken=str,
    ),
)
"""Rules for two sentences, with "!" between them."""
