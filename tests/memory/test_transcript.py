from datetime import UTC, datetime, timedelta
from uuid import uuid4

from lumina.memory.postgres import Database
from lumina.memory.transcript_postgres import Transcript
from lumina.models import EVERYBODY, Role, Turn, derived_id

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def turns(count: int, person: str = "花子", **changes: object) -> list[Turn]:
    thread = derived_id("thread", person)
    return [
        Turn(
            id=derived_id(person, number),
            person=person,
            room="台所",
            thread=thread,
            speaker=person,
            role=Role.PERSON,
            text=f"味噌汁の{number}杯目",
            at=START + timedelta(minutes=number),
            witnesses=frozenset({EVERYBODY}),
            ref=f"D1:{number}",
        )
        for number in range(count)
    ]


async def test_what_is_appended_is_read_back_with_positions(database: Database):
    transcript = Transcript(database)
    said = turns(5)
    async with database.writing("花子") as guard:
        kept = await transcript.append(guard, said)
    assert [turn.position for turn in kept] == [0, 1, 2, 3, 4]
    assert await transcript.read("花子", [turn.id for turn in said] + [uuid4()]) == {turn.id: turn for turn in kept}
