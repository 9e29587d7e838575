"""What somebody is like is derived from what they said, as of a moment, and told by every face."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from harness.life import Life, living
from lumina.errors import UnknownPerson
from lumina.lifecycle.profile import TOPICS, strongest
from lumina.models import Network

NOW = datetime(2026, 11, 25, tzinfo=UTC)


@pytest_asyncio.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as opened:
        yield opened


@pytest.mark.asyncio(loop_scope="function")
async def test_a_profile_has_what_is_liked_who_answered_and_what_is_spoken_of_most(life: Life) -> None:
    await life.chat(
        ["コーヒーが好き。", "納豆が嫌い。", "将棋の大会に出た。", "将棋の駒を買った。", "@ノクス 将棋の本ある？"]
    )
    await life.distil_all()
    found = await life.lumina.profiles.of(life.person)
    assert [fact.value for fact in found.likes] == ["コーヒー"]
    assert [fact.value for fact in found.dislikes] == ["納豆"]
    assert sum(one.times for one in found.company) == 5
    assert "nox" in {one.character for one in found.company}
    assert "将棋" in {topic.name for topic in found.topics}


@pytest.mark.asyncio(loop_scope="function")
async def test_what_is_not_liked_any_more_is_in_the_profile_of_then_alone(life: Life) -> None:
    await life.say("コーヒーが好き。")
    then = life.clock()
    life.clock.advance(timedelta(days=10))
    await life.say("コーヒーはもう好きじゃない。")
    assert [fact.value for fact in (await life.lumina.profiles.of(life.person)).likes] == []
    life.clock.set(then)
    found = await life.lumina.profiles.of(life.person)
    assert [fact.value for fact in found.likes] == ["コーヒー"]
    assert [one.times for one in found.company] == [1]


@pytest.mark.asyncio(loop_scope="function")
async def test_who_is_erased_has_no_profile(life: Life) -> None:
    await life.say("コーヒーが好き。")
    token = (await life.lumina.erasure.preview(life.person)).token
    await life.lumina.erasure.erase(life.person, token, "test")
    with pytest.raises(UnknownPerson):
        await life.lumina.profiles.of(life.person)


def test_topics_fade_by_the_week_as_memories_do_and_are_ten_at_most() -> None:
    old, new = NOW - timedelta(weeks=52), NOW - timedelta(days=1)
    concepts = (
        ("ski", 9, old),
        ("tea", 2, new),
        *((f"c{n:02}", 1, new) for n in range(20)),
        ("later", 9, NOW + timedelta(1)),
    )
    found = strongest(Network(concepts=concepts), NOW)
    assert len(found) == TOPICS
    assert found[0].name == "tea"
    assert "ski" not in {topic.name for topic in found}
    assert strongest(Network(concepts=(("ski", 9, old),)), NOW)[0].strength == pytest.approx(9 * 0.95**52)
    assert "later" not in {topic.name for topic in found}
