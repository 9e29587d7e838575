"""Under an answer stands first what it quotes, and last what was only asked."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from harness.life import ME, MORNING
from lumina.api.web.quoted import in_order, is_quoted
from lumina.models import Grade, Hit, Role, TierName, Turn
from lumina.reports import Pack, Recollection, Said

PACK = Pack(tokens=0, budget=100, text="", sections={}, grade=Grade.MEDIUM)


def turn(text: str, speaker: str = ME, at: datetime = MORNING) -> Turn:
    role = Role.PERSON if speaker == ME else Role.CHARACTER
    return Turn(uuid4(), ME, "web", uuid4(), speaker, role, text, at, frozenset({ME, "nox"}))


def hit(*turns: Turn) -> Hit:
    return Hit(uuid4(), "redis", TierName.REDIS, turns[0].text, turns, turns[0].at, 0.5)


def found(*hits: Hit, best: tuple[Turn, ...] = ()) -> Recollection:
    return Recollection(PACK, hits, (), {}, tuple(Said(one, 0.4) for one in best))


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("The spare key hangs in the shed.", "You, last week: “The spare key hangs in the shed.”"),
        ("@Nox The spare key hangs in the shed. Fine.", "On file: The spare key hangs in the shed"),
        ("合鍵は物置にかけてある。", "先週のあなたの言葉です。「合鍵は物置にかけてある。」"),
    ],
)
def test_what_is_quoted_is_known_by_its_words(said: str, answer: str) -> None:
    assert is_quoted(turn(said), answer)
    assert not is_quoted(turn("Yes."), answer)


def test_what_is_quoted_comes_before_questions_and_other_answers() -> None:
    key, later = turn("The spare key hangs in the shed."), MORNING + timedelta(hours=1)
    asked, refused = turn("Where is the spare key?", at=later), turn("I do not know about a key.", "nox", later)
    answer = "You said: “The spare key hangs in the shed.”"
    hits = in_order(found(hit(asked, refused), hit(asked, refused, key)), answer, (), 6)
    assert [[one.text for one in each.turns] for each in hits] == [[key.text], [asked.text, refused.text]]
    assert hits[0].at == key.at


def test_what_is_quoted_from_beyond_the_memories_stands_there_too() -> None:
    key, ladder = turn("The spare key hangs in the shed."), turn("The ladder leans on the wall.")
    hits = in_order(found(hit(ladder), best=(key,)), "The spare key hangs in the shed.", (), 6)
    assert [each.turns[0].text for each in hits] == [key.text, ladder.text]


def test_what_stood_there_anyway_is_left_out() -> None:
    asked, ladder = turn("Where is the ladder?"), turn("The ladder leans on the wall.")
    hits = in_order(found(hit(asked), hit(ladder, asked)), "It leans.", {asked.id}, 6)
    assert [each.turns for each in hits] == [(ladder,)]
