"""What is left open as one would name it, what is no matter to be asked about, and what others have before them."""

import re

from lumina.distil.claims.japanese.left_open import DUE
from lumina.known import ME
from lumina.language.when.reckoning import Found

TIME_FIRST = re.compile(
    r"^(?:次回?は(?:また)?|今度は(?:また)?|また(?=[一-龠])|もう[一1](?:回|度)|再?来[月週年]|今[月週]|明日|あした|あさって|明後日|近いうち|そのうち|\d+月\d+日|\d+日(?=まで))(?:の(?:[月火水木金土日]曜日?)?|までに?|に|は|、)*(?=..)"
)
OVER = r"[よねわさなあぁぞ〜～ー!！。笑]*$"
HAS = re.compile(
    rf"(?<=[一-龠ァ-ヶーA-Za-z])(?:が|は|も)?(?:ある|あります|あんねん|入って(?:い)?る|控えて(?:い)?る)(?:ん|の)?(?:だ|です|や)?(?:って)?{OVER}"
)
IS = re.compile(
    rf"(?<=[一-龠ァ-ヶーA-Za-z])(?:は|が|、)?(?:なん|なの|の)?(?:だ|です|や)?(?:って|らしい|そう(?:だ|です)|みたい)?{OVER}"
)
DOES = re.compile(
    r"(?<=[うくぐすつぬぶむる])(?:こと|つもり|予定)?(?:に(?:した|しました|なった|なりました|なって(?:い)?る))?"
    rf"(?:ん|の)?(?:だ|です|や)?(?:って|らしい|そう(?:だ|です))?{OVER}"
)
DECIDED = re.compile(
    rf"(?<=[一-龠ァ-ヶーし])(?:は|が|を|に)?(?:決め(?:た|ました)|決ま(?:った|りました)|(?:まだ)?[来こ]ない){OVER}"
    rf"|(?<=予約)(?:を|が)?(?:して(?:い)?る|[取と]って(?:い)?る|入れて(?:い)?る|[取と]った|入れた|した){OVER}"
    rf"|(?<=結果)(?:が|は)(?:来る|出る|届く|[分わ]かる){OVER}"
)
"""What ends a sentence, and names nothing: 面接(があるんだ), 友達とカフェ行く(んだ)."""
ITSELF = re.compile(r"は(?=(?:始ま|来る|届く|出る|終わる|開く))")
NOTHING = re.compile(
    r"^(?:いいよ|いいですよ?|うん|はい|いや|ok|やる|する|行く|いく|ある|分かった|わかった|了解|それ|これ|あれ|結果待ち|今日|昨日|明日|さっき)?$"
    r"|^(?:こと|もの(?!忘れ|もらい)|ところ|って|けど|から|ので)|^(?:[はがをにでとへ]|も(?!の忘れ|のもらい))(?![一-龠ァ-ヶ])",
    re.I,
)
FELT = re.compile(
    r"(?:(?:がんば|頑張)(?:れ|る|ろ|り)|緊張|不安|憂鬱|ゆううつ|楽しみ|待ち遠し|こわ[いく]|怖[いく]|しんど|つら[いく]|疲れ|眠[いく]|落ち込|やる気"
    r"|忙し|暇|どうしよ|ゆっくりする|のんびりする|だらだら|寝る|どうな[るろ]|かな$)[^、]*$"
)
"""How one feels about a day, and what one asks oneself, is nothing that is left open."""

UNTIL_THEN = re.compile(r"(?<=[一-龠ァ-ヶーA-Za-z])[はがも]まで$")
TORN = re.compile(r"[はがを](?:だと|だ$|です|に(?:な[っりる]|する|した|$)|も[元同変忙仕い休楽暑寒]|の[はがを]|から$)")
"""Where a day was cut out between two particles, what is left is no name: 手術があさってだと思うと."""

OF_THEIRS = re.compile(
    r"^(?:手術|退院|入院|再?検査|検診|出産|予定日|結婚式|入[学園社]式|卒[業園]式|発表会?|運動会|.*試験|受験|入試|面接|試合|大会|.*コンクール|引っ?越し|法事)$"
)
"""What somebody near has before them and one waits for with them."""
SOMEBODY = (
    r"(?:お?(?:母|父|兄|姉|祖父|祖母|ばあ|じい|かあ|とう|婆|爺)(?:さん|ちゃん|様)?|[妹弟妻夫嫁]|息子|娘|旦那|主人|彼氏|彼女|友達|友だち|親友"
    r"|お[袋ふ]く?ろ?|親父|母親|父親|両親|[^\s、。はがをにの]{1,6}(?:さん|ちゃん|くん|先生))"
)
THEIRS = re.compile(
    rf"(?:の|は|、|に|が)*(?P<who>{SOMEBODY})(?:[のは]|が|、)?(?P<v>手術|退院|入院|再?検査|出産|結婚式|[入卒][学業園]式|発表会|運動会|受験|試合|大会)"
)
FIRST_OF_ALL = re.compile(rf"(?P<who>{SOMEBODY})(?:[のはが]|って)?、?$")
COMES_TO_BE = re.compile(r"(?P<who>[^、。]{0,12}(?:赤ちゃん|子ども|子供|子|孫|甥|姪))[がは、]?.*(?:生まれる|産まれる)")

VISITS = re.compile(r"(?P<what>(?:遊びに|泊まりに|会いに|うちに|家に|手伝いに)[来く]る)")


def named(told: str) -> str:
    """What is left open, without what the sentence says beside its name; "" for what is nothing to come back to."""
    what = TIME_FIRST.sub("", told)
    for ending in (HAS, IS, DOES, DECIDED):
        what = ending.sub("", what, count=1)
    what = UNTIL_THEN.sub("", ITSELF.sub("が", what))
    if not FELT.search(what) and not TORN.search(what):
        return "" if NOTHING.search(what) else what
    events = [match["v"] for match in DUE.finditer(what)]
    return events[-1] if events else ""


def theirs(sentence: str, day: Found, about: str) -> str:
    """What somebody else has before them on a day, with whose it is: 明日お母さんの手術だから帰る."""
    if beside := THEIRS.match(sentence, day[4]):
        return f"{beside['who']}の{beside['v']}"
    if about == ME:
        return ""
    event = DUE.search(sentence, day[4]) or DUE.search(sentence)
    if event and OF_THEIRS.match(event["v"]):
        before = FIRST_OF_ALL.search(sentence[: min(day[3], event.start())])
        return f"{before['who'] if before else about}の{event['v']}"
    if born := COMES_TO_BE.search(sentence):
        return f"{born['who'].rstrip('、')}が生まれる"
    visit = VISITS.search(sentence)
    return f"{about}が{visit['what']}" if visit else ""
