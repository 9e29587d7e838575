"""Words on their way through the temporary folder leave nothing behind."""

import asyncio
import os
import tempfile
from pathlib import Path

from lumina.databases.passing import close_passing, passing_folder

WORDS = "堰でカワセミを見た\n".encode() * 1_000


async def test_what_lay_in_the_folder_is_overwritten_and_gone(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    await asyncio.to_thread(kept.write_bytes, WORDS)
    async with passing_folder() as folder:
        (folder / "below").mkdir()
        lain = folder / "below" / "turns.jsonl"
        lain.write_bytes(WORDS)
        (folder / "elsewhere").symlink_to(kept)
        seen = os.open(lain, os.O_RDONLY)
    assert not folder.exists()
    assert os.pread(seen, len(WORDS), 0) == bytes(len(WORDS))
    os.close(seen)
    assert kept.read_bytes() == WORDS


async def test_a_file_without_a_name_is_overwritten_as_it_is_closed() -> None:
    with tempfile.TemporaryFile() as file:
        file.write(WORDS)
        seen = os.dup(file.fileno())
        await close_passing(file)
    assert os.pread(seen, len(WORDS), 0) == bytes(len(WORDS))
    os.close(seen)
