"""The index holds what can be found, and nothing else."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from hashlib import blake2b
from math import log1p
from pathlib import Path
from uuid import UUID

import pytest

from lumina.errors import FolderForeign
from lumina.memory import index_qdrant
from lumina.memory.codec import pack_entry, unpack_entry
from lumina.memory.index_qdrant import BATCH, QdrantEdgeIndex
from lumina.models import Cue, Entry, derived_id
from tests.memory.builders import DIMENSIONS, ODD_NAMES, Places, cue, entry, exact, memory, places_in, terms, unit

ASKED = {"柿": 2.0, "市場": 1.5, "ギター": 2.5}


@pytest.fixture
async def index(tmp_path: Path) -> AsyncGenerator[QdrantEdgeIndex]:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    yield index
    await index.close()


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


async def found(index: QdrantEdgeIndex, asked: Cue) -> set[object]:
    return {*await places(index, asked)}


async def places(index: QdrantEdgeIndex, asked: Cue) -> dict[UUID, Places]:
    return places_in(await index.search(asked))


async def test_it_ranks_as_exact_search_does_with_the_idf_of_the_person(index: QdrantEdgeIndex) -> None:
    mine = [unpack_entry(pack_entry(one)) for one in entries_of("haru", 40)]
    await index.write([*mine, *entries_of("aki", 25)])
    for number in range(6):
        asked = cue(asked=ASKED, vector=unit(("q", number)), speaker="lumina", month=(2026, 4), viewer="nox")
        expected = exact(mine, with_idf(asked, mine))
        found = await places(index, asked)
        assert {id_: at.ranks for id_, at in found.items()} == {id_: at.ranks for id_, at in expected.items()}
        for id_, at in expected.items():
            assert found[id_].scores == pytest.approx(at.scores, abs=1e-3)


async def test_writing_twice_is_writing_once(index: QdrantEdgeIndex) -> None:
    for _ in range(2):
        await index.write(entries_of())
    assert (await index.count(), await index.count("haru")) == (30, 30)


async def test_what_is_written_again_is_replaced(index: QdrantEdgeIndex) -> None:
    before = entry(said={"柿": 1.0}, vector=unit("v"), speaker="haru")
    await index.write([before])
    await index.write([replace(before, terms=terms({"木": 1.0}), window=None, speaker="aki")])
    assert await index.search(cue(asked={"柿": 1.0}, vector=unit("v"))) == {}
    [(id_, at)] = (await places(index, cue(asked={"木": 1.0}, speaker="aki"))).items()
    assert (id_, at.ranks) == (before.id, {"sparse": 1, "sparse/speaker": 1})


async def test_more_than_a_batch_is_written_whole(index: QdrantEdgeIndex) -> None:
    written = [entry(number=number, said={"柿": 1.0}) for number in range(2 * BATCH + 1)]
    await index.write(written)
    assert await index.count() == len(written)
    assert await index.missing([entry.id for entry in written]) == []


async def test_nothing_is_done_with_nothing(index: QdrantEdgeIndex) -> None:
    await index.write([])
    await index.delete([])
    await index.delete_memories([])
    assert (await index.missing([]), await index.search(cue()), await index.forget("haru")) == ([], {}, 0)
    assert await index.search(cue(asked=ASKED, vector=unit("q"), speaker="haru", month=(2026, 5))) == {}


async def test_missing_are_those_that_are_not_here_in_their_order(index: QdrantEdgeIndex) -> None:
    written = entries_of()
    await index.write(written[::2])
    assert await index.missing([entry.id for entry in written]) == [entry.id for entry in written[1::2]]


async def test_an_entry_without_vector_and_words_is_here_and_not_found(index: QdrantEdgeIndex) -> None:
    await index.write([entry()])
    assert await index.count() == 1
    assert await index.search(cue(asked=ASKED, vector=unit("q"))) == {}


async def test_where_there_is_no_vector_words_count_alone(index: QdrantEdgeIndex) -> None:
    await index.write([entry(number=0, said={"柿": 1.0}, vector=unit("v")), entry(number=1, said={"柿": 2.0})])
    ranks = await places(index, cue(asked={"柿": 1.0}, vector=unit("v")))
    assert sorted(sorted(at.ranks) for at in ranks.values()) == [["dense", "sparse"], ["sparse"]]
    assert (await index.search(cue(asked={"柿": 1.0}))).keys() == {"sparse"}


async def test_only_a_positive_score_is_a_find(index: QdrantEdgeIndex) -> None:
    await index.write([entry(vector=-unit("q"), said={"木": 1.0})])
    assert await index.search(cue(asked={"柿": 1.0}, vector=unit("q"))) == {}


async def test_ties_are_broken_by_id(index: QdrantEdgeIndex) -> None:
    rows = [entry(number=number, said={"柿": 1.0}, vector=unit("same")) for number in range(12)]
    await index.write(rows)
    ranks = await places(index, cue(asked={"柿": 1.0}, vector=unit("same"), limit=5))
    ordered = sorted(row.id for row in rows)[:5]
    found = [(id_, at.ranks) for id_, at in ranks.items()]
    assert found == [(id_, {"dense": rank, "sparse": rank}) for rank, id_ in enumerate(ordered, 1)]


async def test_deleting_a_memory_deletes_its_entries(index: QdrantEdgeIndex) -> None:
    written = entries_of()
    await index.write(written)
    await index.delete_memories([written[0].memory, derived_id("nothing")])
    await index.delete([written[3].id, derived_id("nothing")])
    assert await index.missing([entry.id for entry in written]) == [entry.id for entry in written[:4]]


async def test_a_character_finds_only_what_it_witnessed_or_all_may_know(index: QdrantEdgeIndex) -> None:
    heard = [("lumina", "nox"), ("nox",), ("*",), ()]
    rows = [entry(number=n, said={"柿": 1.0}, vector=unit("v"), witnesses=heard[n]) for n in range(4)]
    await index.write(rows)
    for viewer, seen in ((None, {0, 1, 2, 3}), ("lumina", {0, 2}), ("nox", {0, 1, 2}), ("*", {2})):
        asked = cue(asked={"柿": 1.0}, vector=unit("v"), viewer=viewer, speaker="haru", month=(2026, 5))
        assert await found(index, asked) == {rows[number].id for number in seen}


async def test_odd_names_are_told_apart(index: QdrantEdgeIndex) -> None:
    await index.write([entry for name in ODD_NAMES for entry in entries_of(name, 2)])
    for name in ODD_NAMES:
        theirs = {entry.id for entry in entries_of(name, 2)}
        assert await found(index, cue(name, asked=ASKED, vector=unit("q"), speaker=name)) <= theirs
        assert await index.count(name) == 6
    assert await index.forget("*") == 6
    assert await index.count() == 6 * (len(ODD_NAMES) - 1)


async def test_all_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert index.was_lost
    await index.write(entries_of())
    before = await index.search(cue(asked=ASKED, vector=unit("q")))
    await index.close()
    again = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert not again.was_lost
    assert await again.search(cue(asked=ASKED, vector=unit("q"))) == before
    await again.close()


async def test_what_was_acknowledged_is_there_without_closing(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path / "first", "memories", DIMENSIONS)
    await index.write(entries_of())
    await asyncio.to_thread(copy_folder, tmp_path / "first", tmp_path / "second")
    after_kill = await QdrantEdgeIndex.open(tmp_path / "second", "memories", DIMENSIONS)
    assert (after_kill.was_lost, await after_kill.count("haru")) == (False, 30)
    await after_kill.close()
    await index.close()


async def test_memories_and_knowledge_are_two_indexes(tmp_path: Path, index: QdrantEdgeIndex) -> None:
    knowledge = await QdrantEdgeIndex.open(tmp_path, "knowledge", DIMENSIONS)
    await knowledge.write(entries_of())
    assert (await index.count(), await knowledge.count()) == (0, 30)
    await knowledge.close()


@pytest.mark.parametrize("damage", ["pointer", "pointer gone", "shard gone", "config", "segments"])
async def test_a_damaged_index_starts_empty_and_says_so(tmp_path: Path, damage: str) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    await index.write(entries_of())
    await index.close()
    await asyncio.to_thread(damage_folder, tmp_path / "memories", damage)
    again = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert (again.was_lost, await again.count()) == (True, 0)
    await again.write(entries_of())
    assert await again.count() == 30
    await again.close()


async def test_vectors_of_other_dimensions_are_refused_and_left_alone(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    await index.write(entries_of())
    await index.close()
    with pytest.raises(FolderForeign, match=f"{DIMENSIONS} dimensions"):
        await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS + 1)
    again = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert await again.count() == 30
    await again.close()


async def test_no_text_and_no_name_is_in_the_folder(tmp_path: Path, index: QdrantEdgeIndex) -> None:
    await index.write(entries_of("瀬戸口晴香", 5))
    content = folder_bytes(tmp_path)
    assert digest("瀬戸口晴香") in content
    assert "瀬戸口".encode() not in content


async def test_compaction_leaves_no_byte_of_what_was_erased(tmp_path: Path, index: QdrantEdgeIndex) -> None:
    erased, kept = entries_of("haru", 15), entries_of("aki", 15)
    await index.write([entry for pair in zip(erased, kept, strict=True) for entry in pair])
    before = await index.search(cue("aki", asked=ASKED, vector=unit("q"), speaker="lumina"))
    assert traces(tmp_path, "haru", erased)
    assert await index.forget("haru") == len(erased)
    await index.compact()
    assert traces(tmp_path, "haru", erased) == []
    assert await index.search(cue("aki", asked=ASKED, vector=unit("q"), speaker="lumina")) == before
    assert await index.count() == len(kept)
    await index.write(erased[:3])
    assert await index.count() == len(kept) + 3


async def test_whoever_was_killed_in_a_compaction_has_the_index_as_it_was(tmp_path: Path) -> None:
    index = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    await index.write(entries_of())
    await index.close()
    half = tmp_path / "memories" / "shard-2"
    await asyncio.to_thread(copy_folder, tmp_path / "memories" / "shard-1", half)
    (half / "edge_config.json").write_text("{")
    again = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    assert (again.was_lost, await again.count()) == (False, 30)
    assert not half.exists()
    await again.compact()
    assert await again.count() == 30
    await again.close()


async def test_optimizing_and_searching_and_writing_go_on_together(index: QdrantEdgeIndex) -> None:
    await index.write(entries_of("haru", 20))
    asked = cue(asked=ASKED, vector=unit("q"))
    before = await index.search(asked)
    _, during, _ = await asyncio.gather(index.optimize(), index.search(asked), index.write(entries_of("aki")))
    assert during == before
    assert await index.search(asked) == before
    assert await index.count() == 90


def traces(folder: Path, person: str, entries: Sequence[Entry]) -> list[bytes]:
    """Which ids (their bytes from either end, and as text) and keys of these are in the files."""
    content = folder_bytes(folder)
    ids = [id_ for entry in entries for id_ in (entry.id, entry.memory)]
    forms = [form for id_ in ids for form in (id_.bytes, id_.bytes_le, id_.bytes[::-1], id_.hex.encode())]
    wanted = {*forms, *(str(id_).encode() for id_ in ids), digest(person)}
    return [form for form in wanted if form in content]


def digest(name: str) -> bytes:
    return blake2b(name.encode(), digest_size=16).hexdigest().encode()


def folder_bytes(folder: Path) -> bytes:
    """All bytes of the files but the long runs of zeros: Qdrant makes its files large before it needs them."""
    files = (file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())
    return b"\n".join(content.replace(bytes(64), b"") for content in files)


def copy_folder(source: Path, target: Path) -> None:
    for file in source.rglob("*"):
        if file.is_file():
            (target / file.relative_to(source)).parent.mkdir(parents=True, exist_ok=True)
            (target / file.relative_to(source)).write_bytes(file.read_bytes())


def damage_folder(folder: Path, damage: str) -> None:
    pointer = folder / "current.json"
    shard = folder / json.loads(pointer.read_text())["shard"]
    if damage == "pointer":
        pointer.write_text("{")
    elif damage == "pointer gone":
        pointer.unlink()
    elif damage == "shard gone":
        shard.rename(folder / "elsewhere")
    elif damage == "config":
        (shard / "edge_config.json").write_text("{")
    else:
        for file in shard.rglob("segment.json"):
            file.write_text("{")


async def test_it_is_optimized_once_there_is_much_and_again_once_it_has_grown(
    index: QdrantEdgeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_qdrant, "MANY", 30)
    await index.write(entries_of(memories=9))
    assert not await index.tend()
    await index.write(entries_of(memories=10))
    before = await index.search(cue(asked=ASKED, vector=unit("q")))
    assert await index.tend()
    assert await index.search(cue(asked=ASKED, vector=unit("q"))) == before
    assert not await index.tend()
    await index.write(entries_of(memories=13))
    assert await index.tend()
