"""Where the pages are mounted."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lumina.api.problems import Problem

router = APIRouter(include_in_schema=False)


async def problem_page(request: Request, problem: Problem) -> Response | None:  # noqa: ARG001
    """A page that tells of a problem, where a page was asked for; None: the answer is JSON."""
    return None
