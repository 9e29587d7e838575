"""After an erasure and the wiping no file of the server holds what was said."""

from dataclasses import replace
from pathlib import Path

from harness.record import memory_of, some_turns
from lumina.databases.freed_space import wipe_freed_space
from lumina.databases.postgres import Database
from lumina.databases.postgres_embedded import embedded_postgres
from lumina.databases.schema import bring_up_to_date
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.transcript_postgres import Transcript


def files_with(folder: Path, word: str) -> list[str]:
    return [str(path) for path in folder.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


async def test_a_deleted_word_is_in_no_file_of_the_server(tmp_path: Path):
    folder = tmp_path / "postgres"
    secret, kept = "ひみつのはなぞの", "となりのいえ"
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        await bring_up_to_date(database, str(folder))
        transcript, catalogue = Transcript(database), Catalogue(database)
        for person, word in ((secret, secret), (kept, kept)):
            said = [replace(turn, text=f"{word}の{turn.text}", ref=word) for turn in some_turns(300, person)]
            async with database.writing(person) as guard:
                said = await transcript.append(guard, said)
                memory = memory_of(said[:6])
                await catalogue.commit(guard, [(memory, f"{word}の要約".encode() * 50, {1: 2})])
        await database.execute("analyze")
        async with database.erasing(secret) as guard:
            await catalogue.forget(guard)
            await transcript.forget(guard)
        await database.execute("checkpoint")
        assert files_with(folder, secret)
        await wipe_freed_space(database)
        assert files_with(folder, secret) == []
        assert files_with(folder, kept)
    assert files_with(folder, secret) == []


async def test_the_last_persons_words_leave_the_planners_statistics(tmp_path: Path):
    folder = tmp_path / "postgres"
    async with embedded_postgres(folder) as dsn, Database.open(dsn) as database:
        await bring_up_to_date(database, str(folder))
        async with database.writing("めずらしいなまえ") as guard:
            await Transcript(database).append(guard, some_turns(300, "めずらしいなまえ"))
        await database.execute("analyze")
        async with database.erasing("めずらしいなまえ") as guard:
            await Transcript(database).forget(guard)
        await wipe_freed_space(database)
        assert files_with(folder, "めずらしいなまえ") == []
