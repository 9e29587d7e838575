"""LoCoMo (snap-research/LoCoMo): every sample is a conversation of two, asked about by somebody who took no part.

Evidence is read as its authors' scripts do: ids in any of their spellings, without those that no turn has; questions
that keep none are passed over.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Set
from pathlib import Path

from lumina.errors import BadInput, because
from lumina.evaluation.questions import ADVERSARIAL, Conversation, Question
from lumina.reports import ImportedTurn
from lumina.transfer.formats import read_transcript
from lumina.transfer.formats.line import Complain, Object, a_list, an_object, complaint, parsed, text_of

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: ADVERSARIAL}
TURN = re.compile(r"D:?(\d+):(\d+)")


def read_locomo_questions(path: Path) -> list[Conversation]:
    """Raises BadInput, BadFile."""
    turns: defaultdict[str, list[ImportedTurn]] = defaultdict(list)
    for turn in read_transcript(path, "locomo"):
        turns[turn.room].append(turn)
    complain = complaint(path, 1)
    value = parsed(path, path.read_text(encoding="utf-8-sig"), 1)
    one = isinstance(value, dict)
    samples: list[object] = [value] if one else a_list(value, because("samples come in a list"), complain)
    found = [
        _conversation(an_object(each, because("a sample is an object"), complain), turns, complain) for each in samples
    ]
    if not any(each.questions for each in found):
        raise BadInput(why=because("{path} holds no question", path=path))
    return found


def _conversation(sample: Object, turns: defaultdict[str, list[ImportedTurn]], complain: Complain) -> Conversation:
    name = text_of(sample, "sample_id", complain)
    refs = {turn.ref for turn in turns[name]}
    return Conversation(name, tuple(turns[name]), tuple(_questions(sample, refs, complain)))


def _questions(sample: Object, refs: Set[str], complain: Complain) -> Iterator[Question]:
    for value in a_list(sample.get("qa"), because('"qa" must be a list of questions'), complain):
        line = an_object(value, because("a question is an object"), complain)
        ids = TURN.findall(
            " ".join(map(str, a_list(line.get("evidence", []), because('"evidence" must be a list'), complain)))
        )
        named = dict.fromkeys(f"D{int(session)}:{int(turn)}" for session, turn in ids)
        if evidence := tuple(ref for ref in named if ref in refs):
            yield Question(text_of(line, "question", complain), _category(line), evidence)


def _category(line: Object) -> str:
    number = line.get("category")
    return CATEGORIES.get(number, str(number)) if isinstance(number, int) else str(number)
