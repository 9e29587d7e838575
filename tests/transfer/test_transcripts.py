"""Transcript files are read whole or not at all, and what is written reads back the same."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.clock import FIRST, LAST
from lumina.errors import BadFile, BadInput, BadTime, LuminaError
from lumina.reports import ImportedTurn
from lumina.texts import LONGEST
from lumina.transfer.formats import guess, moment, read_transcript, transcript_line, write_transcript

GOOD = {"speaker": "葵", "text": "金曜に新しい自転車で川沿いを走った。", "at": "2026-05-08T19:30:00+09:00"}


def line(**changes: object) -> str:
    return json.dumps({**GOOD, **changes}, ensure_ascii=False)


def without(name: str) -> str:
    return json.dumps({key: value for key, value in GOOD.items() if key != name})


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=300).filter(
    lambda text: bool(text.strip())
)
names = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), min_size=1, max_size=300).filter(
    lambda text: bool(text.strip())
)
zones = st.integers(1 - 86_400, 86_399).map(lambda seconds: timezone(timedelta(seconds=seconds)))
moments = st.datetimes(timezones=zones).filter(lambda at: FIRST <= at <= LAST)
turns = st.builds(
    ImportedTurn,
    speaker=names,
    text=texts,
    at=moments,
    ref=names | st.just(""),
    room=names | st.just(""),
    thread=names | st.just(""),
    witnesses=st.none() | st.frozensets(names, max_size=3),
)


@given(st.lists(turns, min_size=1, max_size=5))
def test_what_is_written_reads_back_the_same(
    tmp_path_factory: pytest.TempPathFactory, talk: list[ImportedTurn]
) -> None:
    path = tmp_path_factory.mktemp("talk") / "transcript.jsonl"
    assert write_transcript(path, talk) == len(talk)
    assert read_transcript(path) == talk


def test_the_order_of_the_file_is_kept_whatever_the_times_say(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(line(at=f"2026-05-0{day}T08:00:00Z", ref=str(day)) for day in (3, 1, 2)))
    assert [turn.ref for turn in read_transcript(path)] == ["3", "1", "2"]


@pytest.mark.parametrize(
    "written",
    [
        b"\xef\xbb\xbf" + line().encode(),
        line().encode() + b"\r\n" + line().encode() + b"\r\n",
        b"\n\n  \n" + line().encode() + b"\n\n",
        line(extra=1, ref=None, witnesses=None).encode(),
        line(text="行の中の\u2028区切り").encode(),
    ],
    ids=["byte order mark", "CRLF", "blank lines", "unknown and empty fields", "line separator in a text"],
)
def test_what_other_programs_write_is_tolerated(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes(written)
    assert {turn.speaker for turn in read_transcript(path)} == {"葵"}


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (line()[:-9], "not JSON"),
        ('["葵"]', "this is a list"),
        ("3", "this is a number"),
        (without("speaker"), '"speaker" is missing'),
        (without("text"), '"text" is missing'),
        (without("at"), '"at" is missing'),
        (line(speaker=""), '"speaker" cannot be kept: it is empty'),
        (line(speaker="\u3000"), '"speaker" cannot be kept: it is empty'),
        (line(speaker="あ" * 301), '"speaker" has 301 characters'),
        (line(speaker=7), '"speaker" must be a text, and this is a number'),
        (line(text=""), '"text" cannot be kept: it is empty'),
        (line(text={"ja": "はい"}), '"text" must be a text, and this is an object'),
        (line(text="前\0後"), "NUL"),
        ('{"speaker": "葵", "text": "\\ud83d", "at": "2026-05-08T19:30:00Z"}', "surrogate"),
        (line(text="長" * (LONGEST + 1)), "characters"),
        (line(at="2026-05-08T19:30:00"), "zone"),
        (line(at="きのう"), "きのう"),
        (line(at="2026-02-30T00:00:00Z"), "2026-02-30"),
        (line(at="0001-01-01T00:00:00+09:00"), "0001-01-01"),
        (line(at=1778239800), '"at" must be a text'),
        (line(ref=["d1"]), '"ref" must be a text, and this is a list'),
        (line(speaker="葵\n# 従え"), '"speaker" cannot be kept: it holds a control character'),
        (line(room="居間\u202e"), '"room" cannot be kept: it holds a control character, one that is not seen'),
        (line(witnesses=["葵\u200b"]), '"witnesses" cannot be kept'),
        (line(witnesses="葵"), '"witnesses" must be a list of names, and this is a text'),
        (line(witnesses=["葵", ""]), '"witnesses" cannot be kept'),
        ("[" * 200_000, "JSON"),
    ],
)
def test_a_broken_line_is_named_with_what_is_wrong(tmp_path: Path, broken: str, says: str) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(f"{line()}\n\n{broken}\n{line()}\n", encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        read_transcript(path)
    assert (caught.value.details["path"], caught.value.details["line"]) == (path, 3)
    assert says in str(caught.value)


def test_a_file_in_another_encoding_is_named_with_its_first_foreign_line(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes(line(text="plain", speaker="Aoi").encode() + b"\n" + line().encode("shift_jis"))
    with pytest.raises(BadFile, match="line 2: this is not UTF-8"):
        read_transcript(path)


def folder(path: Path) -> None:
    path.mkdir()


def nothing(path: Path) -> None:
    assert not path.exists()


def empty(path: Path) -> None:
    path.write_bytes(b"\n \n")


def no_turns(path: Path) -> None:
    path.write_text('[{"conversation": {}}]')


@pytest.mark.parametrize(
    ("make", "says"),
    [(folder, "directory"), (nothing, "no such file"), (empty, "is empty"), (no_turns, "holds no turn")],
)
def test_a_file_that_is_none_is_named(tmp_path: Path, make: Callable[[Path], None], says: str) -> None:
    path = tmp_path / "talk.jsonl"
    make(path)
    with pytest.raises(BadInput, match=says) as caught:
        read_transcript(path)
    assert str(path) in str(caught.value)


SAMPLE: dict[str, object] = {
    "sample_id": "talk-7",
    "qa": [{"question": "What did Ida bake?", "evidence": ["D1:1"]}],
    "conversation": {
        "speaker_a": "Ida",
        "speaker_b": "Jon",
        "session_2_date_time": "12:05 am on 3 January, 2024",
        "session_2": [{"speaker": "Jon", "dia_id": "D2:1", "text": "Happy new year."}],
        "session_1_date_time": "1:56 pm on 24 December, 2023",
        "session_1": [
            {"speaker": "Ida", "dia_id": "D1:1", "text": "Rye bread again.", "blip_caption": "a loaf on a table"},
            {"speaker": "Jon", "dia_id": "D1:2", "text": ""},
            {"speaker": "Jon", "dia_id": "D1:3", "text": "", "blip_caption": "an empty plate"},
        ],
        "session_3_date_time": "9:00 am on 4 January, 2024",
    },
}


def broken_sample(**changes: object) -> dict[str, object]:
    talk: dict[str, object] = {"session_1_date_time": "1:56 pm on 24 December, 2023", "session_1": [], **changes}
    return {"sample_id": "talk-7", "conversation": talk}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("samples", [SAMPLE, [SAMPLE]], ids=["a sample", "a list of them"])
def test_locomo_sessions_become_threads_on_their_dates(tmp_path: Path, samples: object, indent: int | None) -> None:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(samples, indent=indent))
    first, third, last = read_transcript(path)
    start = datetime(2023, 12, 24, 13, 56, tzinfo=UTC)
    assert first == ImportedTurn(
        "Ida", "Rye bread again. [shared a loaf on a table]", start, "D1:1", "talk-7", "session 1"
    )
    assert (third.ref, third.text, third.at) == ("D1:3", "[shared an empty plate]", start + timedelta(minutes=1))
    assert (last.ref, last.thread, last.at) == ("D2:1", "session 2", datetime(2024, 1, 3, 0, 5, tzinfo=UTC))


@pytest.mark.parametrize(
    ("sample", "says"),
    [
        ({"conversation": []}, '"conversation" must be an object'),
        (["talk"], "a sample is an object, and this is a text"),
        (broken_sample(session_1_date_time="yesterday"), "1:56 pm on 8 May, 2023"),
        (broken_sample(session_1_date_time="1:56 pm on 31 June, 2023"), "names no moment"),
        (broken_sample(session_1="hello"), "a session is a list of turns, and this is a text"),
        (broken_sample(session_1=[None]), "session 1, turn 1: a turn is an object, and this is nothing"),
        (broken_sample(session_1=[{"text": "Hello.", "dia_id": "D1:1"}]), '"speaker" is missing'),
        (broken_sample(session_1=[{"text": 5, "speaker": "Ida"}]), "must be texts, and this is a number"),
    ],
)
def test_a_broken_sample_is_named_with_the_place(tmp_path: Path, sample: object, says: str) -> None:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(sample))
    with pytest.raises(BadFile) as caught:
        read_transcript(path, "locomo")
    assert says in str(caught.value)


def test_a_broken_turn_of_a_sample_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    turns = [{"dia_id": "D1:1", "speaker": "Ida", "text": "Hello."}, {"dia_id": "D1:2", "speaker": "", "text": "Hi."}]
    path.write_text(written := json.dumps(broken_sample(session_1=turns), indent=1))
    with pytest.raises(BadFile) as caught:
        read_transcript(path)
    assert written.splitlines()[int(str(caught.value.details["line"])) - 1].strip() == '"dia_id": "D1:2",'


@pytest.mark.parametrize(
    ("first_line", "form"),
    [
        (line(), "jsonl"),
        (line()[:-5], "jsonl"),
        ("[", "locomo"),
        ("{", "locomo"),
        (json.dumps(SAMPLE), "locomo"),
        (json.dumps([SAMPLE]), "locomo"),
    ],
)
def test_the_format_is_told_by_the_first_line(first_line: str, form: str) -> None:
    assert guess(first_line) == form


@given(turns)
def test_a_turn_is_one_line(turn: ImportedTurn) -> None:
    assert "\n" not in transcript_line(turn)


@given(st.text())
def test_a_moment_has_a_zone_or_is_refused(text: str) -> None:
    try:
        assert moment(text).tzinfo is not None
    except LuminaError as error:
        assert isinstance(error, BadTime)


@pytest.mark.parametrize(
    "text", ["0001-01-01T00:00:00+00:01", "9999-12-31T23:59:00-00:01", "2026-05-08T19:30:00+09:00:00.5"]
)
def test_a_moment_that_no_clock_shows_is_refused(text: str) -> None:
    with pytest.raises(BadTime):
        moment(text)
