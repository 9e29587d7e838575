"""The files of a command that runs on another machine: what it reads travels there, and what it makes travels back."""

import asyncio
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Final

from lumina.errors import BadInput, TooLarge, because
from lumina.lending.frames import Frame

PIECE: Final = 1 << 18
"""Bytes of a file in one frame."""

MOST: Final = 100_000_000
"""Bytes that travel with one command."""

LAST: Final = Frame("file", {"last": True})


@dataclass(frozen=True, slots=True)
class Luggage:
    """With whoever asks: `reads` and `writes` are the paths that the command was given."""

    reads: tuple[Path, ...] = ()
    writes: tuple[Path, ...] = ()
    travels: bool = False

    def names(self) -> Mapping[str, int]:
        """Where the paths stand among all that travel, by how they were written."""
        return {str(path): at for at, path in enumerate((*self.reads, *self.writes))}

    async def pieces(self) -> AsyncGenerator[Frame]:
        """All that is read, and that it is all. Raises TooLarge, BadInput."""
        if self.travels:
            for at, path in enumerate(self.reads):
                async for piece in pieces_of(at, path.expanduser()):
                    yield piece
            yield LAST

    async def bring_home(self, piece: Mapping[str, Any]) -> None:
        """Write what the command has made. Raises BadInput."""
        at = int(piece["of"]) - len(self.reads)
        if not 0 <= at < len(self.writes):
            raise _not_asked_for()
        await asyncio.to_thread(_put, self.writes[at].expanduser(), piece)


@dataclass(slots=True)
class Unpacked:
    """With whoever is asked: a folder that goes away, in which each path of the asker's has its place."""

    folder: Path
    names: Mapping[str, int]
    weight: int = field(default=0, init=False)
    taken: set[int] = field(default_factory=set[int], init=False)

    def place(self, path: Path) -> Path:
        """Raises BadInput for one that does not travel."""
        if (at := self.names.get(str(path))) is None:
            raise _not_asked_for()
        return self.folder / str(at) / (path.name if path.name not in {"", ".."} else "folder")

    async def take(self, piece: Mapping[str, Any]) -> None:
        """Raises TooLarge, BadInput."""
        self.weight += len(piece["body"])
        if self.weight > 2 * MOST:  # in base64
            raise _too_heavy()
        name = next((name for name, at in self.names.items() if at == piece["of"]), None)
        if name is None:
            raise _not_asked_for()
        self.taken.add(self.names[name])
        await asyncio.to_thread(_put, self.place(Path(name)), piece)

    async def made(self) -> AsyncGenerator[Frame]:
        """What lies where something was to be written, in the order in which it was."""
        for name, at in [one for one in self.names.items() if one[1] not in self.taken]:
            async for piece in pieces_of(at, self.place(Path(name)), MOST * 100):
                yield piece

    def as_written(self, text: str) -> str:
        """A text in which the paths are the asker's."""
        for name in self.names:
            text = text.replace(str(self.place(Path(name))), name)
        return text


async def pieces_of(at: int, path: Path, most: int = MOST) -> AsyncGenerator[Frame]:
    """A file, or all files of a folder, piece by piece; none where there is nothing. Raises TooLarge, BadInput."""
    weight = 0
    for file in await asyncio.to_thread(lambda: list(_files(path))):
        inner, position, body = file.relative_to(path).as_posix(), 0, b"more"
        while len(body) == PIECE or not position:
            body = await asyncio.to_thread(_read, file, position)
            weight += len(body)
            if weight > most:
                raise _too_heavy()
            yield Frame("file", {"of": at, "name": inner, "from": position, "body": b64encode(body).decode()})
            position += PIECE


def _files(path: Path) -> Iterator[Path]:
    """In the order in which they were written."""
    if path.is_file():
        yield path
    elif path.is_dir():
        yield from sorted((one for one in path.rglob("*") if one.is_file()), key=lambda one: one.stat().st_mtime_ns)


def _read(path: Path, position: int) -> bytes:
    try:
        with path.open("rb") as file:
            file.seek(position)
            return file.read(PIECE)
    except OSError as error:
        raise BadInput(why=f"{path}: {(error.strerror or str(error)).lower()}") from error


def _put(place: Path, piece: Mapping[str, Any]) -> None:
    inner = PurePosixPath(str(piece["name"]))
    if inner.is_absolute() or ".." in inner.parts:
        raise _not_asked_for()
    path = place / inner
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if piece["from"] == 0:
            path.unlink(missing_ok=True)
            path.touch(mode=0o600)
        with path.open("ab") as file:
            file.write(b64decode(piece["body"]))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput(why=because("{path} cannot be written ({error})", path=path, error=why)) from error


def _too_heavy() -> TooLarge:
    return TooLarge(why=because("more than {most} bytes of files cannot travel with a command", most=f"{MOST:,}"))


def _not_asked_for() -> BadInput:
    return BadInput(why=because("a file has come that nobody asked for"))
