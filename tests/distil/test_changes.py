"""What somebody changes: what held until then holds no more, though the clause may not name it."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claim, Claimed, ClaimType, Mode, UnitState, claim_id

START = datetime(2026, 1, 12, 20, tzinfo=ZoneInfo("Asia/Tokyo"))


def facts(*lines: str) -> dict[str, UnitState]:
    claims: list[Claimed] = []
    for number, text in enumerate(lines, 1):
        at, turn = START + timedelta(days=number), UUID(int=number)
        claims += [
            Claimed(claim_id("u", turn, "rules", claim), claim, turn, at, at, frozenset())
            for claim in read_claims(text, at, [])
        ]
    found = known("u", claims, START + timedelta(days=30)).facts
    return {fact.value: fact.state for fact in found if fact.about == ME}


IS, WAS = UnitState.CONFIRMED, UnitState.SUPERSEDED


@pytest.mark.parametrize(
    ("lines", "held"),
    [
        (("免許の合宿、AT限定で申し込んだ。", "AT限定からMTに変えてもろた。"), {"AT限定": WAS, "MT": IS}),
        (("納豆が苦手。", "納豆が食べられるようになった。"), {"納豆": WAS, "納豆が食べられるようになった": IS}),
        (("健太と付き合ってる。", "先週、健太と別れた。"), {"健太（恋人）": WAS, "恋人はいない（別れた）": IS}),
        (("健太と付き合ってる。", "駅で友達と別れた。"), {"健太（恋人）": WAS}),
        (("I've signed up for the half marathon", "Dropped down to the 10k"), {"half marathon": WAS, "10k": IS}),
    ],
)
def test_what_is_changed_takes_the_place_of_what_was(lines: tuple[str, ...], held: dict[str, UnitState]) -> None:
    assert facts(*lines).items() >= held.items()


def claimed(*said: tuple[str, str, Mode]) -> dict[tuple[str, str], UnitState]:
    """What is known by claims (kind, value, mode), a day apart."""
    claims: list[Claimed] = []
    for number, (kind, value, mode) in enumerate(said, 1):
        claim = Claim(ClaimType.FACT, ME, kind, value, value, 0.9, mode)
        at, turn = START + timedelta(days=number), UUID(int=number)
        claims.append(Claimed(claim_id("u", turn, "rules", claim), claim, turn, at, at, frozenset()))
    return {(fact.kind, fact.value): fact.state for fact in known("u", claims, START + timedelta(days=30)).facts}


def test_what_is_given_up_ends_as_a_hobby_and_as_a_habit_and_what_is_off_as_a_plan_and_as_an_event() -> None:
    bowls = ("habit", "bowl Tuesdays and Sundays", Mode.IS)
    assert claimed(bowls, ("hobby", "bowls", Mode.ENDS))[bowls[:2]] == WAS
    tea = ("habit", "green tea every morning", Mode.IS)
    assert claimed(bowls, tea, ("hobby", "bowls", Mode.ENDS))[tea[:2]] == IS
    both = claimed(("hobby", "ピアノ", Mode.IS), ("habit", "ピアノを毎晩弾く", Mode.IS), ("hobby", "ピアノ", Mode.ENDS))
    assert set(both.values()) == {WAS}
    trip = ("event", "San Diego in July", Mode.IS)
    assert claimed(trip, ("plan", "San Diego", Mode.ENDS))[trip[:2]] == WAS


def test_a_goodbye_to_friends_ends_in_no_fact() -> None:
    assert facts("駅で友達と別れた。") == {}


def test_who_turns_so_old_is_it() -> None:
    assert facts("22なった🎂") == {"22歳": IS}
    assert facts("5月になった") == {}
