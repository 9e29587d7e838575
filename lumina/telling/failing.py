"""Tasks of single persons that failed: what they are called, and what went wrong, for people."""

from typing import Final

from lumina.telling.words import Words

NOT_READ: Final = "NotRead: "
"""So begins the cause where a model was asked, and gave nothing that can be used."""

NO_MODEL: Final = {
    "no model is set (LUMINA_MODEL)": "cause_no_model",
    "no model that sees is set (LUMINA_VISION_MODEL)": "cause_no_sight",
}


def named(task: str, words: Words) -> str:
    """What a task is called; one of tomorrow as it is."""
    return words(f"task_{task}") if f"task_{task}" in words else task


def cause(of: str, words: Words) -> str:
    """What went wrong, as it is kept with the task, in a sentence."""
    if not of.startswith(NOT_READ):
        return words("cause_fault", what=of)
    why = of.removeprefix(NOT_READ)
    return words(NO_MODEL[why]) if why in NO_MODEL else words("cause_model", what=why)
