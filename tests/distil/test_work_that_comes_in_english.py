"""A job that is sought, got, begun and left: where somebody works, and from when on."""

from datetime import date

import pytest

from lumina.known import Known, UnitState
from tests.distil.test_what_is_over_in_english import held, learnt


def starts(what: Known, kind: str) -> list[date]:
    """The days from which on what holds does."""
    return [fact.valid_from.first for fact in what.facts if fact.kind == kind and fact.is_open and fact.valid_from]


@pytest.mark.parametrize(
    "said",
    [
        "I had a job interview today at the Maritime Museum, for archive assistant",
        "I've got an interview with Cadbury on Thursday",
        "interview at Halfords went well",
        "I'm applying for a job at Nando's",
        "I've applied for a post at the aquarium as a diver",
        "I've got a trial shift at the Red Lion tomorrow night",
        "I've been offered a job at Channel 4",
        "My brother had an interview at Aldi",
        "I start yoga on Monday",
        "I interviewed a man at Lloyds for the paper",
    ],
)
def test_what_is_only_sought_is_no_workplace(said: str) -> None:
    what = learnt("I work at a bakery", said)
    assert held(what, "workplace") == ["bakery"]
    assert held(what, "job") == []


@pytest.mark.parametrize("got", ["Got the job!!", "They've given me the job!", "I accepted the job"])
def test_a_job_that_was_got_is_the_workplace_from_the_day_on_which_one_starts(got: str) -> None:
    what = learnt(
        "I work at a print shop, my boss is called Martin",
        "I had a job interview today at the Maritime Museum, for archive assistant",
        got,
        "I start on the 2nd of November",
    )
    assert held(what, "workplace") == ["Maritime Museum"]
    assert held(what, "job") == ["archive assistant"]
    assert starts(what, "workplace") == [date(2026, 11, 2)]
    assert held(what, "friend") == []


def test_the_first_day_is_told_of_the_same_place_in_fewer_words() -> None:
    what = learnt("I've got an interview at the Maritime Museum", "got the job, starting Monday", "First day done!")
    assert held(what, "workplace") == ["Maritime Museum"]


def test_what_one_is_turned_down_for_never_comes() -> None:
    what = learnt("I've got an interview at Cadbury", "They turned me down", "I start on Monday")
    assert held(what, "workplace") == []


def test_of_two_that_were_sought_nobody_can_tell_which_one_has() -> None:
    what = learnt("I've got an interview at Cadbury", "I've got an interview at Halfords", "I got the job")
    assert held(what, "workplace") == []


def test_who_does_not_work_there_yet_does_from_the_day_that_is_told() -> None:
    what = learnt("I don't work at the aquarium yet, I start in November")
    assert held(what, "workplace") == ["aquarium"]
    assert starts(what, "workplace") == [date(2026, 11, 1)]


@pytest.mark.parametrize(
    "said",
    [
        "I don't work at the bakery any more",
        "My last day at the bakery was Friday",
        "Handed my notice in today",
        "I've put my notice in",
    ],
)
def test_work_that_is_over_takes_the_boss_along_and_leaves_no_job_of_these_words(said: str) -> None:
    what = learnt("I work at the bakery, my boss is called Keith", said)
    assert held(what, "workplace") == []
    assert held(what, "job") == []
    assert held(what, "friend") == []


def test_a_last_day_to_come_ends_nothing() -> None:
    assert held(learnt("I work at the bakery", "My last day at the bakery is on the 2nd of October"), "workplace")


def test_notice_ends_nothing_that_is_yet_to_begin() -> None:
    what = learnt("I accepted the job at Monzo, I start on the 5th of October", "Handed my notice in today")
    assert held(what, "workplace") == ["Monzo"]


def test_a_boss_of_the_new_job_stays() -> None:
    what = learnt("I work at Costa, my manager is called Gareth", "First day at Boots, my new boss is called Sioned")
    assert held(what, "friend") == ["Sioned (boss)"]
    assert {fact.value for fact in what.facts if fact.state is UnitState.SUPERSEDED} == {"Costa", "Gareth (boss)"}


def test_the_first_day_closes_that_one_is_to_start() -> None:
    what = learnt("I've got an interview at Cadbury", "I got the job! I start on Tuesday", "First day done, knackered")
    assert [(one.what, one.state) for one in what.loops] == [("start the new job", "closed")]
