"""Summaries over the opened stores: the same in whatever steps they are made, each sentence with its evidence, nothing
that somebody did not hear, and nothing after an erasure."""

import json
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from harness.life import ME, MORNING, Life, line, living
from lumina.distil.summaries.told import text
from lumina.errors import PersonErased
from lumina.memory import summaries_postgres
from lumina.recall.ask import Ask
from lumina.reports import ImportedTurn, Replied
from lumina.summaries import Summary, SummaryKind
from lumina.transfer.package import SUMMARIES, read_package

DAY = 24 * 60
TALK = (
    (0, "高松に引っ越しました。"),
    (3, "妹の結衣が手伝いに来てくれました。"),
    (9, "職場は県庁で、来週の金曜に歓迎会があります。"),
    (DAY, "結衣が讃岐うどんを三杯も食べました。"),
    (DAY + 2, "猫のむぎも新しい家に慣れました。"),
    (8 * DAY, "歓迎会で幹事の森田さんと登山の話をしました。"),
    (8 * DAY + 5, "結衣と石鎚山に登る約束をしました。"),
    (9 * DAY, "むぎが網戸を破りました。"),
    (15 * DAY, "高松から松山に引っ越しました。結衣も一緒です。"),
)


@pytest_asyncio.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as opened:
        yield opened


def lines(talk: Sequence[tuple[int, str]] = TALK) -> list[ImportedTurn]:
    return [line(said, minute, thread=f"d{minute // DAY}") for minute, said in talk]


async def read_in(life: Life, turns: Sequence[ImportedTurn], after: timedelta = timedelta(days=1)) -> None:
    """The turns, and what is due a day after the last of them."""
    await life.read_in(turns)
    await at(life, turns[-1].at + after)


async def at(life: Life, moment: object) -> None:
    """What is due at a moment is made."""
    life.clock.set(moment)  # pyright: ignore[reportArgumentType]
    await life.lumina.jobs.run("summaries")
    await life.lumina.tasks.run_due()


async def state(life: Life) -> list[Summary]:
    return sorted(await life.stores.summaries.all(ME), key=lambda one: (one.id, one.version))


async def test_a_week_says_what_changed_and_what_was_said(life: Life) -> None:
    await read_in(life, lines())
    weeks = [one for one in await life.lumina.summaries.all(ME) if one.kind is SummaryKind.WEEK]
    assert [one.about for one in weeks] == ["2026-05-04", "2026-05-11", "2026-05-18"]
    assert all(word in text(weeks[0]) for word in ("高松", "結衣", "むぎ", "5月4日：「"))
    assert text(weeks[2]).startswith("変わったこと：住まい：高松 → 松山")


async def test_every_sentence_has_its_evidence(life: Life) -> None:
    await read_in(life, lines())
    found = await state(life)
    turns = await life.stores.transcript.read(ME, [turn for one in found for turn in one.evidence])
    known = await life.lumina.known.known(ME)
    learnt = {*(fact.value for fact in known.facts), *(loop.what for loop in known.loops)}
    assert {one.kind for one in found} >= {SummaryKind.WEEK, SummaryKind.PERSON, SummaryKind.ROOM, SummaryKind.LONGTERM}
    for sentence in (each for one in found for each in one.sentences):
        said = [turns[turn].text for turn in sentence.evidence]
        assert said
        if sentence.told == "quote":
            assert sentence.text in said[0]
        if sentence.told == "besides":
            topics = set(sentence.text.split("、")) - learnt
            assert all(any(topic in each for each in said) for topic in topics)


async def test_it_is_the_same_however_often_it_is_made(life: Life, tmp_path: Path) -> None:
    await read_in(life, lines())
    at_once = [(one.id, one.version, one.at, one.digest) for one in await state(life)]
    async with living(tmp_path / "other") as other:
        for hours in range(0, 17 * 24, 5):
            due = [one for one in lines() if hours <= (one.at - MORNING) / timedelta(hours=1) < hours + 5]
            if due:
                await other.read_in(due)
            await at(other, MORNING + timedelta(hours=hours + 5))
        assert [(one.id, one.version, one.at, one.digest) for one in await state(other)] == at_once


async def test_nothing_new_is_no_new_version(life: Life) -> None:
    await read_in(life, lines())
    before = await state(life)
    await life.parts.summariser.summarise(ME, await life.stores.database.epoch(ME))
    assert await state(life) == before
    assert not await life.stores.summaries.is_behind(ME, life.clock())


async def test_tasks_are_put_once_and_after_the_cool_down(life: Life) -> None:
    await read_in(life, lines(TALK[:1]), after=timedelta(hours=1))
    assert [one for one in await state(life) if one.kind is SummaryKind.WEEK] == []
    later = MORNING + timedelta(hours=7)
    life.clock.set(later)
    assert (await life.lumina.jobs.run("summaries"))[0].counts == {"tasks": 1}
    assert (await life.lumina.jobs.run("summaries"))[0].counts == {}
    await life.lumina.tasks.run_due()
    assert [one.at for one in await state(life) if one.kind is SummaryKind.WEEK] == [MORNING + timedelta(hours=6)]


async def test_whoever_is_behind_gets_a_task_however_many_others_are_looked_at(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summaries_postgres, "PAGE", 1)
    people = ["碧", "翠", "藍"]
    for person in people:
        await life.say(TALK[0][1], person=person)
    assert (await life.lumina.jobs.run("summaries"))[0].counts == {"tasks": 3}
    await life.say(TALK[1][1], person="紅")
    assert (await life.lumina.jobs.run("summaries"))[0].counts == {"tasks": 1}
    behind = {one async for one in life.stores.summaries.behind(life.clock(), "another task")}
    assert behind == {*people, "紅"}


async def test_a_room_gets_a_version_when_it_is_idle_or_much_was_said(home: Path) -> None:
    async with living(home, message_threshold=3) as life:
        await read_in(life, lines())
        rooms = [one for one in await state(life) if one.kind is SummaryKind.ROOM]
        assert [one.version for one in rooms] == list(range(1, len(rooms) + 1))
        assert rooms[0].at == MORNING + timedelta(minutes=9)
        assert rooms[1].at == MORNING + timedelta(minutes=DAY + 2, hours=2)


async def test_what_was_taken_back_is_told_no_more(life: Life) -> None:
    await read_in(life, lines())
    home = next(fact for fact in (await life.lumina.known.known(ME)).facts if fact.value == "松山")
    await life.lumina.known.forget(ME, home.id)
    assert not [one for one in await life.lumina.summaries.all(ME) if "松山" in text(one)]
    await at(life, life.clock() + timedelta(hours=1))
    newest = await life.stores.summaries.newest(ME)
    assert not [one for one in newest if "松山" in text(one)]
    assert "withdrawn" in {one.why for one in newest}


async def test_a_character_is_told_only_what_it_heard(life: Life) -> None:
    told = line("ノクスには内緒で、来月フェリーで小豆島に行きます。", 20, thread="d0", witnesses=["lumina"])
    await read_in(life, [*lines(TALK[:3]), told])
    of = life.parts.summed.of
    assert any("小豆島" in text(one) for one in await of(ME, life.clock(), "lumina"))
    for viewer in ("nox", "clarisse"):
        heard = await of(ME, life.clock(), viewer)
        assert any("高松" in text(one) for one in heard)
        assert not any("小豆島" in text(one) for one in heard)


async def test_a_span_is_answered_from_the_summaries_and_a_detail_is_not(life: Life) -> None:
    await read_in(life, lines(), after=timedelta(days=2))
    asked = await life.lumina.recall.look_up(
        "先々週何があった？", person=ME, viewer=None, budget=1500, limit=5, unit="turn"
    )
    assert "結衣" in asked.pack.sections["summary"]
    assert "松山" not in asked.pack.sections["summary"]
    detail = await life.lumina.recall.look_up(
        "むぎは何を破った？", person=ME, viewer=None, budget=1500, limit=5, unit="turn"
    )
    assert "summary" not in detail.pack.sections
    events = await life.say("先々週何があった？")
    replies = [one for one in events if isinstance(one, Replied)]
    assert any("結衣" in one.turn.text for one in replies)


async def test_as_of_a_moment_there_is_what_had_been_said(life: Life) -> None:
    await read_in(life, lines())
    then = await life.lumina.summaries.all(ME, MORNING + timedelta(days=2))
    assert [one.about for one in then if one.kind is SummaryKind.WEEK] == ["2026-05-04"]
    assert not any("松山" in text(one) or "登山" in text(one) for one in then)


async def test_an_export_has_them_and_what_is_taken_in_makes_the_same(life: Life, tmp_path: Path) -> None:
    await read_in(life, lines())
    written = await life.lumina.transfer.export(ME, tmp_path / "export")
    rows = (tmp_path / "export" / SUMMARIES).read_text(encoding="utf-8").splitlines()
    assert len(rows) == written[SUMMARIES] == await life.stores.summaries.count(ME)
    assert all(sentence["evidence"] for row in rows for sentence in json.loads(row)["sentences"])
    before = [(one.kind, one.about, one.version, one.at, text(one)) for one in await life.lumina.summaries.all(ME)]
    async with living(tmp_path / "other") as other:
        other.clock.set(life.clock())
        package = read_package(tmp_path / "export")
        await other.lumina.transfer.take_in(package, person=ME, progress=lambda _: None)
        await at(other, life.clock())
        after = [(one.kind, one.about, one.version, one.at, text(one)) for one in await other.lumina.summaries.all(ME)]
    assert after == before


async def test_an_erasure_while_they_are_made_wins(life: Life) -> None:
    await life.read_in(lines())
    epoch = await life.stores.database.epoch(ME)
    preview = await life.lumina.erasure.preview(ME)
    report = await life.lumina.erasure.erase(ME, preview.token, asked_by="test")
    assert not any(report.residue.values())
    with pytest.raises(PersonErased):
        await life.parts.summariser.summarise(ME, epoch)
    assert await life.stores.summaries.count(ME) == 0


async def test_an_erasure_takes_them_along(life: Life) -> None:
    await read_in(life, lines())
    assert await life.stores.summaries.count(ME)
    preview = await life.lumina.erasure.preview(ME)
    assert preview.would_erase["summaries"] == await life.stores.summaries.count(ME)
    report = await life.lumina.erasure.erase(ME, preview.token, asked_by="test")
    assert not any(report.residue.values())
    assert await life.stores.summaries.count(ME) == 0


async def test_of_what_is_long_past_each_week_keeps_its_last_version_and_a_room_all(life: Life) -> None:
    await read_in(life, lines())
    whole, later = await state(life), lines()[-1].at + timedelta(weeks=5)
    life.clock.set(later)
    await life.run("lifecycle")
    once = await state(life)
    last = {(one.id, one.at.astimezone(UTC).isocalendar()[:2]): one.version for one in whole}
    assert [(one.id, one.version) for one in once] == [
        (one.id, one.version)
        for one in whole
        if one.kind is SummaryKind.ROOM or one.version == last[one.id, one.at.astimezone(UTC).isocalendar()[:2]]
    ]
    assert len(once) < len(whole)
    for week in range(1, 5):
        life.clock.set(later + timedelta(weeks=week))
        await life.run("lifecycle")
    assert await state(life) == once
    newest = {one.id: one.digest for one in await life.lumina.summaries.all(ME)}
    assert newest == {one.id: one.digest for one in whole}


async def test_of_what_is_past_for_half_a_year_each_month_keeps_its_last_version_whenever_the_job_ran(
    life: Life,
) -> None:
    for month in range(4):
        for week in range(4):
            told = [
                line(f"結衣と{month}番目の山の{week}合目まで登りました。", minute + (month * 30 + week * 7) * DAY)
                for minute in (0, 20 * 60)
            ]
            await read_in(life, told[:1], after=timedelta(hours=7))
            await read_in(life, told[1:], after=timedelta(hours=7))
    whole, later = await state(life), life.clock()
    for week in range(60):
        life.clock.set(later + timedelta(weeks=week))
        await life.run("lifecycle")
    weekly = await state(life)
    async with life.stores.database.writing(ME) as guard:
        await life.stores.summaries.begin_anew(guard)
        await life.stores.summaries.put(guard, whole)
    assert await state(life) == whole
    await life.run("lifecycle")
    assert await state(life) == weekly
    months = Counter((one.id, one.at.strftime("%Y-%m")) for one in weekly if one.kind is not SummaryKind.ROOM)
    assert max(months.values()) == 1
    assert len(months) < sum(one.kind is not SummaryKind.ROOM for one in whole)
    assert sum(one.kind is SummaryKind.ROOM for one in weekly) == sum(one.kind is SummaryKind.ROOM for one in whole)


async def test_a_day_of_another_year_is_told_with_its_year(life: Life) -> None:
    await read_in(life, lines())
    [first, *_] = [one for one in await life.lumina.summaries.all(ME) if one.kind is SummaryKind.WEEK]
    assert "5月4日：「" in text(first, MORNING)
    assert "2026年5月4日：「" in text(first, MORNING + timedelta(days=365))
    later = replace(first, language="en", sentences=tuple(one for one in first.sentences if one.told == "quote"))
    assert text(later, MORNING + timedelta(days=365)).startswith("May ")
    assert ", 2026: “" in text(later, MORNING + timedelta(days=365))


async def test_a_pack_of_january_names_the_year_of_a_week_of_december(life: Life) -> None:
    await read_in(life, [line("結衣と石鎚山に登りました。", 238 * DAY), line("結衣が正月に高松に来ます。", 239 * DAY)])
    life.clock.set(MORNING + timedelta(days=245))
    asked = "先週何があった？"
    found = await life.lumina.recall.look_up(asked, person=ME, viewer=None, budget=1500, limit=5, unit="turn")
    assert "2026年12月28日：「" in found.pack.sections["summary"]


async def test_who_begins_with_a_question_is_answered_out_of_what_was_said(life: Life) -> None:
    await read_in(life, lines(), after=timedelta(days=2))
    told = {text: (await _begins(life, text)).keys() for text in ("ただいま。", "元気？", "むぎは何を破った？")}
    assert {"summary", "history"} <= told["ただいま。"]
    assert {"summary", "history"} <= told["元気？"]
    assert "summary" not in told["むぎは何を破った？"]


async def _begins(life: Life, text: str) -> Mapping[str, str]:
    """The sections of a pack for whoever hears these words first."""
    ask = Ask(ME, text, life.clock(), "ja", 1_500, viewer="lumina", room="import")
    return (await life.parts.recaller.recollect(ask)).pack.sections
