"""How a recollection came about: what is told is what happened, and nothing that the viewer did not witness."""

from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from harness.life import Life, line, living
from lumina.models import TierName
from lumina.recall.explanations import Explanation, Reason

SAID = [
    "市場で青い風鈴を買ったよ。",
    "風鈴は窓辺につるした。",
    "夕方の風でよく鳴るんだ。",
    "隣の犬がそれを聞いて吠えた。",
    "犬の名前は小太郎というらしい。",
    "市場で青い風鈴を買ったよ。",
    "来週は祖母の家へ行く。",
    "祖母は漬物を作るのが上手だ。",
    "帰りに市場でまた風鈴を見たい。",
    "赤い風鈴もきれいだと思う。",
]
SECRET = "引き出しの奥に風鈴の領収書を隠した。"
QUERY = "市場で買った風鈴は何色？"


@pytest.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as life:
        heard = frozenset({life.person, "lumina", "nox"})
        lines = [line(text, at, thread=f"d{at // 5}", witnesses=heard) for at, text in enumerate(SAID)]
        alone = frozenset({life.person, "nox"})
        await life.read_in([*lines, line(SECRET, 20, thread="秘密", witnesses=alone)])
        life.clock.advance(timedelta(hours=2))
        await life.distil_all()
        yield life


async def explained(
    life: Life, *, viewer: str | None = None, limit: int = 10, budget: int = 4000, turns: bool = True
) -> Explanation:
    unit = "turn" if turns else "memory"
    return await life.lumina.recall.explain(
        QUERY, person=life.person, viewer=viewer, budget=budget, limit=limit, unit=unit
    )


def texts(found: Explanation, reason: Reason) -> Sequence[str]:
    return [one.turn.text if one.turn else "" for one in found.dropped if one.reason is reason]


@pytest.mark.parametrize("turns", [True, False])
async def test_explaining_changes_nothing_of_what_is_recalled(life: Life, turns: bool) -> None:
    plain, told = await life.recall(QUERY, limit=3, turns=turns), await explained(life, limit=3, turns=turns)
    assert (told.recollection.pack, told.recollection.hits) == (plain.pack, plain.hits)
    assert [hit.memory for hit in told.hits] == [hit.memory for hit in plain.hits]


async def test_the_terms_of_a_hit_add_up_to_its_score(life: Life) -> None:
    for hit, told in zip((found := await explained(life)).recollection.hits, found.hits, strict=True):
        assert told.score == pytest.approx(hit.score)
        assert sum(told.terms.values()) == pytest.approx(hit.score, abs=0.001)


async def test_a_hit_has_the_rank_that_each_source_gave_it(life: Life) -> None:
    found = await explained(life)
    for hit, told in zip(found.recollection.hits, found.hits, strict=True):
        assert told.sources, hit
        assert {name: place.rank for name, place in told.sources.items()} == {
            name: rank for name, rank in hit.why.items() if ":" in name
        }


async def test_all_sources_laid_together_rank_each_entry_once(life: Life) -> None:
    await life.say("風鈴の話をもう少ししたい。")  # waits in the window, while the others are a memory
    found = await explained(life, limit=50)
    assert len({name.split(":")[0] for hit in found.hits for name in hit.sources}) > 1
    for name, arm in found.arms.items():
        ranks = sorted(hit.arms[name].rank for hit in found.hits if name in hit.arms)
        assert arm.found >= arm.go_on >= len(ranks)
        assert len(set(ranks)) == len(ranks)


async def test_a_near_duplicate_is_told_with_what_it_repeats(life: Life) -> None:
    found = await explained(life, limit=3)
    [twin] = [one for one in found.dropped if one.reason is Reason.REPEATS]
    assert twin.turn is not None
    assert twin.turn.text == SAID[0]
    assert twin.repeats in [hit.entry for hit in found.hits]


async def test_what_is_below_the_limit_are_the_next_hits(life: Life) -> None:
    everything, found = await explained(life, limit=50), await explained(life, limit=3)
    below = [one.entry for one in found.dropped if one.reason is Reason.BELOW_LIMIT]
    twins = {one.entry for one in found.dropped if one.reason is Reason.REPEATS}
    assert below
    assert below == [hit.entry for hit in everything.hits[3:] if hit.entry not in twins]


async def test_every_turn_is_in_the_pack_or_told_not_to_fit(life: Life) -> None:
    found = await explained(life, budget=60, limit=50)
    left_out = texts(found, Reason.OVER_BUDGET)
    assert left_out
    assert [text for text in {*SAID, SECRET} if text in found.recollection.pack.text] == [
        text for text in {*SAID, SECRET} if text not in left_out or text == SAID[0]
    ]
    assert not texts(await explained(life), Reason.OVER_BUDGET)


async def test_what_a_source_brings_though_it_was_put_away_is_told_to_be_kept_back(life: Life) -> None:
    first = (await life.states())[0]
    async with life.stores.database.writing(life.person) as guard:  # the index has not followed yet
        where = TierName.FORGOTTEN
        await life.stores.catalogue.move(guard, life.person, [first.id], where, at=life.clock(), why="test")
    found = await explained(life)
    kept_back = {one.entry for one in found.dropped if one.reason is Reason.PUT_AWAY}
    assert kept_back
    assert kept_back <= {*first.turns, first.id}
    assert not any(first.id == hit.memory for hit in found.hits)


async def test_a_character_is_told_nothing_of_what_it_did_not_witness(life: Life) -> None:
    assert SECRET in str(await explained(life, viewer="nox", limit=3))
    told = await explained(life, viewer="lumina", limit=3)
    assert SECRET not in str(told)
    turns = {turn.text: turn.id for turn in await life.turns()}
    assert turns[SECRET] not in [one.entry for one in told.dropped]
    assert turns[SECRET] not in [one.entry for one in told.hits]
