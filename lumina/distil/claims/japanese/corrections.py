"""Corrections of what was said just before."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.japanese.phrases import place
from lumina.distil.claims.japanese.relations import KIND_OF, normal
from lumina.distil.claims.japanese.sentences import Sentence
from lumina.known import Claim, ClaimType, Day, Mode
from lumina.language.scripts import fold

WRONG = re.compile(
    r"(?:違う|ちがう|違った|ちがった|間違[いえっ]|まちが[いえっ]|ちゃうわ|訂正|言い間違|(?:^|[、。]|ごめん)(?:嘘|うそ)(?=、|。|!|$))"
)
OOPS = re.compile(rf"^.*{WRONG.pattern}[^、。]{{0,6}}[、。!]+")
INSTEAD = re.compile(
    r"(?P<old>[^\s、。はがをも]{1,14}?)(?:じゃなく(?:って|て)?|ではなく(?:て)?|やなくて|"
    r"やのうて|ではありません|ちゃうくて|(?:じゃ|では|や)ない(?:よ|です|んだ)?(?=[、。!]))[、。!]?(?P<new>[^\s、。!]{1,18}?)(?=です|だ|や|の|(?<![ぁ-ん])[ねよさ](?=$|[、。!])|"
    r"$|。|、|!|に|で)"
)
CUES = (
    ("配属|勤務地|職場|勤め先", "workplace", "{}"),
    ("出産予定日|予定日", "event", "予定日（{}）"),
    ("発表会|面接|試験|締め?切り|提出|結婚式|手術", "event", "{}"),
    ("住んで|引っ?越し(?:た|て|先)|住まい", "home", "{}"),
    ("誕生日|生まれ", "birthday", "{}"),
    ("アレルギー", "allergy", "{}"),
)
VALUE = re.compile(r"^(?P<v>[^\s、。]{1,16}?)(?:です|だった|だ|やった|やで|や|でした|ね|よ)*+$")
MONTH = re.compile(r"(1[0-2]|[1-9])月")
CORRECTED = 0.8


def but_corrected(claims: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a turn, without what says once more, and from when on it does not say, what is put right by it."""
    right = [one for one in claims if one.mode is Mode.CORRECTS]
    for one in claims:
        again = any((one.about, one.kind) == (other.about, other.kind) and one.value in other.value for other in right)
        if one.mode is not Mode.IS or not one.replaces or not again:
            yield one


def corrections(told: Sequence[Sentence], text: str, earlier: Callable[[], Sequence[Claim]]) -> Iterator[Claim]:
    """The claims that are put right by this one: what is named in the old, or else is of the same shape as the new.
    `earlier` reads what was claimed before, where something is put right."""
    pairs = [(match["old"], match["new"]) for one in told if (match := INSTEAD.search(one.text))]
    pairs = [one for one in pairs if normal(one[0]) not in KIND_OF]
    for claim in earlier() if pairs else ():
        put_right = claim
        for old, new in pairs:
            put_right = _in_another_month(put_right, old, new)
            if fold(old) in fold(put_right.value):
                put_right = replace(put_right, value=put_right.value.replace(old, new))
        if put_right != claim:
            yield replace(put_right, text=text, mode=Mode.CORRECTS, confidence=CORRECTED, replaces=claim.value)
    if not WRONG.search(text):
        return
    claimed = earlier()
    for sentence in told:
        match = VALUE.match(OOPS.sub("", sentence.text))
        new = match["v"] if match else ""
        meant = next((claim for claim in claimed if (old := _alike(claim.value, new)) and old != new), None)
        if meant:
            yield _right(meant, _alike(meant.value, new), new, text)
            return


def instead(sentence: str, near: str, about: str) -> list[Claim]:
    """That one thing is so and not another, of which the sentence or the one before it says the kind."""
    match = INSTEAD.search(sentence)
    cue = next((one for one in CUES if re.search(one[0], sentence) or re.search(one[0], near)), None)
    if not match or not cue:
        return []
    _, kind, shown = cue
    value = shown.format(match["new"])
    return [Claim(ClaimType.FACT, about, kind, value, sentence, CORRECTED, replaces=match["old"])]


def _alike(value: str, new: str) -> str:
    """The part of a value that has the shape of the new one: a date for a date, a place for a place, and a number with
    its unit for such."""
    if not re.search(r"[0-9]", new):
        return value if value == place(value) and place(new) else ""
    shape = re.sub(r"[0-9]+", "[0-9]+", re.escape(new))
    match = re.search(shape, value)
    return match.group() if match else ""


def _in_another_month(claim: Claim, old: str, new: str) -> Claim:
    """The claim, from another month on, where it was told of the old one: 3月じゃなくて4月."""
    was, now = MONTH.fullmatch(old), MONTH.fullmatch(new)
    since = claim.since
    if not (was and now and since and since.precision == "month" and since.first.month == int(was[1])):
        return claim
    return replace(claim, since=Day(since.first.replace(month=int(now[1])), "month"))


def _right(claim: Claim, old: str, new: str, text: str) -> Claim:
    value = claim.value.replace(old, new) if old in claim.value else new
    return replace(claim, value=value, text=text, mode=Mode.CORRECTS, confidence=CORRECTED, replaces=claim.value)
