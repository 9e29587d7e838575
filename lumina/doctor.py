"""How every store, the model and the embedder are, and what to do about what is wrong."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version

from lumina.errors import LuminaError
from lumina.reports import DoctorReport, StoreReport

Check = Callable[[], Awaitable[tuple[str, str]]]
"""Gives version and detail; raises LuminaError where something is wrong."""


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
        found, detail = await check()
    except LuminaError as error:
        return StoreReport("down", "", str(error))
    took = (time.perf_counter() - began) * 1000
    return StoreReport("ok", found, f"{detail}; answered in {took:.1f} ms")


def library_version(distribution: str) -> str:
    return version(distribution)
