"""Files that a client sends."""

import asyncio
from pathlib import Path, PurePosixPath
from typing import Final

from fastapi import UploadFile

from lumina.errors import BadInput, because
from lumina.texts import wrong_with_name

MOST: Final = 100_000_000
"""Bytes of a request with a file."""


async def keep(file: UploadFile, folder: Path) -> Path:
    """Put it into a folder under its own name, without its path. Raises BadInput."""
    path = folder / name_of(file)
    content = await file.read()
    try:
        await asyncio.to_thread(path.write_bytes, content)
    except OSError as error:
        raise BadInput(why=because("the file cannot be called so")) from error
    return path


def name_of(file: UploadFile) -> str:
    """Raises BadInput."""
    name = PurePosixPath((file.filename or "").replace("\\", "/")).name
    if wrong_with_name(name) or name in {".", ".."}:
        raise BadInput(why=because("the file cannot be called so"))
    return name
