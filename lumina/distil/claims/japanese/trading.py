"""What one takes up in place of what one gives up (野球やめて、書道を始めた), and what each likes of two who are set
against each other (夫は納豆が嫌いで、私は好き)."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from lumina.distil.claims.japanese.phrases import ME as I
from lumina.distil.claims.japanese.phrases import job, phrase
from lumina.distil.claims.japanese.relations import HUMAN, normal
from lumina.distil.claims.japanese.tastes import FOND, VERY
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.names import bare_name

WHO = r"(?:(?P<who>[^\s、。はがもをに]{1,10}?)(?:は|が|も|って)、?)?(?:[^、。はがもを]{0,8}(?:から|で|に|、))?"
TRADED = re.compile(
    rf"^{WHO}(?P<old>[^\s、。はがもをに]{{2,12}}?)(?:を|は)?(?:やめ|辞め)て(?:さ|ね|な|から)?、?(?:[^、。はがもを]{{0,6}}から、?)?"
    r"(?P<new>[^\s、。はがもをに]{2,14}?)"
    r"(?:(?:に|へ)(?:通い(?:始め|だし|出し)|通って(?:い)?(?:る|ます)|通う(?:ことに|よう)|行き始め|入っ(?:た|て)|入りまし|乗り換え|変え(?:た|まし)|移っ(?:た|て)"
    r"|移りまし)|(?:を)?(?:始め(?:た|まし|て|る)|はじめ(?:た|まし|て|る)|習い(?:始め|だし|出し)|習って(?:い)?(?:る|ます)|し始め|やり始め))"
    r"(?!ら|い)"
)
NO_PASTIME = re.compile(
    r"会社|仕事|バイト|パート|職|学校|大学|高校|タバコ|たばこ|煙草|酒|コーヒー|砂糖|スマホ|ゲームばかり|つもり|^(?:それ|これ|あれ|もう|全部)$"
)
HATED = r"(?:大?嫌い|大?きらい|苦手|だめ|ダメ|駄目|無理)"
GOES_ON = r"(?:で(?!す)|なのに|(?:だ|です|なんだ|なんです)(?:けど|が)|だし|だから)(?:さ|ね|な)?、?"
OPPOSED = re.compile(
    rf"(?:^|[、。])(?P<one>[^\s、。はがも]{{1,10}})は、?(?P<v>[^\s、。はが]{{1,14}}?)(?:が|は){VERY}(?:{FOND}|{HATED}){GOES_ON}"
    rf"(?P<other>[^\s、。はがも]{{1,10}})は(?:、)?(?:逆に|反対に)?{VERY}(?:(?P<fond>{FOND})|{HATED})"
    r"(?!じゃ|では|や(?:な|の)|になれ|になり)"
)
SURE = 0.8


def traded(text: str, is_called: Callable[[str], bool], about: str) -> Iterator[Claim]:
    """The pastime that is new, and that the old one is over, of whom the sentence names, else of whom it is `about`."""
    match = TRADED.search(text)
    if not match or NO_PASTIME.search(match["old"]) or NO_PASTIME.search(match["new"]):
        return
    who = _who(match["who"], is_called) if match["who"] else about
    old, new = phrase(match["old"]), phrase(match["new"])
    if who is not None and old and new and not job(new) and (not job(old) or old.endswith("塾")):
        yield Claim(ClaimType.FACT, who, "hobby", new, text, SURE, replaces=old)
        yield Claim(ClaimType.FACT, who, "hobby", old, text, SURE, Mode.ENDS)


def opposed(text: str, is_called: Callable[[str], bool]) -> Iterator[Claim]:
    """How the second of two likes what was said of the first."""
    match = OPPOSED.search(text)
    who = _who(match["other"], is_called) if match else None
    what = phrase(match["v"]) if match else ""
    if match and who is not None and what and _who(match["one"], is_called) not in {None, who}:
        yield Claim(ClaimType.FACT, who, "likes" if match["fond"] else "dislikes", what, text, SURE)


def but_traded(claims: Iterable[Claim], new: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a sentence without what else it was read to say of the same, and with what it does."""
    told = {one.value for one in new}
    is_taste = any(one.kind != "hobby" for one in new)
    kinds = {"likes", "dislikes"} if is_taste else {"hobby", "job", "workplace", "school"}
    whose = {one.about for one in new}
    for one in claims:
        same = any(value in one.value for value in told) and not one.value.endswith("はやめた")
        if not (one.type is ClaimType.FACT and one.about in whose and one.kind in kinds and same):
            yield one
    yield from new


def _who(called: str, is_called: Callable[[str], bool]) -> str | None:
    """Who is called so: the speaker, somebody by what they are, or by name; None where it is nobody."""
    if re.fullmatch(I, called):
        return ME
    relation = normal(called.removeprefix("うちの"))
    if re.fullmatch(HUMAN, relation) or re.fullmatch(HUMAN, called.removeprefix("うちの")):
        return relation
    return bare_name(called) if is_called(called) else None
