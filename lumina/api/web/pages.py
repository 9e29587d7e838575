"""Where the pages are mounted."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lumina.api.problems import Problem
from lumina.api.web import (
    about,
    assets,
    characters,
    concepts,
    demo,
    erasing,
    jobs,
    library,
    memories,
    person,
    recalled,
    replay,
    settings,
    talk,
)
from lumina.api.web.shown import language_shown, render
from lumina.api.web.told import Told

router = APIRouter(include_in_schema=False)
for part in (
    assets,
    recalled,
    talk,
    memories,
    about,
    concepts,
    replay,
    library,
    jobs,
    settings,
    characters,
    person,
    erasing,
    demo,
):
    router.include_router(part.router)


async def problem_page(request: Request, problem: Problem, error: Exception) -> Response | None:
    """A page that tells of a problem, where a page was asked for; None: the answer is JSON."""
    if request.url.path.startswith("/api/"):
        return None
    told = Told(language_shown(request)).problem(error, problem.detail)
    if request.headers.get("hx-request"):
        answer = render(request, "notice.html", problem.status, text=told, kind="problem")
        answer.headers.update({"HX-Retarget": "#notices", "HX-Reswap": "innerHTML"})
        return answer
    if "text/html" in request.headers.get("accept", ""):
        return render(request, "problem.html", problem.status, code=problem.status, told=told)
    return None
