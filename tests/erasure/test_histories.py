"""Whoever is erased at whatever point of whatever history leaves nothing, and the searches that say so find what is
planted for them."""

import asyncio
import base64
import gc
import gzip
import io
import json
import re
import threading
import zlib
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from unicodedata import normalize
from unittest.mock import patch
from urllib.parse import quote

import duckdb
import numpy as np
import psutil
import pytest
import zstandard

from harness.copies import copy_home
from harness.histories import World
from harness.life import MORNING, Life, living
from harness.reached import hand_out, held_among, in_memory, led_to, opened
from harness.residue import PARQUET, digests, held_in, in_files
from harness.spelling import spelt
from harness.waiting import until
from lumina.clock import ManualClock
from lumina.dialogue.turn import Talking
from lumina.erasure import opening
from lumina.erasure.search import Needles
from lumina.errors import PersonErased
from lumina.language import japanese
from lumina.language.english import _stemmers as stemmer  # pyright: ignore[reportPrivateUsage]
from lumina.language.tokens import analyse
from lumina.stores import knowing

SIGNS = [ord(sign) for sign in "ガヅギペボゴラメソ"]
LETTERS = [ord(letter) for letter in "Vokirameduso"]


def word() -> str:
    """Made anew each time: nothing but what is under test holds it."""
    return "".join(map(chr, SIGNS))


def english() -> str:
    return "".join(map(chr, LETTERS))


def held(folder: Path) -> list[bytes]:
    """What this process has of the words, as it hands out what it can reach."""
    file = folder / "handed out"
    gc.collect()
    hand_out(file)
    return held_among(file, spelt([word(), english()]))


def found(folder: Path) -> dict[bytes, list[str]]:
    """As held(), with what leads to it."""
    return {one: led_to(sha256(one).digest()) for one in held(folder)}


@pytest.mark.ci
def test_whoever_is_erased_at_a_random_point_leaves_nothing_anywhere_and_harms_nobody(
    untouched_home: Path, tmp_path: Path
) -> None:
    world = World(tmp_path, 20, 4, copy_home(untouched_home, tmp_path / "template"))
    world.run()
    assert world.search.findings == []
    assert len(world.erased) == 4
    assert sum(world.kills.values()) - world.kills["not"]
    assert world.search.done["processes"] == world.search.done["files at once"] == 4


def _parquet(text: str, folder: Path) -> bytes:
    file = folder / "of.parquet"
    duckdb.execute(f"copy (select '{text}' as text) to '{file}' (format parquet, compression zstd)")
    content = file.read_bytes()
    file.unlink()
    return content


def _in_base64(before: int, text: str, _: Path) -> bytes:
    return base64.b64encode(b"x" * before + text.encode() + b"...")


PLANTED: dict[str, Callable[[str, Path], bytes]] = {
    "as it is": lambda text, _: text.encode(),
    "decomposed": lambda text, _: normalize("NFD", text).encode(),
    "in half width": lambda _, __: "ｶﾞﾂﾞｷﾞﾍﾟﾎﾞｺﾞﾗﾒｿ".encode(),
    "in UTF-16": lambda text, _: text.encode("utf-16-le"),
    "in UTF-16, the other way round": lambda text, _: text.encode("utf-16-be"),
    "in UTF-32": lambda text, _: text.encode("utf-32-le"),
    "in hiragana": lambda _, __: "がづぎぺぼごらめそ".encode(),
    "in JSON": lambda text, _: json.dumps({"text": f"妹の{text}"}).encode(),
    "in JSON in JSON": lambda text, _: json.dumps(json.dumps([text])).encode(),
    "in an address": lambda text, _: f"/search?q={quote(text)}&x=1".encode(),
    "in hexadecimal": lambda text, _: f"\\x{text.encode().hex()}".encode(),
    "as Python shows it": lambda text, _: repr(f"妹の{text}".encode()).encode(),
    **{f"in base64, after {n}": partial(_in_base64, n) for n in range(3)},
    "deflated": lambda text, _: zlib.compress(text.encode() * 9),
    "zipped": lambda text, _: gzip.compress(text.encode() * 9),
    "in zstd": lambda text, _: zstandard.compress(text.encode() * 9),
    "zipped in zstd": lambda text, _: zstandard.compress(gzip.compress(text.encode())),
    "in Parquet": _parquet,
    "in Parquet in zstd": lambda text, folder: zstandard.compress(_parquet(text, folder)),
}


@pytest.mark.parametrize("how", PLANTED)
def test_a_word_is_found_however_it_is_written_or_packed(tmp_path: Path, how: str) -> None:
    needles = Needles(spelt([word()]))
    (tmp_path / "harmless").write_bytes(gzip.compress(b"x" * 99) + PARQUET + b"y" * 99)
    assert in_files([tmp_path], needles) == {}
    planted = bytes(3_000_000) + b"x" * 77 + PLANTED[how](word(), tmp_path) + b"z" * 77
    (tmp_path / "planted").write_bytes(planted)
    assert set(in_files([tmp_path], needles)) == {str(tmp_path / "planted")}


@pytest.mark.parametrize("written", [english().lower(), english().upper(), f"{english()[:10].lower()}ing"])
def test_an_english_word_is_found_in_whatever_letters_and_by_its_stem(tmp_path: Path, written: str) -> None:
    (tmp_path / "planted").write_text(written)
    assert in_files([tmp_path], Needles(spelt([english()])))


def test_a_word_is_found_in_what_a_file_or_a_folder_is_called(tmp_path: Path) -> None:
    (tmp_path / f"{word()}の手紙").mkdir()
    assert list(in_files([tmp_path], Needles(spelt([word()])))) == [f"a name in {tmp_path}"]


def test_what_was_there_before_anybody_lived_is_not_gone_through_again(tmp_path: Path) -> None:
    (tmp_path / "known").write_text(word())
    known = digests(tmp_path)
    (tmp_path / "new").write_text(f"{word()}.")
    assert list(in_files([tmp_path], Needles(spelt([word()])), known)) == [str(tmp_path / "new")]


def test_a_word_is_found_in_the_rows_of_a_file_of_duckdb(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "rows.duckdb") as file:
        file.execute("create table texts (text varchar, packed blob)")
        file.execute("insert into texts values ('x', ?)", [gzip.compress(word().encode())])
    assert in_files([tmp_path], Needles(spelt([word()])))


@pytest.mark.ci
def test_what_a_process_holds_is_found_among_its_objects_and_in_its_memory(tmp_path: Path) -> None:
    kept: list[Any] = [
        {"a": ({"b": word()},)},
        word().encode("utf-16-le"),
        io.StringIO(f"{word()}1"),
        io.BytesIO(f"{word()}2".encode()),
        np.array([f"{word()}3", None], object),
        np.array([f"{word()}4"]),
    ]
    assert len(held(tmp_path)) == len(kept)
    assert in_memory(psutil.Process().pid, Needles(spelt([word()])))
    kept.clear()
    assert held(tmp_path) == []


def test_a_file_that_was_deleted_is_found_by_who_has_it_open_and_one_that_is_written_elsewhere(tmp_path: Path) -> None:
    home, pid = tmp_path / "home", psutil.Process().pid
    home.mkdir()
    with (home / "gone").open("w+") as gone, (home / "there").open("w"), (tmp_path / "elsewhere").open("w"):
        before = {str(one.readlink()) for one in opened(pid, tmp_path)}
        gone.write(word())
        gone.flush()
        (home / "gone").unlink()
        found = [one for one in opened(pid, home) if str(one.readlink()) not in before]
        assert {one.readlink().name for one in found} == {"gone (deleted)", "elsewhere"}
        assert [one.readlink().name for one in found if held_in(one, Needles(spelt([word()])))] == ["gone (deleted)"]


async def _let_go(folder: Path) -> bool:
    return found(folder) == {}


@pytest.mark.ci
async def test_a_process_that_goes_on_can_reach_no_word_of_who_was_erased(home: Path, tmp_path: Path) -> None:
    """Its caches, those of libraries, sessions, what is known and folded: all let go."""
    async with living(home, ManualClock(MORNING)) as life:
        await _live(life)
        re.search(f"({word()}|{english()})", "")
        assert held(tmp_path)
        await life.lumina.erasure.erase(life.person, (await life.lumina.erasure.preview(life.person)).token, "test")
        await until(lambda: _let_go(tmp_path))  # a timer that was cancelled is kept till its time


async def _live(life: Life) -> None:
    for line in ("妹の{}が函館でパン屋をはじめた。", "{}という会社で働いている。", "{}を飼いはじめた。"):
        await life.say(line.format(word()))
    for line in ("My sister is called {}.", "I have to write to {} by Friday."):
        await life.say(line.format(english()))
    await life.distil_all()
    await life.lumina.known.known(life.person)
    await life.lumina.summaries.all(life.person)
    await life.recall(f"{word()} {english()}")


async def test_words_and_patterns_that_the_process_remembers_are_let_go(home: Path) -> None:
    """Those of the dictionary's words, of the stemmer's, and of Python's own."""
    async with living(home) as life:
        analyse(f"妹の{word()}は{english()} Bay に住んでいる。")
        re.search(f"({word()}|{english()})", "")
        assert japanese._words  # pyright: ignore[reportPrivateUsage]
        await life.lumina.erasure.erase(life.person, (await life.lumina.erasure.preview(life.person)).token, "test")
        assert not japanese._words  # pyright: ignore[reportPrivateUsage]
        assert not stemmer.cache_info().currsize
        assert not [one for one in re.__dict__["_cache"] if word() in str(one)]
    assert stemmer().english.maxCacheSize == 0


async def test_what_is_kept_from_the_search_for_garbage_is_searched_when_somebody_is_erased(home: Path) -> None:
    """How, test_aside.py proves in a process of its own."""
    async with living(home) as life:
        token = (await life.lumina.erasure.preview(life.person)).token
        with patch.object(gc, "unfreeze") as thawed:
            await life.lumina.erasure.erase(life.person, token, "test")
        thawed.assert_called()


async def test_what_was_being_read_at_that_moment_is_let_go_a_little_later(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten: list[object] = []
    monkeypatch.setattr(opening, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(opening, "forget_in_process", forgotten.append)

    async def twice() -> bool:
        return len(forgotten) == 2

    async with living(home) as life:
        await life.lumina.erasure.erase(life.person, (await life.lumina.erasure.preview(life.person)).token, "test")
        await until(twice)


def test_what_a_running_thread_has_in_hand_is_handed_out(tmp_path: Path) -> None:
    begun, ends = threading.Event(), threading.Event()

    def works() -> None:
        in_hand = word()
        begun.set()
        ends.wait()
        assert in_hand

    thread = threading.Thread(target=works)
    thread.start()
    begun.wait()
    is_held = bool(_in_japanese(held(tmp_path)))
    ends.set()
    thread.join()
    assert is_held
    assert not _in_japanese(held(tmp_path))


def _in_japanese(found: list[bytes]) -> list[bytes]:
    """Without what pytest calls its cases by."""
    return [one for one in found if not one.isascii()]


async def test_what_is_known_of_who_is_erased_while_it_is_folded_is_not_kept(home: Path) -> None:
    begun, held_up, fold = threading.Event(), threading.Event(), knowing._all_folded  # pyright: ignore[reportPrivateUsage]

    def slowly(*given: Any) -> Any:
        begun.set()
        held_up.wait()
        return fold(*given)

    async with living(home) as life:
        await life.say("妹は函館に住んでいる。")
        life.stores.knowing.forget_kept()
        with patch.object(knowing, "_all_folded", slowly):
            looking = asyncio.create_task(life.stores.knowing.of(life.person, life.clock(), None))
            await asyncio.to_thread(begun.wait)
            life.stores.knowing.forget_kept()
            held_up.set()
            await looking
        assert not life.stores.knowing._kept  # pyright: ignore[reportPrivateUsage]


async def test_a_turn_whose_person_is_erased_meanwhile_says_so_whatever_it_was_reading(home: Path) -> None:
    async with living(home) as life:
        await life.say("妹は函館に住んでいる。")
        read = Talking._witnessed  # pyright: ignore[reportPrivateUsage]

        async def erased_first(talking: Talking, *given: Any) -> Any:
            erasure = life.lumina.erasure
            await erasure.erase(life.person, (await erasure.preview(life.person)).token, "test")
            return await read(talking, *given)

        with patch.object(Talking, "_witnessed", erased_first), pytest.raises(PersonErased):
            await life.say("妹はどこに住んでいる？")
