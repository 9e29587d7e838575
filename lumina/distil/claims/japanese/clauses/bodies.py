"""Illness, allergies and what is wrong with the body, as the clauses of a sentence tell it."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.japanese.clauses.nouns import BODY, DISEASE, LIKELY, Said, thing
from lumina.distil.claims.japanese.clauses.parts import Clause, Phrase

ALLERGY = re.compile(r"(?P<of>.*?)アレルギー")
PASSES_OUT = re.compile(r"ない|なく|なし|ません|へん|わけじゃ|ちゃう")
SENSES = frozenset(["聞こえる", "見える", "聞く", "曲がる", "上がる", "動く"])
IS_BAD = frozenset(["悪い", "弱い"])
CARED = frozenset(["手術", "治療", "検査"])
STATES = re.compile(r"近視|遠視|乱視|老眼|難聴|臨月|色弱|近眼")
PASSING = re.compile(r"コロナ|風邪|インフル")
AFFLICTED = re.compile(r"(?P<n>[一-龠ァ-ヴー]{2,8})持ち")


def bodies(clause: Clause, said: str) -> Iterator[Said]:
    """What a clause, `said` in these words, tells of somebody's body."""
    yield from _allergies(clause, said)
    if clause.negative and clause.lemma in SENSES:
        yield from _senses(clause, said)
    if PASSES_OUT.search(clause.tail):
        return
    yield from _ill(clause)
    if clause.noun is not None and (match := AFFLICTED.fullmatch(clause.noun.head)) and _is_illness(match["n"]):
        yield Said("health", match["n"])
    if clause.lemma in IS_BAD and (what := clause.by("が", "は", "")) is not None and BODY.match(what.head):
        yield Said("health", f"{what.text}が{clause.lemma}", sure=LIKELY)


def listed(phrases: Sequence[Phrase], last: Phrase) -> list[Phrase]:
    """The phrases of a list that ends with this one: エビとカニとイカの…"""
    before = list[Phrase]()
    at = next((at for at, one in enumerate(phrases) if one is last), len(phrases))
    for one in reversed(phrases[:at]):
        if one.particle not in {"と", "や", "とか"} or one.modified:
            break
        before.insert(0, one)
    return [*before, last]


def _allergies(clause: Clause, said: str) -> Iterator[Said]:
    if PASSES_OUT.search(clause.tail) or clause.negative or "アレルギー" not in said:
        return
    for phrase in clause.all():
        match = ALLERGY.fullmatch(phrase.head)
        if not match:
            continue
        of = [match["of"]] if match["of"] else [*phrase.parts[-2:-1]]
        before = [one.text for one in listed([*clause.phrases], phrase)[:-1] if thing(one)]
        yield from (Said("allergy", one) for one in (*before, *of) if one)


def _ill(clause: Clause) -> Iterator[Said]:
    """What one has and does something for: 高血圧で薬を飲んでいる, うつで休職した, ヘルニアの手術."""
    for phrase in (one for one in clause.all() if not one.modified):
        if _is_reason(phrase) or _is_care(phrase):
            yield Said("health", phrase.text)
        elif clause.lemma == "言う" and phrase.particle in {"って", "と"} and _is_illness(phrase.head):
            yield Said("health", phrase.text, sure=LIKELY)
        elif phrase is clause.noun and len(phrase.parts) == 1 and STATES.fullmatch(phrase.head):
            yield Said("health", phrase.head)


def _is_reason(phrase: Phrase) -> bool:
    return phrase.particle == "で" and _is_illness(phrase.head) and not PASSING.search(phrase.head)


def _is_care(phrase: Phrase) -> bool:
    return len(phrase.parts) > 1 and phrase.head in CARED and _is_illness(phrase.parts[-2])


def _is_illness(word: str) -> bool:
    return bool(DISEASE.search(word)) and word not in {"病", "症", "炎", "癌病"}


def _senses(clause: Clause, said: str) -> Iterator[Said]:
    if any(re.search(r"耳|目|膝|腰|肩|肘|指|足|脚|手|首", one.head) for one in clause.phrases):
        yield Said("health", said.strip("、 "))
