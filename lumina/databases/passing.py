"""Places for words on their way, in the system's temporary folder: nothing of them stays on the disk."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

from lumina.databases.key_files import blank, overwrite


@asynccontextmanager
async def passing_folder() -> AsyncGenerator[Path]:
    """A folder that goes away; the files in it are overwritten first."""
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="lumina-"))
    try:
        yield folder
    finally:
        await asyncio.to_thread(_remove, folder)


async def close_passing(file: IO[bytes]) -> None:
    """Overwrite and close a file that has no name."""
    await asyncio.to_thread(_close, file)


def _close(file: IO[bytes]) -> None:
    with file:
        file.flush()
        blank(file.fileno())


def _remove(folder: Path) -> None:
    for below, _, names in os.walk(folder):
        for path in (Path(below, name) for name in names):
            if not path.is_symlink():
                overwrite(path)
    shutil.rmtree(folder)
