"""Whether Japanese speaks of what was, or of what is to be."""

import re

PAST = re.compile(
    r"(?:ました|でした|だった|かった|[っいしきけげえせてねべめれりちじみびにぎ来見出着寝得経居]た|(?<![なるたいうくぐすつぬぶむ])[んい]だ|[てで]ん|とった)(?![らいくがりめ])"
)
AHEAD = re.compile(
    r"ことに[なし]|のび|延び|延期|変更|変え(?:て(?:もら|くれ)|た|まし)|変わ[っり]|ずら|決ま|決め|早ま|予約|申し込|約束|誘われ|押さえ|おさえ(?:た|まし|て)"
    r"|^(?:の[^、。はがを]{0,8}|[0-9]+時(?:半|[0-9]+分)?)*に(?:取れ|とれ)(?:た|まし)|(?:[てで]|ように|[えけげせてねべめれ]|ろ)(?:くれ|ほしい|ください)?(?:って|と)?(?:言われ|頼まれ|お願いされ)"
    r"|^の?(?:午前|午後)?[0-9]+時(?:半|[0-9]+分)?(?:から)?(?:じゃ|や|では)なく|時間に(?:なった|なりました|なってん|して)|だけに(?:した|しました|なった)|^に(?:なった|なりました|した|しました)(?:わ|よ|ん|の|ー)*$|からに?なった"
)
"""Past deeds that put something into the future."""

LASTING = re.compile(
    r"^(?:の[朝昼夜晩]|の夕方)?から(?!は)(?!.*(?:予定|空い|って(?:い)?(?:る|た)|言って))"
    r".*(?:(?:てい?|で)(?:る|ます|ない|ません)|ずっと.{0,8}[いるしだ]|(?:連絡|返事|返信|既読|音沙汰|食欲|元気).{0,4}(?:ない|なし|[来こ]ない)"
    r"|熱|痛[いくみ]|しんど|つら|だるい|具合|調子)"
)
TOLD_OF = re.compile(r"^の(?:こと|話|件)(?:を|も|、)?(?:ちょっと|もう|まだ)?(?:聞いて|きいて|話した|話させて|話して)")
"""What has lasted since a day, or is only told of now: 月曜から連絡がない, 土曜のこと聞いて."""

CLAUSE_END = re.compile(r"[。!?！？\n、,]")
NAMED_FIRST = re.compile(
    r"^の(?![月火水木金土日]曜|午[前後]|[朝昼夕夜晩])[^、。!?！？\nをにでと]{1,10}?(?:な|ね|さ|は|って|の話)?[、,]"
)
"""Of what the clause that follows is: 土曜の試合な、勝ったで."""


def is_past(rest: str) -> bool:
    """Whether the clause behind a date speaks of what was."""
    rest = NAMED_FIRST.sub("", rest)
    end = CLAUSE_END.search(rest)
    clause = rest[: end.start()] if end else rest
    return bool(PAST.search(clause) or LASTING.search(clause) or TOLD_OF.search(clause)) and not AHEAD.search(clause)
