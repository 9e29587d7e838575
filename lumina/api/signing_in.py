"""A browser is signed in by a one-time address, and signs out."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response
from typing_extensions import TypedDict

from lumina.api.callers import Calling, Person, address, csrf_of, is_signed_in
from lumina.api.doors import LASTS
from lumina.api.house import House, Inside
from lumina.api.problems import documented
from lumina.errors import NotSignedIn, because

SIGN_IN = "/sign-in"

router = APIRouter(tags=["session"])


class Session(TypedDict):
    """Who is signed in; `csrf` is what a browser's page sends as X-CSRF-Token with all that changes something."""

    person: str
    operator: bool
    csrf: str


@router.get(SIGN_IN, status_code=303, response_class=RedirectResponse, responses=documented())
async def sign_in(
    request: Request, house: Inside, secret: Annotated[str, Query(description="From the address, once.")]
) -> Response:
    """Open the page, signed in: the address that `lumina serve` prints. To whom is signed in already it opens the page,
    too, however often."""
    house.limits.check_failures(address(request))
    session = await house.doors.enter(secret, house.now())
    if session is None and await is_signed_in(request):
        return RedirectResponse("/", 303)
    if session is None:
        house.limits.note_failure(address(request))
        raise NotSignedIn(why=because("this address was used before, or is too old"))
    answer = RedirectResponse("/", 303)
    _set(answer, house, session, int(LASTS.total_seconds()))
    return answer


@router.get("/api/session", responses=documented())
async def session(request: Request, caller: Calling, person: Person) -> Session:
    """Who is signed in."""
    return {"person": person, "operator": caller.operator, "csrf": csrf_of(request)}


@router.delete("/api/session", status_code=204, responses=documented())
async def sign_out(house: Inside, caller: Calling) -> Response:
    """End this session, or revoke this token."""
    if caller.token:
        await house.lumina.tokens.revoke(caller.token)
    answer = Response(status_code=204)
    _set(answer, house, "", 0)
    return answer


def _set(answer: Response, house: House, session: str, seconds: int) -> None:
    answer.set_cookie(house.cookie, session, seconds, path="/", secure=house.secure, httponly=True, samesite="lax")
