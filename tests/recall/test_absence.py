"""Why something is not among the hits: each reason, where it holds."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
import pytest_asyncio

from harness.life import Life, line
from lumina.errors import StoreDown, UnknownTurn
from lumina.models import Cue, Found, derived_id
from lumina.recall.absence import why_not
from lumina.recall.ask import Ask
from lumina.recall.asking import Panel
from lumina.recall.explanations import Absence, Reason
from lumina.recall.recollect import LIMIT

MANY = 2 * LIMIT + 20
WALKS = [f"{nr}日目も川まで散歩して、{nr * 7}歩あるいた。" for nr in range(MANY)]
CAT = "The cat sleeps on the piano."
TWIN = "散歩と川が好きで、川の散歩を毎日の川の楽しみにしている。"
SECRET = "川の散歩は本当は苦手だ。"
QUERY = "川の散歩"


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def walked(life: Life) -> Life:
    """A person who has told of all that."""
    said = [TWIN, *WALKS, TWIN]
    lines = [line(text, at, thread=f"d{at // 6}", speaker=life.person) for at, text in enumerate(said)]
    alone = frozenset({life.person, "nox"})
    cat = line(CAT, MANY + 5, thread="猫", speaker=life.person)
    secret = line(SECRET, MANY + 6, thread="秘密", speaker=life.person, witnesses=alone)
    await life.read_in([*lines, cat, secret])
    life.clock.advance(timedelta(hours=4))
    await life.distil_all()
    return life


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def life(shared_life: Life) -> Life:
    """For tests that only look."""
    return await walked(shared_life)


@pytest_asyncio.fixture(loop_scope="module")
async def own(shared_life: Life) -> Life:
    """For one that changes something."""
    return await walked(replace(shared_life, person=str(uuid4())))


async def turn(life: Life, text: str) -> UUID:
    return next(turn.id for turn in reversed(await life.turns()) if turn.text == text)


async def asked(life: Life, wanted: UUID, *, viewer: str | None = None, limit: int = 3, turns: bool = True) -> Absence:
    unit = "turn" if turns else "memory"
    lumina = life.lumina
    return await lumina.recall.why_not(
        QUERY, wanted, person=life.person, viewer=viewer, budget=400, limit=limit, unit=unit
    )


async def test_what_is_among_the_hits_is_told_its_place(life: Life) -> None:
    hit = (await life.recall(QUERY, limit=3, turns=True)).hits[1]
    found = await asked(life, hit.turns[0].id)
    assert found.reason is None
    assert found.weighed is not None
    assert (found.weighed.place, found.weighed.score) == (2, pytest.approx(hit.score))


async def test_a_memory_is_there_when_any_of_its_turns_is(life: Life) -> None:
    hit = (await life.recall(QUERY, limit=3)).hits[2]
    assert hit.memory is not None
    found = await asked(life, hit.memory, turns=False)
    assert found.reason is None
    assert found.weighed is not None
    assert found.weighed.place == 3


async def test_what_is_below_the_limit_is_compared_with_the_last_hit_term_by_term(life: Life) -> None:
    hits = (await life.recall(QUERY, limit=9, turns=True)).hits
    found = await asked(life, hits[7].turns[0].id)
    assert found.reason is Reason.BELOW_LIMIT
    assert found.weighed is not None
    assert found.last is not None
    assert found.weighed.place == 8
    assert found.last.entry == hits[2].turns[0].id
    assert sum(found.lacks.values()) == pytest.approx(found.last.score - found.weighed.score, abs=0.001)
    assert list(found.lacks.values()) == sorted(found.lacks.values(), reverse=True)


async def test_what_every_arm_ranks_too_low_is_told_its_rank_and_scored_by_hand(life: Life) -> None:
    hits = (await life.recall(QUERY, limit=1000, turns=True)).hits
    left_behind = [
        turn.id for turn in await life.turns() if turn.text in WALKS and turn not in [h.turns[0] for h in hits]
    ]
    found = await asked(life, left_behind[0])
    assert found.reason is Reason.BELOW_ARMS
    assert found.weighed is not None
    assert found.weighed.arms
    assert all(place.rank > LIMIT for place in found.weighed.arms.values())
    assert found.weighed.of > len(hits), "it stands among the others"
    assert sum(found.weighed.terms.values()) == pytest.approx(found.weighed.score, abs=0.001)


async def test_what_no_arm_finds_is_scored_by_hand(life: Life) -> None:
    found = await asked(life, await turn(life, CAT))
    assert found.reason is Reason.NOT_FOUND
    assert found.weighed is not None
    assert not found.weighed.arms
    assert found.weighed.turn is not None
    assert found.weighed.turn.text == CAT


async def test_a_near_duplicate_is_told_what_it_repeats(life: Life) -> None:
    twins = [turn.id for turn in await life.turns() if turn.text == TWIN]
    [found] = [one for one in [await asked(life, twin) for twin in twins] if one.reason is not None]
    assert found.reason is Reason.REPEATS
    assert found.repeats in twins
    assert found.repeats != found.wanted


async def test_what_was_put_away_is_told_so_by_its_turns_too(own: Life) -> None:
    state = (await own.states())[0]
    await own.lumina.memories.forget(own.person, state.id)
    for wanted in (state.id, state.turns[0]):
        assert (await asked(own, wanted)).reason is Reason.PUT_AWAY


async def test_of_what_a_character_did_not_witness_it_is_told_nothing_else(life: Life) -> None:
    secret = await turn(life, SECRET)
    memory = next(state.id for state in await life.states() if secret in state.turns)
    for wanted, turns in ((secret, True), (secret, False), (memory, False), (memory, True)):
        found = await asked(life, wanted, viewer="lumina", turns=turns, limit=1000)
        assert found == Absence(found.recollection, wanted, LIMIT, Reason.NOT_WITNESSED)
        assert SECRET not in str(found)
        told = await asked(life, wanted, viewer="nox", turns=turns, limit=1000)
        assert told.weighed is not None, "nox was there"


async def test_what_was_put_away_unheard_is_not_even_told_to_be_put_away(own: Life) -> None:
    secret = await turn(own, SECRET)
    memory = next(state.id for state in await own.states() if secret in state.turns)
    await own.lumina.memories.forget(own.person, memory)
    assert (await asked(own, memory, viewer="lumina")).reason is Reason.NOT_WITNESSED


async def test_an_answer_that_failed_is_in_no_index(own: Life) -> None:
    one = (await own.turns())[0]
    failed = replace(one, id=derived_id("failed"), text="川の散歩についての途中で切れた返事", failed=True, position=-1)
    async with own.stores.database.writing(own.person) as guard:
        await own.stores.transcript.append(guard, [failed])
    assert (await asked(own, failed.id)).reason is Reason.NOT_INDEXED


class Down:
    """A source that does not answer."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def search(self, cue: Cue) -> Found:
        raise StoreDown(store=self.name, why=f"{cue.text} went unheard")


async def test_a_source_that_does_not_answer_is_named(life: Life) -> None:
    recaller = life.parts.recaller
    silent = replace(recaller, panel=Panel([Down(source.name) for source in recaller.panel.sources], 1.0))
    ask = Ask(person=life.person, text=QUERY, at=life.clock(), language="ja", budget=400, unit="turn")
    found = await why_not(silent, ask, await turn(life, CAT))
    assert found.reason is Reason.SOURCE_MISSING
    assert set(found.missing) >= {"redis", "duckdb", "longterm"}


async def test_what_there_is_not_is_refused(life: Life) -> None:
    with pytest.raises(UnknownTurn):
        await asked(life, uuid4())
