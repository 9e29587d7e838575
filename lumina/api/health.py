"""Whether it is alive, and whether it can answer."""

from fastapi import APIRouter
from typing_extensions import TypedDict

from lumina.api.house import Open
from lumina.api.problems import documented

router = APIRouter(prefix="/health", tags=["health"])


class Status(TypedDict):
    status: str


@router.get("/live", responses=documented())
async def live() -> Status:
    """The process answers."""
    return {"status": "live"}


@router.get("/ready", responses=documented(503))
async def ready(lumina: Open) -> Status:
    """The database answers, too (503 where it does not)."""
    await lumina.ping()
    return {"status": "ready"}
