"""Which of what was said fits a question: by its words, and by what kind of thing it asks for."""

import re
from collections.abc import Sequence

from lumina.language.acts import does, only_asks, smalltalk
from lumina.language.asking import asking_part
from lumina.language.categories import asks_category, told_of_category
from lumina.language.japanese import morphemes
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.relatives import own_relatives_asked
from lumina.language.scripts import CJK, fold
from lumina.voices.asked_types import NUMBER, names_a_day, of_its_type
from lumina.voices.following import BREATH, ORIGINALLY, QUOTES, as_it_is_now, gone_on_about, moment_of
from lumina.voices.japanese_types import goes_on_in_japanese, most_telling
from lumina.voices.likeliest import ELLIPSIS, OF_OTHERS, by_fit, is_own_matter, with_introduction, without_others
from lumina.voices.matching import is_of_its_kind, own_statements, shared_words
from lumina.voices.material import UNRECALLED, Evidence, Material

NEAR_THE_BEST = 0.72
"""Words of the person are quoted beside the best ones if their score is at least this share of the best."""

BEFORE_IT = 0.5
"""The same, where it is asked for what was before: that is said in other words than what came of it."""

LEAST = 0.2
"""Words that score less answer nothing."""

NEAREST, MANY = 2, 8
"""So many statements are quoted where none fits; not where this many turns came to mind."""

GOES_ON = re.compile(
    r"^(?:and|an|n|so|but),? (?:he|she|it|they|that|his|her|their|its)(?:'?s|'?re)?\b.*\b(?:what|which|who|where"
    r"|when|how)\b"
    r"|^(?:and |so |but |oh )*(?:what|who|whose|which|where(?:abouts)?|when|why|how)\b(?!.*\b(?:i|my|me|we|our)\b).*"
    r"\b(?:he|she|they|it|his|her|him|their|them|its|there)\b|^(?:and |so )*(?:which|what|whose|how|the)? ?"
    r"(?!(?:really|sure|seriously|honestly|right|ok|okay|yes|yeah|no|you|me|what|why|how|who|eh|huh|hm+)\b)[a-z]+[?]+$"
)
"""A question with a pronoun for what it is about, or of hardly a word."""
OTHER = re.compile(r"\bthe other (?:one|two|side|ones|lad|girl|guy|bloke|fella|man|woman)\b")

MOVED = re.compile(
    r"\b(?:moved?|pushed|put (?:back|off)|brought forward|postponed|rescheduled|rebooked|delayed|changed) (?!house"
    r"|in\b|out\b)"
)
COUNTERPARTS = re.compile(r"(?<=[.!?,] )[A-Z][a-z]+|(?<=[a-z] )[A-Z][a-z]+")
"""What is named within a statement: who has the other one named both."""
QUOTED, QUOTED_AT = re.compile(r"[“「]"), 100

TELLING = frozenset({"age", "name", "birthday", "pet", "partner", "allergy", "family"})
"""Kinds of which it is known for certain that nothing was told where no rule has read it."""

FAVOURITE = re.compile(r"\bfavou?rite\b|好きな|一番好き|いちばん好き")
OUTCOME = re.compile(
    r"\b(?:what (?:came of|happened)|how did (?:it|that|they|he|she|(?:the|my|our) [\w' ]{2,30}?)"
    r" (?:go|turn out|end|come out)|and then|what was the (?:result|outcome))\b"
    r"|どう(?:だった|でした|なった|なりました)|結果"
)
"""What asks for what came after."""
NAMING = re.compile(
    r"\b(?:called|named|names?|call (?:him|her|it|them))\b"
    r"|(?:って|と)(?:い[いうっ]|言[いうっ]|名付|呼)|(?<!の)名(?:前)?は|という|[」』](?:が|は|を|も|いう|言う)"
)
"""What tells a name."""

PEOPLE = frozenset({"family", "partner", "friend", "pet"})
ASIDE = re.compile(r"[（(].*")


PLAIN = frozenset({"job", "likes"})
"""Kinds of which a sentence in Japanese that tells one says so."""


def chosen_of(evidence: Sequence[Evidence], material: Material) -> tuple[list[Evidence], bool]:
    """What is quoted in answer, the best first, and whether it speaks of what is asked for; where nothing does, one
    piece at most, and none to a mere yes or no."""
    said, values = material["said"], _values(material)
    chosen = _chosen(said, evidence, values, material)
    if any(_speaks_of(said, piece["text"], values) for piece in chosen):
        typed = with_introduction(said, _with_its_type(said, chosen, evidence), evidence)
        now = as_it_is_now(typed, evidence, said)
        return _how_it_went(gone_on_about(now, evidence), evidence, said), True
    if does("yes_no", said) or does("asks_name", said):
        return [], False
    own = own_statements(evidence)
    if CJK.search(said):
        other = of_its_type(said, own)[:NEAREST] or _of_kind(said, most_telling(own))
    else:
        own = [*without_others(material, own)]
        other = by_fit(said, own, set())[:NEAREST] or of_its_type(said, own)[:NEAREST] or _of_kind(said, chosen[:1])
    return as_it_is_now(other, evidence, said) if other else other, False


def _with_its_type(said: str, chosen: list[Evidence], evidence: Sequence[Evidence]) -> list[Evidence]:
    """What is quoted; before it, where it has no more than one word of the question and nobody's name, no place, no
    number, though that is what is asked for, what has."""
    own = own_statements(evidence)
    by_other_rules = does("when", said) or does("asks_name", said) or CJK.search(said)
    typed = [] if by_other_rules else of_its_type(said, own)
    if not typed or any(piece in typed or shared_words(said, piece["text"]) > 1 for piece in chosen):
        return chosen
    return [*typed[:NEAREST], *chosen][:QUOTES]


def _how_it_went(chosen: list[Evidence], evidence: Sequence[Evidence], said: str) -> list[Evidence]:
    """What is quoted; where it is asked what came of something, before it the last that was said of it."""
    if not OUTCOME.search(fold(said)):
        return chosen
    own = own_statements(evidence)
    later = [piece for piece in own if moment_of(piece) > moment_of(chosen[0]) and shared_words(said, piece["text"])]
    last = sorted(later, key=moment_of)[-1:]
    return [*last, *(piece for piece in chosen if piece not in last)][: QUOTES + 1]


def bearing_out(chosen: Sequence[Evidence], material: Material) -> list[Evidence]:
    """Of what is quoted beside facts, what has one of them in its words, if anything has. How a thing went stands in
    none of them."""
    if OUTCOME.search(fold(material["said"])):
        return [*chosen]
    said = fold(material["said"])
    values = [value for value in _values(material) if value not in said]
    return [piece for piece in chosen if any(value in fold(piece["text"]) for value in values)] or [*chosen]


def latest_of(chosen: Sequence[Evidence], said: str) -> list[Evidence]:
    """Of what is quoted, what speaks of how things are now in the same words, where that is asked for: nothing said
    before it."""
    now = [piece for piece in chosen if does("present", said) and does("present", piece["text"])]
    last = max(now, key=moment_of, default=None)
    return [piece for piece in chosen if last is None or moment_of(piece) >= moment_of(last)]


def nearest_of(evidence: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What is quoted where nothing fits and the person has told so little yet that it can only be in that: the best
    two of their statements; nothing to a mere yes or no, or for a name; to a question that says what kind of thing it
    asks for, only what may speak of that."""
    said = material["said"]
    if does("yes_no", said) or smalltalk(said):
        return []
    own = own_statements(evidence)
    if is_own_matter(material):
        own = [piece for piece in own if not OF_OTHERS.match(fold(piece["text"]))]
    recalled = sum(piece["score"] > UNRECALLED for piece in material["evidence"])
    asked = _told_for_certain(said)
    if not CJK.search(said) and (fit := by_fit(said, own, asked)):
        return fit[:NEAREST]
    if near := [piece for piece in own if asked.intersection(told_kinds(piece["text"]))] if recalled < MANY else []:
        return near[:NEAREST]
    if asked or does("name", said) or (asks_category(said) and not CJK.search(said)):
        return []
    if CJK.search(said) and does("recalls", said):
        own, recalled = most_telling(own), 0
    if CJK.search(said) and (kinds := PLAIN.intersection(asked_kinds(said))):
        own = [piece for piece in own if kinds.intersection(told_kinds(piece["text"]))]
    few = recalled < MANY and not does("asks_name", said)
    return of_its_type(said, own)[:NEAREST] or (own[:NEAREST] if few else [])


def is_of_nobody_told(said: str, evidence: Sequence[Evidence]) -> bool:
    """Whether a question asks for somebody of the person's own family, as a daughter, and no statement of theirs speaks
    of one."""
    asked = own_relatives_asked(asking_part(said))
    own = [fold(piece["text"]) for piece in evidence if piece["who"] == "you" and not only_asks(piece["text"])]
    return bool(asked) and not any(one.spoken_of.search(text) for one in asked for text in own)


def _told_for_certain(said: str) -> set[str]:
    """The kinds that a question asks for of which it is known for certain that nothing was told where no rule has read
    it; that something else has a name is of no kind."""
    asked = {*asked_kinds(said)}
    if CJK.search(said) and asked - TELLING:
        return set()
    telling = TELLING | ({"likes"} if FAVOURITE.search(fold(said)) else set[str]())
    return asked & telling - (set[str]() if does("name", said) else {"name"})


def goes_on(said: str) -> bool:
    """Whether a question means somebody or something that the one before it was about: what are they called?"""
    asking = fold(asking_part(said))
    return bool(GOES_ON.search(fold(said)) or ELLIPSIS.match(asking)) or (
        CJK.search(said) is not None and goes_on_in_japanese(said)
    )


def told_beside(evidence: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What the person said in one breath with what was quoted last: there lies what a question that goes on means."""
    answers = (text for text in reversed(material["earlier"]) if text not in material["told"])
    last = next((fold(text) for text in answers if QUOTED.search(text)), "")
    own = own_statements(evidence)
    quoted = [moment_of(piece) for piece in own if fold(" ".join(piece["text"].split()))[:QUOTED_AT] in last]
    near = sorted(own, key=lambda piece: min(abs(moment_of(piece) - at) for at in quoted)) if quoted else []
    if OTHER.search(fold(material["said"])):
        return _naming_both(near, last)[:1]
    if OUTCOME.search(fold(material["said"])):
        return [piece for piece in near if moment_of(piece) > max(quoted)][:NEAREST]
    of_kind = [piece for piece in near if is_of_its_kind(material["said"], piece["text"])]
    return (of_kind or near)[:NEAREST]


def _naming_both(near: Sequence[Evidence], last: str) -> list[Evidence]:
    """What names the one that was spoken of and another, the likeliest first: of what was quoted last, or else what
    has most of its words."""
    both = [piece for piece in near if len(COUNTERPARTS.findall(piece["text"])) > 1]
    unquoted = [piece for piece in near if fold(" ".join(piece["text"].split()))[:QUOTED_AT] not in last]
    return sorted(both or unquoted, key=lambda piece: -shared_words(last, piece["text"]))


def with_its_name(chosen: Sequence[Evidence], evidence: Sequence[Evidence], said: str) -> list[Evidence]:
    """What is quoted in answer; to a question for a name, before it what was said in the same breath, if that has the
    name and nothing quoted has."""
    if not does("asks_name", said) or any(NAMING.search(fold(piece["text"])) for piece in chosen):
        return list(chosen)
    beside = [
        piece
        for piece in evidence
        if piece["who"] == "you"
        and not only_asks(piece["text"])
        and abs(moment_of(piece) - moment_of(chosen[0])) <= BREATH
        and NAMING.search(fold(piece["text"]))
    ]
    return [*beside[:1], *chosen]


def _chosen(said: str, evidence: Sequence[Evidence], values: Sequence[str], material: Material) -> list[Evidence]:
    """What is quoted: the person's own statements before all others', the newest first where it is asked how things are
    now."""
    able = [
        piece
        for piece in evidence
        if (piece["score"] >= LEAST or told_of_category(said, piece["text"])) and not only_asks(piece["text"])
    ]
    theirs = own_statements(able) or [piece for piece in able if piece["who"] == "you"] or able
    own = _borne_out(_fitting(said, without_others(material, theirs), values), material)
    best = max((piece["score"] for piece in own), default=0.0)
    most = _most_shared(said, own)
    near = [
        piece
        for piece in own
        if piece["score"] >= (BEFORE_IT if does("before", said) else NEAR_THE_BEST) * best
        or (most > 1 and shared_words(said, piece["text"]) == most)
    ][:QUOTES]
    near = _not_put_off(said, near)
    return sorted(near, key=lambda piece: piece["at"], reverse=True) if does("present", said) else near


def _not_put_off(said: str, near: list[Evidence]) -> list[Evidence]:
    """Without the days that something was to be on before it was put off, where it is asked when it is."""
    moved = [piece for piece in near if MOVED.search(fold(piece["text"]))]
    if not moved or not does("when", said) or ORIGINALLY.search(fold(said)):
        return near
    latest = max(piece["at"] for piece in moved)
    return [piece for piece in near if piece["at"] >= latest]


def _fitting(said: str, evidence: Sequence[Evidence], values: Sequence[str]) -> Sequence[Evidence]:
    """Those that have words of the question or speak of what it asks for, as far as any do, and of them those that have
    a day or a number, where it asks for one."""
    near = [piece for piece in evidence if _speaks_of(said, piece["text"], values)]
    if not near:
        return evidence
    if does("how_many", said):
        return [piece for piece in near if NUMBER.search(fold(piece["text"]))] or near
    if does("where", said) and CJK.search(said):
        return [piece for piece in near if _names_a_place(piece["text"])] or near
    return ([piece for piece in near if names_a_day(piece)] or near) if does("when", said) else near


def _names_a_place(text: str) -> bool:
    return any("地名" in word.part for word in morphemes(text))


def _speaks_of(said: str, text: str, values: Sequence[str]) -> bool:
    """Whether a text has a word of a question, speaks of a kind of fact or names one of a category that it asks for, or
    has one of the (folded) values that answer it."""
    return bool(shared_words(said, text)) or is_of_its_kind(said, text) or any(value in fold(text) for value in values)


def _values(material: Material, of_kinds: Sequence[str] = ()) -> list[str]:
    """What the first facts say, folded, of these kinds or of all."""
    facts = (fact for fact in material["facts"][:QUOTES] if not of_kinds or fact["kind"] in of_kinds)
    return [fold(ASIDE.sub("", fact["value"])) for fact in facts]


def _of_kind(said: str, chosen: list[Evidence]) -> list[Evidence]:
    """The best, as none has a word of the question; where a kind of fact is asked for, those that may speak of it."""
    asked = {*asked_kinds(said)}
    return [piece for piece in chosen if not asked or asked.intersection(told_kinds(piece["text"]))][:NEAREST]


def _borne_out(chosen: Sequence[Evidence], material: Material) -> Sequence[Evidence]:
    """Those in whose words a fact stands that is asked for and told besides; where there are none, or others have more
    words of the question, all."""
    asked, said = asked_kinds(material["said"]), material["said"]
    if does("when", said) or does("where", said):
        asked = tuple(kind for kind in asked if kind not in PEOPLE)
    values = _values(material, asked) if asked else []
    telling = [piece for piece in chosen if any(value in fold(piece["text"]) for value in values)]
    if telling and (does("present", said) or _most_shared(said, telling) == _most_shared(said, chosen)):
        return telling
    return chosen


def _most_shared(said: str, pieces: Sequence[Evidence]) -> int:
    return max((shared_words(said, piece["text"]) for piece in pieces), default=0)
