"""What happened to somebody that one would remember: 富士山に登った, 財布を落とした, 宅建に受かった."""

import re
from collections.abc import Iterator

from lumina.distil.claims.japanese.clauses.nouns import LIKELY, Said, place, thing
from lumina.distil.claims.japanese.clauses.parts import ME, Clause, Phrase
from lumina.distil.claims.japanese.relations import kind_of, normal
from lumina.language.lexicon import word_list

NOTABLE = word_list("notable.ja")
"""Verbs of what happens seldom; what they are done to need not be weighed."""

OF_THINGS = frozenset(["当たる", "壊れる", "割れる", "廃車", "廃業", "増える", "減る", "盗む"])
WITH: tuple[tuple[frozenset[str], re.Pattern[str]], ...] = (
    (frozenset(["登る", "上る", "のぼる"]), re.compile(r"[山岳]$|富士|アルプス|連峰|高原")),
    (
        frozenset(["遭う", "会う", "合う", "有る", "巻き込む", "起こす"]),
        re.compile(r"事故|地震|台風|盗難|詐欺|痴漢|火事|震災|空き巣"),
    ),
    (frozenset(["当たる", "当てる"]), re.compile(r"宝くじ|ロト|馬券|抽選|懸賞|円|くじ|チケット|特賞")),
    (frozenset(["痩せる", "太る", "減る", "増える", "落とす"]), re.compile(r"キロ|kg|体重")),
    (
        frozenset(["壊れる", "壊す", "割れる", "割る"]),
        re.compile(r"スマホ|パソコン|車|冷蔵庫|洗濯機|エアコン|テレビ|眼鏡|メガネ|カメラ|自転車|給湯器"),
    ),
    (
        frozenset(["行く", "見る", "遣る", "為る", "出る", "開く", "参加"]),
        re.compile(
            r"(?:ライブ|コンサート|フェス|文化祭|学園祭|体育祭|運動会|個展|写真展|展覧会|結婚式|披露宴|成人式|同窓会|発表会|演奏会|大会|試合|旅行|温泉"
            r"|遠足|修学旅行|合宿|キャンプ|花火大会|お祭り|夏祭り|マラソン|選手権|葬式|通夜|法事|舞台|公演|寄席|観戦|更新)$"
        ),
    ),
)
"""Verbs of everyday with what makes the deed one to remember."""

UNREAL = re.compile(r"たこと|とした|時に|たら|たい|そう|らしい|ことがある|なかった|ば|つもり|気分|夢")
TALK = re.compile(r"(?:が|よ|ね|ねん|わ|の|んだ|んです|けど|から|ので|さ|ー|し)+$")
LENGTH = 32
CONJUNCTIONS = re.compile(r"^(?:あと|それで|で|そして|でも|だけど|実は|そういえば|ちなみに|ほんで|、)+、?")


def happenings(clause: Clause, said: str) -> Iterator[Said]:
    """What a clause, `said` in these words, tells of what happened to somebody."""
    if not clause.past or clause.negative or UNREAL.search(said) or any(one.modified for one in clause.phrases):
        return
    verb = clause.last.head if clause.lemma in {"為る", "来る"} and clause.last is not None else clause.lemma
    told = TALK.sub("", CONJUNCTIONS.sub("", said.strip("、 ")))
    if 4 < len(told) <= LENGTH and len(clause.phrases) > 0 and (_is_notable(clause, verb) or _is_journey(clause)):
        yield Said("event", told, sure=LIKELY)


def _is_notable(clause: Clause, verb: str) -> bool:
    other = clause.by("が")
    if other is not None and verb not in OF_THINGS and other.text not in ME and not _is_somebody(other):
        return False
    if verb in NOTABLE:
        return any(thing(one) for one in clause.phrases if one.head != verb) or verb in {"離婚", "入籍", "婚約", "優勝"}
    lemmas = {verb, clause.lemma}
    return any(lemmas & verbs and any(what.search(_of(one)) for one in clause.phrases) for verbs, what in WITH)


def _is_somebody(phrase: Phrase) -> bool:
    """Whether it names a person, of whom the clause is."""
    is_named = any("人名" in word.part for word in phrase.words)
    return is_named or kind_of(normal(phrase.head)) in {"family", "partner", "friend"}


def _of(phrase: Phrase) -> str:
    """What a phrase is of, without what is only to be done there: 免許の更新."""
    return phrase.text


def _is_journey(clause: Clause) -> bool:
    """沖縄に行ってきた."""
    there = clause.by("に", "へ", "まで", "")
    return clause.lemma in {"行く", "訪れる", "巡る", "回る"} and there is not None and bool(place(there))
