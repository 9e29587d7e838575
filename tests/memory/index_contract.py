"""What every index of entries does. An engine's own tests inherit this and add the fixture `index`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log1p
from uuid import UUID

import pytest

from harness.builders import ODD_NAMES, Places, cue, entry, exact, memory, places_in, terms, unit
from lumina.memory.entry_codec import pack_entry, unpack_entry
from lumina.memory.index_qdrant_server import BATCH
from lumina.memory.tier import Projection
from lumina.models import Cue, Entry, derived_id

ASKED = {"柿": 2.0, "市場": 1.5, "ギター": 2.5}


def entries_of(person: str = "haru", memories: int = 10) -> list[Entry]:
    return [entry for number in range(memories) for entry in memory(person, number).entries]


def with_idf(asked: Cue, entries: Sequence[Entry]) -> Cue:
    """The cue with the idf that the engine counts: ln(1 + (n - df + .5) / (df + .5)) over the person's entries."""
    mine = [entry for entry in entries if entry.person == asked.person]
    weights = asked.terms.weights.copy()
    for place, id_ in enumerate(asked.terms.ids):
        having = sum(id_ in entry.terms.ids for entry in mine)
        weights[place] = log1p((len(mine) - having + 0.5) / (having + 0.5))
    return replace(asked, terms=replace(asked.terms, weights=weights))


async def found(index: Projection, asked: Cue) -> set[object]:
    return {*await places(index, asked)}


async def places(index: Projection, asked: Cue) -> dict[UUID, Places]:
    return places_in(await index.search(asked))


class IndexContract:
    """All of it."""

    def compare(self, found: Mapping[UUID, Mapping[str, int]], expected: Mapping[UUID, Mapping[str, int]]) -> None:
        """Ranks by arm are the same; an engine that rounds otherwise says so by comparing less."""
        assert found == expected

    async def test_it_ranks_as_exact_search_does_with_the_idf_of_the_person(self, index: Projection) -> None:
        mine = [unpack_entry(pack_entry(one)) for one in entries_of("haru", 40)]
        await index.write([*mine, *entries_of("aki", 25)])
        for number in range(6):
            asked = cue(asked=ASKED, vector=unit(("q", number)), speaker="lumina", month=(2026, 4), viewer="nox")
            expected = exact(mine, with_idf(asked, mine))
            found = await places(index, asked)
            self.compare(*({id_: at.ranks for id_, at in one.items()} for one in (found, expected)))
            for id_, at in expected.items():
                assert found[id_].scores == pytest.approx(at.scores, abs=1e-3)

    async def test_writing_twice_is_writing_once(self, index: Projection) -> None:
        for _ in range(2):
            await index.write(entries_of())
        assert (await index.count(), await index.count("haru")) == (30, 30)

    async def test_what_is_written_again_is_replaced(self, index: Projection) -> None:
        before = entry(said={"柿": 1.0}, vector=unit("v"), speaker="haru")
        await index.write([before])
        await index.write([replace(before, terms=terms({"木": 1.0}), window=None, speaker="aki")])
        assert await index.search(cue(asked={"柿": 1.0}, vector=unit("v"))) == {}
        [(id_, at)] = (await places(index, cue(asked={"木": 1.0}, speaker="aki"))).items()
        assert (id_, at.ranks) == (before.id, {"sparse": 1, "sparse/speaker": 1})

    async def test_more_than_a_batch_is_written_whole(self, index: Projection) -> None:
        written = [entry(number=number, said={"柿": 1.0}) for number in range(2 * BATCH + 1)]
        await index.write(written)
        assert await index.count() == len(written)
        assert await index.missing([entry.id for entry in written]) == []

    async def test_nothing_is_done_with_nothing(self, index: Projection) -> None:
        await index.write([])
        await index.delete([])
        assert (await index.missing([]), await index.search(cue()), await index.forget("haru")) == ([], {}, 0)
        assert await index.search(cue(asked=ASKED, vector=unit("q"), speaker="haru", month=(2026, 5))) == {}

    async def test_missing_are_those_that_are_not_here_in_their_order(self, index: Projection) -> None:
        written = entries_of()
        await index.write(written[::2])
        assert await index.missing([entry.id for entry in written]) == [entry.id for entry in written[1::2]]

    async def test_ids_come_page_by_page_in_their_order(self, index: Projection) -> None:
        written = [entry for person in ("haru", "aki") for entry in entries_of(person, 20)]
        await index.write(written)
        await index.delete([entry.id for entry in written[::7]])
        expected = sorted({entry.id for entry in written} - {entry.id for entry in written[::7]})
        pages, start = list[list[UUID]](), UUID(int=0)
        while page := await index.ids(start, 30):
            pages.append(page)
            start = UUID(int=page[-1].int + 1)
        assert [id_ for page in pages for id_ in page] == expected
        assert {len(page) for page in pages[:-1]} == {30}
        assert await index.ids(expected[3], 2) == expected[3:5]

    async def test_compaction_changes_nothing_that_is_found(self, index: Projection) -> None:
        written = entries_of()
        await index.write(written)
        await index.delete([written[0].id])
        asked = cue(asked=ASKED, vector=unit("q"))
        before = await found(index, asked)
        await index.compact()
        assert (await found(index, asked), await index.count()) == (before, len(written) - 1)

    async def test_an_entry_without_vector_and_words_is_here_and_not_found(self, index: Projection) -> None:
        await index.write([entry()])
        assert await index.count() == 1
        assert await index.search(cue(asked=ASKED, vector=unit("q"))) == {}

    async def test_where_there_is_no_vector_words_count_alone(self, index: Projection) -> None:
        await index.write([entry(number=0, said={"柿": 1.0}, vector=unit("v")), entry(number=1, said={"柿": 2.0})])
        ranks = await places(index, cue(asked={"柿": 1.0}, vector=unit("v")))
        assert sorted(sorted(at.ranks) for at in ranks.values()) == [["dense", "sparse"], ["sparse"]]
        assert (await index.search(cue(asked={"柿": 1.0}))).keys() == {"sparse"}

    async def test_only_a_positive_score_is_a_find(self, index: Projection) -> None:
        await index.write([entry(vector=-unit("q"), said={"木": 1.0})])
        assert await index.search(cue(asked={"柿": 1.0}, vector=unit("q"))) == {}

    async def test_ties_are_broken_by_id(self, index: Projection) -> None:
        rows = [entry(number=number, said={"柿": 1.0}, vector=unit("same")) for number in range(12)]
        await index.write(rows)
        ranks = await places(index, cue(asked={"柿": 1.0}, vector=unit("same"), limit=5))
        ordered = sorted(row.id for row in rows)[:5]
        found = [(id_, at.ranks) for id_, at in ranks.items()]
        assert found == [(id_, {"dense": rank, "sparse": rank}) for rank, id_ in enumerate(ordered, 1)]

    async def test_what_is_deleted_is_missed(self, index: Projection) -> None:
        written = entries_of()
        await index.write(written)
        await index.delete([written[3].id, derived_id("nothing")])
        assert await index.missing([entry.id for entry in written]) == [written[3].id]

    async def test_a_character_finds_only_what_it_witnessed_or_all_may_know(self, index: Projection) -> None:
        heard = [("lumina", "nox"), ("nox",), ("*",), ()]
        rows = [entry(number=n, said={"柿": 1.0}, vector=unit("v"), witnesses=heard[n]) for n in range(4)]
        await index.write(rows)
        for viewer, seen in ((None, {0, 1, 2, 3}), ("lumina", {0, 2}), ("nox", {0, 1, 2}), ("*", {2})):
            asked = cue(asked={"柿": 1.0}, vector=unit("v"), viewer=viewer, speaker="haru", month=(2026, 5))
            assert await found(index, asked) == {rows[number].id for number in seen}

    async def test_odd_names_are_told_apart(self, index: Projection) -> None:
        await index.write([entry for name in ODD_NAMES for entry in entries_of(name, 2)])
        for name in ODD_NAMES:
            theirs = {entry.id for entry in entries_of(name, 2)}
            assert await found(index, cue(name, asked=ASKED, vector=unit("q"), speaker=name)) <= theirs
            assert await index.count(name) == 6
        assert await index.forget("*") == 6
        assert await index.count() == 6 * (len(ODD_NAMES) - 1)
