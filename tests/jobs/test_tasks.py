"""Tasks of persons: what a model answers and cannot be read is asked for again, seen where it fails, and retried."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest

from harness.commands import Commands
from harness.life import Life, line, living
from harness.openai_server import OpenAIServer, Respond, fails, running_openai_server, says
from harness.waiting import LONGEST
from lumina.databases.tasks_postgres import Tasks
from lumina.distil.claims.model_answer import ClaimsAnswer
from lumina.distil.model import ModelReader
from lumina.distil.model_learning import LEARN
from lumina.errors import BadInput
from lumina.jobs.queue import ATTEMPTS
from lumina.jobs.tasks import TaskWorker
from lumina.known import ClaimType, Known
from lumina.models import Turn

TALK = [
    "先月、高松に引っ越したんだ。",
    "妹の結衣が来てくれた。",
    "うどんが毎日おいしい。",
    "職場は県庁だよ。",
    "来週の金曜に歓迎会がある。",
    "そろそろ自転車がほしいな。",
]
SUMMARY = {"summary": "葵は高松に引っ越した。", "keywords": ["高松"], "concepts": ["高松"], "valence": 0.3}
CLAIMS: Mapping[str, Any] = {
    "facts": [{"turn": 1, "about": "me", "kind": "home", "value": "高松", "since": "2026-04", "confidence": 0.9}],
    "people": [{"turn": 2, "name": "結衣", "names": [], "relation": "妹", "confidence": 0.9}],
    "loops": [{"turn": 5, "what": "歓迎会", "due": "2026-05-15", "closes": False, "confidence": 0.9}],
}
GOOD = says(json.dumps(SUMMARY | CLAIMS, ensure_ascii=False))
UNREAD = says(json.dumps(SUMMARY, ensure_ascii=False))
BROKEN = says('{"summary": ')


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with running_openai_server() as running:
        yield running


@asynccontextmanager
async def talked(home: Path, server: OpenAIServer, *script: Respond) -> AsyncGenerator[Life]:
    """A life with a model that distils, and a thread that is distilled."""
    server.will(*script)
    async with living(home, model="openai:scripted", model_base_url=server.base_url) as life:
        await life.read_in([line(text, minute, thread="one") for minute, text in enumerate(TALK)])
        await life.distil_all()
        yield life


async def again(life: Life) -> None:
    """What failed is tried once more."""
    await life.lumina.tasks.retry("all")
    await life.lumina.tasks.run_due()


async def known(life: Life) -> Known:
    return await life.stores.knowing.of(life.person, life.clock(), None)


async def by_model(life: Life) -> list[ClaimType]:
    return [one.claim.type for one in await life.stores.claims.of(life.person) if one.source == "model"]


async def test_one_call_of_a_flush_gives_summary_and_claims(home: Path, server: OpenAIServer):
    async with talked(home, server, GOOD) as life:
        assert len(server.requests) == 1
        [home_] = [fact for fact in (await known(life)).facts if fact.kind == "home"]
        assert (home_.value, str(home_.valid_from)) == ("高松", "2026-04")
        assert [one.name for one in (await known(life)).people] == ["結衣"]
        assert [str(one.due) for one in (await known(life)).loops] == ["2026-05-15"]
        assert (await by_model(life)).count(ClaimType.READ) == len(TALK)
        await life.lumina.tasks.run_due()
        assert not await life.lumina.tasks.failed()
        assert len(server.requests) == 1


@pytest.mark.parametrize("first", [BROKEN, UNREAD, fails(500)], ids=["broken", "without claims", "down"])
async def test_what_the_flush_could_not_have_is_a_task(home: Path, server: OpenAIServer, first: Respond):
    async with talked(home, server, *[first] * 4, GOOD) as life:
        assert len(await life.states()) == 1
        assert not await by_model(life)
        assert any(fact.value.startswith("高松") for fact in (await known(life)).facts)
        [waits] = await life.lumina.tasks.failed()
        assert waits.cause.startswith("NotRead: ")
        server.will(GOOD)
        await again(life)
        assert (await by_model(life)).count(ClaimType.READ) == len(TALK)
        assert not await life.lumina.tasks.failed()


async def test_a_task_that_fails_is_seen_without_a_word_of_anybody_and_can_be_retried(home: Path, server: OpenAIServer):
    async with talked(home, server, BROKEN) as life:
        await again(life)
        [failed] = await life.lumina.tasks.failed()
        assert (failed.task, failed.person, failed.attempts) == ("learn", life.person, 2)
        assert failed.cause == "NotRead: twice no valid answer: JSON"
        assert failed.again
        doctor = await life.lumina.doctor()
        assert "lumina jobs retry" in doctor.stores["queue"].detail
        await life.lumina.tasks.run_due()
        assert [one.attempts for one in await life.lumina.tasks.failed()] == [2]
        server.will(GOOD)
        assert await life.lumina.tasks.retry("all") == 1
        await life.lumina.tasks.run_due()
        assert not await life.lumina.tasks.failed()
        assert ClaimType.FACT in await by_model(life)
        assert (await life.lumina.doctor()).stores["queue"].state == "ok"


async def test_after_the_last_attempt_the_queue_gives_up_and_a_retry_begins_anew(home: Path, server: OpenAIServer):
    async with talked(home, server, BROKEN) as life:
        for _ in range(ATTEMPTS):
            await again(life)
        [failed] = await life.lumina.tasks.failed()
        assert (failed.attempts, failed.again) == (ATTEMPTS + 1, None)
        assert await life.stores.database.fetch("select * from procrastinate_jobs") == []
        await life.lumina.tasks.run_due()
        assert [one.attempts for one in await life.lumina.tasks.failed()] == [ATTEMPTS + 1]
        server.will(GOOD)
        assert await life.lumina.tasks.retry(str(failed.id)) == 1
        await life.lumina.tasks.run_due()
        assert not await life.lumina.tasks.failed()


async def test_a_number_that_no_failed_task_has_is_said_so(home: Path, server: OpenAIServer):
    async with living(home) as life:
        for which in ("17", "x", ""):
            with pytest.raises(BadInput):
                await life.lumina.tasks.retry(which)
        assert await life.lumina.tasks.retry("all") == 0


async def test_the_tasks_of_who_is_erased_are_gone(home: Path, server: OpenAIServer):
    async with talked(home, server, BROKEN) as life:
        await life.lumina.tasks.run_due()
        await life.read_in([line("鳥取に行った。", minute) for minute in range(3000, 3007)])
        preview = await life.lumina.erasure.preview(life.person)
        assert preview.would_erase["queue"] >= 2
        report = await life.lumina.erasure.erase(life.person, preview.token, asked_by="test")
        assert not any(report.residue.values())
        assert not await life.lumina.tasks.failed()
        assert await life.stores.database.fetch("select * from procrastinate_jobs") == []


async def test_who_is_erased_while_a_model_reads_has_no_claims_and_no_failure(home: Path, server: OpenAIServer):
    async with talked(home, server, UNREAD) as life:
        erased = asyncio.Event()

        async def erase(turns: Sequence[Turn]) -> ClaimsAnswer:
            preview = await life.lumina.erasure.preview(life.person)
            await life.lumina.erasure.erase(life.person, preview.token, asked_by="test")
            erased.set()
            return ClaimsAnswer.model_validate(CLAIMS)

        with patch.object(ModelReader, "read", side_effect=erase):
            await again(life)
        assert erased.is_set()
        assert not await by_model(life)
        assert not await life.lumina.tasks.failed()
        assert await life.stores.database.fetch("select * from procrastinate_jobs") == []


async def test_without_a_model_there_is_nothing_to_queue(home: Path, server: OpenAIServer):
    async with living(home) as life:
        await life.read_in([line(text, minute, thread="one") for minute, text in enumerate(TALK)])
        await life.distil_all()
        assert await life.stores.database.fetch("select * from procrastinate_jobs where queue_name = 'persons'") == []


async def test_tasks_of_a_person_run_in_order_and_of_different_persons_side_by_side(home: Path, server: OpenAIServer):
    async with living(home) as life:
        for person in ("葵", "蓮"):
            await life.say("やあ", person=person)
        tasks = Tasks(life.stores.database)
        begun: list[tuple[str, int]] = []
        free, done = asyncio.Event(), asyncio.Event()

        async def nothing(person: str, epoch: int) -> int:
            return 0

        async def unseen(person: str, turn: UUID, epoch: int) -> int:
            return 0

        async def learn(person: str, ids: Sequence[UUID], epoch: int) -> int:
            begun.append((person, ids[0].int))
            if len({one for one, _ in begun}) == 2:
                free.set()
            await free.wait()
            if len(begun) == 6:
                done.set()
            return 0

        for number in range(1, 4):
            for person in ("葵", "蓮"):
                async with life.stores.database.writing(person) as guard:
                    await tasks.put_failed(guard, LEARN, {"turns": [str(UUID(int=number))]}, "x")
        await tasks.retry(None)
        worker = TaskWorker(life.stores.database, learn, life.lumina.occasions.tell, nothing, unseen)
        async with asyncio.timeout(LONGEST), worker.running():
            await done.wait()
        assert {one for one, _ in begun[:2]} == {"葵", "蓮"}
        assert [n for _, n in sorted(begun, key=lambda one: one[0])] == [1, 2, 3] * 2


def test_the_commands_show_and_retry_what_failed(home: Path, server: OpenAIServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LUMINA_MODEL", "openai:scripted")
    monkeypatch.setenv("LUMINA_MODEL_BASE_URL", server.base_url)
    server.will(BROKEN)
    run = Commands(home)
    (home.parent / "talk.jsonl").write_text(
        "".join(
            json.dumps({"speaker": "葵", "text": text, "at": f"2026-05-04T08:{n:02}:00+00:00", "thread": "one"}) + "\n"
            for n, text in enumerate(TALK)
        )
    )
    run("import", str(home.parent / "talk.jsonl"), "--user", "葵")
    run("jobs", "run", "all", "--at", "2026-05-04T12:00:00+00:00")
    run("jobs", "retry", "all")
    [failed] = run.json("jobs", "list", "--failed")["jobs"]
    assert {"id", "task", "person", "cause", "attempts", "since"} <= failed.keys()
    assert failed["task"] == "learn"
    assert run("jobs", "retry", "4711", status=1) == ""
    server.will(GOOD)
    assert run.json("jobs", "retry", str(failed["id"]))["retried"] == 1
    assert run.json("jobs", "list", "--failed") == {"jobs": []}
