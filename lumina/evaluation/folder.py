"""The documented format: transcripts `NAME.jsonl`, each with `NAME.questions.jsonl` beside it.

A transcript is what `lumina import` reads. Questions come a line each,
`{"question", "evidence": [ref, …], "category"?, "answer"?}`; an empty list says that it was never said. The person who
asks is the speaker whom the name of the file ends with, as in `life_FI.jsonl`, where there is one.
"""

import re
from collections.abc import Iterator, Set
from pathlib import Path

from lumina.errors import BadFile, BadInput, because
from lumina.evaluation.questions import Conversation, Question
from lumina.texts import LONGEST
from lumina.transfer.formats import read_transcript
from lumina.transfer.formats.line import Complain, Object, a_list, an_object, complaint, parsed, text_of

SUFFIX = ".questions.jsonl"
EXAMPLE = '{"question": "…", "evidence": ["ref of a turn"]}'
WANTED = because("a question is an object such as {example}", example=EXAMPLE)


def read_folder(path: Path) -> list[Conversation]:
    """All conversations of a folder by name, or the one whose transcript or questions the path names. Raises BadInput,
    BadFile."""
    if path.is_dir():
        found = sorted(path.glob(f"*{SUFFIX}"))
        if not found:
            raise BadInput(why=because("{path} holds no {name}", path=path, name=f"NAME{SUFFIX}"))
        return [_conversation(each) for each in found]
    questions = path if path.name.endswith(SUFFIX) else path.with_name(path.stem + SUFFIX)
    return [_conversation(questions)]


def _conversation(questions: Path) -> Conversation:
    name = questions.name.removesuffix(SUFFIX)
    turns = tuple(read_transcript(questions.with_name(f"{name}.jsonl"), "jsonl"))
    asked = tuple(_questions(questions, {turn.ref for turn in turns if turn.ref}))
    last = re.split(r"[_.-]", name)[-1]
    speakers = {turn.speaker for turn in turns}
    return Conversation(name, turns, asked, next((each for each in (last, name) if each in speakers), ""))


def _questions(path: Path, refs: Set[str]) -> Iterator[Question]:
    for number, line in json_lines(path):
        complain = complaint(path, number)
        yield _question(an_object(parsed(path, line, number), WANTED, complain), refs, complain)


def json_lines(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that hold something, with their numbers from 1. Raises BadInput, BadFile."""
    return [(number, line) for number, line in enumerate(whole_text(path).split("\n"), 1) if line.strip()]


def whole_text(path: Path) -> str:
    """Raises BadInput where the file cannot be read, BadFile where it is no UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(why=f"{path}: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        raise BadFile(path=path, line=1, why=because("this is not UTF-8; save the file as UTF-8")) from error


def _question(line: Object, refs: Set[str], complain: Complain) -> Question:
    evidence = tuple(
        text_of({"evidence": ref}, "evidence", complain)
        for ref in a_list(line.get("evidence"), because('"evidence" must be a list of refs'), complain)
    )
    if unknown := [ref for ref in evidence if ref not in refs]:
        complain(because("no turn of the transcript has the ref {ref}", ref=repr(unknown[0])))
    default = "said" if evidence else "absent"
    category = text_of(line, "category", complain) if line.get("category") else default
    return Question(text_of(line, "question", complain, LONGEST), category, evidence)
