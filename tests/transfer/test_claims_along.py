"""What is known goes along: facts, and all that the owner did, are the same wherever an export is taken in."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from harness.life import ME, Life, living, unwatched
from lumina.known import Fact
from lumina.transfer.claims import claim_line, claimed_of
from lumina.transfer.package import CLAIMS, MANIFEST, Writer, read_package

TOLD = (
    "京都に住んでいます。",
    "妹のゆいはヨガが好き。",
    "妹の結衣は絵が好き。",
    "来週の火曜に面接がある。",
    "コーヒーが好きです。",
)


async def lead(life: Life) -> None:
    """Facts that were edited, forgotten and noted, people who were merged, a loop that was put off."""
    await life.chat(TOLD)
    units = life.lumina.known
    known = await units.known(ME)
    by = {fact.value: fact.id for fact in known.facts}
    people = {one.name: one.id for one in known.people}
    await units.edit(ME, by["京都"], "宇治")
    await units.forget(ME, by["コーヒー"])
    await units.merge(ME, people["結衣"], people["ゆい"])
    await units.later(ME, known.loops[0].id, "2026-06-01")
    await life.say("金庫の番号は1234だから覚えておいて")
    life.clock.advance(timedelta(minutes=1))


async def told(life: Life, person: str) -> list[object]:
    """What is known, without the ids, which depend on whose it is."""
    known = await life.lumina.known.known(person)
    facts = [
        (fact.about, fact.kind, fact.value, fact.state, fact.confidence, fact.evidence, history(fact))
        for fact in known.facts
    ]
    people = [(one.name, one.aliases, one.relation, one.mentions) for one in known.people]
    loops = [(loop.what, loop.state, loop.due, loop.evidence) for loop in known.loops]
    return [sorted(map(repr, each)) for each in (facts, people, loops)]


def history(fact: Fact) -> list[object]:
    return [(change.digest, change.why, change.at, change.turn) for change in fact.history]


async def test_what_is_known_is_the_same_after_an_export_an_erasure_and_an_import(home: Path, tmp_path: Path) -> None:
    async with living(home) as life:
        await lead(life)
        before = await told(life, ME)
        assert all(before)
        written = await life.lumina.transfer.export(ME, tmp_path / "out")
        assert written[CLAIMS] == await life.stores.claims.count(ME)
        preview = await life.lumina.erasure.preview(ME)
        assert preview.would_erase["claims"] == written[CLAIMS]
        report = await life.lumina.erasure.erase(ME, preview.token, "test")
        assert report.erased["claims"] == written[CLAIMS]
        assert await life.stores.claims.count(ME) == 0
        package = read_package(tmp_path / "out")
        await life.lumina.transfer.take_in(package, person="写し", progress=unwatched)
        await life.run("reconcile")
        assert await told(life, "写し") == before
        assert await life.stores.claims.count("写し") == written[CLAIMS]


async def test_an_export_of_before_there_were_claims_is_read_for_them(home: Path, tmp_path: Path) -> None:
    async with living(home) as life:
        await life.chat(TOLD[:2])
        before = await told(life, ME)
        await life.lumina.transfer.export(ME, tmp_path / "out")
        package = read_package(tmp_path / "out")
        older = Writer(tmp_path / "older")
        for name, file in package.files.items():
            if name != CLAIMS:
                older.write(name, file.lines)
        older.finish(ME)
        assert (tmp_path / "older" / MANIFEST).exists()
        package = read_package(tmp_path / "older")
        preview = await life.lumina.erasure.preview(ME)
        await life.lumina.erasure.erase(ME, preview.token, "test")
        await life.lumina.transfer.take_in(package, person="写し", progress=unwatched)
        await life.run("reconcile")
        assert await told(life, "写し") == before


async def test_what_an_import_brought_leaves_with_what_was_read_in_it(home: Path) -> None:
    async with living(home) as life:
        await life.say("京都に住んでいます。")
        [turn, *_] = await life.turns()
        assert (await life.lumina.known.known(ME)).facts
        await life.parts.take_in.withdrawal.run(ME, [turn.id])
        assert [one for one in await life.stores.claims.of(ME) if one.turn == turn.id] == []


@pytest.mark.parametrize("named", [True, False])
async def test_a_claim_is_the_same_there_and_back(home: Path, named: bool) -> None:
    async with living(home) as life:
        await lead(life)
        for claimed in await life.stores.claims.of(ME):
            again = claimed_of(claim_line(claimed), ME if named else "写し")
            assert replace(again, id=claimed.id) == claimed
            assert (again.id == claimed.id) or not named
