"""What is kept is sealed: no file tells it, what was changed is not shown, and an older folder is taken over."""

import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from harness.copies import copy_home
from harness.life import ME, Life, line, living
from harness.older import unseal
from harness.once import ended, lived_once
from harness.sealed import DAYS, EDITED, OTHER, TOLD, all_of, folder_of, keys_of, live, standing
from lumina.clock import ManualClock
from lumina.databases.postgres import Database
from lumina.errors import Damaged
from lumina.memory.codec import unpack_memory
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.models import TierName
from lumina.stores import unsealed
from lumina.stores.embedded import EmbeddedEngines


def beside(folder: Path) -> dict[str, Any]:
    return {"master_key": folder / "elsewhere" / "master.key"}


@pytest.fixture
def master(tmp_path: Path) -> dict[str, Any]:
    return beside(tmp_path)


@pytest.fixture(scope="module")
def once_lived(untouched_home: Path, whole_run: Path) -> Path:
    """A life that was lived once, and when it ended: `home` and `elsewhere` of a test are copies."""
    return lived_once(whole_run / "sealed", untouched_home, beside, live)


@pytest.fixture
def lived(once_lived: Path, tmp_path: Path) -> Path:
    """The data folder of a life in which something lies everywhere; its master key is `master`."""
    copy_home(once_lived / "elsewhere", tmp_path / "elsewhere")
    return copy_home(once_lived / "home", tmp_path / "home")


@pytest.fixture
def clock(once_lived: Path) -> ManualClock:
    return ended(once_lived)


async def test_what_was_said_and_what_was_made_of_it_stands_in_no_file(home: Path, master: dict[str, Any]) -> None:
    """Concepts and names are compared in SQL, and are not sealed: docs/security.md says so."""
    async with living(home, **master) as life:
        await live(life)
        assert {TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM} <= set(await life.tiers())
        sentences = [f"{thing}を買った" for thing in DAYS.values()] + [f"{EDITED}を買った", f"{TOLD}が届きました"]
        await life.stores.database.execute("checkpoint")
        assert standing(home, sentences) == {}
    assert standing(home, sentences) == {}


BODIES = ("turns.text", "memories.content", "longterm.body", "entries.body", "claims.body", "images.content")


@pytest.mark.parametrize("where", BODIES)
@pytest.mark.parametrize("harm", ["a bit", "another's", "another id's"])
async def test_what_was_changed_or_moved_is_never_shown(
    lived: Path, clock: ManualClock, master: dict[str, Any], where: str, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    table, column = where.split(".")
    async with living(lived, clock, **master) as life:
        before = texts(await all_of(life))
        await life.read_in([line("他人の鞄を買った。", number, speaker=OTHER) for number in range(20)], person=OTHER)
        fetch: Any = life.stores.database.fetch
        execute: Any = life.stores.database.execute
        rows: Any = await fetch(f"select id, {column} from {table} where person = %s and {column} is not null", (ME,))
        theirs: Any = await fetch(f"select {column} from {table} where person = %s and {column} is not null", (OTHER,))
        (hurt, own), others = rows[0], [body for _, body in rows[1:]]
        (foreign,) = theirs[0] if theirs else (own[:-1],)  # who has no image has none that could be moved
        harmed = {"a bit": flipped(own), "another's": foreign, "another id's": others[0] if others else own[:-1]}
        await execute(f"update {table} set {column} = %s where person = %s and id = %s", (harmed[harm], ME, hurt))
        life.stores.claims.forget_kept()
        with caplog.at_level(logging.WARNING):
            shown = await readable(life)
        assert shown <= before
        assert "他人" not in "".join(shown)


def flipped(sealed: bytes) -> bytes:
    middle = len(sealed) // 2
    return sealed[:middle] + bytes([sealed[middle] ^ 1]) + sealed[middle + 1 :]


def texts(everything: dict[str, Any]) -> set[str]:
    """The words of turns, memories, claims and images."""
    images = [image for shown in everything["images"].values() for image in shown]
    return {
        *(turn.text for turn in everything["turns"]),
        *(unpack_memory(packed).text for packed in everything["memories"].values()),
        *(one.claim.text for one in everything["claims"]),
        *(image.content.hex() for image in images),
    }


async def readable(life: Life) -> set[str]:
    """As texts(), of what can be read still."""
    stores, found = life.stores, {turn.text for turn in await life.turns()}
    found |= {one.text for one in (await stores.bodies.readable(ME, await life.states())).values()}
    found |= {one.claim.text for one in await stores.claims.of(ME)}
    with suppress(Damaged):
        shown = (await stores.images.all(ME)).values()
        found |= {image.content.hex() for images in shown for image in images}
    await life.recall("何を買った？")
    return found


async def test_what_an_older_version_wrote_is_sealed_and_reads_as_before(home: Path, master: dict[str, Any]) -> None:
    async with living(home, **master) as life:
        await live(life)
        await life.read_in([line("LS1という型番の時計を買った。", 5, speaker=OTHER)], person=OTHER)
        clock, before = life.clock, await all_of(life)
    folder = folder_of(home)
    await unseal(folder, keys_of(folder, master))
    said = [f"{thing}を買った" for thing in DAYS.values()]
    assert {word for held in standing(home, said).values() for word in held} == {*said}
    async with living(home, clock, **master) as life:
        assert await all_of(life) == before
        assert standing(home, said) == {}
        assert await life.stores.database.fetch(unsealed.UNCHECKED) == []
    assert standing(home, said) == {}


class Killed(Exception):
    """In the place of a kill."""


@pytest.mark.parametrize("when", ["first pages", "turns", "entries", "freeing", "validating", "days"])
async def test_sealing_that_is_broken_off_goes_on_and_loses_nothing(
    lived: Path, clock: ManualClock, master: dict[str, Any], when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living(lived, clock, **master) as life:
        before = await all_of(life)
    folder = folder_of(lived)
    await unseal(folder, keys_of(folder, master))
    with monkeypatch.context() as broken:
        break_off(broken, when)
        with pytest.raises(Killed):
            async with living(lived, clock, **master):
                pass
    async with living(lived, clock, **master) as life:
        assert await all_of(life) == before
    assert standing(lived, [f"{thing}を買った" for thing in DAYS.values()]) == {}


def break_off(broken: pytest.MonkeyPatch, when: str) -> None:
    seal, execute, updates = unsealed._seal, Database.execute, [0]  # pyright: ignore[reportPrivateUsage]

    async def sealed(database: Database, table: Any) -> None:
        if table.name == when:
            raise Killed
        await seal(database, table)

    async def executed(database: Database, statement: Any, params: Any = ()) -> int:
        updates[0] += statement.lstrip().startswith("update")
        if updates[0] > 2 if when == "first pages" else statement.startswith("alter table"):
            raise Killed
        return await execute(database, statement, params)

    async def dies(*_: object) -> None:
        raise Killed

    if when in {"turns", "entries"}:
        broken.setattr(unsealed, "_seal", sealed)
    elif when == "freeing":
        broken.setattr(EmbeddedEngines, "free", dies)
    elif when == "days":
        broken.setattr(DuckDBTier, "_insert", _dies)
    else:
        broken.setattr(Database, "execute", executed)


def _dies(*_: object) -> None:
    raise Killed
