"""What somebody changes: what held until then holds no more, though the clause may not name it."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claimed, UnitState, claim_id

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


def test_a_goodbye_to_friends_ends_in_no_fact() -> None:
    assert facts("駅で友達と別れた。") == {}


def test_who_turns_so_old_is_it() -> None:
    assert facts("22なった🎂") == {"22歳": IS}
    assert facts("5月になった") == {}
