"""What machines share that have data folders of their own: a place in S3, or a folder that all of them reach."""

from pathlib import Path
from typing import Final

from lumina.databases.objects import ObjectPlace, folder_in
from lumina.databases.person_keys import shared_secret
from lumina.databases.places import FolderPlace, Place
from lumina.settings import Settings
from lumina.stores.repository import master_of

KEYS: Final = "keys"
SOUGHT: Final = "sought"


def shared_place(settings: Settings, name: str) -> Place | None:
    """That of this name; None where nothing is shared but the data folder. Raises BadSetting."""
    if not settings.folder_is_cache:
        return None
    folder = folder_in(settings.shared_url)
    if folder:
        return FolderPlace(folder / name)
    return ObjectPlace.at(f"{settings.shared_url.rstrip('/')}/{name}", settings.shared_endpoint)


def secret_for(settings: Settings, home: Path) -> bytes | None:
    """What a new data folder has for its secret, where machines share one. Raises as open_keys()."""
    place = shared_place(settings, KEYS)
    return shared_secret(home.expanduser(), master_of(settings), place) if place else None
