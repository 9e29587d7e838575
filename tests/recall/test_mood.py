"""How somebody felt when they were last here stands in the pack, for who was there, and for some days."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from harness.life import Life, living, scripted

pytestmark = pytest.mark.asyncio(loop_scope="function")

SAD = [
    "昨日、飼っていた猫が死んでしまって、悲しくて涙が止まらない。",
    "とても辛い。寂しくて何も手につかない。",
    "本当に悲しい。苦しい。",
]
GLAD = ["試験に合格して、とても嬉しい！", "最高に幸せだ。楽しくて仕方がない。", "みんなに祝ってもらえて嬉しかった。"]


@pytest_asyncio.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as opened:
        yield opened


async def told_of(life: Life, text: str = "ねえ。", room: str = "") -> str:
    model = scripted("うん。")
    life.listen_to(model)
    await life.say(text, room=room)
    return model.seen


@pytest.mark.parametrize(("said", "mood"), [(SAD, "昨日は気持ちが沈んでいた"), (GLAD, "昨日は気持ちが明るかった")])
async def test_who_speaks_is_told_how_the_person_felt_last(life: Life, said: list[str], mood: str) -> None:
    await life.chat(said)
    await life.distil_all()
    await life.pass_days(1)
    assert mood in await told_of(life)


async def test_a_mood_of_some_days_ago_is_nobody_s_mood(life: Life) -> None:
    await life.chat(SAD)
    await life.distil_all()
    life.clock.advance(timedelta(days=4))
    assert "沈んでいた" not in await told_of(life)


async def test_what_was_felt_before_one_alone_is_told_to_no_other(life: Life) -> None:
    await life.lumina.rooms.set_present(life.person, "内緒", ["nox"])
    await life.chat(SAD, room="内緒")
    await life.distil_all()
    await life.lumina.rooms.set_present(life.person, "内緒", ["lumina"])
    assert "沈んでいた" not in await told_of(life, room="内緒")
    await life.lumina.rooms.set_present(life.person, "内緒", ["nox"])
    assert "沈んでいた" in await told_of(life, room="内緒")
