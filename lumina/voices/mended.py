"""What was mended in the same breath, in Japanese: the line that mends answers, or the slip, where one asks for it."""

import re
from collections.abc import Mapping, Sequence, Set
from typing import Final

from lumina.language.acts import does
from lumina.language.scripts import fold
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence
from lumina.voices.matter import shares
from lumina.voices.offers import Offer, has

SLIP: Final = re.compile(r"うっかり|(?:間違|まちが)(?:え|っ)(?:て|た)|言い(?:間違|直す前)|訂正(?:する|した)?前")
"""Who asks for what was told by mistake, over folded text."""


def asks_for_slip(said: str) -> bool:
    return SLIP.search(fold(said)) is not None


def mended(said: str, own: Sequence[Evidence], at: int, offer: Offer) -> int:
    """The line that mends one in the same breath, and has what is asked for; or else that one."""
    moment = moment_of(own[at])
    after = [
        other
        for other, piece in enumerate(own)
        if moment < moment_of(piece) <= moment + BREATH and does("mends", piece["text"]) and offer(piece, said)
    ]
    return min(after, key=lambda other: moment_of(own[other]), default=at)


def slip(
    said: str, own: Sequence[Evidence], wanted: Sequence[Offer], about: tuple[Mapping[str, float], Set[str]]
) -> Sequence[Evidence]:
    """The line that one mended which has what is asked for, and is most of what is spoken of; of several the last."""
    of = {**dict.fromkeys(about[1], 1.0), **about[0]}
    likely = dict(zip(map(id, own), shares(of, own), strict=True)) if of else {}
    found = [before for piece in own if does("mends", piece["text"]) and (before := _before(said, own, piece, wanted))]
    best = sorted(found, key=lambda one: (likely.get(id(one), 0.0), moment_of(one)))
    return best[-1:]


def _before(said: str, own: Sequence[Evidence], mends: Evidence, wanted: Sequence[Offer]) -> Evidence | None:
    """What was told just before it, and has what is asked for."""
    moment = moment_of(mends)
    told = [piece for piece in own if moment - BREATH <= moment_of(piece) < moment]
    offered = wanted or [lambda piece, _: has("number", piece["text"])]
    soon = [piece for piece in told if any(offer(piece, said) for offer in offered)]
    return max(soon, key=moment_of, default=None)
