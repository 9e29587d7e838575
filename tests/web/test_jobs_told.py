"""What the jobs do and did is told in the language of who reads."""

import pytest

from lumina.api.web.jobs import did
from lumina.api.web.words import Words
from lumina.jobs.table import JOBS
from lumina.models import TierName

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
