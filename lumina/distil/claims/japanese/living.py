"""Rules for who somebody is and where they live."""

import re

from lumina.distil.claims.japanese.caught import birthday, called, own_job
from lumina.distil.claims.japanese.introducing import N, given
from lumina.distil.claims.japanese.phrases import ME, V, job, name, place
from lumina.distil.claims.japanese.rules import IS, rule
from lumina.known import Mode
from lumina.language.japanese import morphemes
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


def origin(caught: str) -> str:
    """Where somebody is from, by the name of the place alone."""
    return caught if place(caught) == caught and any("地名" in one.part for one in morphemes(caught)) else ""


NO_DWELLING = re.compile(
    r"(?:支[店社部所]|本[店社部]|営業所|事業所|出張所|工場|病院|医院|歯科|クリニック|オフィス|役場|市役所|保育園|幼稚園|こども園|[小中高大]|学校|大学院?|高校|店|社員)$"
)


def dwelt(caught: str) -> str:
    """A place where one lives from some day on, and no place of work or school, and nobody's trade."""
    value = place(caught)
    return "" if NO_DWELLING.search(value) or job(value) else value


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
        r"(?:ペンネーム|芸名|源氏名|ハンドルネーム|筆名|雅号|四股名|俳号|高座名)(?:で|は|が)、?(?P<v>[^\s、。はがをで]{2,10}?)(?:って|という|と|です|だ|や|、|$)",
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
    rule("name", rf"(?:{ME}は、?|{ME}、|名前は|^|[、。 ]){N}{CALLED}(?!よね|ね|けどね|か(?:$|、))", 0.9, taken=given),
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
        rf"(?P<v>{DATE})(?:は|が|の)?、?(?:{ME}の)?(?:うまれ|生まれ|誕生日(?!プ)|バースデー)(?!変)",
        0.85,
        taken=birthday,
    ),
    rule(
        "birthday",
        rf"(?P<v>{DATE})の[^、。はがをにもで]{{1,12}}生まれ(?=$|{IS}|。|、|で(?!き))",
        0.8,
        taken=birthday,
    ),
    rule(
        "age",
        rf"^(?:歳|年齢|年|とし)は、?(?:今|いま|もう)?(?P<v>[1-9][0-9])(?=$|{IS}|。|、|で(?!き))",
        0.8,
        shown=r"\g<v>歳",
    ),
    rule("birthday", rf"(?P<v>{DATE})に(?:生まれ|うまれ)(?:た(?!子|ん)|まし|てん)", 0.85, taken=birthday),
    rule(
        "age",
        rf"(?<!あと)(?<!来[月週年])(?<!もうすぐ)(?<!曜で)(?P<v>{NUMBER})(?:歳|才)(?=$|{IS}|に(?:なっ|なり)|、|。|で(?!き)|の(?!{CHILD})[^時頃と]|"
        r"!|やけど|だけど|ですが)",
        0.8,
        shown=r"\g<v>歳",
    ),
    rule(
        "age",
        r"(?:^|(?:今日|昨日|今年|今月)で、?|誕生日で、?)(?P<v>[1-9][0-9])(?:に|歳に)?(?:なった|なりました|なってもた|なっちゃった)",
        0.75,
        shown=r"\g<v>歳",
    ),
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
        rf"{V}(?<!一緒)に(?:ずっと|今|いま|もう)?(?:住んで(?:い)?(?:る|ます|て、|おり)|住んどる|住んどって|住みよる)",
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
    rule(
        "home",
        rf"{V}(?:の(?:あたり|辺|方|ほう))?(?:に|で)(?:部屋|アパート|マンション|一軒家|家)(?:を)?借り(?:て(?:い)?(?:る|ます)|とる)",
        0.8,
        taken=place,
    ),
    rule(
        "home", rf"{V}(?:に|へ)(?:嫁(?:い(?:で|だ|どる)|ぎ(?:まし|先))|お?嫁に(?:行|い)っ)(?!き|来)", 0.75, taken=place
    ),
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
        taken=dwelt,
    ),
    rule(
        "home", rf"{V}の(?:部屋|アパート|マンション|自宅)(?=ついたら|に(?:帰|着|もど|戻)|は|で(?!す))", 0.6, taken=place
    ),
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
    rule("hometown", rf"(?:^|[、。はもが ]){V}(?<!日本)(?:もん|っ子|人|男児)(?:{IS}|$|、)", 0.75, taken=origin),
    rule("hometown", rf"地元の{V}(?=に|で|へ|は|$|、)", 0.75, taken=place),
)
