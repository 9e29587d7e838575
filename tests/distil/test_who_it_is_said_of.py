"""Of whom a Japanese sentence without a subject speaks, where a character has just spoken of somebody else."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ME, ClaimType
from lumina.models import EVERYBODY, Role, Turn

AT = datetime(2026, 5, 4, 20, tzinfo=ZoneInfo("Asia/Tokyo"))


def turns(*said: str) -> list[Turn]:
    """In turn of the person and of a character."""
    return [
        Turn(
            id=UUID(int=at + 1),
            person="u",
            room="cli",
            thread=UUID(int=9),
            position=at,
            speaker="nox" if at % 2 else "u",
            role=Role.CHARACTER if at % 2 else Role.PERSON,
            text=text,
            at=AT + timedelta(minutes=at),
            witnesses=frozenset({EVERYBODY}),
        )
        for at, text in enumerate(said)
    ]


def facts(before: Sequence[Turn], text: str, names: dict[str, str] | None = None) -> set[tuple[str, str, str]]:
    claims = read_claims(text, AT + timedelta(hours=1), before, names or {})
    return {(one.about, one.kind, one.value) for one in claims if one.type is ClaimType.FACT}


BROTHER = turns("弟は健吾、大工やってる", "よろしければ、健吾のお話をもう少し。")


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("来週の金曜に歯医者の予約があるんだけど行きたくないな", ME),
        ("来週の金曜に歯医者の予約があって憂鬱", ME),
        ("来週の金曜に歯医者の予約があるんだって", "健吾"),
    ],
)
def test_who_says_what_they_want_or_feel_says_it_of_themselves(text: str, about: str) -> None:
    told = facts(BROTHER, text, {"健吾": "弟"})
    assert not [one for one in told if one[1] == "event" and one[0] != about]


def test_a_cat_of_whom_a_character_asks_gets_its_name_and_age() -> None:
    before = turns("うちの猫がね、玄関で待っててくれるの", "そうでしたか。猫のお話、続きをお聞かせください。")
    told = facts(before, "マルって名前。茶トラで5歳")
    assert (ME, "pet", "マル（猫）") in told
    assert ("マル", "age", "5歳") in told
    assert not [one for one in told if one[:2] == (ME, "age")]


def test_where_one_is_to_work_is_learnt_without_the_day_on_which_that_begins() -> None:
    assert (ME, "workplace", "産婦人科クリニック") in facts([], "実は来月から産婦人科クリニックに移ることになったんだ")
    assert facts([], "来月からは薬局の話に移ります") == set()
