"""`lumina serve`: pages, API and background work in one process."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import click
from rich.text import Text

from lumina.cli.lazy import imported
from lumina.cli.lent import run_for
from lumina.cli.run import Call, runs_here, user_option
from lumina.clock import DomainClock

PORT = 8642


@click.command()
@click.option("--port", metavar="N", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port.")
@click.option("--host", metavar="HOST", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--certificate", metavar="FILE", type=click.Path(path_type=Path), help="The certificate (PEM), for TLS.")
@click.option("--key", metavar="FILE", type=click.Path(path_type=Path), help="Its key (PEM).")
@click.option("--behind-proxy", is_flag=True, help="A proxy before it does TLS, and names the client.")
@click.option("--domain-clock", is_flag=True, help="For demos and tests: an operator can move time forward.")
@user_option
@runs_here
async def serve(
    call: Call,
    port: int,
    host: str,
    certificate: Path | None,
    key: Path | None,
    *,
    behind_proxy: bool,
    domain_clock: bool,
) -> None:
    """Serve the pages and the API, and do the background work, until stopped (Ctrl-C or SIGTERM).

    Prints an address that opens the page signed in, once.
    """
    serving = imported("lumina.api.serving")
    listening = serving.Listening(host, port, certificate, key, behind_proxy)
    listening.check()

    def announce(address: str) -> None:
        call.err.print(Text(call.words("serving", address=address)), soft_wrap=True)

    if domain_clock:
        call = replace(call, clock=DomainClock(call.clock))
    async with call.lumina(background=True) as lumina:
        await serving.serve(lumina, listening, announce, partial(run_for, lumina))
