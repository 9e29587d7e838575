"""Redis on loopback, one server or a cluster of three, or of six."""

import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from secrets import token_hex
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import redis

from tools.servers.certificate import make_certificate
from tools.servers.programs import libraries, redis_server
from tools.servers.serving import POLL_SECONDS, Server, answers, folder_that_goes_away, free_port, served

SLOTS = 16_384
NODES = 3
TIMEOUT = 2000
"""Milliseconds after which a node counts as lost."""

PING = b"*1\r\n$4\r\nPING\r\n"


@contextmanager
def serve_redis(*, options: tuple[str, ...] = (), password: str = "", tls: bool = False) -> Generator[Server]:
    """A Redis with a password; `options` are further lines of its configuration; with `tls` it answers over TLS alone,
    and the url names the certificate. Raises Missing."""
    program, port, password = redis_server(), free_port(), password or token_hex(8)
    scheme, trusted, question, answer = "redis", "", PING, b"-NOAUTH"
    with folder_that_goes_away("redis") as folder:
        ports = [f"port {port}"]
        if tls:
            certificate, key = make_certificate(folder)
            ports = ["port 0", f"tls-port {port}", "tls-auth-clients no"]
            ports += [f"tls-cert-file {certificate}", f"tls-key-file {key}", f"tls-ca-cert-file {certificate}"]
            scheme, trusted, question, answer = "rediss", f"?ssl_ca_certs={certificate}", b"", b""
        lines = [*ports, "bind 127.0.0.1", f"requirepass {password}", f"dir {folder}", 'save ""', *options]
        settings = folder / "redis.conf"
        settings.write_text("\n".join(lines))
        settings.chmod(0o600)
        with served(
            Server(
                name="Redis",
                url=f"{scheme}://:{password}@127.0.0.1:{port}/0{trusted}",
                command=[program, settings],
                environment=libraries(),
                folder=folder,
                ready=lambda: answers(port, question, answer),
            )
        ) as server:
            yield server


class RedisCluster(NamedTuple):
    """`url` names all of the `nodes`, which are first those that have the slots, then one replica of each, if any."""

    url: str
    nodes: Sequence[Server]


@contextmanager
def serve_redis_cluster(*, replicas: bool = False) -> Generator[RedisCluster]:
    """Three nodes that have a third of the slots each; with `replicas` another three, which take over within seconds.
    Raises Missing."""
    password, buses = token_hex(8), [free_port() for _ in range(NODES * (2 if replicas else 1))]
    with ExitStack() as stack:
        options = [("cluster-enabled yes", f"cluster-port {bus}", f"cluster-node-timeout {TIMEOUT}") for bus in buses]
        known = f"masterauth {password}"
        nodes = [stack.enter_context(serve_redis(options=(*lines, known), password=password)) for lines in options]
        clients: list[Any] = [stack.enter_context(redis.from_url(node.url)) for node in nodes]
        for place, client in enumerate(clients):
            port = client.connection_pool.connection_kwargs["port"]
            clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", port, buses[place])
            if place < NODES:
                first, last = SLOTS * place // NODES, SLOTS * (place + 1) // NODES - 1
                client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
        _wait_for(clients)
        for place, client in enumerate(clients[NODES:]):
            client.execute_command("CLUSTER", "REPLICATE", clients[place].execute_command("CLUSTER", "MYID"))
        first, *others = (urlsplit(node.url) for node in nodes)
        every = ",".join([first.netloc, *(f"{other.hostname}:{other.port}" for other in others)])
        yield RedisCluster(first._replace(scheme="redis+cluster", netloc=every).geturl(), nodes)


def _wait_for(clients: Sequence[Any]) -> None:
    while not all(_knows_all(client, len(clients)) for client in clients):
        time.sleep(POLL_SECONDS)


def _knows_all(client: Any, nodes: int) -> bool:
    lines = set(client.execute_command("CLUSTER", "INFO").decode().splitlines())
    return {"cluster_state:ok", f"cluster_known_nodes:{nodes}", f"cluster_slots_ok:{SLOTS}"} <= lines
