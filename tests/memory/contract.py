"""What every tier does. A tier's own tests inherit this and add the fixture `tier`."""

import asyncio
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import numpy as np
import pytest

from harness.builders import NOW, ODD_NAMES, Candidate, cue, entry, exact, memory, packed, search, unit
from lumina.memory.codec import pack_memory, unpack_memory
from lumina.memory.entry_codec import pack_entry
from lumina.memory.tier import Tier
from lumina.models import Cue, Entry, Memory, derived_id

ASKED = {"柿": 2.0, "市場": 1.5, "ギター": 2.5}
HOUR = timedelta(hours=1)


def arms(candidates: Sequence[Candidate], arm: str) -> list[Entry]:
    """What an arm found, best first."""
    found = [candidate for candidate in candidates if arm in candidate.ranks]
    return [candidate.entry for candidate in sorted(found, key=lambda candidate: candidate.ranks[arm])]


def holding(*entries: Entry, person: str = "haru") -> Memory:
    return memory(person, 1, entries=entries)


class KeepsMemories:
    """Writing, reading, deleting, forgetting, counting."""

    async def test_what_is_written_is_read_whole_in_the_order_that_is_asked_for(self, tier: Tier) -> None:
        written = [memory(number=number) for number in range(5)]
        await tier.write(written)
        wanted = [written[3], written[0], written[4]]
        assert packed(await tier.read("haru", [memory.id for memory in wanted])) == packed(wanted)

    async def test_ids_that_are_not_there_are_passed_over(self, tier: Tier) -> None:
        here = memory()
        await tier.write([here])
        found = await tier.read("haru", [derived_id("nothing"), here.id, derived_id("nothing else")])
        assert [memory.id for memory in found] == [here.id]
        await tier.delete("haru", [derived_id("nothing")])
        assert await tier.count() == 1

    async def test_nothing_is_done_with_nothing(self, tier: Tier) -> None:
        await tier.write([])
        await tier.delete("haru", [])
        assert await tier.read("haru", []) == []
        assert await tier.forget("haru") == 0
        assert (await tier.count(), await tier.count("haru"), await tier.due(NOW)) == (0, 0, [])

    async def test_writing_twice_is_writing_once(self, tier: Tier) -> None:
        written = [memory(number=number) for number in range(3)]
        await tier.write(written)
        await tier.write([*written, *written])
        assert await tier.count("haru") == 3
        assert len(await tier.due(NOW)) == 3
        found = await search(tier, cue(asked=ASKED, vector=unit("q")))
        assert len({candidate.entry.id for candidate in found}) == len(found) <= 9

    async def test_what_is_written_again_is_replaced_with_its_entries(self, tier: Tier) -> None:
        await tier.write([holding(entry(number=0, said={"柿": 1.0}), entry(number=1, said={"柿": 1.0}))])
        after = replace(holding(entry(number=0, said={"市場": 1.0})), text="あとから直した")
        await tier.write([after])
        assert packed(await tier.read("haru", [after.id])) == packed([after])
        assert await search(tier, cue(asked={"柿": 1.0})) == []
        assert len(await search(tier, cue(asked={"市場": 1.0}))) == 1

    async def test_a_memory_without_entries_is_kept(self, tier: Tier) -> None:
        bare = memory(entries=())
        await tier.write([bare])
        assert packed(await tier.read("haru", [bare.id])) == packed([bare])
        assert await search(tier, cue(asked=ASKED, vector=unit("q"))) == []

    @pytest.mark.parametrize("size", [1, 2, 3, 7, 20])
    async def test_it_does_not_matter_how_writing_is_broken_up(self, tier: Tier, size: int) -> None:
        written = [memory(number=number) for number in range(20)]
        for start in range(0, len(written), size):
            await tier.write(written[start : start + size])
        assert packed(await tier.read("haru", [memory.id for memory in written])) == packed(written)

    async def test_one_write_may_hold_several_persons(self, tier: Tier) -> None:
        await tier.write([memory("haru"), memory("aki"), memory("haru", 1)])
        assert (await tier.count("haru"), await tier.count("aki"), await tier.count()) == (2, 1, 3)

    async def test_deleting_touches_those_of_the_person_alone(self, tier: Tier) -> None:
        mine, other, theirs = memory("haru"), memory("haru", 1), memory("aki")
        await tier.write([mine, other, theirs])
        await tier.delete("haru", [mine.id, theirs.id])
        assert await tier.read("haru", [mine.id]) == []
        assert (await tier.count("haru"), await tier.count("aki")) == (1, 1)
        found = await search(tier, cue(asked=ASKED, vector=unit("q")))
        assert {candidate.entry.memory for candidate in found} <= {other.id}

    async def test_deleting_again_changes_nothing(self, tier: Tier) -> None:
        written = [memory(number=number) for number in range(2)]
        await tier.write(written)
        for _ in range(2):
            await tier.delete("haru", [written[0].id])
            assert await tier.count() == 1

    async def test_forgetting_says_how_many_went_and_leaves_nothing_of_the_person(self, tier: Tier) -> None:
        mine = [memory("haru", number) for number in range(4)]
        await tier.write([*mine, memory("aki")])
        assert await tier.forget("haru") == 4
        assert await tier.forget("haru") == 0
        assert await tier.read("haru", [memory.id for memory in mine]) == []
        assert await search(tier, cue("haru", asked=ASKED, vector=unit("q"))) == []
        assert [person for person, _ in await tier.due(NOW)] == ["aki"]
        assert (await tier.count("haru"), await tier.count()) == (0, 1)

    async def test_who_was_forgotten_may_come_back(self, tier: Tier) -> None:
        await tier.write([memory()])
        await tier.forget("haru")
        await tier.write([memory()])
        assert await tier.count("haru") == 1
        assert packed(await tier.read("haru", [memory().id])) == packed([memory()])

    async def test_many_at_once_are_all_kept(self, tier: Tier) -> None:
        written = [memory(person, number) for number in range(5) for person in ("haru", "aki", "natsu")]
        searches = [search(tier, cue(person, asked=ASKED)) for person in ("haru", "aki", "natsu")]
        await asyncio.gather(*(tier.write([memory]) for memory in written), *searches)
        assert await tier.count() == 15


class SaysWhatIsDue:
    async def test_due_is_what_was_born_before_the_oldest_first(self, tier: Tier) -> None:
        written = [memory(number=number) for number in range(6)]
        await tier.write(written)
        born_before = written[2].born
        older = sorted((memory for memory in written if memory.born < born_before), key=lambda memory: memory.born)
        assert await tier.due(born_before) == [("haru", memory.id) for memory in older]
        assert await tier.due(born_before, limit=2) == [("haru", memory.id) for memory in older[:2]]

    async def test_what_was_born_together_is_in_the_order_of_its_ids(self, tier: Tier) -> None:
        born = NOW - 5 * HOUR
        written = [memory(person, number, born=born) for person in ("haru", "aki") for number in range(6)]
        await tier.write(written)
        ordered = sorted(written, key=lambda memory: memory.id)
        assert await tier.due(NOW) == [(memory.person, memory.id) for memory in ordered]

    async def test_a_microsecond_makes_a_difference(self, tier: Tier) -> None:
        born = NOW - HOUR + timedelta(microseconds=1)
        await tier.write([memory(born=born)])
        assert await tier.due(born) == []
        assert len(await tier.due(born + timedelta(microseconds=1))) == 1

    async def test_what_is_deleted_is_not_due(self, tier: Tier) -> None:
        written = [memory(number=number) for number in range(3)]
        await tier.write(written)
        await tier.delete("haru", [memory.id for memory in written[:2]])
        assert await tier.due(NOW) == [("haru", written[2].id)]


class TellsPersonsApart:
    async def test_odd_names_come_back_as_they_were(self, tier: Tier) -> None:
        written = [memory(name) for name in ODD_NAMES]
        await tier.write(written)
        assert sorted(person for person, _ in await tier.due(NOW)) == sorted(ODD_NAMES)
        for here in written:
            assert packed(await tier.read(here.person, [here.id])) == packed([here])

    @pytest.mark.parametrize("name", ODD_NAMES)
    async def test_nobody_s_name_stands_for_another(self, tier: Tier, name: str) -> None:
        others = [other for other in (*ODD_NAMES, "haru", "a") if other != name]
        await tier.write([memory(other) for other in others])
        assert (await tier.count(name), await tier.forget(name)) == (0, 0)
        assert await search(tier, cue(name, asked=ASKED, vector=unit("q"))) == []
        await tier.write([memory(name)])
        found = await search(tier, cue(name, asked=ASKED, vector=unit("q")))
        assert found
        assert {candidate.entry.person for candidate in found} == {name}
        assert await tier.forget(name) == 1
        assert await tier.count() == len(others)

    async def test_composed_and_decomposed_are_two_persons(self, tier: Tier) -> None:
        composed, decomposed = (unicodedata.normalize(form, "ガブリエラ") for form in ("NFC", "NFD"))
        await tier.write([memory(composed)])
        assert await tier.count(decomposed) == 0
        assert await tier.read(decomposed, [memory(composed).id]) == []

    async def test_the_same_words_of_two_persons_do_not_meet(self, tier: Tier) -> None:
        await tier.write([memory(person, number) for person in ("haru", "aki") for number in range(6)])
        for person in ("haru", "aki"):
            found = await search(tier, cue(person, asked=ASKED, vector=unit("q"), speaker="lumina", month=(2026, 5)))
            assert {candidate.entry.person for candidate in found} == {person}


class Searches:
    async def test_a_candidate_is_the_whole_entry_and_names_its_source(self, tier: Tier) -> None:
        here = memory()
        await tier.write([here])
        kept = {entry.id: pack_entry(entry) for entry in here.entries}
        found = await search(tier, cue(vector=here.entries[0].window))
        assert found
        for candidate in found:
            assert pack_entry(candidate.entry) == kept[candidate.entry.id]
            assert candidate.source == tier.name

    async def test_dense_ranks_by_cosine(self, tier: Tier) -> None:
        question = unit("question")
        away = unit("away")
        blends = [question * share + away * (1 - share) for share in (0.2, 0.9, 0.5, 0.7)]
        rows = [entry(number=number, vector=(blend * 0.8).astype(np.float32)) for number, blend in enumerate(blends)]
        await tier.write([holding(*rows)])
        found = arms(await search(tier, cue(vector=question)), "dense")
        assert [entry.id for entry in found] == [rows[number].id for number in (1, 3, 2, 0)]

    async def test_sparse_ranks_by_the_weight_of_the_word(self, tier: Tier) -> None:
        rows = [entry(number=number, said={"柿": weight, "木": 3.0}) for number, weight in enumerate((0.5, 1.5, 1.0))]
        await tier.write([holding(*rows)])
        found = arms(await search(tier, cue(asked={"柿": 2.0})), "sparse")
        assert [entry.id for entry in found] == [rows[number].id for number in (1, 2, 0)]

    async def test_only_a_positive_score_is_a_find(self, tier: Tier) -> None:
        question = unit("question")
        await tier.write([holding(entry(number=0, vector=-question), entry(number=1, said={"木": 1.0}))])
        assert await search(tier, cue(vector=question, asked={"柿": 1.0})) == []

    async def test_ties_are_broken_by_id(self, tier: Tier) -> None:
        rows = [entry(number=number, said={"柿": 1.0}, vector=unit("same")) for number in range(12)]
        await tier.write([holding(*rows)])
        ordered = [entry.id for entry in sorted(rows, key=lambda entry: entry.id)]
        found = await search(tier, cue(asked={"柿": 1.0}, vector=unit("same"), limit=5))
        assert [entry.id for entry in arms(found, "sparse")] == ordered[:5]
        assert [entry.id for entry in arms(found, "dense")] == ordered[:5]

    async def test_the_limit_is_one_of_each_arm(self, tier: Tier) -> None:
        await tier.write([memory(number=number) for number in range(20)])
        found = await search(tier, cue(asked=ASKED, vector=unit("q"), speaker="lumina", month=(2026, 5), limit=3))
        assert {arm for candidate in found for arm in candidate.ranks} == {
            arm + group for arm in ("dense", "sparse") for group in ("", "/speaker", "/month")
        }
        for arm in ("dense", "sparse", "dense/speaker", "sparse/speaker", "dense/month", "sparse/month"):
            assert sorted(candidate.ranks[arm] for candidate in found if arm in candidate.ranks) == [1, 2, 3]

    async def test_a_speaker_is_looked_for_among_their_own_turns(self, tier: Tier) -> None:
        rows = [
            entry(number=number, said={"柿": 1.0 + number}, vector=unit("same"), speaker=speaker)
            for number, speaker in enumerate(ODD_NAMES)
        ]
        await tier.write([holding(*rows)])
        for row in rows:
            found = await search(tier, cue(asked={"柿": 1.0}, vector=unit("same"), speaker=row.speaker))
            assert [entry.id for entry in arms(found, "sparse/speaker")] == [row.id]
            assert [entry.id for entry in arms(found, "dense/speaker")] == [row.id]
            assert len(arms(found, "sparse")) == len(rows)

    async def test_a_month_is_that_of_the_place_where_it_was_said(self, tier: Tier) -> None:
        """Midnight in Tokyo is the afternoon before in London."""
        april, may = NOW - 7 * HOUR, NOW - 5 * HOUR
        rows = [entry(number=number, said={"柿": 1.0}, at=at) for number, at in enumerate((april, may))]
        await tier.write([holding(*rows)])
        for month, row in (((2026, 4), rows[0]), ((2026, 5), rows[1])):
            found = await search(tier, cue(asked={"柿": 1.0}, month=month))
            assert [entry.id for entry in arms(found, "sparse/month")] == [row.id]
            assert len(arms(found, "sparse")) == 2

    async def test_who_was_never_heard_gives_no_arm(self, tier: Tier) -> None:
        await tier.write([memory()])
        found = await search(tier, cue(asked=ASKED, vector=unit("q"), speaker="nobody", month=(1999, 1)))
        assert {arm for candidate in found for arm in candidate.ranks} <= {"dense", "sparse"}

    async def test_where_there_is_no_vector_words_count_alone(self, tier: Tier) -> None:
        with_vector, without = entry(number=0, said={"柿": 1.0}, vector=unit("v")), entry(number=1, said={"柿": 2.0})
        await tier.write([holding(with_vector, without)])
        found = await search(tier, cue(asked={"柿": 1.0}, vector=unit("v")))
        assert [entry.id for entry in arms(found, "dense")] == [with_vector.id]
        assert [entry.id for entry in arms(found, "sparse")] == [without.id, with_vector.id]
        assert arms(await search(tier, cue(asked={"柿": 1.0})), "dense") == []

    async def test_while_vectors_are_made_anew_words_still_find_all(self, tier: Tier) -> None:
        rows = [
            entry(number=number, said={"柿": 1.0}, vector=unit("v", size)) for number, size in enumerate((24, 7, 24))
        ]
        await tier.write([holding(*rows)])
        found = await search(tier, cue(asked={"柿": 1.0}, vector=unit("v")))
        assert {entry.id for entry in arms(found, "sparse")} == {row.id for row in rows}
        assert {entry.id for entry in arms(found, "dense")} == {rows[0].id, rows[2].id}

    async def test_an_empty_question_finds_nothing(self, tier: Tier) -> None:
        await tier.write([memory()])
        assert await search(tier, cue()) == []

    async def test_a_character_finds_only_what_it_witnessed_or_all_may_know(self, tier: Tier) -> None:
        heard = [("lumina", "nox"), ("nox",), ("*",), (), ("*lumina",), ("clarisse",)]
        rows = [
            entry(number=number, said={"柿": 1.0}, vector=unit("same"), witnesses=witnesses)
            for number, witnesses in enumerate(heard)
        ]
        await tier.write([holding(*rows)])

        async def seen(viewer: str | None) -> list[int]:
            asked = cue(asked={"柿": 1.0}, vector=unit("same"), viewer=viewer, speaker="haru", month=(2026, 5))
            ids = {candidate.entry.id for candidate in await search(tier, asked)}
            return [number for number, row in enumerate(rows) if row.id in ids]

        assert await seen(None) == [0, 1, 2, 3, 4, 5]
        assert await seen("lumina") == [0, 2]
        assert await seen("nox") == [0, 1, 2]
        assert await seen("stranger") == [2]

    async def test_the_gate_comes_before_the_limit(self, tier: Tier) -> None:
        hidden = [entry(number=number, said={"柿": 5.0}, witnesses=("nox",)) for number in range(30)]
        open_ = entry(number=99, said={"柿": 0.1})
        await tier.write([holding(*hidden, open_)])
        found = await search(tier, cue(asked={"柿": 1.0}, viewer="lumina", limit=2))
        assert [candidate.entry.id for candidate in found] == [open_.id]

    async def test_what_was_found_once_is_not_found_after_it_went(self, tier: Tier) -> None:
        """No cache outlives what it caches."""
        written = [memory(number=number) for number in range(4)]
        await tier.write(written)
        asked = cue(asked=ASKED, vector=unit("q"))
        assert await search(tier, asked)
        await tier.delete("haru", [memory.id for memory in written[1:]])
        assert {candidate.entry.memory for candidate in await search(tier, asked)} <= {written[0].id}
        await tier.write([written[1]])
        after = await search(tier, cue(vector=written[1].entries[0].window))
        assert written[1].id in {candidate.entry.memory for candidate in after}

    async def test_it_finds_what_exact_search_finds(self, tier: Tier) -> None:
        written = [memory(number=number) for number in range(40)]
        await tier.write([*written, *(memory("aki", number) for number in range(10))])
        kept = [entry for memory in written for entry in unpack_memory(pack_memory(memory)).entries]
        for number in range(8):
            asked = cue(asked=ASKED, vector=unit(("q", number)), speaker="lumina", month=(2026, 4), viewer="nox")
            found = {candidate.entry.id: dict(candidate.ranks) for candidate in await search(tier, asked)}
            self.compare(found, asked, kept)

    def compare(self, found: dict[UUID, dict[str, int]], asked: Cue, kept: Sequence[Entry]) -> None:
        """Ranks are the same; an engine that counts the idf itself says so by comparing less."""
        assert found == {id_: places.ranks for id_, places in exact(kept, asked).items()}


class TierContract(KeepsMemories, SaysWhatIsDue, TellsPersonsApart, Searches):
    """All of it."""
