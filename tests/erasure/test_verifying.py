"""`lumina erase --verify`: what a receipt says is gone is sought once more, and a false receipt proves nothing."""

# pyright: reportPrivateUsage=false

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from harness.life import ME, Life, line, living
from harness.nights import FILES, by_night
from lumina.erasure.part import Part
from lumina.erasure.receipts import parsed
from lumina.erasure.verify import Supplied
from lumina.errors import BadInput, BadReceipt
from lumina.reports import EraseReport, Verified
from lumina.stores.history import open_history
from lumina.transfer.needles import supplied_by

SECRET = "ガゼルマの丘で虹を見たことは、だれにも言っていない。"
OTHER = "宙"


@pytest.fixture
async def life(home: Path, tmp_path: Path) -> AsyncGenerator[Life]:
    beside: dict[str, Any] = {"backup_url": f"file://{tmp_path}/backups", "master_key": tmp_path / "master.key"}
    async with living(home, **beside) as life:
        await life.read_in([line(SECRET, 1), line("お茶を飲んだ。", 200)])
        await life.read_in([line("お茶を飲んだ。", 5, speaker=OTHER)], person=OTHER)
        await life.lumina.backups.make(life.clock(), lambda _done, _of: None)
        yield life


async def gone(life: Life) -> EraseReport:
    return await life.lumina.erasure.erase(ME, (await life.lumina.erasure.preview(ME)).token, "test")


def states(found: Verified) -> dict[str, str]:
    return {one.store: one.status for one in found.stores}


async def test_by_the_name_and_an_export_that_the_person_kept_nothing_is_found(life: Life, tmp_path: Path) -> None:
    await life.lumina.transfer.export(ME, tmp_path / "mine")
    report = await gone(life)
    texts, ids = supplied_by(tmp_path / "mine")
    assert SECRET in texts
    found = await life.lumina.erasure.verify(report.receipt, Supplied(ME, texts, ids))
    assert found.holds, found
    assert states(found)["transcript"] == "erased"
    assert states(found)["tokens"] == "nothing_found"
    assert states(found) | {"postgresql": "nothing_found", "files": "retained"} == states(found)
    assert {one.why for one in found.retained} == {"night", "backups_unreadable", "copies", "receipt"}
    assert all(one.until for one in found.retained if one.why in {"night", "backups_unreadable"})
    await by_night(life.lumina)
    after = await life.lumina.erasure.verify(report.receipt, Supplied(ME, texts, ids))
    assert after.holds, after
    assert states(after)["files"] == "nothing_found"
    assert {one.why for one in after.retained} == {"backups_unreadable", "copies", "receipt"}


async def test_before_the_night_ids_may_stand_in_files_and_a_sentence_may_not(life: Life) -> None:
    [turn, *_] = await life.turns()
    report = await gone(life)
    (life.lumina.settings.home / "left.log").write_bytes(turn.id.bytes)
    by_id = await life.lumina.erasure.verify(report.receipt, Supplied(ME, (), [turn.id]))
    assert (by_id.holds, states(by_id)["files"]) == (True, "retained")
    (life.lumina.settings.home / "left.log").write_bytes(SECRET.encode())
    by_words = await life.lumina.erasure.verify(report.receipt, Supplied(ME, [SECRET], [turn.id]))
    assert (by_words.holds, states(by_words)["files"]) == (False, "failed")
    assert (await by_night(life.lumina))[FILES] >= 1


async def test_what_is_planted_is_found_in_a_table_whatever_its_column_and_in_a_file(life: Life) -> None:
    report = await gone(life)
    await life.stores.database.execute("create table wishes (who text, wish bytea)")
    await life.stores.database.execute("insert into wishes values ('x', %s)", (b"\0" + SECRET.encode() + b"\0",))
    found = await life.lumina.erasure.verify(report.receipt, Supplied(ME, [SECRET]))
    assert not found.holds
    assert states(found)["postgresql"] == "failed"
    await life.stores.database.execute("drop table wishes")
    await by_night(life.lumina)
    (life.lumina.settings.home / "left.log").write_bytes(b"x" * 9 + SECRET.encode("utf-16-le"))
    found = await life.lumina.erasure.verify(report.receipt, Supplied(None, [SECRET]))
    assert states(found)["files"] == "failed"


async def test_what_is_planted_in_redis_is_found_and_what_a_backup_can_be_read_by(life: Life) -> None:
    typed = open_history(life.lumina.settings.home, OTHER)
    typed.write_text(f"+{SECRET}\n", encoding="utf-8")
    await life.lumina.backups.make(life.clock(), lambda _done, _of: None)
    typed.unlink()
    report = await gone(life)
    found = await life.lumina.erasure.verify(report.receipt, Supplied(ME, [SECRET]))
    assert {one.store for one in found.stores if one.status == "failed"} == {"backup bytes"}
    client: Any = life.stores.redis._client
    await client.hset("odd", "field", SECRET)
    found = await life.lumina.erasure.verify(report.receipt, Supplied(ME, [SECRET]))
    assert {one.store for one in found.stores if one.status == "failed"} == {"backup bytes", "redis bytes"}


async def test_without_a_name_it_is_sought_by_the_digest_and_who_came_back_is_told_apart_by_needles(
    life: Life,
) -> None:
    report = await gone(life)
    found = await life.lumina.erasure.verify(report.receipt, Supplied())
    assert found.holds
    assert found.sought_by == ("digest",)
    await life.say("はじめまして。")
    back = await life.lumina.erasure.verify(report.receipt, Supplied())
    assert {one.why for one in back.stores if one.status == "failed"} == {"here_again"}


async def test_words_that_somebody_else_says_too_are_no_trace(life: Life) -> None:
    report = await gone(life)
    assert (await life.lumina.erasure.verify(report.receipt, Supplied(ME, ["お茶を飲んだ。"]))).holds


async def test_of_a_part_the_rest_proves_nothing_and_what_went_is_sought_by_words(life: Life) -> None:
    part = Part(topic="ガゼルマの丘")
    token = (await life.lumina.erasure.preview_part(ME, part)).token
    report = await life.lumina.erasure.erase_part(ME, part, token, "test")
    with pytest.raises(BadInput, match="--needles"):
        await life.lumina.erasure.verify(report.receipt, Supplied(ME))
    found = await life.lumina.erasure.verify(report.receipt, Supplied(ME, [SECRET]))
    assert found.holds, found
    assert "backups_replayed" in {one.why for one in found.retained}
    await life.say(SECRET)
    again = await life.lumina.erasure.verify(report.receipt, Supplied(ME, [SECRET]))
    assert states(again)["transcript"] == "failed"


async def test_a_receipt_that_was_changed_is_of_another_folder_or_missing_gets_a_line(
    life: Life, tmp_path: Path
) -> None:
    report = await gone(life)
    assert report.signed is not None
    changed = json.dumps({"signed": {"body": report.signed.body.replace('"nr": 1', '"nr": 2')} | {"signature": "00"}})
    for bad in (changed, "{}", "no json", '{"signed": 3}'):
        with pytest.raises(BadReceipt):
            await life.lumina.erasure.verify(parsed(bad), Supplied())
    with pytest.raises(BadReceipt, match="there is none"):
        await life.lumina.erasure.verify(uuid4(), Supplied())
    with pytest.raises(BadReceipt, match="of that name"):
        await life.lumina.erasure.verify(report.receipt, Supplied(OTHER))
    async with living(tmp_path / "elsewhere") as elsewhere:
        signed = report.signed.body, bytes.fromhex(report.signed.signature)
        with pytest.raises(BadReceipt, match="another data folder"):
            await elsewhere.lumina.erasure.verify(signed, Supplied())


async def test_each_receipt_names_the_one_before_and_none_can_be_taken_out_or_changed(life: Life) -> None:
    first, second, third = await gone(life), await gone(life), await gone(life)
    chain = await life.stores.records.receipts()
    assert [receipt for receipt, *_ in chain] == [first.receipt, second.receipt, third.receipt]
    assert ME not in "".join(body for _, body, _ in chain)
    await life.stores.database.execute("delete from erasures where receipt = %s", (second.receipt,))
    with pytest.raises(BadReceipt, match="before the receipt number 2"):
        await life.lumina.erasure.verify(third.receipt, Supplied())


async def test_a_receipt_in_the_database_that_was_changed_is_noticed(life: Life) -> None:
    report = await gone(life)
    await life.stores.database.execute("update erasures set body = replace(body, 'test', 'nobody')")
    with pytest.raises(BadReceipt, match="changed"):
        await life.lumina.erasure.verify(UUID(str(report.receipt)), Supplied())
