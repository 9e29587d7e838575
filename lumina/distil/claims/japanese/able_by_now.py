"""What one can have by now, and could not: who ate an egg and came to no harm is not allergic to it any more."""

import re
from collections.abc import Callable, Iterator

from lumina.distil.claims.japanese.changing import LIKELY
from lumina.distil.claims.japanese.phrases import phrase
from lumina.known import Claim, ClaimType, Mode

WHAT = r"(?P<v>[^\s、。!はがもをのにでだ]{1,10}?)"
OF_IT = (
    r"(?:の)?(?:アレルギー)?(?:は|が|も|を|って|、)?(?:、)?(?:もう|やっと|ついに|とうとう|全部|ぜんぶ|すっかり"
    r"|普通に|ふつうに|丸ごと|まるごと"
    r"|[0-9]+[個本杯枚切]れ?|一口|少し|ちょっと)*"
)
ATE = re.compile(
    rf"(?:^|[、。!はがも]|の){WHAT}{OF_IT}(?:(?:食べ(?:ら)?れ|飲め)(?:た(?![らい])|まし|るようにな(?:った|り|っ))|(?:食べ|飲ん)[てで]も(?:もう)?(?:大丈夫|平気|なんともな|何ともな|何も出な|問題な)"
    r"|(?:の?(?:除去食?|制限|除去指示)(?:が|は|も)?)?(?:全部|ぜんぶ|完全に?|全面)?(?:解除|解禁)(?:に|さ|し|です|だ|$))"
)
WAS_ALLERGIC = re.compile(
    r"(?:^|[、。!はがも]|の)(?P<v>[^\s、。!はがもをの]{1,10}?)(?:の)?アレルギー(?:だった|でした|があった|があったん|持ちだった|だったん)(?:です|だ)?(?:けど|が|のに|けれど)、?(?P<now>[^。]*)"
)
WELL = re.compile(
    r"食べ(?:ら)?れ(?:た|まし|る|ます)|飲め(?:た|まし|る|ます)|平気|大丈夫|陰性|治|なお(?:った|り)|克服|卒業|出なく|なくな|解除"
)
NOT_YET = re.compile(r"(?:られ|れ|飲め)(?:ない|ません|なか)|まだ|たら|れば|かも|たい|だけ$|残さず|しか")
ANY = re.compile(r"もの|ごはん|ご飯|朝食|昼|夜|夕飯|全部|それ|これ|今日|やっと|無事|一緒|完食|美味|おいし|給食|[0-9]")
OF_FOOD = re.compile("食べ|飲[めん]|解除|解禁|アレルギー")
MINDS_NO_MORE = re.compile(
    rf"(?:^|[、。!])(?:最近|もう|今は|いまは|やっと)?(?:は)?、?{WHAT}(?:が|は|も|って|の(?:こと|味|匂い)(?:が|は|も)?|、)?"
    r"(?:もう|最近|今は|いまは|やっと|だいぶ|ぜんぜん|全然|わりと|けっこう|結構|少し|ちょっと|前ほど|それほど|そんなに)*"
    r"(?:(?:平気|大丈夫|好き|得意)になっ(?:た|て)|(?:怖|こわ)くな(?:い|く|かった)|(?:苦手|嫌い|きらい)(?:じゃ|では)な(?:い|く))"
)
"""That one does not mind, or likes by now, what one did mind."""

NO_THING = re.compile(r"[そこあ]れ|全部|ぜんぶ|もの|みんな")
GUESSED = re.compile(r"たら|れば|たい(?:な|ん|$)|ますように")
STILL_SAID = re.compile(r"もう|なっ|なくな|最近|今は|いまは|前ほど|やっと")
ENDED = ("allergy", "dislikes")


def able_by_now(text: str, whom: Callable[[str], str]) -> Iterator[Claim]:
    """That an allergy, or a dislike, is over; `whom` tells of whose body a sentence speaks."""
    minds = MINDS_NO_MORE.search(text)
    if minds and STILL_SAID.search(text) and not GUESSED.search(text) and not NO_THING.search(minds["v"]):
        yield from _over(minds["v"], text, whom(text), ("dislikes",), "は平気になった")
    if not OF_FOOD.search(text):
        return
    was = WAS_ALLERGIC.search(text)
    if was and WELL.search(was["now"]) and not NOT_YET.search(was["now"]):
        yield from _over(was["v"], text, whom(text), ("allergy",))
    elif not NOT_YET.search(text) and (ate := ATE.search(text)) and not ANY.search(ate["v"]):
        yield from _over(ate["v"], text, whom(text), ENDED)


def _over(
    caught: str, text: str, about: str, kinds: tuple[str, ...], now: str = "を食べられるようになった"
) -> Iterator[Claim]:
    what = phrase(caught)
    for kind in kinds if what else ():
        yield Claim(ClaimType.FACT, about, kind, what, text, LIKELY, Mode.ENDS, replaces=f"{what}{now}")
