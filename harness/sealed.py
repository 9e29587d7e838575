"""A life of which something lies in every place where words are sealed."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from harness.life import ME, Life, line
from lumina.databases import folder as data_folder
from lumina.databases.folder import Folder
from lumina.databases.master_key import Master
from lumina.databases.person_keys import PersonKeys, open_keys
from lumina.images import Image
from lumina.memory.codec import pack_memory
from lumina.stores.notified_postgres import Notification

OTHER = "蓮"
DAYS = {60: "輪島塗の椀", 45: "能登の塩", 20: "狂言の面", 3: "琵琶の撥"}
"""How many days ago what was bought."""

TODAY = "蒔絵の櫛"
EDITED = "螺鈿の小箱"
TOLD = "鼈甲の簪"
WORDS = [*DAYS.values(), TODAY, EDITED, TOLD]


async def live(life: Life) -> None:
    """Something in every tier, a text of the owner's, a notification and an image."""
    now = life.clock()
    for days, thing in DAYS.items():
        life.clock.set(now + timedelta(days=60 - days))
        await life.read_in([line(f"{thing}を買った。気に入っている。", (60 - days) * 1440)])
        await life.distil_all()
        await life.run("all")
    life.clock.set(now + timedelta(days=60))
    await life.run("all")
    await life.chat([f"今日は{TODAY}を買ったよ。", "とても気に入っている。"])
    await life.distil_all()
    oldest = (await life.states())[0]
    await life.lumina.memories.edit(ME, oldest.id, f"{EDITED}を買った。")
    async with life.stores.database.writing(ME) as guard:
        told = Notification(uuid4(), life.room, "店", f"{TOLD}が届きました。")
        await life.stores.notifications.put(guard, told)
        turn = (await life.turns())[0].id
        await life.stores.images.put(
            guard, turn, [Image(uuid4(), f"{TOLD}.png", "image/png", 2, 2, TOLD.encode() * 50)]
        )


async def all_of(life: Life) -> dict[str, Any]:
    """All that can be read."""
    states = await life.states()
    return {
        "turns": await life.turns(),
        "memories": {id_: pack_memory(one) for id_, one in (await life.stores.bodies.read(ME, states)).items()},
        "claims": await life.stores.claims.of(ME),
        "summaries": await life.stores.summaries.all(ME),
        "told": await life.stores.notifications.all(ME),
        "images": await life.stores.images.all(ME),
        "others": await life.turns(OTHER),
        "pack": (await life.recall("何を買った？")).pack,
    }


def standing(home: Path, words: list[str] = WORDS) -> dict[str, list[str]]:
    """Which of these words stand in the bytes of which file, however they are written there."""
    found: dict[str, list[str]] = {}
    for path in (path for path in home.rglob("*") if path.is_file() and "cache" not in path.parts):
        content = path.read_bytes()
        held = [word for word in words if any(word.encode(form) in content for form in ("utf-8", "utf-16-le"))]
        if held:
            found[str(path.relative_to(home))] = held
    return found


def folder_of(home: Path) -> Folder:
    with data_folder.owned(home) as folder:
        return folder


def keys_of(folder: Folder, master: dict[str, Any]) -> PersonKeys:
    return open_keys(folder, Master(master["master_key"]))
