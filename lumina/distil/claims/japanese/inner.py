"""What Japanese says of nobody but the speaker, unless they are named or it is hearsay: what one wants, feels, thinks.
(Of others it is 行きたがる, 悲しそう, 行きたいって.) And that it is one's birthday, or how old one is by now."""

import re

FEELINGS = (
    "眠|だる|しんど|嬉し|うれし|悲し|かなし|寂し|さみし|さびし|悔し|くやし|怖|こわ|辛|つら|恥ずかし|懐かし|楽しみ|心配|不安|憂鬱|ゆううつ"
    "|面倒|めんどくさ|めんど"
)
ENDS = r"(?:です|だ|や|な|よ|ね|わ|さ|けど|が|から|ので|んだ|んです|の|ねん|なあ|なぁ|[ー〜~…。!！?？])*$"
INNER = re.compile(
    rf"(?:た(?:い|くない|くなか?った|かった)|(?:ほし|欲し)(?:い|くない|かった)|(?:よ|[こそとのもろぼごお])うかな"
    rf"|と思(?:う|って(?:る|いる|います)|います)|気がする|(?:{FEELINGS})(?:い|かった|くて?)?){ENDS}"
)


GREW_UP, GREW_OLD = 16, 70
"""Years: who is younger than that is more often somebody's child, and who is older somebody's parent."""

OPENS = (
    r"^(?:(?:実は|じつは|そういえば|ちなみに|あ|てか|ってか|そうだ|あのね|あのさ|で|ついに|とうとう|もう|なんと|私|僕|俺|わたし|あたし)(?:ね|さ|は|も)?、?"
    r"|(?:今日|きょう|本日|昨日|きのう|明日|あした|今月|先月|来月|今年|先週|来週|おととい|[0-9]+[月日])(?:の[0-9]+日)?(?:で|に|は|が|から|、?実は)?、?)*"
)
OWN_DAY = re.compile(
    rf"{OPENS}(?:お)?誕生日(?:なん(?:だ|です|よ)|なの|だ(?!と|って|ろ|から|、)|です(?!か|ね$)|でした|を迎え(?:た|まし)|に?(?:なっ|なり))"
)
"""What says so without whose: of others one says 妹の誕生日, 誕生日なんだって."""

AGED = re.compile(
    rf"(?:{OPENS}|(?<=、)(?:今日|昨日|今年|今月|先月|来月)で)(?P<n>[1-9][0-9])(?:歳|才)?に(?:なり(?:まし|ます)|なった(?!ら|と|ばかりの)|なっちゃ(?:った|い))"
)
TODAY = re.compile(r"^(?:今日|きょう|本日|昨日|きのう)(?:で|、)?[2-9][0-9](?:歳|才)?になった")
HEARD = re.compile(r"(?:だって|らしい|そうだ|そうです|だそう)(?:[よねさ]|です)*$")


def is_own_day(sentence: str) -> bool:
    """Whether it tells of a birthday or of an age without saying whose, as one tells one's own."""
    if HEARD.search(sentence):
        return False
    ages = [int(one) for one in re.findall(r"[0-9]+(?=歳|才|に)", sentence)]
    is_one = OWN_DAY.search(sentence) or AGED.search(sentence) or TODAY.search(sentence)
    return is_one is not None and all(GREW_UP <= age < GREW_OLD for age in ages)


def is_of_the_speaker(sentence: str) -> bool:
    """Whether its end tells what the speaker wants, feels or thinks."""
    return INNER.search(sentence) is not None
