"""A part of what there is of a person is erased, in two steps; and receipts of erasures are proved."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from lumina.api.callers import Calling, Operator, Person
from lumina.api.house import Inside
from lumina.api.problems import documented
from lumina.api.whole import ErasedShape, erased_shape
from lumina.app import Lumina
from lumina.erasure.part import Part
from lumina.erasure.receipts import signed_of
from lumina.erasure.verify import Supplied
from lumina.shapes.plain import all_plain

router = APIRouter(tags=["all of a person"])

Words = Annotated[str, Field(max_length=1_000)]


class PartBody(BaseModel):
    """One of a thread, a span of time, a topic or a fact. With a character, what that one remembers of it, or of
    everything; all else stays."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    thread: UUID | None = None
    first: AwareDatetime | None = Field(None, alias="from", description="What was said from then on.")
    last: AwareDatetime | None = Field(None, alias="to", description="What was said before then.")
    topic: Words = Field("", description="What has all of these words, or names somebody whom they name.")
    fact: UUID | None = Field(None, description="With the turns that say it.")
    character: Words = ""

    def part(self, lumina: Lumina) -> Part:
        """Raises UnknownCharacter."""
        character = lumina.cast.find(self.character).id if self.character else ""
        return Part(self.thread, self.first, self.last, self.topic, self.fact, character)


class ConfirmedPart(PartBody):
    """The same part, and the token of its preview."""

    token: str = Field(max_length=100)


class ExtractShape(TypedDict):
    at: datetime
    speaker: str
    text: str


class PartPreviewShape(TypedDict):
    """What would go, some of what was said there, how many memories would be made anew of what stays, and the token
    that confirms exactly that."""

    token: str
    would_erase: dict[str, int]
    extracts: list[ExtractShape]
    anew: int


class ReceiptBody(BaseModel):
    """The number of a receipt, or the receipt as it was signed; and by what is to be sought beside the digest of the
    name. Nothing of it is kept."""

    model_config = ConfigDict(extra="forbid")

    receipt: UUID | None = None
    body: str = Field("", max_length=20_000)
    signature: str = Field("", max_length=200)
    person: Words | None = None
    texts: list[Annotated[str, Field(max_length=10_000)]] = Field([], max_length=10_000)
    ids: list[UUID] = Field([], max_length=10_000)


class VerdictShape(TypedDict):
    """`status`: erased, nothing_found, retained (until when, where that is known) or failed."""

    store: str
    status: str
    found: int
    why: str
    until: datetime | None


class VerifiedShape(TypedDict):
    receipt: UUID
    nr: int
    asked: datetime
    scope: str
    sought_by: list[str]
    needles: int
    stores: list[VerdictShape]
    retained: list[VerdictShape]
    holds: bool


@router.post("/erase/part/preview", responses=documented(404))
async def preview(part: PartBody, house: Inside, person: Person) -> PartPreviewShape:
    """First step of erasing a part: what would go, and the token for the second."""
    found = await house.lumina.erasure.preview_part(person, part.part(house.lumina))
    extracts: list[ExtractShape] = [{"at": one.at, "speaker": one.speaker, "text": one.text} for one in found.extracts]
    return {"token": found.token, "would_erase": dict(found.would_erase), "extracts": extracts, "anew": found.anew}


@router.post("/erase/part", responses=documented(404))
async def erase(part: ConfirmedPart, house: Inside, person: Person, caller: Calling) -> ErasedShape:
    """Second step: it leaves every store, and what else was said stays."""
    asked_by = f"api:{caller.name}"
    return erased_shape(await house.lumina.erasure.erase_part(person, part.part(house.lumina), part.token, asked_by))


@router.post("/erase/verify", responses=documented(404))
async def verify(receipt: ReceiptBody, house: Inside, _: Operator) -> VerifiedShape:
    """Search every store anew for what a receipt says is gone."""
    asked = receipt.receipt or signed_of(receipt.model_dump())
    found = await house.lumina.erasure.verify(asked, Supplied(receipt.person, receipt.texts, receipt.ids))
    shape: Any = all_plain(asdict(found) | {"holds": found.holds})
    return shape
