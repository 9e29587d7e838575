"""Objects in a folder or in S3: names with bytes, written whole or not at all."""

import asyncio
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import obstore
from obstore import exceptions
from obstore.store import LocalStore, S3Store

from lumina.errors import BadSetting, DiskFull, Reason, StoreDown, because

SCHEMES: Final = ("file", "s3")
BACKUPS: Final = "LUMINA_BACKUP_URL"
"""The setting that mostly says where it is."""

SECONDS: Final = "30s"
AT_ONCE: Final = 500
SAID_FULL: Final = ("No space left", "os error 28", "os error 122")


@dataclass(frozen=True, slots=True)
class Objects:
    """Where `url` points: `file:///FOLDER`, `s3://BUCKET/PREFIX`. Whose S3 it is comes from AWS's own variables
    (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION). Every verb raises StoreDown."""

    url: str
    _store: Any
    _setting: str = BACKUPS

    @classmethod
    def at(cls, url: str, endpoint: str = "", setting: str = BACKUPS) -> "Objects":
        """`endpoint` is the URL of an S3 server that is not AWS's, `setting` what said so. Raises BadSetting."""
        try:
            return cls(url, _opened(url, endpoint), setting)
        except (exceptions.BaseError, ValueError, OSError) as error:
            raise BadSetting(
                setting=setting,
                why=str(error).partition("\n")[0],
                allowed="file:///FOLDER, s3://BUCKET/PREFIX",
            ) from error

    async def put(self, name: str, content: bytes) -> None:
        """In the place of what had this name, whole or not at all."""
        with self._answering():
            await obstore.put_async(self._store, name, content)

    async def get(self, name: str) -> bytes | None:
        """None where there is no object of this name."""
        with self._answering():
            try:
                found = await obstore.get_async(self._store, name)
                return bytes(await found.bytes_async())
            except FileNotFoundError:
                return None

    async def names(self, prefix: str) -> dict[str, int]:
        """The objects below a prefix, which ends with a slash, and how large they are, by name."""
        with self._answering():
            return {name: size async for name, size in self._listed(prefix)}

    async def delete(self, names: Sequence[str]) -> None:
        """What is gone already is no error."""
        with self._answering():
            for start in range(0, len(names), AT_ONCE):
                await asyncio.gather(*map(self._delete, names[start : start + AT_ONCE]))

    async def _delete(self, name: str) -> None:
        try:
            await obstore.delete_async(self._store, name)
        except FileNotFoundError:
            return

    async def _listed(self, prefix: str) -> AsyncIterator[tuple[str, int]]:
        pages: Any = obstore.list(self._store, prefix)  # pyright: ignore[reportUnknownMemberType]
        async for page in pages:
            for one in page:
                yield one["path"], one["size"]

    @contextmanager
    def _answering(self) -> Generator[None]:
        try:
            yield
        except (exceptions.BaseError, OSError) as error:
            why = str(error).partition("\n")[0]
            kind = DiskFull if any(said in str(error) for said in SAID_FULL) else StoreDown
            raise kind(store=self._called(), why=why) from error

    def _called(self) -> Reason:
        if self._setting == BACKUPS:
            return because("the place of the backups, {url},", url=self.url)
        return because("the place of the log, {url},", url=self.url)


def _opened(url: str, endpoint: str) -> Any:
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not (parts.path if parts.scheme == "file" else parts.netloc):
        raise ValueError(f"{url!r}")
    if parts.scheme == "s3":
        return _bucket(url, endpoint)
    folder = Path(unquote(parts.path))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return LocalStore(folder, automatic_cleanup=True)


def _bucket(url: str, endpoint: str) -> S3Store:
    """Without TLS only where the operator names such an endpoint."""
    clear = endpoint.startswith("http://")
    options: Any = {"timeout": SECONDS, "connect_timeout": SECONDS, "allow_http": clear}
    return S3Store.from_url(url, client_options=options, **({"endpoint": endpoint} if endpoint else {}))
