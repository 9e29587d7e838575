"""What a person says of what is known in a transcript that is read in changes it, as it does in a talk."""

from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from harness.life import ME, MORNING, Life, line, living
from lumina.known import Fact, UnitState
from lumina.reports import ImportedTurn

pytestmark = pytest.mark.asyncio(loop_scope="function")


@pytest_asyncio.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as opened:
        yield opened


def talk(*said: tuple[str, str]) -> list[ImportedTurn]:
    return [line(text, at, speaker=who, ref=f"t{at}") for at, (who, text) in enumerate(said)]


async def facts(life: Life, kind: str, *, hours: float | None = None) -> dict[str, Fact]:
    """Facts of a kind by their values, what was revoked among them."""
    moment = life.clock() if hours is None else MORNING + timedelta(hours=hours)
    known = await life.stores.knowing.of(life.person, moment, None)
    return {fact.value: fact for fact in known.facts if fact.kind == kind}


LEEDS: Sequence[tuple[str, str]] = (
    (ME, "I live in Leeds."),
    ("lumina", "How nice!"),
    (ME, "Where do I live?"),
    ("lumina", "You live in Leeds."),
)
KYOTO: Sequence[tuple[str, str]] = (
    (ME, "京都に住んでいます。"),
    ("lumina", "そうなんですね。"),
    (ME, "私はどこに住んでいる？"),
    ("ノクス", "京都だ。"),
)


@pytest.mark.parametrize(
    ("said", "wrong", "value"), [(LEEDS, "No, that's wrong.", "Leeds"), (KYOTO, "それは違うよ", "京都")]
)
async def test_what_a_character_asserted_is_revoked_as_of_the_moment_at_which_it_was_called_wrong(
    life: Life, said: Sequence[tuple[str, str]], wrong: str, value: str
) -> None:
    life.clock.advance(timedelta(days=30))
    await life.read_in(talk(*said, (ME, wrong)))
    fact = (await facts(life, "home"))[value]
    assert (fact.state, fact.history[-1].source) == (UnitState.REVOKED, "owner")
    assert (await life.turns())[-1].id == fact.history[-1].turn
    assert (await facts(life, "home", hours=0.05))[value].is_open  # what was believed before is still so


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        (["Remember this: my locker code is 4411."], "my locker code is 4411"),
        (["金庫の番号は1234だよ。", "覚えておいて。"], "金庫の番号は1234だよ"),
    ],
)
async def test_what_is_to_be_remembered_is_kept(life: Life, lines: list[str], note: str) -> None:
    life.clock.advance(timedelta(days=1))
    await life.read_in(talk(*((ME, text) for text in lines), ("lumina", "OK")))
    [kept] = (await facts(life, "note")).values()
    assert (kept.value, kept.state, kept.confidence) == (note, UnitState.CONFIRMED, 1.0)


async def test_what_is_to_be_forgotten_is_forgotten(life: Life) -> None:
    life.clock.advance(timedelta(days=1))
    await life.read_in(talk((ME, "コーヒーが好きです。"), ("lumina", "いいね"), (ME, "それは忘れて。")))
    assert [one.state for one in (await facts(life, "likes")).values()] == [UnitState.REVOKED]


async def test_what_is_said_to_another_person_is_not_said_to_the_memory(life: Life) -> None:
    life.clock.advance(timedelta(days=1))
    await life.read_in(talk((ME, "I love coffee."), ("健", "So?"), (ME, "Forget that."), (ME, "Remember: I owe you.")))
    assert all(one.is_open for one in (await facts(life, "likes")).values())
    assert await facts(life, "likes")
    assert await facts(life, "note") == {}


async def test_a_file_read_in_again_corrects_nothing_again_even_what_was_told_anew_since(life: Life) -> None:
    life.clock.advance(timedelta(days=1))
    said = talk(*LEEDS, (ME, "No, that's wrong."))
    await life.read_in(said)
    claims = await life.stores.claims.count(life.person)
    await life.say("I live in Leeds.")
    told = await life.stores.claims.count(life.person)
    assert told > claims
    await life.read_in(said)
    assert await life.stores.claims.count(life.person) == told
    held = [one for one in (await life.lumina.known.known(life.person)).facts if one.is_open and one.kind == "home"]
    assert [one.value for one in held] == ["Leeds"]


async def test_a_talk_that_was_held_here_and_is_read_in_as_a_file_changes_nothing(life: Life) -> None:
    await life.chat(["I live in Leeds.", "Where do I live?", "No, that's wrong."])
    claims = await life.stores.claims.count(life.person)
    turns = await life.turns()
    await life.read_in(
        [line(one.text, 0, speaker=one.speaker, at=one.at, room=one.room, ref=str(one.id)) for one in turns]
    )
    assert await life.stores.claims.count(life.person) == claims
    assert len(await life.turns()) == len(turns)


async def test_who_was_killed_before_the_corrections_corrects_by_reading_in_again(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    life.clock.advance(timedelta(days=1))
    said = talk(*LEEDS, (ME, "No, that's wrong."))

    async def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("lumina.transfer.corrections.Corrections.heed", killed)
        with pytest.raises(KeyboardInterrupt):
            await life.read_in(said)
    assert (await facts(life, "home"))["Leeds"].is_open
    await life.read_in(said)
    assert not (await facts(life, "home"))["Leeds"].is_open
