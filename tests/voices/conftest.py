"""A model server on loopback for whoever asks."""

from collections.abc import Generator

import pytest

from harness.openai_server import OpenAIServer, running_openai_server


@pytest.fixture
def openai_server() -> Generator[OpenAIServer]:
    with running_openai_server() as server:
        yield server
