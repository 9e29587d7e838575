"""An S3 server on loopback: versitygw over a folder that goes away."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from secrets import token_hex

from tools.servers.programs import versitygw
from tools.servers.serving import Server, answers, folder_that_goes_away, free_port, served

REGION = "us-east-1"
BUCKET = "lumina"
QUESTION = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@contextmanager
def serve_s3() -> Generator[Server]:
    """One with a bucket BUCKET; what a client wants to know of it stands in `environment` as AWS's variables. Raises
    Missing."""
    program, port = versitygw(), free_port()
    access, secret = token_hex(8), token_hex(16)
    with folder_that_goes_away("s3") as folder:
        (folder / BUCKET).mkdir()
        server = Server(
            name="versitygw",
            url=f"http://127.0.0.1:{port}",
            command=[program, "--port", f"127.0.0.1:{port}", "posix", folder],
            environment={
                **{"PATH": os.defpath, "ROOT_ACCESS_KEY": access, "ROOT_SECRET_KEY": secret},
                **{"AWS_ACCESS_KEY_ID": access, "AWS_SECRET_ACCESS_KEY": secret, "AWS_REGION": REGION},
            },
            folder=folder,
            ready=lambda: answers(port, QUESTION, b"HTTP/1.1 "),
        )
        with served(server):
            yield server
