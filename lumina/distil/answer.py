"""The answer that a model gives when it distils: what it must look like, and how it is read."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, TypeAdapter

THOUGHTS = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
OBJECT = re.compile(r"\{.*\}", re.DOTALL)
ANY: Final = TypeAdapter(dict[str, Any])
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def _cleaned(text: object) -> object:
    """Without control characters (a database refuses NUL), without white space around."""
    return CONTROL.sub("", text).strip() if isinstance(text, str) else text


def _told(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word)


Text = Annotated[str, BeforeValidator(_cleaned)]
Words = Annotated[tuple[Annotated[Text, Field(max_length=100)], ...], Field(max_length=100), AfterValidator(_told)]


class DistilAnswer(BaseModel, frozen=True):
    """What distillation asks of a model; further fields are passed over."""

    summary: Annotated[Text, Field(min_length=1, max_length=1_000)]
    keywords: Words
    concepts: Words
    valence: Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]


def parsed(reply: str) -> DistilAnswer:
    """The JSON object in a reply, whatever stands around it: a code fence, thoughts, a preamble.

    Raises ValidationError where there is none, or one that is not as asked.
    """
    return DistilAnswer.model_validate_json(_object(reply))


def json_object(reply: str) -> Mapping[str, Any]:
    """As parsed(), of whatever fields."""
    return ANY.validate_json(_object(reply))


def _object(reply: str) -> str:
    spoken = THOUGHTS.sub("", reply)
    found = OBJECT.search(spoken)
    return found.group() if found else spoken
