"""infra/machines.yaml: two machines, and engines of which one may be lost, as they are set there, without Docker."""

import asyncio
import os
import re
import shutil
import subprocess
import urllib.request
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from compose_spec import PyOptions

from harness.servers import or_skip
from harness.waiting import until
from lumina.databases.redis import open_redis
from lumina.settings import Settings, load_settings
from tests.test_infra import (
    PASSWORD,
    PINNED,
    ROOT,
    SECRET,
    SERVICES,
    VARIABLE,
    as_given,
    healthy,
    postgres_settings,
)
from tools.servers.postgres_server import AUTHENTICATE, SETTINGS, STARTUP, options_of, serve_postgres
from tools.servers.programs import libraries, pgbouncer, redis_server, versitygw
from tools.servers.redis_server import PING
from tools.servers.s3_server import QUESTION
from tools.servers.serving import Server, answers, folder_that_goes_away, free_port, served

TEXT = (ROOT / "infra" / "machines.yaml").read_text(encoding="utf-8")
_COMPOSE = PyOptions(apply_merge=True).from_yaml(TEXT)
COMPOSE: Mapping[str, Any] = _COMPOSE.to_dict()
MACHINES: Mapping[str, Mapping[str, Any]] = COMPOSE["services"]
APART = {f"{what}-{which}" for what in ("serve", "worker") for which in ("one", "two")}
"""The services of two machines."""

ALONE = {"worker", "redis"}
"""What compose.yaml has, and machines have not."""

OVER = {"postgres", "qdrant"}
"""What compose.yaml has, and here is set otherwise."""

NODES = [f"redis-{number}" for number in ("one", "two", "three", "four", "five", "six")]
ENGINES = sorted(set(MACHINES) - APART - ALONE - OVER)


def test_every_reference_in_it_leads_somewhere() -> None:
    _COMPOSE.validate()
    assert {"postgres-standby", "pgbouncer", "redis-cluster", *NODES, "qdrant-two", "qdrant-three", "s3"} == set(
        ENGINES
    )
    assert {name: MACHINES[name] for name in ALONE} == {name: {"profiles": ["alone"]} for name in ALONE}
    named = set(SERVICES) | set(MACHINES)
    for service in MACHINES.values():
        assert set(service.get("networks", ())) <= set(COMPOSE["networks"])
        volumes = {volume.split(":")[0] for volume in service.get("volumes", ())}
        assert {volume for volume in volumes if not volume.startswith("./")} <= set(COMPOSE["volumes"])
        assert all((ROOT / "infra" / volume).exists() for volume in volumes if volume.startswith("./"))
        assert set(service.get("depends_on", {})) <= named - ALONE


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_is_watched_bounded_pinned_and_shut_to_the_outside(name: str) -> None:
    service = MACHINES[name]
    assert all(service["healthcheck"][limit] for limit in ("test", "interval", "timeout", "retries", "start_period"))
    assert service["mem_limit"] and service["cpus"] and service["pids_limit"] and service["logging"]["options"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == ("no" if name == "redis-cluster" else "unless-stopped")
    assert set(service["networks"]) == {"engines"} and COMPOSE["networks"]["engines"]["internal"] is True
    assert PINNED.match(service["image"])
    assert not {"ports", "network_mode", "privileged", "cap_add", "pid", "devices"} & set(service)


def test_engines_that_compose_has_too_are_the_same_but_for_being_several() -> None:
    for name, one in (("postgres-standby", "postgres"), ("qdrant-two", "qdrant"), *((node, "redis") for node in NODES)):
        same = {"image", "mem_limit", "cpus", "pids_limit", "cap_drop", "shm_size"} & set(SERVICES[one])
        assert {key: MACHINES[name][key] for key in same} == {key: SERVICES[one][key] for key in same}
    words = MACHINES["postgres-standby"]["command"]
    assert dict(word.split("=", 1) for word in words[5::2]) == postgres_settings()
    lines = [set(service["command"][2].splitlines()) for service in (SERVICES["redis"], MACHINES["redis-one"])]
    assert lines[0] < lines[1]
    assert MACHINES["qdrant"]["environment"].items() <= MACHINES["qdrant-two"]["environment"].items()


def test_two_machines_are_as_the_one_but_for_where_engines_are_and_a_folder_that_is_lost_with_each_start() -> None:
    for name in APART:
        ours, one = dict(MACHINES[name]), dict(SERVICES[name.partition("-")[0]])
        assert "volumes" not in ours
        assert [place for place in ours.pop("tmpfs") if place.startswith("/data:")]
        assert one.pop("environment").keys() <= ours.pop("environment").keys()
        for differing in ("depends_on", "volumes", "tmpfs", "profiles"):
            ours.pop(differing, None)
            one.pop(differing, None)
        assert ours == one


@pytest.mark.parametrize("name", sorted(APART))
def test_a_machine_reads_its_settings_and_takes_its_folder_for_a_cache(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {f"LUMINA_{field.upper()}" for field in Settings.model_fields}
    plain = {"LUMINA_QDRANT_URL", "LUMINA_SHARED_URL"}
    environment = MACHINES[name]["environment"]
    assert {key for key in environment if key.startswith("LUMINA_")} <= known
    for key, value in environment.items():
        if value is not None:
            assert not SECRET.search(key) or VARIABLE.search(value) or key in plain
            monkeypatch.setenv(key, as_given(value))
    settings = load_settings()
    assert settings.folder_is_cache
    assert settings.master_passphrase.get_secret_value() == PASSWORD
    assert [rest for _, rest in VARIABLE.findall(TEXT) if not re.match(r":\?.+", rest)] == []


@pytest.mark.parametrize("language", ["README.md", "README.ja.md"])
def test_the_readme_names_every_secret_that_is_wanted(language: str) -> None:
    text = (ROOT / "infra" / language).read_text(encoding="utf-8")
    assert [name for name, _ in VARIABLE.findall(TEXT) if name not in text] == []


def script_of(name: str, *changes: tuple[str, str]) -> str:
    """The script that is a service's command, as the container's shell gets it, with other places in it."""
    text = as_given(next(word for word in MACHINES[name]["command"] if "\n" in word))
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


@contextmanager
def started(name: str, script: str, port: int, question: bytes, beginning: bytes, **more: Any) -> Generator[Server]:
    """What a service's script makes of this machine's programs."""
    with folder_that_goes_away(name) as folder:
        path = ":".join([*map(str, more.pop("programs")), os.defpath])
        environment = {**libraries(), "PATH": path, **more.pop("environment", {})}
        arguments: Sequence[str] = more.pop("arguments", ())
        command = ["sh", "-ec", script.replace("/data", str(folder)), *arguments]
        ready = lambda: answers(port, question, beginning)  # noqa: E731
        server = Server(name, f"at:{port}", command, environment, folder, ready, **more)
        if server.account:
            shutil.chown(folder, server.account)
        with served(replace(server)) as running:
            yield running


@pytest.mark.servers
async def test_the_six_of_redis_become_a_cluster_and_stay_one() -> None:
    with or_skip(six_nodes()) as ports:
        addresses = [(f"172.30.86.{11 + number}:6379", f"127.0.0.1:{port}") for number, port in enumerate(ports)]
        script = script_of("redis-cluster", *addresses, ("-h 172.30.86.11", f"-p {ports[0]}"))
        path = f"{redis_server().parent}:{os.defpath}"
        environment = {**libraries(), "PATH": path, "REDISCLI_AUTH": PASSWORD}
        for _ in range(2):
            command = ["sh", "-ec", script]
            done = await asyncio.to_thread(subprocess.run, command, env=environment, capture_output=True, timeout=120)
            assert done.returncode == 0, done.stdout
        client: Any = open_redis(f"redis+cluster://:{PASSWORD}@127.0.0.1:{ports[-1]}/0")
        try:
            assert await client.set("{somebody}:1", "there")
            assert await client.get("{somebody}:1") == b"there"
            await until(partial(has_replicas, client))
        finally:
            await client.aclose()


async def has_replicas(client: Any) -> bool:
    """Whether three have the slots, and three others follow them."""
    nodes = (await client.execute_command("CLUSTER NODES", target_nodes="random")).values()
    return Counter("master" in node["flags"] for node in nodes) == {True: 3, False: 3}


@contextmanager
def six_nodes() -> Generator[list[int]]:
    """Their ports. Raises Missing."""
    program, ports = redis_server(), [free_port() for _ in NODES]
    with ExitStack() as stack:
        for name, port in zip(NODES, ports, strict=True):
            own = f"redis-server - --bind 127.0.0.1 --port {port} --cluster-port {free_port()}"
            script = script_of(name, ("redis-server -", own))
            more = {"programs": [program.parent], "environment": {"REDISCLI_AUTH": PASSWORD}}
            stack.enter_context(started(name, script, port, PING, b"-NOAUTH", **more))
        yield ports


@pytest.mark.servers
def test_the_standby_has_what_was_acknowledged_and_pgbouncer_leads_to_the_primary() -> None:
    with or_skip(serve_postgres(settings={})) as primary:
        programs = Path(primary.command[0]).parent
        was_laid_out(primary)
        with standby_of(primary) as standby:
            with psycopg.connect(primary.url, autocommit=True) as connection:
                connection.execute("create table said as select 'acknowledged' as text")
                told = connection.execute("select sync_state, state from pg_stat_replication").fetchall()
            assert told == [("sync", "streaming")]
            with psycopg.connect(standby, autocommit=True) as connection:
                assert connection.execute("select text from said").fetchall() == [("acknowledged",)]
                assert connection.execute("select slot_name from pg_stat_wal_receiver").fetchall() == [("standby",)]
        with or_skip(bouncing(primary)) as port:
            way = urlsplit(primary.url)
            by = way._replace(netloc=f"{way.username}:{way.password}@127.0.0.1:{port}", path="/lumina")
            with psycopg.connect(by.geturl(), autocommit=True) as connection:
                assert connection.execute("select text from said").fetchall() == [("acknowledged",)]
            environment = {**libraries(), "PATH": f"{programs}:{os.defpath}"}
            assert healthy("pgbouncer", environment, ("6432", port), services=MACHINES)


def was_laid_out(primary: Server) -> None:
    """What PostgreSQL's image runs when it has laid out a cluster; it starts the server again afterwards."""
    way, data = urlsplit(primary.url), primary.folder / "data"
    own = {"POSTGRES_USER": "postgres", "POSTGRES_DB": "postgres", "PGDATA": str(data)}
    place = {"PGHOST": "127.0.0.1", "PGPORT": str(way.port), "PGPASSWORD": str(way.password)}
    environment = {**libraries(), "PATH": f"{Path(primary.command[0]).parent}:{os.defpath}", **own, **place}
    subprocess.run(["sh", "-e", ROOT / "infra" / "followed.sh"], env=environment, check=True, capture_output=True)
    primary.stop()
    primary.start()


@contextmanager
def standby_of(primary: Server) -> Generator[str]:
    """Its url; it began with the service's command."""
    way, port = urlsplit(primary.url), free_port()
    words = [as_given(word) for word in MACHINES["postgres-standby"]["command"]]
    script = script_of("postgres-standby", ("user=lumina", f"user=postgres port={way.port}"))
    with folder_that_goes_away("pgdata") as folder:
        if primary.account:
            shutil.chown(folder, primary.account)
        more: dict[str, Any] = {
            "programs": [Path(primary.command[0]).parent],
            "arguments": [*words[3:], *options_of({**SETTINGS, "port": str(port)})],
            "account": primary.account,
            "farewell": primary.farewell,
            "environment": {
                "PRIMARY": "127.0.0.1",
                "PGPASSWORD": str(way.password),
                "PGDATA": str(folder / "standby"),
            },
        }
        with started("standby", script, port, STARTUP, AUTHENTICATE, **more):
            yield way._replace(netloc=f"{way.username}:{way.password}@127.0.0.1:{port}").geturl()


@contextmanager
def bouncing(primary: Server) -> Generator[str]:
    """The port of the service's PgBouncer. Raises Missing."""
    way, port = urlsplit(primary.url), free_port()
    with folder_that_goes_away("ini") as folder:
        script = script_of(
            "pgbouncer",
            ("/tmp/", f"{folder}/"),
            ("port = 6432", f"port = {port}"),
            ("port=5432", f"port={way.port} dbname=postgres"),
            ('\\"lumina\\"', '\\"postgres\\"'),
        )
        more: dict[str, Any] = {
            "programs": [pgbouncer().parent],
            "account": primary.account,
            "environment": {"PRIMARY": "127.0.0.1", "PASSWORD": str(way.password)},
        }
        if primary.account:
            shutil.chown(folder, primary.account)
        with started("pgbouncer", script, port, STARTUP, AUTHENTICATE, **more):
            yield str(port)


@pytest.mark.servers
def test_the_s3_server_has_its_bucket_and_says_that_it_is_well() -> None:
    with or_skip(storing()) as port, urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=10) as answer:
        assert answer.status == 200


@contextmanager
def storing() -> Generator[int]:
    """The port. Raises Missing."""
    program, port = versitygw(), free_port()
    script = script_of("s3", ("--port :7070", f"--port 127.0.0.1:{port}"))
    more = {"programs": [program.parent], "environment": {"ROOT_ACCESS_KEY": "a", "ROOT_SECRET_KEY": PASSWORD}}
    with started("s3", script, port, QUESTION, b"HTTP/1.1 ", **more) as server:
        assert (server.folder / "lumina").is_dir()
        yield port
