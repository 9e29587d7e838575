"""Redis on loopback."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from tools.servers.programs import libraries, redis_server
from tools.servers.serving import Server, answers, folder_that_goes_away, free_port, served

PING = b"*1\r\n$4\r\nPING\r\n"


@contextmanager
def serve_redis(*, options: tuple[str, ...] = ()) -> Generator[Server]:
    """A Redis with a password; `options` are further lines of its configuration. Raises Missing."""
    program, port, password = redis_server(), free_port(), token_hex(8)
    with folder_that_goes_away("redis") as folder:
        lines = [f"port {port}", "bind 127.0.0.1", f"requirepass {password}", f"dir {folder}", 'save ""', *options]
        settings = folder / "redis.conf"
        settings.write_text("\n".join(lines))
        settings.chmod(0o600)
        with served(
            Server(
                name="Redis",
                url=f"redis://:{password}@127.0.0.1:{port}/0",
                command=[program, settings],
                environment=libraries(),
                folder=folder,
                ready=lambda: answers(port, PING, b"-NOAUTH"),
            )
        ) as server:
            yield server


def tls_options(certificates: Path, port: int) -> tuple[str, ...]:
    """Lines that let Redis answer on `port` over TLS, with the certificate in this folder."""
    files = {"tls-cert-file": "server.crt", "tls-key-file": "server.key", "tls-ca-cert-file": "server.crt"}
    lines = [f"{name} {certificates / file}" for name, file in files.items()]
    return (f"tls-port {port}", "tls-auth-clients no", *lines)
