"""By what people are called: names as they are said and read, and the relation that nobody else has."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claim, Claimed, ClaimType, Mode, UnitState, claim_id, owner_claim_id

AT = datetime(2026, 1, 12, 20, tzinfo=ZoneInfo("Asia/Tokyo"))


def claims(*lines: str) -> list[Claimed]:
    said = [(UUID(int=number), AT + timedelta(hours=number), text) for number, text in enumerate(lines, 1)]
    return [
        Claimed(claim_id("u", turn, "rules", claim), claim, turn, at, at, frozenset())
        for turn, at, text in said
        for claim in read_claims(text, at, [])
    ]


def aliases(*lines: str) -> dict[str, set[str]]:
    return {one.name: set(one.aliases) for one in known("u", claims(*lines), AT + timedelta(days=1)).people}


def test_who_alone_is_somebody_s_sister_is_called_so() -> None:
    assert aliases("姉の千冬は白浜に住んでる。") == {"千冬": {"姉", "ちふゆ"}}
    both = aliases("姉の千冬は白浜に住んでる。", "姉の夏美は東京に住んでる。")
    assert both == {"千冬": {"ちふゆ"}, "夏美": {"なつみ"}}


def test_two_who_are_read_alike_do_not_take_each_other_s_name() -> None:
    found = aliases("友達のさとるが来た。", "店長の悟さんは広島の人。")
    assert "さとる" not in found["悟"]


def test_who_is_forgotten_is_nobody_until_they_are_spoken_of_again() -> None:
    said = claims("姉の千冬は白浜に住んでる。", "友達のさとるが来た。", "姉の千冬が来た。")
    moment = AT + timedelta(hours=2, minutes=30)
    act = Claim(ClaimType.PERSON, ME, "", "千冬", "", 1.0, Mode.FORGETS, act=1)
    forgets = Claimed(owner_claim_id("u", None, act), act, None, moment, moment, frozenset({"*"}), "owner")
    assert {one.name for one in known("u", [*said, forgets], moment).people} == {"さとる"}
    later = {one.name: one.mentions for one in known("u", [*said, forgets], AT + timedelta(days=1)).people}
    assert later["千冬"] == (UUID(int=3),)


def test_a_grandmother_has_her_name_before_the_word_for_her() -> None:
    [(called, others)] = aliases("富江ばあちゃん、81歳。").items()
    assert called == "富江"
    assert {"富江ばあちゃん", "祖母"} <= others


def test_our_liam_is_liam() -> None:
    assert "our Liam" in aliases("I owe our Liam two hundred quid")["Liam"]


def test_what_was_before_holds_no_more() -> None:
    facts = known("u", claims("I live in Leeds", "I used to live in Leeds"), AT + timedelta(days=1)).facts
    assert [one.state for one in facts if one.kind == "home"] == [UnitState.SUPERSEDED]
