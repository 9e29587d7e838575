"""What is left open (appointments, promises, awaited results, duties), plans, and that something is done."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from lumina.distil.claims.japanese.phrases import phrase, place
from lumina.distil.claims.japanese.sentences import ECHOED
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.deeds import deeds
from lumina.language.japanese import morphemes
from lumina.language.when.japanese import PAST, Found
from lumina.language.when.japanese_calendar import NUMBER, number

EVENT = (
    r"(?:最終)?面接|健康診断|健診|検診|人間ドック|[^\s、。はがのにでを]{0,6}試験|検査|"
    r"手術|発表会?|締め?切り|提出|締切|結婚式|卒業式|入学式|入社式|入園式|[^\s、。はがのにでを]{0,4}式"
    r"|ライブ|コンサート|公演|試合|大会|[^\s、。はがのにでを]{0,6}レース|マラソン|[^\s、。はがのにでを]{0,6}検定|"
    r"オーディション|歯医者|通院|診察|予約|会議|プレゼン(?!ト)|出張|旅行"
    r"|飲み会|同窓会|歓迎会|送別会|説明会|引っ越し|引越し|デート|国試|受験|入試|本番|"
    r"当落|合格発表|結果発表|結果|納期|期限|出産予定日|予定日|面談|打ち合わせ|法事|運動会|"
    r"文化祭|学会|報告"
)
DUE = re.compile(rf"(?P<v>{EVENT})")
MOVED = re.compile(
    rf"(?P<v>{EVENT}|[^\s、。はがも]{{1,12}})(?:は|が|も)?、?[^。]{{0,24}}?(?:に(?:なった|"
    r"なりました|のび|延び|延期|変更|ずら|変わ|変え(?:て(?:もら|くれ)|た|まし)|早ま|リスケ)|ずらし(?:て|た)|延期)"
)
MUST = re.compile(
    r"(?P<v>[^。]{1,24}?)(?:しなきゃ|なきゃ(?:いけ|なら|$|ね|な)|なくちゃ|なければ|ないと(?:いけ|"
    r"だめ|ダメ|あかん|$|ね|な)|なあかん|んとあかん|んなあかん|んといけ|ねば|ななあ?(?:$|、)|"
    r"ななー?(?:$|、)|(?<=[らかさなばま])(?<!から)(?<!まさ)な$)"
)
GIVEN_WORD = re.compile(r"(?P<v>[^。]{2,24}?[うくぐすつぬぶむる])約束(?:を)?(?:し(?:た|まし|て)|してん)")
MEANT = re.compile(r"(?P<v>[^。]{2,24}?[うくぐすつぬぶむる])(?:つもり|予定)(?:です|だ|や|で|$)(?!った)")
NOT_YET = re.compile(
    r"(?P<v>[^。、]{1,20}?)(?:は|を|が|も)?、?(?:まだ(?:[^。、]{0,6}?(?:取|と|出|返|書|"
    r"し|送|払|決め|行|買|で)っ?)(?:て(?:い)?ない|て(?:い)?ません|てへん|とらん|きてない)|"
    r"(?:するん|するの|すんの|出すの|返すの|書くの)?(?:を)?忘れて(?:た|いた|る|ました))"
)
PROMISED = re.compile(r"(?P<v>[^。、]{2,24}?)(?:って|て|と)(?:約束|言うてもた|言っちゃ|言ってしま|宣言)")
LENT = re.compile(
    r"(?P<v>[^。、]{1,20}?)(?:は|を|が|も)?、?(?:まだ)?(?:貸し(?:た(?:まま|きり)|っぱなし)|"
    r"返して(?:もら(?:って|え)|くれ)(?:て|へ)?(?:ない|ません|へん|ん)|返ってこ(?:ない|ん|うへん|ーへん|ません))"
)
AWAITED = re.compile(
    r"(?P<v>[^。、]{0,14}?(?:返事|結果|連絡|回答|返信|審査|当落|通知))(?:は|を|が|の)?、?(?:待ち|"
    r"待って|待っとる|まだ|来週|来月|明日)"
)
APPLIED = re.compile(
    r"(?P<v>[^\s、。はがを]{2,16})(?:に|を|へ|の)?(?:応募(?:し)|申し込ん|エントリーし|出願し)(?:た|まし|で(?:る|い))"
)
GOES = re.compile(r"(?P<v>[^\s、。はがに]{2,12}?)(?:いく|行く|いこ|行こ)")
LATER = re.compile(rf"(?P<n>{NUMBER})(?P<u>日|週間)(?:後ろに|先に|ほど)?(?:ずら|延ば|のば|延期)")
UNTIL = re.compile(r"まで(?:に|か|や|だ|です|な|やから|$)")
A_WORD = 4
INTENDS = re.compile(
    r"(?:(?<![てでい])(?<!思い)(?<!あり)(?<!なり)(?<!でき)ます|てき?ます|(?<![てで])(?<!い)(?<!あ)(?<!な)(?<!でき)(?<!すぎ)る|"
    r"てくる|[うくぐつぬぶむ]|(?<![でま])す|予定|つもり|帰る|入る)"
    r"(?:ん(?:です|だ|や|よ)?|の|ねん|わ|です|で|よ|から|だ|や|な|ことに(?:した|なった|しました|なりました))*+$"
)
FELT = re.compile(r"(?:く|て|で)(?:へとへと|疲れ|しんど|つら|大変)|(?:しんど|つら|長|忙し)い$|だった|やった")
THINKS = re.compile(
    r"(?<!う)と思|楽しみ|ですね?$|(?:多|少な|暑|寒|高|安)い|(?:あり|なり|でき|続き)(?:そう|ます)|らしい"
)
GOING = re.compile(
    r"(?P<v>[^\s、。]{2,24}?(?:に|へ|さ)(?:行く|いく|行き|いこ|行こう|旅行|帰(?:る|り)|出張|留学|遊びに))"
)
BROKEN = re.compile(
    r"(?P<v>[^\s、。はがを]{2,12})(?:は|を)?(?:やめた|中止|キャンセル|取りやめ|なしにな|行けなくなっ|延期になっ)"
)
SWITCHED = re.compile(
    r"(?P<old>[^\s、。はがをに]{1,10})から(?P<v>[^\s、。はがから]{1,10}?)に(?:変え|かえ|変更(?:し|にな)|切り替え|乗り換え)"
    r"(?:て|た|まし|し|$)?(?!たい)"
)
SIGNED_UP = re.compile(
    r"(?P<v>[^\s、。はが]{2,16}?)(?:に|で|を|へ)?(?:申し込(?:んだ|みました|んで(?:る|きた))|申込した)"
)
DONE = re.compile(
    r"(?:提出し(?:た|まし)|だした|出した|出しました|出して(?:き|もろ|もら)|合格し?(?:た|"
    r"まし)|受かった|うかった|落ちた|落ちました|終わった|おわった|終わりました|済んだ|"
    r"すんだ|済ませた|抜いて(?:き|もら)|抜いた|抜かれ|"
    r"行って(?:き(?:た|まし))|いって(?:き(?:た|まし))|して(?:き(?:た|まし))|届いた|届きました|"
    r"見つかった|みつかった|見つかりました|当たった|当選し?|落選|できた|できました|返した|"
    r"返しました|送った|発送|集荷|電話した|電話しました|書いた|書きました|書き終|"
    r"登録し(?:た|まし)|通しと?いた|とれた|取れた|取れました|取った|取りました|決まった|"
    r"決まりました|完了|引き取(?:っ|り)|帰ってき|返事(?:が)?(?:きた|来た)|もらえた|予約し(?:た|"
    r"まし)|払った|やめた|中止|卒業し|買うた|買った|あげた|渡した|会って(?:き|た)|見て(?:き|"
    r"た)|無事)"
)
BACK = re.compile(
    r"(?:て|で)き(?:た|まし|てん)(?!ら)|(?:終|お)わ(?:った|りまし|ってもた)|無事|済んだ|すんだ|なんとも(?:な|あり)|異常(?:な|あり)|受かった|うかった|合格(?!発表)|落ちた|落選"
)
EDGES = re.compile(
    r"^(?:は|に|の|が(?!ん)|から|まで|で(?![もきす])|、|も(?!う)|や(?![らっりめ])|と(?![にきれても])"
    r"|\s|ほな|ほんで|あと|でな|てか)+|[、\s]+$"
)
LEFT_OVER = re.compile(r"^(?:じゃあ|では|それじゃあ?)、?|(?:は|が|を|も|に)+(?:しよう|します|する|なった|なりました)?$")
DATED = re.compile(r"(?:^|[、 ])(?P<v>[^\s、。はを]{2,14})(?:が|は|って)$")
IS_THEN = re.compile(r"(?:に(?:なった|なりました|決ま(?:った|りました)|ある|あんねん|あります|ございます)|です|だ|や|なん|ね|から|$|、)")
"""What is said to be on a day: 卒コンが7月19日."""

SAME = re.compile(r"^(?:誕生日|記念日|昨日|今日|明日|次|それ|これ|あれ|休み|連休|[^、]*生まれ)$")
SOMETIME = re.compile(r"(?:^|[、 はと])(?:今度|こんど|そのうち|いつか|あとで|近いうちに|また今度|次(?:の休み|会(?:う|った)時)に?)(?:は|に)?、?(?P<v>[^。]{2,24})$")
PROMISES = re.compile(r"(?:(?<![てでい])(?<!あり)(?<!なり)(?<!でき)ます|[うくぐつぬぶむる]|てくる|とく|ておく)(?:わ|ね|よ|から|な|ー|つもり|予定|ことにした|約束)*$")
"""A deed that is to be done some time: 今度ラーメンおごるわ."""

AT = re.compile(r"(?:から|まで|なのに|なので)(?=[^\s、。])|に(?![なの延変])")
"""What stands around a matter once its day is taken out: じゃあお墓参りは(十三日に)しよう."""

OBJECT = re.compile(r"(?!頑張)[一-龠ァ-ヴー]{2,}|[をにへ]|^返|^電話")
GOOD_INTENT = re.compile(
    r"気をつけ|気を付け|見習|我慢|頑張|がんば|控え|把握|慣れ|痩せ|やせ|運動|ダイエット|筋トレ|ほぐ|動か|楽しま|食べ|飲ま|寝|思い?[いっ]|知りま|のは"
)
"""What everybody ought to do is left open by nobody."""

LENGTH = 30
SURE, LIKELY, MAYBE, REPORT = 0.8, 0.7, 0.6, 0.5


def loops(sentence: str, found: list[Found], at: datetime, about: str, near: str) -> Iterator[Claim]:
    """What a sentence that states something leaves open or closes; `near` is the sentence before it."""
    coming = [one for one in found if one[1] >= at.date()]
    bare = _without(sentence, found)
    moved = MOVED.search(sentence)
    if not moved and (about == ME or about not in sentence):
        yield from _over(sentence, bare, coming, at)
    if about == ME:
        yield from _open(sentence, bare, coming[-1:] if moved else coming, near)
    yield from _plans(sentence, bare, coming[-1:] if moved else coming, about, near)
    yield from _changed_plans(sentence, about)


TODAY_WAS = re.compile(
    r"^(?:今日|きょう|本日|今朝|けさ|昨日|きのう)[^、。]{0,24}.*(?:ました|でした|だった|かった|[っいん]た)(?:です|よ|ね|わ|ー)*$"
)
"""What was today is not to come."""


def _over(sentence: str, bare: str, coming: list[Found], at: datetime) -> Iterator[Claim]:
    """What is done; or what is told of as something that was. Who is just back has done what was due."""
    if BACK.search(sentence) and not coming:
        yield _claim(ClaimType.CLOSE, _short(bare or sentence), sentence, LIKELY, until=Day(at.date()))
    elif DONE.search(sentence) or (not coming and deeds(sentence, "closes")):
        yield _claim(ClaimType.CLOSE, _short(bare or sentence), sentence, LIKELY)
    elif not coming and PAST.search(sentence) and (event := DUE.search(sentence)):
        yield _claim(ClaimType.CLOSE, event["v"], sentence, REPORT)


def _open(sentence: str, bare: str, coming: list[Found], near: str) -> Iterator[Claim]:
    """What has to be done or comes: events each with its day, else what the sentence says of itself."""
    if len(coming) > 1:
        for one in coming:
            if event := _event(sentence, one):
                yield _claim(ClaimType.LOOP, event, sentence, LIKELY, until=_due(one, sentence))
        return
    due = _due(coming[0], sentence) if coming else None
    what = _what(sentence, bare, due, near, coming) if not coming or not _event_done(bare) else ""
    if what:
        yield _claim(ClaimType.LOOP, what, sentence, LIKELY if due else MAYBE, until=due)


def _event(sentence: str, one: Found) -> str:
    """The event of a time: the last before it, else the first behind it."""
    before = [match["v"] for match in DUE.finditer(sentence[: one[3]])]
    behind = DUE.search(sentence[one[4] :])
    return before[-1] if before else behind["v"] if behind else ""


def _event_done(bare: str) -> bool:
    return bool(DONE.search(bare)) and not MOVED.search(bare) and not NOT_YET.search(bare)


def _due(one: Found, sentence: str) -> Day:
    """The day of a time, or so much later as it is put off."""
    later = LATER.search(sentence)
    days = number(later["n"]) * (7 if later["u"] == "週間" else 1) if later else 0
    return Day(one[0] + timedelta(days), one[2])


def _what(sentence: str, bare: str, due: Day | None, near: str, found: list[Found]) -> str:
    """What is open: with a day a deed or an event that comes, without one only what is said to be open."""
    said = _left(sentence)
    if said or not due:
        return said
    if due.precision in {"season", "year"} or ECHOED.search(sentence):
        return ""
    comes = (DUE.search(sentence) and not FELT.search(bare) and not TODAY_WAS.search(sentence)) or UNTIL.search(
        sentence
    )
    if comes or (_is_deed(bare) and INTENDS.search(bare) and not THINKS.search(bare) and due.precision != "month"):
        return _short(bare) if len(bare) > A_WORD else _left(near) or _short(near + bare)
    dated = next((match for one in found if (match := DATED.search(sentence[: one[3]])) and IS_THEN.match(sentence, one[4])), None)
    if dated and not SAME.search(dated["v"]):
        return dated["v"]
    if len(bare) > A_WORD:
        return ""
    events = [match["v"] for match in DUE.finditer(near)]
    return _left(near) or "".join(events[-1:]) or (_short(near) if _is_deed(near) and INTENDS.search(near) else "")


def _is_deed(bare: str) -> bool:
    """Whether the last word that says something is a verb."""
    words = [word for word in morphemes(bare) if word.part[0] in {"名詞", "動詞", "形容詞", "形状詞"}]
    return bool(words) and (words[-1].part[0] == "動詞" or words[-1].surface in {"予定", "つもり", "こと"})


def _left(sentence: str) -> str:
    """What a sentence says to be left to do or to wait for."""
    for pattern in (MUST, NOT_YET, LENT, PROMISED, GIVEN_WORD, MEANT, AWAITED, APPLIED):
        match = pattern.search(sentence)
        if match and (pattern is not MUST or _is_duty(match, sentence)):
            return _short(match["v"] if pattern in {PROMISED, AWAITED, GIVEN_WORD, MEANT} else _without_edges(match.group()))
    some_time = SOMETIME.search(sentence)
    return some_time["v"] if some_time and PROMISES.search(sentence) and _is_deed(sentence) and not THINKS.search(sentence) else ""


def _is_duty(match: re.Match[str], sentence: str) -> bool:
    return bool(OBJECT.search(match["v"])) and not GOOD_INTENT.search(sentence[match.start() :])


def _changed_plans(sentence: str, about: str) -> Iterator[Claim]:
    """What somebody signs up for, changes for something else, or gives up."""
    switched, applied, broken = (pattern.search(sentence) for pattern in (SWITCHED, SIGNED_UP, BROKEN))
    if switched and (what := phrase(switched["v"])) and (old := phrase(switched["old"])):
        yield _claim(ClaimType.FACT, what, sentence, LIKELY, about=about, kind="plan", replaces=old)
    if applied and (what := phrase(applied["v"])):
        yield _claim(ClaimType.FACT, what, sentence, LIKELY, about=about, kind="plan")
    if broken and (what := phrase(broken["v"])):
        yield _claim(ClaimType.FACT, what, sentence, LIKELY, about=about, kind="plan", mode=Mode.ENDS)


def _plans(sentence: str, bare: str, coming: list[Found], about: str, near: str) -> Iterator[Claim]:
    """A plan or an event that has its time. One that is put off takes the place of what it was."""
    if not coming or _event_done(bare):
        return
    moved = MOVED.search(sentence)
    going = _going(bare)
    for one in coming:
        event = _event(sentence, one)
        if not event and len(bare) <= A_WORD:
            event = next((match["v"] for match in reversed([*DUE.finditer(near)])), "")
        if event and len(coming) == 1 and event in bare and len(bare) <= LENGTH and _is_intended(bare):
            event = bare
        what = going or event or (phrase(moved["v"]) if moved else "")
        if what:
            kind = "plan" if going or not event else "event"
            yield _claim(
                ClaimType.FACT,
                f"{what}（{_dated(one, sentence)}）",
                sentence,
                SURE,
                about=about,
                kind=kind,
                until=_due(one, sentence),
                replaces=what if moved else "",
            )


def _is_intended(bare: str) -> bool:
    return bool(INTENDS.search(bare)) and not re.search(r"[はが]だ|そう(?:です|だ)|らしい|やて$|って$", bare)


def _dated(one: Found, sentence: str) -> str:
    """A time as it can be read at any other time: 明日 is 1月20日."""
    day = _due(one, sentence)
    if day.precision == "day":
        return f"{day.first.month}月{day.first.day}日"
    return f"{day.first.month}月" if day.precision == "month" else sentence[one[3] : one[4]]


def _going(bare: str) -> str:
    match = GOING.search(bare)
    if match:
        return re.sub("(?:行こう?|いこ)$", "行く", match["v"])
    there = GOES.search(bare)
    return f"{where}に行く" if there and (where := place(there["v"])) else ""


def _claim(
    type: ClaimType,
    value: str,
    text: str,
    confidence: float,
    *,
    about: str = ME,
    kind: str = "",
    mode: Mode = Mode.IS,
    until: Day | None = None,
    replaces: str = "",
) -> Claim:
    return Claim(type, about, kind, value, text, confidence, mode, None, until, replaces)


def _without(sentence: str, found: list[Found]) -> str:
    """The sentence without its times."""
    parts, at = list[str](), 0
    for one in found:
        parts.append(sentence[at : one[3]])
        behind = AT.match(sentence, one[4])
        at = behind.end() if behind else one[4]
    return _without_edges("".join([*parts, sentence[at:]]))


def _without_edges(text: str) -> str:
    return EDGES.sub("", text.strip())


def _short(text: str) -> str:
    told = LEFT_OVER.sub("", text) or text
    return told if len(told) <= LENGTH else told[-LENGTH:]
