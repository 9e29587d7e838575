"""A part of what there is of somebody goes from everywhere; what else was said stays as it is."""

# pyright: reportPrivateUsage=false

import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, strategies
from hypothesis import settings as settings_of

from graphs.flushing import Flusher
from harness.life import ME, MORNING, Life, line, living
from lumina.erasure.erase import Erasure
from lumina.erasure.part import Part
from lumina.erasure.taking_out import TakingOut
from lumina.errors import BadInput, UnknownPerson, UnknownUnit, WrongToken
from lumina.lifecycle.unmaking import Unmaking
from lumina.models import Turn
from lumina.reports import EraseReport
from lumina.stores.backup_place import BackupPlace
from lumina.stores.checkpoints_postgres import GuardedSaver
from lumina.stores.history import open_history, typed_texts
from lumina.stores.parts_postgres import ErasedParts
from lumina.stores.records_postgres import Records
from lumina.transfer.backup.restoring import manifest_of, restore

CAT = "ミャーミャーという猫を飼い始めた"


@pytest.fixture
async def life(home: Path, tmp_path: Path) -> AsyncGenerator[Life]:
    beside: dict[str, Any] = {"backup_url": f"file://{tmp_path}/backups", "master_key": tmp_path / "master.key"}
    async with living(home, **beside) as life:
        yield life


async def erased(life: Life, part: Part, person: str = ME) -> EraseReport:
    preview = await life.lumina.erasure.preview_part(person, part)
    return await life.lumina.erasure.erase_part(person, part, preview.token, "test")


async def said(life: Life, person: str = ME) -> str:
    return "\n".join(turn.text for turn in await life.turns(person))


async def everything(life: Life, person: str = ME) -> str:
    """All that an export would have."""
    folder = life.lumina.settings.home.parent / "out"
    await life.lumina.transfer.export(person, folder)
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.jsonl")))


def none_left(report: EraseReport) -> bool:
    return sum(report.residue.values()) == 0


async def two_weeks(life: Life) -> list[Turn]:
    """A cat in one thread, a brother and a bakery in others; all of it distilled and grown old."""
    lines = [
        *(line(f"朝の散歩で{n}番目の橋を渡った。", n) for n in range(6)),
        *(line(text, 300 + n) for n, text in enumerate([f"{CAT}。", "毛がふわふわで白い。", "名前はすぐに覚えた。"])),
        *(line(text, 700 + n) for n, text in enumerate(["弟の樹はパン屋で働いている。", "京都に住んでいる。"])),
    ]
    await life.read_in(lines)
    life.clock.set(MORNING + timedelta(days=14))
    await life.run("all")
    return await life.turns()


async def test_a_topic_is_shown_first_and_then_gone_everywhere(life: Life) -> None:
    await two_weeks(life)
    await life.say("ミャーミャーは元気にしているよ。")
    before = await life.lumina.erasure.preview_part(ME, Part(topic="ミャーミャー"))
    assert before.would_erase["turns"] >= 2
    assert any(CAT in extract.text for extract in before.extracts)
    assert before.anew >= 1
    report = await life.lumina.erasure.erase_part(ME, Part(topic="ミャーミャー"), before.token, "test")
    assert none_left(report), report
    assert "ミャーミャー" not in await everything(life)
    assert not [hit for hit in (await life.recall("ミャーミャー")).hits if "ミャーミャー" in hit.text]
    assert "樹はパン屋" in await said(life)
    assert [hit for hit in (await life.recall("弟はどこで働いている？")).hits if "パン屋" in hit.text]


async def test_what_stays_is_distilled_anew_and_every_turn_is_in_the_window_or_of_one_memory(life: Life) -> None:
    turns = await two_weeks(life)
    cat = next(turn for turn in turns if CAT in turn.text)
    assert none_left(await erased(life, Part(thread=cat.thread)))
    left = await life.turns()
    assert {turn.id for turn in left} == {turn.id for turn in turns if turn.thread != cat.thread}
    sources = [turn for state in await life.states() for turn in state.turns]
    waiting = [turn.id for turn in await life.stores.transcript.waiting(ME)]
    assert sorted([*sources, *waiting]) == sorted(turn.id for turn in left)
    assert (await life.lumina.doctor()).stores["erasures"].state == "ok"


async def test_a_span_goes_from_its_first_moment_on_until_before_its_last(life: Life) -> None:
    turns = await two_weeks(life)
    first, last = MORNING + timedelta(minutes=2), MORNING + timedelta(minutes=5)
    assert none_left(await erased(life, Part(first=first, last=last)))
    assert [turn.text for turn in await life.turns()] == [turn.text for turn in turns if not first <= turn.at < last]


async def test_a_fact_goes_with_the_turns_that_say_it_and_what_its_owner_did_with_it(life: Life) -> None:
    await two_weeks(life)
    known = await life.lumina.known.known(ME)
    home = next(fact for fact in known.facts if "京都" in fact.value)
    await life.lumina.known.edit(ME, home.id, "京都市左京区")
    preview = await life.lumina.erasure.preview_part(ME, Part(fact=home.id))
    assert preview.would_erase["claims"] >= 2
    assert none_left(await erased(life, Part(fact=home.id)))
    assert "京都" not in await everything(life)
    after = await life.lumina.known.known(ME)
    assert not [fact for fact in after.facts if "京都" in fact.value]
    assert [fact for fact in after.facts if "パン屋" in fact.value or "樹" in fact.about]


async def test_one_character_s_memory_goes_and_the_others_keep_theirs(life: Life) -> None:
    await life.chat(["ねえ、ガゼルマの丘で虹を見たよ。", "ガゼルマの丘の帰りに雨に降られた。"])
    await life.distil_all()
    query = "ガゼルマの丘で何を見た？"
    assert [hit for hit in (await life.recall(query, viewer="nox")).hits if "ガゼルマ" in hit.text]
    before = await said(life)
    assert none_left(await erased(life, Part(topic="ガゼルマの丘", character="nox")))
    assert await said(life) == before
    assert not [hit for hit in (await life.recall(query, viewer="nox")).hits if "ガゼルマ" in hit.text]
    assert [hit for hit in (await life.recall(query, viewer="lumina")).hits if "ガゼルマ" in hit.text]
    assert [hit for hit in (await life.recall(query)).hits if "ガゼルマ" in hit.text]


async def test_the_token_fits_exactly_what_was_shown(life: Life) -> None:
    await two_weeks(life)
    preview = await life.lumina.erasure.preview_part(ME, Part(topic="橋"))
    await life.say("新しい橋ができた。")
    with pytest.raises(WrongToken, match="something else would go"):
        await life.lumina.erasure.erase_part(ME, Part(topic="橋"), preview.token, "test")
    assert "1番目の橋" in await said(life)
    other = await life.lumina.erasure.preview_part(ME, Part(topic="猫"))
    with pytest.raises(WrongToken):
        await life.lumina.erasure.erase_part(ME, Part(topic="橋"), other.token, "test")


async def test_what_is_no_part_is_refused_in_a_line(life: Life) -> None:
    await two_weeks(life)
    for part in (Part(), Part(topic="猫", first=MORNING), Part(topic="、。")):
        with pytest.raises(BadInput):
            await life.lumina.erasure.preview_part(ME, part)
    with pytest.raises(UnknownUnit):
        await life.lumina.erasure.preview_part(ME, Part(fact=(await life.turns())[0].id))
    with pytest.raises(UnknownPerson):
        await life.lumina.erasure.preview_part("誰か", Part(topic="猫"))


async def test_what_was_typed_goes_with_what_was_said(life: Life) -> None:
    await life.say("ガゼルマの丘で虹を見た。")
    await life.say("お茶を飲んだ。")
    home = life.lumina.settings.home
    lines = ["ガゼルマの丘で虹を見た。", "@ルミナ ガゼルマの丘で虹を見た。", "お茶を飲んだ。"]
    open_history(home, ME).write_text("".join(f"\n# 2026-05-04\n+{text}\n" for text in lines), encoding="utf-8")
    report = await erased(life, Part(topic="ガゼルマの丘"))
    assert none_left(report)
    assert report.erased["typed"] == 2
    assert typed_texts(home, ME) == ["お茶を飲んだ。"]


async def test_the_talk_goes_on_in_the_same_room_and_nothing_of_it_is_in_the_prompt(life: Life) -> None:
    await life.say("ガゼルマの丘で虹を見た。")
    assert none_left(await erased(life, Part(topic="ガゼルマの丘")))
    await life.say("今日はいい天気だね。")
    assert "ガゼルマ" not in await everything(life)
    await life.distil_all()
    assert "ガゼルマ" not in await everything(life)


async def test_everybody_else_is_left_byte_by_byte(life: Life) -> None:
    other = "宙"
    await life.read_in([line(f"{CAT}。", 1, speaker=other), line("パンを焼いた。", 2, speaker=other)], person=other)
    await two_weeks(life)
    before = await everything(life, other)
    assert none_left(await erased(life, Part(topic="ミャーミャー")))
    assert _dated(await everything(life, other)) == _dated(before)


def _dated(exported: str) -> list[str]:
    return [text for text in exported.splitlines() if '"exported"' not in text and '"end"' not in text]


async def test_a_restore_does_not_bring_back_what_was_erased_in_part(life: Life, tmp_path: Path) -> None:
    await two_weeks(life)
    life.clock.advance(timedelta(seconds=1))
    await life.lumina.backups.make(life.clock(), lambda _done, _of: None)
    life.clock.advance(timedelta(minutes=1))
    assert none_left(await erased(life, Part(topic="ミャーミャー")))
    left = [turn.id for turn in await life.turns()]
    repository = await life.stores.backups.repository()
    settings = life.lumina.settings.model_copy(update={"home": tmp_path / "back"})
    manifest = await manifest_of(repository, None)
    report = await restore(repository, manifest, settings, life.clock, lambda _done, _of: None)
    assert report.differing == ()
    beside = {name: getattr(settings, name) for name in ("backup_url", "master_key")}
    async with living(settings.home, life.clock, **beside) as back:
        assert [turn.id for turn in await back.turns()] == left
        assert "ミャーミャー" not in await everything(back)
        assert not [hit for hit in (await back.recall("ミャーミャー")).hits if "ミャーミャー" in hit.text]
        await back.run("reconcile")
        sources = [turn for state in await back.states() for turn in state.turns]
        assert sorted([*sources, *(t.id for t in await back.stores.transcript.waiting(ME))]) == sorted(left)
    assert not [path for path in settings.home.rglob("*") if path.is_file() and CAT.encode() in path.read_bytes()]


@pytest.mark.parametrize(
    "step", ["in_tiers", "adelete_thread", "note_part", "settle", "distil", "done", "_compact", "finish"]
)
async def test_broken_off_anywhere_it_goes_on(life: Life, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await two_weeks(life)
    await life.say("ミャーミャーは元気にしているよ。")
    part = Part(topic="ミャーミャー")
    token = (await life.lumina.erasure.preview_part(ME, part)).token
    where: dict[str, Any] = {
        "in_tiers": Unmaking, "adelete_thread": GuardedSaver, "note_part": BackupPlace, "settle": TakingOut,
        "distil": Flusher, "done": ErasedParts, "_compact": Erasure, "finish": Records,
    }  # fmt: skip
    with monkeypatch.context() as patch:
        patch.setattr(where[step], {"distil": "flush_all"}.get(step, step), dies)
        with pytest.raises(Killed):
            await life.lumina.erasure.erase_part(ME, part, token, "test")
    assert (await life.lumina.doctor()).stores["erasures"].state == "degraded"
    assert "ミャーミャー" not in await said(life)
    await life.run("heal")
    assert (await life.lumina.doctor()).stores["erasures"].state == "ok"
    await life.run("reconcile")
    assert "ミャーミャー" not in await everything(life)
    home, word = life.lumina.settings.home, CAT.encode()
    assert not [path for path in home.rglob("*") if path.is_file() and word in path.read_bytes()]
    assert len(await life.stores.records.receipts()) == 1


class Killed(BaseException):
    """A process that is no more."""


async def dies(*_: Any, **__: Any) -> Any:
    raise Killed


WORDS = ("ミャーミャー", "パン屋", "京都", "散歩", "橋", "尺八", "盆栽")


@settings_of(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    said_=strategies.lists(
        strategies.tuples(strategies.sampled_from(WORDS), strategies.integers(0, 3), strategies.booleans()),
        min_size=3,
        max_size=30,
    ),
    which=strategies.integers(0, 2),
    pick=strategies.integers(0, 29),
    age=strategies.sampled_from([0, 1, 9, 40]),
)
def test_of_any_history_any_part_goes_and_all_else_stays(
    tmp_path_factory: pytest.TempPathFactory, said_: list[tuple[str, int, bool]], which: int, pick: int, age: int
) -> None:
    asyncio.run(_any_part(tmp_path_factory.mktemp("part") / "home", said_, which, pick, age))


async def _any_part(home: Path, said_: list[tuple[str, int, bool]], which: int, pick: int, age: int) -> None:
    lines = [
        line(
            f"{word}の話の{nr}番目をグソハト{nr}とした。",
            nr * 5 + topic * 600,
            **({} if mine else {"speaker": "宙"}),
        )
        for nr, (word, topic, mine) in enumerate(said_)
    ]
    async with living(home) as life:
        await life.read_in(sorted(lines, key=lambda one: one.at))
        life.clock.set(MORNING + timedelta(days=age + 2))
        await life.run("all")
        turns = await life.turns()
        chosen = turns[pick % len(turns)]
        word = next(one for one in WORDS if one in chosen.text)
        parts = (Part(thread=chosen.thread), Part(first=chosen.at), Part(topic=word))

        def goes(turn: Turn) -> bool:
            return (turn.thread == chosen.thread, turn.at >= chosen.at, word in turn.text)[which]

        report = await erased(life, parts[which])
        assert none_left(report), report
        stays = [turn for turn in turns if not goes(turn)]
        assert [(turn.id, turn.text, turn.at) for turn in await life.turns()] == [
            (turn.id, turn.text, turn.at) for turn in stays
        ]
        sources = [turn for state in await life.states() for turn in state.turns]
        waiting = [turn.id for turn in await life.stores.transcript.waiting(ME)]
        assert sorted([*sources, *waiting]) == sorted(turn.id for turn in stays)
        known = {turn.id for turn in stays}
        assert all(one.turn in known for one in await life.stores.claims.of(ME) if one.turn)
        for turn in turns:
            if goes(turn):
                found = await life.recall(turn.text, turns=True)
                assert not [hit for hit in found.hits if turn.text in hit.text]


async def test_a_topic_is_read_as_it_is_written(life: Life) -> None:
    """キウイ, folded as names are, would be a form of 来る."""
    await life.say("キウイを食べたら喉が痛くなった")
    await life.say("弟が東京から来てくれた")
    shown = await life.lumina.erasure.preview_part(ME, Part(topic="キウイ"))
    texts = [one.text for one in shown.extracts]
    assert any("キウイ" in text for text in texts)
    assert not any("弟が東京" in text for text in texts)
