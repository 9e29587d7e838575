"""What is quoted beside what answers, and instead of it: by facts, by names, and by the question before."""

import re
from collections.abc import Sequence

from lumina.language.acts import does, only_asks
from lumina.language.asking import asking_part
from lumina.language.kinds import asked_kinds, kinds, told_kinds
from lumina.language.relatives import own_relatives_asked
from lumina.language.scripts import CJK, fold
from lumina.voices.following import QUOTES, moment_of
from lumina.voices.matching import is_of_its_kind, own_statements, shared_words
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.own_matter import ELLIPSIS

NEAREST = 2
"""So many statements are quoted of what was told beside what was quoted last."""

GOES_ON = re.compile(
    r"^(?:and|an|n|so|but),? (?:he|she|it|they|that|his|her|their|its)(?:'?s|'?re)?\b.*\b(?:what|which|who|where"
    r"|when|how)\b"
    r"|^(?:and |so |but |oh )*(?:what|who|whose|which|where(?:abouts)?|when|why|how)\b(?!.*\b(?:i|my|me|we|our)\b).*"
    r"\b(?:he|she|they|it|his|her|him|their|them|its|there)\b|^(?:and |so )*(?:which|what|whose|how|the)? ?"
    r"(?!(?:really|sure|seriously|honestly|right|ok|okay|yes|yeah|no|you|me|what|why|how|who|eh|huh|hm+)\b)[a-z]+[?]+$"
)
"""A question with a pronoun for what it is about, or of hardly a word."""
OTHER = re.compile(r"\bthe other (?:one|two|side|ones|lad|girl|guy|bloke|fella|man|woman)\b")

COUNTERPARTS = re.compile(r"(?<=[.!?,] )[A-Z][a-z]+|(?<=[a-z] )[A-Z][a-z]+")
"""What is named within a statement: who has the other one named both."""
QUOTED, QUOTED_AT = re.compile(r"[“「]"), 100


OUTCOME = re.compile(
    r"\b(?:what (?:came of|happened)|how did (?:it|that|they|he|she|(?:the|my|our) [\w' ]{2,30}?)"
    r" (?:go|turn out|end|come out)|and then|what was the (?:result|outcome))\b"
    r"|どう(?:だった|でした|なった|なりました)|結果"
)
"""What asks for what came after."""
ASIDE = re.compile(r"[（(].*")

ONES = (
    "(?:(?:年[上下]|上|下|若い|年長|もと|新しい|古い|大きい|小さい|手放した|やめた)の?(?:ほう|方)"
    "|もう(?:一方|片方|一人|ひとり|一つ|ひとつ|一匹|一台)"
    "|(?:その|あの|この)(?:人|子|方|とき|時|店|会社|家|日|ため)?|彼|彼女|そっち|あっち|ほかの|他の)"
)
GOES_ON_IN_JAPANESE = re.compile(rf"^(?:じゃあ?|で|それで|あと|では|ちなみに)?[、 ]*{ONES}")
"""How a question begins that means what the one before it was about."""

MINE = re.compile("(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち)の")
BARE = 8
"""Letters at most of a question that is no more than a word for what is asked: 色は?"""


def bearing_out(chosen: Sequence[Evidence], material: Material) -> list[Evidence]:
    """Of what is quoted beside facts, what has one of them in its words, if anything has. How a thing went stands in
    none of them."""
    if OUTCOME.search(fold(material["said"])):
        return [*chosen]
    said = fold(material["said"])
    values = [value for value in _values(material) if value not in said]
    return [piece for piece in chosen if any(value in fold(piece["text"]) for value in values)] or [*chosen]


def not_overruled(chosen: Sequence[Evidence], facts: Sequence[Told], said: str) -> list[Evidence]:
    """Without what tells another thing than these facts, of a kind that is asked for and of which one holds at once."""
    single = {fact["kind"]: fact for fact in facts if not fact["past"] and not kinds()[fact["kind"]].many}
    asked = [fact for kind, fact in single.items() if kind in asked_kinds(said)]
    return [piece for piece in chosen if not any(_tells_another(piece["text"], fact) for fact in asked)]


def _tells_another(text: str, fact: Told) -> bool:
    return fact["kind"] in told_kinds(text) and fold(ASIDE.sub("", fact["value"])) not in fold(text)


def latest_of(chosen: Sequence[Evidence], said: str) -> list[Evidence]:
    """Of what is quoted, what speaks of how things are now in the same words, where that is asked for: nothing said
    before it."""
    now = [piece for piece in chosen if does("present", said) and does("present", piece["text"])]
    last = max(now, key=moment_of, default=None)
    return [piece for piece in chosen if last is None or moment_of(piece) >= moment_of(last)]


def is_of_nobody_told(said: str, evidence: Sequence[Evidence]) -> bool:
    """Whether a question asks for somebody of the person's own family, as a daughter, and no statement of theirs speaks
    of one."""
    asked = own_relatives_asked(asking_part(said))
    own = [fold(piece["text"]) for piece in evidence if piece["who"] == "you" and not only_asks(piece["text"])]
    return bool(asked) and not any(one.spoken_of.search(text) for one in asked for text in own)


def goes_on(said: str) -> bool:
    """Whether a question means somebody or something that the one before it was about: what are they called?"""
    asking = fold(asking_part(said))
    return bool(GOES_ON.search(fold(said)) or ELLIPSIS.match(asking)) or (
        CJK.search(said) is not None and _goes_on_in_japanese(said)
    )


def _goes_on_in_japanese(said: str) -> bool:
    """Whether a question means somebody or something that was spoken of before it, or is of hardly a word."""
    folded = fold(said).rstrip("?!。ー〜 ")
    whole = MINE.match(folded) or does("name", said)
    return bool(GOES_ON_IN_JAPANESE.search(folded)) or (len(folded) <= BARE and not whole)


def quoted_last(own: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What the last answer of this talk that quoted anything has quoted of these lines."""
    last = _last_answer(material)
    return [piece for piece in own if fold(" ".join(piece["text"].split()))[:QUOTED_AT] in last]


def _last_answer(material: Material) -> str:
    answers = (text for text in reversed(material["earlier"]) if text not in material["told"])
    return next((fold(text) for text in answers if QUOTED.search(text)), "")


def told_beside(evidence: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What the person said in one breath with what was quoted last: there lies what a question that goes on means."""
    last, own = _last_answer(material), own_statements(evidence)
    quoted = [moment_of(piece) for piece in quoted_last(own, material)]
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


def _values(material: Material, of_kinds: Sequence[str] = ()) -> list[str]:
    """What the first facts say, folded, of these kinds or of all."""
    facts = (fact for fact in material["facts"][:QUOTES] if not of_kinds or fact["kind"] in of_kinds)
    return [fold(ASIDE.sub("", fact["value"])) for fact in facts]
