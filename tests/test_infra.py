"""infra/: what compose.yaml and the Dockerfile promise, and the engines as they are set there, without Docker."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from compose_spec import PyOptions

from harness.servers import KEY, or_skip
from lumina.databases.postgres import Database
from lumina.memory.index_qdrant_server import OLDEST
from lumina.settings import Settings, load_settings
from tools.servers.neo4j_server import serve_neo4j
from tools.servers.postgres_server import serve_postgres
from tools.servers.programs import libraries, redis_server
from tools.servers.redis_server import PING
from tools.servers.serving import Server, answers, folder_that_goes_away, free_port, served

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "infra" / "compose.yaml").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "infra" / "Dockerfile").read_text(encoding="utf-8")
_COMPOSE = PyOptions(apply_merge=True).from_yaml(TEXT)
COMPOSE: Mapping[str, Any] = _COMPOSE.to_dict()
SERVICES: Mapping[str, Mapping[str, Any]] = COMPOSE["services"]
ENGINES = {"postgres", "redis", "qdrant", "neo4j"}
OURS = {"worker", "serve", "chat"}
VARIABLE = re.compile(r"\$\{(\w+)([^}]*)\}")
SECRET = re.compile(r"PASSWORD|_KEY$|AUTH$|_URL$")
PINNED = re.compile(r"[\w./-]+:v?\d+\.\d+\.?\d*[\w.-]*$")
PASSWORD = "0123456789abcdef"


def as_given(value: str) -> str:
    """As a container gets it: what is named is set, and a doubled dollar is one."""
    return VARIABLE.sub(PASSWORD, value).replace("$$", "$")


def test_every_reference_in_it_leads_somewhere() -> None:
    _COMPOSE.validate()
    assert set(SERVICES) == ENGINES | OURS
    for service in SERVICES.values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert {volume.split(":")[0] for volume in service["volumes"]} <= set(COMPOSE["volumes"])
        assert set(service.get("depends_on", {})) <= set(SERVICES)


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_watched_bounded_and_shut_to_the_outside(name: str) -> None:
    service = SERVICES[name]
    assert service["healthcheck"]["test"][0] == "CMD"
    assert all(service["healthcheck"][limit] for limit in ("interval", "timeout", "retries", "start_period"))
    assert service["mem_limit"] and service["cpus"] and service["pids_limit"] and service["logging"]["options"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == ("no" if name == "chat" else "unless-stopped")
    assert not {"ports", "network_mode", "privileged", "cap_add", "pid", "devices"} & set(service)


@pytest.mark.parametrize("name", SERVICES)
def test_every_image_is_pinned_or_built_here(name: str) -> None:
    assert PINNED.match(SERVICES[name]["image"]) or "build" in SERVICES[name]


def test_qdrant_is_one_that_is_not_refused() -> None:
    image = SERVICES["qdrant"]["image"].partition(":v")[2]
    assert tuple(int(number) for number in image.split(".")[:2]) >= OLDEST


def test_the_engines_have_no_way_out() -> None:
    assert COMPOSE["networks"]["engines"]["internal"] is True
    assert {name for name in SERVICES if SERVICES[name]["networks"] != ["engines"]} == OURS


def test_every_secret_must_come_from_the_environment() -> None:
    assert VARIABLE.findall(TEXT)
    assert [rest for _, rest in VARIABLE.findall(TEXT) if not re.match(r":\?.+", rest)] == []
    assert re.findall(r"(?<!\$)\$(?![\{$])", TEXT) == []
    settings = [item for service in SERVICES.values() for item in service["environment"].items()]
    hidden = [(key, value) for key, value in settings if SECRET.search(key) and value is not None]
    without = {key for key, value in hidden if not VARIABLE.search(value)}
    assert without == {"LUMINA_QDRANT_URL"}, "its key is a setting of its own"


@pytest.mark.parametrize("language", ["README.md", "README.ja.md"])
def test_the_readme_makes_every_secret_that_is_wanted(language: str) -> None:
    line = next(line for line in (ROOT / "infra" / language).read_text().splitlines() if line.startswith("for name in"))
    assert set(re.findall(r"LUMINA_\w+", line)) == {name for name, _ in VARIABLE.findall(TEXT)}


def ours(name: str) -> Mapping[str, str]:
    """The environment of one of our own services, where nothing else is set."""
    return {key: as_given(value) for key, value in SERVICES[name]["environment"].items() if value is not None}


@pytest.mark.parametrize("name", sorted(OURS))
def test_lumina_reads_the_settings_that_it_is_given(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {f"LUMINA_{field.upper()}" for field in Settings.model_fields}
    assert {key for key in SERVICES[name]["environment"] if key.startswith("LUMINA_")} <= known
    for key, value in ours(name).items():
        monkeypatch.setenv(key, value)
    settings = load_settings()
    assert settings.profile == "server"
    assert PASSWORD in settings.neo4j_url.get_secret_value()


def test_a_chat_is_asked_for_and_has_the_folder_of_the_worker() -> None:
    assert [name for name in SERVICES if "profiles" in SERVICES[name]] == ["serve", "chat"]
    assert SERVICES["chat"]["volumes"] == SERVICES["worker"]["volumes"] == ["lumina:/data", "keys:/keys"]
    assert "LUMINA_HOME=/data LUMINA_MASTER_KEY=/keys/master.key" in DOCKERFILE


def test_the_image_runs_as_nobody_special_on_a_pinned_base() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.M)
    assert [base for base in bases if not PINNED.match(base)] == []
    assert re.findall(r"^USER (\S+)", DOCKERFILE, re.M) == ["lumina"]
    installs = re.findall(r"(?:uv pip|pip) install (.*)", DOCKERFILE)
    assert installs
    assert [line for line in installs if "--require-hashes" not in line and "--no-deps" not in line] == []


def test_what_the_image_is_made_of_is_there_and_nothing_else_is_sent() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.M)
    sources = {source for line in copied for source in line.split()}
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert lines[1] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == sources
    assert [source for source in sources if not (ROOT / source).exists()] == []


def healthy(
    name: str,
    environment: Mapping[str, str],
    *changes: tuple[str, str],
    services: Mapping[str, Mapping[str, Any]] = SERVICES,
) -> bool:
    """What the service's own health check says, with another port in it."""
    command = [as_given(word) for word in services[name]["healthcheck"]["test"][1:]]
    for old, new in changes:
        command = [word.replace(old, new) for word in command]
    return subprocess.run(command, env=dict(environment), capture_output=True, check=False).returncode == 0


def port_of(server: Server) -> str:
    return server.url.partition("?")[0].rpartition(":")[2].partition("/")[0]


@contextmanager
def compose_redis() -> Generator[Server]:
    """With the command line of the service; the port is all that is put in."""
    port = free_port()
    path = f"{redis_server().parent}:{os.defpath}"
    command = [as_given(word) for word in SERVICES["redis"]["command"]]
    command[-1] = command[-1].replace("redis-server -", f"redis-server - --bind 127.0.0.1 --port {port}")
    with (
        folder_that_goes_away("redis") as folder,
        served(
            Server(
                name="Redis",
                url=f"redis://:{PASSWORD}@127.0.0.1:{port}/0",
                command=command,
                environment={**libraries(), "PATH": path, "REDISCLI_AUTH": PASSWORD},
                folder=folder,
                ready=lambda: answers(port, PING, b"-NOAUTH"),
            )
        ) as server,
    ):
        yield server


def postgres_settings() -> Mapping[str, str]:
    words = SERVICES["postgres"]["command"]
    assert words[0] == "postgres" and set(words[1::2]) == {"-c"}
    return dict(word.split("=", 1) for word in words[2::2])


def neo4j_settings() -> Mapping[str, str]:
    """As the image reads them: a doubled underscore is one, a single one a dot."""
    given = SERVICES["neo4j"]["environment"].items()
    names = {
        key: key.removeprefix("NEO4J_").replace("__", "\0").replace("_", ".").replace("\0", "_") for key, _ in given
    }
    return {names[key]: value for key, value in given if key != "NEO4J_AUTH"}


@pytest.fixture(scope="module")
def redis_of_compose() -> Generator[Server]:
    with or_skip(compose_redis()) as server:
        yield server


@pytest.fixture(scope="module")
def postgres_of_compose() -> Generator[Server]:
    with or_skip(serve_postgres(settings=postgres_settings())) as server:
        yield server


@pytest.fixture(scope="module")
def neo4j_of_compose() -> Generator[Server]:
    settings = neo4j_settings()
    with or_skip(serve_neo4j(heap=settings["server.memory.heap.max_size"], settings=settings)) as server:
        yield server


@pytest.mark.servers
def test_redis_takes_its_command_line_and_its_health_check_sees_it(redis_of_compose: Server) -> None:
    environment, port = redis_of_compose.environment, port_of(redis_of_compose)
    ask = ("redis-cli", "-p", port, "config", "get", "maxmemory", "maxmemory-policy", "appendonly")
    told = subprocess.run(ask, env=dict(environment), capture_output=True, text=True, check=True).stdout.split()
    settings = dict(zip(told[::2], told[1::2], strict=True))
    assert settings == {"maxmemory": str(256 * 2**20), "maxmemory-policy": "noeviction", "appendonly": "yes"}
    assert redis_of_compose.process
    assert PASSWORD not in Path(f"/proc/{redis_of_compose.process.pid}/cmdline").read_text()
    there = ("redis-cli", f"redis-cli -p {port}")
    assert healthy("redis", environment, there)
    assert not healthy("redis", {**environment, "REDISCLI_AUTH": "another"}, there)


@pytest.mark.servers
async def test_postgres_takes_its_command_line_and_its_health_check_sees_it(postgres_of_compose: Server) -> None:
    async with Database.open(postgres_of_compose.url) as database:
        told = await database.fetch("select name, current_setting(name) from pg_settings where source = 'command line'")
    assert postgres_settings().items() <= {str(name): str(value) for name, value in told}.items()
    beside = {**postgres_of_compose.environment, "PATH": str(Path(postgres_of_compose.command[0]).parent)}
    assert healthy("postgres", {**beside, "PGPORT": port_of(postgres_of_compose)})
    assert not healthy("postgres", {**beside, "PGPORT": str(free_port())})


@pytest.mark.servers
def test_neo4j_takes_its_settings_and_its_health_check_sees_it(neo4j_of_compose: Server) -> None:
    port = port_of(neo4j_of_compose)
    assert healthy("neo4j", {"PATH": os.defpath}, ("7687", port))
    assert not healthy("neo4j", {"PATH": os.defpath}, ("7687", str(free_port())))


@pytest.mark.parametrize(("status", "well"), [(200, True), (503, False)])
def test_the_health_check_of_qdrant_asks_whether_it_is_ready(status: int, well: bool) -> None:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Not on stderr."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        assert healthy("qdrant", {"PATH": os.defpath}, ("6333", str(server.server_port))) is well
        server.shutdown()


def runs(*command: str | Path, environment: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, env=dict(environment), capture_output=True, text=True, check=False)


@pytest.mark.servers
def test_the_worker_lives_on_those_engines_and_a_chat_has_its_folder_beside_it(
    redis_of_compose: Server,
    postgres_of_compose: Server,
    neo4j_of_compose: Server,
    qdrant_stand_in: Server,
    tmp_path: Path,
) -> None:
    lumina = Path(sys.executable).with_name("lumina")
    environment = {
        **ours("worker"),
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "HOME": str(tmp_path),
        "LUMINA_HOME": str(tmp_path / "data"),
        "LUMINA_POSTGRES_URL": postgres_of_compose.url,
        "LUMINA_REDIS_URL": redis_of_compose.url,
        "LUMINA_QDRANT_URL": qdrant_stand_in.url,
        "LUMINA_QDRANT_API_KEY": KEY,
        "LUMINA_NEO4J_URL": neo4j_of_compose.url,
        "LUMINA_SOURCE_TIMEOUT": "60",
    }
    beats = (sys.executable, ROOT / "infra" / "beats.py")
    assert runs(*beats, environment=environment).returncode == 1
    with subprocess.Popen([lumina, *SERVICES["worker"]["command"]], env=environment, stderr=subprocess.PIPE) as worker:
        while runs(*beats, environment=environment).returncode:
            assert worker.poll() is None
            time.sleep(1)
        said = runs(lumina, "say", "--json", "@ルミナ 縁側に朝顔を植えた", environment=environment)
        assert said.returncode == 0, said.stderr
        assert json.loads(said.stdout)["missing"] == []
        worker.send_signal(signal.SIGTERM)
        assert worker.wait() == 0
