"""What a Neo4j of its own process adds: TLS, and whose certificates are trusted."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest

from harness.servers import or_skip
from lumina.databases.circuit import REFUSALS, Circuit
from lumina.databases.neo4j import Graph
from lumina.errors import LuminaError, StoreDown, StoreNotTrusted, StoreTlsDiffers
from tools.servers.certificate import CERTIFICATE, make_certificate
from tools.servers.neo4j_server import serve_neo4j
from tools.servers.serving import Server

pytestmark = [
    pytest.mark.servers,
    pytest.mark.filterwarnings("ignore:.*unclosed:pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

PATIENCE = 240
ONE_SERVER, CLUSTER = "bolt", "neo4j"


@pytest.fixture(autouse=True)
def swept_up() -> Generator[None]:
    """The driver leaves the socket of a handshake that failed to the garbage collector: not in another test."""
    yield
    gc.collect()


@pytest.fixture(scope="module")
def demanding() -> Generator[Server]:
    """It takes no connection without TLS."""
    with or_skip(serve_neo4j(tls=True)) as server:
        yield server


async def answer(url: str, authority: Path | None = None) -> list[list[object]]:
    async with Graph.open(url, authority=authority, seconds=PATIENCE) as graph:
        return await graph.fetch("return 1", {})


async def refusal(url: str, authority: Path | None = None) -> LuminaError:
    with pytest.raises(StoreDown) as refused:
        await answer(url, authority)
    assert "\n" not in str(refused.value)
    return refused.value


def spoken(server: Server, scheme: str) -> str:
    return f"{scheme}://{server.url.partition('://')[2]}"


@pytest.mark.parametrize("scheme", [ONE_SERVER, CLUSTER])
async def test_over_tls_an_authority_of_one_s_own_is_trusted_where_it_is_named(demanding: Server, scheme: str) -> None:
    assert await answer(spoken(demanding, f"{scheme}+s"), demanding.folder / CERTIFICATE) == [[1]]
    assert await answer(spoken(demanding, f"{scheme}+ssc")) == [[1]]


@pytest.mark.parametrize("scheme", [ONE_SERVER, CLUSTER])
async def test_a_certificate_of_an_unknown_authority_is_refused_and_the_setting_named(
    demanding: Server, scheme: str, tmp_path: Path
) -> None:
    other, _ = make_certificate(tmp_path)
    for authority in (None, other):
        refused = await refusal(spoken(demanding, f"{scheme}+s"), authority)
        assert isinstance(refused, StoreNotTrusted)
        assert str(refused).startswith("Neo4j's certificate is not trusted: self-signed certificate. LUMINA_NEO4J_CA")


@pytest.mark.parametrize("scheme", [ONE_SERVER, CLUSTER])
async def test_without_tls_at_a_server_that_demands_it_the_url_s_beginning_is_named(
    demanding: Server, scheme: str
) -> None:
    refused = await refusal(spoken(demanding, scheme))
    assert isinstance(refused, StoreTlsDiffers)
    assert "LUMINA_NEO4J_URL begins with bolt+s:// (neo4j+s://)" in str(refused)


@pytest.mark.parametrize("scheme", [ONE_SERVER, CLUSTER])
async def test_with_tls_at_a_server_that_has_none_the_url_s_beginning_is_named(
    neo4j_server: Server, scheme: str
) -> None:
    refused = await refusal(spoken(neo4j_server, f"{scheme}+s"))
    assert isinstance(refused, StoreTlsDiffers)
    assert "otherwise with bolt:// (neo4j://)" in str(refused)


async def test_while_nobody_calls_it_any_more_the_reason_is_still_named(demanding: Server) -> None:
    circuit = Circuit("Neo4j", rest=600)
    async with Graph.open(demanding.url, seconds=PATIENCE, circuit=circuit) as graph:
        for _ in range(REFUSALS + 1):
            with pytest.raises(StoreNotTrusted, match="LUMINA_NEO4J_CA"):
                await graph.ping()
    assert circuit.state == "open"
