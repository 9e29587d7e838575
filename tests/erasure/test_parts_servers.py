"""A part goes from the real engines, too, and what stays is made anew there."""

from datetime import timedelta
from pathlib import Path

import pytest

from harness.life import ME, MORNING, line, living
from harness.servers import Engines
from lumina.erasure.part import Part
from lumina.erasure.verify import Supplied

pytestmark = pytest.mark.servers

CAT = "ミャーミャーという猫を飼い始めた。"


async def test_a_topic_goes_from_the_engines_and_the_rest_is_found(engines: Engines, tmp_path: Path) -> None:
    async with living(tmp_path / "home", **await engines.emptied()) as life:
        texts = ["散歩をした。", CAT, "弟の樹はパン屋で働いている。", "京都に住んでいる。"]
        await life.read_in([line(text, 3 * n) for n, text in enumerate(texts)])
        life.clock.set(MORNING + timedelta(days=9))
        await life.run("all")
        await life.say("ミャーミャーは元気だよ。")
        part = Part(topic="ミャーミャー")
        token = (await life.lumina.erasure.preview_part(ME, part)).token
        report = await life.lumina.erasure.erase_part(ME, part, token, "test")
        assert sum(report.residue.values()) == 0, report
        found = await life.lumina.erasure.verify(report.receipt, Supplied(ME, [CAT]))
        assert found.holds, found
        network = await life.stores.associations.network(ME)
        assert "ミャーミャー" not in {name for name, _, _ in network.concepts}
        assert [hit for hit in (await life.recall("弟はどこで働いている？")).hits if "パン屋" in hit.text]
        assert not [hit for hit in (await life.recall("ミャーミャー")).hits if "ミャーミャー" in hit.text]
