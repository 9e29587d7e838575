"""Why something was not recalled, in a sentence for people."""

from collections.abc import Mapping

from lumina.recall.explanations import Absence, Reason, Weighed
from lumina.recall.selection import going_on
from lumina.telling.words import Words


def sentence(found: Absence, words: Words, name: str, viewer: str | None) -> str:
    """Why it is not there, in one sentence."""
    details: dict[str, object] = {
        "what": name,
        "viewer": viewer,
        "limit": found.limit,
        "shown": len(found.recollection.hits),
        "sources": ", ".join(found.missing),
        "repeats": str(found.repeats),
    }
    if found.weighed:
        details |= _figures(found.weighed, found, words)
    is_tied = found.reason is Reason.BELOW_LIMIT and "term" not in details
    return words("why_not_tied" if is_tied else f"why_not_{found.reason or 'shown'}", **details)


def _figures(one: Weighed, found: Absence, words: Words) -> Mapping[str, object]:
    figures: dict[str, object] = {"place": one.place, "of": one.of, "score": one.score}
    if one.arms:
        best = min(one.arms, key=lambda arm: one.arms[arm].rank)
        figures |= {"rank": one.arms[best].rank, "arm": arm_label(best, words), "limit": going_on(best, found.limit)}
    if found.last and found.lacks:
        term, lack = next(iter(found.lacks.items()))
        figures |= {"last": found.last.score, "term": words(f"term_{term}"), "lack": -lack}
    return figures


def arm_label(name: str, words: Words) -> str:
    """What a way of searching is called."""
    return words(f"arm_{name.replace('/', '_')}")
