"""A place of small files that hold keys, or what nobody else may read: one machine's folder, or one that all share."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from lumina.databases.key_files import destroy, write_new, write_over


class Place(Protocol):
    """Files by name: each whole or not there, and durable once it is written. What does not answer raises StoreDown."""

    @property
    def name(self) -> str:
        """As who looks after it knows it."""
        ...

    def read(self, name: str) -> bytes | None: ...

    def write_new(self, name: str, content: bytes) -> None:
        """Of several who come first, one's stays."""
        ...

    def write_over(self, name: str, content: bytes) -> None: ...

    def destroy(self, name: str) -> bool:
        """Whether it was there."""
        ...

    def names(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class FolderPlace:
    """In a folder, made with the first file. What is destroyed is overwritten."""

    folder: Path

    @property
    def name(self) -> str:
        return str(self.folder)

    def read(self, name: str) -> bytes | None:
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def write_new(self, name: str, content: bytes) -> None:
        write_new(self.folder / name, content)

    def write_over(self, name: str, content: bytes) -> None:
        write_over(self.folder / name, content)

    def destroy(self, name: str) -> bool:
        return destroy(self.folder / name)

    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir()) if self.folder.exists() else []
