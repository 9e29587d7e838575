"""What the clauses of a sentence tell of one another, and which of their phrases say of whom they are."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from lumina.distil.claims.japanese.clauses.deeds import LIVING, QUITS, done_to, where
from lumina.distil.claims.japanese.clauses.nouns import ACTIVITY, FACULTY, ORGANISATION, Said, is_a, place, thing
from lumina.distil.claims.japanese.clauses.parts import ATTRIBUTES, Clause, Phrase, is_time
from lumina.distil.claims.japanese.relations import KIND_OF, kind_of, normal
from lumina.language.categories import belongs

MARKED = frozenset(["は", "も", "って", "が", "、", ""])
"""Particles behind which one stands of whom something is said; bare in talk."""
WHERE = 0.6
"""How sure it is that somebody lives where they are said to be of."""

DOES = frozenset(["為る", "遣る"])
LEISURE = re.compile(r"休み|休日|週末|[月火水木金土日]曜")
PLAIN_ATTRIBUTES = frozenset(ATTRIBUTES) - {
    "家",
    "部屋",
    "会社",
    "高校",
    "大学",
    "学校",
    "学部",
    "結果",
    "具合",
    "体調",
    "容態",
    "容体",
    "苦手",
    "実家",
    "自宅",
}
SO_LONG = re.compile(
    r"(?:もう)?(?:[0-9一二三四五六七八九十]+(?:年|か月|ヶ月|カ月)|半年|数年)(?:目|ほど|くらい|ちょい)?"
)


def among(clause: Clause) -> str:
    """What somebody is of whom one says that they are among such: 友達にノンちゃんって子がいる."""
    among = clause.by("に")
    relation = normal(among.head) if among is not None else ""
    return relation if relation in KIND_OF else ""


def marked(clause: Clause) -> Iterator[Phrase]:
    """The phrases of which the clause may be: not what is done, bare before する."""
    for phrase in clause.phrases:
        is_done = clause.lemma in DOES and phrase is clause.last and not phrase.particle
        if phrase.particle in MARKED and not is_done:
            yield phrase


def is_told_of(clause: Clause) -> bool:
    """Whether a noun without a verb is what one has: 母校は金沢工業大学."""
    topic = clause.by("は")
    is_leisure = topic is not None and bool(LEISURE.search(topic.text))
    return is_leisure or (topic is not None and topic.head in PLAIN_ATTRIBUTES)


def taken_together(found: Sequence[Clause]) -> Iterator[Clause]:
    """The clauses, each with what only the next one tells of it: that it goes on (タクシー転がして|20年になる); or with
    the place that the one before it has (鎌倉に家買って|住んでいる)."""
    for at, clause in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        if clause.tail in {"て", "で"} and after is not None and SO_LONG.fullmatch(_measure(after)):
            yield replace(clause, tail=f"{clause.tail}いる")
        elif clause.lemma in LIVING and at and not any(where(one) for one in clause.phrases):
            there = (one for one in found[at - 1].phrases if where(one))
            yield replace(clause, phrases=(*there, *clause.phrases))
        else:
            yield clause


def _measure(clause: Clause) -> str:
    noun = clause.noun or clause.by("に")
    return noun.text if noun is not None else ""


def instead(gone: Clause, chosen: Clause) -> Iterator[Said]:
    """What is given up for something else: カラオケやめて本屋にした."""
    what, into = done_to(gone), chosen.by("に")
    is_so = gone.lemma in QUITS and gone.tail.startswith("て") and chosen.lemma in {"為る", "変える", "成る"}
    if not is_so or what is None or into is None or SO_LONG.fullmatch(into.text):
        return
    if into.modified or not (thing(what) and thing(into)):
        return
    if ORGANISATION.search(into.head) and not FACULTY.search(into.head):
        yield Said("job", into.text, ends=what.text)
    elif ACTIVITY.search(into.head) or belongs(into.head, "sport") or belongs(into.head, "instrument"):
        yield Said("hobby", into.text, ends=what.text)
    else:
        yield Said("plan", f"{into.text}にする", ends=what.text)


def undone(clause: Clause) -> Phrase | None:
    """What is done, of which more may be said: 昔は煙草を吸っていたけど、五年前にやめた."""
    what = done_to(clause) if clause.lemma and not clause.negative else None
    return replace(what, particle="は") if what is not None and not what.modified and not is_time(what) else None


def with_theme(clause: Clause, theme: Phrase | None) -> Clause:
    if theme is None or not clause.lemma or clause.by("は", "も", "を", "が", "って", ""):
        return clause
    return replace(clause, phrases=(*clause.phrases, theme))


def of_parts(phrase: Phrase) -> Iterator[Said]:
    """What stands before somebody and is said of them: what they are, and where they live (川崎の長女)."""
    for before, part in pairwise(phrase.parts):
        if kind_of(normal(part)) in {"family", "partner"} and place(phrase) and place(phrase).startswith(before):
            yield Said("home", before, sure=WHERE)
    for part in phrase.parts[:-1]:
        if normal(part) == part:
            said = is_a(replace(phrase, parts=(part,)))
            yield from (one for one in said if one.kind in {"job", "school", "age"})
