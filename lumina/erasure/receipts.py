"""Receipts of erasures: without content, each with the digest of the one before, signed under the folder's secret."""

import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from lumina.errors import BadReceipt, Reason, because
from lumina.stores.records_postgres import Begun

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a receipt says. `person` is a digest: who has the name and the folder can try whether it is theirs."""

    nr: int
    receipt: UUID
    person: str
    asked_by: str
    asked: datetime
    scope: str
    erased: Mapping[str, int]
    residue: Mapping[str, int]
    before: str


@dataclass(frozen=True, slots=True)
class Signing:
    """`secret` is the folder's; of receipts it makes a key of its own."""

    secret: bytes

    def digest(self, person: str) -> bytes:
        """Of a person, as receipts have it."""
        return sha256(self.secret + person.encode("utf-8", "surrogatepass")).digest()

    def sign(self, begun: Begun, counts: Mapping[str, object]) -> tuple[str, bytes]:
        """The receipt in one line, and its signature."""
        said = {
            "format": FORMAT,
            "nr": begun.nr,
            "receipt": str(begun.receipt),
            "person": begun.digest.hex(),
            "asked_by": begun.asked_by,
            "asked": begun.asked.isoformat(),
            "scope": counts.get("scope", "person"),
            "erased": counts.get("erased", {}),
            "residue": counts.get("residue", {}),
            "remains": counts.get("remains", []),
            "before": sha256(begun.before.encode()).hexdigest() if begun.before else "",
        }
        body = json.dumps(said, ensure_ascii=False, sort_keys=True)
        return body, self._signature(body)

    def _signature(self, body: str) -> bytes:
        return hmac.digest(hmac.digest(self.secret, b"receipts", "sha256"), body.encode(), "sha256")

    def read(self, body: str, signature: bytes) -> Receipt:
        """Raises BadReceipt where this folder did not sign exactly that."""
        if not hmac.compare_digest(self._signature(body), signature):
            raise BadReceipt(why=because("it was changed, or is of another data folder"))
        return _receipt(json.loads(body))

    def check(self, chain: Sequence[tuple[UUID, str, bytes]]) -> None:
        """Raises BadReceipt where one of the chain, the first one first, was changed, is gone, or has a stranger before
        it."""
        before = ""
        for nr, (_, body, signature) in enumerate(chain, 1):
            receipt = self.read(body, signature)
            digest = sha256(before.encode()).hexdigest() if before else ""
            if (receipt.nr, receipt.before) != (nr, digest):
                raise BadReceipt(why=_broken(nr))
            before = body


def _broken(nr: int) -> Reason:
    return because("before the receipt number {nr} of this folder one is gone, or another stands in its place", nr=nr)


def _receipt(said: Mapping[str, Any]) -> Receipt:
    return Receipt(
        nr=said["nr"],
        receipt=UUID(said["receipt"]),
        person=said["person"],
        asked_by=said["asked_by"],
        asked=datetime.fromisoformat(said["asked"]),
        scope=said["scope"],
        erased=said["erased"],
        residue=said["residue"],
        before=said["before"],
    )


def parsed(text: str) -> tuple[str, bytes]:
    """A receipt out of a file, as `lumina erase --json` prints it. Raises BadReceipt."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        found = None
    return signed_of(found.get("signed", found) if isinstance(found, dict) else found)  # pyright: ignore


def signed_of(signed: Any) -> tuple[str, bytes]:
    """A receipt as it was signed: its body and its signature. Raises BadReceipt."""
    try:
        return str(signed["body"]), bytes.fromhex(signed["signature"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadReceipt(why=because("it is none, as `lumina erase --json` prints it")) from error
