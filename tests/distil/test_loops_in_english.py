"""What is left open in English without a day, by when it is said to come, and what tells that it is over."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claimed, ClaimType, Known, claim_id
from lumina.models import Role, Turn

START = datetime(2026, 3, 2, 20, tzinfo=ZoneInfo("Europe/London"))
THREAD = UUID(int=7)

Said = tuple[int, str] | tuple[int, str, str]
"""Days after the start, what the person says, and what a character asked right before it."""


def lived(*lines: Said) -> Known:
    claims: list[Claimed] = []
    for number, (day, text, *asked) in enumerate(lines, 1):
        at = START + timedelta(days=day)
        turn = Turn(UUID(int=number), "u", "r", THREAD, "u", Role.PERSON, text, at, frozenset())
        before = [replace(turn, id=UUID(int=99), speaker="nox", role=Role.CHARACTER, text=one) for one in asked]
        claims += [
            Claimed(claim_id("u", turn.id, "rules", claim), claim, turn.id, at, at, frozenset())
            for claim in read_claims(text, at, before)
        ]
    return known("u", claims, START + timedelta(days=300))


def left(text: str, asked: str = "") -> Sequence[tuple[str, str]]:
    """What a turn leaves open, and until when."""
    found = lived((0, text, asked) if asked else (0, text)).loops
    return [(one.what, str(one.due or "")) for one in found if one.state == "open"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Tom's lent us his pressure washer", "give his pressure washer back to Tom"),
        ("I borrowed a ladder off Priya last month and it's still in my hall", "give ladder back to Priya"),
        ("I've still got Nan's casserole dish from Christmas", "give Nan's casserole dish back"),
        ("We lent Auntie Bea the big tent", "get the big tent back from Auntie Bea"),
        ("Leo has still got my drill, the cheek", "get my drill back from Leo"),
        ("I'm still waiting for the survey report", "survey report"),
        ("Haven't heard back from the council about the skip", "hear from council about the skip"),
        ("I've been meaning to ring the dentist", "ring the dentist"),
        ("I promised her in May I would paint the hall", "paint the hall"),
        ("I have to go and register the birth", "register the birth"),
    ],
)
def test_what_is_owed_or_awaited_is_left_open_without_a_day(text: str, what: str) -> None:
    assert left(text) == [(what, "")]


@pytest.mark.parametrize(
    "text",
    [
        "I'm waiting for the kettle",
        "I'm waiting for the bus in the rain",
        "My dad has got my eyes",
        "I lent him an ear for an hour",
        "He's got my number",
        "I've got Mum's nose",
        "I owe her everything",
        "I have to go to bed",
        "It took three weeks to learn that song",
        "It takes two weeks to walk it, the whole ridge",
        "They say ten weeks of darkness up there",
        "My sister lent me her coat for the walk home",
    ],
)
def test_what_only_sounds_like_it_is_not(text: str) -> None:
    assert not left(text)


@pytest.mark.parametrize(
    ("text", "what", "due"),
    [
        (
            "I sent off for my provisional licence, takes about three weeks",
            "hear about provisional licence",
            "2026-03-23",
        ),
        ("We've put an offer in on the terrace, the agent reckons a couple of days", "hear about offer", "2026-03-04"),
        ("They took a swab and sent it to the lab. Ten days to hear.", "hear back about swab", "2026-03-12"),
        (
            "He still has my deposit, he says he'll post it within thirty days",
            "get my deposit back from him",
            "2026-04-01",
        ),
        ("Told Mum I'd do her gutters before the month's out", "do her gutters", "2026-03-31"),
        ("I'm getting new glasses. They come on the 20th of March", "glasses come", "2026-03-20"),
        ("My bike's got a flat. I promised Jo I'd fix it by Saturday", "fix bike", "2026-03-07"),
        ("They've got me down for surgery on April 22nd", "surgery", "2026-04-22"),
    ],
)
def test_how_long_it_is_said_to_take_gives_the_day(text: str, what: str, due: str) -> None:
    assert left(text) == [(what, due)]


def test_a_day_alone_is_of_what_was_asked() -> None:
    assert left("The 12th of May.", "When is the baby due?") == [("baby", "2026-05-12")]


@pytest.mark.parametrize(
    ("opened", "told"),
    [
        (
            "I have to mail the taxes by the 15th of March",
            "And I mailed the taxes at noon, so I'm free till next April.",
        ),
        ("I promised Mum I'd rehang the storm door", "Went over and rehung Mom's storm door. Took an hour."),
        ("I need to fix the tap in the bathroom", "Fixed it Thursday night."),
        ("I'm going to Perth in October to see him", "So I'm not going to Perth in October after all"),
        ("Completion is the 14th of March", "Signed forty papers. It's ours now."),
    ],
)
def test_the_deed_with_what_it_is_done_to_closes_it(opened: str, told: str) -> None:
    assert [one.state for one in lived((0, opened), (11, told)).loops] == ["closed"]


@pytest.mark.parametrize(
    ("opened", "told"),
    [
        ("I promised I'd take Marion's chainsaw back", "She knitted him a coat. He looks like a tea cosy"),
        ("I promised I'd take Marion's chainsaw back", "Found the chainsaw. It's still not at hers"),
        ("Dad's got his scan on the 20th of March", "Dad's offered me the box room"),
        ("I'm waiting on the insurance claim", "Went and had the hearing test. They played beeps"),
        ("I'm getting new glasses. They come on the 12th of March", "The glasses haven't turned up yet"),
    ],
)
def test_what_is_told_of_something_else_leaves_it_open(opened: str, told: str) -> None:
    assert [
        one.state for one in lived((0, opened), (8, told)).loops if "back" in one.what or one.due or "claim" in one.what
    ] == ["open"]


def test_what_is_moved_is_still_whose_it_is() -> None:
    told = lived(
        (0, "Dad's having his cataract done on the 12th of March, right eye. I'm driving him"),
        (3, "Dad's cataract has been moved to the 26th of March"),
        (9, "Dad's eye's been shifted again, it's now the 9th of April"),
    )
    assert [(one.what, str(one.due)) for one in told.loops] == [("Dad's cataract", "2026-04-09")]
    events = [(one.about, one.value) for one in told.facts if one.kind == "event" and one.is_open]
    assert events == [("father", "cataract (9 April)")]


def test_what_is_open_until_a_day_is_told_with_it_as_a_fact() -> None:
    told = lived((0, "We're going out on the lake on the 5th of September, him and me"))
    assert [one.value for one in told.facts if one.kind == "plan"] == ["going out on the lake (5 September)"]


def test_who_is_asked_for_anothers_name_does_not_tell_their_own() -> None:
    told = lived(
        (0, "My name's Murray, I'm 49"), (1, "Ken. He's 82 and lives by the sea", "Might I have your father's name?")
    )
    own = {one.kind: one.value for one in told.facts if one.about == ME}
    assert (own["name"], own["age"], own["family"]) == ("Murray", "49", "Ken (father)")


@pytest.mark.parametrize(
    ("before", "now", "holds", "no_more"),
    [
        ("I gave up coffee", "I'm drinking coffee again. One cup.", "drinking coffee again", "gave up coffee"),
        ("I'm single", "Anyway, Anna and I are going out now", "Anna", "single"),
        ("I'm retired", "I work at Bergstrom Hardware now", "Bergstrom Hardware", "retired"),
    ],
)
def test_what_has_begun_ends_what_was(before: str, now: str, holds: str, no_more: str) -> None:
    open_ = [one.value for one in lived((0, before), (9, now)).facts if one.is_open]
    assert holds in open_
    assert no_more not in open_


@pytest.mark.parametrize(
    "text", ["Ana and I are going out tonight for a curry", "Tom and I are going out to look for the cat"]
)
def test_who_goes_out_for_an_evening_is_no_couple(text: str) -> None:
    assert not [one for one in read_claims(text, START, ()) if one.type is ClaimType.FACT and one.kind == "partner"]


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("Trish has given me two bantams. They're called Dot and Dash", "pet", ["Dash (bantam)", "Dot (bantam)"]),
        ("I've got a huntaway called Moss", "pet", ["Moss (huntaway)"]),
        ("I've got a son as well, Lachie, he's 23", "family", ["Lachie (son)"]),
        ("I grew up with dogs, up in Kurow", "hometown", ["Kurow"]),
        ("I play the piano accordion", "hobby", ["piano accordion"]),
        ("I don't care for the heat", "dislikes", ["heat"]),
    ],
)
def test_what_people_say_plainly_is_learnt(text: str, kind: str, values: list[str]) -> None:
    found = lived((0, text)).facts
    assert {*values} <= {one.value for one in found if one.kind == kind and one.about == ME}


@pytest.mark.parametrize("text", ["I've got butterflies, at my age", "I've mowed every lawn I ever lived behind"])
def test_what_is_only_a_way_of_speaking_is_nothing(text: str) -> None:
    assert not [one for one in lived((0, text)).facts if one.kind in ("pet", "home")]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("what's on the 12th of april", ""),
        ("whos minding the shop on saturday", ""),
        ("isn't it the fair on sunday", ""),
        ("is my cousin over on friday", ""),
        ("thank god it's friday", ""),
        ("I'll be 51 on the 20th", ""),
        ("say we leave on friday, what then", ""),
        ("having toast for tea tonight", ""),
        ("guess what, the audition is on friday", "audition"),
        ("the van has its NCT on thursday", "NCT"),
        ("the cat has her stitches out on thursday", "cat's stitches out"),
        ("retest on the 18th", "retest"),
        ("the passport runs out on 3 April", "passport"),
    ],
)
def test_a_question_a_mood_and_an_age_leave_nothing_open_and_what_is_open_has_a_name(text: str, what: str) -> None:
    assert [name for name, _ in left(text)] == ([what] if what else [])


def test_a_day_is_hung_on_what_a_character_asks_and_not_on_what_it_says() -> None:
    assert left("it's the 14th of april", "When is the recital?") == [("recital", "2026-04-14")]
    assert left("it's the 14th of april", "No proof. Closest is this.") == []
    assert left("the 14th of april", "A recital is a fine thing.") == []
