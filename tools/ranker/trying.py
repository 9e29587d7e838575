"""How often the ranker takes the right line, and how well it tells that nothing answers, of an author left out."""

from collections.abc import Mapping, Sequence

from lumina.voices.ranking.ranker import Weights, chance_of_any, score
from tools.ranker.training import Read

LIMITS = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)


def told(read: Sequence[Read], weights: Mapping[str, Weights]) -> str:
    """Of whole histories and of parts: the share of questions whose first line answers, or one of the first three; then
    by the chance that anything answers, which share of the told and of the never told lies under it."""
    return "\n".join(
        f"  {name}: {_told([one for one in read if one.example.whole is whole], weights)}"
        for name, whole in (("whole histories", True), ("parts", False))
    )


def _told(read: Sequence[Read], weights: Mapping[str, Weights]) -> str:
    first, three = list[bool](), list[bool]()
    chances: dict[bool, list[float]] = {True: [], False: []}
    for one in read:
        scores = [score(each, weights["lines"]) for each in one.features]
        order = sorted(range(len(scores)), key=lambda at: -scores[at])
        answered = any(one.example.answers)
        chances[answered].append(chance_of_any(one.features, scores, weights["any"]))
        if answered:
            first.append(one.example.answers[order[0]])
            three.append(any(one.example.answers[at] for at in order[:3]))
    under = [f"{limit}: {_share(chances[True], limit):.2f}/{_share(chances[False], limit):.2f}" for limit in LIMITS]
    return (
        f"{len(first)} questions, first {sum(first) / len(first):.3f}, of three {sum(three) / len(three):.3f};"
        f" told/never told ({len(chances[False])}) under {', '.join(under)}"
    )


def _share(chances: Sequence[float], limit: float) -> float:
    return sum(one < limit for one in chances) / len(chances)
