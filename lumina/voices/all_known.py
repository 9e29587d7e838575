"""All that is known of the person, for who asks what is known of them."""

import re
from collections.abc import Sequence
from typing import Final

from lumina.language.acts import asks, smalltalk
from lumina.language.kinds import told_kinds
from lumina.language.scripts import CJK, fold
from lumina.voices.facts import PROFILE
from lumina.voices.fitting import ASIDE
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.picking import pick
from lumina.voices.quoting import listed, quotes
from lumina.voices.ranking.changes import changes
from lumina.voices.voice import Phrases

OF_ONESELF: Final = re.compile(
    r"\b(?:i|i'm|im|i've|ive|i'd|my|me|we|our)\b|^(?:can't|cant|never|always|passed|failed|got|sing|play) "
)
OVER: Final = 0.5
"""How likely another line takes the place of one that is not told any more."""

OF_NO_KIND: Final = 6
"""What an English line has in it that tells of the person; and so many of no kind of fact are told at most."""


def all_known(fresh: Sequence[Evidence], facts: Sequence[Told], material: Material, voice: Phrases) -> list[str]:
    """All that is known of the person, and what they told that none of it says."""
    own = [piece for piece in fresh if piece["who"] == "you"]
    told = [piece for piece in own if _adds(piece["text"], material)]
    told += [piece for piece in own if piece not in told and _is_of_no_kind(piece["text"])][:OF_NO_KIND]
    holds = _that_hold(told[:PROFILE])[: PROFILE - len(facts)]
    known = [*listed(facts, material["language"]), *quotes(holds, material, voice)]
    return [pick(voice, "knows", material), *known] if known else [pick(voice, "stranger", material)]


def _that_hold(told: Sequence[Evidence]) -> list[Evidence]:
    """Those whose place none of the others takes."""
    over = [one.earlier for one in changes(told) if one.chance >= OVER]
    return [piece for piece in told if not any(piece is one for one in over)]


def _adds(text: str, material: Material) -> bool:
    """Whether a text tells of the person what none of the facts does."""
    told = {fact["kind"] for fact in material["facts"] if fold(ASIDE.sub("", fact["value"])) in fold(text)}
    return _tells_of_them(text) and not set(told_kinds(text)) <= told


def _is_of_no_kind(text: str) -> bool:
    """Whether an English line tells of the person, though it is no kind of fact: I am good at darts."""
    is_theirs = CJK.search(text) is None and OF_ONESELF.search(fold(text)) is not None
    return is_theirs and not asks(text) and not smalltalk(text) and not told_kinds(text)


def _tells_of_them(text: str) -> bool:
    """Whether a text is more than a greeting, a nod or a question: it may speak of a kind of fact."""
    return not asks(text) and not smalltalk(text) and bool(told_kinds(text))
