"""What is quoted to who asks for a name, or who somebody is: what names somebody or something."""

import re
from collections.abc import Sequence
from datetime import timedelta

from lumina.language.acts import does
from lumina.language.kinds import told_kinds
from lumina.language.scripts import CJK, fold
from lumina.voices.circle import THIRD, circle
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence, Material
from lumina.voices.ranking.lines import line
from lumina.voices.ranking.ranker import Ranked

CALLED = re.compile("(?:さん|くん|ちゃん|君|様)(?=[はがもをの、。とに]|$)")

FEW = 4
"""Words of a line that may be a mere name."""

PRONOUN = 8
"""Letters within which a line begins with "he"."""

MYSELF = re.compile(r"(?<!さん)(?<!くん)(?<!ちゃん)(?<!君)(?<!様)(?:です|だよ|っす)[。!]*$|^(?:i'm|i am) ")
"""That it is one's own."""


def with_name(quoted: Sequence[Evidence], lines: Sequence[Ranked]) -> list[Evidence]:
    """What is quoted; where it names nobody, with what does and was said in the same breath as the first."""
    if not quoted or any(_names(piece["text"]) for piece in quoted):
        return [*quoted]
    spoken = moment_of(quoted[0])
    named = [one.piece for one in lines if _names(one.piece["text"])]
    return [*quoted, *[piece for piece in named if abs(moment_of(piece) - spoken) <= BREATH][:1]]


def with_who(quoted: Sequence[Evidence], own: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What is quoted, with what was said right before the first, where that one is of a "he" and names nobody."""
    first = quoted[0]
    if CJK.search(first["text"]) or not THIRD.search(fold(first["text"])[:PRONOUN]):
        return [*quoted]
    known = circle(material)
    before = [
        piece
        for piece in own
        if timedelta(0) < moment_of(first) - moment_of(piece) <= BREATH
        and (known.named(piece["text"]) or known.of(piece["text"]))
    ]
    return [first, *sorted(before, key=moment_of)[-1:]]


def naming(lines: Sequence[Ranked], said: str) -> list[Evidence]:
    """Those that name somebody or something; to who asks for their own name, those in which one introduces oneself."""
    own = does("asks_own_name", said)
    return [one.piece for one in lines if (_introduces if own else _names_another)(one.piece["text"])]


def _names_another(text: str) -> bool:
    return _names(text) and not (line(text).length <= FEW and MYSELF.search(fold(text)))


def _introduces(text: str) -> bool:
    return "name" in told_kinds(text) or (line(text).length <= FEW and _names(text))


def _names(text: str) -> bool:
    """Whether a text names somebody or something."""
    told = line(text)
    return bool(told.names) or "naming" in told.types or CALLED.search(fold(text)) is not None
