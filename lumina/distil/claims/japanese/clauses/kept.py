"""What is stated and understood by no rule is kept as it is stated: of what kind it is, the words of the clause tell
(kept.toml)."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lumina.distil.claims.japanese.clauses.nouns import LIKELY, Said
from lumina.distil.claims.japanese.clauses.parts import ME, Clause
from lumina.language.japanese import content_morphemes, morphemes
from lumina.language.kinds import kinds

SHORTEST, LONGEST = 3, 42
ONGOING = re.compile(r"^(?:て|で)(?:い?る|い?ます|おり|ん|い?て|いらっしゃ|い?[なた])|^てん")
AHEAD = re.compile(r"つもり|予定|目標|志望|目指|計画|ことに(?:し|決め|なっ)|準備|から|には?|まで")
UNSURE = re.compile(
    r"かな|かも|だろ|でしょ|やろ|らしい|みたい|そう(?:だ|です|や)|[えけせてねべめれげ]そう$|はず|たら|なら|れば|ても|ように(?:って|と)|じゃない|ちゃう|わけ(?:じゃ|ない)"
    r"|なさい|ください|ましょ|[うよ]うか?$|たい(?:な|よ|ね|です|けど|と|$|の|ん)|たく(?:な|て)|ほしい|欲しい|いいな|気がする|つもりだった|とか$"
    r"|(?:って|と)(?:言|い[うっわ]|聞|書|思)|って$|って(?:漫画|小説|映画|ドラマ|アニメ|本|番組|曲|ゲーム|歌)|主人公|ヒロイン|登場人物|セリフ|台詞|[?？]|かい$|の君$|どう|なんで(?!す)|なぜ|いつ(?!も)|だれ|誰|どこ|何"
)
"""What is only supposed, wished, heard, asked for, or not so."""

MOOD = re.compile(
    r"眠[いくた]|ねむ|疲れ|つかれ|だる[いく]|しんど|暇|お?(?:腹|なか)(?:が)?(?:す|空|減|へ|痛)|喉(?:が)?(?:かわ|渇)|やばい|ヤバ|最悪|最高|むかつ"
    r"|イライラ|寂し|さみし|悲し|泣|寒[いく]|暑[いく]|天気|雨(?:が|だ|で)|雪(?:が|だ)|台風|気分"
)
"""Of the moment, and of the weather."""

EMPTY = re.compile(r"(?:大事な|大切な|次の|別の|今日の|明日の)?(?:予定|計画|準備|目標|仕事|病院|学校)")
POINTS = re.compile(r"(?:^|、)(?:これ|それ|あれ|そこ|ここ|そんな|こんな|あんな|そういう|こういう|その|この|あの)")
BEGINS = re.compile(
    r"^(?:(?:[、。 ・]|あと|それで|で、|で(?=[一-龠])|そして|でも|だけど|けど|から|ので|のに|なので|だから|じゃけえ"
    r"|ほんで|ほんだら|しかもさ?ー?|ちなみに|実は|とはいえ"
    r"|ていうか|てか|つまり|やっぱり?|まあ|ま、|えっと|ええ、|うん、?|はい、?|いや、?|いえ、?|そう、|そうそう|ああ、?|あー、?|あ、|ねえ|ほら|なんか|は、|が、|し、"
    r"|もちろん|一応|いちおう|とりあえず|結局|ところで|そういえば|聞いて|(?:私|僕|俺|わたし|うち|あたし|ぼく|おれ|わし|自分)(?:はね?|も|って|ね|な|さ|(?=、))、?)+)"
)
ENDS = re.compile(
    r"(?:(?:な)?(?:んです|んだ|のです|のだ|んよ|んや|ねん|の)|です|だ(?<!んだ)|じゃ|や|なん|けれども|けれど|けどね?|ですが|から|ので|のに|もので|(?<=[だすいた])し|が|よ|ね|な|わ|さ|ぞ|ぜ"
    r"|で(?=[ねなさよ]*$)|もん|[、。!！ー〜~])+$"
)
VERB_ENDS = re.compile(
    r"(?:(?:ん|の)(?:です|だ|や|よ|じゃ)|のよ|ねん|の|けれども|けれど|けど|から|ので|のに|もので|(?<=[だすいたるうくむぐぬぶつ])し|が|よ|ね|な(?!い)|わ|さ|ぞ|ぜ|もん|(?<=[るたいうくすむぐぬぶつ])ん|[、。!！ー〜~])+$"
)
TORN = re.compile(r"(?:とき|時|ところ|とこ|こと|もの|もん|ため|ほう|方|の)[はがをにもで]")
OVER = re.compile(r"^(?:て|で)から|^(?:て|で)も")
DENIED = frozenset(["dislikes", "family", "habit", "health"])
"""Of these what is not so says something, too."""

SOMEBODY = re.compile(
    r"(?:人|子|方|男|女|客|患者|生徒|奴|やつ|さん|会社|社長|先生|店員|夫婦|隣|みんな|皆|国|市|政府|電車|選手|チーム)$"
)
ONE_AT_ONCE = 0.6
"""Of what holds but once it is only a candidate: it takes the place of nothing that is known."""


@dataclass(frozen=True, slots=True)
class Row:
    """A kind, and the words that tell of it."""

    kind: str
    says: re.Pattern[str]
    unless: re.Pattern[str]
    when: frozenset[str]
    bare: bool
    things: bool


@cache
def _rows() -> Sequence[Row]:
    text = files("lumina.distil.claims.japanese.clauses").joinpath("kept.toml").read_text(encoding="utf-8")
    return tuple(
        Row(
            row["kind"],
            re.compile(row["says"]),
            re.compile(row["unless"]),
            frozenset(row.get("when", ())),
            row.get("bare", False),
            row.get("things", False),
        )
        for row in tomllib.loads(text)["row"]
    )


def kept(clause: Clause, said: str, further: str, *, alone: bool) -> Iterator[Said]:
    """What a clause, `said` in these words, states of somebody; with what it goes on with (`further`: 通って|もう三年).
    `alone`: it is a noun behind which nothing is said."""
    value = stated(clause, said + further)
    if not SHORTEST <= len(value) <= LONGEST or not _states(clause, said, value):
        return
    ways = _ways(clause, said)
    other = clause.by("が")
    is_others = other is not None and other.text not in ME
    for row in _rows():
        if (row.when and not row.when & ways) or (alone and not row.bare) or row.unless.search(said):
            continue
        if row.says.search(said):
            if not (row.bare or _tells(value)) or (clause.negative and row.kind not in DENIED):
                return
            if not is_others or (row.things and other is not None and not SOMEBODY.search(other.head)):
                yield Said(
                    row.kind,
                    value,
                    sure=LIKELY if kinds()[row.kind].many or row.kind == "plan" else ONE_AT_ONCE,
                    kept=True,
                )
            return


def _ways(clause: Clause, said: str) -> frozenset[str]:
    """How a clause speaks; what is planned may last as well."""
    ongoing = ["ongoing"] if ONGOING.search(clause.tail) else []
    if clause.past:
        return frozenset(["past", *ongoing])
    ahead = ["ahead", "lasting"] if AHEAD.search(said) and not ongoing else []
    return frozenset([*ongoing, *ahead]) or frozenset(["lasting"])


def _states(clause: Clause, said: str, value: str) -> bool:
    """Whether it is the speaker's own, and more than a mood."""
    none = UNSURE.search(said) or MOOD.search(said) or POINTS.search(value) or EMPTY.fullmatch(value)
    return not (none or OVER.search(clause.tail))


def _tells(value: str) -> bool:
    """Whether it tells more than that something of a kind is so: 転職した tells not what to."""
    words = content_morphemes(value)
    is_exact = any(word.part[1] in {"固有名詞", "数詞"} for word in morphemes(value))
    return is_exact or (len(words) > 1 and any(word.part[0] == "名詞" for word in words))


def stated(clause: Clause, said: str) -> str:
    """The clause in the speaker's words, without what leads over to it and what only ends it."""
    value = BEGINS.sub("", said.strip("、。 "))
    if TORN.match(value):
        return ""
    return (ENDS if clause.noun is not None else VERB_ENDS).sub("", value).strip("、。 ")
