"""What speaks Vault's transit and AWS KMS on loopback: keys that never leave it wrap what it is sent."""

import base64
import json
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, ClassVar

from lumina.databases.ciphers import Cipher
from lumina.databases.kms import Signer
from lumina.errors import Damaged

TOKEN = "hvs.not-a-real-one"
ACCESS, SECRET = "AKIDEXAMPLE", "not-a-real-secret"
REGION, KEY = "eu-north-1", "alias/lumina"


@dataclass
class KmsServer:
    """`asked` are the verbs in their order; while it `refuses`, nobody is let in."""

    cipher: Cipher = field(default_factory=Cipher.fresh)
    asked: list[str] = field(default_factory=list[str])
    refuses: bool = False
    url: str = ""

    @property
    def vault(self) -> dict[str, str]:
        return {"master_kms": f"vault+{self.url}/transit/lumina", "master_kms_secret": TOKEN}

    @property
    def aws(self) -> dict[str, str]:
        place = f"awskms://{REGION}/{KEY}?endpoint={self.url}"
        return {"master_kms": place, "master_kms_secret": f"{ACCESS}:{SECRET}"}

    def transit(self, path: str, headers: Any, said: dict[str, str]) -> dict[str, Any] | None:
        *_, mount, verb, key = path.split("/")
        if headers["X-Vault-Token"] != TOKEN or (mount, key) != ("transit", "lumina"):
            return None
        self.asked.append(verb)
        if verb == "encrypt":
            return {"data": {"ciphertext": f"vault:v1:{self._sealed(said['plaintext'])}"}}
        return {"data": {"plaintext": self._opened(said["ciphertext"].rpartition(":")[2])}}

    def aws_kms(self, headers: Any, body: bytes) -> dict[str, Any] | None:
        said, verb = json.loads(body), headers["x-amz-target"].removeprefix("TrentService.")
        named = headers["authorization"].partition("SignedHeaders=")[2].partition(",")[0].split(";")
        given = {name: headers[name] for name in named if name != "x-amz-date"}
        at = datetime.strptime(headers["x-amz-date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        due = Signer(ACCESS, SECRET).signed(given, body, at, region=REGION)["authorization"]
        if headers["authorization"] != due or said["KeyId"] != KEY or not said["EncryptionContext"]:
            return None
        self.asked.append(verb)
        if verb == "Encrypt":
            return {"CiphertextBlob": self._sealed(said["Plaintext"])}
        return {"Plaintext": self._opened(said["CiphertextBlob"])}

    def _sealed(self, plaintext: str) -> str:
        return base64.b64encode(self.cipher.seal(base64.b64decode(plaintext), "kms")).decode()

    def _opened(self, ciphertext: str) -> str:
        return base64.b64encode(self.cipher.open(base64.b64decode(ciphertext), "kms")).decode()


class _Handler(BaseHTTPRequestHandler):
    kms: ClassVar[KmsServer]

    def do_POST(self) -> None:
        body, kms = self.rfile.read(int(self.headers["Content-Length"])), self.kms
        try:
            found = kms.transit(self.path, self.headers, json.loads(body)) if self.path != "/" else None
            found = found or (kms.aws_kms(self.headers, body) if self.path == "/" else None)
        except Damaged:
            found = None
        self.send_response(200 if found and not kms.refuses else 403)
        self.end_headers()
        self.wfile.write(json.dumps(found if not kms.refuses else {}).encode())

    def log_message(self, format: str, *args: Any) -> None: ...


@contextmanager
def running_kms() -> Generator[KmsServer]:
    kms = KmsServer()
    handler = type(f"Handler{secrets.token_hex(4)}", (_Handler,), {"kms": kms})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    kms.url = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield kms
    finally:
        server.shutdown()
        server.server_close()
