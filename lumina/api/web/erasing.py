"""A part of what there is of a person is erased: shown first, then confirmed. And receipts are proved."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse

from lumina.api.callers import Calling, Person, operator_of
from lumina.api.house import Inside
from lumina.api.web.moments import end_of_day, start_of_day
from lumina.api.web.shown import Shown, render
from lumina.app import Lumina
from lumina.erasure.part import Part
from lumina.erasure.receipts import parsed
from lumina.erasure.verify import Supplied
from lumina.errors import BadInput, because
from lumina.reports import Verdict

router = APIRouter(prefix="/person/erase", include_in_schema=False)

Words = Annotated[str, Form(max_length=1_000)]


class AskedPart:
    """A part as a form names it; what is empty is not asked for."""

    def __init__(
        self,
        thread: Words = "",
        first: Words = "",
        last: Words = "",
        topic: Words = "",
        fact: Words = "",
        character: Words = "",
    ) -> None:
        self.fields = {
            "thread": thread,
            "first": first,
            "last": last,
            "topic": topic.strip(),
            "fact": fact,
            "character": character,
        }

    @property
    def lacking(self) -> str:
        """Which sentence says what is to be filled in otherwise; empty: it can be shown what would go."""
        asked = self.fields
        days = bool(asked["first"] or asked["last"])
        if not any(asked.values()):
            return "part_needed"
        if days and asked["topic"]:
            return "part_either"
        return "part_backwards" if asked["first"] and asked["last"] and asked["last"] < asked["first"] else ""

    def part(self, lumina: Lumina) -> Part:
        """Raises BadInput, UnknownCharacter."""
        asked = self.fields
        return Part(
            _id(asked["thread"]),
            start_of_day(asked["first"]),
            end_of_day(asked["last"]),
            asked["topic"],
            _id(asked["fact"]),
            lumina.cast.find(asked["character"]).id if asked["character"] else "",
        )


Asked = Annotated[AskedPart, Depends()]


@router.post("/part")
async def preview(request: Request, house: Inside, person: Person, asked: Asked) -> HTMLResponse:
    """What would go; nothing is erased yet."""
    if why := asked.lacking:
        return render(request, "part_lacks.html", why=why)
    found = await house.lumina.erasure.preview_part(person, asked.part(house.lumina))
    in_words = Shown(request).gone(found.would_erase)
    return render(request, "part_preview.html", preview=found, in_words=in_words, asked=asked.fields)


@router.post("/part/confirm")
async def erase(
    request: Request, house: Inside, caller: Calling, person: Person, asked: Asked, token: Annotated[str, Form()]
) -> HTMLResponse:
    """Exactly what was shown goes; the receipt stays."""
    part, asked_by = asked.part(house.lumina), f"page:{caller.token}"
    report = await house.lumina.erasure.erase_part(person, part, token, asked_by)
    in_words = Shown(request).gone(report.erased)
    return render(request, "erased.html", report=report, in_words=in_words, left=sum(report.residue.values()))


@router.post("/verify", dependencies=[Depends(operator_of)])
async def verify(
    request: Request,
    house: Inside,
    receipt: Annotated[str, Form(max_length=25_000)],
    name: Words = "",
    words: Annotated[str, Form(max_length=100_000)] = "",
) -> HTMLResponse:
    """Every store is searched anew for what a receipt says is gone. Nothing of what is given is kept."""
    asked = _receipt(receipt.strip())
    texts = [line.strip() for line in words.splitlines() if line.strip()]
    found = await house.lumina.erasure.verify(asked, Supplied(name or None, texts))
    shown = Shown(request)

    def retained(one: Verdict) -> str:
        until = shown.date(one.until) if one.until else ""
        return shown.words(f"retained_{one.why}", which=one.store, count=one.found, until=until)

    return render(request, "verified.html", found=found, retained=retained)


def _receipt(text: str) -> tuple[str, bytes] | UUID:
    """Its number, or the whole of it as it was signed. Raises BadReceipt."""
    try:
        return UUID(text)
    except ValueError:
        return parsed(text)


def _id(text: str) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError as error:
        raise BadInput(why=because("'{text}' is no id", text=text[:60])) from error
