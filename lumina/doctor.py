"""How every store, the model and the embedder are, and what to do about what is wrong."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from lumina.errors import LuminaError
from lumina.reports import DoctorReport, StoreReport


@dataclass(frozen=True, slots=True)
class Found:
    """What a look at something gave. `advice` says what to do about it, where there is something to do."""

    version: str
    detail: str
    advice: str = ""


Check = Callable[[], Awaitable[Found]]
"""Raises LuminaError where something does not work at all."""


@dataclass(frozen=True, slots=True)
class Doctor:
    """Asks every check, one after the other; one that fails does not stop the others."""

    checks: Mapping[str, Check]

    async def examine(self) -> DoctorReport:
        stores = {name: await _examined(check) for name, check in self.checks.items()}
        return DoctorReport(all(store.state == "ok" for store in stores.values()), stores)


async def _examined(check: Check) -> StoreReport:
    began = time.perf_counter()
    try:
        found = await check()
    except LuminaError as error:
        return StoreReport("down", "", str(error))
    took = (time.perf_counter() - began) * 1000
    detail = "; ".join(part for part in (found.detail, found.advice, f"answered in {took:.1f} ms") if part)
    return StoreReport("degraded" if found.advice else "ok", found.version, detail)
