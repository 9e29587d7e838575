"""schemathesis reads the OpenAPI and asks for whatever it allows, and for what it does not: no answer is unforeseen."""

# schemathesis' types are not all known to strict mode
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import asyncio
import threading
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from harness.waiting import LONGEST
from harness.web import served, site

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 8
ENDS_ITSELF = "DELETE /api/session"
"""Revokes the token that it is called with."""


def without_security(schema: dict[str, Any]) -> dict[str, Any]:
    """It is called with a token that opens everything; what others get is another test's."""
    for operation in [one for methods in schema["paths"].values() for one in methods.values()]:
        operation.pop("security", None)
    return schema


class Running:
    """The application at a port, in a thread of its own: schemathesis waits for answers."""

    def __init__(self, home: Path) -> None:
        self.home, self.ready, self.done = home, threading.Event(), threading.Event()
        self.schema: dict[str, Any] = {}
        self.address = self.secret = self.spare = ""

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        async with site(self.home) as here, served(here) as client:
            self.schema, self.address = without_security(here.app.openapi()), str(client.base_url)
            self.secret, self.spare = [await here.token("葵", operator=True) for _ in range(2)]
            self.ready.set()
            await asyncio.to_thread(self.done.wait)


@pytest.fixture
def running(home: Path) -> Generator[Running]:
    running = Running(home)
    thread = threading.Thread(target=running.run)
    thread.start()
    assert running.ready.wait(120)
    yield running
    running.done.set()
    thread.join()


# the application's own thread draws lots meanwhile, which hypothesis takes for a strategy's doing
@pytest.mark.filterwarnings("ignore:Do not use the `random` module:hypothesis.errors.HypothesisDeprecationWarning")
def test_no_answer_is_unforeseen(running: Running) -> None:
    schema = schemathesis.openapi.from_dict(running.schema)
    answered: Counter[int] = Counter()
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # pyright: ignore[reportAttributeAccessIssue]
    assert len(operations) > 35
    for operation in operations:
        secret = running.spare if operation.label == ENDS_ITSELF else running.secret
        answered += ask(operation, running.address, {"Authorization": f"Bearer {secret}"})
    assert answered[200] > len(operations) // 2
    assert answered[401] <= EXAMPLES


def ask(operation: Any, address: str, headers: dict[str, str]) -> Counter[int]:
    """How often each status was answered."""
    answered: Counter[int] = Counter()

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    def every(case: Any) -> None:
        answer = case.call(base_url=address, headers=headers, timeout=LONGEST)
        answered[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)

    every()
    return answered
