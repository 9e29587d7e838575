"""What the jobs do and did is told in the language of who reads."""

import pytest

from lumina.api.web.jobs import did, schedule
from lumina.api.web.words import Words
from lumina.distil.model_learning import LEARN
from lumina.distil.summaries.summarising import SUMMARISE
from lumina.errors import NotRead, because
from lumina.jobs.table import JOBS
from lumina.memory.images_postgres import TASK as DESCRIBE
from lumina.models import TierName
from lumina.stores.notified_postgres import TELL
from lumina.telling.failing import cause, named

JA, EN = Words("ja"), Words("en")


@pytest.mark.parametrize("job", [job.name for job in JOBS])
def test_every_job_says_what_it_is_called_and_what_it_is_for(job: str) -> None:
    assert f"named_{job}" in JA
    assert f"job_{job}" in JA


@pytest.mark.parametrize("tier", ["duckdb", "longterm", "archive"])
def test_every_way_down_the_ladder_is_told(tier: str) -> None:
    assert TierName(tier).isascii()
    assert did(f"{tier} 3", JA).startswith("3 件を")


def test_what_was_done_is_told_in_the_readers_language_and_what_there_was_none_of_is_not() -> None:
    assert did("compressed 8, associations faded 319, indexes optimized 0", JA) == "8 件を縮めた、連想 319 件が薄れた"
    assert did("learnt 1, embedded 0", EN) == "1 read for facts"


def test_nothing_is_called_nothing_and_what_is_not_known_stays_as_it_is() -> None:
    assert did("embedded 0", EN) == did("nothing to do", EN) == did("", EN) == "nothing to do"
    assert did("a thing of tomorrow 2", EN) == "a thing of tomorrow 2"
    assert did("failed: the disk is full", EN) == "failed: the disk is full"


@pytest.mark.parametrize("task", [LEARN, TELL, SUMMARISE, DESCRIBE])
def test_every_task_that_can_fail_has_a_name_that_people_understand(task: str) -> None:
    assert named(task, JA) != task != named(task, EN)


def test_a_task_that_has_no_name_yet_is_called_as_it_is() -> None:
    assert named("a task of tomorrow", EN) == "a task of tomorrow"


def test_why_a_task_failed_is_a_sentence_in_the_readers_language() -> None:
    no_model = NotRead(why=because("no model is set (LUMINA_MODEL)"))
    assert cause(f"NotRead: {no_model.details['why']}", JA) == "これをするモデルが設定されていません。"
    assert (
        cause("NotRead: no answer within 60 s", EN)
        == "The model gave nothing that can be used (no answer within 60 s)."
    )
    assert cause("KeyError (lumina/a.py:3)", JA) == "LUMINA の中で問題が起きました（KeyError (lumina/a.py:3)）。"


def test_a_schedule_is_said_as_people_say_it() -> None:
    said = [schedule(when, EN) for when in ("* * * * *", "*/15 * * * *", "7 * * * *", "3 */6 * * *", "0 3 * * *")]
    assert said == ["every minute", "every 15 minutes", "every hour", "every 6 hours", "every day at 03:00"]


@pytest.mark.parametrize("state", ["ok", "degraded", "down"])
def test_every_state_that_the_doctor_finds_has_its_word(state: str) -> None:
    assert JA(f"state_{state}") != state
