"""Ages told by a number and no more, and the birthday that is told with them: この秋で六十二, 十月九日で五十二,
八十にして, 還暦を三つ過ぎた, 森さん(31)."""

import re
from collections.abc import Iterator

from lumina.distil.claims.japanese.caught import birthday
from lumina.distil.claims.japanese.clauses.selves import ROUND_AGES
from lumina.distil.claims.japanese.living import DATE
from lumina.distil.claims.japanese.phrases import FIRST_NAMES, name
from lumina.distil.claims.japanese.relations import HUMAN, KIND_OF, normal
from lumina.known import ME, Claim, ClaimType
from lumina.language.when.japanese_calendar import number

YEARS = r"(?:[1-9][0-9](?![0-9])|[二三四五六七八九]?十[一二三四五六七八九]?(?![一二三四五六七八九十]))"
ENDS = r"(?:歳|才)?(?:$|、|に(?:なり|なる|なっ)|です|だ(?!け)|や|じゃ|の(?:大台|坂))"
REACHED = re.compile(
    rf"(?:(?P<day>{DATE})|(?:この|今年の|今度の)(?:春|夏|秋|冬|誕生日))(?:で|に|が(?:来る|くる)と|を迎えて)、?"
    rf"(?:満|ちょうど|やっと|いよいよ|とうとう|ついに|もう)?(?P<n>{YEARS}){ENDS}"
)
"""On which day, or by when, how old one is."""

ALREADY = re.compile(rf"(?:^|[、。 はがも])(?P<n>{YEARS})(?:歳|才)?にして(?![はもお])")
PAST = re.compile(
    rf"(?P<round>{'|'.join(ROUND_AGES)})を、?(?:もう)?(?P<k>[一二三四五六七八九1-9])(?:つ|年)(?:ほど|ばかり|ばあ)?(?:過ぎ|すぎ|越え|越し|こえ)"
)
IN_BRACKETS = re.compile(
    rf"(?:(?P<r>{HUMAN})|(?P<n>[ァ-ヴー]{{1,4}}[一-龠]{{1,2}}|[一-龠々]{{1,4}}|[ァ-ヴー]{{2,8}}|[ぁ-ん]{{2,5}}?)(?P<h>さん|ちゃん|くん|君)?)"
    r"[(](?P<age>[1-9][0-9](?:歳|才|さい)?|[1-9](?:歳|才|さい|か月))[)]"
)
IN_APPOSITION = re.compile(
    r"(?:^|[、。のとはがも])(?P<n>[一-龠々]{1,4}|[ァ-ヴー]{2,8}|[ぁ-ん]{2,5}?)(?P<h>さん|ちゃん|くん|君)?、(?:もうすぐ|今年)?"
    r"(?P<age>[1-9][0-9]?(?:歳|才|か月))(?=[がはもと、で]|$|です)(?!から|で(?:始|結|亡|死|就))"
)
"""息子の蓮、7歳が…"""

THEIRS = r"(?:息子|娘|子|男の子|女の子|双子|長男|次男|三男|長女|次女|三女|孫|弟|妹|甥っ子|姪っ子|甥|姪|犬|猫)"
OF_AN_AGE = re.compile(rf"(?P<age>[1-9][0-9]?(?:歳|才))の(?P<r>{THEIRS})(?=(?:と|が|を|は|、|も|や|の[母父]|持ち))")
HAS = re.compile(
    rf"(?:い(?:ます|る|て)|おり|育て|{THEIRS}持ち|の(?:ママ|パパ|母|父)|[0-9二三四五]人(?:暮らし|家族|兄弟|きょうだい)|(?:うち|我が家)の)"
)
OF_OTHERS = re.compile("友|同僚|隣|近所|さん(?:の|に)|知り合い|親戚|番組|ニュース|クラス")
CHILD = re.compile("子ども|子供|双子|孫|息子|娘|[犬猫]")
SURE, LIKELY = 0.75, 0.72


def ages(text: str, about: str) -> Iterator[Claim]:
    """The ages of a sentence that is about somebody."""
    reached = REACHED.search(text)
    if reached and not (about == ME and CHILD.search(text[: reached.start()])):
        yield _claim(about, "age", f"{reached['n']}歳", text, SURE)
        if reached["day"]:
            yield _claim(about, "birthday", birthday(reached["day"]), text, SURE)
    elif match := ALREADY.search(text):
        yield _claim(about, "age", f"{match['n']}歳", text, LIKELY)
    elif match := PAST.search(text):
        years = ROUND_AGES[match["round"]] + number(match["k"])
        yield _claim(about, "age", f"{match.group()}（{years}歳）", text, SURE)
    for match in IN_BRACKETS.finditer(text):
        if who := _who(match):
            yield _claim(
                who, "age", match["age"] if match["age"][-1] not in "0123456789" else f"{match['age']}歳", text, SURE
            )


def ages_of_others(text: str) -> Iterator[Claim]:
    """The ages that stand behind a name, or before what somebody is to one."""
    for match in IN_APPOSITION.finditer(text):
        called = match["n"]
        if match["h"] or name(called) or called in FIRST_NAMES:
            yield _claim(called, "age", match["age"], text, SURE)
    if HAS.search(text) and not OF_OTHERS.search(text):
        for match in OF_AN_AGE.finditer(text):
            relation = normal(match["r"])
            if relation in KIND_OF:
                yield _claim(relation, "age", match["age"], text, SURE)


def _claim(about: str, kind: str, value: str, text: str, sure: float) -> Claim:
    return Claim(ClaimType.FACT, about, kind, value, text, sure)


def _who(match: re.Match[str]) -> str:
    if match["r"]:
        return normal(match["r"])
    called = match["n"]
    return called if match["h"] or name(called) or called in FIRST_NAMES else ""
