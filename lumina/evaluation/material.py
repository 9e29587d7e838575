"""Finds what is to be evaluated: LoCoMo, JSQuAD, a folder in the documented format, or the conversations that LUMINA
brings along."""

from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import Literal

from lumina.errors import BadInput, because
from lumina.evaluation.folder import read_folder
from lumina.evaluation.jsquad import read_jsquad
from lumina.evaluation.locomo import read_locomo_questions
from lumina.evaluation.questions import Conversation, Documents, spread

Kind = Literal["locomo", "jsquad"]


def read_material(
    path: Path | None, kind: Kind | None = None, *, only: Sequence[str] = (), questions: int | None = None
) -> list[Conversation] | Documents:
    """Where no path is given, the conversations of LUMINA's own. `only` names conversations, `questions` is the most of
    each. Raises BadInput, BadFile."""
    if kind == "jsquad" and path:
        documents = read_jsquad(path)
        return replace(documents, questions=spread(documents.questions, questions))
    talks = [talk for talk in _talks(path, kind) if not only or talk.name in only]
    if not talks:
        raise BadInput(why=because("there is no conversation {names}", names=", ".join(only)))
    return [replace(talk, questions=spread(talk.questions, questions)) for talk in talks]


def _talks(path: Path | None, kind: Kind | None) -> list[Conversation]:
    if path is None:
        with as_file(files("lumina.evaluation").joinpath("conversations")) as own:
            return read_folder(own)
    return read_locomo_questions(path) if kind == "locomo" else read_folder(path)
