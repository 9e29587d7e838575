"""One application for a whole file of tests, which keep out of each other's way by their persons."""

import subprocess
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from harness.life import ME, line
from harness.web import Site, site

LIFE = [
    "玉露を飲みながら、妹の結衣と話した。結衣はヨガが好き。",
    "来週の火曜に面接がある。",
    "好きな食べ物は餃子です。",
    "箱根の温泉に行った。",
    "犬のポチを散歩させた。",
    "新しい自転車を買った。青い自転車だよ。",
    "京都の抹茶の店で働いている。",
    "健さんとカレーを作った。",
]


@pytest.fixture(scope="module")
def shared_home(untouched_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of one file of tests."""
    folder = tmp_path_factory.mktemp("shared") / "home"
    subprocess.run(["cp", "-a", str(untouched_home), str(folder)], check=True)
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def town(shared_home: Path) -> AsyncGenerator[Site]:
    """葵 has a life that is distilled into memories; 楓 has said a word."""
    async with site(shared_home) as opened:
        await opened.life.read_in([line(text, 60 * minute) for minute, text in enumerate(LIFE)])
        await opened.life.read_in([line("楓だけのひみつ", 1, speaker="楓")], person="楓")
        opened.life.clock.advance(timedelta(hours=12))
        await opened.life.distil_all()
        opened.secrets["operator"] = await opened.token(None, operator=True)
        opened.secrets["楓"] = await opened.token("楓")
        opened.secrets[ME] = await opened.token(ME)
        yield opened
