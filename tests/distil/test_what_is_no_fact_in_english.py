"""What English talk says in passing, and what is none of the speaker's facts; beside each, what is."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from lumina.distil.claims.reading import read_claims, unweighed
from lumina.known import ME, ClaimType
from lumina.models import Role, Turn

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
SURE = 0.7
"""From this confidence on a fact is asserted."""


def facts(text: str) -> set[tuple[str, str, str]]:
    claims = unweighed(text, AT, (), {}, ())
    return {(one.about, one.kind, one.value) for one in claims if one.type is ClaimType.FACT and one.confidence >= SURE}


def kinds(text: str, about: str = ME) -> set[str]:
    return {kind for who, kind, _ in facts(text) if who == about}


@pytest.mark.parametrize(
    ("said", "moved"),
    [
        ("bridge club's moved to Wednesdays", "I've moved to Whitby"),
        ("physio's moved to thursdays now", "we just moved to Leeds"),
        ("The cat has moved out to the shed in protest.", "moved to Bristol in March"),
        ("oisín moved to the couch for me", "we got moved to Dayton"),
        ("I moved up from June", "I moved here from Preston"),
    ],
)
def test_what_is_moved_to_a_day_or_a_couch_is_no_home(said: str, moved: str) -> None:
    assert "home" not in kinds(said)
    assert "home" in kinds(moved)


@pytest.mark.parametrize(
    ("said", "born"),
    [
        ("I do tech support for a bank, from home mostly", "I'm Sam, from Oldham"),
        ("From accounting to marine science, and my advisor laughed.", "I'm from Aberdeen originally"),
        ("We have iron ore, from Port Hedland going to Qingdao", "I'm from Port Hedland"),
        ("I like it. from the bench.", "I'm from the north of Scotland"),
        ("We've eleven great-grandchildren, the newest being Elodie, born in Torquay.", "I was born in Torquay"),
    ],
)
def test_from_where_something_goes_is_no_hometown(said: str, born: str) -> None:
    assert "hometown" not in kinds(said)
    assert "hometown" in kinds(born)


@pytest.mark.parametrize(
    ("said", "dated"),
    [
        ("juno's birthday is May 30 which is a lot of cake", "my appointment is on May 30"),
        ("Mother changed ticket because of my tooth, she comes on 11 June", "my tooth comes out on 11 June"),
        ("I arrive in July before the exam", "my exam is in July"),
        ("mom does cake on the 28th", "I've got the dentist on the 28th"),
        ("You're so ready for the launch tomorrow", "I'm so ready for the launch tomorrow"),
        ("Zosia have interview in Durham on 12 December", "I have an interview in Durham on 12 December"),
        ("the Christmas do is a bit of a trial", "my trial starts on 12 June"),
    ],
)
def test_an_event_has_the_day_that_stands_with_it_and_is_the_speakers(said: str, dated: str) -> None:
    assert "event" not in kinds(said)
    assert "event" in kinds(dated)


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        ("school", "I juggle studying with my hobby", "I'm studying marine biology"),
        ("school", "I like breaking up my studying into smaller parts", "I'm studying law at Keele"),
        ("school", "I go to sea swimming on Thursdays", "I go to Wick High School"),
        ("school", "drum major in the pipe band", "I'm a major in chemistry, doing my degree in physics"),
        ("likes", "so much energy and love everywhere", "I love old films"),
        ("likes", "Love is truly magical and brings joy", "Love old films"),
        ("likes", "hope and love exist", "I hope so and love gardening"),
        ("hobby", "I only keep my insulin in there", "I keep bees"),
        ("hobby", "Keep those fingers crossed!", "we keep pygmy goats"),
        ("hobby", "We make a great team.", "I make wooden toys"),
        ("hobby", "I write not so good English", "I write short stories"),
        ("hobby", "I've started saying goodnight to the dishwasher", "I've started kayaking"),
        ("hobby", "And I enjoy curling up with a good book", "I go curling every week"),
        ("possession", "I drive the number 42 bus", "I drive a Corsa"),
        ("possession", "I drive a forklift", "I drive an old Volvo"),
        ("possession", "I've got a funny story", "I got a new kettle from Argos"),
        ("possession", "I got some great news to share", "I got a second-hand loom"),
        ("possession", "It gave me the confidence to go on", "Dave gave me the radio"),
        ("possession", "I've bought chips in Tregaron", "I've bought a kayak"),
        ("health", "they've put me on days for a while", "they've put me on warfarin"),
        ("health", "They've put me on keyboard in the youth band", "the doctor put me on statins"),
        ("health", "Broke my heart.", "Broke my wrist."),
        ("health", "come near me with a needle and I'm gone", "I'm six months gone"),
        ("health", "in the bath with a frozen pea bag", "it's a frozen shoulder"),
        ("health", "father had a bypass last week", "had a bypass last week"),
        ("health", "minding Mum since the second stroke", "I had a stroke last year"),
        ("health", "it's a broken wrist and she's raging", "it's a broken wrist"),
        ("allergy", "Flatmate Priyanka is allergic to latex", "I'm allergic to latex"),
        ("allergy", "I don't do eggs commercially", "I don't eat eggs"),
        ("age", "booth got reassigned, I'm 140 now", "I'm 40 now"),
        ("age", "sure I'm twenty years in Boston", "I'm twenty years old"),
        ("job", "We're all doing as we're told, yes chef.", "I'm a chef"),
        ("job", "I'm superstitious as a sailor", "I work as a sailor"),
        ("job", "We've had a lad staying, exchange student, Matteo", "I'm Matteo, exchange student"),
        ("job", "Adaeze, my girlfriend of four years, a radio presenter in Surulere.", "I'm a radio presenter"),
        ("job", "That is Perran, our neighbour to the west, and a farrier", "I'm a farrier"),
        ("name", "Congrats again!", "Susan again"),
        ("allergy", "Both make me itch.", "Peanuts make me itch."),
        ("health", "Each stroke carries a part of me.", "I had a stroke in March."),
        ("hobby", "Keep diving in and enjoying it!", "I do diving"),
        ("workplace", "I'm to be in the Cambrian News", "I'm on the Cambrian News now"),
        ("friend", "Rooster next door crowing at 3", "Joyce next door rang"),
        ("event", "I've left the Wednesday fasting till exams are over", "My exams are on Wednesday"),
        ("event", "CRASHED.", "I crashed my car on Monday"),
        ("pet", "he has a cat in Odesa named Borshch", "I have a cat named Borshch"),
        ("pet", "I've still got the rabbit hutch", "I've still got the rabbit"),
        ("plan", "Staying fit is so important.", "I'm flying to Oslo"),
        ("skill", "Learning another language is tough", "Learning to weld"),
        ("skill", "My children speak Welsh to each other", "I speak Welsh"),
    ],
)
def test_words_that_stand_for_something_else_tell_no_such_fact(kind: str, said: str, told: str) -> None:
    assert kind not in kinds(said)
    assert kind in kinds(told)


@pytest.mark.parametrize(
    "text",
    ["I drive the number 42 bus", "I drive a forklift", "I drive the 57", "I drive a crane"],
)
def test_what_is_driven_for_a_living_is_a_job(text: str) -> None:
    assert "job" in kinds(text)


@pytest.mark.parametrize(
    ("said", "told", "fact"),
    [
        ("Buried my mother on Thursday.", "Agnes, my mother, rang", (ME, "family", "Agnes (mother)")),
        ("Marrying my partner was the best part.", "Noel, my partner, rang", (ME, "partner", "Noel (partner)")),
        ("my baby photos are all blurred", "my baby Isla sleeps", (ME, "family", "Isla (child)")),
        ("they made my assistant cry.", "my assistant Ravi rang", (ME, "friend", "Ravi (assistant)")),
        ("I'll be uncle Gaz", "uncle Gaz rang", (ME, "family", "Uncle Gaz (uncle)")),
        ("Uncle Seng next stall do fishball noodle", "Uncle Seng rang", (ME, "family", "Uncle Seng (uncle)")),
        ("our kid's called Liam", "my kid's called Liam", (ME, "family", "Liam (child)")),
    ],
)
def test_who_is_nobody_of_the_speakers_is_no_relative(said: str, told: str, fact: tuple[str, str, str]) -> None:
    assert not kinds(said) & {"family", "partner", "friend"}
    assert fact in facts(told)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My godson Dewi is allergic to wasps and can't swim", ("Dewi", "skill", "can't swim")),
        ("Jayden won't eat anything but beans", ("Jayden", "dislikes", "beans")),
    ],
)
def test_what_is_said_alike_of_all_goes_on_about_whom_the_sentence_speaks_of(
    text: str, fact: tuple[str, str, str]
) -> None:
    about, kind, _ = fact
    assert kind not in kinds(text)
    assert kind == "dislikes" or fact in facts(text), about


@pytest.mark.parametrize(
    ("text", "nobody"),
    [
        ("Swimming's out, she's had eczema since birth", "Swimming"),
        ("Cataract operations at the cottage hospital", "Cataract"),
        ("Timing is from my side of the family", "Timing"),
        ("Painting landscapes is my favourite", "Painting"),
        ("St James's, phlebotomist", "St"),
    ],
)
def test_a_word_that_opens_a_sentence_is_nobody(text: str, nobody: str) -> None:
    assert not kinds(text, nobody)
    assert kinds("Barry's a plumber", "Barry") == {"job"}


def test_where_another_girl_goes_is_no_plan_of_whom_she_belongs_to() -> None:
    assert "plan" not in kinds("Our Ben is over the moon, his girlfriend less so, she's off to Swansea", "Ben")
    assert "plan" in kinds("Our Ben is over the moon, he's off to Swansea", "Ben")


def test_what_was_given_up_for_a_while_is_not_given_up() -> None:
    assert (ME, "habit", "gave up gluten") not in facts("Gave up gluten for a month, felt no different")
    assert (ME, "habit", "gave up gluten") in facts("Gave up gluten")


@pytest.mark.parametrize(
    ("said", "is_so"),
    [
        ("I'm a level six elf called Ferrin", "I'm a plumber called Ferrin"),
        ("In another universe I'm a florist.", "I'm a florist."),
        ("my sims live in Norwich, I'm a surgeon there", "I'm a surgeon there"),
        ("I'm a surgeon with no hands, that's a joke", "I'm a surgeon with cold hands"),
        ("say we live in Oslo by then", "we live in Oslo now"),
        ("so I'm this retired cop, I live in Reno", "so I'm retired, I live in Reno"),
        ("the plumber told me he lives in Hove", "the doctor said I've got asthma"),
        ("and this girl on the bus goes I live in Hove", "I live in Hove"),
        ("isn't it my dad's birthday on Sunday", "my dad's birthday is on Sunday"),
        ("I'm not scared of spiders", "I can't stand spiders"),
    ],
)
def test_a_game_a_joke_a_question_and_anybody_s_words_are_no_facts(said: str, is_so: str) -> None:
    assert not facts(said)
    assert facts(is_so)


def test_what_goes_on_with_a_dream_is_no_fact_until_it_is_left() -> None:
    dream = turn_of("I dreamt I was back on the ferry last night")
    assert not known_of("I was the captain in it and steered with a spoon", dream)
    assert known_of("Anyway, I was a deckhand once", dream)
    assert known_of("I was a deckhand once", turn_of("I was back on the ferry last night"))


@pytest.mark.parametrize(
    ("said", "is_so", "kind"),
    [
        ("I'm 900 years old this morning", "I'm 90 years old this morning", "age"),
        ("I live at the office these days", "I live in Ripon these days", "home"),
        ("I'm a halfling with a gambling problem", "I'm a plumber with a gambling problem", "job"),
    ],
)
def test_what_can_only_be_meant_in_jest_is_no_fact(said: str, is_so: str, kind: str) -> None:
    assert kind not in kinds(said)
    assert kind in kinds(is_so)


def turn_of(text: str) -> Turn:
    return Turn(UUID(int=1), "u", "r", UUID(int=2), "u", Role.PERSON, text, AT, frozenset())


def known_of(text: str, before: Turn) -> list[str]:
    return [one.value for one in read_claims(text, AT, [before]) if one.type is ClaimType.FACT]
