"""What goes wrong, as problem details (RFC 9457), in the language that the client asks for."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from lumina import errors
from lumina.errors import LuminaError
from lumina.language.bilingual import Language
from lumina.language.messages import Messages

log = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"

STATUSES: Final[Mapping[type[LuminaError], int]] = {
    errors.BadInput: 400,
    errors.UnknownPerson: 404,
    errors.UnknownCharacter: 404,
    errors.UnknownMemory: 404,
    errors.UnknownUnit: 404,
    errors.UnknownTurn: 404,
    errors.UnknownNamespace: 404,
    errors.UnknownConversation: 404,
    errors.NotFound: 404,
    errors.WrongToken: 403,
    errors.NotEmpty: 409,
    errors.NotSignedIn: 401,
    errors.NotYours: 403,
    errors.TooOften: 429,
    errors.Changed: 412,
    errors.TooLarge: 413,
    errors.RoomBusy: 409,
    errors.SaidBefore: 409,
    errors.PersonErased: 409,
    errors.NotRead: 502,
    errors.ModelFailed: 502,
    errors.FolderError: 503,
    errors.StoreDown: 503,
}
"""By the nearest class above an error; what is in none is 500."""

CODES: Final[Mapping[type[LuminaError], str]] = {errors.RoomBusy: "chat_busy"}
"""Where it is not the name of the class."""

HTTP: Final = {404: "not_found", 405: "method_not_allowed", 413: "too_large", 415: "unsupported_media_type"}


class Problem(BaseModel):
    """RFC 9457. `code` is for programs and stays as it is, `detail` for people, in their language; `errors` says where
    a request is wrong."""

    type: str = Field(examples=["urn:lumina:chat_busy"])
    title: str
    status: int
    code: str
    detail: str
    errors: list[dict[str, Any]] | None = None


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """These answers, and those that every route may give, for the OpenAPI."""
    return dict.fromkeys(sorted({400, 401, 403, 413, 422, 429, 503, *statuses}), ANSWER)


ANSWER: Final[dict[str, Any]] = {
    "description": "What went wrong.",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


def language_of(connection: HTTPConnection) -> Language:
    """What the client asks for first (Accept-Language); all but Japanese is English."""
    return "ja" if re.match(r"\s*ja\b", connection.headers.get("accept-language", ""), re.I) else "en"


def problem_of(error: Exception, language: Language) -> Problem:
    """What to tell of an error; what is none of ours tells nothing of the inside."""
    if not isinstance(error, LuminaError):
        return _problem(500, "unexpected", Messages(language).text("api.unexpected"))
    kind = next((one for one in type(error).__mro__ if one in STATUSES), None)
    status = STATUSES[cast("type[LuminaError]", kind)] if kind else 500
    return _problem(status, CODES.get(type(error)) or code_of(type(error).__name__), Messages(language).error(error))


def code_of(name: str) -> str:
    """BadInput becomes bad_input."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _problem(status: int, code: str, detail: str, **more: Any) -> Problem:
    return Problem(
        type=f"urn:lumina:{code}", title=code.replace("_", " "), status=status, code=code, detail=detail, **more
    )


def respond(problem: Problem, headers: Mapping[str, str] | None = None) -> JSONResponse:
    body = problem.model_dump(exclude_none=True)
    return JSONResponse(body, problem.status, headers, media_type=MEDIA_TYPE)


Shown = Callable[[Request, Problem, Exception], Awaitable[Response | None]]
"""A page that tells of a problem to somebody in front of a browser; None where it is no page that was asked for."""


def tell_problems(app: FastAPI, shown: Shown) -> None:
    """Whatever a route raises is answered so."""

    async def answer(request: Request, error: Exception) -> Response:
        problem, headers = _told(request, error)
        return await shown(request, problem, error) or respond(problem, headers)

    for kind in (LuminaError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, answer)


def _told(request: Request, error: Exception) -> tuple[Problem, Mapping[str, str]]:
    language = language_of(request)
    match error:
        case RequestValidationError():
            wrong = [{"at": list(one["loc"]), "why": one["msg"]} for one in error.errors()]
            return _problem(422, "invalid", Messages(language).text("api.invalid"), errors=wrong), {}
        case HTTPException():
            code = HTTP.get(error.status_code, "refused")
            return _problem(error.status_code, code, str(error.detail)), error.headers or {}
        case errors.TooOften():
            return problem_of(error, language), {"Retry-After": str(error.details["seconds"])}
        case errors.NotSignedIn():
            return problem_of(error, language), {"WWW-Authenticate": "Bearer"}
        case LuminaError():
            return problem_of(error, language), {}
        case _:
            log.error("a request failed", exc_info=error)
            return problem_of(error, language), {}
