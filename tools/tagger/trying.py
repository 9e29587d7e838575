"""How much of a marked corpus a tagger finds that was trained without it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from lumina.distil.claims.tagged.tagger import Tagger
from tools.tagger.corpus import Mark, Marked

LIMITS = (0.0, 0.45, 0.6, 0.8)
"""Confidences from which on what is found counts."""


def told(corpus: Sequence[Marked], language: str, folder: Path) -> str:
    """A table: by confidence how much is found of what is marked, and how much of what is found is right (its kind, and
    some of its words); then by kind, and whether its status is right."""
    tagger = Tagger(language, folder)
    found = [(one, tagger.values(one.text)) for one in corpus]
    lines = list[str]()
    for limit in LIMITS:
        marked, met, wrong, status = Counter[str](), Counter[str](), Counter[str](), 0
        for one, values in found:
            sure = [value for value in values if value.confidence >= limit]
            marked.update(mark.kind for mark in one.marks)
            hits = list(_met(one.marks, [(value.kind, value.start, value.end) for value in sure]))
            met.update(one.marks[at].kind for at, _ in hits)
            wrong.update(value.kind for at, value in enumerate(sure) if at not in {place for _, place in hits})
            status += sum(one.marks[at].status == sure[place].status for at, place in hits)
        hit, false = met.total(), wrong.total()
        lines.append(
            f"{language} from {limit}: found {hit / marked.total():.3f}, right {hit / max(1, hit + false):.3f},"
            f" status {status / max(1, hit):.3f}"
        )
        if limit == LIMITS[1]:
            lines += [f"  {kind} {met[kind]}/{marked[kind]}, wrong {wrong[kind]}" for kind, _ in marked.most_common()]
    return "\n".join(lines)


def _met(marks: Sequence[Mark], values: Sequence[tuple[str, int, int]]) -> Iterator[tuple[int, int]]:
    """Which mark is met by which value."""
    for at, mark in enumerate(marks):
        for place, (kind, start, end) in enumerate(values):
            if kind == mark.kind and start < mark.end and mark.start < end:
                yield at, place
                break
