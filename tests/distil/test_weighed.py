"""How sure one may be of what was read, the corpus of judged claims, and the training on it."""

from pathlib import Path

import pytest

from lumina.distil.claims.tagged.claims import ASKED_ABOUT, FAINT, is_faint, unless_faint
from lumina.distil.claims.tagged.tagger import LANGUAGES
from lumina.distil.claims.weighed.weighing import ASSERTED_FROM, KEPT_FROM, RIGHT, is_weighed, weighed
from lumina.distil.lasting import CERTAIN
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.kinds import kinds
from lumina.language.trained.field import Field
from tools.weigher.__main__ import told, train
from tools.weigher.judged import GOOD, WRONG, Judged, read_judged


def fact(kind: str, value: str, text: str, confidence: float, **more: object) -> Claim:
    return Claim(ClaimType.FACT, ME, kind, value, text, confidence, **more)  # pyright: ignore[reportArgumentType]


def sure(claim: Claim, text: str = "") -> list[float]:
    return [one.confidence for one in weighed([claim], text or claim.text, ())]


@pytest.mark.parametrize(
    "claim",
    [
        fact("home", "Leeds", "I live in Leeds", 0.8),
        fact("allergy", "peanuts", "I'm allergic to peanuts", 0.8),
        fact("home", "京都", "先月、京都に引っ越した", 0.85),
        fact("job", "看護師", "看護師をしています", 0.8),
    ],
)
def test_what_is_plainly_said_is_asserted(claim: Claim) -> None:
    assert sure(claim) == [claim.confidence]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (fact("job", "train", "On the way back the train stood in the snow for five hours", 0.71), ""),
        (
            fact(
                "plan", "standing against the wall", "I've also started an exercise, standing against the wall.", 0.71
            ),
            "",
        ),
        (fact("habit", "一日一回", "一日一回、粉と水をあげるだけ", 0.71), ""),
        (fact("habit", "一か月に一品", "一か月に一品ずつ作っても七年かかる", 0.71), ""),
    ],
)
def test_what_readers_took_for_wrong_is_not(claim: Claim, text: str) -> None:
    assert all(one < CERTAIN for one in sure(claim, text))


def test_what_a_rule_has_read_is_kept_and_what_the_tagger_guesses_is_not() -> None:
    said = "The class is on Wednesdays, on the third floor"
    assert sure(fact("habit", "third floor", said, 0.75)) == [ASKED_ABOUT]
    assert sure(fact("habit", "third floor", said, FAINT)) == []


@pytest.mark.parametrize(
    "claim",
    [
        fact("hobby", "choir", "I've packed in the choir", 0.6, mode=Mode.ENDS),
        fact("home", "York", "no, York", 0.6, mode=Mode.CORRECTS),
        fact("event", "tooth (28 May)", "The tooth's moved to the 28th", 0.75, replaces="tooth"),
        Claim(ClaimType.PERSON, ME, "aunt", "Perpetua", "My aunt Perpetua", 0.5),
    ],
)
def test_what_asserts_nothing_by_itself_is_left_as_it_is(claim: Claim) -> None:
    assert not is_weighed(claim)
    assert [*weighed([claim], claim.text, ())] == [claim]


def test_the_surer_a_rule_the_less_it_takes() -> None:
    for limits in (ASSERTED_FROM, KEPT_FROM):
        confidences, chances = zip(*limits, strict=True)
        assert list(confidences) == sorted(confidences, reverse=True)
        assert list(chances) == sorted(chances)
        assert confidences[-1] == 0


def test_what_is_faint_gives_way_to_what_is_kept() -> None:
    faint, other = fact("habit", "tea", "tea at four", FAINT), fact("hobby", "chess", "tea at four", 0.71)
    assert is_faint(faint)
    assert unless_faint([faint, other], []) == [faint, other]
    assert unless_faint([faint, other], [other]) == [other]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_has_verdicts_of_many_authors(language: str) -> None:
    judged = read_judged(language)
    assert {one.verdict for one in judged} == {GOOD, "k", WRONG}
    assert len(judged) > 2_000
    assert len({one.by for one in judged}) >= 8
    assert all(any(feature.startswith(f"{kind}|") for kind in kinds() for feature in one.features) for one in judged)


def test_what_is_trained_knows_what_it_was_shown(tmp_path: Path) -> None:
    shown = [Judged("AB"[at % 2], [f"has={at % 2}"], 0.71, (WRONG, GOOD)[at % 2]) for at in range(200)]
    train(shown, tmp_path / "right.crfsuite")
    field = Field(tmp_path / "right.crfsuite")
    right, wrong = (field.chances([[f"has={at}"]])[0][RIGHT] for at in (1, 0))
    assert wrong < 0.3
    assert right > 0.7


def test_folds_tell_what_is_asserted_and_how_much_of_it_is_right(tmp_path: Path) -> None:
    shown = [
        Judged("ABCDEF"[at % 6], [f"has={at % 4 == 0}"], 0.71, GOOD if at % 4 == 0 else WRONG) for at in range(240)
    ]
    rules, *limits = told(shown, tmp_path).splitlines()
    assert rules.split(":")[1].startswith(" 240, right 0.250, wrong 0.750")
    assert any("right 1.000, wrong 0.000, of the right 1.000" in line for line in limits)
