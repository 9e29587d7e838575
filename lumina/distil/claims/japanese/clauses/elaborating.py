"""A sentence that is a noun and no more says what was meant just before: チャリ買った。中古のクロスバイク。 It is read
in place of what stood there; and where something was said not to be so, it says what is:
もう病院ちゃうで。訪問看護ステーションや。"""

import re
from collections.abc import Callable, Iterator

from lumina.distil.claims.japanese.clauses.deeds import SHOP
from lumina.distil.claims.japanese.clauses.nouns import ACTIVITY, AGE, FACULTY, LIKELY, ORGANISATION, Said, place, thing
from lumina.distil.claims.japanese.clauses.parts import Clause, Phrase
from lumina.distil.claims.japanese.clauses.possessions import LASTING
from lumina.distil.claims.japanese.clauses.trades import OWN_SHOP
from lumina.distil.claims.japanese.phrases import job
from lumina.language.categories import belongs

NO_THING = re.compile(r"^[0-9]|[0-9](?:万|円|個|回|年|月|日|時|分|人)$|最高|無理|感じ|マジ|ほんと|ほんま|めっちゃ")


def _is_plain(noun: Phrase) -> bool:
    is_time = all("副詞可能" in word.part or word.part[1] == "数詞" for word in noun.words)
    return (
        bool(thing(noun)) and not is_time and not NO_THING.search(noun.text) and "形状詞" not in noun.words[-1].part[0]
    )


def _bought(noun: Phrase) -> Iterator[Said]:
    yield Said("possession", noun.text)


def _started(noun: Phrase) -> Iterator[Said]:
    is_work = job(noun.head) or ORGANISATION.search(noun.head) or SHOP.search(noun.head)
    if is_work or ACTIVITY.search(noun.head) or belongs(noun.head, "sport") or belongs(noun.head, "instrument"):
        yield Said("job" if is_work else "hobby", noun.text, sure=LIKELY)


def _employed(noun: Phrase) -> Iterator[Said]:
    yield Said("job", noun.text)


def _passed(noun: Phrase) -> Iterator[Said]:
    is_school = FACULTY.search(noun.head) or noun.head.endswith(("高", "大", "学校"))
    yield Said("school" if is_school else "event", noun.text if is_school else f"{noun.text}に合格")


def _moved(noun: Phrase) -> Iterator[Said]:
    yield from [Said("home", noun.text)] if place(noun) else []


def _happened(noun: Phrase) -> Iterator[Said]:
    yield Said("event", noun.text, sure=LIKELY)


FURTHER: tuple[tuple[frozenset[str], Callable[[Phrase], Iterator[Said]]], ...] = (
    (frozenset(["買う", "購入", "新調", "手に入れる", "乗り換える", "買い替える"]), _bought),
    (frozenset(["始める", "習う", "はまる"]), _started),
    (frozenset(["転職", "就職", "内定", "再就職", "入社"]), _employed),
    (frozenset(["受かる", "合格", "通る"]), _passed),
    (frozenset(["引っ越す", "引っ越し", "越す", "移る"]), _moved),
    (frozenset(["落とす", "無くす", "盗む"]), _happened),
)
CHANGED = re.compile(r"バイト|仕事|職場|勤め先|店|会社|学校")


ALONE = re.compile(r"(?:です|だ|や|だよ|ね|なんだ|よ)?")
"""What stands behind a noun that is a sentence by itself."""


def elaborated(before: Clause | None, clause: Clause) -> Iterator[Said]:
    """What the noun of a clause says of what was told in the clause before it."""
    noun = clause.noun
    if before is None or noun is None or clause.phrases or clause.negative or noun.modified or not _is_plain(noun):
        return
    if clause.begin or not ALONE.fullmatch(clause.tail) or noun.text.endswith("さん"):
        return
    verb = before.last.head if before.lemma in {"為る", "成る"} and before.last is not None else before.lemma
    for verbs, say in FURTHER:
        lasts = say is not _bought or any(LASTING.search(one.head) for one in before.phrases)
        if verb in verbs and lasts and before.past and not before.negative:
            yield from say(noun)
    into = before.by("に") if before.lemma == "為る" and before.past else None
    if into is not None and LASTING.search(into.head):
        yield from _bought(noun)
    if before.lemma == "出す" and before.past and any(OWN_SHOP.search(one.head) for one in before.phrases):
        yield Said("job", f"{noun.text}を経営")


def contrasted(before: Clause | None, clause: Clause) -> Iterator[Said]:
    """What is so where something else of the kind was said not to be so."""
    denied = _denied(before)
    noun = clause.noun
    if denied is None or noun is None or clause.negative or noun.modified or len(clause.phrases) > 1:
        return
    for kind, is_one in KINDS:
        if is_one(denied) and is_one(noun):
            yield Said(kind, noun.text, ends=denied.text)
            return


def _denied(before: Clause | None) -> Phrase | None:
    """What was said not to be so: 病院ちゃう, 練馬じゃなくて."""
    if before is None:
        return None
    if before.noun is not None:
        return before.noun if before.negative else None
    last = before.last
    is_wrong = before.lemma == "違う" and last is not None and last.particle in {"", "と", "は", "や"}
    return last if is_wrong and not (before.negative or before.past) else None


KINDS: tuple[tuple[str, Callable[[Phrase], bool]], ...] = (
    ("age", lambda noun: bool(AGE.fullmatch(noun.head))),
    ("home", lambda noun: bool(place(noun)) and place(noun) == noun.text),
    ("job", lambda noun: bool(job(noun.head))),
    ("workplace", lambda noun: bool(ORGANISATION.search(noun.head) or SHOP.search(noun.head))),
    ("pet", lambda noun: belongs(noun.head, "animal")),
)
