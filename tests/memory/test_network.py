"""The associations as they were at an earlier moment."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from lumina.memory.network import as_of
from lumina.models import Network
from lumina.views import picture

MAY = datetime(2026, 5, 1, tzinfo=UTC)
JULY = MAY + timedelta(days=61)
ONE, OTHER, THIRD = uuid4(), uuid4(), uuid4()
LIFE = Network(
    concepts=(("boat", 1, JULY), ("sea", 2, JULY), ("tent", 1, MAY)),
    occurrences=(("boat", OTHER, JULY), ("sea", ONE, MAY), ("sea", OTHER, JULY), ("tent", ONE, MAY)),
    associations=(("boat", "sea", 0.7, 0.7, JULY), ("sea", "tent", 0.6, 0.6, MAY)),
)


def test_what_came_later_was_not_there() -> None:
    then = as_of(LIFE, MAY)
    assert then.concepts == (("sea", 1, MAY), ("tent", 1, MAY))
    assert then.associations == (("sea", "tent", 0.6, 0.6, MAY),)
    assert as_of(LIFE, JULY) is LIFE
    assert as_of(LIFE, MAY - timedelta(days=1)) == Network()


def test_what_met_again_later_was_as_strong_as_its_closest_meeting() -> None:
    again = Network(LIFE.concepts, (*LIFE.occurrences, ("tent", OTHER, JULY)), (("sea", "tent", 0.66, 0.6, JULY),))
    assert as_of(again, MAY).associations == (("sea", "tent", 0.6, 0.6, MAY),)


def test_a_picture_shows_what_the_most_spoken_of_remind_of() -> None:
    spoken = [(f"often {at}", 9, MAY) for at in range(6)]
    life = Network((*spoken, ("moss", 1, MAY)), (("moss", ONE, MAY),), (("moss", "often 0", 0.5, 0.5, MAY),))
    shown = picture(life, MAY, "", 2, 0.1, 6)
    assert {"moss", "often 0"} <= {node.name for node in shown.nodes}
    assert shown.edges == (("moss", "often 0", 0.5),)
    assert len(shown.nodes) == 6
