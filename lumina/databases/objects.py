"""Objects in a folder or in S3: names with bytes, written whole or not at all."""

import asyncio
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from glob import escape
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

import obstore
from obstore import exceptions
from obstore.store import LocalStore, S3Store

from lumina.databases.circuit import Circuit
from lumina.databases.key_files import destroy, overwrite
from lumina.errors import BadSetting, DiskFull, Reason, StoreDown, because

SCHEMES: Final = ("file", "s3")
BACKUPS: Final = "LUMINA_BACKUP_URL"
"""The setting that mostly says where it is."""

AT_ONCE: Final = 500


class Patience(NamedTuple):
    """How long one request is waited for, and how failed ones are tried again (None: as obstore does)."""

    seconds: str
    retries: Any


WAITED: Final = Patience("30s", None)
HURRIED: Final = Patience("3s", {"max_retries": 1, "retry_timeout": timedelta(seconds=4)})
"""Where somebody waits for an answer."""

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
        with _telling(setting):
            return cls(url, _opened(url, endpoint, WAITED), setting)

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

    async def destroy(self, names: Sequence[str]) -> None:
        """As delete(). What lies in a folder is overwritten before it goes, and what a kill left there of writing it
        goes, too."""
        folder = folder_in(self.url)
        if folder:
            with self._answering():
                await asyncio.to_thread(_blank, [folder / name for name in names])
        await self.delete(names)

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

    def _answering(self) -> AbstractContextManager[None]:
        if self._setting == BACKUPS:
            return _answering(because("the place of the backups, {url},", url=self.url))
        return _answering(because("the place of the log, {url},", url=self.url))


@dataclass(frozen=True, slots=True)
class ObjectPlace:
    """A Place in S3, in a bucket without versions: what is destroyed there must be gone. Its calls wait for the answer,
    a few seconds at most: keep them off the event loop."""

    name: str
    _store: Any
    _circuit: Circuit

    @classmethod
    def at(cls, url: str, endpoint: str = "") -> "ObjectPlace":
        """`s3://BUCKET/PREFIX`; as Objects.at(). Raises BadSetting."""
        with _telling("LUMINA_SHARED_URL"):
            return cls(url, _opened(url, endpoint, HURRIED), Circuit(url))

    def read(self, name: str) -> bytes | None:
        with self._answering():
            try:
                return bytes(obstore.get(self._store, name).bytes())
            except FileNotFoundError:
                return None

    def write_new(self, name: str, content: bytes) -> None:
        with self._answering(), suppress(exceptions.AlreadyExistsError):
            obstore.put(self._store, name, content, mode="create", use_multipart=False)

    def write_over(self, name: str, content: bytes) -> None:
        with self._answering():
            obstore.put(self._store, name, content, use_multipart=False)

    def destroy(self, name: str) -> bool:
        there = self.read(name) is not None
        with self._answering(), suppress(FileNotFoundError):
            obstore.delete(self._store, name)
        return there

    def names(self) -> list[str]:
        with self._answering():
            pages: Any = obstore.list(self._store)  # pyright: ignore[reportUnknownMemberType]
            return sorted(one["path"] for page in pages for one in page)

    @contextmanager
    def _answering(self) -> Generator[None]:
        """Who does not answer is not waited for by everybody."""
        self._circuit.admit()
        try:
            with _answering(because("the place that the machines share, {url},", url=self.name)):
                yield
        except StoreDown as error:
            self._circuit.failed(error, slow=True)
            raise
        self._circuit.succeeded()


@contextmanager
def _answering(store: Reason) -> Generator[None]:
    try:
        yield
    except (exceptions.BaseError, OSError) as error:
        why = str(error).partition("\n")[0]
        kind = DiskFull if any(said in str(error) for said in SAID_FULL) else StoreDown
        raise kind(store=store, why=why) from error


@contextmanager
def _telling(setting: str) -> Generator[None]:
    try:
        yield
    except (exceptions.BaseError, ValueError, OSError) as error:
        why = str(error).partition("\n")[0]
        raise BadSetting(setting=setting, why=why, allowed="file:///FOLDER, s3://BUCKET/PREFIX") from error


def folder_in(url: str) -> Path | None:
    """The folder of a file:// URL; None for any other one."""
    parts = urlsplit(url)
    return Path(unquote(parts.path)) if parts.scheme == "file" and parts.path else None


def _blank(paths: Sequence[Path]) -> None:
    for path in paths:
        overwrite(path)
        for left in path.parent.glob(f"{escape(path.name)}#*"):  # as obstore calls what it is writing
            destroy(left)


def _opened(url: str, endpoint: str, patience: Patience) -> Any:
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not (parts.path if parts.scheme == "file" else parts.netloc):
        raise ValueError(f"{url!r}")
    if parts.scheme == "s3":
        return _bucket(url, endpoint, patience)
    folder = Path(unquote(parts.path))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return LocalStore(folder, automatic_cleanup=True)


def _bucket(url: str, endpoint: str, patience: Patience) -> S3Store:
    """Without TLS only where the operator names such an endpoint."""
    clear = endpoint.startswith("http://")
    options: Any = {"timeout": patience.seconds, "connect_timeout": patience.seconds, "allow_http": clear}
    more: Any = {"endpoint": endpoint} if endpoint else {}
    return S3Store.from_url(url, client_options=options, retry_config=patience.retries, **more)
