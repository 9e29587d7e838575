"""Where one thread ends and the next begins, and what leaves the window."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.dialogue.threads import Limits, ThreadSoFar, boundary, opens_with_turn_away, overflow
from lumina.models import EVERYBODY, Role, Turn, derived_id

AT = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
LIMITS = Limits(idle=timedelta(minutes=10), turns=12)


def reason(text: str = "そうなんだ", *, minutes: float = 1, turns: int = 3, **more: object) -> str:
    talk = ThreadSoFar(str(more.get("domain", "")), AT, turns)
    domains: dict[str, float] = more.get("domains", {})  # pyright: ignore[reportAssignmentType]
    at = AT + timedelta(minutes=minutes)
    return boundary(text, at, talk, domains=domains, shifted=bool(more.get("shifted")), limits=LIMITS)


def test_the_first_input_begins_a_thread():
    assert boundary("やあ", AT, None, domains={}, shifted=False, limits=LIMITS) == "first"


def test_a_thread_goes_on_while_nothing_ends_it():
    assert reason() == ""
    assert reason(minutes=9.9, turns=11) == ""


def test_ten_idle_minutes_twelve_turns_another_topic_or_domain_end_a_thread():
    assert reason(minutes=10) == "idle"
    assert reason(turns=12) == "turns"
    assert reason(shifted=True) == "topic"
    assert reason(domain="film", domains={"history": 0.9, "film": 0.1}) == "domain"


def test_a_domain_that_is_not_clear_ends_nothing():
    assert reason(domain="film", domains={"history": 0.5}) == ""
    assert reason(domain="", domains={"history": 0.9}) == ""
    assert reason(domain="film", domains={"history": 0.9, "film": 0.8}) == ""


@pytest.mark.parametrize(
    "text",
    ["ところで、昨日のことだけど", "あ、ところでさ", "話は変わるけど", "By the way, I moved.", "Oh, by the way…"],
)
def test_a_phrase_turns_away(text: str):
    assert opens_with_turn_away(text)


@pytest.mark.parametrize("text", ["そのところでバスを降りた", "I stood by the wayside", "変わった話だね"])
def test_the_same_words_elsewhere_do_not(text: str):
    assert not opens_with_turn_away(text)


def turns(*threads: int) -> list[Turn]:
    return [
        Turn(
            id=derived_id(nr),
            person="haru",
            room="cli",
            thread=UUID(int=thread),
            speaker="haru",
            role=Role.PERSON,
            text="話",
            at=AT,
            witnesses=frozenset({EVERYBODY}),
            position=nr,
        )
        for nr, thread in enumerate(threads)
    ]


@given(st.lists(st.integers(1, 4), max_size=60), st.integers(0, 4))
def test_what_leaves_is_of_one_thread_each_and_nothing_leaves_twice(threads: list[int], going_on: int):
    waiting = turns(*threads)
    segments = overflow(waiting, UUID(int=going_on), window_min=6, window_max=12)
    leaving = [turn.id for segment in segments for turn in segment]
    assert len(leaving) == len(set(leaving))
    assert all(len({turn.thread for turn in segment}) == 1 and len(segment) <= 12 for segment in segments)
    staying = [turn for turn in waiting if turn.id not in set(leaving)]
    assert all(turn.thread == UUID(int=going_on) for turn in staying)
    assert len(staying) <= 12


def test_above_twelve_the_oldest_go_down_to_six():
    assert overflow(turns(*[1] * 12), UUID(int=1), window_min=6, window_max=12) == []
    (segment,) = overflow(turns(*[1] * 13), UUID(int=1), window_min=6, window_max=12)
    assert [turn.position for turn in segment] == list(range(7))
