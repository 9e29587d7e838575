"""What can go wrong, as one tree. A docstring is the message in English; `messages/ja.toml` has it in Japanese.

LuminaError
├── BadInput
│   ├── BadSetting · BadFile · BadText · BadTime
│   ├── NotFound · Changed · TooLarge
│   ├── UnknownPerson · UnknownCharacter · UnknownMemory · UnknownUnit · UnknownTurn · UnknownNamespace · WrongToken
│   ├── BadReceipt
│   └── NotEmpty · NoBackup
├── Refused
│   └── NotSignedIn · NotYours · TooOften · NotDoneThere
├── FolderError
│   ├── FolderInUse (FolderNotLent) · OwnerGone · SocketForeign · FolderForeign · FolderTooNew
│   ├── FolderOther · SharedOther
│   ├── EmbedderChanged
│   └── UnfinishedCopy · OtherMasterKey · KeysGone
├── StoreDown
│   ├── StoreFull (DiskFull) · StoreTooOld · StoreDamaged
│   └── StoreNotTrusted · StoreTlsDiffers · ErasureNotBegun · ErasureInterrupted
├── Damaged
│   └── KeyGone
├── RoomBusy
├── PersonErased
├── NotReached · NotRead
└── ModelFailed
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Reason:
    """A detail in LUMINA's own words: English here, `messages/ja.toml` has the template in Japanese."""

    template: str
    details: Mapping[str, object]

    def __str__(self) -> str:
        return self.template.format_map({key: str(value) for key, value in self.details.items()})


def because(template: str, **details: object) -> Reason:
    return Reason(template, details)


class LuminaError(Exception):
    """Something went wrong."""

    exit_status: ClassVar[int] = 1

    def __init__(self, **details: object) -> None:
        self.details = details
        template = " ".join((type(self).__doc__ or "").split())
        super().__init__(template.format_map({key: str(value) for key, value in details.items()}))


class BadInput(LuminaError):
    """The input cannot be used: {why}."""


class BadSetting(BadInput):
    """{setting} is wrong: {why}. Allowed: {allowed}."""


class BadFile(BadInput):
    """{path}, line {line}: {why}. Nothing was imported; mend the line and run the same command again."""


class BadText(BadInput):
    """The text cannot be kept: {why}."""


class BadTime(BadInput):
    """'{text}' is no moment: write ISO 8601 with a zone, such as 2026-11-22T09:00:00+09:00."""


class NotFound(BadInput):
    """That is not here: {why}."""


class Changed(BadInput):
    """It was changed meanwhile: {why}. Read it again, and decide anew."""


class TooLarge(BadInput):
    """That is too large: {why}."""


class UnknownPerson(BadInput):
    """There is nobody called '{person}' here, and nothing was done. `--user` names the person."""


class UnknownCharacter(BadInput):
    """There is no character '{name}'. There are: {known}."""


class UnknownMemory(BadInput):
    """{person} has no memory {memory}. `lumina memories list --user {person}` shows them."""


class UnknownUnit(BadInput):
    """Of {person} nothing is known by the id {unit}. `lumina facts list --all --user {person}` shows the facts;
    `lumina people list` and `lumina loops list --all` show the rest."""


class UnknownTurn(BadInput):
    """{person} has neither a memory nor a turn '{name}'. `lumina memories list --user {person}` shows the
    memories, `lumina memories show ID` the turns of one."""


class UnknownConversation(BadInput):
    """{person} has no talk {thread}. `lumina kb conversations --user {person}` lists them."""


class UnknownNamespace(BadInput):
    """There is no knowledge namespace '{namespace}'. There are: {known}. `lumina kb add NAMESPACE PATH` makes one."""


class WrongToken(BadInput):
    """The token does not fit: {why}. Run `lumina erase --user {person}` once more without it, and use the token that
    it prints."""


class BadReceipt(BadInput):
    """The receipt proves nothing: {why}."""


class NotEmpty(BadInput):
    """Nothing is moved into {place}, which holds something else already: {what}. Name another place, or empty this
    one."""


class NoBackup(BadInput):
    """There is no backup: {why}."""


class Refused(LuminaError):
    """This is not allowed: {why}."""


class NotSignedIn(Refused):
    """Nobody is signed in: {why}. A program sends `Authorization: Bearer` with a token that `lumina token add` makes; a
    browser opens the address that `lumina serve` prints."""


class NotYours(Refused):
    """This is not yours to see or to do: {why}."""


class TooOften(Refused):
    """That is too much at once: {why}. Try again in {seconds} seconds."""


class NotDoneThere(Refused):
    """LUMINA does not do this over a network: {why}"""


class FolderError(LuminaError):
    """The data folder {folder} cannot be used: {why}."""


class FolderInUse(FolderError):
    """The data folder {folder} is in use by {owner}. Close that process first, or set LUMINA_HOME to another folder."""


class FolderNotLent(FolderInUse):
    """`{command}` needs the data folder {folder} for itself, and it is in use by {owner}. Close that process first, or
    set LUMINA_HOME to another folder."""


class OwnerGone(FolderError):
    """The process that had the data folder {folder} open ended before it had done the command. Look whether it was
    done, and run it again if not."""


class SocketForeign(FolderError):
    """Other `lumina` commands cannot use the data folder meanwhile: {file} is not a socket of LUMINA. Put it somewhere
    else and start again."""


class FolderForeign(FolderError):
    """{folder} is not a LUMINA data folder, or is damaged: {why}. Set LUMINA_HOME to another
    folder, or restore this one from a backup."""


class FolderTooNew(FolderError):
    """The data folder {folder} was written by a newer LUMINA (it has {unknown}). Install that
    version or a newer one."""


class FolderOther(FolderError):
    """The database of {place} belongs to another data folder than {folder}: what lies in the DuckDB file of that folder
    would be missing. Set LUMINA_HOME to that folder, or the URLs to other servers. If it is lost for good, delete the
    row of the table `home` in PostgreSQL, and this folder takes its place."""


class SharedOther(FolderError):
    """{folder} belongs to another LUMINA than the place that LUMINA_SHARED_URL names, {place}. On a further machine
    that folder is a cache: empty it, or set LUMINA_HOME to a new one. If {place} was to take over the keys of that
    folder, empty {place}, and open that folder first."""


class EmbedderChanged(FolderError):
    """The vectors in {folder} come from {stored}, and LUMINA_EMBEDDER asks for {wanted}. Run
    `lumina reembed` to make them anew, or set LUMINA_EMBEDDER back."""


class UnfinishedCopy(FolderError):
    """{folder} is an unfinished copy. Run the `lumina move` or `lumina restore` that began it again, and it goes on to
    the end; or empty the copy and use the original."""


class OtherMasterKey(FolderError):
    """What lies in {folder} is under another key than {file}: {why}. Set LUMINA_MASTER_KEY to the file that it was made
    with, or LUMINA_MASTER_PASSPHRASE to its words."""


class KeysGone(FolderError):
    """The keys of the persons in {folder} are gone, and without them nothing that is kept can be read: {why}. Put a
    copy of them back, or set LUMINA_HOME to a new folder and restore a backup into it."""


class StoreDown(LuminaError):
    """{store} does not answer: {why}."""


class StoreFull(StoreDown):
    """{store} takes nothing more: {why}. Make room there; what waits is written when there is some."""


class DiskFull(StoreFull):
    """No room on {store}: {why}. Make room there; what was acknowledged is kept, and what waits is written when there
    is some."""


class StoreTooOld(StoreDown):
    """{store} cannot be used: {why}."""


class StoreDamaged(StoreDown):
    """{store}'s files are damaged: {why}. Restore them from a backup."""


class StoreNotTrusted(StoreDown):
    """{store}'s certificate is not trusted: {why}. {setting} names the file with the certificate of the authority that
    signed it; it must be valid, and for the host that the URL names."""


class StoreTlsDiffers(StoreDown):
    """{store} and LUMINA do not agree on TLS: {why}. Where the server wants TLS, {setting} begins with {secure},
    otherwise with {bare}."""


class ErasureNotBegun(StoreDown):
    """{store} does not answer: {why}. Nothing was erased: run `lumina erase` again once it is back."""


class ErasureInterrupted(StoreDown):
    """{store} does not answer: {why}. The erasure has begun and is not finished. It goes on by itself within a minute
    of {store} being back, where a worker or a chat runs; else run `lumina jobs run heal` then. `lumina doctor` says
    when it is finished."""


class Damaged(LuminaError):
    """A stored {what} cannot be read: {why}. `lumina doctor` says which store it lies in and how to mend it."""


class KeyGone(Damaged):
    """What is kept of {person} cannot be read: the key to it is gone. Who was erased is not to be read; for anybody
    else put a copy of the folder `keys` back, or restore a backup."""


class NotReached(LuminaError):
    """LUMINA at {url} cannot be reached: {why}."""


class RoomBusy(LuminaError):
    """In the room {room} somebody is being answered. Wait for the answer, or talk in another room."""


class SaidBefore(LuminaError):
    """This was said before, as turn {turn}."""


class PersonErased(LuminaError):
    """{person} was erased while this was under way; nothing was written."""


class NotRead(LuminaError):
    """A model's answer could not be read: {why}."""


class ModelFailed(LuminaError):
    """The model {model} did not answer to the end: {why}. Your words are kept; /retry in the chat asks again."""
