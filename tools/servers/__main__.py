"""`make servers`: get the engines, start them, say where they are, and stop them when they are not wanted any more."""

import signal
from contextlib import ExitStack, suppress

import click

from tools.servers.getting import NotGot, get_missing
from tools.servers.neo4j_server import serve_neo4j
from tools.servers.postgres_server import serve_postgres
from tools.servers.redis_server import serve_redis
from tools.servers.s3_server import BUCKET, serve_s3
from tools.servers.serving import Server

ENGINES = {"REDIS": serve_redis, "POSTGRES": serve_postgres, "NEO4J": serve_neo4j, "S3": serve_s3}


@click.command()
@click.option("--get", "only_get", is_flag=True, help="Get the engines, and start none.")
def main(*, only_get: bool) -> None:
    """Get the engines, start them, and say where they are, until Ctrl-C."""
    try:
        get_missing()
    except NotGot as error:
        raise click.ClickException(str(error)) from error
    if not only_get:
        _serve()


def _serve() -> None:
    """Until Ctrl-C or SIGTERM."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt), ExitStack() as stack:
        for name, serve in ENGINES.items():
            _tell(name, stack.enter_context(serve()))
        click.echo("They go away with Ctrl-C.", err=True)
        signal.pause()


def _tell(name: str, server: Server) -> None:
    """As a shell takes it."""
    settings = {f"LUMINA_{name}_URL": server.url}
    if name == "S3":
        settings = {"LUMINA_BACKUP_URL": f"s3://{BUCKET}/backups", "LUMINA_BACKUP_ENDPOINT": server.url}
        settings |= {key: value for key, value in server.environment.items() if key.startswith("AWS_")}
    for key, value in settings.items():
        click.echo(f"export {key}={value}")


if __name__ == "__main__":
    main()
