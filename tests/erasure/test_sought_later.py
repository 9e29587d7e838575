"""What is to be sought once the files are written anew: found wherever it stands, and told by nothing that is kept."""

import random
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from harness.life import ME, line, living
from lumina.databases.places import FolderPlace
from lumina.erasure import needles
from lumina.erasure.opening import traces_of
from lumina.erasure.search import PIECE, Needle, Needles, id_needles
from lumina.erasure.sought_later import SoughtLater

WORDS = [Needle("word", f"ゲガゼルマの丘で{number}番目の虹を見た".encode()) for number in range(40)]
IDS = [*id_needles([uuid4() for _ in range(20)])]


@pytest.fixture
def sought(tmp_path: Path) -> SoughtLater:
    return SoughtLater(FolderPlace(tmp_path / "sought"), b"the secret of a folder")


def test_digests_find_what_needles_find_wherever_it_stands(sought: SoughtLater, tmp_path: Path) -> None:
    receipt, file, chance = uuid4(), tmp_path / "file", random.Random(1)
    sought.put(receipt, [*WORDS, *IDS])
    for _ in range(20):
        held = chance.sample([*WORDS, *IDS], 7)
        file.write_bytes(b"".join(chance.randbytes(chance.randrange(3000)) + one.value for one in held))
        assert sought.of([receipt]).in_file(file) == Needles([*WORDS, *IDS]).in_file(file) >= set(held)


def test_a_needle_across_the_border_of_two_pieces_is_found_and_half_of_one_is_not(
    sought: SoughtLater, tmp_path: Path
) -> None:
    receipt, file, needle = uuid4(), tmp_path / "file", WORDS[3]
    sought.put(receipt, [needle])
    for before in (0, 1, PIECE - 20, PIECE - 1, PIECE):
        file.write_bytes(b"x" * before + needle.value)
        assert sought.of([receipt]).in_file(file) == {needle}
        file.write_bytes(b"x" * before + needle.value[:-1] + b"x")
        assert sought.of([receipt]).in_file(file) == set()


async def test_of_a_long_life_some_are_sought_and_each_of_those_in_every_form(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living(home) as life:
        await life.read_in([line(f"庭の{number}本目の柿がよく実った。", number) for number in range(40)])
        monkeypatch.setattr(needles, "MOST", 5)
        found = await traces_of(life.stores).needles(ME)
    ids = [one for one in found if one.kind == "id"]
    chosen = {UUID(bytes=one.value) for one in ids[::4]}
    assert 5 <= len(chosen) < 10
    assert ids == [*id_needles(UUID(bytes=one.value) for one in ids[::4])]
    assert 5 <= len(found) - len(ids) < 10


def test_what_is_kept_is_no_trace_and_is_nothing_to_who_lacks_the_secret(sought: SoughtLater, tmp_path: Path) -> None:
    receipt, file = uuid4(), tmp_path / "file"
    sought.put(receipt, [*WORDS, *IDS])
    [kept] = (tmp_path / "sought").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    assert Needles([*WORDS, *IDS]).in_file(kept) == set()
    pieces = {one.value[at : at + 8] for one in (*WORDS, *IDS) for at in range(len(one.value) - 7)}
    assert not [piece for piece in pieces if piece in kept.read_bytes()]
    file.write_bytes(b"".join(one.value for one in WORDS))
    assert SoughtLater(FolderPlace(tmp_path / "sought"), b"another secret").of([receipt]).in_file(file) == set()


def test_of_each_erasure_something_is_kept_until_it_is_dropped(sought: SoughtLater, tmp_path: Path) -> None:
    first, second, file = uuid4(), uuid4(), tmp_path / "file"
    sought.put(first, WORDS[:1])
    sought.put(second, WORDS[1:2])
    file.write_bytes(WORDS[0].value + WORDS[1].value)
    assert sought.receipts() == sorted([first, second])
    assert sought.of([first]).in_file(file) == {WORDS[0]}
    assert sought.of([first, second]).in_file(file) == {*WORDS[:2]}
    sought.drop([first])
    assert sought.receipts() == [second]
