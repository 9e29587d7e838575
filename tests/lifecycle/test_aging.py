"""What was used comes back, even where the process ended between the answer and the lifting."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from harness.life import Life, line, living
from lumina.lifecycle.aging import FADED_BELOW
from lumina.lifecycle.importance import KEPT_PER_WEEK, importance
from lumina.models import MemoryState, TierName

TRIFLES = ("ノートを一冊買った", "駅前の信号が長かった", "雨が少し降った", "パンを焼きすぎた", "靴ひもがほどけた")


async def put_away(life: Life) -> list[MemoryState]:
    """A fortnight of trifles and joys, of which those that nobody needed lie in the archive."""
    said = [f"{TRIFLES[nr % 5]}{'。本当にうれしい！' * (nr % 3)}" for nr in range(30)]
    await life.read_in([line(text, 300 * nr) for nr, text in enumerate(said)])
    await life.pass_days(40, every=timedelta(days=4))
    await life.run("all")
    return [state for state in await life.states() if state.tier is TierName.ARCHIVE]


async def note(life: Life, states: Sequence[MemoryState]) -> int:
    """An answer used these, and then nothing more was done. Returns the person's epoch."""
    answer = (await life.turns())[0].id
    async with life.stores.database.writing(life.person) as guard:
        await life.parts.talking.uses.note(guard, life.person, [s.id for s in states], answer, life.clock())
        return guard.epoch


async def test_what_was_used_from_the_archive_and_not_lifted_then_is_whole_in_long_term_after_the_night(
    home: Path,
) -> None:
    async with living(home) as life:
        used, *unused = await put_away(life)
        life.clock.advance(timedelta(hours=1))
        await note(life, [used])
        life.clock.advance(timedelta(hours=1))
        await life.run("lifecycle")
        after = {state.id: state for state in await life.states()}
        assert (after[used.id].tier, after[used.id].detail) == (TierName.LONGTERM, "full")
        assert {after[state.id].tier for state in unused} <= {TierName.ARCHIVE}
        assert (await life.stores.longterm.read(life.person, [used.id]))[0].turns == used.turns


async def test_what_was_used_before_it_was_put_away_stays_there(home: Path) -> None:
    async with living(home) as life:
        archived = await put_away(life)
        ids = [state.id for state in archived]
        life.clock.set(archived[0].born + timedelta(days=1))
        await note(life, archived)
        life.clock.advance(timedelta(days=33))
        assert await life.stores.catalogue.used_since(life.person, life.clock()) == []
        await life.run("lifecycle")
        assert {state.tier for state in await life.states() if state.id in ids} == {TierName.ARCHIVE}


async def test_what_the_owner_put_away_after_it_was_used_stays_put_away(home: Path) -> None:
    async with living(home) as life:
        await put_away(life)
        used = {state.detail: state for state in await life.states()}
        assert used.keys() == {"full", "gist"}
        life.clock.advance(timedelta(hours=1))
        epoch = await note(life, [*used.values()])
        for state in used.values():
            await life.parts.memories.forget(life.person, state.id)
        await life.parts.talking.uses.lift(life.person, [state.id for state in used.values()], life.clock(), epoch)
        await life.run("lifecycle")
        after = {state.id: state.tier for state in await life.states()}
        assert {after[state.id] for state in used.values()} == {TierName.FORGOTTEN}


async def test_what_the_catalogue_has_faded_is_what_importance_says_of_what_was_never_used(home: Path) -> None:
    async with living(home) as life:
        await life.read_in([line(f"{TRIFLES[nr % 5]}{'。本当にうれしい！' * (nr % 3)}", 300 * nr) for nr in range(30)])
        await life.pass_days(40, every=timedelta(days=8))
        whole = [one for one in await life.states() if one.tier is TierName.LONGTERM and one.detail == "full"]
        for weeks in (0, 4, 9, 20, 400_000):
            now = life.clock() + timedelta(weeks=weeks)
            faded = await life.stores.catalogue.faded(life.person, now, kept=KEPT_PER_WEEK, below=FADED_BELOW)
            expected = [one for one in whole if importance(one.salience, one.born, (), now) < FADED_BELOW]
            assert {one.id for one in faded} == {one.id for one in expected}
        assert whole
