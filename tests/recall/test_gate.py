"""The gate: what a character did not witness reaches it on no way, at no age, by no arm and from no cache."""

from collections.abc import AsyncGenerator, Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from random import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from harness.life import MORNING, Life, living, scripted
from lumina.models import EVERYBODY, derived_id
from lumina.reports import ImportedTurn, Recollection

THINGS = (
    *("提灯", "フクロウ", "風鈴", "尺八", "囲炉裏", "水車", "草履"),
    *("鏡餅", "風呂敷", "茶碗", "金魚", "障子", "三味線", "屏風"),
)
"""A word for each turn, that no other turn has."""

CHARACTERS = ("lumina", "clarisse", "nox")
ROOMS = ("地下", "屋根裏")
SAID = ("日曜の市場で{}を見かけたよ。", "市場の帰りに{}の話になったんだ。", "母は市場で{}を買うつもりらしい。")
AGES = (0, 2, 8, 32)
"""Days, after which all lies in the first day, in the month, in long-term, and in part in the archive."""

ASKED = (
    "市場で見かけたものは？",
    "千夏は市場の話をしていた？",
    "先週、市場の帰りに何があった？",
    "5月に買うと言ったのは？",
)
HEARD = st.frozensets(st.sampled_from([*CHARACTERS, EVERYBODY]), min_size=1)
SPEAKERS = st.sampled_from(["me", "千夏", *CHARACTERS])
TALK = st.lists(st.tuples(SPEAKERS, HEARD), min_size=8, max_size=len(THINGS))


sampled = settings(
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a life takes seconds: shrinking one takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as life:
        yield life


def lines(talk: Sequence[tuple[str, frozenset[str]]], person: str) -> list[ImportedTurn]:
    return [
        ImportedTurn(
            speaker=person if speaker == "me" else speaker,
            text=SAID[at % len(SAID)].format(THINGS[at]),
            at=MORNING + timedelta(minutes=at),
            room=ROOMS[at // 5 % 2],
            witnesses=heard,
        )
        for at, (speaker, heard) in enumerate(talk)
    ]


def kept_from(viewer: str, talk: Sequence[tuple[str, frozenset[str]]]) -> list[str]:
    """The words that this character never heard."""
    return [
        thing
        for thing, (speaker, heard) in zip(THINGS, talk, strict=False)
        if not {speaker, *heard} & {viewer, EVERYBODY}
    ]


def revealed(words: Iterable[str], shown: object) -> list[str]:
    return [word for word in words if word in str(shown)]


async def asked_twice(life: Life, query: str, viewer: str, *, turns: bool) -> Recollection:
    """The owner asks first: what that leaves at hand must not come back to a character."""
    await life.recall(query, limit=50, turns=turns)
    return await life.recall(query, viewer=viewer, limit=50, turns=turns)


@settings(sampled, max_examples=5)
@given(talk=TALK, viewer=st.sampled_from(CHARACTERS), pinned=st.booleans())
async def test_nothing_unheard_comes_back_at_any_age_by_any_arm(
    life: Life, talk: list[tuple[str, frozenset[str]]], viewer: str, pinned: bool
) -> None:
    life.person = f"人{derived_id(*talk, viewer, random()).hex[:8]}"
    life.clock.set(MORNING)
    hidden = kept_from(viewer, talk)
    await life.read_in(lines(talk, life.person))
    for days in AGES:
        life.clock.set(MORNING + timedelta(days=days, hours=1))
        await life.run("all")
        for state in await life.states() if pinned else ():
            await life.lumina.memories.pin(life.person, state.id)
        for turns in (True, False):
            for query in ASKED:
                found = await asked_twice(life, query, viewer, turns=turns)
                assert not revealed(hidden, (found.pack, found.hits))
            for word in hidden:
                found = await asked_twice(life, f"{word}はどこ？", viewer, turns=turns)
                assert not revealed(hidden, (found.pack.text, found.hits))
                assert revealed([word], found.pack.remarks), "that it was found nearby says that it was said"


@settings(sampled, max_examples=3)
@given(talk=TALK, viewer=st.sampled_from(CHARACTERS), days=st.sampled_from(AGES))
async def test_nothing_unheard_is_told_to_the_model_that_speaks_for_a_character(
    life: Life, talk: list[tuple[str, frozenset[str]]], viewer: str, days: int
) -> None:
    life.person = f"人{derived_id(*talk, viewer, random()).hex[:8]}"
    life.clock.set(MORNING)
    await life.read_in(lines(talk, life.person))
    life.clock.set(MORNING + timedelta(days=days, hours=1))
    await life.run("all")
    for state in await life.states():
        await life.lumina.memories.pin(life.person, state.id)
    model = scripted("なるほど。")
    life.listen_to(model)
    for room in ROOMS:
        await life.lumina.rooms.set_present(life.person, room, [viewer])
        for query in ASKED:
            await life.say(query, room=room)
    assert len(model.asked) >= len(ROOMS) * len(ASKED)
    assert not revealed(kept_from(viewer, talk), model.seen)
