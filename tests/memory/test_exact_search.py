"""Exact search, beside the definition written out."""

from datetime import timedelta
from random import Random
from uuid import UUID

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from harness.builders import NOW, cue, entry, exact, unit
from lumina.models import Cue, Entry, may_see

AHEAD, ASIDE, NEARBY = (unit(seed) for seed in range(3))
WORDS = ("柿", "市場", "港", "bread")
HEARD = st.sampled_from([("*",), ("lumina",), ("nox", "lumina"), ()])


@st.composite
def some_entries(draw: st.DrawFn) -> list[Entry]:
    """Few words, few weights, few vectors: many ties."""
    return [
        entry(
            draw(st.sampled_from(["haru", "haru", "aki"])),
            number,
            said=draw(st.dictionaries(st.sampled_from(WORDS), st.sampled_from([0.5, 1.0]), max_size=3)),
            vector=draw(st.sampled_from([None, AHEAD, ASIDE, -AHEAD])),
            speaker=draw(st.sampled_from(["haru", "lumina"])),
            at=NOW - timedelta(hours=draw(st.sampled_from([1, 20]))),
            witnesses=draw(HEARD),
        )
        for number in range(draw(st.integers(0, 12)))
    ]


CUES = st.builds(
    cue,
    asked=st.dictionaries(st.sampled_from(WORDS), st.sampled_from([1.0, 2.0]), max_size=3),
    vector=st.sampled_from([None, AHEAD, NEARBY]),
    viewer=st.sampled_from([None, "lumina", "nox", "clarisse"]),
    speaker=st.sampled_from([None, "haru", "nobody"]),
    month=st.sampled_from([None, (2026, 4), (2026, 5)]),
    limit=st.sampled_from([1, 3, 100]),
)


def written_out(entries: list[Entry], asked: Cue) -> dict[str, list[Entry]]:
    """Each arm's entries, best first."""
    idf = dict(zip(asked.terms.ids.tolist(), asked.terms.weights.tolist(), strict=True))

    def dense(one: Entry) -> float:
        return 0.0 if one.window is None or asked.vector is None else float(np.dot(one.window, asked.vector))

    def sparse(one: Entry) -> float:
        pairs = zip(one.terms.ids.tolist(), one.terms.weights.tolist(), strict=True)
        return sum(weight * idf.get(id_, 0.0) for id_, weight in pairs)

    seen = [one for one in entries if one.person == asked.person and may_see(asked.viewer, one.witnesses)]
    groups = {"": seen}
    if asked.speaker is not None:
        groups["/speaker"] = [one for one in seen if one.speaker == asked.speaker]
    if asked.month is not None:
        groups["/month"] = [one for one in seen if (one.at.year, one.at.month) == asked.month]
    found = {
        arm + group: sorted((one for one in members if score(one) > 0), key=lambda one: (-round(score(one), 6), one.id))
        for arm, score in (("dense", dense), ("sparse", sparse))
        for group, members in groups.items()
    }
    return {arm: ordered[: asked.limit] for arm, ordered in found.items() if ordered}


@given(some_entries(), CUES)
def test_it_finds_what_the_definition_says(entries: list[Entry], asked: Cue) -> None:
    arms: dict[str, dict[int, UUID]] = {}
    for id_, places in exact(entries, asked).items():
        for arm, rank in places.ranks.items():
            arms.setdefault(arm, {})[rank] = id_
    assert {arm: [id_ for _, id_ in sorted(ranks.items())] for arm, ranks in arms.items()} == {
        arm: [one.id for one in ordered] for arm, ordered in written_out(entries, asked).items()
    }


@given(some_entries(), CUES, st.randoms())
def test_the_order_of_the_entries_does_not_matter(entries: list[Entry], asked: Cue, random: Random) -> None:
    before = exact(entries, asked)
    random.shuffle(entries)
    assert exact(entries, asked) == before


@given(some_entries(), CUES)
def test_nothing_is_found_that_the_viewer_may_not_see(entries: list[Entry], asked: Cue) -> None:
    by_id = {one.id: one for one in entries}
    for id_ in exact(entries, asked):
        assert by_id[id_].person == asked.person
        assert may_see(asked.viewer, by_id[id_].witnesses)


def test_vectors_of_another_length_are_not_compared() -> None:
    old, new, newer = entry(vector=unit("v", 7)), entry(number=1, vector=unit("v")), entry(number=2, vector=unit("v"))
    assert [*exact([old, new, newer], cue(vector=unit("v")))] == sorted([new.id, newer.id])
