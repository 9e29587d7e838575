"""One turn, as its events come in."""

from dataclasses import dataclass, field

from lumina.models import Turn
from lumina.reports import Done, Event, Heard, Prompted, Recalled, Replied, Token


@dataclass(slots=True)
class Exchange:
    """What a turn has brought so far."""

    heard: Turn | None = None
    recalled: list[Recalled] = field(default_factory=list[Recalled])
    replies: list[Replied] = field(default_factory=list[Replied])
    done: Done | None = None

    @property
    def failed(self) -> bool:
        return any(reply.failed for reply in self.replies)

    @property
    def is_kept(self) -> bool:
        """Whether the answers are durable: none is told before all are."""
        return bool(self.replies) or self.done is not None

    def take(self, event: Event) -> None:
        match event:
            case Heard():
                self.heard = event.turn
            case Recalled():
                self.recalled.append(event)
            case Replied():
                self.replies.append(event)
            case Done():
                self.done = event
            case Token() | Prompted():
                return
