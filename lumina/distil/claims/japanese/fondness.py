"""Rules for what somebody is fond of, or cannot bear, told without the words for it: 性に合わない, 見ると泣く."""

import re

from lumina.distil.claims.japanese.phrases import HOLLOW, name, phrase
from lumina.distil.claims.japanese.rules import rule

THING = r"(?P<v>(?:[^\s、。はがをもに]|(?<=ご)は|は(?=ちみつ|まぐり|っさく|くさい|んぺん|るさめ)){1,16}?)"
BEGINS = r"(?:^|[、。 は]|(?<=私)|(?<=俺)|(?<=僕)|(?<=おれ)|(?<=うち)|(?<=わし))"
NO_THING = re.compile(
    r"今日|明日|昨日|今年|来年|今回|今度|最近|[時日月年週分秒度円%]$|[てでだたるいくな]$|(?:人|方|者|奴|やつ|さん|ちゃん|くん|たち|先生|社長|店長|部長|課長|客|子|自分|みんな|全員|先着|学生|会員|女性|男性)$"
    r"|これ|それ|あれ|どれ|こと$|とき$|もの$|ほう$|金$|時間|お金|元気|暇|休み|あなた|君|予定|都合|仕事$|命|体|夢|勇気|力$|愛|絶対|ほんま|本当|^一(?:滴|口|切|度|回)"
)
THIS = re.compile("この|その|あの|どの|こんな|そんな|あんな|最近|近頃|ここのところ|今")
"""What is only this one, or only now."""

SO = r"(?:です|だ|や|なん|じゃ|で、|で$|$|、|って|ねん|わ|な)"
FEELS_SO = (
    r"(?:どうも|あまり|あんまり|昔から|どうしても|やっぱり|ちょっと|正直|とにかく|ほんと|ほんまに|本当に|一生|、)*"
)


def thing(caught: str) -> str:
    """A thing that one may like or not."""
    value = phrase(caught)
    is_none = not value or value in HOLLOW or NO_THING.search(value) or name(value) or THIS.match(caught)
    return "" if is_none else value


FONDNESS = (
    rule(
        "likes",
        rf"{BEGINS}{THING}(?:さえ|が)+あれば、?(?:ほかに|他に)?(?:もう)?(?:何も(?:いら|要ら)|生きて(?:い)?け|生きられ|機嫌|ご機嫌|満足|幸せ|十分|文句(?:は|が)?な|それでい)",
        0.75,
        taken=thing,
    ),
    rule(
        "likes",
        rf"{BEGINS}{THING}(?:なし|抜き)(?:では|じゃ|には)、?(?:生きて(?:い)?け|生きられ|いられ|やって(?:い)?け|夜も日も|一日が始まら)",
        0.75,
        taken=thing,
    ),
    rule(
        "likes",
        rf"(?:[^、。はが]{{1,8}})は、?{THING}に限(?:る|ります)(?:よ|ね|な|わ|の)*(?:$|、|。)",
        0.75,
        taken=thing,
    ),
    rule("likes", rf"{BEGINS}{THING}(?:のこと|以外)?しか(?:頭に|眼中に|興味)(?:が)?な", 0.75, taken=thing),
    rule(
        "likes",
        rf"{BEGINS}{THING}(?:を|に|が)?(?:見る|出る|聞く)と(?:もう)?(?:目の色が変わ|目が輝|目を輝|テンション|飛びつ)",
        0.75,
        taken=thing,
    ),
    rule("likes", rf"(?:^|[、。]|の[はが]){THING}(?:一択|一筋){SO}", 0.75, taken=thing),
    rule(
        "likes",
        rf"(?:^|[、。はも]){THING}ばっか?り(?:食べ|食う|食っ|見|観|聴い|聞い|読ん|飲ん|描い|かい|作っ)て(?:い)?(?:る|ます|おり)",
        0.72,
        taken=thing,
    ),
    rule(
        "likes",
        rf"(?:^|[、。はも]){THING}しか(?:食べ|描か|かか|見|聴か|聞か|読ま|飲ま|着|歌わ)(?:ない|へん|ません|ん(?=$|、|で))",
        0.72,
        taken=thing,
    ),
    rule(
        "likes",
        rf"(?:^|[、。]){THING}(?:は|が)(?:俺の|私の|僕の|うちの|わしの)?(?:主食|大好物|生きがい|命の水|ソウルフード){SO}",
        0.75,
        taken=thing,
    ),
    rule(
        "likes",
        rf"{BEGINS}{THING}に(?:首ったけ|ぞっこん|メロメロ|めろめろ|骨抜き|どハマり|ドハマり)",
        0.75,
        taken=thing,
    ),
    rule(
        "likes",
        rf"(?:^|[、。は])[^\s、。はが]{{1,8}}より(?:も|は)?{THING}(?:の人間|派|党|のほうが好き|の方が好き|が好き|のほうが好み)(?!だった|でした)",
        0.75,
        taken=thing,
    ),
    rule(
        "dislikes",
        rf"{BEGINS}{THING}だけは{FEELS_SO}(?:無理|だめ|ダメ|駄目|あかん|堪忍|勘弁|かんべん|ごめん|御免|パス|苦手|嫌い|NG|受け付け|受けつけ|いただけ|食べられ|よう(?:食べ|食わ|飲ま)|好かん|許せ)",
        0.78,
        taken=thing,
    ),
    rule(
        "dislikes",
        rf"{BEGINS}(?P<v>[^\s、。はがを]{{1,16}}?)(?:という|っていう|っちゅう)?(?:代物|もん|もの|やつ|奴|食べ物)?(?:は|が|を|も){FEELS_SO}"
        r"(?:好みませ?ん|好まない|好まん|好かん|好かない|好きません|好きになれ(?:ない|ん|ません)|性に合(?:い?ません|わない|わん|わず)|口に合(?:い?ません|わない|わん|わず)"
        r"|肌に合(?:い?ません|わない|わん)|見るのも(?:嫌|いや|いやや)|憎(?:い|む|んで)|受け付けません|受けつけ(?:ない|ません|ん)|大の苦手|苦手で(?!す[か?])|大?嫌いで|御免こうむ|ごめんこうむ|(?:天)?敵(?:です|だ(?!と)|、|や|じゃ|$))",
        0.75,
        taken=thing,
    ),
    rule(
        "dislikes",
        rf"{BEGINS}{THING}(?:が|を|と|の話)?(?:見る|見た|出る|出す|出された|聞く|聞いた|嗅ぐ)(?:と|だけで)、?(?:もう)?(?:泣|逃げ|石にな|固ま|震え|叫|悲鳴|鳥肌|ぞっと|顔をしかめ|吐き)",
        0.72,
        taken=thing,
    ),
    rule(
        "dislikes",
        rf"{BEGINS}{THING}(?:が)?(?:ぜったい|絶対|ほんと|マジ|まじ|本気で|からきし)(?:に)?(?:無理|だめ|ダメ|駄目|あかん){SO}",
        0.75,
        taken=thing,
    ),
    rule("dislikes", rf"{BEGINS}{THING}(?:が|は)?からきし(?:で|な|だ|や|$)", 0.72, taken=thing),
    rule(
        "dislikes",
        r"(?:^|[、。])(?P<v>[ァ-ヴー]{2,8}|[一-龠]{2,5}|[一-龠ぁ-ん]{2,5}(?<=[こごしめけき]))(?:駄目|ダメ|だめ|NG)(?:です|なんです|なんだ|だ|)$",
        0.72,
        taken=thing,
    ),
)
"""What one is fond of, and what not."""
