"""What a model reads, killed before every write and while the model answers; and what is asked is asked once."""

import json
import shutil
import signal
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from harness.copies import copy_home
from harness.deeds import Claimed, Import, RunJobs, RunTasks, Say
from harness.dying import Dying
from harness.life import ME, MORNING, line
from harness.mortal import Deed, Died, Mortal, kill_postgres
from harness.openai_server import Handler, OpenAIServer, running_openai_server, says
from tests.jobs.test_tasks import CLAIMS, SUMMARY, TALK

pytestmark = pytest.mark.ci

NOW = MORNING + timedelta(days=1)
GOOD = says(json.dumps({**SUMMARY, **CLAIMS}, ensure_ascii=False))
UNREAD = says(json.dumps(SUMMARY, ensure_ascii=False))
SAID = Import(ME, [line(text, minute, thread="one") for minute, text in enumerate(TALK)])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with running_openai_server() as running:
        yield running


def born(home: Path, server: OpenAIServer) -> Mortal:
    told: dict[str, Any] = {"distil_model": "openai:scripted", "provider_base_urls": f"openai={server.base_url}"}
    mortal = Mortal.born(home, NOW, **told)
    mortal.ready()
    return mortal


def do(mortal: Mortal, deed: Deed, after: timedelta = timedelta(0)) -> Any:
    return mortal.done(deed, NOW + after, lambda _: None)


def copied(home: Path, place: Path) -> Path:
    kill_postgres(place)
    shutil.rmtree(place, ignore_errors=True)
    return copy_home(home, place)


def ended(mortal: Mortal) -> Any:
    """What is claimed once all that was to be done is."""
    do(mortal, RunJobs("reconcile"), timedelta(hours=2))
    do(mortal, RunTasks())
    claimed = do(mortal, Claimed(ME))
    mortal.kill(and_postgres=True)
    return claimed


@pytest.fixture
def told(home: Path, server: OpenAIServer) -> Path:
    """A thread waits to be distilled."""
    mortal = born(home, server)
    do(mortal, SAID)
    mortal.close()
    return home


@pytest.fixture
def queued(told: Path, server: OpenAIServer) -> Path:
    """A task waits."""
    server.will(UNREAD)
    mortal = born(told, server)
    do(mortal, RunJobs("reconcile"), timedelta(hours=2))
    assert do(mortal, Claimed(ME))[1] == 1
    mortal.close()
    server.will(GOOD)
    return told


def test_a_flush_that_dies_before_any_write_claims_the_same_in_the_end(
    told: Path, server: OpenAIServer, tmp_path: Path
) -> None:
    server.will(GOOD)
    dies_everywhere(told, tmp_path / "copy", server, RunJobs("reconcile"))


def test_a_task_that_dies_before_any_write_claims_the_same_in_the_end(
    queued: Path, server: OpenAIServer, tmp_path: Path
) -> None:
    dies_everywhere(queued, tmp_path / "copy", server, RunTasks())


def dies_everywhere(home: Path, place: Path, server: OpenAIServer, deed: Deed) -> None:
    undisturbed = ended(born(copied(home, place), server))
    assert ("model", "fact", "高松") in {one[:3] for one in undisturbed[0]}
    assert undisturbed[1:] == (0, 0)
    for writes in count():
        mortal = born(copied(home, place), server)
        try:
            do(mortal, Dying(deed, writes), timedelta(hours=2))
        except Died as died:
            assert died.status == -signal.SIGKILL
        else:
            mortal.kill(and_postgres=True)
            assert writes > 1
            return
        assert ended(born(place, server)) == undisturbed


def test_a_task_that_dies_while_the_model_answers_is_taken_over(queued: Path, server: OpenAIServer) -> None:
    mortal = born(queued, server)

    def kills(handler: Handler, request: Any) -> None:
        mortal.process.kill()
        handler.close_connection = True

    server.will(kills, GOOD)
    with pytest.raises(Died):
        do(mortal, RunTasks())
    claims, waiting, failed = ended(born(queued, server))
    assert ("model", "fact", "高松") in {one[:3] for one in claims}
    assert (waiting, failed) == (0, 0)


def test_who_dies_while_asking_has_asked_once_or_not_at_all(home: Path, server: OpenAIServer, tmp_path: Path) -> None:
    mortal, later = born(home, server), timedelta(days=2)
    do(mortal, Say(ME, "居間", "明日、面接があるんだ。"))
    mortal.close()
    for writes in count():
        mortal, told = born(copied(home, tmp_path / "copy"), server), list[Any]()
        try:
            mortal.done(Dying(Say(ME, "居間", "やあ"), writes), NOW + later, told.append)
        except Died:
            mortal = born(tmp_path / "copy", server)
        else:
            mortal.kill(and_postgres=True)
            assert writes > 2
            return
        before = asked(mortal)
        assert before or not names_it(told)
        told.clear()
        mortal.done(Say(ME, "庭", "ただいま"), NOW + later * 2, told.append)
        assert names_it(told) is not before
        assert asked(mortal)
        mortal.kill(and_postgres=True)


def asked(mortal: Mortal) -> bool:
    [*claims] = [kind for _, kind, *_ in do(mortal, Claimed(ME))[0] if kind == "asked"]
    assert len(claims) < 2
    return bool(claims)


def names_it(told: list[Any]) -> bool:
    return any("面接" in one.text for one in told)
