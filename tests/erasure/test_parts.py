"""A part of what there is of somebody goes from everywhere; what else was said stays as it is."""

# pyright: reportPrivateUsage=false

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.life import ME, MORNING, Life, line, living
from lumina.erasure.part import Part
from lumina.errors import BadInput, UnknownPerson, UnknownUnit, WrongToken
from lumina.models import Turn
from lumina.reports import EraseReport
from lumina.stores.history import open_history, typed_texts

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
