"""What a line only seems to say, what one had again, and what lines leave open on days of their own."""

from datetime import date

import pytest

from lumina.distil.claims.english.closing import shortened
from lumina.known import Known
from tests.distil.test_what_is_over_in_english import held, learnt


@pytest.mark.parametrize(
    "said",
    [
        "I'm off to bed, night",
        "off to bed now, night night x",
        "We're looking for somewhere cheaper",
        "He bought me a pint",
        "My mate got me a coffee",
        "I'm making a truly hideous jumper",
        "My dad's on the mend now",
        "She's my work wife",
        "I got the job",
        "I made plum dumplings yesterday. The trick was toasting the spices.",
        "On the way home I stopped at the fish market.",
        "Ines called from Quebec.",
    ],
)
def test_what_only_seems_to_be_a_fact_is_none(said: str) -> None:
    what = learnt("My mum is in hospital", said)
    assert [fact.value for fact in what.facts if fact.kind not in ("friend", "family", "health")] == []


def test_one_piece_tells_of_its_craft() -> None:
    assert held(learnt("I'm knitting a scarf for mum"), "hobby") == ["knitting"]


@pytest.mark.parametrize(
    ("said", "kind", "value"),
    [
        ("I drove a taxi until last Friday", "job", "drove a taxi"),
        ("I make candles and soap", "hobby", "makes soap"),
        ("I make jewellery and sell it at markets", "hobby", "makes jewellery"),
    ],
)
def test_what_one_did_until_a_day_or_makes_is_known(said: str, kind: str, value: str) -> None:
    facts = [fact.value for fact in learnt(said).facts if fact.kind == kind]
    assert value in facts
    assert not any("sell" in one for one in facts)


def test_what_i_got_somebody_is_no_event_of_theirs() -> None:
    what = learnt("My mum loves yellow", "Got her the scarf in the end, a mustard one")
    assert [fact for fact in what.facts if fact.kind == "event"] == []


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("I gave up coffee in January", "I caved and had a coffee this morning. Just one."),
        ("I quit smoking in March", "i've cracked and had a fag, don't judge me"),
        ("I gave up drinking last year", "fell off the wagon and had a beer"),
    ],
)
def test_who_had_again_what_they_gave_up_has_not_given_it_up(before: str, said: str) -> None:
    assert held(learnt(before), "habit") != []
    assert held(learnt(before, said), "habit") == []


@pytest.mark.parametrize("said", ["Had a coffee with Kate", "my brother had a coffee again"])
def test_what_is_had_in_passing_ends_nothing(said: str) -> None:
    assert held(learnt("I gave up coffee in January", said), "habit") == ["gave up coffee"]


def test_a_pastime_that_was_packed_in_is_over_and_not_itself_a_pastime() -> None:
    what = learnt("I do a lot of crochet, I crochet most evenings", "I've packed in the crochet, my wrists were agony")
    assert held(what, "hobby") == []
    assert held(what, "event") == ["packed in the crochet"]


def loops(what: Known) -> dict[str, date | None]:
    return {one.what: one.due.first if one.due else None for one in what.loops}


def test_of_two_days_in_one_sentence_each_has_its_own() -> None:
    assert loops(learnt("I'm seeing the dentist on Thursday and the van's MOT is on the 21st")) == {
        "dentist": date(2026, 9, 3),
        "van's MOT": date(2026, 9, 21),
    }
    assert loops(learnt("I need to ring the bank tomorrow and post Danny's card by Friday")) == {
        "ring the bank": date(2026, 9, 2),
        "post Danny's card": date(2026, 9, 4),
    }


def test_several_days_of_one_thing_stay_together() -> None:
    assert len(loops(learnt("I'm going to the gym with Kate on Monday, Tuesday and Thursday"))) == 1


@pytest.mark.parametrize(
    ("ahead", "done"),
    [
        ("I'm handing my notice in to Ola on Tuesday", "Handed my notice in to Ola today, she was fine about it"),
        ("I've got a hair appointment on Monday", "Had my hair done today"),
        ("I need to ring the bank on Monday", "Rang the bank this morning"),
    ],
)
def test_what_is_told_as_done_today_is_closed(ahead: str, done: str) -> None:
    assert [one.state for one in learnt(ahead, done).loops] == ["closed"]


@pytest.mark.parametrize(
    ("said", "short"),
    [
        ("we have done it at last, Tom and Ben and the others have all signed for the", "we have done it at last"),
        ("brother has been promised a brand new bicycle for his birthday by my", None),
    ],
)
def test_no_text_ends_in_the_midst_of_a_phrase(said: str, short: str | None) -> None:
    cut = shortened(said)
    assert cut == short or not cut.endswith((" the", " my", " by", " a", " they're"))


def test_helping_somebody_move_is_told_whole() -> None:
    (what,) = loops(learnt("I said I'd help Raj move his sofa on Saturday morning"))
    assert what.startswith("help Raj move his sofa")
