"""Rules for what somebody believes, keeps with care, has learnt, and does in their own time."""

import re

from lumina.distil.claims.japanese.circumstances import AHEAD, SAID
from lumina.distil.claims.japanese.phrases import name, phrase
from lumina.distil.claims.japanese.rules import IS, rule
from lumina.distil.claims.japanese.tastes import CLOSES


def keepsake(caught: str) -> str:
    """What is kept with care, and is a thing."""
    return (
        "" if re.search(r"家族|人|時間|関係|自分|気持ち|友|子|体|命|心|約束|縁|会話|言葉", caught) else phrase(caught)
    )


TAKES_NOW = r"(?:な?(?:人|口|体|よう))?に(?:なった|なりました|なってん|なっちゃった|なってもた)"

OF_THE_DAY = re.compile(
    r"今|昨|明日|日$|回$|度$|天気|空|景色|眺め|気分|時間|瞬間|旅|ライブ|試合|映画館|休み|連休|夏|冬|春|秋|人$|さん$|ちゃん$|くん$|[たるい]の$|こと$|(?:こ|そ|あ)(?:れ|こ)"
)
"""Of these somebody says that they were great just now."""


def tasty(caught: str) -> str:
    """A thing that is great whenever one has it."""
    value = phrase(caught)
    return "" if value != caught or OF_THE_DAY.search(value) or name(value) else value


LEANINGS = (
    rule(
        "likes",
        r"^(?P<v>[^\s、。はが]{2,12})(?:は|って|ね|だけど)?、(?:俺|私|僕|うち|わたし|あたし|ぼく|おれ)?(?:は|も|、)?(?:あれ|これ|それ|本当|ほんと)?(?:に|には)目がな",
        0.8,
    ),
    rule(
        "likes",
        r"^(?:やっぱり?|やっぱ|あー、?)?、?(?P<v>[^\s、。はが]{2,12})(?:は|って)(?:やっぱり?|やっぱ|本当に|ほんと|マジで|まじで|いつ食べても|何度食べても)?最高"
        rf"(?:{IS}|$|だわ|だな|よ|すぎ)(?!っ)",
        0.72,
        taken=tasty,
    ),
    rule(
        "likes",
        r"(?:^|[、。はも])(?P<v>(?:甘い|辛い|しょっぱい|脂っこい)(?:もの|もん)|[^\s、。はがをも]{2,10}スイーツ|チョコ(?:レート)?)に(?:は)?(?:ほんと|めっぽう)?弱い",
        0.75,
        taken=str,
    ),
    rule(
        "likes",
        rf"好き(?:な|に(?:なった|なりました))(?:食い?もん|食べもん|食べ物|飲み物|もの|もん|場所|店|料理|麺)(?:は|が|って|、)?(?P<v>[^\s、。はがもを]{{2,14}}?){CLOSES}",
        0.8,
    ),
    rule(
        "likes",
        rf"(?P<v>(?:^|(?<=[、。 おれは]))[^\s、。はがをも]{{1,10}}?"
        rf"(?:(?:が|も|を|は)?(?:食べら?れる|食える|飲める|いける)|(?:が|も)(?:平気|大丈夫)){TAKES_NOW})",
        0.8,
        taken=str,
    ),
    rule(
        "family",
        r"(?:^|[、。])(?P<v>父|母|祖父|祖母|兄|姉|弟|妹|夫|妻|息子|娘)を[^。、]{0,12}?亡くし",
        0.75,
        shown=r"\g<v>は亡くなった",
    ),
    rule(
        "partner",
        r"(?:^|[、はも])(?P<v>彼女|彼氏|恋人)とは?(?:もう)?[^、。はが]{0,8}?付き合って(?:い)?(?:る|ます)",
        0.8,
        shown=r"\g<v>がいる",
    ),
    rule("job", r"(?:^|[、はも])(?P<v>社会人[0-9一二三四五]+年目)", 0.7, taken=str),
    rule(
        "pet",
        r"(?:^|[、はも])(?P<v>(?:犬|猫|うさぎ|ウサギ|鳥|亀|カメ|金魚|ハムスター|インコ|文鳥|鶏|ニワトリ)が(?:[0-9一二三四五]+)[匹羽頭])(?:いて|いる|います|、|$)",
        0.75,
        taken=str,
    ),
    rule(
        "hobby",
        r"(?:^|[、はも])(?P<v>[^\s、。はがを]{2,8}?)歴(?:は|が|、)?(?:もう)?(?:[0-9一二三四五六七八九十]+|数|半)年",
        0.75,
        taken=phrase,
    ),
    rule(
        "hobby",
        r"(?:^|[、。はもてで])(?P<v>(?:小説|詩|短歌|俳句|エッセイ|脚本|ブログ|同人誌|漫画|マンガ|絵|油絵|水彩画|イラスト|曲|動画|プラモデル|プラモ|模型|アクセサリー|編みぐるみ|家庭菜園|陶器))"
        r"(?:を)?(?:書い|描い|かい|作っ|つくっ|撮っ|編ん|組ん)て(?:い)?(?:る|ます|て)(?!人)",
        0.75,
        taken=str,
    ),
    rule(
        "habit",
        r"(?:^|[、。])(?P<v>[^、。]{3,20}?(?:[るくすむうぐつ]|ない))ようにして(?:い)?(?:る|ます)",
        0.75,
        taken=str,
    ),
    rule(
        "habit",
        rf"(?:^|[、。])(?:私|僕|俺)?は?(?P<v>[^、。]{{3,16}}?(?:[るくすむうぐつ]|ない))派(?!でした|だった){SAID}",
        0.75,
        taken=str,
    ),
    rule(
        "belief",
        r"(?:^|[、。])(?P<v>(?!.*(?:今日|明日|行こう|しよう|たい|かな|思われ|どう|いい|悪い|私|僕))[^、。]{4,24}?(?<![うかなてばゃだ])(?:だ)?)と(?:思って|信じて)(?:い)?(?:る|ます)",
        0.7,
        taken=str,
    ),
    rule(
        "belief",
        r"(?:^|[、。])(?P<v>[^\s、。はが]{2,12}(?:は|を|なんて|なんか)信じ(?:ない|てない|ません))",
        0.75,
        taken=str,
    ),
    rule(
        "skill",
        r"(?P<v>(?:TOEIC|英検|漢検|簿記|数検|IELTS|TOEFL|HSK|JLPT|柔道|剣道|空手|書道|そろばん|珠算|将棋)(?:準)?[0-9一二三四五六七八九初]+(?:点|級|段))(?:が|を)?(?:ある|あり|持|もっ|取|とっ)",
        0.8,
        taken=str,
    ),
    rule(
        "plan",
        rf"(?:^|[、。])(?P<v>{AHEAD}(?:に|は|から)?、?(?:育休|産休|入院|入寮|入居)(?:に入(?:る|ります)|を取(?:る|ります)|する|します))",
        0.75,
        taken=str,
    ),
    rule(
        "possession",
        r"(?:^|[、。])(?P<v>[^\s、。はが]{2,14})を(?:大事|大切)にして(?:い)?(?:る|ます)",
        0.7,
        taken=keepsake,
    ),
)
