"""What the nodes of a turn need. The plain fields can be edited in LangGraph Studio; the ports come from whoever runs
the graph."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Protocol
from uuid import UUID

from langchain_core.messages import AnyMessage
from langgraph.runtime import Runtime
from pydantic.json_schema import SkipJsonSchema

from lumina.dialogue.heeded import NOTHING, Heeded
from lumina.dialogue.occasion import Occasion
from lumina.dialogue.providing import NO_FIELD, Provided
from lumina.dialogue.routing import Choice
from lumina.dialogue.stopping import Stopping
from lumina.images import Image
from lumina.known import Fact, Loop
from lumina.language.bilingual import Language
from lumina.models import Turn
from lumina.reports import Failure, Recollection


@dataclass(frozen=True, slots=True)
class Listened:
    """The person's turn, durable, with those who will answer; or, where the message comes once more, the answers that
    it has: a character answers a turn once. `missed` are turns of the room that the window lacks. `heeded` is what it
    did to what is known, `learnt` what it told for the first time, `asks` what was left open and the first speaker
    asks about. `epoch` is the person's at that moment: what is written later for this turn is refused if the person
    was erased meanwhile. Where the person said nothing, the turn stands for the `occasion` to speak, and is not
    written. Where the window shows what was left, it is made `anew` of what it lacks."""

    turn: Turn
    speakers: tuple[Choice, ...]
    answered: tuple[Turn, ...]
    missed: tuple[Turn, ...]
    present: tuple[str, ...]
    domain: str
    language: Language
    epoch: int
    heeded: Heeded = NOTHING
    learnt: tuple[Fact | Loop, ...] = ()
    asks: Loop | None = None
    occasion: Occasion | None = None
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What a character said, as far as it came; `failed` says why no further."""

    choice: Choice
    text: str
    failed: Failure | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an answer as it streams, or what went wrong."""

    text: str
    failed: Failure | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one answer is made of: `before` are the answers that the speaker has just heard."""

    listened: Listened
    choice: Choice
    recollection: Recollection
    window: tuple[AnyMessage, ...]
    before: tuple[Answer, ...]


class Ports(Protocol):
    """What the nodes ask for. `window` is (fewest, most) turns that stay in short-term memory."""

    @property
    def window(self) -> tuple[int, int]: ...

    async def listen(self, context: "Context", window: Sequence[AnyMessage], spoken: Mapping[str, int]) -> Listened:
        """Hear the last message of the window. Durable when it returns; the same message again is the same turn.
        Raises BadText."""
        ...

    async def recall(
        self, context: "Context", listened: Listened, viewer: str, window: Sequence[AnyMessage]
    ) -> Recollection: ...

    def speak(self, context: "Context", scene: Scene) -> AsyncIterator[Piece]:
        """Streams; a model that fails ends the stream with a piece that says so."""
        ...

    async def remember(
        self,
        context: "Context",
        listened: Listened,
        answers: Sequence[Answer],
        recalled: Mapping[str, Recollection],
    ) -> list[Turn]:
        """The answers as turns, durable. Starts the flush, and does not wait for it."""
        ...


@dataclass(frozen=True)
class Context:
    """Who talks, and where; `budget` is the tokens of a MemoryPack (0: as set). `epoch` says how often the person had
    been erased when this turn began; where it is not given, listening finds out. `stopping` is for whoever watches.
    `to` are the ids of those to whom it is whispered: nobody else hears it, or remembers it (empty: all who are
    there). It is said `instead` of a turn of the person's, and the talk goes on from there (None: where it is).
    `images` are shown with it. What the `client` says of the situation is for this turn's answers alone, and is kept
    nowhere."""

    person: str = "me"
    room: str = "studio"
    budget: int = 0
    to: tuple[str, ...] = ()
    instead: SkipJsonSchema[UUID | None] = None
    images: SkipJsonSchema[Annotated[tuple[Image, ...], NO_FIELD]] = ()
    client: str = ""
    epoch: SkipJsonSchema[int | None] = None
    ports: SkipJsonSchema[Annotated[Ports, NO_FIELD] | None] = None
    stopping: SkipJsonSchema[Annotated[Stopping, NO_FIELD]] = field(default_factory=Stopping)


provided = Provided[Ports]()


async def ports_of(runtime: Runtime[Context]) -> Ports:
    return await provided.unless(runtime.context.ports)
