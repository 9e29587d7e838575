import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.dialogue.address import addressed
from lumina.dialogue.characters import load_cast
from lumina.dialogue.routing import Choice, choose_speakers, note_spoken
from lumina.language.domains import domain_scores
from lumina.models import EVERYBODY

CAST = load_cast()
ALL = CAST.ids
CASES = tomllib.loads(Path(__file__).with_name("routing_cases.toml").read_text(encoding="utf-8"))
NOBODY: Mapping[str, int] = MappingProxyType({})


def cases(table: str) -> list[tuple[str, str]]:
    return [(expected, text) for expected, texts in CASES[table].items() for text in texts]


def choose(
    text: str,
    *,
    present: tuple[str, ...] = ALL,
    spoken: Mapping[str, int] = NOBODY,
    scores: Mapping[str, float] | None = None,
) -> list[Choice]:
    found = domain_scores(text) if scores is None else scores
    return choose_speakers(text, CAST, present, domain_scores=found, spoken=spoken)


def who(text: str, *, present: tuple[str, ...] = ALL, spoken: Mapping[str, int] = NOBODY) -> list[str]:
    return [choice.character for choice in choose(text, present=present, spoken=spoken)]


def test_the_table_has_both_languages_and_no_text_twice():
    texts = [text for _, text in cases("spoken_to")]
    assert len(texts) == len(set(texts)) >= 400
    assert sum(text.isascii() for text in texts) >= 100
    assert sum(not text.isascii() for text in texts) >= 200


@pytest.mark.parametrize(("expected", "text"), cases("spoken_to"))
def test_whom_a_text_speaks_to(expected: str, text: str):
    names = {"nobody": (), "everyone": (EVERYBODY,)}.get(expected, tuple(expected.split(", ")))
    assert addressed(text, CAST) == names


@pytest.mark.parametrize(("expected", "text"), [case for case in cases("spoken_to") if case[0] != "nobody"])
def test_whoever_is_spoken_to_answers_whatever_the_topic(expected: str, text: str):
    answering = choose(text, scores={"news": 1.0}, spoken={"nox": 9, "lumina": 8})
    names = list(ALL) if expected == "everyone" else expected.split(", ")
    assert [choice.character for choice in answering] == names
    assert {choice.reason for choice in answering} == {"everyone" if expected == "everyone" else "named"}


@pytest.mark.parametrize(("expected", "text"), cases("answers"))
def test_who_answers_and_why(expected: str, text: str):
    (choice,) = choose(text)
    assert f"{choice.character}: {choice.reason}" == expected


@pytest.mark.parametrize(
    ("text", "ja", "en"),
    [
        ("ノクス、聞いて", "ノクスに話しかけたため", "you spoke to Nox"),
        ("@all hi", "みんなに話しかけたため", "you spoke to everyone"),
        ("いい映画ない？", "話題（映画）がルミナに合うため（0.95）", "film suits Lumina (0.95)"),
        ("要約して", "頼みごとがノクスの役目に合うため", "what you ask for suits Nox"),
        ("ふう", "ルミナの番のため", "it is Lumina's turn"),
    ],
)
def test_every_choice_says_its_reason_in_both_languages(text: str, ja: str, en: str):
    assert {"ja": ja, "en": en} in [choice.why for choice in choose(text)]


def test_the_three_share_the_floor_over_the_turns():
    spoken: Mapping[str, int] = {}
    order: list[str] = []
    for _ in range(7):
        answering = who("ふうん", spoken=spoken)
        order += answering
        spoken = note_spoken(spoken, answering)
    assert order == ["lumina", "clarisse", "nox", "lumina", "clarisse", "nox", "lumina"]


def test_whoever_was_just_spoken_to_cools_down():
    spoken = note_spoken({}, who("ルミナ、おはよう"))
    assert who("ふうん", spoken=spoken) == ["clarisse"]
    spoken = note_spoken(spoken, who("ノクス、聞いて", spoken=spoken))
    assert who("ふうん", spoken=spoken) == ["clarisse"]
    assert who("ふうん", spoken=note_spoken(spoken, ["clarisse"])) == ["lumina"]


def test_whoever_suits_the_topic_answers_even_twice_in_a_row():
    spoken = note_spoken({}, ["clarisse", "lumina", "nox"])
    assert who("選挙のニュース", spoken=spoken) == ["nox"]


def test_of_two_who_suit_equally_the_one_who_was_silent_longer_answers():
    scores = {"gossip": 0.45, "news": 0.05, "film": 0.1, "history": 0.4}
    fits = {one.id: sum(share * one.domains.get(name, 0.5) for name, share in scores.items()) for one in CAST}
    assert abs(fits["lumina"] - max(fits.values())) < 0.05
    first = choose("…", scores=scores)
    assert first == choose("…", scores=scores)


def test_only_those_present_answer():
    assert who("@all おはよう", present=("lumina", "nox")) == ["lumina", "nox"]
    assert who("クラリス、説明して", present=("lumina", "nox")) == ["lumina"]
    assert who("サーバーのバグ", present=("nox",)) == ["nox"]
    assert who("おはよう", present=("nox",)) == ["nox"]
    assert who("おはよう", present=()) == []
    assert who("おはよう", present=("nobody-of-the-cast",)) == []


def test_characters_answer_in_the_order_in_which_they_were_named():
    assert who("@ノクス,@ルミナ,@クラリス どう？") == ["nox", "lumina", "clarisse"]


def test_the_languages_of_names_may_be_mixed():
    assert who("Hey ルミナ and Nox, どう思う？") == ["lumina", "nox"]


NAMES = st.sampled_from(["ルミナ", "るみな", "ﾙﾐﾅ", "lumina", "LUMINA", "Ｌｕｍｉｎａ", "Lumina"])
FOLLOWING = st.sampled_from(["", "さん", "ちゃん", "様", "さま", "くん"])
PAUSE = st.sampled_from(["、", ",", "，", "､", "! ", "！", "…", "～、", "ー、", "。", "\n"])
REST = st.sampled_from(["今日は雨だね", "聞いて", "what do you think?", "ノクスって冷たいよね", ""])


@given(name=NAMES, honorific=FOLLOWING, pause=PAUSE, rest=REST)
def test_a_name_before_a_pause_is_spoken_to_however_it_is_written(name: str, honorific: str, pause: str, rest: str):
    assert addressed(f"{name}{honorific}{pause}{rest}", CAST) == ("lumina",)


@given(name=NAMES, honorific=FOLLOWING, before=st.sampled_from(["", "やあ ", "お願い、", "(笑)"]), rest=REST)
def test_a_name_after_an_at_is_spoken_to_wherever_it_stands(name: str, honorific: str, before: str, rest: str):
    assert addressed(f"{before}@{name}{honorific} {rest}", CAST) == ("lumina",)


@given(
    name=NAMES,
    honorific=FOLLOWING,
    before=st.sampled_from(["昨日", "私の友達の", "さっき会った"]),
    particle=st.sampled_from(
        ["が来た", "に会った", "の話", "と話した", "を見た", "から聞いた", "って冷たいよね", "が、いない"]
    ),
)
def test_a_name_within_a_sentence_is_spoken_about(name: str, honorific: str, before: str, particle: str):
    assert addressed(f"{before}{name}{honorific}{particle}", CAST) == ()


@given(st.text(alphabet="ルミナノクス@、,？? 「」がは\nNox'aあ😀", max_size=40))
def test_any_text_gets_an_answer_and_the_same_one_twice(text: str):
    once = choose(text)
    assert once == choose(text)
    assert once and {choice.character for choice in once} <= set(ALL)


@pytest.mark.parametrize("piece", ["ルミナ、", "「", "@", "lumina and ", "\n", "> \n", "`", "a.", '"x ', "hey nox "])
def test_a_long_text_is_understood_as_a_short_one_of_the_same_is(piece: str):
    """It takes a second at most; what needs the square of its length would not end before this run gives up."""
    assert addressed(piece * (300_000 // len(piece)), CAST) == addressed(piece * (1_000 // len(piece)), CAST)
