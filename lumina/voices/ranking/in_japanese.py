"""What speaks for a line as the answer to a question in Japanese: of whom it is, of what by what was said around it, and
whether it has what is asked for."""

from collections.abc import Mapping, Sequence

from lumina.language.scripts import CJK
from lumina.voices.following import moment_of
from lumina.voices.kinship import Of, of_whom, told_by
from lumina.voices.material import Evidence
from lumina.voices.matter import shares, words_about
from lumina.voices.offers import asked_for, offers

THEIRS: frozenset[Of] = frozenset({"same", "carried"})
OTHERS: frozenset[Of] = frozenset({"other", "carried other"})
FITS = 0.5
"""How much of what a question is about a line is of at least that may be its answer."""


def of_japanese(said: str, pieces: Sequence[Evidence]) -> list[Mapping[str, float]]:
    """Of each line, as figures by name; of a question in English, nothing."""
    if not CJK.search(said):
        return [{}] * len(pieces)
    stands = of_whom(said, pieces, told_by(tuple(piece["text"] for piece in pieces)))
    wanted = offers(said)
    has = [any(offer(piece, said) for offer in wanted) for piece in pieces]
    words = [word for word in words_about(said) if word not in asked_for(said)]
    of = shares(dict.fromkeys(words, 1.0), pieces) if words else [0.0] * len(pieces)
    fit = [one and how not in OTHERS and share >= FITS for one, how, share in zip(has, stands, of, strict=True)]
    latest = max((moment_of(piece) for piece, fits in zip(pieces, fit, strict=True) if fits), default=None)
    return [
        {
            f"of {how or 'nobody asked'}": 1.0,
            "matter": share,
            "matter to best": share - max(of),
            "matter of them": share * (how in THEIRS),
            "offered": float(one),
            "offered matter": share * one,
            "lacks offered": float(bool(wanted) and not one),
            "offered of them": float(one and how in THEIRS),
            "offered of others": float(one and how in OTHERS),
            "offered last": float(fits and moment_of(piece) == latest),
            "offered before": float(fits and moment_of(piece) != latest),
        }
        for piece, how, one, share, fits in zip(pieces, stands, has, of, fit, strict=True)
    ]
