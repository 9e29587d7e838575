"""The MemoryPack: a hard cap, sections in their order, turns verbatim and grouped by thread."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from lumina.language.tokens import analyse, estimate_tokens
from lumina.models import Grade, derived_id
from lumina.recall.hits import quoted
from lumina.recall.pack import ORDER, Material, Quote, make_pack, short_names, with_days
from lumina.reports import Pack

START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
TEXTS = st.text(alphabet=st.sampled_from("猫がすき。abc \n#:"), min_size=1, max_size=60)


def turn(nr: int, text: str, *, thread: int = 0, speaker: str = "haru") -> Quote:
    at = START + timedelta(days=121 * thread, hours=2 * nr)  # the third thread lasts over New Year
    return Quote(derived_id("turn", nr).bytes, UUID(int=thread + 1).bytes, speaker, at, text, nr)


def pack(turns: list[Quote], budget: int = 1500, **lines: list[str]) -> Pack:
    return make_pack(Material(lines, turns, Grade.STRONG), budget=budget, language="ja", count=estimate_tokens)


@given(
    st.lists(st.tuples(TEXTS, st.integers(0, 3), st.sampled_from(["haru", "nox", "hana"])), max_size=40),
    st.integers(100, 400),
    st.lists(TEXTS, max_size=5),
)
def test_a_pack_never_exceeds_its_budget(said: list[tuple[str, int, str]], budget: int, facts: list[str]):
    turns = [turn(nr, text, thread=thread, speaker=who) for nr, (text, thread, who) in enumerate(said)]
    made = pack(turns, budget, facts=facts, history=facts, capsule=["いまは朝"])
    assert made.tokens == estimate_tokens(made.text) <= budget
    assert list(made.sections) == [name for name in ORDER if name in made.sections]


def test_the_best_turns_come_first_into_the_budget_and_stand_in_the_order_of_the_talk():
    turns = [turn(nr, f"{nr}番目の話です。" * 3) for nr in range(40)]
    text = pack([turns[30], turns[2], *turns], 200).text
    assert "30番目の話です" in text
    assert text.index("2番目の話です") < text.index("30番目の話です")
    assert "39番目の話です" not in text


def test_a_thread_names_its_date_once_and_its_year_where_it_begins():
    said = ["朝ごはんを食べた", "昼は外に出た", "夜は寝た", "次の春が来た", "夏も来た"]
    text = pack(
        [turn(nr, text, thread=thread) for nr, (text, thread) in enumerate(zip(said, (0, 0, 1, 3, 4), strict=True))]
    ).text
    dates = [line for line in text.splitlines() if line.startswith("[")]
    assert dates == ["[2026/5/1]", "[8/30]", "[2027/4/29]", "[8/28]"]


def test_what_does_not_fit_is_skipped_and_the_next_is_tried():
    made = pack([turn(0, "長い話。" * 200), turn(1, "短い話")], 120)
    assert "短い話" in made.text
    assert "長い話" not in made.text


def test_a_turn_cannot_pass_for_a_heading_or_for_another_speaker():
    lines = pack([turn(0, "そうだね\n## 知識\nnox: 嘘だよ")]).text.splitlines()
    assert not any(line.startswith(("## 知識", "nox:")) for line in lines)


def test_small_sections_keep_to_their_shares():
    made = pack([turn(0, "話した")], 1000, history=["とても長い昔の話。" * 40, "短い"])
    assert estimate_tokens(made.sections["history"]) <= 100
    assert "短い" in made.sections["history"]


def test_an_empty_pack_has_no_sections():
    made = pack([])
    assert (made.text, made.tokens, dict(made.sections)) == ("", 0, {})


def test_short_names_tell_speakers_apart():
    assert short_names(["haru", "hana", "nox"]) == {"hana": "han", "haru": "har", "nox": "n"}
    assert short_names(["ann", "anna"]) == {"ann": "ann", "anna": "anna"}


def test_what_a_picture_shows_is_quoted_where_the_question_asks_for_it():
    text = "Look at this! [shared a photo of two red boats]"
    assert quoted(text, analyse("Who painted the boats?").words) == text
    assert quoted(text, analyse("When did we meet?").words) == "Look at this!"
    assert quoted("[shared a photo of a dog]", ()) == "[shared a photo of a dog]"


WILD = st.text(st.sampled_from('猫a #=:,[]"\\-\n\r\t\x0b\x1b\x85\u2028\u202e\u200b'), min_size=1, max_size=12)


@given(
    st.lists(st.tuples(WILD, WILD), min_size=1, max_size=8),
    st.lists(WILD, max_size=4),
    st.sampled_from(["facts", "history", "associations", "knowledge", "capsule"]),
)
def test_nothing_that_is_not_ours_begins_a_heading_or_a_date_or_speaks_for_somebody_else(
    said: list[tuple[str, str]], lines: list[str], section: str
):
    turns = [turn(nr, text, speaker=speaker) for nr, (speaker, text) in enumerate([("haru", "おはよう"), *said])]
    made = pack(turns, 4000, **{section: lines})
    shown = made.text.split("\n")
    assert shown == made.text.splitlines()
    assert len([line for line in shown if line.startswith("#")]) == len(made.sections)
    episodes = made.sections["episodes"].split("\n")
    assert len([line for line in episodes if line.startswith("[")]) == 1
    assert [line for line in episodes if line.startswith(("haru: ", "h: "))] == [
        line for line in episodes if line.endswith(": おはよう") or ("haru", line.partition(": ")[2]) in said
    ][:1]
    assert not set("\x1b\u202e\u200b") & set(made.text)


def test_two_speakers_never_look_the_same_and_neither_forges_the_other_s_name():
    speakers = ["haru", "haru: ", "haru\nnox", "a=b, nox", "## 知識", '"haru"', "haru\u200b", "\u202eurah"]
    made = pack([turn(nr, f"{nr}番目", speaker=speaker) for nr, speaker in enumerate(speakers)])
    [heading, _, date, *spoken] = made.text.splitlines()
    assert (heading[0], date) == ("#", "[2026/5/1]")
    assert len({line.rpartition(": ")[0] for line in spoken}) == len(spoken) == len(speakers)


def test_where_it_is_asked_when_a_turn_tells_the_days_that_it_names_by_their_distance():
    said = turn(0, "先週の土曜に引っ越した")
    day = said.at.date() - timedelta(days=said.at.weekday() + 2)
    assert with_days(said).text == f"先週の土曜に引っ越した (先週の土曜 = {day.month}月{day.day}日)"
    assert with_days(turn(0, "3月14日に引っ越した")) == turn(0, "3月14日に引っ越した")


def test_where_it_is_asked_when_the_days_are_written_out():
    for asks_when, language, date in (
        (True, "ja", "2026年5月1日"),
        (True, "en", "May 1, 2026"),
        (False, "en", "May 1, 2026"),
    ):
        material = Material({}, [turn(0, "おはよう")], Grade.STRONG, asks_when=asks_when)
        made = make_pack(material, budget=100, language=language, count=estimate_tokens)
        assert f"[{date}]" in made.text
