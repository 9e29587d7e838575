"""One life in either profile: the same talk, the same ageing, the same erasure, whatever engines it lies in."""

import asyncio
import gc
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from harness.builders import memory
from harness.life import Life, living, replies
from harness.servers import Engines, or_skip, serve_stand_in
from lumina.errors import BadSetting, FolderOther, StoreDown, StoreTooOld
from lumina.models import TierName
from lumina.settings import load_settings
from tools.servers.certificate import CERTIFICATE, make_certificate
from tools.servers.neo4j_server import serve_neo4j

TOLD = [
    "金木犀の下で、ギターの弦を買った話をしたい。",
    "弟は来月、港の見える部屋に引っ越すそうだ。",
    "朝の市場で柿を三つ買って、隣の田中さんに一つあげた。",
    "田中さんはお礼に、庭の柚子でジャムを作ってくれた。",
    "夕方の雨で、フェリーは一時間も遅れた。",
    "図書館で、灯台の写真集を借りた。",
    "灯台の写真集には、港のフェリーも写っていた。",
    "ギターの練習は、いつも夜の十時までにしている。",
]


async def test_what_was_said_ages_through_all_tiers_is_found_in_each_and_erased_from_all(
    profile: dict[str, Any], tmp_path: Path
) -> None:
    async with living(tmp_path / "home", **profile) as life:
        await life.chat(TOLD)
        await life.distil_all()
        assert set(await life.tiers()) == {TierName.REDIS}
        await found(life)
        await life.pass_days(1)
        await life.run("all")
        assert set(await life.tiers()) == {TierName.DUCKDB}
        await found(life)
        await life.pass_days(31)
        await life.run("all")
        assert set(await life.tiers()) <= {TierName.LONGTERM, TierName.ARCHIVE}
        await found(life)
        assert (await life.stores.associations.totals())[1] > 0
        report = await life.lumina.doctor()
        assert report.ok, report
        erased = await life.lumina.erasure.erase(
            life.person, (await life.lumina.erasure.preview(life.person)).token, "test"
        )
        assert sum(erased.residue.values()) == 0
        assert not await life.turns()
        assert await life.stores.associations.totals() == (0, 0)


async def test_all_is_there_when_it_is_opened_again(profile: dict[str, Any], tmp_path: Path) -> None:
    async with living(tmp_path / "home", **profile) as life:
        await life.chat(TOLD)
        await life.distil_all()
        before, now = await life.states(), life.clock
    async with living(tmp_path / "home", now, **profile) as life:
        assert await life.states() == before
        await found(life)


async def test_points_of_somebody_erased_that_a_backup_brought_back_go_with_the_next_reconcile(
    profile: dict[str, Any], tmp_path: Path
) -> None:
    async with living(tmp_path / "home", **profile) as life:
        for index in (life.stores.index, life.stores.knowledge_index):
            await index.write(memory("somebody erased").entries)
        await life.run("reconcile")
        assert [await index.count() for index in (life.stores.index, life.stores.knowledge_index)] == [0, 0]


async def found(life: Life) -> None:
    recalled = await life.recall("田中さんは柿のお礼に何をくれた？", turns=True)
    assert recalled.missing == ()
    assert any("ジャム" in hit.text for hit in recalled.hits[:3])


@pytest.mark.servers
async def test_while_neo4j_is_down_the_talk_goes_on_and_what_was_missed_is_associated_later(
    tmp_path: Path, engines: Engines
) -> None:
    with or_skip(serve_neo4j()) as mortal:
        settings = await engines._replace(neo4j=mortal).emptied()
        async with living(tmp_path / "home", **settings) as life:
            await life.chat(TOLD[:2])
            mortal.kill()
            for text in TOLD[2:]:
                assert replies(await life.say(text))
            await life.distil_all()
            assert set(await life.tiers()) == {TierName.REDIS}
            recalled = await life.recall("柿のお礼は？", turns=True)
            assert any("ジャム" in hit.text for hit in recalled.hits)
            report = await life.lumina.doctor()
            assert report.stores["associations"].state == "down"
            await asyncio.to_thread(mortal.start)
            await until_answered(life)
            await life.run("heal")
            sealed: Any = life.stores.associations
            assert await sealed.inner.waiting() == 0
            assert (await life.stores.associations.mentions(life.person, ["柚子", "柿"])).keys() == {"柚子", "柿"}


async def until_answered(life: Life) -> None:
    """A server that has just started is slow at first."""
    while True:
        with suppress(StoreDown):
            await life.stores.engines.watched["associations"].probe()
            return
        await asyncio.sleep(0.5)


@pytest.mark.parametrize("setting", ["POSTGRES_URL", "REDIS_URL", "QDRANT_URL", "NEO4J_URL"])
def test_an_engine_s_url_that_is_missing_or_wrong_is_named_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    urls = {
        "POSTGRES_URL": "postgresql://lumina:s3cret@127.0.0.1/lumina",
        "REDIS_URL": "rediss://:s3cret@127.0.0.1:6379/0",
        "QDRANT_URL": "https://127.0.0.1:6333",
        "NEO4J_URL": "bolt+s://neo4j:s3cret@127.0.0.1:7687",
    }
    monkeypatch.setenv("LUMINA_PROFILE", "server")
    for name, url in urls.items():
        monkeypatch.setenv(f"LUMINA_{name}", url)
    assert "s3cret" not in repr(load_settings())
    monkeypatch.setenv(f"LUMINA_{setting}", "mysql://me:s3cret@127.0.0.1/")
    with pytest.raises(BadSetting, match=f"LUMINA_{setting}") as wrong:
        load_settings()
    assert "s3cret" not in str(wrong.value)
    monkeypatch.delenv(f"LUMINA_{setting}")
    with pytest.raises(BadSetting, match=f"LUMINA_{setting} is wrong: it is missing"):
        load_settings()


@pytest.mark.parametrize("engine", ["QDRANT", "NEO4J"])
def test_an_authority_that_is_none_or_would_not_be_asked_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, engine: str
) -> None:
    secure, bare = {"QDRANT": ("https", "http"), "NEO4J": ("bolt+s", "bolt+ssc")}[engine]
    certificate, key = make_certificate(tmp_path)
    monkeypatch.setenv(f"LUMINA_{engine}_URL", f"{secure}://127.0.0.1:1")
    for file, why in ((tmp_path / "nowhere", "No such file"), (key, "no certificate")):
        monkeypatch.setenv(f"LUMINA_{engine}_CA", str(file))
        with pytest.raises(BadSetting, match=f"LUMINA_{engine}_CA is wrong: .*{why}"):
            load_settings()
    monkeypatch.setenv(f"LUMINA_{engine}_CA", str(certificate))
    load_settings()
    monkeypatch.setenv(f"LUMINA_{engine}_URL", f"{bare}://127.0.0.1:1")
    with pytest.raises(BadSetting, match=f"LUMINA_{engine}_URL does not begin with {re.escape(secure)}://"):
        load_settings()


@pytest.mark.servers
@pytest.mark.filterwarnings(
    "ignore:.*unclosed:pytest.PytestUnraisableExceptionWarning", "ignore:unclosed:ResourceWarning"
)
async def test_authorities_of_one_s_own_are_trusted_where_they_are_set(tmp_path: Path, engines: Engines) -> None:
    plain = await engines.emptied()
    with or_skip(serve_neo4j(tls=True)) as neo4j, serve_stand_in(tls=True) as qdrant:
        secure: dict[str, Any] = plain | {"neo4j_url": neo4j.url, "qdrant_url": qdrant.url}
        authorities: dict[str, Any] = {"neo4j_ca": neo4j.folder / CERTIFICATE, "qdrant_ca": qdrant.folder / CERTIFICATE}
        async with living(tmp_path, **secure | authorities) as life:
            await until_answered(life)
            stores = (await life.lumina.doctor()).stores
            assert (stores["associations"].state, stores["qdrant"].state) == ("ok", "ok")
        async with living(tmp_path, **secure) as life:
            stores = (await life.lumina.doctor()).stores
            for name, setting in (("associations", "LUMINA_NEO4J_CA"), ("qdrant", "LUMINA_QDRANT_CA")):
                assert stores[name].state == "down"
                assert f"certificate is not trusted: self-signed certificate. {setting}" in stores[name].detail
        gc.collect()  # Neo4j's driver leaves the socket of a handshake that failed to it


@pytest.mark.servers
async def test_servers_that_belong_to_another_data_folder_are_refused(tmp_path: Path, engines: Engines) -> None:
    settings = await engines.emptied()
    async with living(tmp_path / "home", **settings):
        pass
    with pytest.raises(FolderOther, match="another data folder"):
        async with living(tmp_path / "other", **settings):
            pass
    async with living(tmp_path / "home", **settings) as life:
        assert (await life.lumina.doctor()).ok


@pytest.mark.servers
async def test_a_qdrant_that_is_too_old_is_refused_in_a_line(tmp_path: Path, engines: Engines) -> None:
    with serve_stand_in(version="1.18.2") as old:
        settings = {**await engines.emptied(), "qdrant_url": old.url}
        with pytest.raises(
            StoreTooOld, match=r"Qdrant .* version 1\.18\.2, and LUMINA needs 1\.19 or newer"
        ) as refused:
            async with living(tmp_path / "home", None, **settings):
                pass
    assert "\n" not in str(refused.value)


@pytest.mark.servers
async def test_a_postgresql_that_does_not_answer_at_the_start_is_named(tmp_path: Path, engines: Engines) -> None:
    settings = {**await engines.emptied(), "postgres_url": "postgresql://me@127.0.0.1:9/nowhere"}
    with pytest.raises(StoreDown, match="PostgreSQL"):
        async with living(tmp_path / "home", None, **settings):
            pass
