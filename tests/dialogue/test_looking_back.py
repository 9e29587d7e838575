"""Why somebody answered can be told later, as it was told when the answer came."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.life import ME, MORNING
from lumina.dialogue.characters import load_cast
from lumina.dialogue.looking_back import reasons
from lumina.dialogue.routing import ask_again, choose_speakers
from lumina.language.domains import domain_scores
from lumina.models import Role, Turn, derived_id

CAST = load_cast()
SAID = (
    "@Nox hello there",
    "ねえ、みんな聞いて",
    "ルミナとノクスはどう思う？",
    "Which film should I watch tonight?",
    "I feel lonely today.",
    "Tell me the truth, is this plan any good?",
    "今日は雨だね",
    "おすすめの曲を教えて",
    "I bought a bicycle.",
)


def turn(name: str, speaker: str, text: str = "Mm.", *, heard: Sequence[str] = CAST.ids, failed: bool = False) -> Turn:
    role = Role.PERSON if speaker == ME else Role.CHARACTER
    id_, thread = derived_id("turn", name), derived_id("thread")
    return Turn(id_, ME, "web", thread, speaker, role, text, MORNING, frozenset({ME, *heard}), failed=failed)


@given(
    st.sampled_from(SAID),
    st.lists(st.sampled_from(CAST.ids), min_size=1, unique=True).map(
        lambda ids: [one for one in CAST.ids if one in ids]
    ),
    st.dictionaries(st.sampled_from(CAST.ids), st.integers(0, 5)),
)
def test_what_is_told_later_is_what_was_told_then(text: str, here: list[str], spoken: Mapping[str, int]) -> None:
    chosen = choose_speakers(text, CAST, here, domain_scores=domain_scores(text), spoken=spoken)
    answers = [turn(one.character, one.character, heard=here) for one in chosen]
    later = reasons([turn("said", ME, text, heard=here), *answers], CAST)
    assert later == {answer.id: one.why for answer, one in zip(answers, chosen, strict=True)}


def test_an_answer_that_was_asked_for_again_says_so() -> None:
    said, broken = turn("said", ME, "@Nox hello there"), turn("broken", "nox", failed=True)
    again = turn("again", "nox")
    found = reasons([said, broken, again], CAST)
    assert found[again.id] == ask_again([CAST.find("nox")])[0].why != found[broken.id]


@pytest.mark.parametrize("words", [{"ref": "d1.0"}, {"text": "", "let_go": True}])
def test_of_a_transcript_and_of_words_that_are_gone_no_reason_is_told(words: Mapping[str, object]) -> None:
    said = replace(turn("said", ME, "@Nox hello there"), **words)  # pyright: ignore[reportArgumentType]
    assert reasons([said, turn("answer", "nox")], CAST) == {}
    assert reasons([turn("answer", "nox")], CAST) == {}
