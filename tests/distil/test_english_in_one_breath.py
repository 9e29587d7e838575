"""What an English line tells in one breath: several people with their ages, who one is in single words, what is over
with it."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claimed, Known, claim_id
from lumina.models import Role, Turn, derived_id

AT = datetime(2026, 9, 1, 20, tzinfo=ZoneInfo("America/Chicago"))


def learnt(*said: str) -> Known:
    """What is known once all of it was said, a minute apart."""
    claimed: list[Claimed] = []
    before: list[Turn] = []
    for minute, text in enumerate(said):
        at = AT + timedelta(minutes=minute)
        ids = derived_id(text, at.isoformat()), derived_id("thread")
        one = Turn(ids[0], "u", "room", ids[1], "u", Role.PERSON, text, at, frozenset({"lumina"}))
        claims = read_claims(text, at, before)
        claimed += [
            Claimed(claim_id("u", one.id, "rules", claim), claim, one.id, at, at, one.witnesses) for claim in claims
        ]
        before.append(one)
    return known("u", claimed, AT + timedelta(hours=1))


def held(what: Known, kind: str, about: str = ME) -> set[str]:
    return {fact.value for fact in what.facts if fact.kind == kind and fact.about == about and fact.is_open}


@pytest.mark.parametrize(
    ("text", "relation", "ages"),
    [
        ("My sons are Hugo, he's 14, and Felix, who's 8.", "son", {"Hugo": "14", "Felix": "8"}),
        ("We have two girls, Ida, who's six, and Nora, she's three.", "daughter", {"Ida": "6", "Nora": "3"}),
        ("I've got three kids: Ben, 12, Zoe, 9, and Max, 5.", "child", {"Ben": "12", "Zoe": "9", "Max": "5"}),
        ("Our kids, Leo (4) and Mia (2), are asleep.", "child", {"Leo": "4", "Mia": "2"}),
        ("my twins are ella, she's 10 and sam, he's 10", "child", {"Ella": "10", "Sam": "10"}),
    ],
)
def test_several_are_told_with_their_ages(text: str, relation: str, ages: dict[str, str]) -> None:
    what = learnt(text)
    assert {one.name: one.relation for one in what.people} == dict.fromkeys(ages, relation)
    assert {name: held(what, "age", name) for name in ages} == {name: {age} for name, age in ages.items()}
    assert not [value for value in held(what, "family") if " are " in value]


def test_several_who_are_somewhere_are_not_called_so() -> None:
    what = learnt("My kids are in Rome and Paris this week.", "My sisters are amazing.")
    assert not what.people
    assert not held(what, "family")
