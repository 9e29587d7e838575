"""A key management service that keeps the key under which the master key lies: HashiCorp Vault's transit engine, or AWS
KMS. What is in the file of the master key is nothing without it."""

import base64
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final, Protocol
from urllib.parse import parse_qs, urlsplit

import httpx

from lumina.databases.ciphers import KEY_BYTES
from lumina.errors import BadSetting, Damaged, StoreDown, because

SECONDS: Final = 10.0
ALLOWED: Final = "vault+https://HOST:PORT/MOUNT/KEY, awskms://REGION/KEY"
SERVICE: Final = "kms"
CONTEXT: Final = {"for": "LUMINA's master key"}
"""What AWS binds the wrapped key to, and writes into its own log."""


class Kms(Protocol):
    """Each raises StoreDown where the service does not answer, or refuses."""

    @property
    def name(self) -> str: ...

    def wrap(self, key: bytes) -> bytes:
        """The key, as only the service can open it again: no white space."""
        ...

    def unwrap(self, wrapped: bytes) -> bytes:
        """Raises Damaged where that is no key."""
        ...


@dataclass(frozen=True, slots=True)
class Vault:
    """The transit engine at `mount`, and the name of its key."""

    url: str
    mount: str
    key: str
    token: str = field(repr=False)
    name: str = "Vault"

    def wrap(self, key: bytes) -> bytes:
        return self._ask("encrypt", {"plaintext": _text(key)})["ciphertext"].encode()

    def unwrap(self, wrapped: bytes) -> bytes:
        return _key(self._ask("decrypt", {"ciphertext": wrapped.decode("ascii", "replace")})["plaintext"])

    def _ask(self, verb: str, said: Mapping[str, str]) -> dict[str, str]:
        place = f"{self.url}/v1/{self.mount}/{verb}/{self.key}"
        headers = {"X-Vault-Token": self.token, "X-Vault-Request": "true"}
        return _answer(self.name, place, headers, json.dumps(said).encode())["data"]


@dataclass(frozen=True, slots=True)
class Signer:
    """Who asks AWS: Signature Version 4."""

    access: str
    secret: str = field(repr=False)
    session: str = field(default="", repr=False)

    def signed(
        self, headers: Mapping[str, str], body: bytes, at: datetime, *, region: str, service: str = SERVICE
    ) -> dict[str, str]:
        """The headers of a POST to `/`, with those by which it is known whose it is."""
        moment = at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
        token = {"x-amz-security-token": self.session} if self.session else {}
        sent = {name.lower(): value for name, value in headers.items()} | {"x-amz-date": moment} | token
        names, scope = ";".join(sorted(sent)), f"{moment[:8]}/{region}/{service}/aws4_request"
        lines = "".join(f"{name}:{sent[name]}\n" for name in sorted(sent))
        request = f"POST\n/\n\n{lines}\n{names}\n{sha256(body).hexdigest()}"
        said = f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n{sha256(request.encode()).hexdigest()}"
        key = f"AWS4{self.secret}".encode()
        for part in scope.split("/"):
            key = hmac.digest(key, part.encode(), "sha256")
        signature = hmac.digest(key, said.encode(), "sha256").hex()
        whose = f"Credential={self.access}/{scope}, SignedHeaders={names}, Signature={signature}"
        return sent | {"authorization": f"AWS4-HMAC-SHA256 {whose}"}


@dataclass(frozen=True, slots=True)
class AwsKms:
    """A key of AWS KMS, by its id, its ARN or `alias/NAME`."""

    endpoint: str
    region: str
    key: str
    signer: Signer
    name: str = "AWS KMS"

    def wrap(self, key: bytes) -> bytes:
        return self._ask("Encrypt", {"Plaintext": _text(key)})["CiphertextBlob"].encode()

    def unwrap(self, wrapped: bytes) -> bytes:
        return _key(self._ask("Decrypt", {"CiphertextBlob": wrapped.decode("ascii", "replace")})["Plaintext"])

    def _ask(self, verb: str, said: Mapping[str, str]) -> dict[str, str]:
        body = json.dumps({"KeyId": self.key, "EncryptionContext": CONTEXT, **said}).encode()
        headers = {
            "host": urlsplit(self.endpoint).netloc,
            "content-type": "application/x-amz-json-1.1",
            "x-amz-target": f"TrentService.{verb}",
        }
        signed = self.signer.signed(headers, body, datetime.now(UTC), region=self.region)
        return _answer(self.name, f"{self.endpoint}/", signed, body)


def kms_of(url: str, secret: str) -> Kms | None:
    """The service at LUMINA_MASTER_KMS; none where that is empty. `secret`: Vault's token, or what AWS knows one by
    (ID:SECRET or ID:SECRET:SESSION). Raises BadSetting."""
    if not url:
        return None
    parts = urlsplit(url)
    names = parts.path.strip("/")
    if parts.scheme in {"vault+https", "vault+http"} and parts.netloc and names.count("/"):
        mount, _, key = names.rpartition("/")
        return Vault(f"{parts.scheme.removeprefix('vault+')}://{parts.netloc}", mount, key, secret)
    if parts.scheme == "awskms" and parts.netloc and names:
        endpoint = parse_qs(parts.query).get("endpoint", [f"https://kms.{parts.netloc}.amazonaws.com"])[0]
        return AwsKms(endpoint.rstrip("/"), parts.netloc, names, _signer(secret))
    raise BadSetting(setting="LUMINA_MASTER_KMS", why=because("it is something else"), allowed=ALLOWED)


def _signer(secret: str) -> Signer:
    access, _, rest = secret.partition(":")
    known, _, session = rest.partition(":")
    if not access or not known:
        why = because("it is something else")
        raise BadSetting(setting="LUMINA_MASTER_KMS_SECRET", why=why, allowed="ID:SECRET, ID:SECRET:SESSION")
    return Signer(access, known, session)


def _answer(name: str, place: str, headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    try:
        with httpx.Client(timeout=SECONDS, trust_env=False) as client:
            answer = client.post(place, headers=dict(headers), content=body)
        if not answer.is_success:
            raise StoreDown(store=name, why=because("it refuses (status {status})", status=answer.status_code))
        return answer.json()
    except (httpx.HTTPError, ValueError) as error:
        raise StoreDown(store=name, why=str(error) or type(error).__name__) from error


def _text(key: bytes) -> str:
    return base64.b64encode(key).decode()


def _key(text: str) -> bytes:
    key = base64.b64decode(text)
    if len(key) != KEY_BYTES:
        raise Damaged(what="LUMINA_MASTER_KEY", why=because("it is something else"))
    return key
