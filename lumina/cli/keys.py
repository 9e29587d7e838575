"""`lumina keys`: another master key."""

import asyncio
from contextlib import suppress

import click
from rich.text import Text

from lumina.cli.run import Call, json_option, runs_here
from lumina.databases.master_key import CARD, forget_former, make_master_key, renew_master_key
from lumina.databases.person_keys import open_place
from lumina.databases.places import FolderPlace
from lumina.errors import BadInput, NoBackup, because
from lumina.settings import Settings
from lumina.stores.repository import master_of, open_repository
from lumina.stores.shared import KEYS, shared_place


@click.group()
def keys() -> None:
    """The master key, under which the keys of the persons lie."""


@keys.command()
@click.option("--forget", is_flag=True, help="Let the former keys go from the file: what was not opened since is lost.")
@json_option
@runs_here
async def rotate(call: Call, forget: bool) -> None:
    """Put a new master key in the place of the present one, while whoever runs LUMINA goes on.

    The data folder and the place of the backups lie under it at once; other folders under the same file as they are
    opened next, for which the file keeps the former key. Killed anywhere, run it again.
    """
    settings = call.settings
    if settings.master_passphrase.get_secret_value():
        raise BadInput(why=because("the master key is made from words, and LUMINA cannot change those"))
    master = master_of(settings)
    file, kms = master.file, master.kms
    if not forget:
        await asyncio.to_thread(make_master_key, file, kms)
        await asyncio.to_thread(renew_master_key, file, kms)
    places = await _open_all(settings)
    former = await asyncio.to_thread(forget_former, file, kms) if forget else 0
    told = {"file": str(file), "places": places, "forgotten": former}
    words = call.words("former_keys_gone" if forget else "master_key_renewed", file=file, count=former)
    call.answer(told, Text(words, style="green"))


async def _open_all(settings: Settings) -> list[str]:
    """The places that are under the present key now."""
    own = FolderPlace(settings.home.expanduser().absolute() / KEYS)
    places: list[str] = []
    for place in (own, shared_place(settings, KEYS)):
        if place and await asyncio.to_thread(place.read, CARD):
            await asyncio.to_thread(open_place, place, master_of(settings))
            places.append(place.name)
    with suppress(NoBackup):
        places.append((await open_repository(settings, make=False)).url)
    return places
