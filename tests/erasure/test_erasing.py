"""Erasure over a whole life: months of talk in every tier, then nothing, by LUMINA's count and by one of our own."""

import asyncio
import random
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from harness.lives import START, bring, by_tier, found_turns, grow_old, memories, say, talk, words
from harness.nights import FILES, by_night
from harness.older import guesses
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.databases.circuit import REST_SECONDS
from lumina.databases.rewriting import Rewriting
from lumina.errors import ErasureInterrupted, ErasureNotBegun, PersonErased, StoreDown, WrongToken
from lumina.images import Image
from lumina.language.tokens import analyse
from lumina.models import TierName
from lumina.reports import DoctorReport, ErasePreview, EraseReport, Recalled
from lumina.settings import Settings
from lumina.stores import opening
from lumina.stores.history import open_history

ANNA, BEN = "ヅラカ葵子", "ヌメロ健太郎"
ROOM = "ゲの居間の窓辺"
ASKED_BY = "test:operator"
SAID = words("ゲ", 160)
RECENT = words("ゲ", 20, seed=2)
OTHER = words("ザ", 40)
LATELY = words("ゲ", 22, seed=3)
EDITED, TYPED, ANEW, TOLD = "ゲヘンシュウズミノコトバ", "ゲリレキノコトバ", "ゲカエッテキタコトバ", "ゲシラセノコトバ"
SPOKEN = (*SAID, *RECENT, *LATELY, EDITED, TOLD, TYPED)
LONGEST = 64
"""Bytes of a needle; so many zeros are left of any run, where one begins or ends with them."""

KNOWLEDGE = "玉露は五十度ほどの湯で、ゆっくりと三分のあいだ淹れる。"


@dataclass(frozen=True)
class Story:
    """What was seen before, while and after ANNA was erased."""

    tiers: frozenset[TierName]
    preview: ErasePreview
    before: Mapping[str, Sequence[bytes]]
    wrong: BaseException
    report: EraseReport
    again: EraseReport
    open: Mapping[str, Sequence[bytes]]
    closed: Mapping[str, Sequence[bytes]]
    at_once: Mapping[str, Sequence[bytes]]
    night: Mapping[str, int]
    cached: int
    bens_before: Sequence[str]
    bens_after: Sequence[str]
    bens_memories: tuple[Sequence[UUID], Sequence[UUID]]
    anew: Sequence[Any]
    anew_found: Sequence[str]
    audit: Sequence[tuple[Any, ...]]
    doctor: DoctorReport


def standing(home: Path, needles: Iterable[bytes]) -> dict[str, list[bytes]]:
    """Which of these bytes stand in which file, by another way than LUMINA's own."""
    found: dict[str, list[bytes]] = {}
    for path in (path for path in home.rglob("*") if path.is_file() and "cache" not in path.parts):
        content = path.read_bytes().replace(bytes(4096), bytes(LONGEST))  # engines allocate hundreds of MB ahead
        held = [needle for needle in needles if needle in content]
        if held:
            found[str(path.relative_to(home))] = held
    return found


async def needles_of(lumina: Lumina, person: str) -> list[bytes]:
    """Ids in every form, words of turns, an edited summary, what was typed, names: all that nobody else has."""
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    turns = [turn async for turn in stores.transcript.export(person)]
    rooms = await stores.transcript.rooms(person)
    ids = (
        {turn.id for turn in turns}
        | {turn.thread for turn in turns}
        | {r.state.id for r in await memories(lumina, person)}
    )
    chosen = [*random.Random(1).sample(sorted(ids), 16), *(room.id for room in rooms)]
    forms = [form for id in chosen for form in (id.bytes, id.bytes[::-1], str(id).encode(), id.hex.encode())]
    texts = [
        *random.Random(1).sample(SAID, 12),
        *RECENT[:4],
        *LATELY[:4],
        EDITED,
        TOLD,
        TYPED,
        person,
        *(r.name for r in rooms),
    ]
    needles = [*forms, *(text.encode() for text in texts), *guesses(person)]
    assert max(map(len, needles)) <= LONGEST
    return needles


@asynccontextmanager
async def opened(home: Path, clock: ManualClock) -> AsyncGenerator[Lumina]:
    beside: dict[str, Any] = {
        "backup_url": f"file://{home.parent}/backups",
        "parquet_url": f"file://{home.parent}/log",
        "master_key": home.parent / "master.key",
    }
    async with Lumina.open(Settings(home=home, **beside), clock) as lumina:
        yield lumina


async def live(lumina: Lumina, clock: ManualClock) -> None:
    """ANNA's memories come to lie in every tier."""
    await bring(lumina, BEN, talk(BEN, OTHER, days=60))
    await bring(lumina, ANNA, talk(ANNA, SAID, days=60))
    clock.set(START + timedelta(days=65))
    await grow_old(lumina, clock, 90, every=30)
    start = clock()
    await bring(lumina, ANNA, talk(ANNA, RECENT, days=4, start=start))
    clock.set(start + timedelta(days=6))
    for word in LATELY:
        await say(lumina, ANNA, ROOM, f"{word}の映画を観てきた。すごく良かった。")
        clock.advance(timedelta(minutes=1))
    await lumina.settle()
    tiers = await by_tier(lumina, ANNA)
    first, second, third, *_ = tiers[TierName.LONGTERM]
    await lumina.memories.forget(ANNA, first.state.id)
    await lumina.memories.pin(ANNA, second.state.id)
    await lumina.memories.edit(ANNA, third.state.id, f"{EDITED}という要約に直した。")
    open_history(lumina.settings.home, ANNA).write_text(f"+{TYPED}\n", encoding="utf-8")
    ends = clock() + timedelta(days=900)
    await lumina.tokens.add("phone", person=ANNA, operator=False, at=clock(), ends=ends)
    await lumina.occasions.notify("the post office", TOLD, person=ANNA, room=ROOM)
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    [*_, last] = [turn async for turn in stores.transcript.export(ANNA)]
    async with stores.database.writing(ANNA) as guard:
        await stores.images.put(guard, last.id, [Image(uuid4(), "heron.png", "image/png", 60, 40, b"of a heron")])
    await lumina.logs.write(ANNA)
    await lumina.backups.make(clock(), lambda _done, _of: None)


async def erased(home: Path) -> Story:
    clock = ManualClock(START)
    document = home.parent / "tea.md"
    document.write_text(KNOWLEDGE, encoding="utf-8")
    async with opened(home, clock) as lumina:
        await lumina.knowledge.add("tea", [document])
        await live(lumina, clock)
        needles, tiers = await needles_of(lumina, ANNA), await by_tier(lumina, ANNA)
        bens, bens_before = await memories(lumina, BEN), await found_turns(lumina, BEN, OTHER[4])
        preview, bens_token = await lumina.erasure.preview(ANNA), (await lumina.erasure.preview(BEN)).token
        before = standing(home, needles)
        with pytest.raises(WrongToken) as wrong:
            await lumina.erasure.erase(ANNA, bens_token, ASKED_BY)
        report = await lumina.erasure.erase(ANNA, preview.token, ASKED_BY)
        cached = analyse.__globals__["_remembered"].cache_info().currsize
        at_once = standing(home, [word.encode() for word in SPOKEN])
        night = await by_night(lumina)
        still = standing(home, needles)
        again = await lumina.erasure.erase(ANNA, (await lumina.erasure.preview(ANNA)).token, ASKED_BY)
        await by_night(lumina)  # whom nobody knows is named for a moment, too
        bens_after = await found_turns(lumina, BEN, OTHER[4])
        left = await memories(lumina, BEN)
    closed = standing(home, needles)
    async with opened(home, clock) as lumina:
        anew = await say(lumina, ANNA, ROOM, f"はじめまして。{ANEW}が好きです。")
        stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
        audit = await stores.database.fetch("select asked_by, asked, finished, counts, erasures::text from erasures")
        return Story(
            tiers=frozenset(tiers),
            preview=preview,
            before=before,
            wrong=wrong.value,
            report=report,
            again=again,
            open=still,
            at_once=at_once,
            night=night,
            closed=closed,
            cached=cached,
            bens_before=bens_before,
            bens_after=bens_after,
            bens_memories=([row.state.id for row in bens], [row.state.id for row in left]),
            anew=anew,
            anew_found=await found_turns(lumina, ANNA, ANEW),
            audit=audit,
            doctor=await lumina.doctor(),
        )


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    return asyncio.run(erased(tmp_path_factory.mktemp("erasing") / "home"))


def test_the_person_lay_everywhere(story: Story) -> None:
    assert story.tiers == set(TierName) - {TierName.WINDOW}
    assert all(story.preview.would_erase.values())
    engines = {path.split("/")[0] for path in story.before}
    assert engines >= {"postgres", "midterm.duckdb.wal", "index", "history"}


def test_the_token_of_another_person_is_refused(story: Story) -> None:
    assert "lumina erase" in str(story.wrong)
    assert story.report.erased == story.preview.would_erase  # nothing had gone


def test_every_store_says_that_nothing_is_left(story: Story) -> None:
    assert set(story.report.residue) == set(story.preview.would_erase)
    assert sum(story.report.residue.values()) == 0


def test_no_file_holds_a_word_of_what_was_said_from_that_moment(story: Story) -> None:
    assert story.at_once == {}


def test_what_waits_for_the_night_is_named_and_then_sought(story: Story) -> None:
    assert {(one.engine, one.what) for one in story.report.remains} == {("postgresql", "names"), ("qdrant", "points")}
    assert all(one.when for one in story.report.remains)
    assert story.night["receipts completed"] == 1
    assert FILES not in story.night


def test_after_the_night_no_file_holds_a_word_or_an_id_while_the_folder_is_open(story: Story) -> None:
    assert story.open == {}


def test_no_file_holds_a_word_or_an_id_after_closing(story: Story) -> None:
    assert story.closed == {}


def test_what_the_process_remembered_of_texts_is_gone(story: Story) -> None:
    assert story.cached == 0


def test_the_others_memories_are_unharmed_and_found(story: Story) -> None:
    before, after = story.bens_memories
    assert after == before
    assert story.bens_after == story.bens_before
    assert OTHER[4] in story.bens_after[0]


def test_erasing_twice_finds_nothing_to_erase(story: Story) -> None:
    assert sum(story.again.erased.values()) == sum(story.again.residue.values()) == 0
    assert story.again.receipt != story.report.receipt


def test_the_same_name_starts_anew(story: Story) -> None:
    [recalled] = [event for event in story.anew if isinstance(event, Recalled)]
    assert recalled.recollection.hits == ()
    assert "ゲ" not in recalled.recollection.pack.text.replace(ROOM, "").replace(ANEW, "")
    assert [text for text in story.anew_found if ANEW in text]
    assert not [text for text in story.anew_found if any(word in text for word in (*SAID, *RECENT, *LATELY))]


def test_an_entry_stays_that_names_who_asked_and_counts_and_holds_no_name(story: Story) -> None:
    first, second = story.audit
    assert first[0] == second[0] == ASKED_BY
    counted = {"erased": dict(story.report.erased), "residue": dict(story.report.residue)}
    assert {name: first[3][name] for name in counted} == counted
    assert (first[3]["remains"], first[3]["files"]) == ([], 0)
    assert first[2] is not None
    assert ANNA not in first[4]
    assert "ゲ" not in first[4]


def test_the_doctor_finds_all_well_afterwards(story: Story) -> None:
    assert story.doctor.ok, story.doctor


@pytest.fixture
async def lumina(home: Path) -> AsyncGenerator[Lumina]:
    async with opened(home, ManualClock(START)) as lumina:
        yield lumina


async def test_a_planted_leak_is_found_and_no_other_file_is_blamed(lumina: Lumina) -> None:
    told = words("ゲ", 12)
    await bring(lumina, ANNA, talk(ANNA, told, days=1))
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    [*_, last] = [turn async for turn in stores.transcript.export(ANNA)]
    home = lumina.settings.home
    (home / "forgotten.log").write_bytes(b"\0" * 3_000_000 + last.text.encode() + b"\0" * 3_000_000)
    (home / "index" / "old").write_bytes(b"x" * 77 + last.id.bytes[::-1])
    (home / "harmless").write_text(f"{OTHER[0]} lumina", encoding="utf-8")
    report = await lumina.erasure.erase(ANNA, (await lumina.erasure.preview(ANNA)).token, ASKED_BY)
    assert sum(report.residue.values()) == 0
    assert (await by_night(lumina))[FILES] >= 2


async def test_words_that_others_use_too_prove_nothing(lumina: Lumina) -> None:
    told = talk(ANNA, words("ゲ", 4), days=1)
    await bring(lumina, ANNA, told)
    await bring(lumina, BEN, [*talk(BEN, OTHER[:2], days=1), *told])  # he says the same
    await lumina.erasure.erase(ANNA, (await lumina.erasure.preview(ANNA)).token, ASKED_BY)
    assert FILES not in await by_night(lumina)


async def test_a_sentence_that_somebody_else_s_memory_has_too_proves_nothing(lumina: Lumina) -> None:
    for person, initial in ((ANNA, "ゲ"), (BEN, "ザ")):
        await bring(lumina, person, talk(person, words(initial, 40), days=4))
        [first, *_] = await memories(lumina, person)
        await lumina.memories.edit(person, first.state.id, "ふたりで灯台まで歩いて、潮だまりの蟹をずっと眺めていた。")
    await lumina.erasure.erase(ANNA, (await lumina.erasure.preview(ANNA)).token, ASKED_BY)
    assert FILES not in await by_night(lumina)


async def test_the_path_of_the_folder_proves_nothing(lumina: Lumina) -> None:
    person = lumina.settings.home.parent.name
    (lumina.settings.home / "postgres" / "postmaster.opts").write_text(f'postgres "-D" "{lumina.settings.home}"')
    await bring(lumina, person, talk(person, words("ゲ", 4), days=1))
    await lumina.erasure.erase(person, (await lumina.erasure.preview(person)).token, ASKED_BY)
    assert FILES not in await by_night(lumina)


async def test_who_comes_back_before_the_night_is_no_residue(lumina: Lumina) -> None:
    told = talk(ANNA, words("ゲ", 12), days=1)
    await bring(lumina, ANNA, told)
    await lumina.erasure.erase(ANNA, (await lumina.erasure.preview(ANNA)).token, ASKED_BY)
    await bring(lumina, ANNA, told)
    await say(lumina, ANNA, told[0].room, told[0].text)
    assert FILES not in await by_night(lumina)
    assert await found_turns(lumina, ANNA, told[0].text)


async def test_what_refers_to_what_is_forgotten_is_not_left_behind(lumina: Lumina) -> None:
    """Rows that refer to a turn are looked up where there are any, and only then."""
    await bring(lumina, ANNA, talk(ANNA, words("ゲ", 40), days=4))
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    [*_, last] = [turn async for turn in stores.transcript.export(ANNA)]
    async with stores.database.erasing(ANNA) as guard:
        with pytest.raises(Exception, match="memory_sources"):
            await stores.transcript.forget(guard)
        await stores.images.put(guard, last.id, [Image(uuid4(), "heron.png", "image/png", 60, 40, b"of a heron")])
        await stores.catalogue.forget(guard)
        await stores.claims.forget(ANNA)
        await stores.associations.forget(guard)
        await stores.summaries.forget(ANNA)
        await stores.transcript.forget(guard)
        assert await stores.images.count(ANNA) == 0
        assert await guard.fetch("show session_replication_role") == [("origin",)]


@pytest.mark.parametrize(
    ("asked_by", "person", "kept"),
    [
        ("cli:1000:haruko", "haruko", "cli:1000"),
        ("cli:1000:haruko", "ＨＡＲＵＫＯ", "cli:1000"),
        ("cli:1000:haruko", "haruko@example.org", "cli:1000"),
        ("cli:1000:haruko", "Haru", "cli:1000"),
        ("cli:1000:root", "haruko", "cli:1000:root"),
        ("cli:1000", "haruko", "cli:1000"),
    ],
)
async def test_of_who_asked_nothing_is_kept_that_the_person_is_called(
    lumina: Lumina, asked_by: str, person: str, kept: str
) -> None:
    await lumina.erasure.erase(person, (await lumina.erasure.preview(person)).token, asked_by)
    stores = lumina._parts.stores  # pyright: ignore[reportPrivateUsage]
    assert await stores.database.fetch("select asked_by from erasures") == [(kept,)]


async def test_an_erasure_that_was_interrupted_once_all_is_deleted_is_named_and_finished_by_a_job(
    lumina: Lumina, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bring(lumina, ANNA, talk(ANNA, words("ゲ", 12), days=1))

    async def down(*_: object) -> None:
        raise StoreDown(store="DuckDB", why="the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Rewriting, "ask", down)
        with pytest.raises(ErasureInterrupted, match="goes on by itself"):
            await lumina.erasure.erase(ANNA, (await lumina.erasure.preview(ANNA)).token, ASKED_BY)
        assert (await lumina.jobs.run("heal"))[0].counts == {}
    report = await lumina.doctor()
    assert (report.ok, report.stores["erasures"].state) == (False, "degraded")
    assert "lumina jobs run heal" in report.stores["erasures"].detail
    assert (await lumina.jobs.run("heal"))[0].counts == {"erased": 1}
    assert (await lumina.doctor()).ok
    assert (await lumina.jobs.run("heal"))[0].counts == {}


async def test_a_job_leaves_an_erasure_that_another_process_is_finishing_to_that(
    lumina: Lumina, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = lumina._parts  # pyright: ignore[reportPrivateUsage]
    reached, held = asyncio.Event(), asyncio.Event()

    async def leave_slowly() -> None:
        reached.set()
        await held.wait()

    slow = replace(parts.erasure, cleaning=replace(parts.erasure.cleaning, at_once=leave_slowly))
    token = (await slow.preview(ANNA)).token
    erasing = asyncio.create_task(slow.erase(ANNA, token, asked_by=ASKED_BY, at=START))
    await reached.wait()
    assert await parts.erasure.finish_interrupted(START) == 0
    held.set()
    await erasing
    assert (await lumina.doctor()).ok


async def test_those_whom_an_older_version_erased_are_known_and_cannot_be_guessed(home: Path) -> None:
    clock = ManualClock(START)
    async with opened(home, clock) as lumina:
        database = lumina._parts.stores.database  # pyright: ignore[reportPrivateUsage]
        await lumina.erasure.erase(ANNA, (await lumina.erasure.preview(ANNA)).token, ASKED_BY)
        before, erasures = await database.epoch(ANNA), await database.erasures()
        await as_an_older_version(database, {ANNA: before})
        assert standing(home, guesses(ANNA))
    async with opened(home, clock) as lumina:
        database = lumina._parts.stores.database  # pyright: ignore[reportPrivateUsage]
        assert (await database.epoch(ANNA), await database.erasures()) == (before, erasures)
        assert standing(home, guesses(ANNA)) == {}
        with pytest.raises(PersonErased):
            async with database.writing(ANNA, 0):
                pass
        with pytest.raises(psycopg.errors.UndefinedTable):  # a process of the older version, in place of "never erased"
            await database.fetch("select epoch from epochs")
    assert standing(home, guesses(ANNA)) == {}


async def test_digests_leave_the_files_even_where_that_was_broken_off(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(home, ManualClock(START)) as lumina:
        database = lumina._parts.stores.database  # pyright: ignore[reportPrivateUsage]
        await as_an_older_version(database, {ANNA: 2, BEN: 4})
    with monkeypatch.context() as broken:
        broken.setattr(opening, "leave_table", dies)
        with pytest.raises(Killed):
            async with opened(home, ManualClock(START)):
                pass
    async with opened(home, ManualClock(START)) as lumina:
        database = lumina._parts.stores.database  # pyright: ignore[reportPrivateUsage]
        assert (await database.epoch(ANNA), await database.epoch(BEN)) == (2, 4)
        assert standing(home, [*guesses(ANNA), *guesses(BEN)]) == {}


class Killed(BaseException):
    pass


async def dies(_: Any) -> list[str]:
    raise Killed


async def as_an_older_version(database: Any, epochs: Mapping[str, int]) -> None:
    """The table as it was, and the planner's knowledge of it."""
    await database.execute("drop table if exists epochs")
    await database.execute("create table epochs (digest bytea primary key, epoch bigint not null)")
    for person, epoch in epochs.items():
        await database.execute("insert into epochs values (%s, %s)", (sha256(person.encode()).digest(), epoch))
    await database.execute("truncate person_epochs")
    await database.execute("analyze epochs")
    await database.execute("checkpoint")


async def test_an_erasure_that_postgres_did_not_hear_of_has_not_begun(lumina: Lumina) -> None:
    await bring(lumina, ANNA, talk(ANNA, words("ゲ", 4), days=1))
    token = (await lumina.erasure.preview(ANNA)).token
    lumina._parts.stores.database.circuit.failed("it rests", slow=True)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(ErasureNotBegun, match="Nothing was erased"):
        await lumina.erasure.erase(ANNA, token, ASKED_BY)
    await asyncio.sleep(REST_SECONDS)
    preview = await lumina.erasure.preview(ANNA)
    assert (preview.token, (await lumina.doctor()).stores["erasures"].state) == (token, "ok")
    assert sum(preview.would_erase.values()) > 0


async def test_somebody_whom_nobody_knows_is_erased_too(lumina: Lumina) -> None:
    preview = await lumina.erasure.preview("誰も知らない人")
    assert sum(preview.would_erase.values()) == 0
    report = await lumina.erasure.erase("誰も知らない人", preview.token, ASKED_BY)
    assert sum(report.erased.values()) == sum(report.residue.values()) == 0


@pytest.mark.parametrize("name", ["*", "%", 'o\'Neill "x"', "🦊", "が", "名" * 300])
async def test_odd_names_are_erased_alone(lumina: Lumina, name: str) -> None:
    for person in (name, f"{name}_", BEN):
        await bring(lumina, person, talk(person, words("ゲ" if person != BEN else "ザ", 12), days=1))
    report = await lumina.erasure.erase(name, (await lumina.erasure.preview(name)).token, ASKED_BY)
    assert sum(report.residue.values()) == 0
    assert await memories(lumina, name) == []
    for person in (f"{name}_", BEN):
        assert await found_turns(lumina, person, "自転車")
