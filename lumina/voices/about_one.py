"""All that is known of somebody whom a Japanese question is of, where it asks for no more than that."""

import re
from collections.abc import Sequence
from typing import Final

from lumina.language.acts import asks_all, smalltalk
from lumina.language.kinds import told_kinds
from lumina.language.scripts import CJK, fold
from lumina.voices.fitting import ASIDE
from lumina.voices.following import moment_of
from lumina.voices.kinship import kinship, of_whom
from lumina.voices.matching import own_statements
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.picking import pick
from lumina.voices.quoting import listed, quotes
from lumina.voices.spoken import spoken
from lumina.voices.stating import BRACKETED
from lumina.voices.voice import Phrases
from lumina.voices.weighty import weight

WHAT_LIKE: Final = re.compile(r"(?:って|は)?(?:、)?(?:どんな|どういう)(?:人|ひと|子|方|やつ)")
"""Who asks what somebody is like, over folded text."""

KINDS: Final = frozenset(
    {"job", "workplace", "health", "habit", "school", "age", "home", "hobby", "plan", "event", "likes", "skill"}
)
MOST = 5
"""What lines tell of somebody; and so many of them that are told at most."""


def asks_of_one(said: str, material: Material) -> bool:
    """Whether it is asked for whatever is known of one person."""
    wants = asks_all(said) or WHAT_LIKE.search(fold(said)) is not None
    return CJK.search(said) is not None and wants and bool(kinship(material).asked(said))


def known_of_one(said: str, fresh: Sequence[Evidence], material: Material) -> tuple[list[Told], list[Evidence]]:
    """The facts, and the lines told last that say more than they do."""
    known = kinship(material)
    asked = known.asked(said)
    facts = [fact for fact in material["facts"] if not fact["past"] and fact["sure"] and asked & known.of(_of(fact))]
    own = own_statements(fresh)
    stands = of_whom(said, own, known)
    told = [
        one for one, how in zip(own, stands, strict=True) if how in ("same", "carried") and not smalltalk(one["text"])
    ]
    values = [fold(ASIDE.sub("", fact["value"])) for fact in facts if fact["about"]]
    more = [one for one in told if not any(value in fold(one["text"]) for value in values)]
    best = sorted(more, key=lambda one: (-_tells(one["text"], asked), -moment_of(one).timestamp()))
    return facts, sorted((one for one in best[:MOST] if _tells(one["text"], asked)), key=moment_of)


def _of(fact: Told) -> str:
    """Whom a fact is of: by what they are called, or who is said to be something to the person."""
    found = BRACKETED.fullmatch(fact["value"])
    return fact["about"] or (found[1] if found else "")


def _tells(text: str, asked: frozenset[str]) -> float:
    """How much a line tells of somebody: who they are, of how many kinds of things, and how much that weighs."""
    who = any(name in asked for name, _ in spoken(text).pairs)
    return 4 * who + len(KINDS & {*told_kinds(text)}) + weight(text)


def told_of_one(said: str, fresh: Sequence[Evidence], material: Material, voice: Phrases) -> list[str]:
    """The answer to who asks so; nothing where it is not asked, or nothing is known."""
    facts, told = known_of_one(said, fresh, material) if asks_of_one(said, material) else ([], [])
    lines = [*listed(facts, material["language"]), *quotes(told, material, voice)]
    return [pick(voice, "knows", material), *lines] if lines else []
