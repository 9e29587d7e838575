"""A later statement takes the place of an earlier one of the same slot, and of nothing that still holds."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.distil.values import named_so
from lumina.known import ME, Claimed, ClaimType, Known, UnitState, claim_id
from lumina.models import Role, Turn, derived_id

AT = datetime(2026, 9, 1, 12, tzinfo=ZoneInfo("Europe/London"))


def learnt(said: Sequence[str]) -> Known:
    """What is known the day after all of it was said, ten days apart."""
    claimed, names = list[Claimed](), dict[str, str]()
    for place, text in enumerate(said):
        at = AT + timedelta(days=10 * place)
        id_ = derived_id(text, at.isoformat())
        one = Turn(id_, "u", "room", derived_id("thread"), "x", Role.PERSON, text, at, frozenset({"lumina"}))
        read = read_claims(text, at, [], names)
        names |= {claim.value: claim.kind for claim in read if claim.type is ClaimType.PERSON}
        claimed += [
            Claimed(claim_id("u", id_, "rules", claim), claim, id_, at, at, one.witnesses, "rules") for claim in read
        ]
    return known("u", claimed, claimed[-1].at + timedelta(days=1))


def told(what: Known, *states: UnitState) -> list[str]:
    return [fact.value for fact in what.facts if fact.state in states]


@pytest.mark.parametrize(
    ("before", "now", "over", "new"),
    [
        ("I'm up at half four every day for the milking.", "I get up at eight these days.", "half four", "eight"),
        ("I go to bed at ten every night.", "I don't go to bed till midnight now.", "at ten", "midnight"),
        ("I've got origami on Thursdays at the arts centre.", "Origami has moved to Tuesdays now.", "Thurs", "Tues"),
        ("I do an aqua class on Tuesdays.", "They moved my aqua class to Thursdays.", "Tuesdays", "Thursdays"),
        ("I drink four coffees a day.", "I'm down to one coffee a day now.", "four", "one coffee"),
        ("I take the bus to work.", "I cycle to work now.", "bus", "cycle"),
        ("My car is a Honda Jazz.", "I picked up my new car today, a Toyota Yaris.", "Jazz", "Yaris"),
        ("My personal trainer is called Kyle.", "My new trainer is Beth.", "Kyle", "Beth"),
        ("I'm having my knee operation on 5 October.", "The hospital rang, my op is now 26 October.", "(5 Oct", "26"),
        ("im 61 and retired", "and thats me 62 today", "61", "62"),
        ("im a locksmith", "new start today, im a paramedic now", "locksmith", "paramedic"),
        ("i drive a minibus", "i drive a dump truck now", "minibus", "dump truck"),
        ("i row on saturdays now", "i row on sundays now", "saturdays", "sundays"),
        ("were going to Malta in may", "maltas off, too dear. were going to Crete instead", "Malta", "Crete"),
        ("im living in Diss", "i live in Ely as of today", "Diss", "Ely"),
        ("毎朝5時半に起きます", "今は7時に起きています", "5時半", "7時"),
        ("ジムは毎週火曜", "ジムは木曜に変えた", "火曜", "木曜"),
        ("毎日コーヒーを5杯飲んでる", "コーヒーは1日2杯に減らした", "5杯", "2杯"),
        ("愛車はワゴンR", "新しい車はハスラーにした", "ワゴンR", "ハスラー"),
        ("担任は木村先生", "担任が山口先生に変わった", "木村（先生）", "山口"),
        ("11月1日に引っ越します", "引っ越しは11月8日に延期になりました", "11月1日", "11月8日"),
        ("9月30日に胃カメラの検査がある", "胃カメラは10月7日にずれた", "9月30日", "10月7日"),
    ],
)
def test_the_same_at_another_time_or_of_another_sort_takes_the_place_of_what_was(
    before: str, now: str, over: str, new: str
) -> None:
    assert any(over in value for value in told(learnt([before]), UnitState.CONFIRMED, UnitState.CANDIDATE))
    what = learnt([before, now])
    assert not [value for value in told(what, UnitState.CONFIRMED) if over in value]
    assert any(new in value for value in told(what, UnitState.CONFIRMED, UnitState.CANDIDATE))


@pytest.mark.parametrize(
    ("before", "now", "over", "how"),
    [
        ("We have a caravan.", "We've sold the caravan.", "caravan", "sold the caravan"),
        ("I ride a Vespa.", "I had to sell the Vespa.", "Vespa", "sold the Vespa"),
        ("We've got two ducks, Hettie and Maud.", "We gave the ducks to my brother.", "Maud (duck)", "gave the ducks"),
        ("I've got a parrot called Bosun.", "We rehomed Bosun last week.", "Bosun (parrot)", "rehomed Bosun"),
        ("My son Max is allergic to kiwi.", "Max isn't allergic to kiwi any more.", "kiwi", "no longer allergic"),
        ("I'm captain of the darts team.", "I've stepped down as captain.", "captain of", "stepped down"),
        ("im moving to Kendal in march", "yeah im not moving to Kendal anymore", "Kendal", "no longer moving"),
        ("we own a sailboat and her name is Doris", "sold Doris today", "sailboat", "sold Doris"),
        ("we teach salsa on fridays", "we no longer teach salsa", "salsa", "no longer teach salsa"),
        ("キャンピングカーを持ってる", "キャンピングカーを売った", "キャンピングカー", "売った"),
        ("私はカニアレルギー", "カニアレルギー、もう治った", "カニ", "治った"),
        ("毎週日曜に教会に行く", "教会には行かなくなった", "毎週日曜に", "行かなくなった"),
        ("少年野球の監督をやってる", "監督を引退した", "少年野球", "引退"),
    ],
)
def test_what_is_over_is_asserted_no_more_and_how_it_ended_is_asked_about(
    before: str, now: str, over: str, how: str
) -> None:
    assert any(over in value for value in told(learnt([before]), UnitState.CONFIRMED, UnitState.CANDIDATE))
    what = learnt([before, now])
    assert not [value for value in told(what, UnitState.CONFIRMED) if over in value]
    assert any(how in value for value in told(what, UnitState.CANDIDATE, UnitState.CONFIRMED))


@pytest.mark.parametrize(
    ("before", "now", "still"),
    [
        ("I get up at six every day.", "I got up at nine today, bliss.", "six"),
        ("I get up at six every day.", "My brother gets up at nine now.", "six"),
        ("I walk the dog at seven every morning.", "Now I walk the dog at nine every evening as well.", "seven"),
        ("I drive a Ford Focus.", "My dad bought a new car, a Mazda.", "Focus"),
        ("I drive a Ford Focus.", "We bought my wife a Fiat Panda.", "Focus"),
        ("I'm allergic to nuts.", "My son isn't allergic to nuts.", "nuts"),
        ("I'm captain of the quiz team.", "The other captain stepped down.", "captain"),
        ("We've got two dogs, Bess and Fly.", "Bess died last night.", "Fly"),
        ("im going to Spain in june", "im not going out any more tonight", "Spain"),
        ("i love pizza", "i dont eat pizza on fridays any more", "pizza"),
        ("i play the fiddle at home and i sing in the Ashby Voices", "left the Ashby Voices", "fiddle"),
        ("i hate mushrooms", "i like onions now", "mushrooms"),
        ("i go running with Ash", "i dont live with Ash any more", "running"),
        ("毎朝6時に起きてる", "今日は9時に起きた", "6時"),
        ("毎週火曜に走ってる", "試合が土曜に変わった", "火曜"),
        ("車はフィットに乗ってる", "父が新しい車を買った。プリウス", "フィット"),
        ("私は卵アレルギー", "息子の卵アレルギーは治った", "卵"),
        ("ベジタリアンです", "夫がまた肉を食べ始めた", "ベジタリアン"),
        ("毎日コーヒーを3杯飲む", "妻はコーヒーを1日1杯に減らした", "3杯"),
        ("面接は10月3日", "テストは10月10日に変わった", "10月3日"),
    ],
)
def test_what_another_does_or_what_is_done_beside_it_ends_nothing(before: str, now: str, still: str) -> None:
    assert any(still in value for value in told(learnt([before, now]), UnitState.CONFIRMED))


def test_what_is_only_likely_over_is_asked_about() -> None:
    what = learnt(["I get up at six every day.", "I get up at eight every morning."])
    [old] = (fact for fact in what.facts if "six" in fact.value)
    assert old.state is UnitState.CANDIDATE and old.about == ME


def test_what_is_put_on_another_day_is_on_its_old_one_no_more_from_then_on() -> None:
    what = learnt(["送別会は9月20日", "送別会は9月27日に変わった"])
    assert told(what, UnitState.CONFIRMED) == ["送別会（9月27日）"]


@pytest.mark.parametrize(
    ("before", "now", "kind", "over"),
    [
        ("i cant stand jazz", "dont laugh but i love jazz now", "dislikes", "jazz"),
        ("i love cheese", "i no longer eat cheese", "likes", "cheese"),
        ("i play bass in a band called Rust Choir", "i quit Rust Choir", "hobby", "bass"),
        ("ive got cataracts", "cataract surgery done", "health", "cataracts"),
        ("i have braces", "braces came off today!", "health", "braces"),
        ("we have six hens", "a fox got the hens", "pet", "hen"),
        ("i go to bingo every friday", "we no longer go to bingo", "habit", "bingo"),
        ("i practise the lute every night", "i havent touched the lute in weeks", "habit", "lute"),
        ("i have a greenhouse", "the greenhouse blew down last night", "possession", "greenhouse"),
        ("i garden every sunday", "im not gardening any more", "hobby", "garden"),
        ("im vice captain of the bowls team", "not vice captain anymore, they voted", "job", "captain"),
        ("im a smoker", "i dont smoke anymore", "habit", "smoker"),
        ("i listen to a quiz every night", "i dont listen to the quiz anymore", "habit", "quiz"),
        ("i drink two pots of coffee a day", "switched to decaf on monday", "habit", "coffee"),
        ("im going to learn to drive this year", "gave up on learning to drive", "plan", "drive"),
        ("my favourite band is Slowdive", "my favourite band is Low now", "likes", "Slowdive"),
        ("I have physio every Tuesday.", "Physio's finished, they signed me off.", "health", "physio"),
        ("my boyfriend is called Joss", "im not with Joss anymore", "partner", "Joss"),
    ],
)
def test_what_is_said_to_be_no_more_is_asserted_no_more(before: str, now: str, kind: str, over: str) -> None:
    def asserted(*said: str) -> list[str]:
        facts = learnt(said).facts
        return [fact.value for fact in facts if fact.kind == kind and fact.state is UnitState.CONFIRMED]

    assert any(over in value for value in asserted(before))
    assert not any(over in value for value in asserted(before, now))


def test_what_is_over_is_named_in_whole_words() -> None:
    assert named_so("swim", "swimming on Mondays") and named_so("car", "the car") and named_so("札幌", "札幌市")
    assert not named_so("card", "cardboard press") and not named_so("out", "trout farm")


def test_what_is_done_no_more_somewhere_is_asked_about() -> None:
    what = learnt(["I play the guitar every day.", "I don't play guitar at weddings any more."])
    assert {fact.state for fact in what.facts if "guitar" in fact.value} == {UnitState.CANDIDATE}


def test_a_move_that_is_off_never_comes_to_be() -> None:
    what = learnt(["im moving to Kendal in march", "im not moving to Kendal anymore", "moved into the new flat today"])
    assert not [fact for fact in what.facts if "Kendal" in fact.value and fact.state is UnitState.CONFIRMED]


@pytest.mark.parametrize(
    "text", ["I swim on Tuesdays now. I swim on Thursdays now.", "i curl on mondays now and i curl on fridays now"]
)
def test_what_is_told_in_one_breath_takes_no_place_of_each_other(text: str) -> None:
    assert len([fact for fact in learnt([text]).facts if fact.is_open and fact.value.endswith("days")]) == 2
