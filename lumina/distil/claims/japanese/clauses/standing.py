"""What single words and phrases of a sentence are to what stands beside them."""

from collections.abc import Sequence

from lumina.distil.claims.japanese.clauses.parts import ATTRIBUTES, HONORIFICS, ME, Phrase
from lumina.distil.claims.japanese.relations import NORMAL
from lumina.language.japanese import Morpheme


def is_nominal(word: Morpheme) -> bool:
    kind = word.part[0]
    if kind == "接尾辞":
        return word.part[1] == "名詞的"
    return kind in {"名詞", "代名詞", "接頭辞", "形状詞", "記号"} or (
        kind == "補助記号" and word.surface in {"ー", "・"}
    )


def is_adverb(verb: Morpheme, tail: str) -> bool:
    """Whether it only says how: たまらなく好き, すごく得意."""
    return tail.endswith("なく") or (verb.part[0] == "形容詞" and not tail and verb.surface.endswith("く"))


def may_be_topic(phrase: Phrase) -> bool:
    """Whether something is said of what stands before a comma, and it is not said itself."""
    named = any("人名" in word.part for word in phrase.words) or phrase.text.endswith(HONORIFICS)
    return named or phrase.head in NORMAL or phrase.text in ME or phrase.head in ATTRIBUTES


def is_when(said: str, words: Sequence[Morpheme]) -> bool:
    """When, or how often: 今年|静岡, 二回|ジム."""
    is_day = said in {"おととい", "一昨日", "あさって", "明後日"}
    is_time = (len(words) == 1 and words[0].part[1:3] == ("普通名詞", "副詞可能") and not said.endswith("人")) or is_day
    return is_time or (words[0].part[1] == "数詞" and said.endswith(("回", "度", "時間", "分")))


def goes_with(word: Morpheme, said: str) -> bool:
    """Whether a word goes with what is said before it: an auxiliary, a particle, or a word that is no more than that
    (してくる, することにした)."""
    kind, sort = word.part[:2]
    if kind in {"助動詞", "助詞"} or (kind == "接尾辞" and sort in {"動詞的", "形容詞的"}):
        return True
    if kind == "名詞":
        return word.surface in {"こと", "もた", "予定", "つもり"}
    behind_te = said.endswith(("て", "で")) and not said.endswith("ので")
    if sort == "非自立可能":
        is_not = kind == "形容詞" and said.endswith(("で", "では", "じゃ"))
        return is_not or (kind == "動詞" and behind_te) or (word.normal in {"為る", "成る"} and said.endswith("ことに"))
    return behind_te and word.surface in {"もた", "もうた"}
