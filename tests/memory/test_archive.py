"""The archive gives back bit for bit what was put into it, or says that it cannot."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.builders import NOW, ODD_NAMES, memory, packed
from lumina.databases.postgres import Database
from lumina.errors import Damaged
from lumina.memory.archive_postgres import Archive
from lumina.memory.codec import pack_memory
from lumina.models import Memory, derived_id

DAY = timedelta(days=1)


@pytest.fixture
def archive(database: Database) -> Archive:
    return Archive(database)


def bare(*numbers: int, person: str = "haru") -> list[Memory]:
    """Memories whose entries lie elsewhere."""
    return [memory(person, number, entries=()) for number in numbers]


async def keep(archive: Archive, *memories: Memory, days: int = 90, why: str = "never needed") -> None:
    async with archive.database.connection() as connection:
        await archive.put(connection, memories, at=NOW, keep_until=NOW + days * DAY, why=why)


async def test_what_is_read_is_what_was_written_in_the_order_that_is_asked_for(archive: Archive) -> None:
    written = bare(0, 1, 2)
    await keep(archive, *written, written[0])
    wanted = [written[2], written[0]]
    ids = [written[2].id, derived_id("nothing"), written[0].id]
    assert packed(await archive.read("haru", ids)) == packed(wanted)
    assert (await archive.count("haru"), await archive.count()) == (3, 3)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=400),
    st.floats(allow_nan=False),
    st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8), max_size=4),
)
async def test_every_bit_comes_back(database: Database, text: str, number: float, words: list[str]) -> None:
    archive = Archive(database)
    written = replace(memory(entries=()), text=text, valence=number, salience=-number, keywords=tuple(words))
    await keep(archive, written)
    assert packed(await archive.read("haru", [written.id])) == packed([written])
    await archive.delete("haru", [written.id])


async def test_entries_come_back_from_where_they_are_found(database: Database, archive: Archive) -> None:
    whole = memory()
    await keep(archive, whole)
    assert packed(await archive.read("haru", [whole.id])) == packed([replace(whole, entries=())])


async def test_a_long_talk_takes_less_than_a_third_of_its_room(database: Database, archive: Archive) -> None:
    said = "。".join(f"{number}番目の停留所で、傘を持った人が{number % 7}人ずつ降りていった" for number in range(60))
    written = replace(memory(entries=()), text=said)
    await keep(archive, written)
    size = (await database.fetch("select length(body) from archive"))[0][0]
    assert size < 0.3 * len(pack_memory(written))


@pytest.mark.parametrize(
    "harm",
    [
        "body = set_byte(body, length(body) / 2, get_byte(body, length(body) / 2) # 1)",
        "body = substring(body for length(body) - 5)",
        "body = 'LS1'",
        "digest = sha256('another')",
    ],
)
async def test_damage_is_noticed_and_named(database: Database, archive: Archive, harm: str) -> None:
    written = bare(0, 1)
    await keep(archive, *written)
    await database.execute(
        f"update archive set {harm} where id = %s",  # pyright: ignore[reportArgumentType]
        (written[0].id,),
    )
    with pytest.raises(Damaged, match=str(written[0].id)):
        await archive.read("haru", [written[0].id])
    assert packed(await archive.read("haru", [written[1].id])) == packed(written[1:])


async def test_another_memory_in_its_place_is_noticed(database: Database, archive: Archive) -> None:
    written = bare(0, 1)
    await keep(archive, *written)
    one, other = (one.id for one in written)
    await database.execute(
        "update archive a set body = b.body from archive b where a.id = %s and b.id = %s", (one, other)
    )
    with pytest.raises(Damaged, match="sealed with another key"):
        await archive.read("haru", [written[0].id])


async def test_the_gist_of_a_memory_does_not_replace_its_original(archive: Archive) -> None:
    original = bare(0)[0]
    await keep(archive, original, days=1)
    await keep(archive, replace(original, text="柿", detail="gist"), days=90)
    assert packed(await archive.read("haru", [original.id])) == packed([original])
    assert await archive.expired(NOW + 2 * DAY) == []


async def test_an_original_replaces_what_was_there(archive: Archive) -> None:
    original = bare(0)[0]
    await keep(archive, replace(original, text="柿", detail="gist"))
    await keep(archive, original)
    corrected = replace(original, text="直した")
    await keep(archive, corrected)
    assert packed(await archive.read("haru", [original.id])) == packed([corrected])


async def test_what_need_not_be_kept_any_longer_is_named_the_longest_overdue_first(archive: Archive) -> None:
    first, second, third = bare(0, 1, 2)
    await keep(archive, first, days=20)
    await keep(archive, second, days=10)
    await keep(archive, third, days=30)
    assert await archive.expired(NOW + 10 * DAY - timedelta(microseconds=1)) == []
    assert await archive.expired(NOW + 20 * DAY) == [("haru", second.id), ("haru", first.id)]
    assert await archive.expired(NOW + 99 * DAY, limit=1) == [("haru", second.id)]


async def test_persons_are_told_apart(archive: Archive) -> None:
    for name in ODD_NAMES:
        await keep(archive, *bare(0, person=name))
    for name in ODD_NAMES:
        [mine] = bare(0, person=name)
        assert packed(await archive.read(name, [mine.id])) == packed([mine])
        await archive.delete("somebody else", [mine.id])
        assert await archive.forget(name) == 1
        assert (await archive.forget(name), await archive.count(name)) == (0, 0)
    assert await archive.count() == 0
