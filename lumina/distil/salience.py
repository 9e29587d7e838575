"""How important a memory is at birth: DESIGN.md section 7, from plain numbers."""

from collections.abc import Collection, Sequence

MENTIONS_ENOUGH = 10


def novelty(idfs: Sequence[float], highest: float) -> float:
    """How rare the memory's keywords are in the person's own turns: the mean of idf / highest idf, 0 to 1.

    `idfs` are those of the keywords, `highest` that of a word the person never said. Nothing said is nothing new: 0.
    """
    if not idfs or highest <= 0:
        return 0.0
    return sum(_unit(idf / highest) for idf in idfs) / len(idfs)


def relatedness(concepts: Collection[str], known: Collection[str]) -> float:
    """The share of the memory's concepts that the associative memory knows already, 0 to 1."""
    distinct = set(concepts)
    return len(distinct.intersection(known)) / len(distinct) if distinct else 0.0


def salience(valence: float, novelty: float, relatedness: float, mentions: int) -> float:
    """0.4·|valence| + 0.3·novelty + 0.2·relatedness + 0.1·min(mentions/10, 1), 0 to 1 and rising in each.

    `valence` from -1 to 1, `novelty` and `relatedness` from 0 to 1 (taken to their nearest bound beyond); `mentions`
    is how often the person spoke of its best known concept before.
    """
    mentioned = _unit(mentions / MENTIONS_ENOUGH)
    return 0.4 * _unit(abs(valence)) + 0.3 * _unit(novelty) + 0.2 * _unit(relatedness) + 0.1 * mentioned


def _unit(number: float) -> float:
    return min(max(number, 0.0), 1.0)
