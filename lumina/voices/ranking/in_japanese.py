"""What speaks for a line as the answer to a question in Japanese: of whom it is, and whether it has what is asked for."""

from collections.abc import Mapping, Sequence

from lumina.language.scripts import CJK
from lumina.voices.kinship import of_whom, told_by
from lumina.voices.material import Evidence
from lumina.voices.offers import offers


def of_japanese(said: str, pieces: Sequence[Evidence]) -> list[Mapping[str, float]]:
    """Of each line, as figures by name; of a question in English, nothing."""
    if not CJK.search(said):
        return [{}] * len(pieces)
    stands = of_whom(said, pieces, told_by(tuple(piece["text"] for piece in pieces)))
    wanted = offers(said)
    found = list[Mapping[str, float]]()
    for piece, how in zip(pieces, stands, strict=True):
        has = any(offer(piece, said) for offer in wanted)
        found.append(
            {
                f"of {how or 'nobody asked'}": 1.0,
                "offered": float(has),
                "lacks offered": float(bool(wanted) and not has),
                "offered of them": float(has and how in ("same", "carried")),
                "offered of others": float(has and how in ("other", "carried other")),
            }
        )
    return found
