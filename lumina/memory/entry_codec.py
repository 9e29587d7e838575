"""Index entries as bytes: the numbers at fixed places and the arrays in a row, aligned to four bytes, so that hundreds
are read at once, as columns, or one by itself.

Of a vector each number is a byte, in steps of its largest divided by 127 (a cosine moves by less than 0.002); weights
of terms are in half precision; all else is kept exactly, a time with its zone's offset. Packing what was unpacked gives
the same bytes.
"""

import logging
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from lumina.errors import Damaged
from lumina.memory.entries import Entries, Flag, Places, Scene, instant, moment
from lumina.memory.entry_halves import HALVES, unpack_halves
from lumina.memory.frames import HEAD, frame, packb, row, unframe, version_of
from lumina.models import Entry, Matrix, Terms

logger = logging.getLogger(__name__)

Size = TypeVar("Size", int, Places)

STEPS = 127
SHORTEST = np.finfo(np.float16).smallest_normal
_FIELDS = struct.Struct("<16s16s16sqIIIIII")
_ENTRY = np.dtype(
    [
        ("head", f"V{HEAD.size}"),
        ("id", "V16"),
        ("memory", "V16"),
        ("thread", "V16"),
        ("at", "<i8"),
        ("flags", "<u4"),
        ("dimensions", "<u4"),
        ("sentences", "<u4"),
        ("terms", "<u4"),
        ("words", "<u4"),
        ("scene", "<u4"),
    ]
)
_ID = slice(HEAD.size, HEAD.size + 16)
_HAS_WINDOW, _HAS_SENTENCES = 1 << 16, 1 << 17
_SUMMARY, _QUESTION, _FOLLOWS_QUESTION, _DIGIT = map(int, Flag)  # an enum's own operators cost a microsecond each


def pack_entry(entry: Entry) -> bytes:
    """What was unpacked is not packed anew: on its way down a memory passes many hands."""
    return entry.packed or _packed_entry(entry)


def as_kept(entry: Entry) -> Entry:
    """The entry as it comes back once it was packed, its vectors and weights as precise as they are kept."""
    return entry if entry.packed else unpack_entry(pack_entry(entry))


def entry_id(packed: bytes) -> bytes:
    return packed[_ID]


def _packed_entry(entry: Entry) -> bytes:
    window, sentences, weights = entry.window, entry.sentences, entry.terms.weights
    vectors = [np.atleast_2d(array) for array in (window, sentences) if array is not None and array.size]
    microseconds, offset = instant(entry.at)
    scene = (entry.person, entry.speaker, entry.people, sorted(entry.witnesses), offset)
    packed = packb(scene, unicode_errors="surrogatepass")
    fields = _FIELDS.pack(
        entry.id.bytes,
        entry.memory.bytes,
        entry.thread.bytes,
        microseconds,
        _flags(entry),
        next((array.shape[-1] for array in (window, sentences) if array is not None), 0),
        0 if sentences is None else len(sentences),
        len(weights),
        len(entry.words),
        len(packed),
    )
    steps = _in_steps(np.concatenate(vectors)) if vectors else b""
    numbers = np.concatenate([entry.terms.ids, entry.words]).astype("<u4").tobytes()
    halves = _padded(weights.astype("<f2").tobytes())
    return frame(b"EN", b"".join([fields, steps, numbers, halves, _padded(packed)]))


def _in_steps(vectors: Matrix) -> bytes:
    """Each number as so many steps; behind them how long a step is of each vector. That is a half, rounded up and never
    a subnormal one: then 127 steps are exact, and of what was unpacked the steps are the same."""
    exact = np.abs(vectors).max(axis=1) / np.float32(STEPS)
    near: NDArray[np.float16] = np.maximum(exact, SHORTEST).astype("<f2")
    longer: NDArray[np.float16] = np.nextafter(near, np.float16(np.inf))
    halves: NDArray[np.float16] = np.where(near < exact, longer, near)
    steps = np.rint(vectors / halves.astype(np.float32)[:, np.newaxis])
    return _padded(steps.astype("i1").tobytes()) + _padded(halves.astype("<f2").tobytes())


def unpack_entry(packed: bytes) -> Entry:
    """Raises Damaged when these are not the bytes of an entry."""
    entry = unpack_halves(packed) if version_of(packed) == HALVES else _unpacked(packed)
    object.__setattr__(entry, "packed", packed)
    return entry


def _unpacked(packed: bytes) -> Entry:
    body = unframe(b"EN", packed)
    id_, memory, thread, at, flags, dimensions, sentences, terms, words, size = _FIELDS.unpack_from(body)
    own = 1 if flags & _HAS_WINDOW else 0
    count = own + sentences
    after = _FIELDS.size + _whole(count * dimensions)
    steps = np.frombuffer(body, "i1", count * dimensions, _FIELDS.size).reshape(count, dimensions)
    vectors = steps * np.frombuffer(body, "<f2", count, after).astype(np.float32)[:, np.newaxis]
    after += _whole(2 * count)
    numbers = np.frombuffer(body, "<u4", terms + words, after)
    after += numbers.nbytes
    weights = np.frombuffer(body, "<f2", terms, after).astype(np.float32)
    after += _whole(2 * terms)
    scene = _scene(bytes(body[after : after + size]))
    return Entry(
        id=UUID(bytes=id_),
        memory=UUID(bytes=memory),
        person=scene.person,
        thread=UUID(bytes=thread),
        is_summary=bool(flags & _SUMMARY),
        speaker=scene.speaker,
        people=scene.people,
        at=moment(at, scene.offset),
        witnesses=scene.witnesses,
        window=vectors[0] if own else None,
        sentences=vectors[own:] if flags & _HAS_SENTENCES else None,
        terms=Terms(numbers[:terms], weights),
        words=numbers[terms:],
        is_question=bool(flags & _QUESTION),
        follows_question=bool(flags & _FOLLOWS_QUESTION),
        has_digit=bool(flags & _DIGIT),
    )


def unpack_entries(packed: Mapping[bytes, bytes]) -> Entries:
    """Entries by their ids, in the order given; one that is damaged is left out, and does not keep the others from
    being found. While vectors are being made anew, those of the most frequent length count."""
    return _columns([one for id_, each in packed.items() if (one := _readable(id_, each))])


def _readable(id_: bytes, packed: bytes) -> bytes | None:
    """In the format of now, None where it is damaged."""
    try:
        if version_of(packed) == HALVES:
            return _packed_entry(unpack_halves(packed))
        unframe(b"EN", packed)
    except Damaged as error:
        logger.warning("index entry %s is passed over: %s", UUID(bytes=id_), error)
        return None
    return packed


def _columns(packed: Sequence[bytes]) -> Entries:
    everything = b"".join(packed)
    fields = np.frombuffer(b"".join([one[: _ENTRY.itemsize] for one in packed]), _ENTRY)
    words, halves, steps = (np.frombuffer(everything, kind) for kind in ("<u4", "<f2", "i1"))
    flags, dimensions = fields["flags"], fields["dimensions"].astype(np.intp)
    terms, own, sentences = (fields[name].astype(np.intp) for name in ("terms", "words", "sentences"))
    has_window = (flags & _HAS_WINDOW) != 0
    begins = np.cumsum([0, *map(len, packed)])[:-1] + _ENTRY.itemsize
    count = has_window + sentences
    sizes = begins + _whole(count * dimensions)
    numbers = (sizes + _whole(2 * count)) // 4
    weights = numbers + terms + own
    scenes, scene_of = _scenes(everything, weights * 4 + _whole(2 * terms), fields["scene"])
    length = _usual(dimensions)
    fits = dimensions == length
    with_window = np.flatnonzero(has_window & fits)
    said = np.where(fits, sentences, 0)
    first = _each(begins + has_window * dimensions, said, length)
    sizes_of_first = _each(sizes // 2 + has_window, said)
    return Entries(
        ids=fields["id"].tolist(),
        memories=fields["memory"].tolist(),
        threads=fields["thread"].tolist(),
        scenes=scenes,
        scene_of=scene_of,
        at=fields["at"],
        flags=flags,
        windows=_vectors(steps, begins[with_window], halves[sizes[with_window] // 2], length),
        with_window=with_window,
        sentences=_vectors(steps, first, halves[sizes_of_first], length),
        sentence_owners=_owners(said),
        terms=Terms(words[_each(numbers, terms)], halves[_each(weights * 2, terms)].astype(np.float32)),
        term_owners=_owners(terms),
        words=words[_each(numbers + terms, own)],
        word_owners=_owners(own),
    )


def _usual(dimensions: Places) -> int:
    """The most frequent length of vectors, 0 where there are none."""
    lengths: list[int] = dimensions[dimensions > 0].tolist()
    return Counter(lengths).most_common(1)[0][0] if lengths else 0


def _owners(counts: Places) -> Places:
    return np.repeat(np.arange(len(counts)), counts)


def _each(begins: Places, counts: Places, step: int = 1) -> Places:
    """The places begin, begin + step, … of each part, one part after the other."""
    ends = np.cumsum(counts)
    within = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - counts, counts)
    return np.repeat(begins, counts) + within * step


def _vectors(steps: NDArray[np.int8], begins: Places, sizes: NDArray[np.float16], length: int) -> NDArray[np.float32]:
    return steps[begins[:, np.newaxis] + np.arange(length)] * sizes.astype(np.float32)[:, np.newaxis]


def _scenes(everything: bytes, begins: Places, sizes: NDArray[np.uint32]) -> tuple[list[Scene], Places]:
    """The distinct scenes, and the place among them of each entry's."""
    places: dict[bytes, int] = {}
    pairs = zip(begins.tolist(), sizes.tolist(), strict=True)
    scene_of = [places.setdefault(everything[begin : begin + size], len(places)) for begin, size in pairs]
    return [_scene(packed) for packed in places], np.array(scene_of, np.intp)


@lru_cache(maxsize=4096)
def _scene(packed: bytes) -> Scene:
    person, speaker, people, witnesses, offset = row(packed)
    return Scene(person, speaker, people, frozenset(witnesses), offset)


def _flags(entry: Entry) -> int:
    told = entry.is_summary, entry.is_question, entry.follows_question, entry.has_digit
    flags = sum(flag for flag, holds in zip(Flag, told, strict=True) if holds)
    return flags | (entry.window is not None) * _HAS_WINDOW | (entry.sentences is not None) * _HAS_SENTENCES


def _padded(part: bytes) -> bytes:
    return part + bytes(-len(part) % 4)


def _whole(size: Size) -> Size:
    """So many bytes as they are padded."""
    return size + -size % 4
