"""What somebody has to do, look for or wait for, without a day: what they were asked for, have not done yet, have lost,
and what it has come to."""

import re
from collections.abc import Collection, Iterator

from lumina.distil.claims.japanese.left_open import AN_EVENT, GOOD_INTENT, MAYBE
from lumina.distil.claims.japanese.matters import deed, has_object
from lumina.distil.claims.japanese.relations import HUMAN, PETS
from lumina.known import ME, Claim, ClaimType, Day

OVER = r"(?:よ|ね|わ|な|さ|の|ん|だ|です|や|から|けど|し|って|らしい|みたい|そう|[あーぁっ〜~笑w!…])*$"
SOMEBODY = (
    rf"(?:{HUMAN}|[^\s、。はがをにの]{{1,6}}(?:さん|ちゃん|くん|君|先生|課長|部長|係長|店長|会長|社長|主任|先輩))"
)
THEIRS = re.compile(
    rf"(?:^|[、。])[^、。]{{0,8}}{SOMEBODY}(?:は|が|も|って)(?![^、。]*(?:に|から)[^、。]*(?:言われ|頼まれ))"
)
"""Of somebody else is told that it is not done."""

REQUEST = re.compile(
    r"(?P<v>[^。]{3,36}?(?P<form>[てで](?:くれ(?:ない?か?)?|ほしい|欲しい|もらえ(?:ない|る)?か?|ください|くださいね|下さい|おいて|こい|きて)?|[るうくぐすつぬぶむ]ように|[えけげせてねべめれ]|しろ|せよ|[てで]よ))"
    r"(?:ね|よ|な)?(?:、)?(?:って|と)?、?(?P<by>言われ|いわれ|頼まれ|たのまれ|お願いされ|お願い来|せがまれ|催促され|催促き|指示され|依頼され|連絡(?:が)?(?:き|来)|メール(?:が)?(?:き|来)|LINE(?:が)?(?:き|来))"
    r"(?:て|た|まし|てる|ちゃ|てしま)(?P<rest>[^。]*)$"
)
REFUSED = re.compile(
    r"断|無理|できない|嫌|いや(?!ー)|むり|びっくり|驚|困る|けど|のに|やった|行った|してきた|てきた|終わ|怒|ムカ|むか|笑"
)
AGREED = re.compile(
    r"(?:いい|OK|オッケー|おっけー|はい|了解|わかっ|分かっ|もちろん|任せ|いいっす|いいです)[^。]{0,8}(?:って|と|し)|引き受け|承知|請け負|約束|返し(?:ちゃ|た)"
)
NO_DEED = re.compile(
    r"(?:なれ|なって|なるように|いて|いろ|しっかり|落ち着|静かに|待て|待って|頑張|がんば|早く|もっと|ちゃんと|優し|気をつけ|仲良く|元気)"
)
AGO = re.compile(
    r"昔|むかし|子供の頃|子どもの頃|小さい頃|学生時代|当時|よく(?:言|頼)|いつも|毎回|毎日|前に|去年|小学|中学|高校生?の|若い頃|時は|ときは"
)

DUTY = (
    r"送|出|返|払|振り込|振込|電話|連絡|返信|返事|予約|申し込|申込|提出|申請|渡|返却|返金|伝え|届け|解約|更新|"
    r"手続|登録|片付|荷造り|準備|取りに行|見に行|聞きに行|謝|報告|メール|LINE|支払|書|直|直し|洗|掃除|修理|"
    r"交換|買い替|買い足|受け取"
)
NOT_DONE = re.compile(
    rf"(?P<v>[^。]{{2,26}}?(?:{DUTY})[^、。はがをに]{{0,4}}?)(?:て|で)(?:い)?(?:ない|ません|へん|ないまま)(?:まま)?{OVER}"
    rf"|(?P<w>[^。]{{2,26}}?(?:お?礼|返事|挨拶|お祝い|お詫び|連絡)(?:を|も|は|が)?、?(?:まだ)?(?:言|し|出|送|伝え|渡)[^、。]{{0,2}}?)(?:て|で)(?:い)?(?:ない|ません){OVER}"
)
PUT_ASIDE = re.compile(
    r"(?P<v>[^。]{2,26}?[しりきちみけせえべれてめ])(?:そびれ|忘れ|わすれ|損ね)(?:て(?:い)?(?:る|た|ます|まし)|た|ました|ちゃった|てしまった)"
    r"|(?P<w>[^。]{2,20}?(?:返|出|送|払|渡|買|伝え|連絡|電話|予約|提出|届け|取りに行)[^、。はがを]{0,3})(?:の|こと)(?:を)?(?:すっかり)?忘れ(?:て(?:い)?(?:た|る|て)|た|ました|、)"
)
YET = re.compile(
    r"(?:^|[、。])(?P<v>[^\s、。はが]{0,12}(?:返信|返事|支払い?|荷造り|手続き?|準備|掃除|片付け|提出|申し込み|予約|宿題|課題|レポート|書類|年賀状|お礼|挨拶|大掃除|解約|更新|申請))(?:は|が|も)、?まだ(?:だ|です|なん|や|で|$|[、。])"
)
PRESSING = re.compile(
    r"(?P<v>[^。]{2,26}?)(?:なきゃ|ないと|なくちゃ|なければ)、?(?:ほんと(?:に)?|本当に|マジで|まじで)?(?:まずい|やばい|ヤバい|怒られる|間に合わない|あとがない|ならん)"
)
OFTEN = re.compile(
    r"最近|全然|ぜんぜん|あまり|あんまり|一度も|ほとんど|めったに|誰にも|何も|なにも|もう(?:何)?[0-9一二三四五六七八九十]*年|ずっと|ろくに|別に|ここ(?:半|[0-9])|連絡(?:が|も)?(?:取れ|とれ|つか|付か)|なかなか会|たことない|年賀状(?:は|なんか)|普段|めんどくさい"
)
LOOSE_END = re.compile(r"どころ|わけ|はず|かも|気がする|だろう|でしょう|夢|時|とき|頃|人|話$|やつ$")

THING = (
    r"鍵|カギ|財布|さいふ|スマホ|携帯|ケータイ|指輪|結婚指輪|傘|日傘|定期(?:券)?|[^\s、。はがをに]{0,8}カード|免許証|保険証|通帳|印鑑|ハンコ|はんこ|判子|実印|眼鏡|メガネ|めがね|老眼鏡|イヤホン|ヘッドホン|鞄|カバン|かばん|バッグ|リュック|書類|USB|手帳"
    r"|腕?時計|帽子|ピアス|イヤリング|ネックレス|ブレスレット|マフラー|手袋|水筒|弁当箱|パスポート|チケット|補聴器|リモコン|充電器|社員証|名札|本|ノート|ペン|万年筆|お守り"
)
GONE = (
    r"(?:が|は|も)?、?[^、。が]{0,12}?(?:いなくなっ|逃げ(?:出し|ちゃっ|てっ|てしまっ)?|脱走し|脱走|行方不明|"
    r"迷子に?なっ|帰ってこな|戻ってこな|飛んで(?:っ|行っ|いっ)|飛び出し)"
)
BEHIND_A_NAME = ("が", "は", "も", "、", "ちゃんが", "くんが")
HAS_GONE = re.compile(GONE)
ANIMAL_GONE = re.compile(rf"(?P<v>(?:[^\s、。はがを]{{1,10}}の)?(?:{PETS})){GONE}")
LOST = re.compile(
    rf"(?:^|[、。]|(?<=の))(?P<v>(?:[^\s、。はがを]{{1,8}}の)?(?:{THING}))(?:を|が|は|も)?、?[^、。が]{{0,12}}?"
    rf"(?:(?:なくし|無くし|失くし|紛失し|落とし|盗まれ|すられ|置き忘れ|置いて[きっ]|忘れて?き|忘れ)(?:た|ちゃっ|まし|てしまっ|てもう)|(?:なくなっ|消え)(?:た|ちゃ|まし)|見つからな|見当たらな|出てこな|どこにもな)"
)
FEELS = re.compile(
    r"元気|自信|やる気|気力|目標|夢|仕事|言葉|記憶|居場所|余裕|自分|希望|食欲|意味|答え|いい人|相手|理由|きっかけ|コツ"
)
BEFORE = re.compile(
    r"(?:昔|子供の|前に|以前|去年|おととし|昨年|小さい|学生|[0-9]+年前|[たる](?:時|とき|頃|人|子|犬|猫|の[はがも])|いつも|よく|たら(?!しい)|れば|かも|たび|のは|かと思)"
)

COMES = re.compile(
    r"(?P<v>(?:[^\s、。はがもをに]{1,10}の)?(?:再検査|要?精密検査|再診|追試|再試験?|再試|補習|補講|再提出|追加検査|二次面接|最終面接|一次面接|再面接|(?:[^\s、。はがもをにで]{0,6})手術|入院|再手術))"
    r"(?:を|が|に)?(?:する|受ける)?(?:だって|だと|に(?:なった|なりました|なっちゃった|進んだ|進める|回された)|することに|ことに(?:なった|なりました|決まった)|が必要|しないと|しなきゃ|(?:と|って)言われ|(?:に|へ)(?:進|呼ばれ))"
)
IS_TO = re.compile(
    rf"(?P<v>[^。]{{2,28}}?(?:{AN_EVENT}|余興|司会|幹事|スピーチ|挨拶|あいさつ|講演|演奏|出場|参加|見学|下見|見積|査定|立ち会|打ち合わせ|顔合わせ|案内|会[うい]|訪ね|手伝|泊まり|診て|探|買|売|譲|調べ|相談|申し込|借り|頼|作り直|見に行|見てもら|受診|直)[^、。]{{0,8}}?[るうくすつむぬぶぐ])"
    rf"(?:こと|話|段取り|流れ)(?:に|が)(?:なった|なりました|なってしまった|なっちゃった|決まった|決まりました|した|しました|まとまった){OVER}"
)
STEADY = re.compile(
    r"担当|毎[日週月朝晩]|ずっと|から(?:は)?(?=.*ことに)|住む|暮らす|働く|勤める|やめる|辞める|しない|ない(?:こと|$)|付き合う|なる(?:こと|$)|平日|続ける"
)


def left_to_do(text: str, names: Collection[str], due: Day | None, turn: str) -> Iterator[Claim]:
    """What a sentence leaves open that no event with a day tells; `names` are those of animals, `turn` is all that was
    said with it."""
    what = _requested(text, due, turn) or ("" if THEIRS.search(text) else _not_done(text))
    what = (what if has_object(what) else "") or _announced(text)
    if what:
        yield Claim(ClaimType.LOOP, ME, "", what, text, MAYBE, until=due)
    elif lost := _lost(text, names):
        yield Claim(ClaimType.LOOP, ME, "", lost, text, MAYBE, until=None)


def _requested(text: str, due: Day | None, turn: str) -> str:
    """What one was asked to do: with a day, or where one begs, and does not refuse."""
    match = REQUEST.search(text)
    if not match or AGO.search(text) or GOOD_INTENT.search(match["v"]) or NO_DEED.search(match["v"]):
        return ""
    begs = match["by"] not in {"言われ", "いわれ"}
    agreed = AGREED.search(match["rest"]) or AGREED.search(turn[turn.find(text) + len(text) :])
    if (REFUSED.search(match["rest"]) and not agreed) or (not begs and not due and not agreed):
        return ""
    return deed(_without_asker(match["v"]))


def _without_asker(told: str) -> str:
    """Without who asks for it; whom something is sent, or told, stays."""
    return re.sub(rf"^(?:[^、。]{{0,8}}の)?{SOMEBODY}(?:から|に(?=[^、。]*(?:に|を|へ)))、?", "", told)


def _not_done(text: str) -> str:
    if OFTEN.search(text) or LOOSE_END.search(text):
        return ""
    for pattern in (YET, NOT_DONE, PUT_ASIDE, PRESSING):
        if match := pattern.search(text):
            caught = match["v"] or match.groupdict().get("w") or ""
            return caught if pattern is YET else deed(_ended(caught, pattern is PUT_ASIDE))
    return ""


def _ended(caught: str, aside: bool) -> str:
    """With the verb ended that was cut off: 本を返し(そびれた)."""
    return f"{caught}ます" if aside and not caught.endswith(tuple("るくすうむつぐぶ")) else caught


def _announced(text: str) -> str:
    """What it has come to, or been agreed that one does."""
    if BEFORE.search(text):
        return ""
    if match := COMES.search(text):
        return match["v"]
    match = IS_TO.search(text)
    return deed(match["v"]) if match and not STEADY.search(text) else ""


def _lost(text: str, names: Collection[str]) -> str:
    """What is lost, or has run away."""
    if BEFORE.search(text) or FEELS.search(text):
        return ""
    gone = HAS_GONE.search(text)
    named = next((name for name in names if gone and any(f"{name}{behind}" in text for behind in BEHIND_A_NAME)), "")
    animal = ANIMAL_GONE.search(text)
    if what := named or (animal["v"] if animal else ""):
        return f"{what}がいなくなった"
    match = LOST.search(text)
    return f"{match['v']}が見つからない" if match else ""
