"""What somebody near has before them on a day, told by what they do: 妹の千夏が来月の18日に結婚する. It is theirs, and
one waits for it with them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.phrases import name
from lumina.distil.claims.japanese.relations import HUMAN, PETS, kind_of, normal
from lumina.distil.claims.japanese.sentences import QUESTION, Sentence
from lumina.distil.claims.japanese.timeless import dated
from lumina.known import ME, Claim, ClaimType, Day
from lumina.language.names import bare_name
from lumina.language.when.japanese import moments_in_japanese
from lumina.language.when.reckoning import reckoned

DEEDS = {
    "結婚": r"結婚(?:式を挙げ|す|し)|(?P<e>入籍)(?:す|し)|(?:式|挙式|披露宴)を?(?:挙げ|す|や)|嫁(?:ぐ|ぎ|入り)",
    "出産": r"出産(?:す|予定|な|し)|(?:赤ちゃん|子ども|子供)[がを]?(?:産|生まれ)|(?:産む|産みます|産まれる)",
    "手術": r"(?:手術|オペ)(?:を受け|す|し|な|だ|で(?:す|ね|さ))",
    "入院": r"入院(?:す|し|な|だ)",
    "退院": r"退院(?:す|し|でき|な|だ)",
    "引っ越し": r"引っ?越(?:す|し|しす|ししま)|転居(?:す|し)",
    "帰国": r"(?:帰国|一時帰国)(?:す|し)|(?:日本|こっち)に(?:帰って|戻って)く",
    "留学": r"留学(?:す|し|に行)",
    "旅行": r"(?P<e>(?:修学|卒業|新婚|海外|家族|社員)?旅行|出張|遠征|合宿|キャンプ)(?:に(?:行|出)|な|だ|です)",
    "受験": r"(?:受験|入試)(?:す|し|な|だ|が)",
    "試験": r"(?:試験|検定|資格試験|国家試験)(?:を受け|な|だ|が)",
    "面接": r"面接(?:を受け|な|だ|が|に行)",
    "卒業": r"卒業(?:す|し)",
    "入学": r"入学(?:す|し)",
    "定年": r"(?:定年(?:退職)?|退職)(?:す|し|な|だ|に(?:な|です))",
    "成人式": r"成人式(?:な|だ|が|です)",
    "発表会": r"発表会(?:な|だ|が|に出|です)",
    "試合": r"(?:試合|大会)(?:な|だ|が|に出|です)",
}
WHO = (
    rf"(?:(?P<of>{HUMAN}|[^\s、。はがもを]{{1,6}}?)の)?(?P<who>{HUMAN}|[一-龠々]{{1,4}}|[ァ-ヴー]{{2,8}}|[ぁ-ん]{{2,5}})"
    r"(?:さん|ちゃん|くん|君)?(?:が|は|も|って)、?"
)
DONE = re.compile(
    r"(?:した|しました|しちゃった|終わった|てきた|だった|でした|られた|った)"
    r"(?:よ|の|ん|ね|わ|って|けど|から|らしい|、|$)"
)
MAYBE = re.compile(r"かも|たら|れば|なら|たい|ないと?|ません|だろう|でしょう|はず(?:だった)")
HAPPENS = frozenset({"plan", "event"})
LIKELY, SURE = 0.7, 0.78


def with_milestones(
    claims: Iterable[Claim], told: Sequence[Sentence], at: datetime, names: Mapping[str, str]
) -> Iterator[Claim]:
    """The claims of a turn, and what others have before them by its sentences; `names` are known."""
    found = {one.text: (one, value) for sentence in told for one, value in _ahead(sentence, at, names)}
    told_already = set[str]()
    for one in claims:
        if one.text not in found or not _tells_less(one, *found[one.text]):
            yield one
            is_told = one.text in found and one.type is ClaimType.FACT and one.kind in HAPPENS
            told_already |= {one.text} if is_told else set()
    for text, (loop, fact) in found.items():
        yield loop
        if text not in told_already:
            yield fact


def _tells_less(one: Claim, loop: Claim, fact: Claim) -> bool:
    """Whether a claim says no more than what is told with its day."""
    if one.type is not ClaimType.FACT:
        return one.type is ClaimType.LOOP
    if one.kind not in HAPPENS or fact.value.partition("（")[0] not in one.value:
        return False
    of_a_month = loop.until is not None and loop.until.precision == "month"
    is_whole = "（" in one.value or (of_a_month and one.value == loop.value)
    return one.about in {fact.about, ME} and not (is_whole and (one.about != ME or one.value == loop.value))


def _ahead(sentence: Sentence, at: datetime, names: Mapping[str, str]) -> Iterator[tuple[Claim, Claim]]:
    text = sentence.text
    match = re.search(WHO, text)
    if not match or QUESTION.search(text) or not (who := _somebody(match, names)):
        return
    ahead = (one for one in reckoned(moments_in_japanese, text, at) if one[1] > at.date())
    days = [one for one in ahead if one[2] in {"day", "week", "month"}]
    event = next((said for event, deed in DEEDS.items() if (said := _to_come(event, deed, text, match.end()))), "")
    if not event or len(days) != 1:
        return
    due = Day(days[0][0], days[0][2])
    value = f"{event}（{dated(days[0]) if due.precision != 'month' else f'{due.first.month}月'}）"
    loop = Claim(ClaimType.LOOP, ME, "", f"{who}の{event}", text, LIKELY, until=due)
    yield loop, Claim(ClaimType.FACT, who, "event", value, text, SURE, until=due)


def _to_come(event: str, deed: str, text: str, begin: int) -> str:
    """What is to come, by its own word where it has one; "" where it has been, or only may be."""
    match = re.compile(deed).search(text, begin)
    behind = re.split("[、。]", text[match.start() :])[0] if match else ""
    if not match or DONE.search(behind) or MAYBE.search(behind):
        return ""
    return match.groupdict().get("e") or event


def _somebody(match: re.Match[str], names: Mapping[str, str]) -> str:
    """Who it is, by their name; "" for nobody who is near, or the speaker."""
    who, bare = match["who"], bare_name(match["who"])
    if re.fullmatch(I, who) or re.fullmatch(PETS, who):
        return ""
    of = match["of"] or ""
    if kind_of(normal(who)):
        return normal(who) if not of or re.fullmatch(rf"{I}|うち|実家|[上下]", of) else ""
    is_named = bool(kind_of(normal(of))) or names.get(bare, ME) != ME
    return bare if is_named and (names.get(bare) or name(bare) or kind_of(normal(of))) else ""
