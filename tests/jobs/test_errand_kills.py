"""What waits in the background beside distilling, killed before every write and then done again: vectors of documents,
what a character is to tell of, and what images show."""

import base64
import io
import shutil
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import PIL.Image
import pytest

from harness.copies import copy_home
from harness.deeds import RunJobs, RunTasks, Say
from harness.dying import Dying
from harness.errands import Errands, Notify, PutOnShelf, Show
from harness.life import ME, MORNING
from harness.mortal import Deed, Died, Mortal, kill_postgres
from harness.openai_server import OpenAIServer, running_openai_server, says
from lumina.images import Image, read_image
from lumina.stores.notified_postgres import Notification

pytestmark = pytest.mark.ci

ROOM = "居間"
BOOK = "# 玉露\n\n玉露は五十度ほどの湯で淹れる。\n\n# 灯台\n\n青い灯台は岬の先に立っている。"
PARCEL = Notification(UUID(int=7), ROOM, "店", "玉露の茶葉が届きました。")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with running_openai_server() as running:
        running.will(says("岬の先に青い灯台が立っている。"))
        yield running


def born(home: Path, server: OpenAIServer) -> Mortal:
    told: dict[str, Any] = {"vision_model": "openai:scripted", "provider_base_urls": f"openai={server.base_url}"}
    mortal = Mortal.born(home, MORNING, **told)
    mortal.ready()
    return mortal


def do(mortal: Mortal, deed: Deed) -> Any:
    return mortal.done(deed, MORNING, lambda _: None)


def copied(home: Path, place: Path) -> Path:
    kill_postgres(place)
    shutil.rmtree(place, ignore_errors=True)
    return copy_home(home, place)


def ended(mortal: Mortal, deed: Deed) -> Any:
    do(mortal, deed)
    do(mortal, RunJobs("heal"))
    came = do(mortal, Errands(ME, "岬の先には何がある？"))
    mortal.kill(and_postgres=True)
    return came


def picture() -> Image:
    packed = io.BytesIO()
    PIL.Image.new("RGB", (60, 40), "teal").save(packed, format="PNG")
    return read_image("IMG_0117.png", "", base64.b64encode(packed.getvalue()).decode())


def dies_everywhere(home: Path, place: Path, server: OpenAIServer, begun: Deed, deed: Deed) -> Any:
    """What came of what was begun, which is the same wherever the deed that ends it was killed."""
    mortal = born(home, server)
    do(mortal, Say(ME, ROOM, "今日は岬まで歩いたよ。"))
    do(mortal, begun)
    mortal.close()
    undisturbed = ended(born(copied(home, place), server), deed)
    for writes in count():
        mortal = born(copied(home, place), server)
        try:
            do(mortal, Dying(deed, writes))
        except Died as died:
            assert died.status == -signal.SIGKILL
        else:
            mortal.kill(and_postgres=True)
            assert writes > 1
            break
        assert ended(born(place, server), deed) == undisturbed
    return undisturbed


def test_vectors_of_documents(home: Path, server: OpenAIServer, tmp_path: Path) -> None:
    came = dies_everywhere(home, tmp_path / "copy", server, PutOnShelf(BOOK), RunJobs("embed_pending"))
    assert came["without vectors"] == 0
    assert "青い灯台は岬の先に立っている。" in came["passages"][0]


def test_what_a_character_is_to_tell_of(home: Path, server: OpenAIServer, tmp_path: Path) -> None:
    came = dies_everywhere(home, tmp_path / "copy", server, Notify(ME, PARCEL), RunTasks())
    assert (came["to be told"], came["tasks"], came["failed"]) == (0, [(0,)], 0)
    assert sum("玉露の茶葉" in text for _, text in came["said"]) == 1


def test_what_an_image_shows(home: Path, server: OpenAIServer, tmp_path: Path) -> None:
    shown = Show(ME, ROOM, "ほら、これ。", picture())
    came = dies_everywhere(home, tmp_path / "copy", server, shown, RunTasks())
    assert (came["seen"], came["tasks"], came["failed"]) == (["岬の先に青い灯台が立っている。"], [(0,)], 0)
