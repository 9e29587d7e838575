"""Whatever table of PostgreSQL's names a person is on the list over which an erasure goes."""

# pyright: reportPrivateUsage=false

from pathlib import Path
from typing import Final

from harness.life import living
from lumina.stores.personal_data import NOBODY_S, personal_data

NAMED: Final = """
select distinct table_name::text from information_schema.columns
where table_schema = current_schema() and column_name = 'person'
  and table_name not in (select table_name from information_schema.views)
"""


async def test_every_table_with_a_person_in_it_is_on_the_list(home: Path) -> None:
    async with living(home) as life:
        stores = life.lumina._parts.stores
        named = {row[0] for row in await stores.database.fetch(NAMED)}
        listed = [table for data in personal_data(stores) for table in data.tables]
        assert len(listed) == len(set(listed))
        assert named == set(listed) | NOBODY_S


async def test_a_new_table_with_a_person_in_it_would_be_noticed(home: Path) -> None:
    async with living(home) as life:
        stores = life.lumina._parts.stores
        await stores.database.execute("create table wishes (person text not null, wish text)")
        named = {row[0] for row in await stores.database.fetch(NAMED)}
        listed = {table for data in personal_data(stores) for table in data.tables}
        assert named - listed - NOBODY_S == {"wishes"}
