"""Bytes in, the same bytes out, and nothing of what is broken."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from harness.builders import entry, memory, unit
from harness.older import as_halves
from lumina.errors import Damaged
from lumina.memory.codec import pack_memory, unpack_memory
from lumina.memory.entry_codec import as_kept, entry_id, pack_entry, unpack_entries, unpack_entry
from lumina.models import Entry, Memory, Terms

NAMES = st.text(max_size=8)
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=ZONES)  # noqa: DTZ001
COUNTS = st.integers(0, 4)


def vectors(*shape: int) -> st.SearchStrategy[Any]:
    return arrays.arrays(np.float32, shape, elements=st.floats(-1, 1, width=32))


@st.composite
def some_terms(draw: st.DrawFn) -> Terms:
    ids = sorted(draw(st.sets(st.integers(0, 2**32 - 1), max_size=5)))
    weights = draw(arrays.arrays(np.float32, len(ids), elements=st.floats(0, 4, width=16)))
    return Terms(np.array(ids, np.uint32), weights)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    return Entry(
        id=draw(st.uuids()),
        memory=draw(st.uuids()),
        person=draw(NAMES),
        thread=draw(st.uuids()),
        is_summary=draw(st.booleans()),
        speaker=draw(NAMES),
        people=tuple(draw(st.lists(NAMES, max_size=3))),
        at=draw(MOMENTS),
        witnesses=draw(st.frozensets(NAMES, max_size=3)),
        window=draw(st.none() | vectors(6)),
        sentences=draw(st.none() | COUNTS.flatmap(lambda count: vectors(count, 6))),
        terms=draw(some_terms()),
        words=draw(some_terms()).ids,
        is_question=draw(st.booleans()),
        follows_question=draw(st.booleans()),
        has_digit=draw(st.booleans()),
    )


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    return Memory(
        id=draw(st.uuids()),
        person=draw(NAMES),
        room=draw(NAMES),
        thread=draw(st.uuids()),
        kind=draw(NAMES),
        text=draw(st.text()),
        keywords=tuple(draw(st.lists(NAMES, max_size=3))),
        concepts=tuple(draw(st.lists(NAMES, max_size=3))),
        valence=draw(st.floats(-1, 1)),
        salience=draw(st.floats(0, 1)),
        born=draw(MOMENTS),
        turns=tuple(draw(st.lists(st.uuids(), max_size=3))),
        witnesses=draw(st.frozensets(NAMES, max_size=3)),
        language=draw(st.sampled_from(["ja", "en"])),
        detail=draw(st.sampled_from(["full", "gist"])),
        entries=tuple(draw(st.lists(entries(), max_size=3))),
    )


def plain(value: Any) -> Any:
    """A value to compare: its fields, arrays with their kind and shape."""
    if isinstance(value, Entry | Memory | Terms):
        names: list[str] = [field.name for field in fields(value) if field.init]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tolist()  # pyright: ignore
    if isinstance(value, datetime):
        return value, value.utcoffset()
    if isinstance(value, tuple):
        return [plain(part) for part in value]  # pyright: ignore
    return value


@given(entries())
def test_an_entry_comes_back_as_it_was_but_for_the_steps_of_its_vectors(given: Entry) -> None:
    back = unpack_entry(pack_entry(given))
    assert plain(bare(back)) == plain(bare(given))
    for kept, exact in ((back.window, given.window), (back.sentences, given.sentences)):
        assert (kept is None) == (exact is None)
        if kept is not None and exact is not None:
            assert (kept.dtype, kept.shape) == (exact.dtype, exact.shape)
            largest = np.abs(exact).max(axis=-1, keepdims=True, initial=0)
            assert (np.abs(kept - exact) <= largest / 250 + 3.1e-5).all()


def bare(given: Entry) -> Entry:
    """Without its vectors."""
    return replace(given, window=None, sentences=None)


@given(st.lists(entries(), max_size=5))
def test_many_entries_as_columns_are_the_same_as_one_by_one(given: list[Entry]) -> None:
    by_id = {one.id.bytes: pack_entry(one) for one in given}
    ones = [unpack_entry(packed) for packed in by_id.values()]
    columns = unpack_entries(by_id)
    windows = [one.window.tolist() for one in ones if one.window is not None]
    sentences = [row.tolist() for one in ones if one.sentences is not None for row in one.sentences]
    assert columns.windows.tolist() == windows
    assert columns.sentences.tolist() == sentences
    assert columns.terms.ids.tolist() == [id_ for one in ones for id_ in one.terms.ids.tolist()]
    assert columns.terms.weights.tolist() == [weight for one in ones for weight in one.terms.weights.tolist()]
    assert columns.words.tolist() == [word for one in ones for word in one.words.tolist()]
    assert [columns.scene(row).speaker for row in range(len(columns))] == [one.speaker for one in ones]


@given(entries())
def test_what_an_older_version_packed_is_read_by_itself_and_as_columns(given: Entry) -> None:
    packed = as_halves(given)
    old = unpack_entry(packed)
    assert pack_entry(old) == packed, "its digest is that of what lies there"
    assert entry_id(packed) == given.id.bytes
    assert plain(bare(old)) == plain(bare(given))
    one, other = (unpack_entries({given.id.bytes: each}) for each in (packed, pack_entry(replace(old))))
    assert (one.windows.tolist(), one.sentences.tolist()) == (other.windows.tolist(), other.sentences.tolist())
    assert one.terms.weights.tolist() == other.terms.weights.tolist()


@given(memories())
def test_a_memory_comes_back_as_it_was_and_packs_to_the_same_bytes(given: Memory) -> None:
    packed = pack_memory(given)
    kept = replace(given, entries=tuple(map(as_kept, given.entries)))
    assert plain(unpack_memory(packed)) == plain(kept)
    assert pack_memory(unpack_memory(packed)) == packed
    assert pack_memory(anew(unpack_memory(packed))) == packed


def anew(given: Memory) -> Memory:
    """Without the bytes that its entries were unpacked from."""
    return replace(given, entries=tuple(map(replace, given.entries)))


def test_an_entry_as_it_is_kept_is_the_one_that_comes_back() -> None:
    exact = entry(vector=unit("exact", 300))
    kept = as_kept(exact)
    assert plain(kept) == plain(unpack_entry(pack_entry(exact)))
    assert plain(kept) != plain(exact), "vectors are kept in steps"
    assert as_kept(kept) is kept


def test_a_changed_entry_is_packed_anew() -> None:
    came_back = unpack_entry(pack_entry(entry(speaker="haru")))
    assert unpack_entry(pack_entry(replace(came_back, speaker="aki"))).speaker == "aki"


@given(st.binary(max_size=80))
def test_what_never_was_a_memory_is_refused(foreign: bytes) -> None:
    for unpack in (unpack_memory, unpack_entry):
        with pytest.raises(Damaged):
            unpack(foreign)


@given(st.data())
def test_any_byte_that_changed_is_noticed(data: st.DataObject) -> None:
    packed = bytearray(pack_memory(memory()))
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(Damaged):
        unpack_memory(bytes(packed))


@given(st.integers(0, len(pack_memory(memory())) - 1))
def test_a_memory_cut_short_is_refused(length: int) -> None:
    with pytest.raises(Damaged):
        unpack_memory(pack_memory(memory())[:length])


def test_an_entry_is_no_memory() -> None:
    with pytest.raises(Damaged, match="memory cannot be read"):
        unpack_memory(pack_entry(entry()))
    with pytest.raises(Damaged, match="index entry cannot be read"):
        unpack_entry(pack_memory(memory()))


def test_steps_move_a_cosine_by_less_than_two_thousandths() -> None:
    for seed in range(50):
        exact, question = unit(("exact", seed), 300), unit(("question", seed), 300)
        kept = unpack_entry(pack_entry(entry(vector=exact))).window
        assert kept is not None
        assert abs(float(kept @ question - exact @ question)) < 2e-3


def test_an_entry_of_a_turn_of_everyday_length_takes_about_a_kilobyte() -> None:
    said = {f"word {number}": 0.5 for number in range(40)}
    of_one_sentence = entry(said=said, vector=unit("v", 300))
    assert len(pack_entry(replace(of_one_sentence, sentences=unit("v", 300).reshape(1, 300)))) < 1200


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        pack_entry(entry(at=datetime(2026, 1, 1)))  # noqa: DTZ001


def test_a_moment_keeps_the_day_of_the_place_where_it_was() -> None:
    late = datetime(2026, 4, 30, 23, 30, tzinfo=timezone(timedelta(hours=9)))
    kept = unpack_entry(pack_entry(entry(at=late))).at
    assert (kept.month, kept.day, kept.astimezone(UTC)) == (4, 30, late.astimezone(UTC))
