"""Memories and index entries as bytes, behind a kind, a format version and a checksum.

A memory is msgpack. An entry has its numbers at fixed places and its arrays in a row, aligned to four bytes, so that
hundreds are read at once, as columns, or one by itself. Vectors are kept in half precision (cosines move by 1e-4), all
else exactly, a time with its zone's offset. Packing what was unpacked gives the same bytes.
"""

import logging
import struct
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID
from zlib import crc32

import msgpack  # pyright: ignore[reportMissingTypeStubs]
import numpy as np
from numpy.typing import NDArray

from lumina.errors import Damaged, because
from lumina.memory.entries import Entries, Flag, Places, Scene, instant, moment
from lumina.models import Entry, Memory, Terms

logger = logging.getLogger(__name__)

VERSION = 2
_HEAD = struct.Struct("<2sHI")
_FIELDS = struct.Struct("<16s16s16sqIIIIII")
_ENTRY = np.dtype(
    [
        ("head", f"V{_HEAD.size}"),
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
_ID = slice(_HEAD.size, _HEAD.size + 16)
_HAS_WINDOW, _HAS_SENTENCES = 1 << 16, 1 << 17
_SUMMARY, _QUESTION, _FOLLOWS_QUESTION, _DIGIT = map(int, Flag)  # an enum's own operators cost a microsecond each
_NO_VECTOR = np.empty(0, np.float32)
packb: Callable[..., bytes] = msgpack.packb  # pyright: ignore
_unpackb: Callable[..., tuple[Any, ...]] = msgpack.unpackb  # pyright: ignore


def pack_memory(memory: Memory) -> bytes:
    """The memory with its entries."""
    row = (
        memory.id.bytes,
        memory.person,
        memory.room,
        memory.thread.bytes,
        memory.kind,
        memory.text,
        memory.keywords,
        memory.concepts,
        memory.valence,
        memory.salience,
        *instant(memory.born),
        b"".join(turn.bytes for turn in memory.turns),
        sorted(memory.witnesses),
        memory.language,
        memory.detail,
        [pack_entry(entry) for entry in memory.entries],
    )
    return frame(b"ME", packb(row, unicode_errors="surrogatepass"))


def unpack_memory(packed: bytes) -> Memory:
    """Raises Damaged when these are not the bytes of a memory."""
    return _memory(*row(unframe(b"ME", packed)))


def pack_text(text: str) -> bytes:
    """The text of a memory, by itself."""
    return frame(b"TX", packb(text, unicode_errors="surrogatepass"))


def unpack_text(packed: bytes) -> str:
    """Raises Damaged as unpack_memory()."""
    return row(unframe(b"TX", packed))


def packed_entries(packed: bytes) -> Sequence[bytes]:
    """The entries of a packed memory, packed. Raises Damaged as unpack_memory()."""
    return row(unframe(b"ME", packed))[-1]


def pack_entry(entry: Entry) -> bytes:
    """What was unpacked is not packed anew: on its way down a memory passes many hands."""
    return entry.packed or _packed_entry(entry)


def as_kept(entry: Entry) -> Entry:
    """The entry as it comes back once it was packed, its vectors as precise as they are kept."""
    return entry if entry.packed else unpack_entry(pack_entry(entry))


def _packed_entry(entry: Entry) -> bytes:
    window, sentences, weights = entry.window, entry.sentences, entry.terms.weights
    vectors = [array.ravel() for array in (window, sentences) if array is not None]
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
    halves = np.concatenate([_NO_VECTOR, *vectors]).astype("<f2").tobytes()
    numbers = np.concatenate([entry.terms.ids, weights.astype("<f4").view("<u4"), entry.words]).astype("<u4").tobytes()
    return frame(b"EN", b"".join([fields, _padded(halves), numbers, _padded(packed)]))


def entry_id(packed: bytes) -> bytes:
    return packed[_ID]


def unpack_entry(packed: bytes) -> Entry:
    """Raises Damaged when these are not the bytes of an entry."""
    body = unframe(b"EN", packed)
    id_, memory, thread, at, flags, dimensions, sentences, terms, words, size = _FIELDS.unpack_from(body)
    own = dimensions if flags & _HAS_WINDOW else 0
    halves = np.frombuffer(body, "<f2", own + sentences * dimensions, _FIELDS.size)
    after = _FIELDS.size + halves.nbytes + -halves.nbytes % 4
    numbers = np.frombuffer(body, "<u4", 2 * terms + words, after)
    vectors = halves.astype(np.float32)
    after += numbers.nbytes
    scene = _scene(bytes(body[after : after + size]))
    entry = Entry(
        id=UUID(bytes=id_),
        memory=UUID(bytes=memory),
        person=scene.person,
        thread=UUID(bytes=thread),
        is_summary=bool(flags & _SUMMARY),
        speaker=scene.speaker,
        people=scene.people,
        at=moment(at, scene.offset),
        witnesses=scene.witnesses,
        window=vectors[:own] if flags & _HAS_WINDOW else None,
        sentences=vectors[own:].reshape(sentences, dimensions) if flags & _HAS_SENTENCES else None,
        terms=Terms(numbers[:terms], numbers[terms : 2 * terms].view("<f4")),
        words=numbers[2 * terms :],
        is_question=bool(flags & _QUESTION),
        follows_question=bool(flags & _FOLLOWS_QUESTION),
        has_digit=bool(flags & _DIGIT),
    )
    object.__setattr__(entry, "packed", packed)
    return entry


def unpack_entries(packed: Mapping[bytes, bytes]) -> Entries:
    """Entries by their ids, in the order given; one that is damaged is left out, and does not keep the others from
    being found. While vectors are being made anew, those of the most frequent length count."""
    return _columns([one for id_, one in packed.items() if _is_whole(id_, one)])


def _is_whole(id_: bytes, packed: bytes) -> bool:
    try:
        unframe(b"EN", packed)
    except Damaged as error:
        logger.warning("index entry %s is passed over: %s", UUID(bytes=id_), error)
        return False
    return True


def _columns(packed: Sequence[bytes]) -> Entries:
    everything = b"".join(packed)
    fields = np.frombuffer(b"".join([one[: _ENTRY.itemsize] for one in packed]), _ENTRY)
    words, halves = np.frombuffer(everything, "<u4"), np.frombuffer(everything, "<f2")
    flags, dimensions = fields["flags"], fields["dimensions"].astype(np.intp)
    terms, own, sentences = (fields[name].astype(np.intp) for name in ("terms", "words", "sentences"))
    has_window = (flags & _HAS_WINDOW) != 0
    begins = np.cumsum([0, *map(len, packed)])[:-1] + _ENTRY.itemsize
    numbers = begins // 4 + ((has_window + sentences) * dimensions + 1) // 2
    scenes, scene_of = _scenes(everything, (numbers + 2 * terms + own) * 4, fields["scene"])
    length = _usual(dimensions)
    fits = dimensions == length
    with_window = np.flatnonzero(has_window & fits)
    said = np.where(fits, sentences, 0)
    first_sentence = begins // 2 + has_window * dimensions
    return Entries(
        ids=fields["id"].tolist(),
        memories=fields["memory"].tolist(),
        threads=fields["thread"].tolist(),
        scenes=scenes,
        scene_of=scene_of,
        at=fields["at"],
        flags=flags,
        windows=_vectors(halves, begins[with_window] // 2, length),
        with_window=with_window,
        sentences=_vectors(halves, _each(first_sentence, said, length), length),
        sentence_owners=_owners(said),
        terms=Terms(words[_each(numbers, terms)], words[_each(numbers + terms, terms)].view("<f4")),
        term_owners=_owners(terms),
        words=words[_each(numbers + 2 * terms, own)],
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


def _vectors(halves: NDArray[np.float16], begins: Places, length: int) -> NDArray[np.float32]:
    return halves[begins[:, np.newaxis] + np.arange(length)].astype(np.float32)


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


def frame(kind: bytes, body: bytes) -> bytes:
    return _HEAD.pack(kind, VERSION, crc32(body)) + body


def _padded(part: bytes) -> bytes:
    return part + bytes(-len(part) % 4)


def unframe(kind: bytes, packed: bytes) -> memoryview:
    what = {
        b"ME": "memory",
        b"EN": "index entry",
        b"CL": "claim",
        b"NO": "notification",
        b"SU": "summary",
        b"TX": "text",
        b"IM": "image",
    }[kind]
    if len(packed) < _HEAD.size:
        raise Damaged(what=what, why=because("{length} bytes are too few", length=len(packed)))
    found, version, checksum = _HEAD.unpack_from(packed)
    body = memoryview(packed)[_HEAD.size :]
    if found != kind:
        raise Damaged(what=what, why=because("it is something else"))
    if version != VERSION:
        raise Damaged(
            what=what,
            why=because("its format {found} is not the format {wanted} of this LUMINA", found=version, wanted=VERSION),
        )
    if crc32(body) != checksum:
        raise Damaged(what=what, why=because("its checksum is wrong"))
    return body


def row(packed: bytes | memoryview) -> Any:
    return _unpackb(packed, unicode_errors="surrogatepass", use_list=False)


def _memory(*row: Any) -> Memory:
    id_, person, room, thread, kind, text, keywords, concepts, valence, salience, born, offset, *rest = row
    turns, witnesses, language, detail, entries = rest
    return Memory(
        UUID(bytes=id_),
        person,
        room,
        UUID(bytes=thread),
        kind,
        text,
        keywords,
        concepts,
        valence,
        salience,
        moment(born, offset),
        tuple(UUID(bytes=turns[start : start + 16]) for start in range(0, len(turns), 16)),
        frozenset(witnesses),
        language,
        detail,
        tuple(unpack_entry(entry) for entry in entries),
    )
