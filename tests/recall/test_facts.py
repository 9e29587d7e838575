"""What a question wants of what is known: whose it is, of which kind, of the present or the past."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from uuid import UUID

import pytest

from lumina.known import ME, Day, Fact, Known, Loop, UnitState
from lumina.language.scripts import fold
from lumina.models import derived_id
from lumina.recall.facts import fact_lines, loop_lines, wanted
from lumina.recall.whose import others_asked

SAID = datetime.fromisoformat("2026-03-02T20:00:00+09:00")


def fact(kind: str, value: str, about: str = ME, *, text: str = "", past: bool = False) -> Fact:
    state = UnitState.SUPERSEDED if past else UnitState.CONFIRMED
    id_ = derived_id("fact", kind, value, about)
    return Fact(id_, about, kind, value, text or value, state, None, None, SAID, SAID, 0.9, (UUID(int=1),))


ENGLISH = Known(
    facts=(
        fact("name", "Mei"),
        fact("birthday", "June 3"),
        fact("home", "Kobe", past=True),
        fact("home", "Nara"),
        fact("job", "baker"),
        fact("job", "plumber", "Tom"),
        fact("event", "dentist (March 9)", text="I've the dentist on Monday"),
        fact("event", "Ana's wedding (May 23)", text="Ana's wedding is on 23 May"),
    ),
    names={"tom": "Tom", "ana": "Ana"},
)
JAPANESE = Known(
    facts=(
        fact("name", "森芽衣"),
        fact("birthday", "6月3日"),
        fact("workplace", "さくら書店", past=True),
        fact("workplace", "港図書館"),
    ),
    names={fold("拓也"): "拓也"},
)


def values(question: str, known: Known) -> list[str]:
    return [one.value for one in wanted(question, (), known, "u").facts]


@pytest.mark.parametrize(
    ("question", "known", "told"),
    [
        ("Where does Mei live now?", ENGLISH, ["Nara"]),
        ("Where was Mei based at New Year?", ENGLISH, ["Kobe", "Nara"]),
        ("What is my job?", ENGLISH, ["baker"]),
        ("What is Tom's job?", ENGLISH, ["plumber"]),
        ("When is my dentist appointment?", ENGLISH, ["dentist (March 9)"]),
        ("When does Ana get married?", ENGLISH, ["Ana's wedding (May 23)"]),
        ("When is Ana's wedding?", ENGLISH, ["Ana's wedding (May 23)"]),
        ("When is Tom's birthday?", ENGLISH, ["plumber"]),
        ("When is my sister's birthday?", ENGLISH, []),
        ("When is my birthday?", ENGLISH, ["June 3"]),
        ("いまの職場は？", JAPANESE, ["港図書館"]),
        ("前の職場は？", JAPANESE, ["さくら書店", "港図書館"]),
        ("春まで勤務していたお店は？", JAPANESE, ["さくら書店", "港図書館"]),
        ("芽衣さんの誕生日はいつ？", JAPANESE, ["6月3日"]),
        ("拓也さんの誕生日はいつ？", JAPANESE, []),
        ("妹さんの誕生日はいつ？", JAPANESE, []),
    ],
)
def test_a_question_gets_what_is_known_of_what_it_asks_for(question: str, known: Known, told: list[str]) -> None:
    assert values(question, known) == told


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("Where does Mei live?", set[str]()),
        ("Where did I put Tom's keys?", set[str]()),
        ("What's Tom's job?", {"tom"}),
        ("What is my sister's name?", {"sister"}),
        ("What's the time?", set[str]()),
    ],
)
def test_the_asker_who_is_named_asks_for_their_own(question: str, others: set[str]) -> None:
    assert others_asked(question, ENGLISH, "u") == others


def test_days_are_told_as_people_say_them() -> None:
    home = Fact(
        **{name: getattr(fact("home", "奈良"), name) for name in ("id", "about", "kind", "value", "text", "state")},
        valid_from=Day(date(2025, 12, 1), "month"),
        valid_to=None,
        recorded=SAID,
        said=SAID,
        confidence=0.9,
        evidence=(),
    )
    assert fact_lines([home], "ja", SAID) == ["- 住まい: 奈良 (2025年12月から, 3月2日の発言)"]
    assert fact_lines([home], "en", SAID) == ["- home: 奈良 (since December 2025, said March 2)"]


def left(what: str, due: str | None = None) -> Loop:
    day = Day(date.fromisoformat(due)) if due else None
    return Loop(derived_id("loop", what), what, "open", day, SAID, (UUID(int=1),))


OPEN = Known(loops=(left("visa interview", "2026-01-08"), left("scan", "2026-03-09"), left("ring the plumber")))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What do I still have to do?", ["ring the plumber", "scan"]),
        ("Have I had the scan yet?", ["scan"]),
        ("Where do I live?", []),
    ],
)
def test_what_is_left_open_is_told_where_it_is_asked_for(question: str, told: list[str]) -> None:
    found = wanted(question, (), OPEN, "u", SAID.date())
    assert [loop.what for loop in found.loops] == told
    assert loop_lines(found.loops, "en", SAID)[-1:] in ([], ["- scan (due March 9, said March 2)"])


def test_a_short_word_is_no_beginning_of_a_name() -> None:
    known = Known(loops=(left("get the drill back from Callum"), left("call the bank")))
    assert [loop.what for loop in wanted("Which call is still to do?", (), known, "u", SAID.date()).loops] == [
        "call the bank"
    ]


def test_one_who_was_a_boyfriend_does_not_hide_that_there_is_none_now() -> None:
    """Of several, as brothers are, only whoever is named is told; a partner is one."""
    known = Known(
        facts=(fact("partner", "Callum", past=True), fact("partner", "single"), fact("family", "Danny (brother)")),
        names={"callum": "Callum", "boyfriend": "Callum"},
    )
    assert values("Do I have a boyfriend?", known) == ["single"]
    assert values("Is Callum my brother?", known) == []


def test_a_question_of_ones_own_does_not_go_on_with_another() -> None:
    unnamed = Known(facts=tuple(one for one in JAPANESE.facts if one.kind != "name"))
    assert not wanted("私の名前は？", ("どこで働いてるっけ？",), unnamed, "u").facts
    assert wanted("名前は？", ("どこで働いてるっけ？",), unnamed, "u").facts


@pytest.mark.parametrize("question", ["妹の誕生日は？", "私の妹の誕生日いつだっけ", "お母さんの誕生日は？"])
def test_a_relative_s_birthday_is_not_one_s_own(question: str) -> None:
    assert not values(question, JAPANESE)
    assert values("私の誕生日は？", JAPANESE) == ["6月3日"]


def test_asked_for_everything_it_tells_the_latest_of_each_kind_and_nothing_that_is_over() -> None:
    likes = [replace(fact("likes", name), said=SAID + timedelta(days=day)) for day, name in enumerate("abcd")]
    over = [replace(fact("plan", "fair"), valid_from=Day(date(2026, 3, 5))), fact("event", "won a raffle")]
    ahead = replace(fact("event", "viva"), valid_from=Day(date(2026, 4, 2)))
    known = Known(facts=(*over, ahead, *likes, fact("age", "7", "Tom"), fact("home", "Nara"), fact("name", "Mei")))
    told = wanted("What do you know about me?", (), known, "u", date(2026, 3, 20)).facts
    assert [one.value for one in told] == ["Mei", "Nara", "c", "d", "viva", "7"]
