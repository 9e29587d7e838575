"""What speaks for a line as the answer to a question in Japanese: whom it is of, and whether it has what is wanted."""

from collections.abc import Mapping, Sequence

from lumina.language.scripts import CJK
from lumina.voices.kinship import Of, of_whom, told_by
from lumina.voices.material import Evidence
from lumina.voices.offers import offers

THEIRS: frozenset[Of] = frozenset({"same", "carried"})
OTHERS: frozenset[Of] = frozenset({"other", "carried other"})


def of_japanese(said: str, pieces: Sequence[Evidence]) -> list[Mapping[str, float]]:
    """Of each line, as figures by name; of a question in English, nothing."""
    if not CJK.search(said):
        return [{}] * len(pieces)
    known = told_by(tuple(piece["text"] for piece in pieces))
    stands, of = of_whom(said, pieces, known), "of" if known.asked(said) else "mine"
    wanted = offers(said)
    has = [any(offer(piece, said) for offer in wanted) for piece in pieces]
    return [
        {
            f"{of} {how or 'nobody asked'}": 1.0,
            "offered": float(one),
            "offered of them": float(one and of == "of" and how in THEIRS),
            "offered of others": float(one and how in OTHERS),
        }
        for how, one in zip(stands, has, strict=True)
    ]
