"""Neo4j's community server on loopback, Bolt alone, with TLS or without."""

import asyncio
import os
import signal
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import Final

from lumina.databases.neo4j import Graph
from tools.servers.certificate import make_certificate
from tools.servers.programs import CLASSES, neo4j_jars
from tools.servers.serving import START_SECONDS, Server, answers, folder_that_goes_away, free_port, served

HANDSHAKE = bytes.fromhex("6060b01700000005000000040000000000000000")
OPENED = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch")
SETTINGS = {
    "server.default_listen_address": "127.0.0.1",
    "server.http.enabled": "false",
    "server.https.enabled": "false",
    "dbms.usage_report.enabled": "false",
    "server.memory.pagecache.size": "64m",
    "db.tx_log.rotation.retention_policy": "keep_none",
    "db.tx_log.preallocate": "false",  # twice 256 MB of zeros
}
HASTY = ("-XX:TieredStopAtLevel=1",)
"""Java compiles once, and quickly: whoever lives for minutes spends half the time on compiling better."""

QUESTIONS: Final = (
    "create (:Concept {person: 'p', name: $name})-[:NEAR {strength: 1.0}]->(:Concept {person: 'p', name: 'b'})",
    "match (a:Concept)-[r:NEAR*1..3]-(b) where a.name in [$name] return b.name, [one in r | one.strength]",
    "unwind [1, 2] as n merge (c:Concept {name: toString(n)}) on create set c.seen = n return count(*)",
    "match (n) detach delete n",
)
"""What brings in the classes that most who ask need."""


@contextmanager
def serve_neo4j(
    *, heap: str = "512m", settings: Mapping[str, str] = SETTINGS, tls: bool = False, java: Sequence[str] = HASTY
) -> Generator[Server]:
    """A Neo4j with a password, Bolt on a port of its own; it takes some seconds. With `tls` it takes no other
    connections, and the certificate is CERTIFICATE in its folder. Raises Missing."""
    jars, port, password = neo4j_jars(), free_port(), token_hex(8)
    scheme, question, answer = ("bolt+s", b"", b"") if tls else ("bolt", HANDSHAKE, b"\0\0")
    with folder_that_goes_away("neo4j") as folder:
        _configure(folder, {**settings, **(_with_tls(folder) if tls else {})}, port)
        _set_password(folder, password)
        with served(
            Server(
                name="Neo4j",
                url=f"{scheme}://neo4j:{password}@127.0.0.1:{port}",
                command=[
                    *("java", f"-Xmx{heap}", "-XX:+UseSerialGC", *_mapped_classes(), *java),
                    *(f"--add-opens={package}=ALL-UNNAMED" for package in OPENED),
                    *("-cp", f"{jars}/*", "org.neo4j.server.CommunityEntryPoint"),
                    *(f"--home-dir={folder}", f"--config-dir={folder / 'conf'}"),
                ],
                environment={
                    "NEO4J_HOME": str(folder),
                    "NEO4J_CONF": str(folder / "conf"),
                    "PATH": os.environ["PATH"],
                },
                folder=folder,
                farewell=signal.SIGKILL,  # it would take ten seconds, and the folder goes
                ready=lambda: answers(port, question, answer),
            )
        ) as server:
            yield server


def _mapped_classes() -> Sequence[str]:
    """A start takes a third less of a processor. Java goes without where they are of another Java, or of other jars."""
    return [f"-XX:SharedArchiveFile={CLASSES}"] if CLASSES.exists() else []


def keep_classes() -> None:
    """Make CLASSES: of one Neo4j that starts, answers and ends. Raises Missing."""
    made = CLASSES.with_suffix(".new")
    with serve_neo4j(java=(*HASTY, f"-XX:ArchiveClassesAtExit={made}")) as server:
        asyncio.run(_ask(server.url))
        assert server.process
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(START_SECONDS)
    made.replace(CLASSES)


async def _ask(url: str) -> None:
    async with Graph.open(url, seconds=START_SECONDS) as graph:
        for question in QUESTIONS:
            await graph.run(question, {"name": "a"})


def _set_password(folder: Path, password: str) -> None:
    """What `neo4j-admin dbms set-initial-password` writes, without starting a Java for it."""
    salt = token_bytes(32)
    secret = sha256(salt + password.encode()).hexdigest()
    accounts = folder / "data" / "dbms" / "auth.ini"
    accounts.parent.mkdir()
    accounts.write_text(f"neo4j:SHA-256,{secret},{salt.hex()},1:\n")


def _with_tls(folder: Path) -> Mapping[str, str]:
    certificate, key = make_certificate(folder)
    policy = {"enabled": "true", "base_directory": folder, "public_certificate": certificate, "private_key": key}
    demanded = {"server.bolt.tls_level": "REQUIRED", "dbms.ssl.policy.bolt.client_auth": "NONE"}
    return demanded | {f"dbms.ssl.policy.bolt.{name}": str(value) for name, value in policy.items()}


def _configure(folder: Path, settings: Mapping[str, str], port: int) -> None:
    for name in ("conf", "data", "run", "logs"):
        (folder / name).mkdir()
    own = {"server.bolt.listen_address": f"127.0.0.1:{port}", "server.directories.run": folder / "run"}
    lines = [f"{name}={value}\n" for name, value in {**settings, **own}.items()]
    (folder / "conf" / "neo4j.conf").write_text("".join(lines))
