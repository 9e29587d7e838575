"""A certificate for this machine that nobody signed but itself."""

import subprocess
from pathlib import Path

DAYS = "2"
CERTIFICATE = "server.crt"


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """The certificate and its key, as files in the folder. Needs the program openssl."""
    certificate, key = folder / CERTIFICATE, folder / "server.key"
    command = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    named = ("-days", DAYS, "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost")
    subprocess.run([*command, *named, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    key.chmod(0o600)
    certificate.chmod(0o644)  # whatever this process may write at the moment: a server may be another account
    return certificate, key
